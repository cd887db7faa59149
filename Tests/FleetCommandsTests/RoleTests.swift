import DaemonHarness
import Fleet
import Frames
import FramewireClient
import JSONText
import Nats
import NatsHarness
import Posix
import Testing
import Wire

@testable import FleetCommands

/// With the configuration that the documentation gives people, as it is.
@Suite("What each role may do", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)")) struct RoleTests {
  static let file = FileSystem.join(
    FileSystem.split(FileSystem.split(FileSystem.split(#filePath).directory).directory).directory,
    "Packaging/nats/fleet.conf")

  static func stage() throws -> FleetStage {
    var text = String(decoding: try FileSystem.readFile(file).bytes, as: UTF8.self)
    for role in ["PUSHER", "DOOR3", "STAGE", "VIEWER"] {
      text = text.replacing("$\(role)_PASSWORD", with: "\"secret\"")
    }
    return try FleetStage(text.replacing("jetstream: enabled\n", with: ""))
  }

  @Test func `each role can do all that is its own`() throws {
    let stage = try Self.stage()
    try stage.write("card.layout", SampleLayouts.card())
    let pushed = try stage.run("push", "source", "--user", "pusher")
    #expect(pushed.exit == .code(0), "\(pushed.said)")
    let machine = try stage.machine("door-3", groups: ["doors"], user: "door-3")
    try waitUntil { machine.text("card.layout") == SampleLayouts.card() }
    #expect(try stage.run("use", "wide", "--group", "doors", "--user", "pusher").exit == .code(0))
    let well = try stage.run("status", "--wait", "20s", "--user", "pusher")
    #expect(
      well.exit == .code(0) && well.outputText.contains("1 of 1 machine is well"),
      "\(well.said)\n\(machine.process.said)")
    #expect(DecisionTests.configuration(machine) == "wide")
    try stage.write("card.layout", SampleLayouts.card(width: 130))
    let tried = try stage.run("push", "source", "--user", "pusher", "--canary", "doors")
    #expect(tried.exit == .code(0), "\(tried.said)\n\(machine.process.said)")
    let back = try stage.run("rollback", "--user", "pusher")
    #expect(back.exit == .code(0), "\(back.said)")
    #expect(try stage.run("reset", "--group", "doors", "--user", "pusher").exit == .code(0))
    #expect(try stage.run("status", "--forget", "door-9", "--user", "pusher").exit != .code(77))

    let publish = try stage.start(
      "publish", "--instance", "stage", "--socket", machine.served.socket, "--user", "stage")
    let calls = try stage.start(
      "serve-calls", "--instance", "stage", "--socket", machine.served.socket, "--user", "stage")
    #expect(
      try calls.waitForOutput(until: .now + NatsServer.patience) { $0.outputText.contains("answers") }, "\(calls.said)")
    let seen = try stage.start("subscribe", "card", "--instance", "stage", "--count", "1", "--user", "viewer")
    #expect(try seen.wait(until: .now + NatsServer.patience) == .code(0), "\(seen.said) \(publish.said)")
    #expect(seen.outputText.contains(#""kind":"snapshot""#))
    let viewer = try stage.server.connect(as: ("viewer", "secret"))
    let answer = try viewer.request([], of: "framewire.default.stage.call.ListScenes", timeout: .seconds(20))
    #expect(try JSON(parsing: answer.bytes)["parameters"] != nil)
  }

  @Test func `a viewer who has the server deliver another scene's changes there changes nobody's mirror`() throws {
    let stage = try Self.stage()
    let names = FleetNames(fleet: "default")
    let served = try ServedFolder(["card.layout": SampleLayouts.card()])
    let publish = try stage.start("publish", "--instance", "stage", "--socket", served.socket, "--user", "stage")
    let reader = SceneReader(try stage.line(as: "viewer"), instance: "stage", scene: "card")
    try waitUntil { (try? reader.next(within: .milliseconds(100))) != nil }
    try waitUntil {
      _ = try reader.next(within: .milliseconds(10))
      return !reader.reading.isBehind
    }
    let mirror = reader.reading.mirror

    let mallory = try stage.server.connect(as: ("viewer", "secret"))
    // The server delivers where somebody listens to that very subject.
    let own = try mallory.subscribe(to: names.subject(of: .transition, scene: "card", of: "stage"))
    let consumer = """
      {"stream_name":"\(names.deltas)","config":{"deliver_policy":"all","ack_policy":"none","replay_policy":"instant",\
      "filter_subject":"\(names.subject(of: .delta, scene: "hud", of: "stage"))",\
      "deliver_subject":"\(names.subject(of: .transition, scene: "card", of: "stage"))"}}
      """
    let made = try mallory.request(Array(consumer.utf8), of: "$JS.API.CONSUMER.CREATE.\(names.deltas)")
    #expect(try JSON(parsing: made.bytes)["error"] == nil, "\(String(decoding: made.bytes, as: UTF8.self))")
    // It fits what the mirror shows.
    let epoch = try #require(mirror.epoch)
    let instant = Event.Instant(epoch: epoch, rev: mirror.rev + 1, layoutRev: 1, time: 0)
    let delta = Event.delta(FrameSet().diff(from: mirror.frames), from: mirror.rev, at: instant, settled: true)
    let text = SceneMessage.bytes(of: delta, in: .json)
    try stage.line(as: "stage").streams.publish(text, to: names.subject(of: .delta, scene: "hud", of: "stage"))

    #expect(try own.next(within: NatsServer.patience)?.bytes == text)
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end { _ = try reader.next(within: .milliseconds(100)) }
    #expect(reader.reading.mirror == mirror && !reader.reading.isBehind, "\(publish.said)")
  }

  @Test func `no role can do what is another's`() throws {
    let stage = try Self.stage()
    try stage.write("card.layout", SampleLayouts.card())
    #expect(try stage.run("push", "source", "--user", "pusher").exit == .code(0))
    let names = FleetNames(fleet: "default")
    func isForbidden(_ user: String, _ subject: String) throws -> Bool {
      let connection = try stage.server.connect(as: (user, "secret"))
      try connection.publish([], to: subject)
      try connection.flush()
      try waitUntil(within: .milliseconds(500)) { connection.violation != nil }
      return connection.violation != nil
    }
    let (manifest, decision) = (
      names.subject(of: "manifest.fleet", in: names.desk), names.subject(of: "all.fleet", in: names.desk)
    )
    for user in ["door-3", "stage", "viewer"] {
      #expect(try isForbidden(user, manifest) && isForbidden(user, decision), "\(user)")
      #expect(try isForbidden(user, names.piece(0, of: SHA256.digest(of: []))), "\(user)")
      #expect(try isForbidden(user, "$JS.API.STREAM.DELETE.\(names.desk)"), "\(user)")
    }
    #expect(try isForbidden("door-3", names.subject(of: "door-4", in: names.reports)), "it is door-3")
    #expect(try isForbidden("viewer", "framewire.default.stage.call.Apply"))
    #expect(try isForbidden("viewer", names.subject(of: .snapshot, scene: "card", of: "stage")))
    #expect(try !isForbidden("pusher", decision))
    // What others are answered, a pusher's decisions among it, is theirs alone.
    for user in ["pusher", "door-3", "stage", "viewer"] {
      let connection = try stage.server.connect(as: (user, "secret"))
      for subject in ["_INBOX.>", "_INBOX.other.>", "_INBOX.*"] {
        _ = try connection.subscribe(to: subject)
        try connection.flush()
        #expect(
          try waitUntil(within: .seconds(2)) { connection.violation?.contains(subject) == true }, "\(user) \(subject)")
      }
    }
    // Verbs that go on say what they are not let do.
    for (user, words) in [
      ("stage", ["publish", "--socket"]), ("stage", ["serve-calls", "--socket"]), ("viewer", ["subscribe", "card"]),
    ] {
      let served = try ServedFolder(["card.layout": SampleLayouts.card()])
      let more = words.last == "--socket" ? [served.socket] : []
      let verb = try stage.start(words + more + ["--instance", "other", "--user", user])
      #expect(
        try verb.waitForOutput(until: .now + NatsServer.patience) { $0.said.contains("ermissions Violation for") },
        "\(words): \(verb.said)")
    }
    let refused = try stage.run("use", "wide", "--user", "viewer")
    #expect(refused.exit == .code(77) && refused.errorText.contains("ermissions"), "\(refused.said)")
    let stranger = try stage.run("status", "--user", "nobody")
    #expect(stranger.exit == .code(77), "\(stranger.said)")
  }
}
