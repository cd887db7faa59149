import DaemonHarness
import Fleet
import Nats
import NatsHarness
import Posix
import Testing

@testable import FleetCommands

@Suite("When NATS breaks", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)")) struct OutageTests {
  @Test func `while NATS is away a machine goes on with what it has, and afterwards it has what is wanted`() throws {
    let stage = try FleetStage()
    let machine = try stage.machine("one")
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    try waitUntil { machine.text("card.layout") != nil }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))

    try stage.server.kill()
    let refused = try stage.run("status")
    #expect(refused.exit == .code(69) && refused.errorText.contains("no NATS server answers"), "\(refused.said)")
    #expect(try machine.served.scenes().map(\.name) == ["card"])
    try stage.server.restart()
    try stage.write("card.layout", SampleLayouts.card(width: 111))
    #expect(try stage.run("push", "source").exit == .code(0))
    try waitUntil { machine.text("card.layout") == SampleLayouts.card(width: 111) }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    #expect(machine.process.exit == nil)
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
    let well = try run("status", "--wait", "20s")
    #expect(well.exit == .code(0), "\(well.said)")
    try cluster.servers[0].restart()
    try push(102)
    try waitUntil { machine.text("card.layout") == SampleLayouts.card(width: 102) }
  }
}
