import DaemonHarness
import Fleet
import Frames
import FramewireClient
import JSONText
import Nats
import NatsHarness
import Posix
import TestSupport
import Testing
import Wire

@testable import FleetCommands

@Suite("Scenes and calls over a broker", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)"))
struct SceneTests {
  /// The law: what the mirror shows is what the daemon published as that revision.
  static func expectRight(_ reader: SceneReader, _ served: ServedFolder, scene: String = "card") throws {
    let mirror = reader.reading.mirror
    let snapshot = try served.snapshot(Request.Snapshot(scene: scene, at: mirror.rev))
    #expect(snapshot.picture == mirror.frames && snapshot.instant.epoch == mirror.epoch)
  }

  @Test(arguments: SceneMessage.Encoding.allCases)
  func `a mirror elsewhere follows a scene, over a save, an outage of the server and a restart of the daemon`(
    encoding: SceneMessage.Encoding
  ) throws {
    let stage = try FleetStage()
    let served = try ServedFolder(["card.layout": SampleLayouts.card()])
    let publish = try stage.start(
      "publish", "--instance", "stage", "--socket", served.socket, "--encoding", encoding.rawValue)
    let line = try FleetLine(FleetNames(fleet: "default"), NatsOptions(servers: [stage.server.address], name: "viewer"))
    try waitUntil { try line.streams.state(of: line.names.snapshots).map { $0.messages > 0 } ?? false }
    let reader = SceneReader(line, instance: "stage", scene: "card")
    let first = try #require(try reader.next(within: NatsServer.patience))
    #expect(first.kind == .snapshot)
    try Self.expectRight(reader, served)

    func set(_ columns: Int) throws {
      _ = try served.ask(
        .apply(.init(scene: "card", ops: [Op(.set(.variable, of: "columns", to: .number(Double(columns))))])))
    }
    func expectArrival() throws {
      let wanted = try served.snapshot(Request.Snapshot(scene: "card")).instant
      try waitUntil {
        _ = try? reader.next(within: .milliseconds(50))
        return reader.reading.mirror.rev == wanted.rev && reader.reading.mirror.epoch == wanted.epoch
          && !reader.reading.isBehind
      }
      try Self.expectRight(reader, served)
    }
    for columns in 3...30 {
      try set(columns)
      _ = try reader.next(within: .milliseconds(20))
      try Self.expectRight(reader, served)
    }
    try expectArrival()

    try stage.server.kill()
    for columns in 31...200 { try set(columns) }
    try stage.server.restart()
    try expectArrival()

    try served.save("card.layout", SampleLayouts.card(width: 140))
    try served.sync("card")
    try expectArrival()
    try served.daemon.send(.kill)
    _ = try served.daemon.wait(until: .now + ServedFolder.patience)
    let another = try served.startAnother()
    try waitUntil { (try? served.scenes().count) == 1 }
    try expectArrival()
    #expect(publish.exit == nil)
    try another.send(.terminate)
  }

  @Test func `daemons are asked from elsewhere, and change only what is allowed`() throws {
    let stage = try FleetStage()
    let served = try ServedFolder(["card.layout": SampleLayouts.card()])
    _ = try stage.server.connect()
    let reading = try stage.start("serve-calls", "--instance", "a.b", "--socket", served.socket)
    let writing = try stage.start("serve-calls", "--instance", "w", "--socket", served.socket, "--allow", "Apply")
    for process in [reading, writing] {
      #expect(
        try process.waitForOutput(until: .now + NatsServer.patience) { $0.outputText.contains("answers") },
        "\(process.said)")
    }
    let client = try stage.server.connect()
    func ask(_ method: String, _ parameters: String, of instance: String) throws -> JSON {
      let subject = FleetNames(fleet: "default").subject(ofCall: method, of: instance)
      return try JSON(parsing: try client.request(Array(parameters.utf8), of: subject, timeout: .seconds(20)).bytes)
    }

    #expect(try ask("ListScenes", "", of: "a.b")["parameters"]?["scenes"]?.array?.first?["name"] == "card")
    let snapshot = try ask("Snapshot", #"{"scene":"card"}"#, of: "a.b")
    #expect(snapshot["parameters"]?["event"]?["kind"] == "snapshot")
    #expect(try ask("Snapshot", #"{"scene":"none"}"#, of: "a.b")["error"] == "io.framewire.v1.UnknownScene")
    #expect(try ask("Snapshot", "[", of: "a.b")["error"] == "org.varlink.service.InvalidParameter")
    let apply = #"{"scene":"card","ops":[{"op":"variable","name":"columns","value":3}]}"#
    #expect(try ask("Apply", apply, of: "a.b")["error"] == "io.framewire.v1.NotAllowed")
    #expect(try ask("Subscribe", "{}", of: "w")["error"] == "io.framewire.v1.NotAllowed")
    #expect(try ask("Nonsense", "{}", of: "w")["error"] == "org.varlink.service.MethodNotFound")
    #expect(try ask("Apply", apply, of: "w")["error"] == nil)
    try served.daemon.send(.kill)
    _ = try served.daemon.wait(until: .now + ServedFolder.patience)
    #expect(try ask("ListScenes", "{}", of: "a.b")["error"] == "io.framewire.v1.Unavailable")
    let another = try served.startAnother()
    try waitUntil { try ask("ListScenes", "{}", of: "a.b")["error"] == nil }
    try another.send(.terminate)
  }

