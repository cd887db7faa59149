import Daemon
import LayoutRuntime
import Wire

extension Verb {
  static let explain = Verb(
    name: "explain", summary: "say why a view is where it is",
    arguments: [
      Argument(name: "VIEW", meaning: "the path of a view or guide, as in the stream; root is the root"),
      Argument(
        name: "ATTRIBUTE", meaning: "only this one, and what decides it: left, width, top, …", isOptional: true,
        completion: .words(attributes)),
    ],
    options: [
      sceneOption,
      Option(
        name: "file", value: "FILE",
        meaning: "look at this file, without a daemon; --scene is a layout or preview of it",
        completion: .layoutFiles),
      .text, .font, .followLinks,
      Option(
        name: "format", value: "FORMAT", meaning: "table, or json: the reply of the protocol's Explain",
        completion: .words(["table", "json"])),
      Option(name: "all", meaning: "every constraint, also of a view that very many refer to"),
      .socket,
    ],
    examples: [
      ("framewire explain subtitle --scene card", "everything that has a say in it"),
      ("framewire explain subtitle top --scene card", "what decides its top"),
      ("framewire explain user --file Layouts/login.layout", "without a daemon"),
      ("framewire explain panel --scene toast --format json", "for other programs"),
    ],
    details: """
      Each constraint stands under the attribute that it names, with its priority, how it is doing and its place in \
      the file. "2.8 to spare" is how far an inequality is from deciding anything, "missed by 4" how far a constraint \
      is from holding. Those of branches and configurations that do not hold now are listed as off. What a stack, a \
      text or the scene asks for is told in words. --text, --font and --follow-links only go with --file.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try choice("format", of: ["table", "json"], in: invocation)
    let request = Request.Explain(
      scene: invocation.value("scene"), view: invocation.arguments[0],
      attribute: invocation.arguments.count > 1 ? invocation.arguments[1] : nil)
    let explained: Wire.Reply.Explained
    if let file = invocation.value("file") {
      explained = try reasons(for: request, in: file, invocation, console)
    } else {
      guard case .explained(let answer) = try DaemonCalls(invocation).call(.explain(request)) else {
        throw .unexpectedAnswer
      }
      explained = answer
    }
    if format == "json" {
      console.print(json: explained.text)
    } else {
      let most = invocation.has("all") ? Int.max : mostLines
      let table = ExplanationTable(explained, of: request.view, mostLines: most, console)
      for line in table.lines { console.print(line) }
    }
    return .success
  }

  private static let attributes = [
    "left", "right", "leading", "trailing", "centerX", "width", "top", "bottom", "centerY", "firstBaseline",
    "lastBaseline", "height",
  ]

  /// More lines than a view has that is placed by hand, and enough to see what refers to a root.
  private static let mostLines = 12

  private static func reasons(
    for request: Request.Explain, in file: String, _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> Wire.Reply.Explained {
    var (runtime, scene) = try OfflineRuntime.opening(request.scene, of: file, invocation, console)
    let answer = try runtime.ask {
      .explain($0, scene: scene, view: request.view, attribute: request.attribute)
    }
    guard case .explained(let explanation, let sources) = answer else {
      preconditionFailure("a question why is answered by reasons")
    }
    return Wire.Reply.Explained(explanation, in: sources)
  }
}
