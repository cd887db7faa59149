import FramewireClient
import Posix

extension Suite {
  /// How many deltas a second reach many subscribers.
  static let fanout = Suite(
    name: "fanout", summary: "one delta to many subscribers, against a program in C that only writes it"
  ) { options in
    guard let program = ServedDaemon.builtProgram else { return [ServedDaemon.missing] }
    guard let fanout = Fanout.built else { return ["there is no gcc to build \(Fanout.source) with"] }
    do {
      let run = try FanoutRun(fanout, program, seconds: options.isQuick ? 1 : 4)
      try printBusy(run, options)
      try printPaced(run, options)
      try printStopped(run, options)
      return []
    } catch { return ["fan-out could not be measured: \(error)"] }
  }

  /// As fast as may be.
  private static func printBusy(_ run: FanoutRun, _ options: Options) throws {
    var table = Table(
      "Deliveries a second, several calls of Apply on their way",
      columns: ["subscribers, filters, encoding", "plain C", "ours", "of plain C", "target", "bytes"])
    for (readers, filters, encoding, target) in [
      (100, 1, StreamEncoding.json, 0.8), (100, 1, .fw1, nil), (100, 100, .json, 0.5), (1_000, 1, .json, 0.8),
      (1_000, 1, .fw1, nil),
    ] where !options.isQuick || readers < 1_000 {
      let ours = try run.measure(readers: readers, rate: 0, encoding: encoding, filters: filters)
      let plain = try run.plain(readers: readers, rate: 0, bytes: ours.bytes)
      table.add([
        "\(grouped(readers)), \(filters), \(encoding.rawValue)", grouped(Int(plain.deliveries)),
        grouped(Int(ours.deliveries)), ratio(ours.deliveries, to: plain.deliveries), target.map { "≥ \($0)x" } ?? "",
        grouped(ours.bytes),
      ])
    }
    table.print()
  }

  /// At the rate of a display, and one call after the other.
  private static func printPaced(_ run: FanoutRun, _ options: Options) throws {
    var table = Table(
      "From the call of Apply, or the first write, until a subscriber has the delta",
      columns: ["subscribers, rate", "plain p50", "p99", "ours p50", "p99", "p99 of plain C's", "target"])
    for (readers, rate, target) in [
      (1, -1, "p50 ≤ 60 µs"), (1, 60, "p50 ≤ 250 µs"), (100, 60, ""), (1_000, 60, "≤ 1.3x"),
    ] where !options.isQuick || readers < 1_000 {
      let ours = try run.measure(readers: readers, rate: rate)
      let plain = try run.plain(readers: readers, rate: rate, bytes: ours.bytes)
      table.add([
        "\(grouped(readers)), \(rate < 0 ? "at once" : "\(rate) Hz")", time(plain.median), time(plain.percentile99),
        time(ours.median), time(ours.percentile99), ratio(ours.percentile99, to: plain.percentile99), target,
      ])
    }
    table.print()
  }

  /// What those who never read cost the others.
  private static func printStopped(_ run: FanoutRun, _ options: Options) throws {
    let count = options.isQuick ? 50 : 500
    var table = Table(
      "\(count) subscribers that read, at 60 Hz, and others that never do",
      columns: ["others", "p50", "p99", "of alone", "target", "memory", "more", "target"])
    let alone = try run.measure(readers: count, rate: 60)
    for others in [0, count] {
      let cost = others == 0 ? alone : try run.measure(readers: count, stopped: others, rate: 60)
      let more = Double(cost.memory - alone.memory) / 1_000_000
      table.add([
        "\(others)", time(cost.median), time(cost.percentile99), ratio(cost.percentile99, to: alone.percentile99),
        others == 0 ? "" : "≤ 1.1x", "\(Double(cost.memory / 100_000) / 10) MB",
        others == 0 ? "" : "\((more * 10).rounded() / 10) MB", others == 0 ? "" : "< 1 MB",
      ])
    }
    table.print()
  }
}
