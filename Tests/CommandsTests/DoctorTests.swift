import DaemonHarness
import JSONText
import Posix
import Testing

@testable import Commands

/// A folder with a layout in it, and no daemon.
private final class SetUp {
  let path: String
  var layouts: String { FileSystem.join(path, "layouts") }
  var socket: String { FileSystem.join(path, "framewire.sock") }
  var state: String { FileSystem.join(path, "state") }

  init() throws {
    path = try FileSystem.makeTemporaryDirectory()
    try FileSystem.createDirectory(layouts)
    try FileSystem.writeFile(FileSystem.join(layouts, "card.layout"), Array(SampleLayouts.card().utf8))
  }

  deinit { try? FileSystem.removeTree(path) }

  /// - Parameter isOrdinaryUser: what a file's mode forbids is forbidden, even when root runs the tests.
  func examine(_ arguments: String..., isOrdinaryUser: Bool = false) throws -> Examination {
    let withoutRights = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    let command =
      (isOrdinaryUser && CurrentProcess.userID == 0 ? withoutRights : [])
      + [ServedFolder.tool, "doctor", "--format", "json"] + arguments
    return try Examination(
      ChildProcess.run(
        command[0], Array(command.dropFirst()),
        environment: ["PATH": "/usr/bin:/bin", "FRAMEWIRE_SOCKET": socket, "XDG_STATE_HOME": state], in: path,
        timeout: ServedFolder.patience))
  }
}

/// What `doctor --format json` printed.
private struct Examination {
  let exit: ChildProcess.Exit?
  let findings: [Finding]

  init(_ run: ChildProcess) throws {
    exit = run.exit
    let json = try JSON(parsing: Array(run.outputText.utf8))
    findings = (json.array ?? []).compactMap { json in
      guard let topic = json["topic"]?.string.flatMap(Finding.Topic.init(rawValue:)),
        let level = json["level"]?.string.flatMap(Finding.Level.init(rawValue:)), let message = json["message"]?.string
      else { return nil }
      return Finding(topic: topic, level: level, message: message, advice: json["advice"]?.string)
    }
    #expect(findings.count == json.array?.count, "\(run.outputText)")
    for finding in findings { #expect((finding.advice == nil) == (finding.level == .ok), "\(finding)") }
  }

  func of(_ topic: Finding.Topic) -> [Finding] { findings.filter { $0.topic == topic } }

  func worst(_ topic: Finding.Topic) -> Finding.Level? { of(topic).map(\.level).max() }

  func says(_ topic: Finding.Topic, _ level: Finding.Level, _ words: String) -> Bool {
    of(topic).contains { $0.level == level && $0.message.contains(words) }
  }
}

@Suite("The doctor") struct DoctorTests {
  @Test func `a daemon that does its work is all right, and every topic has been looked at`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    #expect(try folder.run("set", "editing").exit == .code(0))
    let examination = try Examination(folder.run("doctor", "--format", "json"))

    #expect(examination.exit == .code(0))
    #expect(Set(examination.findings.map(\.topic)) == Set(Finding.Topic.allCases))
    #expect(examination.says(.socket, .ok, "of user \(CurrentProcess.userID) answers"))
    #expect(examination.worst(.socket) == .ok)
    #expect(examination.says(.version, .ok, "tool and daemon are framewire \(Version.current)"))
    #expect(examination.says(.version, .ok, "io.framewire.v1"))
    // Nobody said which folder: the daemon's command line does, and its environment where the journal is.
    #expect(examination.says(.folder, .ok, "\(folder.layouts): 1 layout"))
    #expect(examination.says(.journal, .ok, "\(folder.state)/framewire/"))
    // A header, and what was set.
    #expect(examination.says(.journal, .ok, ": 2 entries, "))
    #expect(examination.says(.font, .ok, "DejaVu Sans, inside of the program"))
  }

