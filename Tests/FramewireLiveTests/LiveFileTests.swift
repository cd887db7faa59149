import DaemonHarness
import Framewire
import FramewireLive
import Geometry
import Posix
import Testing

/// Layouts that are edited while a program shows them.
@Suite("Scenes from files") struct LiveFileTests {
  private static let card = """
    layout card {
      label title "Hello" top 8 leading 8
      box rule height 1 x fill below title gap 4
    }

    """

  @Test func `a file is shown as it is, in the surroundings of the program`() throws {
    let folder = try Folder(["card.layout": Self.card])
    let live = try LiveScene(file: folder.path("card.layout"), in: Surroundings(size: Size(width: 200, height: 100)))
    let turn = try live.turn(at: .zero)

    // Five letters of 8 points, one line of 20.
    #expect(turn.changed.map(\.view.path) == ["root", "title", "rule"])
    #expect(live.scene[try live.scene.layout.view("title")] == Rect(x: 8, y: 8, width: 40, height: 20))
    #expect(live.scene[try live.scene.layout.view("rule")] == Rect(x: 0, y: 32, width: 200, height: 1))
    #expect(try live.turn(at: .zero).changed.isEmpty)
  }

  /// What is set stays, and so does a view whose path stays.
  @Test func `saving it is an edit`() throws {
    let folder = try Folder([
      "card.layout":
        "layout card { label title \"Hello\" top 8 leading 8; box b size 10 top 0 trailing 0 { if flag(big) { width == 30 @low } } }"
    ])
    let live = try LiveScene(file: folder.path("card.layout"), in: Surroundings(size: Size(width: 200, height: 100)))
    live.scene.surroundings.flags = ["on"]
    _ = try live.turn(at: .zero)

    try folder.replace(
      "card.layout", "layout card { label title \"Hi\" top 8 leading 8; box more size 5 { if !flag(on) { hidden } } }")
    let turn = try folder.turn(live) { $0.changed.contains { $0.view.path == "title" } }

    #expect(turn?.changed.map(\.view.path).sorted() == ["more", "title"])
    #expect(live.scene[try live.scene.layout.view("title")] == Rect(x: 8, y: 8, width: 16, height: 20))
    #expect(live.scene.shown(try live.scene.layout.view("more"))?.isHidden == false)
    #expect(throws: SceneError.unknownName(.view, "b", nearest: nil)) { _ = try live.scene.layout.view("b") }
  }

  @Test func `a mistake leaves the frames, and is told with its line until it is mended`() throws {
    let folder = try Folder(["card.layout": Self.card])
    let live = try LiveScene(file: folder.path("card.layout"), in: Surroundings(size: Size(width: 200, height: 100)))
    _ = try live.turn(at: .zero)
    #expect(live.scene.diagnostics == [])

    try folder.replace("card.layout", "\n\nlayout card { label title \"Hello\" topp 8 }")
    _ = try folder.turn(live) { _ in !live.scene.diagnostics.isEmpty }

    #expect(live.scene.diagnostics.map(\.code) == ["E1003"])
    #expect(live.scene.diagnostics.map(\.site.line) == [3])
    #expect(live.scene[try live.scene.layout.view("title")] == Rect(x: 8, y: 8, width: 40, height: 20))

    try folder.replace("card.layout", "layout card { label title \"Hello\" top 9 leading 8 }")
    _ = try folder.turn(live) { _ in live.scene.diagnostics.isEmpty }
    #expect(live.scene[try live.scene.layout.view("title")] == Rect(x: 8, y: 9, width: 40, height: 20))
  }

  @Test func `what it imports is followed, and so are pictures`() throws {
    let folder = try Folder([
      "tokens.layout": "let space = 8\n",
      "card.layout":
        "import \"tokens.layout\"\nlayout card { box b size 10 top space leading 0; image i image: \"i.png\" top 0 trailing 0 }",
    ])
    try folder.replace("i.png", Picture.png(width: 24, height: 12))
    let live = try LiveScene(file: folder.path("card.layout"), in: Surroundings(size: Size(width: 200, height: 100)))
    _ = try live.turn(at: .zero)
    #expect(live.scene[try live.scene.layout.view("b")] == Rect(x: 0, y: 8, width: 10, height: 10))
    #expect(live.scene[try live.scene.layout.view("i")] == Rect(x: 176, y: 0, width: 24, height: 12))

    try folder.replace("tokens.layout", "let space = 20\n")
    _ = try folder.turn(live) { !$0.changed.isEmpty }
    #expect(live.scene[try live.scene.layout.view("b")].y == 20)

    try folder.replace("i.png", Picture.png(width: 30, height: 12))
    _ = try folder.turn(live) { !$0.changed.isEmpty }
    #expect(live.scene[try live.scene.layout.view("i")] == Rect(x: 170, y: 0, width: 30, height: 12))
  }

