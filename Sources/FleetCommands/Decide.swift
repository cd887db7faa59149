import Commands
import Fleet
import Nats
import Posix
import Settables

extension Verb {
  static let use = Verb(
    program: FleetProgram.name, name: "use", summary: "switch a named configuration on many machines",
    arguments: [Argument(name: "NAME", meaning: "the configuration, unless --clear", isOptional: true)],
    options: [
      scene, Option(name: "view", value: "VIEW", meaning: "only this view; else every view that declares it"),
      Option(name: "clear", meaning: "decide nothing about it any more at this level"),
    ] + Option.levels + [.replicas] + OutputFormat.outcome.options + Option.fleet,
    examples: [
      ("framewire-nats use closed", "on all machines"),
      ("framewire-nats use closed --group north-hall", "in the north hall, whatever all others do"),
      ("framewire-nats use open --machine door-3 --scene door", "one scene of one machine"),
      ("framewire-nats use --clear --group north-hall", "the north hall goes by the fleet again"),
    ], details: nearer
  ) { (invocation, console) throws(Failure) in
    let name = invocation.arguments.first
    guard (name != nil) != invocation.has("clear") else {
      throw .usage("say a configuration's NAME, or --clear", help: "framewire-nats help use says more")
    }
    let assignment = Assignment(.config, of: invocation.value("view"), to: name.map { .text($0) })
    return try decide([assignment], invocation, console)
  }

  static let set = Verb(
    program: FleetProgram.name, name: "set", summary: "set constraints, variables and flags on many machines",
    arguments: [
      Argument(
        name: "WHAT",
        meaning: "'#id=16', '#id@high', '#id*0.5', '#id=off', name=3, name=Hi, flag, flag=off; NAME= decides nothing "
          + "about it any more", repeats: true)
    ],
    options: [scene] + Option.levels + [.replicas] + OutputFormat.outcome.options + Option.fleet,
    examples: [
      ("framewire-nats set greeting='Good evening'", "on all machines whose layouts have it"),
      ("framewire-nats set '#gap=24' --scene card", "of one scene"),
      ("framewire-nats set greeting= --group lobby", "the lobby goes by the fleet again"),
    ], details: nearer
  ) { (invocation, console) throws(Failure) in
    var assignments: [Assignment] = []
    for text in invocation.arguments {
      let setting = try TypedValue.setting(text)
      assignments.append(setting)
      // Without a value nobody can say which of the two it was.
      let other: Settable? = setting.settable == .variable ? .flag : setting.settable == .constant ? .active : nil
      if setting.value == nil, let other { assignments.append(Assignment(other, of: setting.subject, to: nil)) }
    }
    return try decide(assignments, invocation, console)
  }

  static let trait = Verb(
    program: FleetProgram.name, name: "trait", summary: "set traits of scenes on many machines",
    arguments: [
      Argument(
        name: "TRAIT", meaning: "compact.y, dark, rtl, phone, or NAME=VALUE; NAME= decides nothing about it any more",
        repeats: true, completion: .words(TypedValue.traitWords))
    ],
    options: [scene] + Option.levels + [.replicas] + OutputFormat.outcome.options + Option.fleet,
    examples: [
      ("framewire-nats trait dark", "all machines at once"),
      ("framewire-nats trait light --machine door-3", "but not this one"),
    ], details: nearer
  ) { (invocation, console) throws(Failure) in
    var assignments: [Assignment] = []
    for text in invocation.arguments { assignments.append(try TypedValue.trait(text)) }
    return try decide(assignments, invocation, console)
  }

