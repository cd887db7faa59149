import Daemon
import LayoutRuntime
import LayoutSyntax
import Wire

extension Verb {
  static let explain = Verb(
    name: "explain", summary: "say why a view is where it is",
    arguments: [
      Argument(
        name: "VIEW", meaning: "the path of a view or guide, as in the stream; root is the root; or VIEW.ATTRIBUTE"),
      Argument(
        name: "ATTRIBUTE", meaning: "only this one, and what decides it: left, width, top, …", isOptional: true,
        completion: .words(attributes)),
    ],
    options: [
      sceneOption,
      Option(
        name: "file", value: "FILE",
        meaning: "look at this file, without a daemon; --scene is a layout or preview of it",
        completion: .layoutFiles
      ).without("socket"),
      .text.beside("file"), .font.beside("file"), .followLinks.beside("file"),
      Option(name: "all", meaning: "every constraint, also of a view that very many refer to"),
      .socket,
    ] + OutputFormat.explain.options,
    examples: [
      ("framewire explain subtitle --scene card", "everything that has a say in it"),
      ("framewire explain subtitle.top --scene card", "what decides its top"),
      ("framewire explain user --file Layouts/login.layout", "without a daemon"),
      ("framewire explain panel --scene toast --format json", "for other programs"),
    ],
    details: """
      Each constraint stands under the attribute that it names, with its priority, how it is doing and its place in \
      the file. "2.8 to spare" is how far an inequality is from deciding anything, "missed by 4" how far a constraint \
      is from holding. Those of branches and configurations that do not hold now are listed as off. What a stack, a \
      text or the scene asks for is told in words. Behind a dot a view goes before an attribute: where art has a view that \
      is called width, art.width is that view, and its own width is asked for as art width.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.explain.choice(in: invocation)
    let (explained, request): (Wire.Reply.Explained, Request.Explain)
    do throws(Failure) { (explained, request) = try reasons(invocation, console) } catch {
      guard let code = DiagnosticsPage.code(meantBy: invocation.arguments[0]) else { throw error }
      var failure = error
      failure.help = "framewire help \(code) says what \(code) means"
      throw failure
    }
    if format == "json" {
      console.print(json: explained.text)
    } else {
      let most = invocation.has("all") ? Int.max : mostLines
      let table = ExplanationTable(explained, of: request.view, mostLines: most, console)
      for line in table.lines { console.print(row: line, hanging: 4) }
    }
    return .success
  }

  private static let attributes = [
    "left", "right", "leading", "trailing", "centerX", "width", "top", "bottom", "centerY", "firstBaseline",
    "lastBaseline", "height",
  ]

  /// More lines than a view has that is placed by hand, and enough to see what refers to a root.
  private static let mostLines = 12

  /// What is asked, and the answer to it. The last word of a path may be an attribute: `art.width` is the width of
  /// `art`, unless a view is called so.
  private static func reasons(
    _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> (Wire.Reply.Explained, Request.Explain) {
    let ask = try answering(invocation, console)
    let (path, attribute) = (invocation.arguments[0], invocation.arguments.dropFirst().first)
    let asked = Request.Explain(scene: invocation.value("scene"), view: path, attribute: attribute)
    guard attribute == nil, let dot = path.lastIndex(of: "."), dot > path.startIndex else {
      return (try ask(asked), asked)
    }
    let (owner, last) = (String(path[..<dot]), String(path[path.index(after: dot)...]))
    do throws(Failure) {
      let answer = try ask(asked)
      if attributes.contains(last) {
        console.note("'\(path)' is a view; of '\(owner)' it is: framewire explain \(owner) \(last)")
      }
      return (answer, asked)
    } catch  where error.viewsNear != nil {
      var other = asked
      other.view = owner
      if attributes.contains(last) {
        other.attribute = last
        return (try ask(other), other)
      }
      // A view in there that is called nearly so goes before an attribute that is.
      guard let near = nearestName(to: last, in: attributes), error.viewsNear?.first?.hasPrefix("\(owner).") != true,
        (try? ask(other)) != nil
      else { throw error }
      var mended = error
      mended.help = correction("\(owner).\(near)")
      throw mended
    }
  }

  /// Who knows: a daemon, or a file that is opened for it.
  private static func answering(
    _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> (Request.Explain) throws(Failure) -> Wire.Reply.Explained {
    guard let file = invocation.value("file") else {
      let daemon = try DaemonCalls(invocation)
      return { (request) throws(Failure) in
        guard case .explained(let answer) = try daemon.call(.explain(request)) else { throw .unexpectedAnswer }
        return answer
      }
    }
    var (runtime, scene) = try OfflineRuntime.opening(invocation.value("scene"), of: file, invocation, console)
    return { (request) throws(Failure) in
      let answer = try runtime.ask(.explain(scene: scene, view: request.view, attribute: request.attribute))
      guard case .explained(let explanation, let sources) = answer else {
        preconditionFailure("a question why is answered by reasons")
      }
      return Wire.Reply.Explained(explanation, in: sources)
    }
  }
}