  @Test func `a layout of several is chosen, and one that is not there is told with the nearest`() throws {
    let folder = try Folder(["all.layout": "layout first { } layout second { box b size 4 top 0 leading 0 }"])
    let path = folder.path("all.layout")

    #expect(try LiveScene(file: path).scene.layout.name == "first")
    #expect(try LiveScene(file: path, layout: "second").scene.layout.paths == ["root", "b"])
    #expect(
      message { _ = try LiveScene(file: path, layout: "secund") }
        == "'\(path)' has no layout 'secund'; did you mean 'second'?")
  }

  @Test func `a file with errors, and one that is not there, are told at once`() throws {
    let folder = try Folder(["wrong.layout": "layout a {\n  box b topp 8\n}", "none.layout": "let a = 1\n"])

    let mistakes = try #require(message { _ = try LiveScene(file: folder.path("wrong.layout")) })
    #expect(mistakes.contains("wrong.layout:2: error: E1003: 'topp' is no clause; did you mean 'top'?"))
    #expect(
      message { _ = try LiveScene(file: folder.path("none.layout")) } == "'\(folder.path("none.layout"))' has no layout"
    )
    #expect(
      message { _ = try LiveScene(file: folder.path("nowhere.layout")) }?.hasPrefix(
        "cannot read '\(folder.path("nowhere.layout"))': ") == true)
  }

  /// Nothing else says why saves are not seen any more.
  @Test func `a folder that is gone is told, once`() throws {
    let folder = try Folder(["card.layout": Self.card])
    let live = try LiveScene(file: folder.path("card.layout"))
    _ = live.takeMessages()

    try folder.remove()
    var told: [String] = []
    _ = try folder.turn(live) { _ in
      told += live.takeMessages()
      return !told.isEmpty
    }

    #expect(told.first?.hasSuffix(" is not there; waiting for it") == true, "\(told)")
    #expect(live.takeMessages() == [])
  }

  @Test func `the layout is edited in the file alone`() throws {
    let folder = try Folder(["card.layout": Self.card])
    let live = try LiveScene(file: folder.path("card.layout"))
    _ = try live.turn(at: .zero)
    live.scene.layout = try Layout(parsing: "layout card { }")

    #expect(try live.turn(at: .zero).refused == ["a layout that comes from a file is edited there"])
    #expect(live.scene.layout.paths == ["root", "title", "rule"])
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? LiveError)?.description }
    return nil
  }
}

/// A folder of files for one test.
final class Folder {
  private let root: String
  private let start = ContinuousClock.now

  init(_ files: [String: String]) throws {
    root = try FileSystem.makeTemporaryDirectory()
    for (name, text) in files { try FileSystem.writeFile(path(name), Array(text.utf8)) }
  }

  deinit { try? FileSystem.removeTree(root) }

  func remove() throws { try FileSystem.removeTree(root) }

  func path(_ name: String) -> String { FileSystem.join(root, name) }

  /// Saves as editors do: under another name first.
  func replace(_ name: String, _ text: String) throws { try replace(name, Array(text.utf8)) }

  func replace(_ name: String, _ bytes: [UInt8]) throws { try FileSystem.replaceFile(path(name), bytes) }

  /// Turns until something holds.
  ///
  /// - Returns: the turn with which it did; nil when it takes too long.
  func turn(_ live: LiveScene, until isDone: (Turn) throws -> Bool) throws -> Turn? {
    while ContinuousClock.now - start < ServedFolder.patience {
      let turn = try live.turn(at: ContinuousClock.now - start)
      if try isDone(turn) { return turn }
      try live.wait(atMost: .milliseconds(50))
    }
    return nil
  }
}

enum Picture {
  /// The beginning of a PNG file: its signature, and the chunk that has its size.
  static func png(width: UInt8, height: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0, 0, 0, 0, 0]
  }
}
