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
      Option(name: "wait", value: "TIME", meaning: "how long a canary has to get well; 60s if left out")
        .beside("canary"),
      Option(name: "watch", meaning: "go on: push again with every save, until it is interrupted")
        .without("canary", "afresh"),
      Option(name: "force", meaning: "push although 'framewire check' finds errors"),
      Option(name: "afresh", meaning: "send all files, also those that are there"),
      .message, .replicas,
    ] + OutputFormat.outcome.options + Option.fleet,
    examples: [
      ("framewire-nats push Layouts", "checks the folder, then every machine has it"),
      ("framewire-nats push Layouts --canary lobby", "all others when group lobby is well with it"),
      ("framewire-nats push Layouts --group lobby", "this group alone, until it is rolled back"),
      ("framewire-nats push Layouts --watch", "what is saved is shown everywhere"),
    ],
    details: """
      Checks first, as 'framewire check' does, and refuses what has errors. Machines get files that they do not have, and \
      change over when they have all of them: a push counts from its last step, a manifest, so nobody serves half of \
      one. If somebody else pushes at the same time, one of you is told who was first. Files whose names begin with a dot \
      are left out; links are refused. With --watch saves that come together are one push, a mistake is told and not pushed, \
      and it ends when somebody else pushes.
      """
  ) { (invocation, console) throws(Failure) in
    let folder = invocation.arguments[0]
    let format = try OutputFormat.outcome.choice(in: invocation)
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
    let source = PushSource(
      folder: folder, message: invocation.value("message") ?? "", isForced: invocation.has("force"), console: console)
    if invocation.has("watch") {
      // Before the first look, so that no save is missed.
      let watch = try FolderWatch(folder)
      let line = try FleetLine(invocation)
      do throws(NatsError) { try line.prepare(replicas: replicas, console) } catch { throw Failure(error) }
      try PushedSaves(source, watch, line, to: level, format: format, console).run()
    }
    let pushed = try source.read()
    let line = try FleetLine(invocation)
    do throws(NatsError) { try line.prepare(replicas: replicas, console) } catch { throw Failure(error) }
    let push = Push(
      line: line, folder: pushed, console: console, isTold: format == "lines", isAfresh: invocation.has("afresh"))
    let outcome =
      if let canary { try push.run(canary: canary, within: patience) } else { try push.run(to: level) }
    if format == "json" { console.print(json: outcome.json(of: pushed.manifest).text) }
    push.tidy()
    return outcome.isWell ? .success : .badLayout
  }
}

extension OutputFormat {
  /// Of verbs that change something.
  static let outcome = OutputFormat(words: ["lines", "json"], meaning: "lines, or json: one object at the end")

  /// Prints what was done: in words, or as an object with one number.
  static func printOutcome(
    _ name: String, _ number: some BinaryInteger, as words: ShownText, _ format: String, on console: Console
  ) {
    if format == "json" {
      console.print(json: JSON.object([name: .number(Double(number))]).text)
    } else {
      console.print(words)
    }
  }
}

