import FramewireClient
import LayoutSyntax
import Posix
import Wire

extension Verb {
  static let subscribe = Verb(
    name: "subscribe", summary: "print what changes in a scene, one JSON object a line",
    arguments: [Argument(name: "SCENE", meaning: "a scene's name", completion: .names(.scenes))],
    options: [
      .socket,
      Option(name: "root", value: "VIEW", meaning: "only this view and what is in it", completion: .names(.views)),
      Option(
        name: "space", value: "SPACE", meaning: "frames relative to the parent, or in the scene",
        completion: .words(["parent", "scene"])),
      Option(name: "draw", meaning: "with how views look and the lines of their texts"),
      Option(name: "every", meaning: "every revision, not the newest only"),
      Option(
        name: "animation", value: "HOW", meaning: "every frame of what moves, or only where it goes",
        completion: .words(["frames", "targets"])),
      Option(
        name: "encoding", value: "NAME", meaning: "how events come from the daemon: json, or the faster fw1",
        completion: .words(["json", BinaryMessage.encoding])),
      Option(name: "max-hz", value: "N", meaning: "at most so many events a second"),
      Option(name: "min-delta", value: "POINTS", meaning: "no frames of what moves until something went that far"),
      Option(
        name: "since", value: "REV",
        meaning: "go on from a revision that was printed before, REV or EPOCH:REV, instead of a snapshot"),
      Option(name: "count", value: "N", meaning: "end after so many events"),
      Option(name: "no-reconnect", meaning: "end when the daemon goes, instead of waiting for the next one"),
    ],
    examples: [
      ("framewire subscribe login", "a snapshot, then a delta for each save"),
      ("framewire subscribe login --root form | jq -c .set", "what moves in one view"),
      ("framewire subscribe login --draw", "colours, fonts, pictures and lines of text too"),
      ("framewire subscribe login --since 421", "what changed since that revision"),
      ("framewire subscribe toast --animation targets", "for those who draw what moves by themselves"),
    ],
    details: """
      The first line is a snapshot of all views; each delta after it turns the picture before into the next. Mistakes \
      come as diagnostics while the last good frames stay. When the daemon goes away, waits for the next one and goes on. \
      With --since the first line is a delta; a snapshot with "reset":true says that the revision is of another daemon \
      (another epoch), or too long ago.
      """
  ) { (invocation, console) throws(Failure) in
    var request = Request.Subscribe(scene: invocation.arguments[0], heartbeatMs: heartbeat, diagnostics: true)
    request.filter.root = invocation.value("root")
    if try choice("space", of: ["parent", "scene"], in: invocation) == "scene" { request.filter.space = .scene }
    if try choice("animation", of: ["frames", "targets"], in: invocation) == "targets" { request.animation = .targets }
    if invocation.has("draw") { request.filter.fields = .all }
    if invocation.has("every") { request.mode = .every }
    if let text = invocation.value("max-hz") { request.maxHz = try rate(text) }
    if let text = invocation.value("min-delta") { request.filter.minDelta = try positive(text, for: "min-delta") }
    var left = try invocation.value("count").map { (text) throws(Failure) in
      guard let count = Int(text), count > 0 else { throw .usage("--count is a whole number from 1, not '\(text)'") }
      return count
    }
    if let text = invocation.value("since") {
      (request.epoch, request.since) = try revision(text, of: invocation.arguments[0], invocation)
    }
    var isHinted = false
    let isBinary =
      try choice("encoding", of: ["json", BinaryMessage.encoding], in: invocation) == BinaryMessage.encoding
    let follower = SceneFollower(request, at: SocketAddress(from: invocation), encoding: isBinary ? .binary : .json)
    while left != 0 {
      let update: SceneFollower.Update
      do throws(ClientError) {
        guard let happened = try follower.poll() else {
          // Whoever reads may go while nothing happens, and then nothing is to be waited for.
          guard console.waitForOutput(besides: follower.descriptor, until: follower.nextLook) else { return .success }
          continue
        }
        update = happened
      } catch { throw Failure(error) }
      switch update {
      case .event(let event):
        // Heartbeats are for this program alone: they tell that the daemon lives.
        guard event.kind != .heartbeat else { continue }
        guard console.print(json: event.text) else { return .success }
        if !isHinted, event.kind == .snapshot, event.diff.views.isEmpty, let root = request.filter.root {
          isHinted = true
          hint(at: root, in: request.scene, invocation, console)
        }
        left = left.map { $0 - 1 }
      case .disconnected(let error, _):
        if invocation.has("no-reconnect") {
          return error == .closed ? .success : ExitCode(error)
        }
        console.note("\(error); waiting for it")
      }
    }
    return .success
  }

  /// Says that a view does not exist, and which one was probably meant. It is only a hint: the view may come later, so
  /// the verb goes on waiting, also when the daemon does not say which views there are.
  private static func hint(at root: String, in scene: String?, _ invocation: Invocation, _ console: Console) {
    let paths = try? DaemonCalls(invocation).viewPaths(of: scene)
    let near = nearestName(to: root, in: paths?.sorted() ?? [])
    console.note("there is no view '\(root)' yet\(didYouMean(near))")
  }

  /// Milliseconds between heartbeats. A daemon that is silent for three of them counts as gone.
  private static let heartbeat = 10_000

  private static func rate(_ text: String) throws(Failure) -> Double {
    let rate = try TypedValue.number(text, for: "--max-hz")
    guard Request.Subscribe.rates.contains(rate) else {
      throw .usage("--max-hz is a number from 0.001 to 1000000, not '\(text)'")
    }
    return rate
  }

  /// Reads a revision as it is printed. Without an epoch it is a revision of the daemon that runs now.
  private static func revision(
    _ text: String, of scene: String, _ invocation: Invocation
  ) throws(Failure) -> (epoch: String, rev: Int) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let rev = Int(parts[parts.count - 1]), rev >= 0, !parts[0].isEmpty else {
      throw .usage("--since is a revision, like 421 or k3f9:421, not '\(text)'")
    }
    if parts.count == 2 { return (parts[0], rev) }
    // Any answer tells the epoch, so only the root is asked for.
    let asked = Request.snapshot(Request.Snapshot(scene: scene, filter: Filter(depth: 0)))
    guard case .event(let event) = try DaemonCalls(invocation).call(asked) else { throw .unexpectedAnswer }
    return (event.instant.epoch, rev)
  }

  private static func positive(_ text: String, for option: String) throws(Failure) -> Double {
    let number = try TypedValue.number(text, for: "--\(option)")
    guard number > 0, number < 1e9 else { throw .usage("--\(option) is a number above 0, not '\(text)'") }
    return number
  }
}
