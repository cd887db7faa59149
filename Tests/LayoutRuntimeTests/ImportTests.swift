import Frames
import Testing

@testable import LayoutRuntime

@Suite("Imports") struct ImportTests {
  static let user = "import \"tokens.layout\" as t\nlayout NAME { box a left t.space top 0 width 9 height 9 }"
  static func user(_ name: String) -> String { user.replacing("NAME", with: name) }

  var world = World(serving: [
    "ui/one.layout": user("one"), "ui/two.layout": user("two"), "ui/tokens.layout": "let space = 10",
  ])

  @Test func `a document that imports waits for what it imports`() {
    #expect(world.frame(of: "a", in: "one") == [10, 0, 9, 9])
    #expect(world.frame(of: "a", in: "two") == [10, 0, 9, 9])
  }

  @Test func `an import outside of what is served is asked for and watched`() {
    var world = World()
    world.disk = ["ui/one.layout": Self.user("one"), "ui/tokens.layout": "let space = 10"]
    world.handle(.serve(roots: ["ui"], paths: ["ui/one.layout"]))
    world.turn()

    #expect(world.effects.filter { $0 == .look(path: "ui/tokens.layout", .whole) }.count == 1)
    #expect(world.followed == [Followed("ui/one.layout", .whole), Followed("ui/tokens.layout", .whole)])
    #expect(world.frame(of: "a", in: "one")?[0] == 10)
  }

  @Test mutating func `a changed import reloads those who import it, each once`() {
    let solves = world.solves
    world.save("ui/tokens.layout", "let space = 12")

    #expect(world.frame(of: "a", in: "one")?[0] == 12)
    #expect(world.frame(of: "a", in: "two")?[0] == 12)
    #expect(world.solves == solves + 2)
    #expect(world.revision(of: "one") == Revision(2))
  }

  @Test mutating func `a file and its import saved together reload once`() {
    let solves = world.solves
    world.write("ui/tokens.layout", "let space = 12")
    world.write("ui/one.layout", Self.user("one").replacing("width 9", with: "width 8"))
    world.turn()

    #expect(world.frame(of: "a", in: "one") == [12, 0, 8, 9])
    #expect(world.solves == solves + 2)
    #expect(world.revision(of: "one") == Revision(2))
  }

  @Test mutating func `a mistake in an import makes its importers stale, and mending it mends them`() {
    world.save("ui/tokens.layout", "let space = = 3")
    world.advance(milliseconds: 30)
    #expect(world.status(of: "one") == .stale)
    #expect(world.status(of: "two") == .stale)
    #expect(world.frame(of: "a", in: "one")?[0] == 10)

    world.save("ui/tokens.layout", "let space = 11")
    #expect(world.status(of: "one") == .ok)
    #expect(world.frame(of: "a", in: "two")?[0] == 11)
  }

  @Test func `an import that is not there is an error until it appears`() {
    var world = World(serving: ["one.layout": Self.user("one")])
    world.advance(milliseconds: 30)
    #expect(world.status(of: "one") != .ok)

    world.save("tokens.layout", "let space = 3")
    #expect(world.status(of: "one") == .ok)
    #expect(world.frame(of: "a", in: "one")?[0] == 3)
  }

  @Test mutating func `an import that nobody needs any more is no longer watched`() {
    var world = World()
    world.disk = ["ui/one.layout": Self.user("one"), "ui/tokens.layout": "let space = 10"]
    world.handle(.serve(roots: ["ui"], paths: ["ui/one.layout"]))
    world.turn()

    world.save("ui/one.layout", "layout one { box a left 1 top 1 width 1 height 1 }")

    #expect(world.followed == [Followed("ui/one.layout", .whole)])
  }

  @Test func `imports stay in the folder of the document, also in folders that are served inside of it`() {
    var world = World()
    world.disk = [
      "ui/one.layout": "import \"parts/card.layout\" as p\nlayout one { box a left p.space top 0 width 9 height 9 }",
      "ui/parts/card.layout": "import \"../tokens.layout\"\nlet space = unit * 2", "ui/tokens.layout": "let unit = 5",
    ]
    world.handle(.serve(roots: ["ui/parts", "ui"], paths: ["ui/one.layout"]))
    world.turn()

    #expect(world.frame(of: "a", in: "one")?[0] == 10)
  }

  @Test func `a load that comes to nothing leaves importers with what the file says by now`() {
    var world = World()
    world.disk = ["ui/one.layout": Self.user("one"), "ui/tokens.layout": "let space = 10"]
    world.handle(.serve(roots: ["ui"], paths: ["ui/one.layout"]))
    world.turn()
    world.disk["ui/tokens.layout"] = "let space = 12\nlayout one { box a fill }"
    let reply = world.call(.load(path: "ui/tokens.layout"))
    #expect(reply?.failure != nil)

    world.save("ui/one.layout", Self.user("one").replacing("width 9", with: "width 8"))

    #expect(world.frame(of: "a", in: "one") == [12, 0, 8, 9])
  }

  @Test func `who imports what is looked up in proportion to what changed`() {
    var files = ["tokens.layout": "let space = 10"]
    for index in 0..<100 { files["f\(index).layout"] = Self.user("l\(index)") }
    var world = World(serving: files)
    // Each file once when it is read, and all who import the tokens once more.
    #expect(world.runtime.library.imports.visits <= 2 * files.count)

    let visits = world.runtime.library.imports.visits
    _ = world.apply(.set(.size, to: [5, 5]), to: "l1")
    #expect(world.runtime.library.imports.visits == visits)
    world.save("f7.layout", Self.user("l7") + "\n")
    // The file that changed, which nobody imports; then it and the tokens, which it needs.
    #expect(world.runtime.library.imports.visits == visits + 3)
  }

  @Test func `a chain of imports is followed file by file, and not from its beginning for each of them`() {
    let count = 200
    var world = World()
    world.disk["f0.layout"] = "import \"f1.layout\"\nlayout one { box a left x top 0 width 9 height 9 }"
    for index in 1..<count {
      world.disk["f\(index).layout"] = index + 1 < count ? "import \"f\(index + 1).layout\"" : "let x = 10"
    }
    world.handle(.serve(roots: [""], paths: ["f0.layout"]))
    world.turn()

    #expect(world.frame(of: "a", in: "one") == [10, 0, 9, 9])
    // Each when it is found, and when it has been read; and all once more, to see which of them are needed.
    #expect(world.runtime.library.imports.visits <= 3 * count)
    #expect(world.runtime.library.parses == count)
  }

  @Test func `a file of a chain that changes while others are read is followed anew`() {
    var world = World()
    world.disk = [
      "one.layout": "import \"a.layout\"\nlayout one { box a left x top 0 width 9 height 9 }",
      "a.layout": "import \"b.layout\"",
    ]
    world.handle(.serve(roots: [""], paths: ["one.layout"]))
    world.turn()
    world.save("a.layout", "import \"c.layout\"")
    world.save("c.layout", "let x = 10")

    #expect(world.frame(of: "a", in: "one") == [10, 0, 9, 9])
  }
}
