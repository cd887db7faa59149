#if FRAMEWIRE_NATS
  import Fleet
  import FramewireClient
  import Nats
  import Posix
  import Settables
  import Wire

  extension Suite {
    /// What many machines wait for, beside the same bytes by libnats alone.
    static let machines = Suite(
      name: "machines", summary: "pushes, decisions and scenes over NATS, against the same bytes by libnats alone"
    ) { options in
      guard let program = ServedDaemon.builtProgram else { return [ServedDaemon.missing] }
      let tool = program + "-nats"
      guard FileSystem.exists(tool) else {
        return ["there is no framewire-nats beside this program: swift build -c release --product framewire-nats"]
      }
      guard BenchBroker.program != nil else { return ["there is no nats-server: apt-get install nats-server"] }
      do {
        let broker = try BenchBroker()
        try printPushes(broker, program, tool, options)
        try printDecisions(broker, options)
        try printDeliveries(broker, program, tool, options)
        return []
      } catch { return ["machines could not be measured: \(error)"] }
    }

    /// Save on machine A, frames at a subscriber of machine B's daemon.
    private static func printPushes(
      _ broker: BenchBroker, _ program: String, _ tool: String, _ options: Options
    ) throws {
      let source = try FileSystem.makeTemporaryDirectory(prefix: "framewire-bench-")
      defer { try? FileSystem.removeTree(source) }
      func text(_ width: Int) -> [UInt8] {
        Array("layout pushed { box a leading 1 top 2 width \(width) height 4 }\n".utf8)
      }
      let served = try ServedDaemon(program, serving: Array("layout screen { box a }\n".utf8), ["--text", "fixed"])
      // A followed folder has nothing else, so no socket either.
      let folder = FileSystem.join(FileSystem.split(served.file).directory, "followed")
      let follow = try ChildProcess(
        tool, ["follow", "--into", folder, "--machine", "b", "--socket", served.socket],
        environment: broker.environment)
      func push(_ width: Int) throws -> ChildProcess {
        try FileSystem.writeFile(source + "/pushed.layout", text(width))
        return try ChildProcess(tool, ["push", source], environment: broker.environment)
      }
      _ = try push(2).wait(until: .now + .seconds(20))
      guard try follow.waitForOutput(until: .now + .seconds(20), where: { $0.outputText.contains("has the 1 file") })
      else { throw BenchBroker.Failure(what: follow.outputText + follow.errorText) }
      pause(.milliseconds(300))
      let subscription = try served.connect().subscribe(Request.Subscribe(scene: "pushed"))
      _ = try subscription.next(until: .now + .seconds(5))
      let (publisher, reader) = (try broker.connect(), try broker.connect())
      let raw = try reader.subscribe(to: "raw")
      var (whole, plain): ([Double], [Double]) = ([], [])
      for index in 0..<(options.isQuick ? 20 : 100) {
        let start = ContinuousClock.now
        let process = try push(10 + index)
        guard case .event = try subscription.next(until: .now + .seconds(10)) else {
          throw BenchBroker.Failure(what: "no frames came")
        }
        whole.append(BenchBroker.nanoseconds(since: start))
        _ = try process.wait(until: .now + .seconds(10))
        let sent = ContinuousClock.now
        try publisher.publish(text(index), to: "raw")
        _ = try raw.next(within: .seconds(5))
        plain.append(BenchBroker.nanoseconds(since: sent))
      }
      var table = Table(
        "From the save on one machine until a subscriber of another's daemon has the frames",
        columns: ["what", "p50", "p90", "target"])
      table.add(["save, push, follow, solve, frames", time(median(whole)), time(percentile90(whole)), "p50 ≤ 15 ms"])
      table.add(["the file's bytes by libnats alone", time(median(plain)), time(percentile90(plain)), ""])
      table.print()
    }

    /// One decision, seen by many: what a follower does with it before it tells its daemon.
    private static func printDecisions(_ broker: BenchBroker, _ options: Options) throws {
      let names = FleetNames(fleet: "bench")
      let streams = try broker.connect().jetStream()
      try streams.create(.init(name: names.desk, subjects: [names.keys(of: names.desk)], mostOfSubject: 64))
      let count = options.isQuick ? 100 : 1000
      let connections = try (0..<10).map { _ in try broker.connect() }
      var watches: [NatsSubscription] = []
      var plains: [NatsSubscription] = []
      var desks: [Desk] = []
      for index in 0..<count {
        let connection = connections[index % connections.count]
        watches.append(try connection.jetStream().read(names.keys(of: names.desk), of: names.desk, from: .new))
        plains.append(try connection.subscribe(to: "plain"))
        desks.append(Desk(Membership(machine: "m\(index)", groups: ["g\(index % 10)"])))
      }
      let key = DeskKey.decision(.fleet, scene: nil).text
      let subject = names.subject(of: key, in: names.desk)
      let publisher = try broker.connect()
      let writer = try publisher.jetStream()
      var (ours, raw): ([Double], [Double]) = ([], [])
      for round in 0..<(options.isQuick ? 3 : 10) {
        let bytes = Decision(
          [Assignment(.config, to: .text("state\(round)"))], author: "bench", written: round
        ).encoded
        var start = ContinuousClock.now
        try writer.publish(bytes, to: subject)
        for index in 0..<count {
          guard let message = try watches[index].next(within: .seconds(10)) else {
            throw BenchBroker.Failure(what: "a follower saw no decision")
          }
          desks[index].receive(key, message.bytes, revision: message.sequence ?? 0)
          guard desks[index].assignments(for: "scene").count == 1 else {
            throw BenchBroker.Failure(what: "a decision is not what was written")
          }
        }
        ours.append(BenchBroker.nanoseconds(since: start))
        start = .now
        try publisher.publish(bytes, to: "plain")
        try publisher.flush()
        for index in 0..<count { _ = try plains[index].next(within: .seconds(10)) }
        raw.append(BenchBroker.nanoseconds(since: start))
      }
      var table = Table(
        "One decision until all followers know what it means for them",
        columns: ["followers", "libnats alone p50", "ours p50", "of libnats", "target"])
      table.add([
        grouped(count), time(median(raw)), time(median(ours)), ratio(median(ours), to: median(raw)), "≤ 1.2x",
      ])
      table.print()
    }

    /// Deltas of one scene to many readers, as fast as the bridge makes them.
    private static func printDeliveries(
      _ broker: BenchBroker, _ program: String, _ tool: String, _ options: Options
    ) throws {
      let layout = Array("layout screen { var w = 1\n  box a leading 1 top 2 width 1 * w height 4 }\n".utf8)
      let served = try ServedDaemon(program, serving: layout, ["--text", "fixed", "--max-rate", "1000000"])
      let publish = try ChildProcess(
        tool, ["publish", "screen", "--socket", served.socket, "--instance", "bench"], environment: broker.environment)
      let names = FleetNames(fleet: "default")
      let readers = 20
      let connections = try (0..<4).map { _ in try broker.connect() }
      let subject = names.subject(of: .delta, scene: "screen", of: "bench")
      let subscriptions = try (0..<readers).map { try connections[$0 % 4].subscribe(to: subject) }
      guard try publish.waitForOutput(until: .now + .seconds(20), where: { $0.outputText.contains("publishes") }) else {
        throw BenchBroker.Failure(what: publish.outputText + publish.errorText)
      }
      let caller = try served.connect()
      func apply(_ value: Int) throws {
        let op = Op(.set(.variable, of: "w", to: .number(Double(value % 997 + 1))))
        _ = try caller.call(.apply(Request.Apply(scene: "screen", ops: [op])))
      }
      for value in 0..<50 {
        try apply(value)
        pause(.milliseconds(20))
      }
      for subscription in subscriptions { while try subscription.next(within: .milliseconds(1)) != nil {} }
      let calls = options.isQuick ? 2_000 : 20_000
      var start = ContinuousClock.now
      for value in 0..<calls { try apply(value) }
      var (deliveries, bytes) = (0, 0)
      for subscription in subscriptions {
        while let message = try subscription.next(within: .milliseconds(deliveries == 0 ? 1000 : 20)) {
          deliveries += 1
          bytes = message.bytes.count
        }
      }
      let ours = Double(deliveries) / (BenchBroker.nanoseconds(since: start) / 1e9)
      // As many messages of as many bytes into a stream of the same kind, without a daemon.
      let streams = try broker.connect().jetStream()
      try streams.create(
        .init(name: "plain", subjects: ["plain.>"], age: .seconds(60), bytes: 64 << 20, isInMemory: true))
      let plains = try (0..<readers).map { try connections[$0 % 4].subscribe(to: "plain.delta") }
      let payload = [UInt8](repeating: 97, count: max(bytes, 1))
      start = .now
      for _ in 0..<(deliveries / readers) { try streams.begin(payload, to: "plain.delta") }
      try streams.complete()
      var plain = 0
      for subscription in plains {
        while try subscription.next(within: .milliseconds(plain == 0 ? 1000 : 20)) != nil { plain += 1 }
      }
      let raw = Double(plain) / (BenchBroker.nanoseconds(since: start) / 1e9)
      var table = Table(
        "Deliveries a second of one scene's deltas, calls of Apply one after the other",
        columns: ["readers", "libnats alone", "ours", "of libnats", "target", "bytes", "deltas of calls"])
      table.add([
        grouped(readers), grouped(Int(raw)), grouped(Int(ours)), ratio(ours, to: raw), "≥ 0.8x", grouped(bytes),
        "\(deliveries / readers) of \(calls)",
      ])
      table.print()
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    private static func percentile90(_ values: [Double]) -> Double { values.sorted()[values.count * 9 / 10] }
  }
#endif
