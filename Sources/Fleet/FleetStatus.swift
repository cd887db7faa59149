/// Whether each machine of a fleet is as it is to be: what was wanted beside what was reported.
package struct FleetStatus: Equatable, Sendable {
  /// How one machine is.
  package enum Condition: String, Equatable, Sendable {
    /// It serves what is wanted, and nothing is wrong.
    case well
    /// It has said nothing for so long that its report has ended.
    case away
    /// It has other files than are wanted, or has not applied a decision yet.
    case lags
    /// It has the wanted files, and something is wrong with them or with it.
    case ill
  }

  /// One row.
  package struct Machine: Equatable, Sendable {
    package let membership: Membership
    package let condition: Condition
    /// Nil: it is away.
    package let report: MachineReport?
    /// Why it is not well, for a person; empty when it is.
    package let reasons: [String]
  }

  /// In the order of their names.
  package let machines: [Machine]

  /// - Parameters:
  ///   - roster: who belongs to the fleet.
  ///   - reports: those that have not ended.
  ///   - desk: what is wanted of a machine, with everything that is on the desk.
  package init(roster: [Membership], reports: [MachineReport], desk: (Membership) -> Desk) {
    var members: [String: Membership] = [:]
    for member in roster { members[member.machine] = member }
    var told: [String: MachineReport] = [:]
    for report in reports {
      told[report.membership.machine] = report
      members[report.membership.machine] = report.membership
    }
    machines = members.values.sorted { $0.machine.utf8.lexicographicallyPrecedes($1.machine.utf8) }.map { member in
      guard let report = told[member.machine] else {
        return Machine(membership: member, condition: .away, report: nil, reasons: ["it says nothing"])
      }
      var lagging: [String] = []
      let wanted = desk(member)
      if let wanted = wanted.wanted, wanted.manifest.digest != report.digest {
        lagging.append("it has other files than are wanted")
      }
      if report.applied < wanted.number { lagging.append("a decision is not applied yet") }
      var ill = report.isServing ? [] : ["no daemon serves its folder"]
      for scene in report.scenes where scene.state != "ok" { ill.append("scene '\(scene.name)' is \(scene.state)") }
      ill += report.complaints
      return Machine(
        membership: member, condition: !lagging.isEmpty ? .lags : ill.isEmpty ? .well : .ill, report: report,
        reasons: lagging + ill)
    }
  }
}