  static let reset = Verb(
    program: FleetProgram.name, name: "reset", summary: "decide nothing any more at a level",
    arguments: [],
    options: [scene] + Option.levels + OutputFormat.outcome.options + Option.fleet,
    examples: [
      ("framewire-nats reset --group lobby", "the lobby goes by the fleet again, in everything"),
      ("framewire-nats reset", "nothing is decided for the fleet; groups and machines keep theirs"),
      ("framewire-nats reset --scene card", "of what was said for scene card"),
    ],
    details: """
      Takes back what 'use', 'set' and 'trait' have set at this level. Machines go by the next farther level then, and \
      where there is none by their files.
      """
  ) { (invocation, console) throws(Failure) in
    let level = try FleetLevel(invocation)
    let format = try OutputFormat.outcome.choice(in: invocation)
    let wanted = invocation.value("scene")
    let line = try FleetLine(invocation)
    do throws(NatsError) {
      var count = 0
      let decided = try line.values(in: line.names.desk) { (key, bytes, number) -> (key: String, number: UInt64)? in
        guard bytes != nil, case .decision(level, let scene)? = DeskKey(key), wanted == nil || scene == wanted else {
          return nil
        }
        return (key, number)
      }
      for value in decided {
        try line.put(nil, at: value.key, in: line.names.desk, expecting: .last(value.number))
        count += 1
      }
      let words: ShownText =
        count == 0 ? "nothing was decided for \(level.words)" : "nothing is decided for \(level.words) any more"
      OutputFormat.printOutcome("reset", count, as: words, format, on: console)
      return .success
    } catch { throw Failure(error) }
  }

  private static let scene = Option(
    name: "scene", value: "SCENE", meaning: "only in this scene; else in every scene that has it")

  private static let nearer = """
    What is decided for a machine counts before what is decided for its groups, and that before what is decided for the \
    fleet. It holds until it is taken back, also for machines that are away now. 'framewire-nats status' says who has \
    applied it.
    """

  /// Writes into the decision of one level and scene; whoever writes at the same time does not get lost.
  private static func decide(
    _ assignments: [Assignment], _ invocation: Invocation, _ console: Console
  ) throws(Failure) -> ExitCode {
    let level = try FleetLevel(invocation)
    let scene = try invocation.value("scene").map { (name) throws(Failure) in
      try FleetNames.checked(name, "a scene's name")
    }
    let replicas = try Push.replicas(invocation)
    let format = try OutputFormat.outcome.choice(in: invocation)
    let line = try FleetLine(invocation)
    let key = DeskKey.decision(level, scene: scene).text
    do {
      try line.prepare(replicas: replicas, console)
      let number = try change(key, on: line) { decision in decision.set(assignments) }
      OutputFormat.printOutcome("decided", number, as: "\(level.words): decided as \(number)", format, on: console)
      return .success
    } catch { throw Failure(any: error) }
  }

  /// How often a decision is read again because somebody else has written it meanwhile.
  private static let attempts = 16

  private static func change(
    _ key: String, on line: FleetLine, _ body: (inout Decision) -> Void
  ) throws -> UInt64 {
    for _ in 0..<attempts {
      let before = try line.value(of: key, in: line.names.desk)
      var decision = Decision(author: "", written: 0)
      if let bytes = before?.bytes {
        do throws(Unreadable) { decision = try Decision(decoding: bytes) } catch {
          throw Failure(
            message: "nothing is decided: what was decided before cannot be read: \(error.why)",
            help: "a newer framewire-nats may have written it; 'framewire-nats reset' at the same level takes it away",
            code: .badValue)
        }
      }
      body(&decision)
      decision.author = Author.name
      decision.written = CurrentProcess.wallMilliseconds
      let bytes = decision.assignments.isEmpty ? nil : decision.encoded
      if bytes == nil, before?.bytes == nil { return before?.number ?? 0 }
      // Machines would not read it.
      if let bytes,
        bytes.count > FleetLimits.mostValueBytes || decision.assignments.count > FleetLimits.mostOperations
      {
        throw Failure(
          message: "nothing is decided: with it there would be \(decision.assignments.count) things of "
            + "\(bytes.count) bytes, and \(FleetLimits.mostOperations) of \(FleetLimits.mostValueBytes) are the most",
          help: "'framewire-nats reset' takes back what was decided before", code: .badValue)
      }
      do throws(NatsError) {
        return try line.put(bytes, at: key, in: line.names.desk, expecting: .last(before?.number ?? 0))
      } catch { if error != .conflict { throw error } }
    }
    throw NatsError.conflict
  }
}
