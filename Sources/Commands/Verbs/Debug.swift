import LayoutRuntime
import Wire

extension Verb {
  static let debug = Verb(
    name: "debug", summary: "lay open what the daemon keeps, for people who mend it",
    arguments: [
      Argument(
        name: "PART", meaning: "scene, tree, syntax, solver or watcher",
        completion: .words(Request.DebugPart.allCases.map(\.rawValue))),
      Argument(
        name: "SCENE", meaning: "a scene's name, if several are open", isOptional: true, completion: .names(.scenes)),
    ],
    options: [
      Option(
        name: "file", value: "FILE",
        meaning: "look at this file, without a daemon; SCENE is a layout or preview of it",
        completion: .layoutFiles
      ).without("socket"),
      .text.beside("file"), .font.beside("file"), .followLinks.beside("file"), .socket,
    ],
    examples: [
      ("framewire debug scene card", "what is set in it, solved, published and moving"),
      ("framewire debug tree card", "its views with their constraints, off ones in brackets"),
      ("framewire debug syntax --file card.layout", "the file as it was parsed"),
      ("framewire debug solver card | less", "the compiled system: rows, tape, blocks, values"),
      ("framewire debug watcher", "files and folders that are watched, and how"),
    ],
    details: """
      The lines are for eyes: their form changes with any version, and scripts had better ask scenes, get, explain or \
      call.
      """
  ) { (invocation, console) throws(Failure) in
    guard let part = Request.DebugPart(rawValue: invocation.arguments[0]) else {
      throw .usage(
        "'\(invocation.arguments[0])' is none of \(Request.DebugPart.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let scene = invocation.arguments.dropFirst().first
    if part == .watcher, scene != nil || invocation.has("file") {
      throw .usage("the watcher is the daemon's, for all scenes: it goes with neither a scene nor --file")
    }
    if let file = invocation.value("file") {
      print(try text(of: part, of: scene, in: file, invocation, console), console)
      return .success
    }
    guard case .dump(let text) = try DaemonCalls(invocation).call(.debug(part, scene: scene)) else {
      throw .unexpectedAnswer
    }
    print(text, console)
    return .success
  }

  private static func print(_ text: String, _ console: Console) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { console.print("\(line)") }
  }

  private static func text(
    of part: Request.DebugPart, of wanted: String?, in file: String, _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> String {
    var (runtime, scene) = try OfflineRuntime.opening(wanted, of: file, invocation, console)
    guard let dump = SceneDump(rawValue: part.rawValue),
      case .dump(let text) = try runtime.ask(.debug(dump, scene: scene))
    else { preconditionFailure("no scene has a part '\(part)'") }
    return text
  }
}