  @Test func `a call that takes long keeps nobody else waiting`() throws {
    let stage = try FleetStage()
    let served = try ServedFolder([
      "slide.layout": """
      layout slide size 100, 100 {
        box a top 0 size 10 { config main { left 0 }; config far animate 3600s { left 60 } }
      }
      """
    ])
    try served.ask(.apply(Request.Apply(scene: "slide", ops: [Op(.set(.config, of: "a", to: "far"))])))
    let process = try stage.start("serve-calls", "--instance", "a", "--socket", served.socket)
    #expect(
      try process.waitForOutput(until: .now + NatsServer.patience) { $0.outputText.contains("answers") },
      "\(process.said)")
    let client = try stage.server.connect()
    func ask(_ method: String, _ parameters: String, timeout: Duration = .seconds(20)) throws -> JSON {
      let subject = FleetNames(fleet: "default").subject(ofCall: method, of: "a")
      return try JSON(parsing: try client.request(Array(parameters.utf8), of: subject, timeout: timeout).bytes)
    }

    // More than may wait at once, none of which is answered in time.
    for _ in 0..<80 {
      #expect(throws: NatsError.timedOut) {
        try ask("Sync", #"{"scene":"slide","settled":true,"timeoutMs":86400000}"#, timeout: .milliseconds(20))
      }
    }
    #expect(try ask("ListScenes", "{}")["parameters"]?["scenes"]?.array?.first?["name"] == "slide")
    let short = try ask("Sync", #"{"scene":"slide","settled":true,"timeoutMs":700}"#)
    #expect(short["error"] == "io.framewire.v1.TimedOut", "\(short)")
    #expect(try ask("Sync", #"{"scene":"slide"}"#)["parameters"]?["state"] == "ok")
  }

  @Test func `whoever publishes or watches what is not there is told what it waits for`() throws {
    let stage = try FleetStage()
    let folder = stage.folder + "/later"
    try FileSystem.createDirectory(folder)
    try FileSystem.writeFile(folder + "/hud.layout", Array("layout hud { box a size 10 }".utf8))
    let socket = stage.folder + "/later.sock"
    func said(_ process: ChildProcess, _ words: String) throws -> Bool {
      try process.waitForOutput(until: .now + NatsServer.patience) { $0.said.contains(words) }
    }

    let subscribe = try stage.start("subscribe", "hdu", "--instance", "a")
    #expect(try said(subscribe, "nobody publishes scene 'hdu' of 'a' yet"), "\(subscribe.said)")
    let publish = try stage.start("publish", "hdu", "--instance", "a", "--socket", socket)
    #expect(try said(publish, "no daemon answers at \(socket)"), "\(publish.said)")
    let daemon = try ChildProcess(
      ServedFolder.tool, ["serve", folder, "--socket", socket, "--no-journal", "--text", "fixed"], environment: [:])
    #expect(try said(publish, "there is no scene 'hdu' here yet; waiting for it (there is hud)"), "\(publish.said)")
    try FileSystem.writeFile(folder + "/hdu.layout", Array("layout hdu { box a size 10 }".utf8))
    #expect(try said(subscribe, #""kind":"snapshot""#), "\(subscribe.said)")
    #expect(!subscribe.outputText.contains("nobody"))
    #expect(publish.said.split(separator: "\n").count { $0.contains("no daemon answers") } == 1, "\(publish.said)")
    try daemon.send(.terminate)
  }

  @Test(arguments: [
    "framewire.default.stage.scene.card.snapshot", "$KV.framewire-default.manifest.fleet", "framewire-files.default.x",
    "$JS.API.STREAM.DELETE.x",
  ])
  func `nobody has a daemon write where they may not themselves`(subject: String) {
    #expect(!ServedCalls.isInbox(subject) && ServedCalls.isInbox("_INBOX.x.y") && ServedCalls.isInbox("own.inbox.1"))
  }

