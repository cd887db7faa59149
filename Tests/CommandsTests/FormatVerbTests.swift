import DaemonHarness
import JSONText
import Posix
import TestSupport
import Testing
import Wire

@testable import Commands

@Suite("framewire fmt") struct FormatVerbTests {
  static let untidy = "layout a {\n label  b   \"x\"\n    top   3\n}\n"
  static let tidy = "layout a {\n  label b \"x\"\n  top 3\n}\n"
  static let broken = "layout a {\n  label b top = 3\n}\n"

  /// A folder of its own, with the tool at hand.
  final class Folder {
    let path: String

    init(_ files: [(name: String, text: String)]) throws {
      path = try FileSystem.makeTemporaryDirectory()
      for file in files { try FileSystem.writeFile(FileSystem.join(path, file.name), Array(file.text.utf8)) }
    }

    deinit { try? FileSystem.removeTree(path) }

    func run(_ arguments: String..., input: String = "") throws -> ChildProcess {
      try ChildProcess.run(ServedFolder.tool, ["fmt"] + arguments, in: path, input: Array(input.utf8))
    }

    func text(_ name: String) throws -> String {
      String(decoding: try FileSystem.readFile(FileSystem.join(path, name)).bytes, as: UTF8.self)
    }

    func status(_ name: String) throws -> FileStatus { try FileSystem.status(of: FileSystem.join(path, name)) }
  }

  @Test func `files are formatted in place and named, others are not touched`() throws {
    let folder = try Folder([("a.layout", Self.untidy), ("b.layout", Self.tidy)])
    let before = try folder.status("b.layout")

    let run = try folder.run(".")

    #expect(run.exit == .code(0))
    #expect(run.outputText == "a.layout\n")
    #expect(run.errorText == "1 formatted, 1 in style already\n")
    #expect(try folder.text("a.layout") == Self.tidy)
    #expect(try folder.status("b.layout") == before)
  }

  @Test func `a file keeps its mode, and a link stays one`() throws {
    let folder = try Folder([("real.layout", Self.untidy)])
    try FileSystem.setPermissions(of: FileSystem.join(folder.path, "real.layout"), to: 0o666)
    try FileSystem.createLink(FileSystem.join(folder.path, "link.layout"), to: "real.layout")

    #expect(try folder.run("link.layout").exit == .code(0))

    #expect(try folder.text("real.layout") == Self.tidy)
    #expect(try folder.status("real.layout").permissions == 0o666)
    let link = try FileSystem.status(of: FileSystem.join(folder.path, "link.layout"), followingLink: false)
    #expect(link.kind == .symbolicLink)
    #expect(try FileSystem.list(folder.path).map(\.name) == ["link.layout", "real.layout"])
  }

  @Test func `--check writes nothing, names what would change and ends with 1`() throws {
    let folder = try Folder([("a.layout", Self.untidy), ("b.layout", Self.tidy)])

    let run = try folder.run("--check", "a.layout", "b.layout")

    #expect(run.exit == .code(1))
    #expect(run.outputText == "a.layout\n")
    #expect(run.errorText == "1 would change, 1 in style already\n")
    #expect(try folder.text("a.layout") == Self.untidy)
    #expect(try folder.run("--check", "b.layout").exit == .code(0))
  }

