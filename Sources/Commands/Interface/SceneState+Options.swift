import LayoutRuntime

extension Verb.Option {
  /// What a scene of a file is set to before it is looked at.
  static let sceneState: [Verb.Option] = [
    Verb.Option(name: "size", value: "WxH", meaning: "the scene's size in points; _ wraps the content"),
    Verb.Option(name: "scale", value: "N", meaning: "device pixels a point"),
    Verb.Option(
      name: "trait", value: "TRAIT", meaning: "compact.y, dark, rtl, phone, or NAME=VALUE", repeats: true,
      completion: .words(TypedValue.traitWords)),
    Verb.Option(name: "config", value: "[VIEW:]NAME", meaning: "a named configuration to be in", repeats: true),
    Verb.Option(name: "flag", value: "NAME", meaning: "a flag to set", repeats: true),
    Verb.Option(name: "var", value: "NAME=N", meaning: "the value of a variable", repeats: true),
    Verb.Option(
      name: "set", value: "WHAT",
      meaning: "'#id=16', '#id=10,20,30,40', name=3, list=@FILE, flag or flag=off, as 'set' takes it",
      repeats: true),
    Verb.Option(name: "scroll", value: "VIEW=OFFSET", meaning: "how far a view is scrolled: Y, or X,Y", repeats: true),
  ]
}

extension Operation {
  /// The operations that the options of `sceneState` ask for. Their order does not matter.
  static func all(from invocation: Invocation) throws(Failure) -> [Operation] {
    var operations: [Operation] = []
    if let text = invocation.value("size") { operations.append(.set(try TypedValue.size(text))) }
    if let text = invocation.value("scale") {
      operations.append(.set(.scale, to: .number(try TypedValue.number(text, for: "scale"))))
    }
    for text in invocation.values("trait") { operations.append(.set(try TypedValue.trait(text))) }
    for text in invocation.values("config") {
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      operations.append(.set(.config, of: parts.count == 2 ? parts[0] : nil, to: parts.last.map { .text($0) }))
    }
    for name in invocation.values("flag") { operations.append(.set(.flag, of: name, to: true)) }
    for text in invocation.values("var") {
      let (name, value) = try TypedValue.assignment(text)
      operations.append(.set(.variable, of: name, to: .text(TypedValue.unquoted(value))))
    }
    for text in invocation.values("set") {
      switch try RecordInput.action(text) {
      case .set(let assignment): operations.append(.set(assignment))
      case .records(let list, let change): operations.append(.records(list: list, change))
      case let other: preconditionFailure("'\(text)' is read as \(other)")
      }
    }
    for text in invocation.values("scroll") {
      let (view, offset) = try TypedValue.assignment(text)
      operations.append(.set(.scroll, of: view, to: try TypedValue.offset(offset)))
    }
    return operations
  }
}
