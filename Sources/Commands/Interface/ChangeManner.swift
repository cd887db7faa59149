import Wire

/// How a change is made: whether what it moves is animated, and what the verb waits for. Every verb that changes a
/// scene takes the same options for it.
struct ChangeManner {
  /// Whether the change is animated; nil: as the file says.
  private let animate: Bool?
  var wait: Request.Apply.Wait

  static let options = [
    Verb.Option(name: "animate", meaning: "animate the change, in 250 ms where the file says no timing")
      .without("no-animate"),
    Verb.Option(name: "no-animate", meaning: "at once, whatever the file says"),
    Verb.Option(
      name: "wait", value: "WHAT",
      meaning: "until its frames are solved (solved, and none is the same), or nothing moves any more (settled)",
      completion: .words(Request.Apply.Wait.allCases.map(\.rawValue))),
  ]

  init(_ invocation: Invocation) throws(Failure) {
    animate = invocation.has("animate") ? true : invocation.has("no-animate") ? false : nil
    guard let text = invocation.value("wait") else {
      wait = .solved
      return
    }
    guard let known = Request.Apply.Wait(rawValue: text) else {
      throw .usage("--wait is none, solved or settled, not '\(text)'")
    }
    wait = known
  }

  func applied(to ops: [Op]) -> [Op] {
    guard let animate else { return ops }
    return ops.map { op in
      var op = op
      op.animate = animate
      return op
    }
  }
}