  @Test func `--diff prints what patch would take, and writes nothing`() throws {
    let folder = try Folder([("a.layout", Self.untidy)])

    let run = try folder.run("--diff", "a.layout")

    #expect(run.exit == .code(0))
    #expect(
      run.outputText == """
        --- a.layout
        +++ a.layout (formatted)
        @@ -1,4 +1,4 @@
         layout a {
        - label  b   "x"
        -    top   3
        +  label b "x"
        +  top 3
         }

        """)
    #expect(try folder.text("a.layout") == Self.untidy)
    #expect(try folder.run("--diff", "--check", "a.layout").exit == .code(1))
  }

  @Test func `- reads standard input and writes standard output`() throws {
    let folder = try Folder([])

    let run = try folder.run("-", input: Self.untidy)
    #expect(run.exit == .code(0))
    #expect(run.outputText == Self.tidy)
    #expect(run.errorText == "")
    #expect(try folder.run("-", input: Self.tidy).outputText == Self.tidy)
    #expect(try folder.run("--check", "-", input: Self.untidy).exit == .code(1))
  }

  @Test func `a file with a mistake is left alone and explained, the others are formatted`() throws {
    let folder = try Folder([("a.layout", Self.broken), ("b.layout", Self.untidy)])

    let run = try folder.run("a.layout", "b.layout")

    #expect(run.exit == .code(1))
    #expect(run.outputText == "b.layout\n")
    #expect(run.errorText.contains("error[E1004]: constraints use '==', found '='"))
    #expect(run.errorText.contains("--> a.layout:2:15"))
    #expect(try folder.text("a.layout") == Self.broken)

    let input = try folder.run("-", input: Self.broken)
    #expect(input.exit == .code(1))
    #expect(input.outputText == "")
    #expect(input.errorText.contains("--> standard input:2:15"))
  }

  static let json = """
    {
      "version": 1,
      "declarations": [
        {
          "kind": "layout",
          "name": "a",
          "body": [
            { "kind": "view", "type": "label", "name": "b", "text": "x" },
            { "kind": "top", "value": "3" }
          ]
        }
      ]
    }

    """

  @Test func `--to json prints a layout as JSON, and --from json gives it back`() throws {
    let folder = try Folder([("a.layout", Self.untidy), ("a.json", Self.json)])

    #expect(try folder.run("--to", "json", "a.layout").outputText == Self.json)
    #expect(try folder.run("--from", "json", "a.json").outputText == Self.tidy)
    #expect(try folder.run("--to", "layout", "-", input: Self.json).outputText == Self.tidy)
    #expect(try folder.run("--from", "json", "a.layout").exit == .code(65))
    #expect(try folder.run("--to", "yaml", "a.layout").exit == .code(64))
    #expect(try folder.run("--to", "json", "a.layout", "a.json").exit == .code(64))
    #expect(try folder.text("a.layout") == Self.untidy)
  }

  @Test func `a file that is JSON is formatted as JSON`() throws {
    let folder = try Folder([("a.layout", Self.json.filter { $0 != "\n" && $0 != " " })])

    #expect(try folder.run("a.layout").outputText == "a.layout\n")
    #expect(try folder.text("a.layout") == Self.json)
    #expect(try folder.run("--check", "a.layout").exit == .code(0))
  }

  @Test func `the daemon serves a layout that is JSON, and solves it like the other`() throws {
    let layout = "layout a size 200, 100 {\n  label b \"x\" center\n  box c fill inset 8\n}\n"
    let folder = try Folder([])
    let json = try folder.run("--to", "json", "-", input: layout).outputText
    func frames(_ text: String) throws -> JSON? {
      let served = try ServedFolder(["a.layout": text])
      return try served.connect().ask("Snapshot", #"{"scene":"a"}"#).parameters["event"]?.object?["views"]
    }

    let expected = try #require(try frames(layout))
    #expect(try frames(json) == expected)
  }

  @Test func `a file that is missing is an error with the nearest name`() throws {
    let folder = try Folder([("login.layout", Self.tidy)])

    let run = try folder.run("logn.layout")
    #expect(run.exit == .code(66))
    #expect(run.errorText.contains("did you mean 'login.layout'?"))
  }

  @Test func `formatting a served file publishes nothing`() throws {
    let folder = try ServedFolder(["a.layout": "layout a {\n label  b   \"x\"  top   3 leading 0 }\n"])
    func revision() throws -> JSON? {
      try folder.connect().ask("Snapshot", #"{"scene":"a"}"#).parameters["event"]?.object?["rev"]
    }
    let before = try #require(try revision())

    #expect(try ChildProcess.run(ServedFolder.tool, ["fmt", folder.file("a.layout")]).exit == .code(0))
    try folder.sync("a")

    #expect(try revision() == before)
    let text = try FileSystem.readFile(folder.file("a.layout")).bytes
    #expect(String(decoding: text, as: UTF8.self) == "layout a {\n  label b \"x\"  top 3 leading 0\n}\n")
  }
}

@Suite("Line differences") struct LineDiffTests {
  @Test func `equal texts have none`() {
    #expect(LineDiff(from: "a\nb\n", to: "a\nb\n").text(name: "t") == "")
  }

  @Test func `three lines stay around a change, and far ones are separate`() {
    let old = (1...20).map { "\($0)\n" }
    var new = old
    new[1] = "two\n"
    new.remove(at: 17)

    #expect(
      LineDiff(from: old.joined(), to: new.joined()).text(name: "t") == """
        --- t
        +++ t (formatted)
        @@ -1,5 +1,5 @@
         1
        -2
        +two
         3
         4
         5
        @@ -15,6 +15,5 @@
         15
         16
         17
        -18
         19
         20

        """)
  }

  @Test func `near changes are one`() {
    let text = LineDiff(from: "a\nb\nc\nd\n", to: "x\nb\nc\ny\n").text(name: "t")
    #expect(text.contains("@@ -1,4 +1,4 @@\n-a\n+x\n b\n c\n-d\n+y\n"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("@@") } == 1)
  }

  @Test func `lines that end with two characters are lines`() {
    #expect(
      LineDiff(from: "a\r\nb\r\n", to: "a\nb\r\n").text(name: "t")
        == "--- t\n+++ t (formatted)\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n")
  }

  @Test func `a missing line end at the end is told`() {
    #expect(
      LineDiff(from: "a", to: "a\n").text(name: "t").hasSuffix("-a\n\\ No newline at end of file\n+a\n"))
  }

  @Test(arguments: 0..<40) func `the lines that stay and go are the old text, those that stay and come the new one`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    func text() -> [String] {
      (0..<Int.random(in: 0...30, using: &random)).map { _ in "\(Int.random(in: 0...20, using: &random))\n" }
    }
    let old = text()
    let new = seed % 2 == 0 ? text() : old.shuffled(using: &random)

    let body = LineDiff(from: old.joined(), to: new.joined()).text(name: "t").split(separator: "\n").dropFirst(2)
    var (left, result): (Int, [String]) = (0, [])
    for line in body {
      if line.hasPrefix("@@") {
        // "@@ -5,0 …" stands behind line 5, "@@ -5,2 …" at it.
        let range = line.dropFirst(4).prefix { $0 != " " }.split(separator: ",").compactMap { Int($0) }
        let start = range.last == 0 && range.count == 2 ? range[0] : range[0] - 1
        result += old[left..<start]
        left = start
        continue
      }
      let text = line.dropFirst() + "\n"
      if line.first != "+" {
        #expect(old[left] == text)
        left += 1
      }
      if line.first != "-" { result.append(String(text)) }
    }
    #expect(result + old[left...] == new)
  }

  @Test func `every second line of many is changed`() {
    let old = (1...20_000).map { $0 % 2 == 0 ? "\($0)\n" : "  \($0)\n" }
    let new = (1...20_000).map { "\($0)\n" }
    let lines = LineDiff(from: old.joined(), to: new.joined()).text(name: "t").split(separator: "\n").dropFirst(3)
    #expect(lines.count { $0.hasPrefix("-") } == 10_000)
    #expect(lines.count { $0.hasPrefix("+") } == 10_000)
    #expect(lines.count { $0.hasPrefix(" ") } == 10_000)
  }
}
