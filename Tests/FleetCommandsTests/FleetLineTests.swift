import DaemonHarness
import Fleet
import Nats
import NatsHarness
import Posix
import Testing

@testable import FleetCommands

@Suite("What is read of a fleet, and written", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)"))
struct FleetLineTests {
  @Test func `a broker that does not hand out what it has is no empty desk`() throws {
    // Answers to requests have one token more than what a reader is sent, which this user does not get.
    let stage = try FleetStage(
      """
      authorization { users = [
        { user: ann, password: secret }
        { user: deaf, password: secret, permissions: { publish: ">", subscribe: "_INBOX.*.*" } }
      ] }
      """)
    let ann = try stage.line(as: "ann")
    try ann.prepare(replicas: 1)
    try ann.put([1], at: "manifest.fleet", in: ann.names.desk, expecting: .last(0))
    #expect(try ann.values(in: ann.names.desk) { key, _, _ in key }.count == 1)

    let deaf = try stage.line(as: "deaf", patience: .milliseconds(200))
    #expect(throws: NatsError.self) { try deaf.values(in: deaf.names.desk) { key, _, _ in key } }
  }

  @Test func `of subjects that there are none of nothing is read, at once`() throws {
    let stage = try FleetStage()
    let line = try stage.line()
    #expect(try line.values(in: line.names.desk) { key, _, _ in key }.isEmpty, "there is no stream")
    try line.prepare(replicas: 1)
    #expect(try line.values(in: line.names.desk) { key, _, _ in key }.isEmpty)
    try line.put([1], at: "all.fleet", in: line.names.desk, expecting: .last(0))
    let start = ContinuousClock.now
    #expect(try line.messages(line.names.manifests, of: line.names.desk, from: .all) { $0 }.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(4))
  }

  static func push(_ stage: FleetStage, _ line: FleetLine) throws -> Push {
    Push(
      line: line, folder: try PushedFolder(stage.folder + "/source", author: "ann", message: ""),
      console: .init(choice: "never"), isTold: false)
  }

  @Test func `a file of which a piece is missing is sent again, and one that somebody has spoiled with --afresh`()
    throws
  {
    let stage = try FleetStage()
    let line = try stage.line()
    try line.prepare(replicas: 1)
    // Three pieces.
    let text = String(repeating: "// 3456789 123456789 123456789 1\n", count: 9000)
    try stage.write("large.layout", text)
    let push = try Self.push(stage, line)
    let file = push.folder.manifest.files[0]
    #expect(file.pieces == 3)
    try line.streams.publish([1], to: line.names.piece(2, of: file.digest))
    #expect(try line.missing(of: [file]) == [file], "the last piece alone is not all of them")

    #expect(try push.run(to: .fleet).sent == text.utf8.count)
    #expect(try line.content(of: file) == Array(text.utf8))
    #expect(try line.missing(of: [file]).isEmpty)
    try line.streams.publish(Array("spoiled".utf8), to: line.names.piece(1, of: file.digest))
    #expect(throws: NatsError.notFound) { try line.content(of: file) }
    let again = try stage.run("push", "source", "--afresh")
    #expect(again.exit == .code(0), "\(again.said)")
    #expect(try line.content(of: file) == Array(text.utf8))
  }

