import Commands
import Fleet
import JSONText
import Nats
import Posix

extension Verb {
  static let status = Verb(
    program: FleetProgram.name, name: "status", summary: "say whether every machine is as it is to be",
    arguments: [],
    options: [
      Option(name: "group", value: "GROUP", meaning: "only machines of this group"),
      Option(name: "wait", value: "TIME", meaning: "up to this long until all are well"),
      Option(name: "count", value: "N", meaning: "and there are at least so many; 1 if left out"),
      Option(name: "forget", value: "MACHINE", meaning: "it does not belong to the fleet any more", repeats: true),
    ] + OutputFormat.status.options + Option.fleet,
    examples: [
      ("framewire-nats status", "a line for each machine, the reasons below"),
      ("framewire-nats status --wait 30s && echo done", "after a push or a decision"),
      ("framewire-nats status --count 12", "nobody of the twelve is missing"),
      ("framewire-nats status --json", "all that they report"),
      ("framewire-nats status --forget door-3", "it was taken down"),
    ],
    details: """
      A machine is well when it has the files and decisions that are wanted of it, its daemon answers and no scene has a \
      mistake. It lags while it has others, it is ill when something is wrong, and away when it has said nothing for half \
      a minute. Ends with 1 unless all are well, and somebody is there.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.status.choice(in: invocation)
    let patience = Duration.milliseconds(try TypedValue.milliseconds(invocation.value("wait") ?? "0s"))
    guard let count = Int(invocation.value("count") ?? "1"), count >= 0 else {
      throw .usage("--count is a number from 0 on")
    }
    let deadline = ContinuousClock.now + patience
    let line = try FleetLine(invocation, waitingUntil: deadline)
    do throws(NatsError) {
      for machine in invocation.values("forget") where try !line.forget(machine) {
        console.report(warning: "fleet '\(line.names.fleet)' has no machine '\(machine)'")
      }
      var reader = StatusReader(line)
      var status = try reader.read()
      while !status.isWell(invocation.value("group"), count), .now < deadline {
        CurrentProcess.sleep(for: .milliseconds(200))
        status = try reader.read()
      }
      let machines = status.machines(of: invocation.value("group"))
      if format == "json" {
        console.print(json: StatusTable.json(machines).text)
      } else {
        StatusTable.print(machines, of: line.names.fleet, invocation.value("group"), on: console)
      }
      for trial in try line.trials() { console.report(warning: trial.words) }
      return status.isWell(invocation.value("group"), count) ? .success : .badLayout
    } catch { throw Failure(error) }
  }
}

extension FleetLine {
  /// Takes away what a machine has said of itself.
  ///
  /// - Returns: whether there was something.
  fileprivate func forget(_ machine: String) throws(NatsError) -> Bool {
    let key = SubjectToken.escaped(machine)
    var isKnown = false
    for stream in [names.reports, names.roster] {
      let known = try values(in: stream) { (key, bytes, _) in bytes == nil ? nil : key }
      guard known.contains(key) else { continue }
      try put(nil, at: key, in: stream, expecting: .anything)
      isKnown = true
    }
    return isKnown
  }
}

extension OutputFormat {
  static let status = OutputFormat(words: ["table", "json"], meaning: "table, or json: an array of machines")
}

extension FleetStatus {
  func machines(of group: String?) -> [Machine] {
    guard let group else { return machines }
    return machines.filter { $0.membership.groups.contains(group) }
  }

  func isWell(_ group: String?, _ count: Int) -> Bool {
    let machines = machines(of: group)
    return machines.count >= count && machines.allSatisfy { $0.condition == .well }
  }
}

/// The answer of `status`.
enum StatusTable {
  /// - Parameter group: the machines are those of this one; nil: all.
  static func print(_ machines: [FleetStatus.Machine], of fleet: String, _ group: String?, on console: Console) {
    if machines.isEmpty {
      let nobody: ShownText = if let group { "nobody of group '\(group)'" } else { "nobody" }
      console.print("\(nobody) follows fleet '\(fleet)' yet")
      return
    }
    let now = CurrentProcess.wallMilliseconds
    let name = width(machines.map { ShownText($0.membership.machine) })
    let groups = width(machines.map(groupWords))
    for machine in machines {
      let word = machine.condition.rawValue
      let style: Console.Style =
        switch machine.condition {
        case .well: .green
        case .lags: .yellow
        case .ill, .away: .red
        }
      var line: ShownText =
        "\(filled(ShownText(machine.membership.machine), to: name))  \(filled(groupWords(machine), to: groups))  \(console.styled(filled(ShownText(word), to: 4), style))"
      if let report = machine.report {
        let scenes = report.scenes.count
        line += "  manifest \(report.manifest)  \(counted(scenes, "scene"))"
        line += "  \(ago(now - report.written))"
      }
      console.print(row: line, hanging: 4)
      for reason in machine.reasons.prefix(8) { console.print(row: "    \(reason)", hanging: 6) }
    }
    let well = machines.count { $0.condition == .well }
    console.print("\(well) of \(machines.count) \(machines.count == 1 ? "machine is" : "machines are") well")
  }

  /// As much as columns are filled: one machine with long names would push all others' rows off the screen. By feel,
  /// for rows that fit into 80 columns.
  private static let widest = 24

  /// Of a column.
  private static func width(_ texts: [ShownText]) -> Int { min(texts.map(\.text.count).max() ?? 0, widest) }

  private static func groupWords(_ machine: FleetStatus.Machine) -> ShownText {
    machine.membership.groups.isEmpty ? "-" : ShownText(machine.membership.groups.joined(separator: ","))
  }

  private static func filled(_ text: ShownText, to width: Int) -> ShownText {
    ShownText(fit: padded(text.text, to: width))
  }

  static func json(_ machines: [FleetStatus.Machine]) -> JSON {
    .array(
      machines.map { machine in
        [
          "machine": .string(machine.membership.machine),
          "groups": .array(machine.membership.groups.map { .string($0) }),
          "condition": .string(machine.condition.rawValue),
          "reasons": .array(machine.reasons.map { .string($0) }), "report": machine.report?.json ?? .null,
        ]
      })
  }
}
