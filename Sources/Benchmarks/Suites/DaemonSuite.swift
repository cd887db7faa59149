import FramewireClient
import Posix
import Wire

extension Suite {
  /// A real daemon, a real folder, a real socket.
  static let daemon = Suite(
    name: "daemon", summary: "from saving a file to the delta at a subscriber, through the daemon of this build"
  ) { options in
    guard let program = ServedDaemon.builtProgram else { return [ServedDaemon.missing] }
    do {
      try measure(program, options)
      printRecordedWatchers()
      return []
    } catch { return ["the daemon could not be measured: \(error)"] }
  }

  private static func measure(_ program: String, _ options: Options) throws {
    var latencies = Table(
      "From just before the save until the decoded delta is at a subscriber",
      columns: ["views, edit, file", "saves", "p50", "p99", "least", "write p50", "target p50", "p99"])
    var stages = Table("Where it goes, p50", columns: ["views, edit, file"] + SaveLatency.stages)
    var slowStages = Table("Where it goes, p99", columns: ["views, edit, file"] + SaveLatency.stages)
    var costs = Table(
      "What a daemon costs", columns: ["views", "memory", "target", "busy while idle", "of", "target"])
    for size in options.isQuick ? [10, 1_000] : [10, 1_000, 10_000] {
      let layout = GeneratedLayout(views: size)
      let hasTarget = size == 1_000
      func measureSaves(_ place: SavePlace, at daemon: ServedDaemon) throws {
        for edit in SaveEdit.allCases {
          for way in SaveWay.allCases {
            let saves = options.isQuick ? 40 : size > 1_000 ? 60 : 300
            let latency = try SaveLatency(layout, edit, way, saves: saves, at: daemon)
            let name = "\(grouped(size)), \(edit.rawValue), \(way.rawValue) \(place.rawValue)"
            latencies.add([
              name, grouped(latency.count), time(latency.median), time(latency.percentile99), time(latency.least),
              time(latency.medianWrite), hasTarget ? "≤ 2 ms" : "", hasTarget ? "≤ 6 ms" : "",
            ])
            guard place == .memory else { continue }
            stages.add([name] + latency.medianParts.map { time($0) })
            slowStages.add([name] + latency.percentile99Parts.map { time($0) })
          }
        }
      }
      let daemon = try ServedDaemon(program, serving: layout.bytes, place: .memory)
      try measureSaves(.memory, at: daemon)
      if hasTarget { try measureSaves(.disk, at: ServedDaemon(program, serving: layout.bytes, place: .disk)) }
      let subscription = try daemon.connect().subscribe(Request.Subscribe(scene: GeneratedLayout.name))
      _ = try subscription.next(until: .now + .seconds(10))
      CurrentProcess.sleep(for: .milliseconds(200))
      let idle = Duration.seconds(options.isQuick ? 1 : 3)
      let before = try daemon.process.processorTime
      CurrentProcess.sleep(for: idle)
      let busy = Double(try daemon.process.processorTime - before)
      let megabytes = Double(try daemon.process.residentMemory / 100_000) / 10
      costs.add([
        grouped(size), "\(megabytes) MB", size == 1_000 ? "≤ 25 MB" : "", time(busy), "\(idle)", "0",
      ])
    }
    latencies.print()
    stages.print()
    slowStages.print()
    costs.print()
  }

  /// Recorded once on 2 shared cores of an AMD EPYC (kernel 6.18, 500 saves of 200 bytes each, one after the other):
  /// the time from just before the write until the watcher's callback knows of it. Nothing is read, solved or sent.
  private static func printRecordedWatchers() {
    var table = Table("Recorded, for comparison: knowing that a file changed", columns: ["watcher", "p50", "p99"])
    for (watcher, p50, p99) in [
      ("inotify, written and closed", 0.062, 0.112), ("inotify, replaced", 0.084, 0.131),
      ("watchdog 7.1.0", 0.195, 2.94), ("watchman 4.9.0, settle 1", 1.43, 2.98),
      ("watchman 4.9.0, as it comes (settle 20)", 20.6, 23.6), ("watchfiles 1.3.0, step 1", 1.71, 2.33),
      ("watchfiles 1.3.0, as it comes (step 50)", 65.6, 100.4),
    ] {
      table.add([watcher, time(p50 * 1e6), time(p99 * 1e6)])
    }
    table.print()
  }
}
