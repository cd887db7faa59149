import Frames
import Geometry
import LayoutModel
import TestSupport
import Testing

@testable import LayoutEngine

/// Views that the outside puts into stacks and takes out of them.
@Suite("Arranged views") struct ArrangementTests {
  /// What an arrangement means, said by a layout that is written so.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var body: String
    var places: [String: ViewPlace]
    var written: String
  }

  private static let floating = "box badge trailing 5 bottom 5 size 8 { box dot leading 1 top 1 size 2 }"

  static let cases = [
    Case(
      testDescription: "a view goes to another place of its stack, and keeps what ties it to the others",
      body: "hstack row at 0, 0, 90, 20 { box a; box b width 20; box c width 30 { height == b.height } }",
      places: ["row.c": .arranged(in: "row", index: 0, isLast: false)],
      written: "hstack row at 0, 0, 90, 20 { box c width 30 { height == b.height }; box a; box b width 20 }"),
    Case(
      testDescription: "a view leaves, and takes with it what others said of it",
      body: "hstack row at 0, 0, 90, 20 { box a width 10; box b width 20 { width >= c.width @low }; box c width 30 }",
      places: ["row.c": .away], written: "hstack row at 0, 0, 90, 20 { box a width 10; box b width 20 }"),
    Case(
      testDescription: "a view goes into another stack, with the sizes that it has by itself",
      body:
        "hstack row left 0 top 0 height 20 { box a width 10; box b width 20 }; vstack column at 0, 20, 50, 50 items leading { box k }",
      places: ["row.b": .arranged(in: "column", index: 1, isLast: true)],
      written:
        "hstack row left 0 top 0 height 20 { box a width 10 }; vstack column at 0, 20, 50, 50 items leading { box k; box b width 20 }"
    ),
    Case(
      testDescription: "what held a floating view does not hold it in a stack, what is in it goes along",
      body: "hstack row left 0 top 0 items top { box a size 10; box b size 20 }; \(floating)",
      places: ["badge": .arranged(in: "row", index: 1, isLast: false)],
      written: """
        hstack row left 0 top 0 items top { box a size 10
        box badge size 8 { box dot leading 1 top 1 size 2 }; box b size 20 }
        """),
    Case(
      testDescription: "views of a hidden drawer are shown where they are put",
      body: "vstack column at 0, 0, 90, 90; box drawer hidden at 100, 0, 50, 50 { label l \"Text\"; label m \"More\" }",
      places: [
        "drawer.m": .arranged(in: "column", index: 0, isLast: true),
        "drawer.l": .arranged(in: "column", index: 1, isLast: true),
      ],
      written:
        "vstack column at 0, 0, 90, 90 { label m \"More\"; label l \"Text\" }; box drawer hidden at 100, 0, 50, 50"),
    Case(
      testDescription: "a stack goes into a stack, with its views",
      body:
        "vstack column at 0, 0, 90, 90 gap 2 { label l \"Text\" }; hstack row gap 4 { box a size 10; box b size 12, 10 }",
      places: ["row": .arranged(in: "column", index: 0, isLast: false)],
      written:
        "vstack column at 0, 0, 90, 90 gap 2 { hstack row gap 4 { box a size 10; box b size 12, 10 }; label l \"Text\" }"
    ),
    Case(
      testDescription: "a list makes room",
      body: "list page at 0, 0, 90, 90 { box header height 20; box one height 30 }; box two height 15 left 3",
      places: ["two": .arranged(in: "page", index: 1, isLast: false)],
      written: "list page at 0, 0, 90, 90 { box header height 20; box two height 15; box one height 30 }"),
    Case(
      testDescription: "a condition on a view that is away does not hold, but that it is hidden does",
      body: """
        hstack row at 0, 0, 90, 20 { box a width 10 }
        box p left 0 top 30 height 5 { if a.width >= 5 { width 50 } else { width 60 } }
        box q left 0 top 40 height 5 { if a is hidden { width 70 } else { width 80 } }
        """,
      places: ["row.a": .away],
      written: """
        hstack row at 0, 0, 90, 20
        box p left 0 top 30 size 60, 5
        box q left 0 top 40 size 70, 5
        """),
  ]

  @Test(arguments: cases) func `an arranged layout looks like one that is written so`(_ example: Case) {
    let arranged = solved(example.body, example.places)
    let written = solved(example.written)

    #expect(picture(arranged) == picture(written))
    #expect(arranged.diagnostics.map(\.message) == written.diagnostics.map(\.message))
    #expect(arranged.declared == solved(example.body).layout)
  }

  @Test func `no constraint is left that speaks of a view that is away`() {
    let scene = solved("vstack s { box a width 10; box b }\nbox c width == a.width { below a }", ["s.a": .away])

    #expect(scene.layout.views.map(\.path) == ["root", "s", "s.b", "c"])
    #expect(scene.layout.rules.allSatisfy { $0.item.view != ViewID(3) || $0.term?.anchor.view != ViewID(2) })
  }

  @Test func `a view that was away comes back unchanged`() {
    let body = "hstack row at 0, 0, 90, 20 { box a width 10; label b \"Text\" { height >= a.height } }"
    var scene = solved(body)
    let before = scene
    scene.inputs.texts["row.b"] = "Other"
    scene.inputs.arrangement.places["row.b"] = .away
    _ = scene.solve(measuring: FixedMetrics())
    scene.inputs.texts = [:]
    scene.inputs.arrangement.places = [:]
    _ = scene.solve(measuring: FixedMetrics())

    #expect(picture(scene) == picture(before))
  }

  @Test func `places that make no sense in a layout are passed over`() {
    let layout = layout(
      "layout t { vstack s { box a; vstack inner }\nbox c; guide g at 0, 0, 1, 1 }")
    let forest = ViewForest(
      layout,
      Arrangement(places: [
        "nobody": .away, "root": .away, "g": .away, "s": .arranged(in: "s.inner", index: 0, isLast: true),
        "s.a": .arranged(in: "c", index: 0, isLast: false), "c": .arranged(in: "gone", index: 0, isLast: false),
        "s.inner": .arranged(in: "s.inner", index: 0, isLast: false),
      ]))

    #expect(
      forest.refusals == [
        ViewForest.Refusal(view: "c", reason: .noSuchStack("gone")), ViewForest.Refusal(view: "g", reason: .noSuchView),
        ViewForest.Refusal(view: "nobody", reason: .noSuchView), ViewForest.Refusal(view: "root", reason: .noSuchView),
        ViewForest.Refusal(view: "s", reason: .insideItself("s.inner")),
        ViewForest.Refusal(view: "s.a", reason: .noSuchStack("c")),
        ViewForest.Refusal(view: "s.inner", reason: .insideItself("s.inner")),
      ])
    #expect(forest.arrangement.isEmpty)
  }

  @Test func `two that would stand in each other cannot, whichever is named first`() {
    let layout = layout("layout t { vstack a { vstack b }\nvstack c }")
    // Each is possible by itself: `a` in `b` once `b` has left it.
    let places: [String: ViewPlace] = [
      "a": .arranged(in: "a.b", index: 0, isLast: false), "a.b": .arranged(in: "c", index: 0, isLast: false),
    ]
    #expect(ViewForest(layout, Arrangement(places: places)).refusals == [])

    var circle = places
    circle["c"] = .arranged(in: "a", index: 0, isLast: false)
    let forest = ViewForest(layout, Arrangement(places: circle))

    #expect(forest.refusals.map(\.view) == ["a"])
    #expect(forest.parent(of: ViewID(2)) == ViewID(3) && forest.parent(of: ViewID(3)) == ViewID(1))
  }

  @Test(arguments: UInt64(1)...60)
  func `the same tree is always the same arrangement, and an arrangement always the same tree`(seed: UInt64) {
    let layout = layout(
      """
      layout t {
        vstack a { box a1; box a2; guide g at 0, 0, 1, 1; hstack a3 { box k; box m }; box a4; box a5 }
        hstack b { box b1; box b2 }
        list c { box c1 }
        box d { box e }
      }
      """)
    var generator = SeededGenerator(seed: seed)
    var arrangement = Arrangement()
    for step in 0..<20 {
      arrangement.changeSomething(of: layout, &generator)
      let forest = ViewForest(layout, arrangement)
      let again = ViewForest(layout, forest.arrangement)
      let views = layout.views.indices.map { ViewID(Int32($0)) }

      #expect(forest.refusals == [] && again.refusals == [], "seed \(seed), step \(step)")
      #expect(again.arrangement == forest.arrangement, "seed \(seed), step \(step)")
      for view in views {
        #expect(
          again.parent(of: view) == forest.parent(of: view) && again.views(in: view) == forest.views(in: view),
          "seed \(seed), step \(step), view \(layout.views[Int(view.index)].path)")
      }
    }
  }

  /// In every stack are those of twice and three times its number.
  private static let heap = layout(
    "layout t {\n"
      + (1...40).map { "vstack s\($0) { }" }.joined(separator: "\n")
      + "\nvstack a { vstack b { vstack c { vstack d } } }\n}")

  @Test(arguments: UInt64(1)...60)
  func `of each circle the view goes back that the file has first`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let layout = Self.heap
    var parents = layout.views.map(\.parent)
    var places: [String: ViewPlace] = [:]
    let moved = layout.views.indices.dropFirst().filter { _ in random.chance(60) }
    for view in moved {
      let stack = Int.random(in: 1..<layout.views.count, using: &random)
      places[layout.views[view].path] = .arranged(in: layout.views[stack].path, index: 0, isLast: false)
      parents[view] = ViewID(Int32(stack))
    }
    // Said once more as one would by hand: the first view of the file that stands in itself goes back, again and again.
    func standsInItself(_ view: Int) -> Bool {
      var next = parents[view]
      for _ in parents {
        guard let current = next else { return false }
        if Int(current.index) == view { return true }
        next = parents[Int(current.index)]
      }
      return false
    }
    var refused: Set<Int> = []
    while let view = moved.first(where: { !refused.contains($0) && standsInItself($0) }) {
      refused.insert(view)
      parents[view] = layout.views[view].parent
    }

    let forest = ViewForest(layout, Arrangement(places: places))

    #expect(forest.refusals.map(\.view) == refused.map { layout.views[$0].path }.sorted())
    #expect(layout.views.indices.map { forest.parent(of: ViewID(Int32($0))) } == parents)
  }

  @Test func `a circle of many views costs each of them a few steps`() {
    /// Each of `count` stacks stands in the next, and the last in the first.
    func steps(_ count: Int) -> Int {
      let layout = layout(
        "layout t {\n" + (0..<count).map { "vstack s\($0) { }" }.joined(separator: "\n") + "\n}")
      let places = (0..<count).map {
        ("s\($0)", ViewPlace.arranged(in: "s\(($0 + 1) % count)", index: 0, isLast: false))
      }
      let forest = ViewForest(layout, Arrangement(places: Dictionary(uniqueKeysWithValues: places)))
      #expect(forest.refusals.map(\.view) == ["s0"])
      return forest.steps
    }

    let (once, twice) = (steps(400), steps(800))
    #expect(once >= 400)
    // Of what grows with the square, it is four times as much.
    #expect(twice < once * 3, "\(once) steps for 400 views, \(twice) for twice as many")
  }

  @Test func `a file that gets another view shows it where it says`() {
    func views(_ body: String) -> [String] {
      let scene = solved(
        "hstack s { \(body) }; box new",
        [
          "new": .arranged(in: "s", index: 2, isLast: true), "s.b": .arranged(in: "s", index: 0, isLast: false),
          "s.gone": .away,
        ])
      return scene.layout.views.map(\.path).filter { $0 != "root" && $0 != "s" }
    }

    #expect(views("box a; box b") == ["s.b", "s.a", "new"])
    // What was put last stays last, what was put first stays first, and the file's own follow the file.
    #expect(views("box k; box b; box a; box m; box gone") == ["s.b", "s.k", "s.a", "s.m", "new"])
    #expect(views("box a") == ["s.a", "new"])
  }

  // MARK: Scenes

  private func solved(_ body: String, _ places: [String: ViewPlace] = [:]) -> LayoutScene {
    let layout = layout("layout t size 200, 100 {\n\(body)\n}")
    var inputs = SceneInputs(of: layout)
    inputs.arrangement = Arrangement(places: places)
    var scene = LayoutScene(layout, inputs: inputs)
    _ = scene.solve(measuring: FixedMetrics())
    return scene
  }

  /// Names, parents, frames and contents, in tree order. Paths are left out: a view keeps its own wherever it stands.
  private func picture(_ scene: LayoutScene) -> [String] {
    scene.layout.views.indices.map { index in
      let view = scene.layout.views[index]
      let id = ViewID(Int32(index))
      let parent = view.parent.map { scene.layout.views[Int($0.index)].name } ?? "-"
      return "\(parent)/\(view.name) #\(view.index) \(scene.frame(of: id)) \(scene.content(of: id))"
    }
  }
}
