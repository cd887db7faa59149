import DaemonHarness
import Posix
import Testing

@Suite("Approved pictures") struct ApprovedPicturesTests {
  /// A folder with a layout that has a test, and with pictures of both once they are approved.
  final class Project {
    let folder: String

    init(_ text: String = Project.text()) throws {
      folder = try FileSystem.makeTemporaryDirectory()
      try write(text)
    }

    deinit { try? FileSystem.removeTree(folder) }

    static func text(width: Int = 10, colour: String = "red", name: String = "a") -> String {
      """
      layout \(name) size 40, 30 {
        box b top 3 size \(width), 20 background: \(colour) { if flag(open) { left 7 } else { left 2 } }
        test "t" { expect b.height == 20; set flag open; expect b.left == super.left + 7 }
      }

      """
    }

    func write(_ text: String) throws { try FileSystem.writeFile(folder + "/a.layout", Array(text.utf8)) }

    func test(_ arguments: String...) throws -> ChildProcess {
      try ChildProcess.run(ServedFolder.tool, ["test", "a.layout"] + arguments, in: folder)
    }

    var pictures: [String] { get throws { try FileSystem.list(folder + "/p").map(\.name).sorted() } }

    func picture(_ name: String) throws -> String {
      String(decoding: try FileSystem.readFile(folder + "/p/" + name).bytes, as: UTF8.self)
    }
  }

  /// The frame of the view in the picture. The first picture of a sheet begins at 24, 50.
  @Test func `pictures that are approved stay right as long as nothing changes`() throws {
    let project = try Project()

    let first = try project.test("--approved", "p", "--update")
    let second = try project.test("--approved", "p")

    #expect(first.outputText.hasSuffix("2 pictures: 2 written or removed\n"), "\(first.outputText)")
    #expect(try project.pictures == ["a test t.svg", "a.svg"])
    #expect(try project.picture("a.svg").contains("\nb 2 3 10 20\n"))
    #expect(try project.picture("a test t.svg").contains("\n0 b 26 53 10 20\n"))
    #expect(second.exit == .code(0) && second.outputText.hasSuffix("2 pictures: all as approved\n"))
  }

  /// The outline of what was approved is 2 wide and inside of 2, 3, 10, 20.
  @Test func `what is otherwise is told as views and distances, and drawn`() throws {
    let project = try Project()
    _ = try project.test("--approved", "p", "--update")

    try project.write(Project.text(width: 14))
    let changed = try project.test("--approved", "p")

    #expect(changed.exit == .code(1))
    #expect(changed.outputText.contains("  ✗ a\n      b: 14 × 20 instead of 10 × 20\n"), "\(changed.outputText)")
    #expect(changed.outputText.contains("2 pictures: 2 not as approved\nboth outlines: p/*.diff.svg;"))
    let difference = try project.picture("a.diff.svg")
    #expect(difference.contains(#"<rect x="3" y="4" width="8" height="18" fill="none""#))
    #expect(difference.contains(#"<rect x="3" y="4" width="12" height="18" fill="none""#))

    try project.write(Project.text())
    #expect(try project.test("--approved", "p").exit == .code(0))
    #expect(try project.pictures == ["a test t.svg", "a.svg"])
  }

