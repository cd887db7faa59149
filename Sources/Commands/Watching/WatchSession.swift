import Drawing
import Frames
import FramewireClient
import Posix
import Settables
import Wire

/// Shows scenes on a terminal until somebody has seen enough: what comes on the stream, keys and the terminal's size in
/// one loop, and of every screen only the lines that are others than before.
final class WatchSession {
  private let invocation: Invocation
  private let console: Console
  private let manner: PictureManner
  /// Shown is a copy of the scene that is as large as the terminal.
  private let isExact: Bool
  private let loop: EventLoop
  private var daemon: DaemonCalls
  private var scene: Reply.Scene
  private var follower: SceneFollower
  private var screen: WatchScreen
  private var size: (columns: Int, rows: Int)
  /// What is on the terminal.
  private var shown: [String] = []
  /// The follower's connection that the loop waits for.
  private var watched = 0
  /// Tokens are never used again, those of former connections neither.
  private var lastToken: UInt64 = 0

  private static let keys = EventLoop.Token(rawValue: 0)

  /// - Throws: when there is no daemon or no such scene, before anything is shown.
  init(_ invocation: Invocation, _ console: Console) throws(Failure) {
    (self.invocation, self.console) = (invocation, console)
    manner = try PictureManner(from: invocation)
    isExact = invocation.has("cells")
    size = StandardStream.output.size ?? (80, 24)
    daemon = try DaemonCalls(invocation)
    scene = try daemon.scene(invocation.arguments.first)
    follower = SceneFollower(watching: scene.name, invocation)
    screen = WatchScreen(scene: scene.name)
    do throws(PosixError) {
      loop = try EventLoop(signals: [.interrupt, .terminate, .hangUp, .windowChange])
      try loop.watch(StandardInput.descriptor, as: Self.keys, for: .reading)
    } catch { throw Failure(lost: error) }
    try follow()
  }

  // MARK: The loop

  /// Takes the terminal, and gives it back at the end.
  func run(in terminal: Terminal) throws(Failure) {
    console.write(Array(TerminalGuard.opening.utf8))
    terminal.takeKeys()
    defer {
      terminal.restore()
      console.write(Array(TerminalGuard.closing.utf8))
    }
    while true {
      try takeNews()
      guard show() else { return }
      for event in try wait() {
        switch event {
        case .readable(Self.keys), .hangUp(Self.keys):
          let keys = try typedKeys()
          for key in keys ?? [.quit] where try !press(key) { return }
        case .signal(.windowChange): resize()
        case .signal: return
        case .readable, .writable, .hangUp, .deadline: break
        }
      }
    }
  }

  private func wait() throws(Failure) -> [EventLoop.Event] {
    do throws(PosixError) {
      if watched != follower.connections, let descriptor = follower.descriptor {
        watched = follower.connections
        lastToken += 1
        try loop.watch(descriptor, as: EventLoop.Token(rawValue: lastToken), for: .reading)
      }
      return try loop.wait(until: follower.nextLook)
    } catch { throw Failure(lost: error) }
  }

  /// - Returns: nil when the terminal is gone.
  private func typedKeys() throws(Failure) -> [Key]? {
    do throws(PosixError) {
      let bytes = try StandardInput.readSome()
      return bytes.isEmpty ? nil : Key.all(in: bytes)
    } catch { throw Failure(lost: error) }
  }

  // MARK: The stream

  /// What the names of copies end with.
  private static let mark = " ~watch\(CurrentProcess.id)"

  /// Begins to follow the scene, or its copy.
  private func follow() throws(Failure) {
    let name = isExact ? scene.name + Self.mark : scene.name
    if isExact { try openCopy(called: name) }
    follower = SceneFollower(watching: name, invocation)
    watched = 0
    screen = WatchScreen(scene: scene.name, isExact: isExact)
  }

  private func openCopy(called name: String) throws(Failure) {
    let environment = Environment([Assignment(.size, to: .numbers(sizeInPoints))])
    let request = Request.Open(layout: scene.layout, scene: name, environment: environment, isPrivate: true)
    _ = try daemon.call(.open(request))
    let ops = try whatIsSet()
    if !ops.isEmpty { _ = try daemon.call(.apply(Request.Apply(scene: name, ops: ops))) }
  }

  /// What is set in the scene now, for its copy, which has a size of its own.
  private func whatIsSet() throws(Failure) -> [Op] {
    guard case .values(let values) = try daemon.call(.get(scene: scene.name, names: [])) else {
      throw .unexpectedAnswer
    }
    return values.filter { $0.from == .outside && $0.settable != .size }.map { value in
      let subject = value.settable.subject.isView ? Settable.ofView(value.name)?.view : value.name
      return Op(.set(value.settable, of: subject, to: value.value))
    }
  }

  /// Takes what has come; of many pictures the last one is drawn.
  private func takeNews() throws(Failure) {
    var hasNews = false
    do throws(ClientError) {
      while let update = try follower.poll() {
        switch update {
        case .event:
          hasNews = true
          screen.trouble = nil
        case .disconnected(let error, _):
          screen.trouble = "\(error); waiting for it"
          // A copy does not survive its daemon.
          if isExact, case .refused(.unknownScene(let name, _)) = error {
            _ = asking { (session) throws(Failure) in try session.openCopy(called: name) }
          }
        }
      }
    } catch { throw Failure(error) }
    guard hasNews else { return }
    let mirror = follower.mirror
    (screen.rev, screen.isSettled) = (mirror.rev, mirror.isSettled)
    (screen.state, screen.diagnostics) = (mirror.state, mirror.diagnostics)
    var source = StreamedScene(picture: mirror.frames, asked: ServedScene(daemon: daemon, scene: follower.scene))
    var unknown: Set<String> = []
    if let drawn = asking({ (session) throws(Failure) in try session.manner.picture(of: &source, unknown: &unknown) }) {
      screen.drawn = drawn
    }
    if screen.reasons != nil, mirror.isSettled { findReasons() }
  }

