import LayoutSyntax
import Settables
import Wire

extension Verb {
  static let surround = Verb(
    name: "surround", summary: "say what surrounds a scene: keyboard, safe area, margins, scale",
    arguments: [
      Argument(name: "WHAT", meaning: usage, repeats: true)
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
      ("framewire surround keyboard=40,500,320,216", "it floats, in a rectangle of the scene"),
      ("framewire surround safe=47,0,34,0 margins=16 scale=3", "as on a phone"),
    ],
    details: """
      Lengths are in points, the scale is in device pixels a point. The size of a scene is the verb 'resize', its traits are 'trait'; 'reset --traits' takes all of them back. Without \
      --duration and --curve a keyboard moves things at once, unless --animate is said.
      """
  ) { (invocation, console) throws(Failure) in
    var ops: [Op] = []
    for text in invocation.arguments { ops.append(try op(text, invocation)) }
    let takesTime = invocation.has("duration") || invocation.has("curve")
    if takesTime, !ops.contains(where: { if case .keyboard = $0.action { true } else { false } }) {
      throw .usage(
        "--duration and --curve are about the keyboard, and none is set",
        help: "say keyboard=HEIGHT or keyboard=X,Y,WIDTH,HEIGHT")
    }
    if takesTime, invocation.has("no-animate") {
      throw .usage("--no-animate and a duration or curve cannot go together")
    }
    return try DaemonCalls.apply(ops, to: invocation.value("scene"), invocation, console)
  }

  private static func op(_ text: String, _ invocation: Invocation) throws(Failure) -> Op {
    let (name, value) = try TypedValue.assignment(text)
    var numbers: [Double] = []
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      numbers.append(try TypedValue.number(String(part), for: name))
    }
    guard let settable = surroundings.first(where: { $0.rawValue == name }) else {
      throw Failure(
        message: "'\(name)' does not surround a scene",
        help: "write \(surroundings.map { "\($0.rawValue)=" }.listed("or"))", code: .badValue)
    }
    guard let names = names(of: settable), numbers.count > 1 || !settable.takesNumber else {
      guard numbers.count == 1 else {
        throw Failure(message: "'\(name)' has one number, not \(numbers.count)", code: .badValue)
      }
      return try op(settable, .number(numbers[0]), invocation)
    }
    // One number stands for all sides.
    if numbers.count == 1 { numbers = names.map { _ in numbers[0] } }
    guard numbers.count == names.count else {
      throw Failure(message: "'\(name)' has one number or four, not \(numbers.count)", code: .badValue)
    }
    return try op(settable, .numbers(numbers), invocation)
  }

  private static func op(
    _ settable: Settable, _ value: SettableValue, _ invocation: Invocation
  ) throws(Failure) -> Op {
    if settable == .keyboard, let motion = try motion(invocation) { return Op(.keyboard(value, motion)) }
    return Op(.set(settable, to: value))
  }

  /// The names of the numbers that it may have; nil where it has one.
  private static func names(of settable: Settable) -> [String]? {
    switch settable.form {
    case .list(let names, _, _, _), .numberOrList(_, let names): names
    default: nil
    }
  }

  private static func motion(_ invocation: Invocation) throws(Failure) -> Op.Motion? {
    let duration = try invocation.value("duration").map { text throws(Failure) in try TypedValue.milliseconds(text) }
    let motion = Op.Motion(durationMs: duration, curve: invocation.value("curve"))
    return motion == Op.Motion() ? nil : motion
  }

  /// Says how each value is written: `scale=N; safe=N|TOP,LEFT,BOTTOM,RIGHT`.
  private static var usage: String {
    surroundings.map { settable in
      guard let names = names(of: settable) else { return "\(settable.rawValue)=N" }
      return "\(settable.rawValue)=N|\(names.joined(separator: ",").uppercased())"
    }.joined(separator: "; ")
  }

  /// Everything around a scene but its size, which is set with the verb `resize`.
  private static let surroundings = Settable.surroundings.filter { $0 != .size }
}

extension Settable {
  /// Whether a single number is one of its values, and not short for several.
  fileprivate var takesNumber: Bool { if case .numberOrList = form { true } else { false } }
}