  @Test func `scenes that do not show what their file says are warnings, with what to do`() throws {
    var files = ["card.layout": SampleLayouts.card(), "gone.layout": "layout gone { box a left 0 top 0 size 1 }\n"]
    for number in 1...7 { files["f\(number).layout"] = "layout c\(number) { box b widht 1 }\n" }
    let folder = try ServedFolder(files)
    try folder.save("card.layout", SampleLayouts.broken)
    try FileSystem.remove(folder.file("gone.layout"))
    #expect(try folder.waitUntil { try folder.metrics()["scenes.stale"] == 2 })

    let examination = try Examination(folder.run("doctor", "--format", "json"))

    #expect(examination.exit == .code(0))
    let checked = (1...5).map { folder.file("f\($0).layout") }.joined(separator: " ")
    #expect(
      examination.of(.scene) == [
        .warning(
          .scene, "failed, so that they show nothing: c1, c2, c3, c4, c5 and 2 more",
          "framewire check \(checked) says what is wrong"),
        .warning(
          .scene, "stale, so that they keep their last good frames: card",
          "framewire check \(folder.file("card.layout")) says what is wrong"),
        .warning(
          .scene, "stale, since their file is gone: gone",
          "framewire forget --gone ends them; a file that comes back is served again"),
      ])
  }

  @Test func `a socket on which one may only look leads to the same journal`() throws {
    let place = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(place) }
    let path = FileSystem.join(place, "looking.sock")
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--read-only-socket", path])
    #expect(try folder.run("set", "editing").exit == .code(0))

    let usual = try Examination(folder.run("doctor", "--format", "json"))
    let looking = try Examination(folder.run("doctor", "--socket", path, "--format", "json"))

    #expect(usual.says(.journal, .ok, ": 2 entries, "))
    #expect(looking.of(.journal) == usual.of(.journal))
  }

  @Test func `of a daemon whose command line nobody can see, no file is named`() {
    #expect(
      JournalExamination.findings(ofUnseen: ["journal.bytes": 12, "journal.failing": 0])
        == [.ok(.journal, "the daemon keeps 12 bytes; in which file cannot be seen from here")])
    #expect(JournalExamination.findings(ofUnseen: ["journal.failing": 1]).map(\.level) == [.error])
  }

  @Test func `a journal in a folder that others may write to is a warning`() throws {
    let setUp = try SetUp()
    let shared = FileSystem.join(setUp.path, "shared")
    try FileSystem.createDirectory(shared)
    func examine() throws -> Examination {
      try setUp.examine("--journal", FileSystem.join(shared, "a.journal"), setUp.layouts)
    }
    #expect(try examine().worst(.journal) == .ok)

    try FileSystem.setPermissions(of: shared, to: 0o777)
    let open = try examine()
    #expect(open.exit == .code(0))
    #expect(open.says(.journal, .warning, "others may put another journal in \(shared)"))
    #expect(open.of(.journal).contains { $0.message.contains("mode 0777") })
    // With the sticky bit nobody can replace it.
    try FileSystem.setPermissions(of: shared, to: 0o1777)
    #expect(try examine().worst(.journal) == .ok)
  }

  @Test func `a journal that is named goes before what the daemon was told`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--no-journal"])
    let path = FileSystem.join(folder.path, "other.journal")

    #expect(try Examination(folder.run("doctor", "--format", "json")).says(.journal, .ok, "nothing is kept, as"))
    #expect(
      try Examination(folder.run("doctor", "--format", "json", "--journal", path)).says(.journal, .ok, path))
  }

  @Test func `lines for people have the level first, and what to do below`() throws {
    let setUp = try SetUp()
    let run = try ChildProcess.run(
      ServedFolder.tool, ["doctor", "--socket", setUp.socket, "--no-journal", setUp.layouts], environment: [:],
      timeout: ServedFolder.patience)

    #expect(run.exit == .code(0))
    let lines = run.outputText.split(separator: "\n").map(String.init)
    #expect(lines.contains("ok       version  the tool is framewire \(Version.current)"))
    #expect(lines.contains("warning  socket   no daemon: nothing is at \(setUp.socket)"))
    #expect(lines.contains("                  do: framewire serve DIR starts one"))
    #expect(lines.contains("ok       journal  nothing is kept, as somebody wishes"))
  }

  @Test func `without a daemon there are warnings, and no error`() throws {
    let setUp = try SetUp()
    let examination = try setUp.examine(setUp.layouts)

    #expect(examination.exit == .code(0))
    #expect(examination.says(.socket, .warning, "nothing is at \(setUp.socket)"))
    #expect(examination.says(.folder, .ok, "\(setUp.layouts): 1 layout"))
    #expect(examination.says(.journal, .ok, "nothing is kept yet"))
    // Looking has made nothing.
    #expect(!FileSystem.exists(setUp.state))
  }

  @Test func `a socket that is left over, open to others, or no socket is told from one with a daemon`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    try FileSystem.setPermissions(of: folder.socket, to: 0o666)
    let open = try Examination(folder.run("doctor", "--format", "json"))
    #expect(open.exit == .code(0))
    #expect(open.says(.socket, .warning, "others may open \(folder.socket)"))
    #expect(open.of(.socket).contains { $0.message.contains("mode 0666") })
    #expect(open.says(.socket, .ok, "answers"))

    try folder.daemon.send(.kill)
    _ = try folder.daemon.wait(until: ServedFolder.deadline)
    #expect(
      try Examination(folder.run("doctor", "--format", "json")).says(.socket, .warning, "from one that is gone"))

    let setUp = try SetUp()
    try FileSystem.writeFile(setUp.socket, [])
    let occupied = try setUp.examine(setUp.layouts)
    #expect(occupied.exit == .code(1))
    #expect(occupied.says(.socket, .error, "\(setUp.socket) is not a socket"))
  }

  @Test func `a socket's folder that is missing or open to all is found`() throws {
    let setUp = try SetUp()
    let missing = try setUp.examine("--socket", FileSystem.join(setUp.path, "none/a.sock"), setUp.layouts)
    #expect(missing.exit == .code(1))
    #expect(missing.says(.socket, .error, "there is no folder \(setUp.path)/none"))

    let shared = FileSystem.join(setUp.path, "shared")
    try FileSystem.createDirectory(shared)
    try FileSystem.setPermissions(of: shared, to: 0o777)
    let open = try setUp.examine("--socket", FileSystem.join(shared, "a.sock"), setUp.layouts)
    #expect(open.says(.socket, .warning, "others may put another socket in \(shared)"))
    // With the sticky bit nobody can replace it.
    try FileSystem.setPermissions(of: shared, to: 0o1777)
    let sticky = try setUp.examine("--socket", FileSystem.join(shared, "a.sock"), setUp.layouts)
    #expect(!sticky.says(.socket, .warning, "others may put"))
  }

  @Test func `a socket's path that no socket can have is an error`() throws {
    let setUp = try SetUp()
    let path = "/" + String(repeating: "s", count: 200)
    let examination = try setUp.examine("--socket", path, setUp.layouts)

    #expect(examination.exit == .code(1))
    #expect(examination.says(.socket, .error, "the socket path has 201 bytes and at most 107 fit"))
    #expect(examination.of(.socket).map(\.advice) == ["say a shorter one with --socket PATH"])
  }

  @Test func `somebody else who listens is not taken for a daemon`() throws {
    let setUp = try SetUp()
    let listener = try UnixListener(at: SocketAddress(path: setUp.socket))
    // It accepts and says nothing that is the protocol: the connection waits in the queue until the listener goes.
    let other = try ChildProcess(
      "python3",
      [
        "-c",
        """
        import os, socket, sys
        os.unlink(sys.argv[1])
        s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); print('there', flush=True)
        c, _ = s.accept(); c.recv(100); c.sendall(b'220 hello\\0'); c.recv(100)
        """, setUp.socket,
      ])
    #expect(try other.waitForOutput(until: ServedFolder.deadline) { $0.outputText == "there\n" })
    try FileSystem.setPermissions(of: setUp.socket, to: 0o600)

    let examination = try setUp.examine(setUp.layouts)

    #expect(examination.exit == .code(1))
    #expect(examination.says(.socket, .error, "the answer is not JSON"))
    _ = listener
  }

  @Test func `folders and files that cannot be read are errors`() throws {
    let setUp = try SetUp()
    let missing = try setUp.examine(FileSystem.join(setUp.path, "nowhere"))
    #expect(missing.exit == .code(1))
    #expect(missing.says(.folder, .error, "cannot serve \(setUp.path)/nowhere: No such file or directory"))

    let file = FileSystem.join(setUp.layouts, "card.layout")
    try FileSystem.setPermissions(of: file, to: 0)
    let unreadable = try setUp.examine(setUp.layouts, isOrdinaryUser: true)
    #expect(unreadable.exit == .code(1))
    #expect(unreadable.says(.folder, .error, "\(file) cannot be read"))

    let inner = FileSystem.join(setUp.layouts, "inner")
    try FileSystem.createDirectory(inner, permissions: 0)
    #expect(try setUp.examine(setUp.layouts, isOrdinaryUser: true).says(.folder, .warning, "\(inner) cannot be read"))

    try FileSystem.setPermissions(of: setUp.layouts, to: 0)
    defer { try? FileSystem.setPermissions(of: setUp.layouts, to: 0o755) }
    let closed = try setUp.examine(setUp.layouts, isOrdinaryUser: true)
    #expect(closed.exit == .code(1))
    #expect(closed.says(.folder, .error, "\(setUp.layouts) cannot be read by this user"))
  }

  @Test func `a folder without layouts is a warning`() throws {
    let setUp = try SetUp()
    try FileSystem.remove(FileSystem.join(setUp.layouts, "card.layout"))

    let examination = try setUp.examine(setUp.layouts)

    #expect(examination.exit == .code(0))
    #expect(examination.says(.folder, .warning, "there is no *.layout file in \(setUp.layouts)"))
  }

  @Test func `a folder that everybody may write to is a warning`() throws {
    let setUp = try SetUp()
    #expect(try setUp.examine(setUp.layouts).worst(.folder) == .ok)

    try FileSystem.setPermissions(of: setUp.layouts, to: 0o757)

    let examination = try setUp.examine(setUp.layouts)
    #expect(examination.exit == .code(0))
    #expect(examination.says(.folder, .warning, "everybody may put layouts into \(setUp.layouts)"))
    #expect(examination.of(.folder).contains { $0.message.contains("mode 0757") })
  }

  @Test func `a journal that is a folder, no journal, damaged or in a closed place is found`() throws {
    let setUp = try SetUp()
    let journal = FileSystem.join(setUp.path, "journal")
    func examine() throws -> Examination {
      try setUp.examine("--journal", journal, setUp.layouts, isOrdinaryUser: true)
    }
    try FileSystem.createDirectory(journal)
    let folder = try examine()
    #expect(folder.exit == .code(1))
    #expect(folder.says(.journal, .error, "nothing can be kept: \(journal): Is a directory"))

    try FileSystem.remove(journal)
    try FileSystem.writeFile(journal, Array("Dear diary,\n".utf8))
    let foreign = try examine()
    #expect(foreign.exit == .code(0))
    #expect(foreign.says(.journal, .warning, "\(journal) is not a journal of this version"))

    try FileSystem.setPermissions(of: journal, to: 0)
    #expect(try examine().says(.journal, .error, "nothing can be kept: \(journal): Permission denied"))

    let closed = FileSystem.join(setUp.path, "closed")
    try FileSystem.createDirectory(closed, permissions: 0o500)
    let place = FileSystem.join(closed, "journal")
    let unwritable = try setUp.examine("--journal", place, setUp.layouts, isOrdinaryUser: true)
    #expect(unwritable.exit == .code(1))
    #expect(unwritable.says(.journal, .error, "nothing can be kept: \(closed): Permission denied"))
    let nowhere = try setUp.examine(
      "--journal", FileSystem.join(setUp.path, "none/journal"), setUp.layouts)
    #expect(nowhere.says(.journal, .error, "nothing can be kept: \(setUp.path)/none: No such file or directory"))
  }

  @Test func `a journal with damage says how much is lost`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--journal", "/dev/null/x"])
    // A daemon that cannot write says so in its statistics.
    #expect(try folder.run("set", "editing").exit == .code(0))
    let failing = try Examination(folder.run("doctor", "--format", "json"))
    #expect(failing.exit == .code(1))
    #expect(failing.says(.journal, .error, "the daemon cannot write it"))

    let second = try ServedFolder(["card.layout": SampleLayouts.card()])
    #expect(try second.run("set", "editing").exit == .code(0))
    let place = FileSystem.join(second.state, "framewire")
    let journal = FileSystem.join(place, try #require(FileSystem.list(place).first { $0.name.hasSuffix("l") }).name)
    let bytes = try FileSystem.readFile(journal).bytes
    try FileSystem.writeFile(journal, bytes + Array("\u{1E}torn".utf8))
    let torn = try Examination(second.run("doctor", "--format", "json"))
    #expect(torn.exit == .code(0))
    #expect(torn.says(.journal, .warning, ": 2 entries, \(bytes.count + 5) bytes, and 1 not as written"))
  }

  @Test func `a font that is none is an error, beside those that are there`() throws {
    let setUp = try SetUp()
    let font = FileSystem.join(setUp.path, "pretended.ttf")
    try FileSystem.writeFile(font, Array("no font".utf8))

    let examination = try setUp.examine("--font", font, "--no-journal", setUp.layouts)

    #expect(examination.exit == .code(1))
    #expect(examination.says(.font, .ok, "DejaVu Sans"))
    #expect(examination.says(.font, .error, "there is no font in '\(font)'"))
  }

  @Test func `an old kernel is a warning, and a new one is not`() {
    #expect(VersionExamination.finding(ofKernel: "6.1.0-18-amd64") == .ok(.kernel, "Linux 6.1.0-18-amd64"))
    #expect(VersionExamination.finding(ofKernel: "5.6.0").level == .ok)
    #expect(VersionExamination.finding(ofKernel: "5.5.19").level == .warning)
    #expect(VersionExamination.finding(ofKernel: "4.19.0").level == .warning)
    #expect(VersionExamination.finding(ofKernel: nil).level == .warning)
  }

  @Test(arguments: [Verb.doctor.name])
  func `its help fits in eighty columns`(name: String) throws {
    let verb = try #require(Catalogue.verbs.first { $0.name == name })
    let page = HelpText.page(verb).text
    for line in page.split(separator: "\n") { #expect(line.count <= 80, "too wide: \(line)") }
  }
}
