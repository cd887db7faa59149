import Wire

extension Verb {
  static let append = Verb(
    name: "append", summary: "put views into a stack or list",
    arguments: [Argument(name: "VIEW", meaning: "the path of a view, in the stack's order", repeats: true)],
    options: [
      Option(name: "to", value: "STACK", meaning: "the path of a vstack, hstack or list"),
      Option(name: "at", value: "N", meaning: "the place among those it has, from 0; at the end if left out"),
      sceneOption,
    ] + ChangeManner.options + [.socket],
    examples: [
      ("framewire append badge --to row --scene card", "at the end of row, wherever it stood before"),
      ("framewire append title --to row --at 0", "to the front"),
      ("framewire append drawer.help drawer.about --to menu --animate", "two views that waited in a hidden box"),
    ],
    details: """
      The layout declares every view that can be put somewhere: elsewhere, in a hidden box that is a drawer for them, or \
      in the stack itself, from which it was removed. It keeps its path, its number in the stream and all that was set in \
      it. Constraints between it and views outside of it hold only where the file puts it. Rows that no file declares \
      come with records: see 'framewire record'.
      """
  ) { (invocation, console) throws(Failure) in
    guard let stack = invocation.value("to") else {
      throw .usage("--to STACK is missing: where the views are put", help: "framewire append VIEW… --to STACK")
    }
    var index: Int?
    if let text = invocation.value("at") {
      guard let number = Int(text), number >= 0 else {
        throw Failure(message: "'\(text)' is no place: places count from 0", code: .badValue)
      }
      index = number
    }
    return try apply(.append(invocation.arguments, to: stack, at: index), invocation, console)
  }

  static let remove = Verb(
    name: "remove", summary: "take views out of their stack or list, and out of the scene",
    arguments: [
      Argument(name: "VIEW", meaning: "the path of a view; none with --all", isOptional: true, repeats: true)
    ],
    options: [
      Option(name: "from", value: "STACK", meaning: "the stack in which they must stand"),
      Option(name: "all", meaning: "every view of STACK").beside("from"), sceneOption,
    ] + ChangeManner.options + [.socket],
    examples: [
      ("framewire remove badge --scene card", "from the stack in which it stands"),
      ("framewire remove badge title --from row", "only if both stand in row"),
      ("framewire remove --all --from row", "row is empty then"),
    ],
    details: """
      A view that is removed leaves the picture with everything in it, and comes back unchanged with 'append', 'arrange' \
      or 'reset --views'. Until then constraints that mention it are out of force, and conditions that ask it something \
      do not hold.
      """
  ) { (invocation, console) throws(Failure) in
    let stack = invocation.value("from")
    guard invocation.arguments.isEmpty == invocation.has("all") else {
      throw .usage("say which VIEWs, or --all", help: "framewire help remove says more")
    }
    return try apply(
      .remove(invocation.has("all") ? nil : invocation.arguments, from: stack), invocation, console)
  }

  static let arrange = Verb(
    name: "arrange", summary: "say which views a stack or list shows, in which order",
    arguments: [
      Argument(name: "STACK", meaning: "the path of a vstack, hstack or list"),
      Argument(name: "VIEW", meaning: "what it shows, in order; none with --clear", isOptional: true, repeats: true),
    ],
    options: [
      Option(name: "clear", meaning: "take back what was arranged in STACK: the file decides again"), sceneOption,
    ] + ChangeManner.options + [.socket],
    examples: [
      ("framewire arrange row badge title", "badge before title, and nothing else"),
      ("framewire arrange row title badge --animate --wait settled", "the other way round, seen"),
      ("framewire arrange row --clear", "as in the file"),
    ],
    details: "Views that the stack had and that are not named are removed, as by 'remove'."
  ) { (invocation, console) throws(Failure) in
    let views = Array(invocation.arguments.dropFirst())
    guard views.isEmpty == invocation.has("clear") else {
      throw .usage(
        "say which VIEWs, or --clear",
        help: views.isEmpty ? "framewire remove --all --from \(invocation.arguments[0]) empties it" : nil)
    }
    return try apply(
      .arrange(view: invocation.arguments[0], invocation.has("clear") ? nil : views), invocation, console)
  }

  private static func apply(
    _ action: Op.Action, _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> ExitCode {
    return try DaemonCalls.apply([Op(action)], to: invocation.value("scene"), invocation, console)
  }
}
