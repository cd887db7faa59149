import Wire

extension Verb {
  static let update = Verb(
    name: "update", summary: "evaluate the conditions of a scene now",
    arguments: [
      Argument(
        name: "SCENE", meaning: "a scene's name, if several are open", isOptional: true, completion: .names(.scenes))
    ],
    options: [
      Option(name: "force", meaning: "all of them, even if nothing happened that they could ask for"), .socket,
    ],
    examples: [
      ("framewire update toast", "what was set so far is solved and published now"),
      ("framewire update --force toast", "everything is looked at again; frames that are right stay"),
    ],
    details: """
      Conditions follow by themselves whatever they ask for, once a turn. This is for somebody who sends many \
      changes at a time and wants a revision between them.
      """
  ) { (invocation, console) throws(Failure) in
    let request = Request.update(
      scene: invocation.arguments.first, view: nil, force: invocation.has("force"))
    guard case .rev(let revision) = try DaemonCalls(invocation).call(request) else { throw .unexpectedAnswer }
    console.print("revision \(revision)")
    return .success
  }
}
