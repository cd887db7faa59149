import Commands
import Fleet
import JSONText
import Nats
import Posix

extension Verb {
  static let push = Verb(
    program: FleetProgram.name, name: "push", summary: "give all machines the layouts of a folder",
    arguments: [
      Argument(name: "DIR", meaning: "a folder of layouts with their pictures and fonts", completion: .files)
    ],
    options: Option.levels + [
      Option(
        name: "canary", value: "GROUP", meaning: "first this group; go on when it is well, else take it back"),
      Option(name: "wait", value: "TIME", meaning: "how long a canary has to get well; 60s if left out"),
      Option(name: "force", meaning: "push although 'framewire check' finds errors"),
      .message, .replicas,
    ] + OutputFormat.push.options + Option.fleet,
    examples: [
      ("framewire-nats push Layouts", "checks the folder, then every machine has it"),
      ("framewire-nats push Layouts --canary lobby", "all others when group lobby is well with it"),
      ("framewire-nats push Layouts --group lobby", "this group alone, until it is rolled back"),
    ],
    details: """
      Checks first, as 'framewire check' does, and refuses what has errors. Machines get files that they do not have, and \
      change over when they have all of them: a push counts from its last step, a manifest, so nobody serves half of \
      one. If somebody else pushes at the same time, one of you is told who was first. Files whose names begin with a dot \
      are left out; links are refused.
      """
  ) { (invocation, console) throws(Failure) in
    let folder = invocation.arguments[0]
    let format = try OutputFormat.push.choice(in: invocation)
    let level = try FleetLevel(invocation)
    let canary = try invocation.value("canary").map { (name) throws(Failure) in
      try FleetNames.checked(name, "a group's name")
    }
    if canary != nil, level != .fleet { throw .usage("--canary is for pushes to the whole fleet") }
    let patience = Duration.milliseconds(
      try TypedValue.milliseconds(invocation.value("wait") ?? "60s"))
    let replicas = try Push.replicas(invocation)
    guard (try? FileSystem.status(of: folder).kind) == .directory else {
      throw Failure(message: "there is no folder '\(folder)'", code: .noInput)
    }
    let errors = try Verb.errors(checking: folder, console)
    if errors > 0, !invocation.has("force") {
      throw Failure(
        message: "nothing is pushed: '\(folder)' has \(errors == 1 ? "an error" : "\(errors) errors")",
        help: "--force pushes it all the same", code: .badLayout)
    }
    let pushed = try PushedFolder(folder, author: Author.name, message: invocation.value("message") ?? "")
    let line = try FleetLine(invocation)
    do throws(NatsError) { try line.prepare(replicas: replicas, console) } catch { throw Failure(error) }
    let push = Push(line: line, folder: pushed, console: console, isTold: format == "lines")
    let outcome =
      if let canary { try push.run(canary: canary, within: patience) } else { try push.run(to: level) }
    if format == "json" { console.print(json: outcome.json(of: pushed.manifest).text) }
    return outcome.isWell ? .success : .badLayout
  }
}

extension OutputFormat {
  static let push = OutputFormat(words: ["lines", "json"], meaning: "lines, or json: one object at the end")
}

/// One push, from what is there to the manifest.
struct Push {
  let line: FleetLine
  let folder: PushedFolder
  let console: Console
  /// Whether it is told in lines.
  let isTold: Bool

  /// What came of it.
  struct Outcome {
    /// The number of the manifest that holds now; nil: it was taken back.
    var number: UInt64?
    /// Bytes that were not there before.
    var sent = 0
    /// Who was not well with it, and why.
    var complaints: [String] = []

    var isWell: Bool { number != nil }

    func json(of manifest: Manifest) -> JSON {
      [
        "manifest": number.map { .number(Double($0)) } ?? .null, "digest": .string(manifest.digest),
        "files": .number(Double(manifest.files.count)), "bytes": .number(Double(manifest.bytes)),
        "sent": .number(Double(sent)), "complaints": .array(complaints.map { .string($0) }),
      ]
    }
  }

  static func replicas(_ invocation: Invocation) throws(Failure) -> Int? {
    guard let text = invocation.value("replicas") else { return nil }
    guard let count = Int(text), (1...5).contains(count) else { throw .usage("--replicas is a number from 1 to 5") }
    return count
  }

  func run(to level: FleetLevel) throws(Failure) -> Outcome {
    do throws(NatsError) { return try run(to: level, after: try current(level)) } catch {
      throw try failure(error, level)
    }
  }

  /// What a level had when the push began.
  typealias Before = (manifest: Manifest?, number: UInt64)

  /// - Throws: `.conflict` where it has something else by now.
  func run(to level: FleetLevel, after before: Before?) throws(NatsError) -> Outcome {
    var outcome = Outcome()
    if before?.manifest?.digest == folder.manifest.digest {
      outcome.number = before?.number
      tell("\(level.words) has these \(folder.manifest.files.count) files already, as manifest \(before?.number ?? 0)")
      return outcome
    }
    outcome.sent = try upload()
    outcome.number = try write(folder.manifest.encoded, to: level, after: before?.number ?? 0)
    tell("\(level.words) gets \(summary(outcome)) as manifest \(outcome.number ?? 0)")
    return outcome
  }

