import LayoutSyntax
import Settables
import Wire

extension Verb {
  static let reset = Verb(
    name: "reset", summary: "take back what was set from outside: the files decide again",
    arguments: [
      Argument(
        name: "SCENE", meaning: "a scene's name; every scene if none", isOptional: true, completion: .names(.scenes))
    ],
    options: StatePart.allCases.map { Option(name: $0.rawValue, meaning: meaning(of: $0)) }
      + ChangeManner.options + [.socket],
    examples: [
      ("framewire reset card", "all that was set in one scene"),
      ("framewire reset --configs", "the configurations of every scene"),
      ("framewire reset card --traits --values", "the surroundings and the values, nothing else"),
      ("framewire reset card --animate", "moving back from where everything is"),
    ],
    details: """
      Prints the revision of the scene; of every scene, the names of those that look different now. What is set survives \
      saves and restarts of the daemon; this is how it ends. A scene that was opened by a program returns to what it \
      was opened with, and one that was closed stays closed.
      """
  ) { (invocation, console) throws(Failure) in
    let parts = StatePart.allCases.filter { invocation.has($0.rawValue) }
    let ops = parts.isEmpty ? [Op(.reset(nil))] : parts.map { Op(.reset($0)) }
    if let scene = invocation.arguments.first {
      return try DaemonCalls.apply(ops, to: scene, invocation, console)
    }
    var manner = try ChangeManner(invocation)
    let daemon = try DaemonCalls(invocation)
    // All scenes set out together; only then is there something to wait for.
    let wait = manner.wait
    if wait == .settled { manner.wait = .solved }
    var warnings: [WireDiagnostic] = []
    var changed: [String] = []
    for scene in try daemon.scenes() {
      let applied = try daemon.apply(ops, to: scene.name, manner, console)
      if applied.layoutRev != scene.layoutRev { changed.append(scene.name) }
      // Warnings are about the journal, so each is printed once and not for every scene.
      for warning in applied.warnings where !warnings.contains(warning) { warnings.append(warning) }
    }
    if wait == .settled { try daemon.settle(changed, console) }
    console.report(warnings)
    if changed.isEmpty { console.print("no scene looks different") }
    for line in changed { console.print("\(line)") }
    return .success
  }
  /// Says what a reset of one part takes back.
  private static func meaning(of part: StatePart) -> String {
    var nouns: [String] = []
    for noun in part.settables.map(\.entry.noun) where noun != nouns.last { nouns.append(noun) }
    let list = nouns.listed()
    return switch part {
    case .configs: "only the \(list), as 'use' sets them"
    case .traits: "only the surroundings: \(list)"
    case .values: "only \(list)"
    case .views: "only which views stand in which stacks, as 'append' and its kind arrange them"
    }
  }
}