  /// Asks the daemon, once more where it is another one by now.
  private func asking<Answer>(_ body: (WatchSession) throws(Failure) -> Answer) -> Answer? {
    if let answer = try? body(self) { return answer }
    guard let newer = try? DaemonCalls(invocation) else { return nil }
    daemon = newer
    return try? body(self)
  }

  // MARK: Keys

  /// - Returns: whether to go on.
  private func press(_ key: Key) throws(Failure) -> Bool {
    switch key {
    case .quit: return false
    case .nextScene: try changeScene(by: 1)
    case .previousScene: try changeScene(by: -1)
    case .nextView, .previousView, .parent, .child:
      screen.select(key)
      if screen.reasons != nil { findReasons() }
    case .why:
      if screen.reasons != nil { screen.reasons = nil } else { findReasons() }
    case .pageDown, .pageUp: screen.scroll(by: (key == .pageDown ? 1 : -1) * max(1, size.rows / 4))
    case .back: if screen.reasons != nil { screen.reasons = nil } else { screen.selection = nil }
    }
    return true
  }

  private func findReasons() {
    if screen.selection == nil { screen.select(.nextView) }
    guard let view = screen.selection else { return }
    do throws(Failure) {
      let answer = try ServedScene(daemon: daemon, scene: follower.scene).reasons(of: view)
      screen.reasons = ExplanationTable(answer, of: view, mostLines: .max, console).lines
    } catch {
      screen.reasons = ["\(error.message)"]
    }
  }

  private func changeScene(by step: Int) throws(Failure) {
    guard let known = asking({ (session) throws(Failure) in try session.daemon.scenes() }) else { return }
    let scenes = known.filter { !$0.name.hasSuffix(Self.mark) }
    if scenes.isEmpty { return }
    if isExact, let copy = follower.scene {
      _ = asking { (session) throws(Failure) in try session.daemon.call(.close(scene: copy)) }
    }
    let index = scenes.firstIndex { $0.name == scene.name } ?? 0
    scene = scenes[(index + step + scenes.count) % scenes.count]
    try follow()
  }

  // MARK: The terminal

  private var sizeInPoints: [Double] {
    [Double(size.columns) * 8, Double(max(1, size.rows - WatchScreen.footerRows)) * 16]
  }

  private func resize() {
    size = StandardStream.output.size ?? size
    // What the terminal made of the old lines is anybody's guess.
    shown = []
    guard isExact else { return }
    let op = Op(.set(.size, to: .numbers(sizeInPoints)))
    _ = asking { (session) throws(Failure) in
      try session.daemon.call(.apply(Request.Apply(scene: session.follower.scene, ops: [op])))
    }
  }

  /// - Returns: whether there is somebody to show it to.
  private func show() -> Bool {
    let lines = screen.lines(columns: size.columns, rows: size.rows, console)
    if lines == shown { return true }
    // The terminal shows all of it at once, if it can (mode 2026).
    var text = "\u{1B}[?2026h"
    if shown.count != lines.count {
      shown = Array(repeating: "", count: lines.count)
      text += "\u{1B}[2J"
    }
    for (row, line) in lines.enumerated() where line != shown[row] { text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)" }
    shown = lines
    return console.write(Array((text + "\u{1B}[?2026l").utf8))
  }
}

/// A scene whose picture comes on the stream, and of which a daemon is asked everything else.
struct StreamedScene: SceneSource {
  let picture: FrameSet
  let asked: ServedScene

  func frames() -> FrameSet { picture }
  func diagnostics() throws(Failure) -> [WireDiagnostic] { try asked.diagnostics() }
  func reasons(of view: String) throws(Failure) -> Wire.Reply.Explained { try asked.reasons(of: view) }
  func trait(_ name: String) throws(Failure) -> String? { try asked.trait(name) }
  func picture(at path: String) -> PictureFile? { nil }
}

extension SceneFollower {
  /// Follows a scene with all that is drawn of it, no faster than a terminal can show.
  convenience init(watching scene: String, _ invocation: Invocation) {
    // Milliseconds; a daemon that is silent for three of them counts as gone.
    var request = Request.Subscribe(scene: scene, heartbeatMs: 2000, diagnostics: true)
    request.filter.fields = .all
    request.maxHz = 30
    self.init(request, at: SocketAddress(from: invocation), encoding: .binary)
  }

  /// Its name.
  var scene: String? { following.request.scene }
}

extension DaemonCalls {
  /// - Parameter name: of a scene, or of the file that it is in; nil: the first one.
  func scene(_ name: String?) throws(Failure) -> Reply.Scene {
    let scenes = try scenes()
    if let scene = name == nil ? scenes.first : scenes.first(where: { $0.name == name }) { return scene }
    let folder = folder ?? FileSystem.currentFolder
    guard let file = name.flatMap({ try? FileSystem.realPath($0) }),
      let scene = scenes.first(where: { (try? FileSystem.realPath(FileSystem.path($0.file, from: folder))) == file })
    else {
      throw .unknownScene(name, known: scenes.map(\.name))
    }
    return scene
  }
}

extension Failure {
  fileprivate init(lost error: PosixError) {
    self.init(message: "the terminal cannot be used: \(error.reason)", code: .inputOutput)
  }
}