  /// First a group; then, when all of it is well, everybody.
  func run(canary group: String, within patience: Duration) throws(Failure) -> Outcome {
    let level = FleetLevel.group(group)
    do {
      let (fleet, own) = (try current(.fleet), try current(level))
      if own?.manifest != nil {
        throw Failure(
          message: "group '\(group)' has a manifest of its own, so it is no canary for the fleet",
          help: "'framewire-nats rollback --group \(group) --drop' takes it away", code: .temporary)
      }
      var outcome = Outcome()
      outcome.sent = try upload()
      let number = try write(folder.manifest.encoded, to: level, after: own?.number ?? 0)
      tell("\(level.words) gets \(summary(outcome)) as manifest \(number), and is looked at")
      outcome.complaints = try complaints(of: group, about: number, within: patience)
      if outcome.complaints.isEmpty {
        outcome.number = try write(folder.manifest.encoded, to: .fleet, after: fleet?.number ?? 0)
        tell("\(level.words) is well; the fleet gets it as manifest \(outcome.number ?? 0)")
      } else {
        for complaint in outcome.complaints { console.report(warning: complaint) }
        console.report(warning: "the fleet does not get it, and group '\(group)' goes back")
      }
      // The fleet's is the same now, or is to be again.
      _ = try write(nil, to: level, after: number)
      return outcome
    } catch {
      if let error = error as? NatsError { throw try failure(error, .fleet) }
      throw Failure(any: error)
    }
  }

  // MARK: Steps

  func current(_ level: FleetLevel) throws(NatsError) -> Before? {
    guard let value = try line.value(of: DeskKey.manifest(level).text, in: line.names.desk) else { return nil }
    return (value.bytes.flatMap { try? Manifest(decoding: $0) }, value.number)
  }

  /// Writes what is not there yet.
  ///
  /// - Returns: how many bytes that were.
  private func upload() throws(NatsError) -> Int {
    var missing: [Manifest.File] = []
    for file in folder.manifest.contents where try !line.hasContent(of: file) { missing.append(file) }
    let total = missing.reduce(0) { $0 + $1.size }
    var progress = PushProgress(of: total)
    defer { progress.end() }
    for file in missing { try line.put(folder.contents[file.digest] ?? [], of: file) { progress.add($0) } }
    return total
  }

  @discardableResult
  private func write(_ bytes: [UInt8]?, to level: FleetLevel, after number: UInt64) throws(NatsError) -> UInt64 {
    try line.put(bytes, at: DeskKey.manifest(level).text, in: line.names.desk, expecting: .last(number))
  }

  /// Waits until every machine of a group that is there has applied a manifest.
  ///
  /// - Returns: what is wrong; empty: all are well.
  private func complaints(
    of group: String, about number: UInt64, within patience: Duration
  ) throws(NatsError) -> [String] {
    let deadline = ContinuousClock.now + patience
    while true {
      let status = try FleetStatus(line)
      let members = status.machines.filter { $0.membership.groups.contains(group) && $0.condition != .away }
      // Machines that are away get it when they are back; a canary without anybody would prove nothing.
      let waiting = members.filter { ($0.report?.applied ?? 0) < number }
      let ill = members.filter { $0.condition == .ill && ($0.report?.applied ?? 0) >= number }
      if !ill.isEmpty { return ill.map { "\($0.membership.machine): \($0.reasons.joined(separator: "; "))" } }
      if waiting.isEmpty, !members.isEmpty, members.allSatisfy({ $0.condition == .well }) { return [] }
      if .now >= deadline {
        if members.isEmpty { return ["nobody of group '\(group)' is there"] }
        return waiting.map { "\($0.membership.machine): it has not taken it over in time" }
          + members.filter { $0.condition == .lags && !waiting.contains($0) }.map {
            "\($0.membership.machine): \($0.reasons.joined(separator: "; "))"
          }
      }
      FleetLine.sleep(.milliseconds(200))
    }
  }

  private func tell(_ words: ShownText) { if isTold { console.print(words) } }

  private func summary(_ outcome: Outcome) -> ShownText {
    let files = folder.manifest.files.count
    return "\(files) \(files == 1 ? "file" : "files") (\(PushProgress.megabytes(outcome.sent)) MB were new)"
  }

  /// In words; who lost against somebody else is told against whom.
  func failure(_ error: NatsError, _ level: FleetLevel) throws(Failure) -> Failure {
    guard error == .conflict else { return Failure(error) }
    let winner: String? = try? current(level)?.manifest.map {
      let text = $0.message.isEmpty ? "" : " (\"\($0.message)\")"
      return "\($0.author) pushed \(ago(CurrentProcess.wallMilliseconds - $0.written))\(text)"
    }
    return Failure(
      message:
        "nothing is pushed: \(winner ?? "somebody else has changed what \(level.words) has") while this push ran",
      help: "look at what is there now, and push again", code: .temporary)
  }
}
