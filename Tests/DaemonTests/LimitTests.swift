import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

@Suite("The limits of a daemon") struct LimitTests {
  /// Whether a connection that is new now is served.
  private func isServed(_ folder: ServedFolder) throws -> WireError? { try folder.refusal(of: .listScenes()) }

  @Test func `one connection too many is told so and closed, and the others go on`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--max-connections", "3"])
    var open: [Connection] = []
    for _ in 0..<3 { open.append(try folder.connect()) }
    for connection in open { _ = try connection.call(.listScenes()) }

    let refused = try folder.connect()
    let answer = try refused.receive(until: ServedFolder.deadline)
    #expect(answer?.error == "io.framewire.v1.Busy")
    #expect(answer?.parameters["limit"]?.string == "connections" && answer?.parameters["max"]?.number == 3)
    #expect(
      answer?.parameters["help"]?.string
        == "close connections that are not needed, or raise serve --max-connections")
    #expect(throws: ClientError.closed) { try refused.receive(until: ServedFolder.deadline) }
    for connection in open { _ = try connection.call(.listScenes()) }

    // One that closes makes room for another, as soon as the daemon has noticed.
    open.removeLast()
    var left: WireError? = .busy(limit: "connections", max: 3)
    let deadline = ServedFolder.deadline
    while left != nil, ContinuousClock.now < deadline {
      do { left = try isServed(folder) } catch ClientError.broken, ClientError.closed { continue }
    }
    #expect(left == nil)
  }

  @Test func `hundreds who come at once are all let in`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    // More than are accepted in one go.
    let connections = try (0..<300).map { _ in try folder.connect() }
    for connection in connections { _ = try connection.call(.listScenes()) }
  }

  @Test func `a connection may ask as often as is said, and twice that at once`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--max-rate", "5"])
    let connection = try folder.connect()
    var refused: WireError?
    var served = 0
    for _ in 0..<40 where refused == nil {
      do {
        _ = try connection.call(.listScenes())
        served += 1
      } catch ClientError.refused(let error) { refused = error }
    }

    guard case .rateLimited(let wait)? = refused else {
      Issue.record("40 requests were served at once")
      return
    }
    #expect(served >= 10 && wait <= 200)
    #expect(try isServed(folder) == nil)
  }

  @Test func `who wants every revision and reads none is closed after a while, who wants the latest stays`() throws {
    let views = (0..<2000).map { "  box v\($0) left n top \($0) size 12, 1\n" }.joined()
    let folder = try ServedFolder(
      ["wide.layout": "layout wide { var n = 0\n\(views)}\n"], arguments: ["--stall", "0.2", "--max-rate", "100000"])
    let every = try folder.subscribe(Request.Subscribe(scene: "wide", mode: .every))
    let latest = try folder.subscribe(Request.Subscribe(scene: "wide"))
    _ = (try every.event(), try latest.event())

    // 50 KB a revision, so that the socket's buffer is full soon.
    let control = try folder.connect()
    var subscribers = 2.0
    var value = 0.0
    let deadline = ServedFolder.deadline
    while subscribers > 1, ContinuousClock.now < deadline {
      value += 1
      _ = try control.call(.apply(Request.Apply(ops: [Op(.set(.variable, of: "n", to: .number(value)))])))
      subscribers = try folder.metrics()["subscribers"] ?? 0
    }

    #expect(subscribers == 1)
    var isOpen = true
    while isOpen {
      do {
        if case .end = try every.next(until: ServedFolder.deadline) { isOpen = false }
      } catch { isOpen = false }
    }
    var mirror = 0
    while mirror < Int(value) { mirror = Int((try latest.event().diff.set.first?.frame.rect.x) ?? 0) }
    #expect(mirror == Int(value))
  }

  /// What a raw connection is told before it is closed.
  private func lastWord(to connection: UnixConnection) throws -> String {
    var bytes: [UInt8] = []
    while true {
      if case .end = try connection.receive(into: &bytes, until: ServedFolder.deadline) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `of unfinished messages the largest goes when all together are too much, and the others go on`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--max-input", "1"])
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 700_000)
    let large = try folder.connectRaw()
    try large.sendAll(blanks, until: ServedFolder.deadline)
    #expect(try folder.waitUntil { try folder.metrics()["input.bytes"] == 700_000 })

    let small = try folder.connectRaw()
    try small.sendAll(Array(blanks.prefix(500_000)), until: ServedFolder.deadline)

    let word = try lastWord(to: large)
    #expect(word.hasPrefix(#"{"error":"io.framewire.v1.Busy","parameters":{"limit":"bytes of unfinished messages"#))
    #expect(word.contains(#""max":1048576,"help":"connect again"#))
    try small.sendAll(
      Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0], until: ServedFolder.deadline)
    var answer: [UInt8] = []
    while !answer.contains(0) { _ = try small.receive(into: &answer, until: ServedFolder.deadline) }
    #expect(String(decoding: answer, as: UTF8.self).contains("Framewire"))
    let metrics = try folder.metrics()
    #expect(metrics["evictions"] == 1 && metrics["input.bytes"] == 0 && metrics["input.max"] == 1_048_576)
  }

  /// A call that takes seconds, and is long.
  private static let check = Request.check(
    .text(
      "layout p { for i in 0..<30000 { box b leading 0 top 0 width 4 height 4 } }\n"
        + String(repeating: "// and so on\n", count: 30_000))
  ).encoded()
  /// What ends it is no part of it.
  private static let checkBytes = Double(check.count - 1)

  /// Connections that have each asked for that.
  private func checkers(_ count: Int, of folder: ServedFolder) throws -> [UnixConnection] {
    try (0..<count).map { _ in
      let connection = try folder.connectRaw()
      try connection.sendAll(Self.check, until: ServedFolder.deadline)
      return connection
    }
  }

  @Test func `what is asked counts until it is answered, and goes with whoever asked`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    var connections = try checkers(20, of: folder)
    #expect(
      try folder.waitUntil {
        let metrics = try folder.metrics()
        return metrics["jobs"] == 20 && metrics["input.bytes"] == 20 * Self.checkBytes
      })

    connections.removeAll()
    #expect(try folder.waitUntil { try folder.metrics()["connections"] == 1 })
    // What a thread was at goes on.
    let metrics = try folder.metrics()
    #expect(metrics["input.bytes"] == 0 && metrics["calls"] == 0)
    #expect(try #require(metrics["jobs"]) <= Double(max(2, CurrentProcess.processorCount) + 1))
  }

  @Test func `of long calls that are not answered one goes when all together are too much`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--max-input", "1"])
    // 0.4 MB each.
    let connections = try checkers(3, of: folder)

    #expect(try folder.waitUntil { try folder.metrics()["evictions"] == 1 })
    #expect(try folder.metrics()["input.bytes"] == 2 * Self.checkBytes)
    _ = connections
  }

  @Test func `a message that is not finished in time is told so, and who says nothing stays`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--message-time", "0.2"])
    let silent = try folder.connect()
    let slow = try folder.connectRaw()
    try slow.sendAll(Array(#"{"method":"#.utf8), until: ServedFolder.deadline)

    #expect(
      try lastWord(to: slow)
        == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"#
        + #""parameter":"message not finished within 0.2 seconds"}}"# + "\0")
    _ = try silent.call(.listScenes())
  }

  @Test func `of answers that nobody reads the largest goes when all together are too much`() throws {
    let folder = try ServedFolder(arguments: ["--max-output", "2"])
    let text = String(repeating: "x", count: 1_100_000)
    let load = Request.Load(.text(#"layout wide { label a "\#(text)" }"#), name: "wide.layout")
    let control = try folder.connect()
    _ = try control.call(.load(load))

    // Neither is read, and both together are more than may wait.
    let snapshot = Request.snapshot(Request.Snapshot(scene: "wide")).encoded()
    let (first, second) = (try folder.connectRaw(), try folder.connectRaw())
    try first.sendAll(snapshot, until: ServedFolder.deadline)
    #expect(try folder.waitUntil { try folder.metrics()["output.bytes"] ?? 0 > 1_000_000 })
    try second.sendAll(snapshot, until: ServedFolder.deadline)

    #expect(try folder.waitUntil { try folder.metrics()["evictions"] == 1 })
    let metrics = try folder.metrics()
    #expect(metrics["output.bytes"] ?? 0 > 1_000_000 && metrics["output.bytes"] ?? 0 < 2_097_152)
    var answers: [Int] = []
    for connection in [first, second] {
      var bytes: [UInt8] = []
      while bytes.last != 0 {
        if case .end = try connection.receive(into: &bytes, until: ServedFolder.deadline) { break }
      }
      answers.append(bytes.count)
    }
    #expect(answers[0] < 1_100_000 || answers[1] < 1_100_000)
    #expect(max(answers[0], answers[1]) > 1_100_000)
  }

  @Test func `limits of what is set say what to do, and are told by Stats`() throws {
    let folder = try ServedFolder(
      ["card.layout": SampleLayouts.card()],
      arguments: ["--max-settings", "1", "--max-scenes", "1", "--max-state", "3", "--keep-gone", "7"])
    func set(_ flag: String) -> Request {
      .apply(Request.Apply(scene: "card", ops: [Op(.set(.flag, of: flag, to: true))]))
    }
    #expect(try folder.refusal(of: set("one")) == nil)
    #expect(
      try folder.refusal(of: set("two"))
        == .busy(
          limit: "things set in scene 'card'", max: 1,
          help: "Apply with reset takes them back (framewire reset card)"))
    #expect(try folder.refusal(of: .open(Request.Open(layout: "card", scene: "a"))) == nil)
    #expect(
      try folder.refusal(of: .open(Request.Open(layout: "card", scene: "b")))
        == .busy(limit: "opened scenes", max: 1, help: "Close ends one"))

    let metrics = try folder.metrics()
    #expect(metrics["settings.max"] == 1 && metrics["settings.most"] == 1)
    #expect(metrics["scenes.opened.max"] == 1 && metrics["scenes.opened"] == 1)
    #expect(metrics["state.bytes.max"] == 3_145_728 && metrics["documents.loaded.bytes.max"] == 3_145_728)
  }

  @Test func `what is left of a deleted file is forgotten when somebody says so`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card(), "other.layout": "layout other { box a }\n"])
    let there = try folder.run("forget", "card")
    #expect(there.exit == .code(64) && there.errorText.contains("is there"))
    #expect(try folder.run("forget").exit == .code(64))

    try FileSystem.remove(folder.file("card.layout"))
    #expect(try folder.waitUntil { try folder.state(of: "card").state == .stale })
    let gone = try folder.run("forget", "--gone")

    #expect(gone.outputText == "card\n")
    #expect(try folder.scenes().map(\.name) == ["other"])
    #expect(try folder.run("forget", "--gone").outputText == "no file is gone\n")
  }
}
