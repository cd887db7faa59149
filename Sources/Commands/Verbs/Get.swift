import JSONText
import LayoutSyntax
import Settables
import Wire

extension Verb {
  static let get = Verb(
    name: "get", summary: "read back what is set, and what is so without that",
    arguments: [
      Argument(
        name: "WHAT",
        meaning:
          "'#id', a variable, a flag, a trait, VIEW.PART (\(parts(.view, .viewOrAll))), or \(parts(.scene)) of the "
          + "scene; without any, all there are",
        isOptional: true, repeats: true)
    ],
    options: [
      sceneOption,
      Option(name: "value", meaning: "only the values, one a line, for scripts"),
      .socket,
    ] + OutputFormat.get.options,
    examples: [
      ("framewire get '#gap' --scene card", "the constant of #gap, and where it comes from"),
      ("framewire get --scene dashboard", "everything that can be set there"),
      ("framewire get columns --value", "a number by itself"),
      (#"framewire get 'messages["c"].unread'"#, "one field of one record"),
      ("framewire get size safe page.scroll", "what surrounds the scene, and how far a view is scrolled"),
    ],
    details: """
      Each line begins as set and trait take it, and of what surrounds the scene as surround and --size do; a text that would \
      mean something else there (on, an empty one, …) stands in quotes, in which \\u{a} is the character of that number. What was \
      set says so, with what the file has in its place; NAME= takes it back. An id that several views have is asked for with its \
      view: 'card.#gap'. Of views what was set is listed; who asks by name is told it of any view. A variable, flag or trait \
      called size or the like is meant rather than the scene's.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.get.choice(in: invocation)
    let request = Request.get(scene: invocation.value("scene"), names: invocation.arguments)
    guard case .values(let values) = try DaemonCalls(invocation).call(request) else { throw .unexpectedAnswer }
    if format == "json" {
      console.print(json: Reply.Value.text(of: values))
    } else if invocation.has("value") {
      for value in values { console.print("\(text(of: value))") }
    } else {
      printTable(values, console)
    }
    return .success
  }

  private static func printTable(_ values: [Reply.Value], _ console: Console) {
    let rows = values.map {
      [setting(of: $0), priority(of: $0), origin(of: $0), place(of: $0)].map(\.shownOnTerminal)
    }
    // A list of records is longer.
    let columns = Columns(rows, widest: 50)
    for (row, value) in zip(rows, values) {
      let line = columns.line(row)
      console.print(row: value.from == .outside ? console.styled("\(line)", .bold) : "\(line)", hanging: 4)
    }
  }

  /// What there is to ask of a view, or of the scene.
  private static func parts(_ subjects: Settable.Subject...) -> String {
    Settable.allCases.filter { subjects.contains($0.subject) }.map(\.rawValue).listed("or")
  }

  /// As `set` takes it.
  private static func setting(of value: Reply.Value) -> String {
    let sign =
      switch value.settable {
      case .priority: "@"
      case .multiplier: "*"
      default: "="
      }
    return "\(value.name)\(sign)\(text(of: value))"
  }

  /// Writes a value as `set` takes it behind the sign.
  private static func text(of value: Reply.Value) -> String {
    switch value.value {
    case .numbers(let numbers):
      numbers.map { $0.map { JSON.number($0).text } ?? "_" }.joined(separator: value.settable == .size ? "x" : ",")
    case .number(let number): JSON.number(number).text
    case .text(let text), .typed(_, let text):
      [.variable, .text].contains(value.settable) ? TypedValue.quoted(text) : text
    case .truth(let isSet): value.settable == .variable ? "\(isSet)" : isSet ? "on" : "off"
    case .records(let records): JSON.array(records.map(\.json)).text
    case nil: ""
    }
  }

  private static func priority(of value: Reply.Value) -> String {
    value.priority.map { $0 >= 1000 ? "required" : "@\(JSON.number($0).text)" } ?? ""
  }

  private static func origin(of value: Reply.Value) -> String {
    switch value.from {
    case .file: "in the file"
    case .outside: value.written.map { "set; the file says \($0)" } ?? "set"
    case .default: "nobody says it"
    }
  }

  private static func place(of value: Reply.Value) -> String {
    value.span.map { "\($0.file):\($0.line):\($0.column)" } ?? ""
  }
}