  @Test(arguments: SceneMessage.Encoding.allCases)
  func `an event is read back from its message, and what is cut off is none`(encoding: SceneMessage.Encoding) {
    let instant = Event.Instant(epoch: "e", rev: 7, layoutRev: 1, time: 0)
    let record = ViewRecord(
      id: StreamID(1), path: "v", kind: "box", parent: nil, index: 0, frame: Frame(x: 1, y: 2, width: 3, height: 4),
      content: ViewContent())
    let event = Event.delta(FrameSet([record]).diff(from: FrameSet()), from: 6, at: instant, settled: true)
    let (bytes, headers) = (SceneMessage.bytes(of: event, in: encoding), SceneMessage.headers(of: event, in: encoding))

    let read = SceneMessage.event(bytes, headers)
    #expect(read?.diff == event.diff && read?.instant == event.instant && read?.base == 6)
    #expect(headers["Framewire-Base"] == "6" && headers["Framewire-Revision"] == "7")
    for count in 0..<bytes.count { #expect(SceneMessage.event(Array(bytes[..<count]), headers) == nil) }
    #expect(SceneMessage.event(bytes + bytes, headers) == nil)
    #expect(SceneMessage.event(bytes, ["Framewire-Encoding": "fw9", "Framewire-Epoch": "e"]) == nil)
  }

  @Test func `what is no event changes no mirror`() throws {
    var reading = SceneReading()
    for text in ["", "{", "{}", #"{"kind":"delta"}"#, "}}{", #"{"kind":"heartbeat"}}},"x":{"#] {
      guard case .malformed = reading.receive(Array(text.utf8)) else {
        Issue.record("\(text) was taken")
        continue
      }
    }
    #expect(reading.mirror == SceneMirror() && reading.isBehind)
  }
}

@Suite("The law of mirrors") struct MirrorLawTests {
  /// Real pictures, real texts of events, and everything that may go wrong between: messages lost, repeated and late,
  /// cuts, other starts of the daemon. After each message what is shown is what was published as that revision.
  @Test func `in 1,000 runs with cuts a mirror is equal to the daemon's picture at the revision it says`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var taken = 0
    for run in 0..<1000 {
      var daemon = RandomDaemon(&generator)
      var reading = SceneReading()
      var kept: [[UInt8]] = []
      var lastSnapshot = daemon.snapshot
      for _ in 0..<12 {
        var arriving: [[UInt8]] = []
        switch generator.below(10) {
        case 0: daemon.startAgain(&generator)
        case 1:
          lastSnapshot = daemon.snapshot
          if generator.chance(80) { arriving.append(lastSnapshot) }
        case 2:
          // A cut: everything on its way is lost, then the last picture and what is kept behind it.
          reading.lostTouch()
          arriving = [lastSnapshot] + kept.suffix(6)
        case 3: if let old = kept.randomElement(using: &generator) { arriving = [old] }
        default:
          let delta = daemon.change(&generator)
          kept.append(delta)
          if generator.chance(85) { arriving.append(delta) }
        }
        for bytes in arriving {
          if case .event = reading.receive(bytes) { taken += 1 }
          let mirror = reading.mirror
          if mirror.epoch == nil { continue }
          if daemon.picture(mirror.epoch, mirror.rev) != mirror.frames { Issue.record("seed \(seed), run \(run)") }
        }
      }
      _ = reading.receive(daemon.snapshot)
      #expect(reading.mirror.frames == daemon.now && reading.mirror.rev == daemon.revision, "seed \(seed), run \(run)")
      #expect(!reading.isBehind, "seed \(seed), run \(run)")
    }
    #expect(taken > 3000, "a law that is never used holds always")
  }
}

/// A daemon that shows random frames, and remembers them all.
private struct RandomDaemon {
  private var epoch = 0
  private(set) var revision = 0
  private(set) var now = FrameSet()
  private var pictures: [String: FrameSet] = [:]

  init(_ generator: inout SeededGenerator) { startAgain(&generator) }

  func picture(_ epoch: String?, _ revision: Int) -> FrameSet? { pictures["\(epoch ?? "") \(revision)"] }

  var snapshot: [UInt8] { Array(Event.snapshot(of: now, at: instant, settled: true).text.utf8) }

  private var instant: Event.Instant { Event.Instant(epoch: "e\(epoch)", rev: revision, layoutRev: 1, time: 0) }

  mutating func startAgain(_ generator: inout SeededGenerator) {
    epoch += 1
    revision = 1 + generator.below(20)
    now = Self.frames(&generator)
    remember()
  }

  /// One or more revisions later, as one delta.
  mutating func change(_ generator: inout SeededGenerator) -> [UInt8] {
    let (older, base) = (now, revision)
    for _ in 0...generator.below(3) {
      revision += 1
      now = Self.frames(&generator)
      remember()
    }
    return Array(Event.delta(now.diff(from: older), from: base, at: instant, settled: true).text.utf8)
  }

  private mutating func remember() { pictures["e\(epoch) \(revision)"] = now }

  private static func frames(_ generator: inout SeededGenerator) -> FrameSet {
    var views = [record(0, parent: nil, index: 0, &generator)]
    for id in 1..<UInt32(1 + generator.below(3)) { views.append(record(id, parent: 0, index: Int(id) - 1, &generator)) }
    return FrameSet(views)
  }

  private static func record(
    _ id: UInt32, parent: UInt32?, index: Int, _ generator: inout SeededGenerator
  ) -> ViewRecord {
    var content = ViewContent()
    if generator.chance(30) { content.text = "text \(generator.below(5))" }
    let frame = Frame(
      x: Int32(generator.below(500)), y: Int32(generator.below(500)), width: Int32(generator.below(9000)),
      height: Int32(generator.below(9000)))
    return ViewRecord(
      id: StreamID(id), path: "v\(id)", kind: "box", parent: parent.map { StreamID($0) }, index: index, frame: frame,
      content: content)
  }
}
