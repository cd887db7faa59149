import Frames
import LayoutEngine
import LayoutRuntime

/// A runtime with a disk around it, a clock that moves when it is told to, and a follower of each scene that is asked
/// for. It notes what no runtime may do.
struct FuzzedWorld {
  private(set) var runtime: Runtime
  /// Texts by path, in one served folder.
  private(set) var disk: [String: [UInt8]] = [:]
  private(set) var replies: [RequestID: Reply] = [:]
  private(set) var findings: [String] = []
  private var now = Instant()
  private var requests: UInt64 = 0
  private var records: [MemoryRecord] = []
  /// Who follows which scene, by the request.
  private var followers: [RequestID: SubscriberID] = [:]
  /// What followers have been told, as they would draw it.
  private var pictures: [SubscriberID: FrameSet] = [:]

  /// - Parameter handsOut: whether all work is handed out, instead of none.
  init(handingOutWork handsOut: Bool = false) { runtime = Self.runtime("e1", handingOutWork: handsOut) }

  private static func runtime(_ epoch: String, handingOutWork: Bool) -> Runtime {
    var options = Runtime.Options()
    options.workLimit = SolveBudget(operations: 20_000_000)
    options.jobThreshold = handingOutWork ? 0 : nil
    return Runtime(epoch: epoch, options: options)
  }

  // MARK: What happens

  /// A save, or nil: a file is deleted.
  mutating func save(_ path: String, _ bytes: [UInt8]?) {
    let isNews = (disk[path] == nil) != (bytes == nil)
    disk[path] = bytes
    runtime.handle(.file(path: path, bytes.map { .bytes($0) } ?? .missing), at: now)
    if isNews { serve() }
  }

  mutating func serve() { runtime.handle(.serve(roots: [""], paths: disk.keys.sorted()), at: now) }

  @discardableResult
  mutating func send(_ demand: Demand) -> RequestID {
    requests += 1
    runtime.handle(.request(RequestID(requests), demand), at: now)
    return RequestID(requests)
  }

  mutating func handle(_ command: Command) { runtime.handle(command, at: now) }

  mutating func follow(_ subscription: Subscription) {
    let follower = SubscriberID(requests + 1)
    followers[send(.subscribe(follower, subscription))] = follower
  }

  mutating func advance(milliseconds: Int) {
    now = now + .milliseconds(milliseconds)
    turn()
  }

  /// Lets everything come to rest that can: the clock runs, what is waited for has timed out.
  mutating func settle() {
    turn()
    send(.clock(.run))
    for _ in 0..<40 { advance(milliseconds: 1_700) }
  }

  /// The runtime is gone from one moment to the next, and another begins with what was written down.
  mutating func restart() {
    runtime = Self.runtime("e2", handingOutWork: false)
    (replies, requests, followers, pictures) = ([:], 0, [:], [:])
    runtime.restore(records)
    serve()
    turn()
  }

  /// Runs turns until nothing more is to be read or done.
  mutating func turn() {
    // Nobody waits for more than each file once and each piece of work.
    for _ in 0..<1_000 {
      for effect in runtime.turn(at: now, measuring: FixedMetrics()) { perform(effect) }
      deliver()
      if !runtime.hasCommands { return }
    }
    findings.append("it is never done")
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .reply(let request, let reply):
      if replies.updateValue(reply, forKey: request) != nil { findings.append("request \(request) is answered twice") }
    case .look(let path, _): handle(.file(path: path, disk[path].map { .bytes($0) } ?? .missing))
    case .remember(let news): records += news
    case .perform(let job): handle(.finished(job.run(measuring: FixedMetrics())))
    case .diagnosed, .gone, .holdEnded, .follow, .release, .wake: break
    }
  }

  private mutating func deliver() {
    var deliveries = runtime.nextDeliveries(at: now)
    while !deliveries.isEmpty {
      for delivery in deliveries {
        for follower in delivery.recipients {
          switch delivery.publication.content {
          case .snapshot(let picture, _): pictures[follower] = picture
          case .delta(let diff, _, _): pictures[follower, default: FrameSet()].apply(diff)
          case .bye: pictures[follower] = nil
          case .transition, .fading, .diagnostics, .lost: break
          }
        }
      }
      deliveries = runtime.nextDeliveries(at: now)
    }
  }

  // MARK: What can be seen

  /// What a scene shows; nil for one that is not there, or has never had anything to show.
  mutating func picture(of scene: String) -> FrameSet? {
    let request = send(.snapshot(scene: scene, filter: .everything, at: nil))
    turn()
    guard case .done(.snapshot(let publication)) = replies[request],
      case .snapshot(let picture, _) = publication.content
    else { return nil }
    return picture
  }

  /// Requests that nobody has answered.
  var unanswered: [UInt64] { requests == 0 ? [] : (1...requests).filter { replies[RequestID($0)] == nil } }

  /// The scenes of whose followers one draws something else than is shown.
  mutating func misled() -> [String] {
    var scenes: [String] = []
    for (request, follower) in followers {
      guard let drawn = pictures[follower], case .done(.subscribed(let scene)) = replies[request] else { continue }
      if picture(of: scene) != drawn { scenes.append(scene) }
    }
    return scenes
  }
}

extension FrameSet {
  /// What is seen, without the numbers that views have on a stream.
  var seen: [String] { views.map { "\($0.path) \($0.kind) \($0.frame) \($0.content)" } }
}
