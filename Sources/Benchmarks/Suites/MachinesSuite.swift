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
        try printFleet(broker, program, tool, options)
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
      func save(_ width: Int) throws { try FileSystem.writeFile(source + "/pushed.layout", text(width)) }
      func push() throws -> ChildProcess { try ChildProcess(tool, ["push", source], environment: broker.environment) }
      try save(2)
      _ = try push().wait(until: .now + .seconds(20))
      guard try follow.waitForOutput(until: .now + .seconds(20), where: { $0.outputText.contains("has the 1 file") })
      else { throw BenchBroker.Failure(what: follow.outputText + follow.errorText) }
      CurrentProcess.sleep(for: .milliseconds(300))
      let subscription = try served.connect().subscribe(Request.Subscribe(scene: "pushed"))
      _ = try subscription.next(until: .now + .seconds(5))
      func expectFrames() throws {
        guard case .event = try subscription.next(until: .now + .seconds(10)) else {
          throw BenchBroker.Failure(what: "no frames came")
        }
      }
      let (publisher, reader) = (try broker.connect(), try broker.connect())
      let raw = try reader.subscribe(to: "raw")
      let rounds = options.isQuick ? 20 : 100
      var (pushed, plain, watched, local): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
      for index in 0..<rounds {
        var start = ContinuousClock.now
        try save(10 + index)
        let process = try push()
        try expectFrames()
        pushed.append(BenchBroker.nanoseconds(since: start))
        _ = try process.wait(until: .now + .seconds(10))
        start = .now
        try publisher.publish(text(index), to: "raw")
        _ = try raw.next(within: .seconds(5))
        plain.append(BenchBroker.nanoseconds(since: start))
      }
      let watch = try ChildProcess(tool, ["push", source, "--watch"], environment: broker.environment)
      guard try watch.waitForOutput(until: .now + .seconds(20), where: { $0.errorText.contains("watches") }) else {
        throw BenchBroker.Failure(what: watch.outputText + watch.errorText)
      }
      for index in 0..<rounds {
        CurrentProcess.sleep(for: .milliseconds(50))
        let start = ContinuousClock.now
        try save(1000 + index)
        try expectFrames()
        watched.append(BenchBroker.nanoseconds(since: start))
      }
      try watch.send(.kill)
      // The daemon's own part: a save into the folder that it serves.
      try follow.send(.kill)
      _ = try follow.wait(until: .now + .seconds(5))
      for index in 0..<rounds {
        CurrentProcess.sleep(for: .milliseconds(50))
        let start = ContinuousClock.now
        try FileSystem.replaceFile(folder + "/pushed.layout", text(2000 + index))
        try expectFrames()
        local.append(BenchBroker.nanoseconds(since: start))
      }
      var table = Table(
        "From the save on one machine until a subscriber of another's daemon has the frames",
        columns: ["what", "p50", "p90", "target"])
      table.add([
        "push --watch, follow, solve, frames", time(median(watched)), time(percentile90(watched)), "p50 ≤ 15 ms",
      ])
      table.add(["push as a program each time", time(median(pushed)), time(percentile90(pushed)), ""])
      table.add(["a save on that machine itself", time(median(local)), time(percentile90(local)), ""])
      table.add(["the file's bytes by libnats alone", time(median(plain)), time(percentile90(plain)), ""])
      table.print()
    }

    /// One decision, seen by many: what a follower does with it before it tells its daemon.
    private static func printDecisions(_ broker: BenchBroker, _ options: Options) throws {
      let names = FleetNames(fleet: "bench")
      let streams = try broker.connect().jetStream()
      try streams.create(
        .init(name: names.desk, subjects: [names.keys(of: names.desk)], mostOfSubject: 64, news: names.news(of: nil)))
      let count = options.isQuick ? 100 : 1000
      let connections = try (0..<10).map { _ in try broker.connect() }
      var watches: [NatsSubscription] = []
      var plains: [NatsSubscription] = []
      var desks: [Desk] = []
      for index in 0..<count {
        let connection = connections[index % connections.count]
        watches.append(try connection.subscribe(to: names.news(of: nil)))
        plains.append(try connection.subscribe(to: "plain"))
        desks.append(Desk(Membership(machine: "m\(index)", groups: ["g\(index % 10)"])))
      }
      let key = DeskKey.decision(.fleet, scene: nil).text
      let subject = names.subject(of: key, in: names.desk)
      let publisher = try broker.connect()
      let writer = try publisher.jetStream()
      var (ours, raw, meant): ([Double], [Double], [Double]) = ([], [], [])
      for round in 0..<(options.isQuick ? 5 : 20) {
        let bytes = Decision(
          [Assignment(.config, to: .text("state\(round)"))], author: "bench", written: round
        ).encoded
        var start = ContinuousClock.now
        try writer.publish(bytes, to: subject)
        var messages: [NatsMessage] = []
        for index in 0..<count {
          guard let message = try watches[index].next(within: .seconds(10)) else {
            throw BenchBroker.Failure(what: "a follower saw no decision")
          }
          messages.append(message)
        }
        ours.append(BenchBroker.nanoseconds(since: start))
        // Each follower does this for itself, at once with all others.
        start = .now
        for index in 0..<count {
          desks[index].receive(key, messages[index].bytes, number: messages[index].storedNumber ?? 0)
          guard desks[index].number > 0, desks[index].assignments(for: "scene").count == 1 else {
            throw BenchBroker.Failure(what: "a decision is not what was written")
          }
        }
        meant.append(BenchBroker.nanoseconds(since: start) / Double(count))
        start = .now
        try publisher.publish(bytes, to: "plain")
        for index in 0..<count { _ = try plains[index].next(within: .seconds(10)) }
        raw.append(BenchBroker.nanoseconds(since: start))
      }
      var table = Table(
        "One decision until all followers have it, and what each then does with it",
        columns: ["followers", "libnats alone p50", "ours p50", "of libnats", "target", "to know what it means"])
      table.add([
        grouped(count), time(median(raw)), time(median(ours)), ratio(median(ours), to: median(raw)), "≤ 1.2x",
        time(median(meant)),
      ])
      table.print()
    }

    /// Deltas of one scene to many readers, as fast as the bridge makes them.
    private static func printDeliveries(
      _ broker: BenchBroker, _ program: String, _ tool: String, _ options: Options
    ) throws {
      var table = Table(
        "Deliveries a second of one scene's deltas, calls of Apply one after the other",
        columns: [
          "payload", "readers", "libnats alone", "ours", "of libnats", "target", "of the calls", "bytes",
          "events of calls",
        ])
      for encoding in ["json", "fw1"] {
        for readers in [20, 1000] { table.add(try deliveries(encoding, readers, broker, program, tool, options)) }
      }
      table.print()
    }

    private static func deliveries(
      _ encoding: String, _ readers: Int, _ broker: BenchBroker, _ program: String, _ tool: String, _ options: Options
    ) throws -> [String] {
      let layout = Array("layout screen { var w = 1\n  box a leading 1 top 2 width 1 * w height 4 }\n".utf8)
      let served = try ServedDaemon(program, serving: layout, ["--text", "fixed", "--max-rate", "1000000"])
      let instance = "bench-\(encoding)-\(readers)"
      let publish = try ChildProcess(
        tool,
        ["publish", "screen", "--socket", served.socket, "--instance", instance, "--encoding", encoding],
        environment: broker.environment)
      let names = FleetNames(fleet: "default")
      let connections = try (0..<4).map { _ in try broker.connect() }
      let subject = names.subject(ofEvents: "screen", of: instance)
      let subscriptions = try (0..<readers).map { try connections[$0 % 4].subscribe(to: subject) }
      guard try publish.waitForOutput(until: .now + .seconds(20), where: { $0.outputText.contains("publishes") }) else {
        throw BenchBroker.Failure(what: publish.outputText + publish.errorText)
      }
      let caller = try served.connect()
      func apply(_ value: Int) throws -> Int {
        let op = Op(.set(.variable, of: "w", to: .number(Double(value % 997 + 1))))
        guard case .applied(let applied) = try caller.call(.apply(Request.Apply(scene: "screen", ops: [op]))) else {
          throw BenchBroker.Failure(what: "a call was not answered")
        }
        return applied.rev
      }
      // A reader whose subscription came after the first picture has one message less than the others.
      func receiveAll(
        _ subscriptions: [NatsSubscription], until isLast: (NatsMessage) -> Bool
      ) throws -> (count: Int, bytes: Int, headers: [String: String]) {
        var (each, bytes, headers) = (0, 0, [String: String]())
        for (index, subscription) in subscriptions.enumerated() {
          while true {
            guard let message = try subscription.next(within: .seconds(10)) else {
              throw BenchBroker.Failure(what: "the last event did not come to reader \(index)")
            }
            if index == 0 {
              each += 1
              if message.subject.hasSuffix("delta") || headers.isEmpty {
                (bytes, headers) = (message.bytes.count, message.headers)
              }
            }
            if isLast(message) { break }
          }
        }
        return (each, bytes, headers)
      }
      func hasRevision(_ revision: Int) -> (NatsMessage) -> Bool {
        { $0.headers["Framewire-Revision"].flatMap { Int($0) } ?? 0 >= revision }
      }
      var last = 0
      for value in 0..<50 {
        last = try apply(value)
        CurrentProcess.sleep(for: .milliseconds(20))
      }
      _ = try receiveAll(subscriptions, until: hasRevision(last))
      let calls = (options.isQuick ? 20_000 : 200_000) / readers
      var start = ContinuousClock.now
      for value in 0..<calls { last = try apply(value) }
      let called = BenchBroker.nanoseconds(since: start) / 1e9
      var (each, bytes, headers) = try receiveAll(subscriptions, until: hasRevision(last))
      let taken = BenchBroker.nanoseconds(since: start) / 1e9
      try publish.send(.kill)
      // As many messages of as many bytes into a stream of the same kind, without a daemon.
      let plainSubject = "plain.\(instance)"
      let streams = try broker.connect().jetStream()
      try streams.create(
        .init(name: "plain-\(instance)", subjects: [plainSubject], age: .seconds(60), bytes: 64 << 20, isInMemory: true)
      )
      let plains = try (0..<readers).map { try connections[$0 % 4].subscribe(to: plainSubject) }
      let payload = [UInt8](repeating: 97, count: max(bytes, 1))
      start = .now
      for number in 1...each {
        headers["Framewire-Revision"] = String(number)
        // A server that is slower than this for a moment is waited for.
        while true {
          do throws(NatsError) { try streams.begin(payload, to: plainSubject, headers: headers) } catch {
            guard error == .timedOut else { throw error }
            continue
          }
          break
        }
      }
      try streams.complete()
      _ = try receiveAll(plains, until: hasRevision(each))
      let plain = BenchBroker.nanoseconds(since: start) / 1e9
      func rate(_ seconds: Double) -> String { grouped(Int(Double(each * readers) / seconds)) }
      return [
        encoding, grouped(readers), rate(plain), rate(taken), ratio(plain, to: taken), "≥ 0.8x",
        ratio(called, to: taken),
        grouped(bytes), "\(grouped(each)) of \(grouped(calls))",
      ]
    }

    /// Followers as processes, each with a folder of its own: until all have a push and a decision, and after an
    /// outage.
    private static func printFleet(
      _ broker: BenchBroker, _ program: String, _ tool: String, _ options: Options
    ) throws {
      var table = Table(
        "A fleet of processes: until 'status' says that all are well",
        columns: ["followers", "daemons", "started", "a push", "a decision", "server away", "well after it"])
      for (followers, daemons) in options.isQuick ? [(20, 5)] : [(200, 20), (20, 20)] {
        table.add(try fleet(followers, daemons, broker, program, tool, options))
      }
      table.print()
    }

    private static func fleet(
      _ followers: Int, _ daemons: Int, _ broker: BenchBroker, _ program: String, _ tool: String, _ options: Options
    ) throws -> [String] {
      let place = try FileSystem.makeTemporaryDirectory(prefix: "framewire-bench-")
      defer { try? FileSystem.removeTree(place) }
      let source = place + "/source"
      func run(_ words: [String]) throws -> ChildProcess {
        try ChildProcess.run(
          tool, words + ["--fleet", "f\(followers)"], environment: broker.environment, timeout: .seconds(150))
      }
      func expect(_ words: String...) throws {
        let process = try run(words)
        guard process.exit == .code(0) else {
          throw BenchBroker.Failure(what: "\(words): \(process.outputText.suffix(2000)) \(process.errorText)")
        }
      }
      func save(_ width: Int) throws {
        try FileSystem.writeFile(
          source + "/pushed.layout",
          Array("layout pushed { box a leading 1 top 2 width \(width) height 4 { config wide { width 9 } } }\n".utf8))
      }
      func untilWell() throws -> Double {
        let start = ContinuousClock.now
        try expect("status", "--wait", "120s", "--count", "\(followers)")
        return BenchBroker.nanoseconds(since: start)
      }
      try FileSystem.createDirectory(source)
      try save(1)
      try expect("push", source)
      let served = try (0..<daemons).map { _ in
        try ServedDaemon(program, serving: Array("layout screen { box a leading 1 top 2 width 3 height 4 }\n".utf8))
      }
      // Nothing else refers to them while they serve.
      defer { withExtendedLifetime(served) {} }
      let machines = try (0..<followers).map { index in
        try ChildProcess(
          tool,
          [
            "follow", "--into", place + "/m\(index)", "--machine", "m\(index)", "--socket",
            served[index % daemons].socket, "--fleet", "f\(followers)",
          ], environment: broker.environment)
      }
      defer { for machine in machines { try? machine.send(.kill) } }
      let started = try untilWell()
      try save(2)
      var start = ContinuousClock.now
      try expect("push", source)
      _ = try untilWell()
      let pushed = BenchBroker.nanoseconds(since: start)
      start = .now
      try expect("trait", "dark")
      _ = try untilWell()
      let decided = BenchBroker.nanoseconds(since: start)
      try broker.kill()
      CurrentProcess.sleep(for: options.isQuick ? .seconds(3) : .seconds(30))
      try broker.restart()
      start = .now
      try save(3)
      try expect("push", source)
      _ = try untilWell()
      let back = BenchBroker.nanoseconds(since: start)
      return [
        "\(followers)", "\(daemons)", time(started), time(pushed), time(decided), options.isQuick ? "3 s" : "30 s",
        time(back),
      ]
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    private static func percentile90(_ values: [Double]) -> Double { values.sorted()[values.count * 9 / 10] }
  }
#endif
