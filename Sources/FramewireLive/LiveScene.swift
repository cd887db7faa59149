internal import Daemon
public import Framewire
public import LayoutEngine
internal import LayoutRuntime
internal import Posix

/// A scene of a program that others see too: its layout comes live from a file, tools look into it, or both.
///
/// ```swift
/// let live = try LiveScene(file: "Layouts/toast.layout", in: Surroundings(size: Size(width: 390, height: 844)))
/// try live.serve(on: "/tmp/toast.sock")      // framewire subscribe --socket /tmp/toast.sock
/// while !window.isClosed {
///   let turn = try live.turn(at: clock.now - start)
///   for (view, frame) in turn.changed { window.move(view.name, to: frame) }
/// }
/// ```
///
/// A file that is saved is read by the next turn. While it has errors the frames stay as they are, and
/// `scene.diagnostics` says what is wrong. Files are read and clients are heard in `turn` and `wait`, and at no other
/// time.
public final class LiveScene {
  /// The scene itself: what is set in it is shown by the next turn of the live scene. It is not turned by itself.
  public var scene: Framewire.Scene

  private let daemon: Daemon
  private let news: News

  /// What is told about the watching of files.
  private final class News {
    var messages: [String] = []
  }

  /// How long the file and what it imports may take to be read.
  private static let longestStart = Duration.seconds(5)

  /// A scene that the program has, for `serve(on:)`.
  public init(_ scene: Framewire.Scene) throws(LiveError) {
    let news = News()
    self.news = news
    daemon = try Self.host(of: nil, news)
    self.scene = scene
    self.scene.beHosted()
  }

  /// A layout of a file, live: whoever saves the file edits the scene.
  ///
  /// What it imports and its pictures are read as `framewire serve` reads them, from the file's folder and below.
  ///
  /// - Parameters:
  ///   - path: of the `.layout` file.
  ///   - layout: which one; nil: the first of the file.
  ///   - surroundings: what it is shown in. What the file says of them is for previews.
  /// - Throws: `LiveError`, when the file cannot be read, has errors, or has no such layout.
  public init(
    file path: String, layout: String? = nil, in surroundings: Surroundings = Surroundings()
  ) throws(LiveError) {
    let news = News()
    self.news = news
    daemon = try Self.host(of: path, news)
    let read: (reports: [String: DiagnosticReport], took: Duration)
    do throws(DaemonError) { read = try daemon.readFiles(within: Self.longestStart) } catch {
      throw LiveError(error, at: path)
    }
    let names = daemon.layouts(ofFile: path)
    if names.isEmpty, let report = read.reports.values.first(where: { $0.status == .failed }) {
      throw .mistakes(LayoutMistakes(report))
    }
    guard let name = layout ?? names.first, names.contains(name),
      let scene = Scene(showing: name, of: daemon.runtime, in: surroundings, at: read.took)
    else { throw .noLayout(layout, in: path, known: names) }
    daemon.runtime = Runtime(epoch: daemon.runtime.epoch)
    self.scene = scene
  }

  private static func host(of path: String?, _ news: News) throws(LiveError) -> Daemon {
    do throws(DaemonError) {
      return try Daemon(hostedServing: path.map { [$0] } ?? [], version: "program") { report in
        if case .watching(let message) = report { news.messages.append(message) }
      }
    } catch { throw LiveError(error, at: path ?? "") }
  }

  // MARK: Turns

  /// Reads what was saved, hears who asks, and works once for everything that was set since the last turn.
  ///
  /// - Parameters:
  ///   - now: since whenever the program likes; not earlier than the turn before, or it counts as that. It goes by as
  ///     time does: whoever saves a file with a mistake has 30 ms to mend it.
  ///   - measurer: measures texts.
  public func turn(
    at now: Duration, measuring measurer: some TextMeasuring = FixedMetrics()
  ) throws(LiveError) -> Turn {
    try takeIn(waiting: .zero, at: now)
    var turn = scene.turn(at: now, measuring: measurer)
    takeOut()
    while scene.hasCommands {
      turn = turn.followed(by: scene.turn(at: now, measuring: measurer))
      takeOut()
    }
    scene.readAgain()
    return turn
  }

  /// Waits until the next turn would have something to do, for programs that do not draw all the time.
  ///
  /// - Parameter patience: at most so long.
  public func wait(atMost patience: Duration) throws(LiveError) {
    try takeIn(waiting: scene.hasCommands ? .zero : patience, at: scene.time)
  }

  /// What happened to the watching of files that a person should know, since the last call: the kernel's limit is
  /// reached, a folder cannot be read.
  public func takeMessages() -> [String] {
    defer { news.messages = [] }
    return news.messages
  }

  private func takeIn(waiting patience: Duration, at now: Duration) throws(LiveError) {
    do throws(DaemonError) {
      try lendRuntime { () throws(DaemonError) in
        try daemon.takeIn(waiting: patience, at: Instant(max(now, scene.time)))
      }
    } catch { throw LiveError(error, at: "") }
  }

  private func takeOut() {
    let (effects, deliveries) = scene.takeOut()
    lendRuntime { daemon.takeOut(effects, deliveries) }
  }

  /// The daemon has the scene's runtime while `body` runs.
  private func lendRuntime<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    scene.lendRuntime(to: &daemon.runtime)
    defer { scene.takeRuntimeBack(from: &daemon.runtime) }
    try body()
  }

  // MARK: Those who look

  /// Lets `framewire subscribe`, `explain`, `get`, the preview and all other clients look into the program.
  ///
  /// - Parameters:
  ///   - socket: a path; other users cannot connect. The file goes with the scene.
  ///   - allowsChanges: whether they may also set what the program sets: constants, configurations, flags. Else they
  ///     are told `NotAllowed`.
  public func serve(on socket: String, allowingChanges allowsChanges: Bool = false) throws(LiveError) {
    do throws(DaemonError) {
      try daemon.open(at: SocketAddress(path: socket), onlyLooks: !allowsChanges)
    } catch { throw LiveError(error, at: socket) }
  }

  /// Tells everybody who looks that this is the end.
  public func close() throws(LiveError) {
    lendRuntime { daemon.close() }
    _ = try turn(at: scene.time)
  }
}

extension Framewire.Scene {
  /// Lets tools look into the scene from now on; see `LiveScene.serve(on:)`. The scene goes on there.
  public consuming func serve(on socket: String, allowingChanges allowsChanges: Bool = false) throws(LiveError)
    -> LiveScene
  {
    let live = try LiveScene(self)
    try live.serve(on: socket, allowingChanges: allowsChanges)
    return live
  }
}
