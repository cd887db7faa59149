import Daemon
import Drawing
import Frames
import LayoutRuntime
import Posix
import Wire

/// A scene that pictures are made of: one of a daemon, or of files that were opened for it.
protocol SceneSource {
  /// What is shown now, with looks and lines.
  mutating func frames() throws(Failure) -> FrameSet
  /// What is wrong with it.
  mutating func diagnostics() throws(Failure) -> [WireDiagnostic]
  /// Why a view is where it is.
  mutating func reasons(of view: String) throws(Failure) -> Wire.Reply.Explained
  /// The value of a trait; nil: it has none.
  mutating func trait(_ name: String) throws(Failure) -> String?
  /// The file that a layout reaches by a path; nil: none that can be drawn.
  func picture(at path: String) -> PictureFile?
}

/// A scene of a daemon.
struct ServedScene: SceneSource {
  let daemon: DaemonCalls
  /// Nil: the only one.
  let scene: String?
  /// Files of pictures that the daemon has found, in the folders that it may read in.
  private(set) var found: Set<String> = []

  init(daemon: DaemonCalls, scene: String?) { (self.daemon, self.scene) = (daemon, scene) }

  mutating func frames() throws(Failure) -> FrameSet {
    let request = Request.Snapshot(scene: scene, filter: Filter(fields: .all))
    guard case .event(let event) = try daemon.call(.snapshot(request)) else { throw .unexpectedAnswer }
    let picture = event.picture
    found = Set(picture.looks.values.compactMap { $0.image?.width == nil ? nil : $0.image?.path })
    return picture
  }

  func diagnostics() throws(Failure) -> [WireDiagnostic] {
    guard case .synced(let synced) = try daemon.call(.sync(Request.Sync(scene: scene))) else { throw .unexpectedAnswer }
    return synced.diagnostics
  }

  func reasons(of view: String) throws(Failure) -> Wire.Reply.Explained {
    guard case .explained(let answer) = try daemon.call(.explain(Request.Explain(scene: scene, view: view))) else {
      throw .unexpectedAnswer
    }
    return answer
  }

  func trait(_ name: String) throws(Failure) -> String? {
    guard case .values(let values) = try daemon.call(.get(scene: scene, names: [name])) else { throw .unexpectedAnswer }
    guard case .text(let text)? = values.first?.value else { return nil }
    return text
  }

  func picture(at path: String) -> PictureFile? {
    guard found.contains(path), let folder = daemon.folder else { return nil }
    let file = FileSystem.path(path, from: folder)
    // A link that has taken its place since leads nowhere.
    return (try? Enclosure([FileSystem.split(file).directory]).readFile(file).bytes).flatMap { PictureFile($0) }
  }
}

/// A scene of a file.
struct OfflineScene: SceneSource {
  var runtime: OfflineRuntime
  let scene: String

  mutating func frames() throws(Failure) -> FrameSet {
    Event(try runtime.snapshot(of: scene, through: FrameFilter(fields: .all)), epoch: "offline").picture
  }

  mutating func diagnostics() throws(Failure) -> [WireDiagnostic] { try runtime.report(on: scene).wireDiagnostics }

  mutating func reasons(of view: String) throws(Failure) -> Wire.Reply.Explained {
    let answer = try runtime.ask(.explain(scene: scene, view: view, attribute: nil))
    guard case .explained(let explanation, let sources) = answer else {
      preconditionFailure("a question why is answered by reasons")
    }
    return Wire.Reply.Explained(explanation, in: sources)
  }

  mutating func trait(_ name: String) throws(Failure) -> String? {
    guard case .values(let values, _) = try runtime.ask(.get(scene: scene, names: [name])) else {
      preconditionFailure("a question for values is answered by them")
    }
    guard case .text(let text)? = values.first?.value else { return nil }
    return text
  }

  func picture(at path: String) -> PictureFile? { runtime.picture(at: path) }

  // MARK: Changing it

  /// - Parameter animated: whether what this changes gets there by and by; nil: as the file says.
  mutating func apply(_ operations: [Operation], animated: Bool? = false) throws(Failure) {
    if operations.isEmpty { return }
    _ = try runtime.ask(.apply(scene: scene, operations, ifLayoutRevision: nil, animated: AnimationWishes(animated)))
  }

  /// Moves the scene's clock.
  mutating func drive(_ action: ClockAction) throws(Failure) {
    _ = try runtime.ask(.clock(action, scene: scene))
  }

  /// Whether nothing moves.
  mutating func isSettled() throws(Failure) -> Bool {
    try runtime.snapshot(of: scene, through: FrameFilter(depth: 0)).isSettled
  }
}

extension OfflineRuntime {
  /// A picture that a layout names; nil where there is none that can be read.
  func picture(at path: String) -> PictureFile? {
    if case .bytes(let bytes) = content(of: path) { PictureFile(bytes) } else { nil }
  }
}
