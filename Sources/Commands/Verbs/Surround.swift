import Wire

extension Verb {
  static let surround = Verb(
    name: "surround", summary: "say what surrounds a scene: keyboard, safe area, margins, scale",
    arguments: [
      Argument(
        name: "WHAT",
        meaning: "keyboard=HEIGHT, scale=PIXELS; safe= and margins= one number, or TOP,LEFT,BOTTOM,RIGHT", repeats: true
      )
    ],
    options: [
      Option(
        name: "duration", value: "TIME", meaning: "how long what the keyboard moves takes, like 250ms or 0.4s"),
      Option(
        name: "curve", value: "CURVE",
        meaning: "how it gets there: linear, ease-in, ease-out, ease-in-out, 'bezier(…)' or 'spring(0.8)'",
        completion: .words(["linear", "ease", "ease-in", "ease-out", "ease-in-out"])),
      sceneOption,
    ] + ChangeManner.options + [.socket],
    examples: [
      (
        "framewire surround keyboard=300 --duration 250ms --curve ease-out",
        "with what it moves"
      ),
      ("framewire surround keyboard=0 --scene sheet", "it is gone, at once"),
      ("framewire surround safe=47,0,34,0 margins=16 scale=3", "as on a phone"),
    ],
    details: """
      Margins are told as top, leading, bottom, trailing. The size of a scene is the verb 'resize', its traits are 'trait'; 'reset --traits' takes all of them back. Without \
      --duration and --curve a keyboard moves things at once, unless --animate is said.
      """
  ) { (invocation, console) throws(Failure) in
    var ops: [Op] = []
    for text in invocation.arguments { ops.append(try op(text, invocation)) }
    let takesTime = invocation.has("duration") || invocation.has("curve")
    if takesTime, !ops.contains(where: { if case .keyboard = $0.action { true } else { false } }) {
      throw .usage("--duration and --curve are about the keyboard, and none is set", help: "say keyboard=HEIGHT")
    }
    if takesTime, invocation.has("no-animate") {
      throw .usage("--no-animate and a duration or curve cannot go together")
    }
    let applied = try DaemonCalls(invocation).apply(
      ops, to: invocation.value("scene"), ChangeManner(invocation), console)
    console.report(applied.warnings)
    console.print("revision \(applied.rev)")
    return .success
  }

  private static func op(_ text: String, _ invocation: Invocation) throws(Failure) -> Op {
    let (name, value) = try TypedValue.assignment(text)
    var numbers: [Double] = []
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      numbers.append(try TypedValue.number(String(part), for: name))
    }
    switch name {
    case "keyboard":
      guard numbers.count == 1 else { break }
      let duration = try invocation.value("duration").map { text throws(Failure) in try TypedValue.milliseconds(text) }
      return Op(.keyboard(numbers[0], durationMs: duration, curve: invocation.value("curve")))
    case "scale":
      guard numbers.count == 1 else { break }
      return Op(.scale(numbers[0]))
    case "safe", "margins":
      if numbers.count == 1 { numbers = Array(repeating: numbers[0], count: 4) }
      guard numbers.count == 4 else { break }
      let edges = Environment.Edges(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
      return Op(name == "safe" ? .safe(edges) : .margins(edges))
    default:
      throw Failure(
        message: "'\(name)' does not surround a scene", help: "write keyboard=, safe=, margins= or scale=",
        code: .badValue)
    }
    throw Failure(
      message: "'\(name)' has \(name == "safe" || name == "margins" ? "one number or four" : "one number"), not "
        + "\(numbers.count)", code: .badValue)
  }
}
