import Testing

@testable import LayoutRuntime

@Suite("What a save comes to") struct SaveLogTests {
  /// The root and two boxes.
  static func card(_ name: String = "card", a: String = "10", b: String = "10", more: String = "") -> String {
    "layout \(name) { box a left \(a) top 0 size 5; box b left \(b) top 9 size 5; \(more) }"
  }

  /// Serves the files, and keeps what is saved from then on.
  private func makeWorld(_ files: [String: String]) -> World {
    var world = World(serving: files)
    world.runtime.keepSaves()
    return world
  }

  private func saves(_ world: inout World) -> [SavedFile] { world.runtime.takeSaves().saves }

  private func saved(
    _ path: String, views: Int, moved: Int = 0, changed: Int = 0, added: Int = 0, removed: Int = 0,
    importers: [String] = []
  ) -> SavedFile {
    var saved = SavedFile(path: path, since: Instant())
    (saved.views, saved.moved, saved.changed) = (views, moved, changed)
    (saved.added, saved.removed, saved.importers) = (added, removed, importers)
    return saved
  }

  @Test func `views that moved are counted among all, and each save is told once`() {
    var world = makeWorld(["card.layout": Self.card()])
    let told1 = saves(&world)
    #expect(told1 == [])

    world.save("card.layout", Self.card(b: "12"))

    let told2 = saves(&world)
    #expect(told2 == [saved("card.layout", views: 3, moved: 1)])
    let told3 = saves(&world)
    #expect(told3 == [])
  }

  @Test func `a save that changes nothing is told too`() {
    var world = makeWorld(["card.layout": Self.card()])

    world.save("card.layout", "// a comment\n" + Self.card())

    let told4 = saves(&world)
    #expect(told4 == [saved("card.layout", views: 3)])
  }

  @Test func `views that come and go are counted apart`() {
    var world = makeWorld(["card.layout": Self.card()])

    world.save("card.layout", Self.card(a: "11", more: "box c left 0 top 20 size 1; box d left 0 top 30 size 1"))
    let told5 = saves(&world)
    #expect(told5 == [saved("card.layout", views: 5, moved: 1, added: 2)])

    world.save("card.layout", Self.card(a: "11"))
    let told6 = saves(&world)
    #expect(told6 == [saved("card.layout", views: 3, removed: 2)])
  }

  /// Each is saved after a card of two boxes, of which `a` is 10 from the left.
  @Test(arguments: [
    // One more stands before both.
    ("box n left 0 top 30 size 1; box a left 10 top 0 size 5; box b left 10 top 9 size 5", 0, 1, 0),
    // They change places, and then one of them moves as well.
    ("box b left 10 top 9 size 5; box a left 10 top 0 size 5", 0, 0, 0),
    ("box b left 10 top 9 size 5; box a left 11 top 0 size 5", 1, 0, 0),
    // One has another name.
    ("box c was: a left 10 top 0 size 5; box b left 10 top 9 size 5", 0, 0, 0),
    // The first one goes.
    ("box b left 10 top 9 size 5", 0, 0, 1),
  ])
  func `views that stand elsewhere among others have not moved`(boxes: String, moved: Int, added: Int, removed: Int) {
    var world = makeWorld(["card.layout": Self.card()])

    world.save("card.layout", "layout card { \(boxes) }")

    let told = saves(&world)
    #expect(told == [saved("card.layout", views: 3 + added - removed, moved: moved, added: added, removed: removed)])
  }

  @Test func `a text that changes moves nothing`() {
    func text(_ said: String) -> String { "layout card { label a \"\(said)\" left 0 top 0 size 50, 20 }" }
    var world = makeWorld(["card.layout": text("on")])

    world.save("card.layout", text("of"))

    let told7 = saves(&world)
    #expect(told7 == [saved("card.layout", views: 2, changed: 1)])
  }

  @Test func `previews of a layout are the same views, and layouts of a file add up`() {
    let previews = "preview \"small\" size 100, 100; preview \"large\" size 900, 900"
    let two = Self.card("one", more: previews) + "\n" + Self.card("two")
    var world = makeWorld(["both.layout": two])

    world.save("both.layout", two.replacing("left 10", with: "left 11"))

    // Both boxes of both layouts.
    let told8 = saves(&world)
    #expect(told8 == [saved("both.layout", views: 6, moved: 4)])
  }