  @Test func `a move, a new view and one that is gone`() throws {
    let project = try Project("layout a size 40, 30 { box b at 2, 3, 10, 20; box c at 0, 0, 1, 1 }\n")
    _ = try project.test("--approved", "p", "--update")

    try project.write("layout a size 40, 30 { box b at 2.5, 1, 10, 20; box d at 0, 0, 1, 1 }\n")
    let changed = try project.test("--approved", "p")

    #expect(
      changed.outputText.contains("      b: moved by +0.5, -2\n      d is new\n      c is gone\n"),
      "\(changed.outputText)")
  }

  @Test func `a colour is a difference, too`() throws {
    let project = try Project()
    _ = try project.test("--approved", "p", "--update")

    try project.write(Project.text(colour: "blue"))

    #expect(
      try project.test("--approved", "p").outputText.contains(
        "all views are where they were, and are drawn otherwise from line"))
  }

  @Test func `pictures of what is gone are told, and removed by an update; those of others stay`() throws {
    let project = try Project()
    _ = try project.test("--approved", "p", "--update")
    try FileSystem.writeFile(project.folder + "/p/logo.svg", Array("<svg/>".utf8))
    try project.write(Project.text(name: "z"))

    let changed = try project.test("--approved", "p")
    let updated = try project.test("--approved", "p", "--update")

    #expect(changed.outputText.contains("  ✗ a\n      what it shows is not there any more\n"))
    #expect(changed.outputText.contains("  ✗ z\n      there is no picture of it yet\n"))
    #expect(updated.exit == .code(0))
    #expect(try project.pictures == ["logo.svg", "z test t.svg", "z.svg"])
  }

  /// Of `b <&>.layout` nothing is drawn while it is not named or has a mistake, and its picture is of something gone
  /// only when it is.
  @Test func `several files have their pictures in one folder, also one with a mistake`() throws {
    let project = try Project()
    let other = project.folder + "/b <&>.layout"
    func test(_ arguments: String...) throws -> ChildProcess {
      try ChildProcess.run(ServedFolder.tool, ["test", "--approved", "p"] + arguments, in: project.folder)
    }
    try FileSystem.writeFile(other, Array("layout other size 9, 9 { box c fill }\n".utf8))
    #expect(try test("--update").exit == .code(0))

    #expect(try test("a.layout", "--update").exit == .code(0))
    #expect(try project.pictures == ["a test t.svg", "a.svg", "other.svg"])
    try FileSystem.writeFile(other, Array("layout other size 9, 9 { box c fil }\n".utf8))
    #expect(try test("--update").exit == .code(1))
    #expect(try project.pictures == ["a test t.svg", "a.svg", "other.svg"])
    try FileSystem.remove(other)
    #expect(try test().outputText.contains("  ✗ other\n      what it shows is not there any more\n"))
    #expect(try test("--update").exit == .code(0))
    #expect(try project.pictures == ["a test t.svg", "a.svg"])
  }

  @Test func `one test is compared alone`() throws {
    let project = try Project()
    _ = try project.test("--approved", "p", "--update")
    try FileSystem.remove(project.folder + "/p/a.svg")

    let run = try project.test("--approved", "p", "--filter", "t")

    #expect(run.exit == .code(0) && run.outputText.hasSuffix("1 picture: all as approved\n"), "\(run.outputText)")
  }

  @Test func `programs are told of differences, too`() throws {
    let project = try Project()
    _ = try project.test("--approved", "p", "--update")
    try project.write(Project.text(width: 14))

    let run = try project.test("--approved", "p", "--json")

    #expect(
      run.outputText.contains(#"{"picture":"a","differences":["b: 14 × 20 instead of 10 × 20"]}"#), "\(run.outputText)")
  }

  @Test func `a picture that cannot be read is told as that`() throws {
    let project = try Project()
    _ = try project.test("--approved", "p", "--update")
    try FileSystem.remove(project.folder + "/p/a.svg")
    try FileSystem.createDirectory(project.folder + "/p/a.svg")

    let run = try project.test("--approved", "p")

    #expect(run.exit == .code(74), "\(run.errorText)")
    #expect(run.errorText.contains("p/a.svg' cannot be used: "), "\(run.errorText)")
  }

  @Test func `what does not go together is said`() throws {
    let project = try Project()

    #expect(try project.test("--update").errorText.contains("--update goes with --approved"))
    let missing = try project.test("--approved", "nowhere")
    #expect(missing.exit == .code(66) && missing.errorText.contains("--update makes it"))
  }

  /// The test's first picture is as it begins, the second with what it sets.
  @Test func `a test is a storyboard`() throws {
    let project = try Project()

    let run = try ChildProcess.run(
      ServedFolder.tool, ["render", "a.layout", "--test", "T", "--format", "svg"], in: project.folder)

    #expect(run.outputText.contains(">0 · 0 ms</text>") && run.outputText.contains(">1 · set flag open · 0 ms</text>"))
    let none = try ChildProcess.run(ServedFolder.tool, ["render", "a.layout", "--test", "x"], in: project.folder)
    #expect(none.exit == .code(66) && none.errorText.contains("no test here has 'x' in its name"))
    for overlay in ["margins", "conflicts", "ambiguous"] {
      let refused = try ChildProcess.run(
        ServedFolder.tool, ["render", "a.layout", "--test", "t", "--show", "names,\(overlay)"], in: project.folder)
      #expect(refused.exit == .code(64) && refused.errorText.contains("--show \(overlay) does not go with --test"))
    }
  }

  @Test func `a storyboard has the pictures of its views`() throws {
    let project = try Project()
    _ = try ChildProcess.run(ServedFolder.tool, ["render", "a.layout", "-o", "i.png"], in: project.folder)
    try project.write(#"layout a size 9, 9 { image i "i.png" fill; test "t" { expect i.width == 9 } }"#)

    let run = try ChildProcess.run(
      ServedFolder.tool, ["render", "a.layout", "--test", "t", "--format", "svg"], in: project.folder)

    #expect(run.outputText.contains("data:image/png;base64,"), "\(run.outputText.prefix(400))")
  }
}
