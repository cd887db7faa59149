import DaemonHarness
import Fleet
import Nats
import NatsHarness
import Posix
import Testing

@testable import Commands
@testable import FleetCommands

@Suite("Pushing and following", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)")) struct PushTests {
  @Test func `what is pushed is served on every machine, and a rollback is what was before`() throws {
    let stage = try FleetStage()
    let machines = [try stage.machine("one"), try stage.machine("two")]
    try stage.write("card.layout", SampleLayouts.card())
    let pushed = try stage.run("push", "source")
    #expect(pushed.exit == .code(0) && pushed.outputText.contains("the fleet gets 1 file"), "\(pushed.said)")
    try waitUntil { machines.allSatisfy { $0.text("card.layout") == SampleLayouts.card() } }
    let well = try stage.run("status", "--wait", "20s")
    #expect(well.exit == .code(0) && well.outputText.contains("2 of 2 machines are well"), "\(well.said)")

    try FileSystem.createDirectory(stage.folder + "/source/inner")
    try stage.write("inner/page.layout", SampleLayouts.stacks)
    try stage.write("card.layout", SampleLayouts.card(width: 120))
    #expect(try stage.run("push", "source").exit == .code(0))
    try waitUntil { machines.allSatisfy { $0.text("inner/page.layout") != nil } }
    for machine in machines { #expect(machine.text("card.layout") == SampleLayouts.card(width: 120)) }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    for machine in machines {
      let frame = try machine.served.connect().ask("Snapshot", #"{"scene":"card"}"#)
      #expect(frame.error == nil)
    }

    let same = try stage.run("push", "source")
    #expect(same.outputText.contains("has these 2 files already"))
    #expect(try stage.run("rollback").exit == .code(0))
    try waitUntil { machines.allSatisfy { $0.text("inner/page.layout") == nil } }
    for machine in machines { #expect(machine.text("card.layout") == SampleLayouts.card()) }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0), "a scene whose file was taken away has ended")
    let list = try stage.run("rollback", "--list").outputText
    #expect(list.contains("back to manifest 1") && list.contains("ann@"), "\(list)")
  }

  @Test func `what has errors is refused unless it is forced, and a follower says that it is ill`() throws {
    let stage = try FleetStage()
    let machine = try stage.machineWithCard()
    try stage.write("card.layout", SampleLayouts.broken)

    let refused = try stage.run("push", "source")
    #expect(refused.exit == .code(1) && refused.errorText.contains("nothing is pushed"), "\(refused.said)")
    #expect(try stage.run("push", "source", "--force").exit == .code(0))
    try waitUntil { machine.text("card.layout") == SampleLayouts.broken }
    try waitUntil { try stage.run("status").outputText.contains("scene 'card' is stale") }
    #expect(try stage.run("status").exit == .code(1))
  }

  @Test func `a canary that is ill keeps a push from all others, and one that is well lets it go on`() throws {
    let stage = try FleetStage()
    let (canary, other) = (try stage.machine("one", groups: ["lobby"]), try stage.machine("two"))
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    try waitUntil { canary.text("card.layout") != nil && other.text("card.layout") != nil }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))

    try stage.write("card.layout", SampleLayouts.broken)
    let ill = try stage.run("push", "source", "--force", "--canary", "lobby")
    #expect(ill.exit == .code(1) && ill.errorText.contains("one: scene 'card' is stale"), "\(ill.said)")
    try waitUntil { canary.text("card.layout") == SampleLayouts.card() }
    #expect(other.text("card.layout") == SampleLayouts.card())

    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    try stage.write("card.layout", SampleLayouts.card(width: 130))
    let well = try stage.run("push", "source", "--canary", "lobby")
    #expect(well.exit == .code(0) && well.outputText.contains("is well; the fleet gets it"), "\(well.said)")
    try waitUntil { other.text("card.layout") == SampleLayouts.card(width: 130) }
    let nobody = try stage.run("push", "source", "--canary", "attic", "--wait", "200ms")
    #expect(nobody.exit == .code(1) && nobody.errorText.contains("nobody of group 'attic'"), "\(nobody.said)")
  }

  @Test func `of two who push at once one is told by whom and when`() throws {
    let stage = try FleetStage()
    try stage.write("card.layout", SampleLayouts.card())
    func push(_ author: String, _ message: String) throws -> Push {
      Push(
        line: try FleetLine(FleetNames(fleet: "default"), NatsOptions(servers: [stage.server.address], name: author)),
        folder: try PushedFolder(stage.folder + "/source", author: author, message: message),
        console: Console(choice: "never"), isTold: false)
    }
    let ann = try push("ann@desk", "")
    try ann.line.prepare(replicas: 1)
    let before = try ann.current(.fleet)
    #expect(before == nil)
    try stage.write("card.layout", SampleLayouts.card(width: 120))
    let bob = try push("bob@hall", "the new door").run(to: .fleet)

    #expect(throws: NatsError.conflict) { try ann.run(to: .fleet, after: before) }
    let failure = try ann.failure(.conflict, .fleet)
    #expect(failure.message.contains("bob@hall pushed 0 s ago (\"the new door\")"), "\(failure.message)")
    #expect(try ann.current(.fleet)?.number == bob.number)
    // Ann looks at what is there, and pushes again.
    let second = try ann.run(to: .fleet)
    #expect(second.isWell && second.sent == 0)
  }

  @Test func `links, and names that begin with a dot, are not pushed`() throws {
    let stage = try FleetStage()
    try stage.write("card.layout", SampleLayouts.card())
    try stage.write(".secret", "x")
    #expect(
      try PushedFolder(stage.folder + "/source", author: "", message: "").manifest.files.map(\.path) == ["card.layout"])
    _ = try ChildProcess.run("ln", ["-s", "/etc/passwd", stage.folder + "/source/password"])
    let refused = try stage.run("push", "source")
    #expect(refused.exit == .code(65) && refused.errorText.contains("it is a link"), "\(refused.said)")
  }

  @Test func `a folder that follow did not write is left alone unless it is told`() throws {
    let stage = try FleetStage()
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    try FileSystem.createDirectory(stage.folder + "/mine")
    try FileSystem.writeFile(stage.folder + "/mine/thesis.txt", Array("years".utf8))

    let refused = try stage.run("follow", "--into", "mine", "--once")
    #expect(refused.exit == .code(73) && refused.errorText.contains("--replace"), "\(refused.said)")
    #expect(FileSystem.exists(stage.folder + "/mine/thesis.txt"))
    #expect(try stage.run("follow", "--into", "mine", "--once", "--replace").exit == .code(0))
    #expect(
      !FileSystem.exists(stage.folder + "/mine/thesis.txt") && FileSystem.exists(stage.folder + "/mine/card.layout"))
  }

  @Test func `what somebody changed in the folder, and links that they put there, are written anew`() throws {
    let stage = try FleetStage()
    try FileSystem.createDirectory(stage.folder + "/source/inner")
    try stage.write("card.layout", SampleLayouts.card())
    try stage.write("inner/page.layout", SampleLayouts.stacks)
    try stage.run("push", "source")
    #expect(try stage.run("follow", "--into", "here", "--once").exit == .code(0))
    let here = stage.folder + "/here"
    try FileSystem.writeFile(here + "/card.layout", Array("layout other {}".utf8))
    _ = try ChildProcess.run(
      "bash",
      ["-c", "cd \(here) && mkdir ../aside && mv inner/page.layout ../aside && rmdir inner && ln -s ../aside inner"])

    #expect(try stage.run("follow", "--into", "here", "--once").exit == .code(0))
    #expect(
      String(decoding: try FileSystem.readFile(here + "/card.layout").bytes, as: UTF8.self) == SampleLayouts.card())
    #expect(try FileSystem.status(of: here + "/inner", followingLink: false).kind == .directory)
    #expect(FileSystem.exists(stage.folder + "/aside/page.layout"), "nothing behind a link was touched")
  }

  @Test func `saves are pushed as they come, a burst at once, and a mistake is told and not pushed`() throws {
    let stage = try FleetStage()
    let machine = try stage.machine("one")
    try stage.write("card.layout", SampleLayouts.card())
    let watch = try stage.start("push", "source", "--watch")
    func said(_ words: String) throws -> Bool {
      try watch.waitForOutput(until: .now + NatsServer.patience) { $0.said.contains(words) }
    }
    #expect(try said("watches 'source'") && watch.outputText.contains("as manifest 1"), "\(watch.said)")
    try waitUntil { machine.text("card.layout") == SampleLayouts.card() }

    try stage.write("card.layout", SampleLayouts.card(width: 120))
    try waitUntil { machine.text("card.layout") == SampleLayouts.card(width: 120) }
    #expect(try said("as manifest 2"))
    // A mistake, in the words of the check.
    try stage.write("card.layout", SampleLayouts.broken)
    #expect(try said("nothing is pushed: 'source' has an error"), "\(watch.said)")
    let check = try ChildProcess.run(
      ServedFolder.tool, ["check", "source"], environment: ["PATH": "/usr/bin:/bin"], in: stage.folder)
    let complaint = try #require(check.errorText.split(separator: "\n").first)
    #expect(complaint.hasPrefix("error[") && watch.errorText.contains(complaint), "\(check.said) \(watch.said)")
    // Thirty files and a picture, with the mistake mended: one push.
    for index in 0..<30 { try stage.write("many\(index).layout", "layout many\(index) { box a width 10 }") }
    try stage.write("note.txt", "not a layout")
    try stage.write("card.layout", SampleLayouts.card(width: 130))
    try waitUntil { machine.text("many29.layout") != nil }
    #expect(machine.text("card.layout") == SampleLayouts.card(width: 130) && machine.text("note.txt") == "not a layout")
    #expect(try said("32 files") && watch.outputText.contains("as manifest 3"), "\(watch.said)")
    // What is no layout is watched as well, and so is what goes.
    try stage.write("note.txt", "another one")
    try waitUntil { machine.text("note.txt") == "another one" }
    try FileSystem.remove(stage.folder + "/source/note.txt")
    try waitUntil { machine.text("note.txt") == nil }
    #expect(watch.exit == nil)

    // Somebody else pushes: the next save would undo it without a word.
    try FileSystem.createDirectory(stage.folder + "/other")
    try FileSystem.writeFile(stage.folder + "/other/a.layout", Array("layout a { box b width 1 }".utf8))
    #expect(try stage.run("push", "other", "--message", "mine").exit == .code(0))
    try stage.write("card.layout", SampleLayouts.card(width: 140))
    #expect(try watch.wait(until: .now + NatsServer.patience) == .code(75), "\(watch.said)")
    #expect(watch.errorText.contains("ann@") && watch.errorText.contains("(\"mine\")"), "\(watch.said)")
  }

  @Test func `a machine says how it is while it fetches much, and that it waits for a daemon`() throws {
    let stage = try FleetStage()
    let line = try stage.line()
    try stage.write("card.layout", SampleLayouts.card())
    #expect(try stage.run("push", "source").exit == .code(0))
    let follow = try stage.start(
      "follow", "--into", "one", "--machine", "one", "--socket", "nobody.sock", "--every", "100ms")
    #expect(
      try follow.waitForOutput(until: .now + NatsServer.patience) {
        $0.outputText.contains("no daemon answers at nobody.sock; waiting for one")
      }, "\(follow.said)")
    for index in 0..<3 {
      let bytes = [UInt8](repeating: UInt8(index), count: 1 << 20)
      try FileSystem.writeFile(stage.folder + "/source/\(index).bin", bytes)
    }

    let push = try stage.start("push", "source")
    var whileFetching: Set<UInt64> = []
    let isThere = try waitUntil(within: NatsServer.patience) {
      let manifest = try line.value(of: "manifest.fleet", in: line.names.desk)?.number ?? 0
      guard manifest > 1, let told = try line.value(of: "one", in: line.names.reports), let bytes = told.bytes else {
        return false
      }
      let report = try MachineReport(decoding: bytes)
      if report.applied < manifest { whileFetching.insert(told.number) }
      return report.manifest == manifest
    }
    #expect(isThere && whileFetching.count > 2, "\(whileFetching.count) \(push.said) \(follow.said)")
    #expect(follow.outputText.split(separator: "\n").count { $0.contains("no daemon answers") } == 1, "\(follow.said)")
  }

  @Test func `content that is not what was promised changes nothing, and is told`() throws {
    let stage = try FleetStage()
    let machine = try stage.machineWithCard()
    // A manifest of somebody who may write it, with content that was never there, or is something else.
    let line = try FleetLine(FleetNames(fleet: "default"), NatsOptions(servers: [stage.server.address], name: "eve"))
    let digest = SHA256.digest(of: Array("promised".utf8))
    try line.streams.publish(Array("somewhat".utf8), to: line.names.piece(0, of: digest))
    let manifest = try Manifest(files: [.init(path: "a.layout", size: 8, digest: digest)], author: "eve", written: 1)
    try line.put(manifest.encoded, at: "manifest.fleet", in: line.names.desk, expecting: .anything)

    try waitUntil { try stage.run("status").outputText.contains("'a.layout' of manifest 2 cannot be had") }
    #expect(machine.text("card.layout") == SampleLayouts.card() && machine.text("a.layout") == nil)
    #expect(try stage.run("status").exit == .code(1))
    try line.put(Array("{".utf8), at: "manifest.fleet", in: line.names.desk, expecting: .anything)
    try waitUntil { try stage.run("status").outputText.contains("this is no manifest") }
  }
}
