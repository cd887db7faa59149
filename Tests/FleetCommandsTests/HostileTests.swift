import DaemonHarness
import Fleet
import Nats
import NatsHarness
import Posix
import Testing

@testable import FleetCommands

/// Whoever may write to the broker, or the broker itself, has what nobody of ours would write.
@Suite("A broker with what is not ours", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)"))
struct HostileTests {
  static let digest = SHA256.digest(of: Array("x".utf8))

  static func manifest(_ files: String, _ more: String = "") -> [UInt8] {
    Array(#"{"version":1,"author":"mallory","written":1,\#(more)"files":[\#(files)]}"#.utf8)
  }

  static func file(_ path: String, size: String = "1", digest: String = digest) -> String {
    #"{"path":"\#(path)","size":\#(size),"digest":"\#(digest)"}"#
  }

  /// A value of the desk, and what a machine says of it.
  struct Case: Sendable {
    let key: String
    let bytes: [UInt8]
    let said: String

    init(_ key: String, _ bytes: [UInt8], _ said: String) { (self.key, self.bytes, self.said) = (key, bytes, said) }

    init(files: String, _ said: String) { self.init("manifest.fleet", manifest(files), said) }
  }

  static let cases: [Case] =
    [
      Case("manifest.fleet", [0, 255, 1], "manifest.fleet: this is no manifest"),
      Case("manifest.fleet", Array("[]".utf8), "it is no object"),
      Case("manifest.fleet", Array(#"{"version":2}"#.utf8), "it is of another version"),
      Case("manifest.fleet", [UInt8](repeating: 91, count: 500_000), "manifest.fleet: this is no manifest"),
      Case("manifest.fleet", [UInt8](repeating: 32, count: 10 << 20), "it has 10485760 bytes"),
      Case(files: (0..<4200).map { file("f\($0)") }.joined(separator: ","), "4200 files are more than"),
      Case(files: (0..<100_000).map { file("f\($0)") }.joined(separator: ","), "bytes, and 1048576 are the most"),
      Case(files: file("a") + "," + file("a"), "'a' occurs twice"),
      Case(files: file("a/b") + "," + file("a"), "'a' is a file and a folder"),
      Case(files: file("a", digest: "ABC"), "'a' has no digest"),
      Case(files: file("a", size: "-1"), "'a' has -1 bytes"),
      Case(files: file("a", size: "1e300"), "lacks 'path', 'size' or 'digest'"),
      Case(files: file("missing.layout"), "'missing.layout' of manifest"),
      Case("all.fleet", [0, 255], "all.fleet: "),
      Case("all.fleet", [UInt8](repeating: 32, count: 10 << 20), "it has 10485760 bytes"),
      Case("all.fleet", decision(#"{"op":"size","value":[1,2]}"#), "sets nothing that is decided for many"),
      Case(
        "all.fleet",
        decision((0..<2000).map { #"{"op":"flag","name":"f\#($0)","value":true}"# }.joined(separator: ",")),
        "'ops' is missing or too long"),
      Case("all.fleet", decision(#"{"op":"flag","name":"a\u001b[31m","value":true}"#), #"flag a\u{1b}[31m 'on'"#),
      Case(
        "scene.fleet.card", decision(##"{"op":"variable","name":"columns","value":"\u001b"}"##),
        #"variable columns '\u{1b}' cannot be set"#),
    ]
    + [
      "../evil.layout", "a/../../evil.layout", "/tmp/evil.layout", ".profile", "a//b", "", "a/", "x\\\\y", "a\\u0000b",
      "a\\u001b[31m", ".framewire-nats.json", String(repeating: "d/", count: 17) + "x",
      String(repeating: "n", count: 256),
    ].map { Case(files: file($0), "cannot be pushed: ") }

  static func decision(_ ops: String) -> [UInt8] {
    Array(#"{"version":1,"author":"mallory","written":1,"ops":[\#(ops)]}"#.utf8)
  }

  @Test func `a machine tells each of it once, keeps what it has, and writes nothing outside of its folder`() throws {
    let stage = try FleetStage("max_payload: 16MB")
    let line = try stage.line()
    let served = try ServedFolder()
    let above = FileSystem.split(served.layouts).directory
    try stage.write("card.layout", SampleLayouts.card())
    #expect(try stage.run("push", "source").exit == .code(0))
    let good = try #require(try line.value(of: "manifest.fleet", in: line.names.desk)?.bytes)
    let machine = try stage.machine("one", served: served)
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    let beside = try FileSystem.list(above).map(\.name)

    for hostile in Self.cases {
      try line.put(hostile.bytes, at: hostile.key, in: line.names.desk, expecting: .anything)
      var status = ""
      let isTold = try waitUntil(within: .seconds(15)) {
        status = try stage.run("status").outputText
        return status.contains(hostile.said)
      }
      #expect(isTold, "\(hostile.key) \(hostile.said): \(status)")
      #expect(!status.contains("well  manifest") && !status.contains("\u{1B}"), "\(hostile.said): \(status)")
      #expect(machine.text("card.layout") == SampleLayouts.card() && machine.process.exit == nil, "\(hostile.said)")
      try line.put(
        hostile.key == "manifest.fleet" ? good : nil, at: hostile.key, in: line.names.desk, expecting: .anything)
      #expect(try stage.run("status", "--wait", "20s").exit == .code(0), "after \(hostile.said)")
    }
    #expect(try FileSystem.list(above).map(\.name) == beside)
    #expect(try FileSystem.list(served.layouts).map(\.name) == [FollowedFolder.marker, "card.layout"])
    #expect(!FileSystem.exists("/tmp/evil.layout"))
    _ = try machine.process.waitForOutput(until: .now) { _ in false }
    let said = machine.process.outputText
    #expect(said.split(separator: "\n").count { $0.contains("'missing.layout' of manifest") } == 1, "\(said)")
    #expect(said.contains("another push takes its place") && said.contains("'framewire-nats reset' takes it away"))
    #expect(try machine.process.residentBytes() < 256 << 20)
  }

  @Test func `files that are not what a manifest promises are not written, through links neither`() throws {
    let stage = try FleetStage()
    let line = try stage.line()
    let machine = try stage.machineWithCard()
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    // Content of another digest, longer and shorter than was said, and of no bytes.
    for (index, content) in ["y", "xx", ""].enumerated() {
      let path = "lie\(index).layout"
      try line.streams.publish(Array(content.utf8), to: line.names.piece(0, of: Self.digest))
      try line.put(
        Self.manifest(Self.file(path)), at: "manifest.fleet", in: line.names.desk, expecting: .anything)
      try waitUntil { try stage.run("status").outputText.contains("'\(path)' of manifest") }
      #expect(machine.text(path) == nil && machine.text("card.layout") == SampleLayouts.card())
    }
    // Somebody puts a link where a folder is to be.
    let outside = stage.folder + "/outside"
    try FileSystem.createDirectory(outside)
    try FileSystem.createLink(machine.served.layouts + "/sub", to: outside)
    try FileSystem.createDirectory(stage.folder + "/source/sub")
    try stage.write("sub/inner.layout", "layout inner { box a }")
    #expect(try stage.run("push", "source").exit == .code(0))
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    #expect(machine.text("sub/inner.layout") != nil)
    #expect(try FileSystem.list(outside).isEmpty)
  }

  @Test func `keys and reports of somebody else change nothing, be their clock as it may`() throws {
    let stage = try FleetStage()
    let line = try stage.line()
    let machine = try stage.machineWithCard()
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))

    for key in ["nonsense", "manifest", "manifest.group", "all.machine.two", "scene.fleet", "other.fleet.x"] {
      try line.put([1, 2, 3], at: key, in: line.names.desk, expecting: .anything)
    }
    let far = 1 << 53
    let report = MachineReport(membership: Membership(machine: "one"), complaints: ["spoiled"], written: far)
    for stream in [line.names.reports, line.names.roster] {
      for bytes in [[], [0, 255], Array("{}".utf8), [UInt8](repeating: 32, count: 900_000), report.encoded] {
        try line.put(bytes, at: "mallory", in: stream, expecting: .anything)
      }
    }
    let status = try stage.run("status", "--wait", "20s")
    #expect(status.exit == .code(0) && status.outputText.contains("1 of 1 machine is well"), "\(status.said)")

    // A name and groups as long as they may be, which would push everybody's row off the screen.
    let long = [String](repeating: String(repeating: "g", count: 255), count: 64)
    let wide = MachineReport(membership: Membership(machine: long[0], groups: long), written: 0)
    try line.put(wide.encoded, at: long[0], in: line.names.reports, expecting: .anything)
    let rows = try stage.run("status").outputText.split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("one ") })
    #expect(rows.contains { $0.hasPrefix("ggg") } && row.count <= 120, "\(row)")
    try line.put(nil, at: long[0], in: line.names.reports, expecting: .anything)

    // A clock that is wrong by any time, forth and back.
    for written in [far, -far] {
      var text = try #require(try line.value(of: "manifest.fleet", in: line.names.desk)?.bytes)
      let manifest = try Manifest(decoding: text)
      text = try Manifest(files: manifest.files, author: "a\u{1B}[31m\n", written: written).encoded
      try line.put(text, at: "manifest.fleet", in: line.names.desk, expecting: .anything)
      #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
      let list = try stage.run("rollback", "--list")
      #expect(list.exit == .code(0) && list.outputText.contains(#"a\u{1b}[31m"#), "\(list.said)")
    }
    #expect(machine.process.exit == nil && machine.text("card.layout") == SampleLayouts.card())
    _ = try machine.process.waitForOutput(until: .now) { _ in false }
    #expect(!machine.process.outputText.contains("\u{1B}"))
  }

  @Test func `while something is wrong, what concerns other machines is passed over as always`() throws {
    let stage = try FleetStage()
    let line = try stage.line()
    let machine = try stage.machine("one")
    try stage.write("card.layout", SampleLayouts.card())
    #expect(try stage.run("push", "source").exit == .code(0))
    try line.put([0, 255], at: "all.fleet", in: line.names.desk, expecting: .anything)
    try waitUntil { try stage.run("status").outputText.contains("all.fleet: ") }
    func reports() throws -> UInt64 { try #require(try line.streams.state(of: line.names.reports)).last }

    let (before, start) = (try reports(), ContinuousClock.now)
    for index in 0..<40 {
      try line.put([1], at: "all.machine.two\(index)", in: line.names.desk, expecting: .anything)
      // Apart, so that they do not come as one.
      CurrentProcess.sleep(for: .milliseconds(50))
    }
    // Of one each second with nothing to say, up to a fifth earlier.
    let usual = (ContinuousClock.now - start) / .milliseconds(800) + 2
    #expect(Double(try reports() - before) <= usual)
    #expect(machine.process.exit == nil)
  }
}
