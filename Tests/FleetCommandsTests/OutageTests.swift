import DaemonHarness
import Fleet
import FramewireClient
import Nats
import NatsHarness
import Posix
import Settables
import Testing
import Wire

@testable import FleetCommands

@Suite("When NATS breaks", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)")) struct OutageTests {
  @Test func `while NATS is away a machine goes on with what it has, and afterwards it has what is wanted`() throws {
    let stage = try FleetStage()
    let machine = try stage.machineWithCard()
    #expect(try stage.run("status", "--wait", "60s").exit == .code(0))

    try stage.server.kill()
    let refused = try stage.run("status")
    #expect(refused.exit == .code(69) && refused.errorText.contains("no NATS server answers"), "\(refused.said)")
    #expect(try machine.served.scenes().map(\.name) == ["card"])
    try stage.server.restart()
    try stage.write("card.layout", SampleLayouts.card(width: 111))
    #expect(try stage.run("push", "source").exit == .code(0))
    try waitUntil { machine.text("card.layout") == SampleLayouts.card(width: 111) }
    #expect(try stage.run("status", "--wait", "60s").exit == .code(0))
    #expect(machine.process.exit == nil)
  }

  /// Half a minute in the benchmark; FRAMEWIRE_OUTAGE says seconds.
  static let outage = Duration.seconds(CurrentProcess.variable("FRAMEWIRE_OUTAGE").flatMap { Int($0) } ?? 2)

  @Test
  func `under load an outage changes nothing on the machine, and one picture comes after it instead of a backlog`()
    throws
  {
    let stage = try FleetStage()
    let served = try ServedFolder(
      ["card.layout": SampleLayouts.card()], arguments: ["--max-rate", "1000000"])
    let publish = try stage.start("publish", "--instance", "stage", "--socket", served.socket)
    let line = try stage.line()
    try waitUntil { try line.streams.state(of: line.names.snapshots).map { $0.messages > 0 } ?? false }
    let reader = SceneReader(line, instance: "stage", scene: "card")
    _ = try reader.next(within: NatsServer.patience)
    let caller = try served.connect()
    var count = 0
    /// - Returns: the slowest call.
    func load(for time: Duration) throws -> Duration {
      let end = ContinuousClock.now + time
      var slowest = Duration.zero
      while ContinuousClock.now < end {
        count += 1
        let start = ContinuousClock.now
        let op = Op(.set(.variable, of: "columns", to: .number(Double(count % 900 + 1))))
        _ = try caller.call(.apply(.init(scene: "card", ops: [op])))
        slowest = max(slowest, .now - start)
      }
      return slowest
    }
    _ = try load(for: .milliseconds(300))
    let before = (count, try publish.residentBytes())

    try stage.server.kill()
    #expect(try load(for: Self.outage) < .seconds(5))
    let during = count - before.0
    #expect(during > 20 && publish.exit == nil)
    #expect(try publish.residentBytes() - before.1 < 16 << 20, "nothing waits for NATS")
    try stage.server.restart()
    let wanted = try served.snapshot(Request.Snapshot(scene: "card")).instant
    try waitUntil {
      _ = try? reader.next(within: .milliseconds(50))
      return reader.reading.mirror.rev == wanted.rev && !reader.reading.isBehind
    }
    #expect(
      try served.snapshot(Request.Snapshot(scene: "card", at: wanted.rev)).picture == reader.reading.mirror.frames)
    #expect(try line.streams.state(of: line.names.deltas)?.messages ?? 0 < UInt64(during / 10), "no backlog")
    // And it goes on.
    _ = try load(for: .milliseconds(100))
    let last = try served.snapshot(Request.Snapshot(scene: "card")).instant
    try waitUntil {
      _ = try? reader.next(within: .milliseconds(50))
      return reader.reading.mirror.rev == last.rev
    }
  }

  @Test func `a machine that starts before there is anything waits for it`() throws {
    let stage = try FleetStage()
    let machine = try stage.machine("one")
    #expect(
      try machine.process.waitForOutput(until: .now + NatsServer.patience) { $0.outputText.contains("waiting for it") },
      "\(machine.process.said)")
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    try waitUntil { machine.text("card.layout") != nil }
  }

  @Test func `of three servers one may be killed while pushes and decisions go on`() throws {
    let cluster = try NatsCluster()
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    try FileSystem.createDirectory(folder + "/source")
    let environment = FleetStage.environment(of: cluster.addresses.joined(separator: ","))
    func run(_ words: String...) throws -> ChildProcess {
      try ChildProcess.run(FleetStage.tool, words, environment: environment, in: folder)
    }
    func push(_ width: Int) throws {
      try FileSystem.writeFile(folder + "/source/card.layout", Array(SampleLayouts.card(width: width).utf8))
      let pushed = try run("push", "source", "--replicas", "3")
      #expect(pushed.exit == .code(0), "\(pushed.said)")
    }
    try push(100)
    let served = try ServedFolder()
    let follow = try ChildProcess(
      FleetStage.tool,
      ["follow", "--into", served.layouts, "--machine", "one", "--socket", served.socket, "--every", "1s"],
      environment: environment, in: folder)
    let machine = FleetStage.Machine(served: served, process: follow)
    try waitUntil { machine.text("card.layout") == SampleLayouts.card(width: 100) }

    try cluster.servers[0].kill()
    try push(101)
    #expect(try run("use", "wide").exit == .code(0))
    try waitUntil { machine.text("card.layout") == SampleLayouts.card(width: 101) }
    try waitUntil { DecisionTests.configuration(machine) == "wide" }
    let well = try run("status", "--wait", "60s")
    #expect(well.exit == .code(0), "\(well.said)")
    try cluster.servers[0].restart()
    try push(102)
    try waitUntil { machine.text("card.layout") == SampleLayouts.card(width: 102) }
  }
}

extension ChildProcess {
  /// As /proc/PID/status says (proc_pid_status(5)).
  func residentBytes() throws -> Int {
    let status = try ChildProcess.run("cat", ["/proc/\(id)/status"]).outputText
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return try #require(kilobytes) * 1024
  }
}