  @Test func `of a file with a mistake nothing is told until it is mended`() {
    var world = makeWorld(["card.layout": Self.card()])

    world.save("card.layout", Self.card(b: "nowhere"))
    world.advance(milliseconds: 100)
    let told9 = saves(&world)
    #expect(told9 == [])

    world.save("card.layout", Self.card(b: "13"))
    let told = saves(&world)
    #expect(told.map(\.path) == ["card.layout"])
    #expect(told.map(\.moved) == [1])
  }

  @Test func `a file that others import names their layouts that changed, and counts their views`() {
    var world = makeWorld([
      "tokens.layout": "let gap = 10\nlet other = 3\n",
      "card.layout": "import \"tokens.layout\"\n" + Self.card(b: "gap"),
      "page.layout": "import \"tokens.layout\"\n" + Self.card("page", a: "gap", b: "other"),
    ])

    world.save("tokens.layout", "let gap = 11\nlet other = 3\n")
    let told10 = saves(&world)
    #expect(told10 == [saved("tokens.layout", views: 6, moved: 2, importers: ["card", "page"])])

    world.save("tokens.layout", "let gap = 11\nlet other = 4\n")
    let told11 = saves(&world)
    #expect(told11 == [saved("tokens.layout", views: 3, moved: 1, importers: ["page"])])

    world.save("tokens.layout", "let gap = 11\nlet other = 4 // as before\n")
    let told12 = saves(&world)
    #expect(told12 == [saved("tokens.layout", views: 0)])
  }

  @Test func `a new file is a save, and files that are there at the start are not`() {
    var world = makeWorld(["card.layout": Self.card()])
    world.disk["new.layout"] = Self.card("new")
    world.handle(.found(roots: [""], paths: ["new.layout"]))
    world.turn()

    let told13 = saves(&world)
    #expect(told13 == [saved("new.layout", views: 3, added: 3)])
  }

  @Test func `what is worked on elsewhere is told when it is back`() {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    func tall(_ left: Int) -> String {
      "layout tall size 100, 900 { for i in 0..<50 { box b left \(left) right 0 top 0 height 10 } }"
    }
    world.disk = ["tall.layout": tall(0)]
    world.serve()
    world.runtime.keepSaves()
    world.keepsJobs = true

    world.save("tall.layout", tall(1))
    #expect(!world.jobs.isEmpty)
    let told14 = saves(&world)
    #expect(told14 == [])
    world.finishAllJobs()

    let told15 = saves(&world)
    #expect(told15 == [saved("tall.layout", views: 51, moved: 50)])
  }

  @Test func `a view that moved twice, as the file was saved again meanwhile, counts once`() {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    // Another line in each, so that it is not a numeric edit, which needs no job.
    func tall(_ left: Int) -> String {
      "layout tall size 100, 900 { for i in 0..<50 { box b left \(left) right 0 top 0 height 10 } }"
        + String(repeating: "\n", count: left)
    }
    world.disk = ["tall.layout": tall(0)]
    world.serve()
    world.runtime.keepSaves()
    world.keepsJobs = true

    world.save("tall.layout", tall(1))
    #expect(!world.jobs.isEmpty)
    // Something else moves all of them while that save is open.
    _ = world.apply(.set(.size, to: [120, 900]), to: "tall")
    world.finishAllJobs()
    let told = saves(&world)
    #expect(told == [saved("tall.layout", views: 51, moved: 51)])
  }

  @Test func `of very many at once the rest is counted`() {
    let names = (100..<150).map { "f\($0)" }
    var world = makeWorld(Dictionary(uniqueKeysWithValues: names.map { ("\($0).layout", Self.card($0)) }))

    for name in names { world.write("\(name).layout", Self.card(name, a: "12")) }
    world.turn()

    let (told, others) = world.runtime.takeSaves()
    #expect(told.count == SaveLog.most)
    #expect(told.allSatisfy { $0.moved == 1 })
    #expect(others == 50 - SaveLog.most)
  }
}