/// One push, from what is there to the manifest.
struct Push {
  let line: FleetLine
  let folder: PushedFolder
  let console: Console
  /// Whether it is told in lines.
  let isTold: Bool
  /// Whether files are sent that are there already.
  var isAfresh = false

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
    if let before, before.manifest?.digest == folder.manifest.digest, before.manifest?.isTrial == false {
      if isAfresh { outcome.sent = try upload() }
      outcome.number = before.number
      tell("\(level.words) has these \(folder.manifest.files.count) files already, as manifest \(before.number)")
      return outcome
    }
    outcome.sent = try upload()
    outcome.number = try write(folder.manifest, to: level, after: before?.number ?? 0)
    tell("\(level.words) gets \(summary(outcome)) as manifest \(outcome.number ?? 0)")
    return outcome
  }

  /// First a group; then, when all of it is well, everybody.
  ///
  /// The group's manifest says of itself that it is a trial. So whatever breaks in between (this process, the
  /// connection, somebody else's push to the fleet), the next push with this canary takes it over, a push to the fleet
  /// that has the same files by then takes it away, `rollback` ends it, and `status` tells of it.
  func run(canary group: String, within patience: Duration) throws(Failure) -> Outcome {
    let level = FleetLevel.group(group)
    do {
      let (fleet, own) = (try current(.fleet), try current(level))
      if let held = own?.manifest, !held.isTrial {
        throw Failure(
          message: "group '\(group)' has a manifest of its own, so it is no canary for the fleet",
          help: "'framewire-nats rollback --group \(group) --drop' takes it away", code: .temporary)
      }
      var outcome = Outcome()
      outcome.sent = try upload()
      let number: UInt64
      if let own, own.manifest?.digest == folder.manifest.digest {
        number = own.number
        tell("\(level.words) tries these files already, as manifest \(number), and is looked at")
      } else {
        number = try write(folder.manifest.trial, to: level, after: own?.number ?? 0)
        tell("\(level.words) gets \(summary(outcome)) as manifest \(number), and is looked at")
      }
      do throws(NatsError) {
        outcome.complaints = try complaints(of: group, about: number, within: patience)
        if outcome.complaints.isEmpty {
          outcome.number = try write(folder.manifest, to: .fleet, after: fleet?.number ?? 0)
          tell("\(level.words) is well; the fleet gets it as manifest \(outcome.number ?? 0)")
        }
      } catch {
        // What was tried for a fleet that has gone on meanwhile is over.
        endTrial(of: group, number)
        throw try failure(error, .fleet)
      }
      if !outcome.isWell {
        for complaint in outcome.complaints { console.report(warning: complaint) }
        console.report(warning: "the fleet does not get it, and group '\(group)' goes back")
      }
      // The fleet's is the same now, or is to be again.
      endTrial(of: group, number)
      return outcome
    } catch {
      // Whoever was faster until here has changed what the group has.
      if let error = error as? NatsError { throw try failure(error, level) }
      throw Failure(any: error)
    }
  }

  /// How old content is at least that is removed when nothing names it: a push may be writing what is younger.
  static let leastAge = Duration.seconds(3600)

  /// What is done when a push is out: trials that the fleet has taken over end, those of others are told, and so is
  /// what cannot be done. Files that nothing names any more are removed.
  func tidy(olderThan age: Duration = Self.leastAge) {
    do throws(NatsError) {
      if let current = try current(.fleet)?.manifest {
        for trial in try line.trials() {
          if trial.manifest.digest == current.digest {
            try write(nil, to: .group(trial.group), after: trial.number)
          } else {
            console.report(warning: trial.words)
          }
        }
      }
      let mine = try line.missing(of: folder.manifest.contents)
      if !mine.isEmpty { _ = try upload() }
      _ = try line.removeUnnamed(olderThan: age)
    } catch { console.report(warning: "the push is out; cleaning up behind it failed: \(error)") }
  }

  // MARK: Steps

  func current(_ level: FleetLevel) throws(NatsError) -> Before? {
    guard let value = try line.value(of: DeskKey.manifest(level).text, in: line.names.desk) else { return nil }
    return (value.bytes.flatMap { try? Manifest(decoding: $0) }, value.number)
  }

  /// Bytes of a message beside what it is about: its headers.
  private static let headerRoom = 1024

  /// Writes what is not there yet.
  ///
  /// - Returns: how many bytes that were.
  private func upload() throws(NatsError) -> Int {
    // Said before anything is sent: it would be refused at the end.
    let most = line.connection.mostBytes - Self.headerRoom
    let longest = max(
      folder.manifest.trial.encoded.count, folder.manifest.files.map { min($0.size, FleetLimits.pieceBytes) }.max() ?? 0
    )
    if longest > most { throw .tooLong(bytes: longest, most: most) }
    let contents = folder.manifest.contents
    let missing = isAfresh ? contents : try line.missing(of: contents)
    let total = missing.reduce(0) { $0 + $1.size }
    var progress = PushProgress(of: total)
    defer { progress.end() }
    for file in missing { try line.put(folder.contents[file.digest] ?? [], of: file) { progress.add($0) } }
    return total
  }

  @discardableResult
  private func write(_ manifest: Manifest?, to level: FleetLevel, after number: UInt64) throws(NatsError) -> UInt64 {
    try line.put(manifest?.encoded, at: DeskKey.manifest(level).text, in: line.names.desk, expecting: .last(number))
  }

  /// Takes away what a group has tried, if it still does: somebody else may have ended that.
  private func endTrial(of group: String, _ number: UInt64) {
    do throws(NatsError) { try write(nil, to: .group(group), after: number) } catch {
      if error == .conflict { return }
      console.report(
        warning:
          "group '\(group)' keeps what it tries: 'framewire-nats rollback --group \(group)' ends it, the same push "
          + "goes on with it")
    }
  }

  /// Waits until every machine of a group that is there has applied a manifest, as long as the group is to have it.
  ///
  /// - Returns: what is wrong; empty: all are well.
  private func complaints(
    of group: String, about number: UInt64, within patience: Duration
  ) throws(NatsError) -> [String] {
    let deadline = ContinuousClock.now + patience
    line.waitingUntil = deadline
    defer { line.waitingUntil = nil }
    var reader = StatusReader(line)
    var isAwaited = false
    while true {
      let status = try reader.read()
      // Its machines are well with other files by then, which says nothing about these.
      guard try current(.group(group))?.number == number else {
        return ["group '\(group)' does not try it any more: somebody has ended that, or tries something else"]
      }
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
      if members.isEmpty, !isAwaited {
        isAwaited = true
        console.note("nobody of group '\(group)' is there yet; waiting for somebody")
      }
      CurrentProcess.sleep(for: .milliseconds(200))
    }
  }

  private func tell(_ words: ShownText) { if isTold { console.print(words) } }

  private func summary(_ outcome: Outcome) -> ShownText {
    let files = folder.manifest.files.count
    return "\(counted(files, "file")) (new: \(PushProgress.size(outcome.sent)))"
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