  @Test func `what no server takes is refused before anything is sent`() throws {
    let stage = try FleetStage("max_payload: 4096")
    for index in 0..<40 { try stage.write("file\(index).layout", "layout l\(index) { }") }
    let refused = try stage.run("push", "source")
    #expect(
      refused.exit == .code(69) && refused.errorText.contains("more than the NATS server takes"), "\(refused.said)")
    let line = try stage.line()
    #expect(try line.streams.state(of: line.names.content)?.messages == 0)
  }

  @Test func `what no machine reads is not decided`() throws {
    let stage = try FleetStage()
    for round in 0..<3 {
      let words = (0..<400).map { "name\(round)-\($0)=1" }
      let decided = try stage.run(["set"] + words)
      #expect(decided.exit == .code(round < 2 ? 0 : 65), "\(decided.said)")
      if round == 2 { #expect(decided.errorText.contains("nothing is decided")) }
    }
  }

  @Test func `what a newer version has decided is not written over, and reset takes it away`() throws {
    let stage = try FleetStage()
    let line = try stage.line()
    try line.prepare(replicas: 1)
    let newer = Array(#"{"version":2,"values":{"columns":3}}"#.utf8)
    try line.put(newer, at: "all.group.lobby", in: line.names.desk, expecting: .last(0))

    for words in [["set", "columns=4"], ["use", "--clear"], ["trait", "dark"]] {
      let refused = try stage.run(words + ["--group", "lobby"])
      #expect(refused.exit == .code(65), "\(refused.said)")
      #expect(refused.errorText.contains("it is of another version") && refused.errorText.contains("reset"))
      #expect(try line.value(of: "all.group.lobby", in: line.names.desk)?.bytes == newer)
    }
    #expect(try stage.run("reset", "--group", "lobby").exit == .code(0))
    #expect(try stage.run("set", "columns=4", "--group", "lobby").exit == .code(0))
  }

  @Test func `content that no manifest names any more is removed, when it is old enough`() throws {
    let stage = try FleetStage()
    let line = try stage.line()
    try line.prepare(replicas: 1)
    // As many manifests as are kept, and one more: the first file is named by none of them.
    for index in 0...FleetLine.mostKept {
      try stage.write("card.layout", SampleLayouts.card(width: 100 + index))
      _ = try Self.push(stage, line).run(to: .fleet)
    }
    #expect(try line.pieces().count == FleetLine.mostKept + 1)

    #expect(try line.removeUnnamed(olderThan: .seconds(3600)) == 0, "somebody may be about to name it")
    #expect(try line.removeUnnamed(olderThan: .zero) == 1)
    #expect(try line.pieces().count == FleetLine.mostKept)
    #expect(try stage.run("rollback", "--to", "2").exit == .code(0), "what is listed can be gone back to")
    // Of a manifest that cannot be read nobody knows what it names.
    try line.put(Array("{}".utf8), at: "manifest.group.a", in: line.names.desk, expecting: .anything)
    try line.streams.publish([1], to: line.names.piece(0, of: SHA256.digest(of: [1])))
    #expect(try line.removeUnnamed(olderThan: .zero) == 0)
  }
}

@Suite("A broker that does not answer for a while", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)"))
struct SilentBrokerTests {
  @Test func `whoever says how long to wait outlives its silence`() throws {
    let stage = try FleetStage()
    let line = try stage.line(patience: .milliseconds(300))
    try line.prepare(replicas: 1)
    var reader = StatusReader(line)
    #expect(try reader.read().machines.isEmpty)

    try stage.server.pause()
    #expect(throws: NatsError.self) { try reader.read() }
    line.waitingUntil = .now + NatsServer.patience
    let resumed = try stage.server.resume(after: .seconds(2))
    #expect(try reader.read().machines.isEmpty)
    _ = try resumed.wait(until: .now + NatsServer.patience)
  }

  @Test func `status waits for a server that starts later, and without --wait says that there is none`() throws {
    let stage = try FleetStage()
    try stage.line().prepare(replicas: 1)
    try stage.server.kill()
    #expect(try stage.run("status", "--count", "0").exit == .code(69))
    let status = try stage.start("status", "--wait", "30s", "--count", "0")
    #expect(try status.wait(until: .now + .milliseconds(500)) == nil, "\(status.said)")
    try stage.server.restart()
    #expect(try status.wait(until: .now + NatsServer.patience) == .code(0), "\(status.said)")
  }
}

extension FleetStage {
  func line(as user: String? = nil, patience: Duration = .seconds(20)) throws -> FleetLine {
    try FleetLine(
      FleetNames(fleet: "default"),
      NatsOptions(
        servers: [server.address], name: "test", user: user.map { ($0, "secret") },
        inbox: user.map { "_INBOX.\($0)" },
        patience: min(patience, .seconds(5))), patience: patience)
  }
}
