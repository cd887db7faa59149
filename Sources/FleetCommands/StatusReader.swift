import Fleet
import Nats

/// Reads how a fleet is, again and again: what is wanted, which may be large, only when it is another.
struct StatusReader {
  private let line: FleetLine
  private var desk: [DeskValue] = []
  /// The number of the last value of the desk that was read.
  private var last: UInt64 = 0

  init(_ line: FleetLine) { self.line = line }

  mutating func read() throws(NatsError) -> FleetStatus {
    let now = try line.patiently { () throws(NatsError) in try line.streams.state(of: line.names.desk)?.last ?? 0 }
    if now != last {
      desk = try line.values(in: line.names.desk) { DeskValue($0, $1, number: $2) }
      last = now
    }
    let (reports, roster) = (try reports(in: line.names.reports), try reports(in: line.names.roster))
    return FleetStatus(roster: roster.map(\.membership), reports: reports) { member in Desk(member, desk) }
  }

  /// Those that machines wrote of themselves: the broker lets each write under its own name alone.
  private func reports(in stream: String) throws(NatsError) -> [MachineReport] {
    try line.values(in: stream) { (key, bytes, _) in
      guard let report = bytes.flatMap({ try? MachineReport(decoding: $0) }),
        SubjectToken.escaped(report.membership.machine) == key
      else { return nil }
      return report
    }
  }
}
