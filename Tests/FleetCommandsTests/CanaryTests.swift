import DaemonHarness
import Fleet
import Nats
import NatsHarness
import Posix
import Testing

@testable import FleetCommands

@Suite("A canary that is interrupted", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)")) struct CanaryTests {
  /// A fleet with one manifest, and the next one in the folder.
  static func stage() throws -> (FleetStage, FleetLine) {
    let stage = try FleetStage()
    try stage.write("card.layout", SampleLayouts.card())
    #expect(try stage.run("push", "source").exit == .code(0))
    try stage.write("card.layout", SampleLayouts.card(width: 130))
    return (stage, try stage.line())
  }

  static func manifest(_ level: FleetLevel, _ line: FleetLine) throws -> Manifest? {
    try line.value(of: DeskKey.manifest(level).text, in: line.names.desk)?.bytes.map { try Manifest(decoding: $0) }
  }

  /// A push that is killed while its canary is looked at: nobody is in the group yet.
  static func interrupted(_ stage: FleetStage) throws {
    let push = try stage.start("push", "source", "--canary", "lobby")
    #expect(
      try push.waitForOutput(until: .now + NatsServer.patience) { $0.outputText.contains("is looked at") },
      "\(push.said)")
    try push.send(.kill)
    _ = try push.wait(until: .now + NatsServer.patience)
  }

  @Test func `the same push goes on with it`() throws {
    let (stage, line) = try Self.stage()
    try Self.interrupted(stage)
    #expect(try Self.manifest(.group("lobby"), line)?.isTrial == true)
    #expect(try stage.run("status").errorText.contains("group 'lobby' tries manifest 2 of ann@"))
    let canary = try stage.machine("one", groups: ["lobby"])

    let again = try stage.run("push", "source", "--canary", "lobby")
    #expect(
      again.exit == .code(0) && again.outputText.contains("tries these files already, as manifest 2"), "\(again.said)")
    #expect(try Self.manifest(.group("lobby"), line) == nil)
    #expect(try Self.manifest(.fleet, line)?.isTrial == false)
    try waitUntil { canary.text("card.layout") == SampleLayouts.card(width: 130) }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
  }

  @Test func `another push takes it over, and a rollback ends it`() throws {
    let (stage, line) = try Self.stage()
    try Self.interrupted(stage)
    try stage.write("card.layout", SampleLayouts.card(width: 140))
    try Self.interrupted(stage)
    #expect(try Self.manifest(.group("lobby"), line)?.digest != Self.manifest(.fleet, line)?.digest)

    let back = try stage.run("rollback", "--group", "lobby")
    #expect(back.exit == .code(0) && back.outputText.contains("group 'lobby' has what the others have"), "\(back.said)")
    #expect(try Self.manifest(.group("lobby"), line) == nil)
    #expect(try stage.run("rollback", "--group", "lobby").exit == .code(66), "nothing of it was lobby's own")
    #expect(!(try stage.run("status").errorText.contains("tries")))
  }

  @Test func `a fleet that somebody else has changed meanwhile does not get it, and the group goes back`() throws {
    let (stage, line) = try Self.stage()
    let push = try stage.start("push", "source", "--canary", "lobby")
    #expect(try push.waitForOutput(until: .now + NatsServer.patience) { $0.outputText.contains("is looked at") })
    try stage.write("card.layout", SampleLayouts.card(width: 150))
    let other = try stage.run("push", "source", "--message", "first")
    #expect(other.exit == .code(0) && other.errorText.contains("group 'lobby' tries"), "\(other.said)")

    let canary = try stage.machine("one", groups: ["lobby"])
    #expect(try push.wait(until: .now + NatsServer.patience) == .code(75), "\(push.said)")
    #expect(push.errorText.contains("pushed") && push.errorText.contains("(\"first\")"), "\(push.said)")
    #expect(try Self.manifest(.group("lobby"), line) == nil)
    try waitUntil { canary.text("card.layout") == SampleLayouts.card(width: 150) }
  }

  @Test func `what is rolled back while it is looked at does not reach the fleet`() throws {
    let (stage, line) = try Self.stage()
    let before = try #require(try Self.manifest(.fleet, line))
    let push = try stage.start("push", "source", "--canary", "lobby")
    #expect(
      try push.waitForOutput(until: .now + NatsServer.patience) {
        $0.errorText.contains("nobody of group 'lobby' is there yet; waiting")
      }, "\(push.said)")
    #expect(try stage.run("rollback", "--group", "lobby").exit == .code(0))
    // It is well, with what the fleet has.
    _ = try stage.machine("one", groups: ["lobby"])

    #expect(try push.wait(until: .now + NatsServer.patience) == .code(1), "\(push.said)")
    #expect(
      push.errorText.contains("group 'lobby' does not try it any more") && !push.said.contains("the fleet gets it"),
      "\(push.said)")
    #expect(try Self.manifest(.fleet, line) == before)
  }

  @Test func `a trial that the fleet has taken over, and that was not taken away, goes with the next push`() throws {
    let (stage, line) = try Self.stage()
    let fleet = try #require(try Self.manifest(.fleet, line))
    try line.put(fleet.trial.encoded, at: "manifest.group.lobby", in: line.names.desk, expecting: .last(0))
    try stage.write("card.layout", SampleLayouts.card())

    #expect(try stage.run("push", "source").outputText.contains("has these 1 files already"))
    #expect(try Self.manifest(.group("lobby"), line) == nil)
  }
}
