import Geometry
import LayoutModel
import Testing

@testable import LayoutEngine

/// Frames by view path.
private func frames(_ scene: LayoutScene) -> [String: Rect] {
  Dictionary(
    uniqueKeysWithValues: scene.layout.views.enumerated().map { ($1.path, scene.frame(of: ViewID(Int32($0)))) })
}

private func scene(_ text: String, _ inputs: SceneInputs = SceneInputs()) -> LayoutScene {
  var scene = LayoutScene(layout(text), inputs: inputs)
  _ = scene.solve(measuring: FixedMetrics())
  return scene
}

@Suite("What the outside sets on a scene") struct SceneInputsTests {
  private static let card = """
    layout card {
      var space = 10
      label title "Title" leading 8 top 8
      label subtitle "A subtitle" leading 8 { top == title.bottom + 4 #gap }
      box line x fill inset space height 1 bottom 0
    }
    """

  @Test func `the first solve reports every view, the next one none`() {
    var scene = LayoutScene(layout(Self.card), inputs: SceneInputs())

    #expect(scene.solve(measuring: FixedMetrics()).map(\.index) == [0, 1, 2, 3])
    #expect(scene.solve(measuring: FixedMetrics()).isEmpty)
  }

  @Test func `setting a constant moves what depends on it, without compiling again`() {
    var scene = scene(Self.card)

    scene.inputs.constants["gap"] = [16]
    let changed = scene.solve(measuring: FixedMetrics())

    #expect(changed.map { scene.layout.views[Int($0.index)].path } == ["subtitle"])
    #expect(frames(scene)["subtitle"]?.y == 44)
    #expect(scene.statistics.compilations == 1)
  }

  @Test func `taking a constant back restores the file's number`() {
    var scene = scene(Self.card)
    let before = frames(scene)

    scene.inputs.constants["gap"] = [16]
    _ = scene.solve(measuring: FixedMetrics())
    scene.inputs.constants["gap"] = nil
    _ = scene.solve(measuring: FixedMetrics())

    #expect(frames(scene) == before)
  }

  @Test func `a variable moves every constraint that reads it`() {
    var scene = scene(Self.card)

    scene.inputs.variables["space"] = 30
    _ = scene.solve(measuring: FixedMetrics())

    #expect(frames(scene)["line"] == Rect(x: 30, y: 843, width: 330, height: 1))
  }

  @Test func `a text changes the natural size, and only that text is measured`() {
    var scene = scene(Self.card)
    let measured = scene.statistics.measurements

    scene.inputs.texts["title"] = "Another title"
    let changed = scene.solve(measuring: FixedMetrics())

    #expect(changed.map { scene.layout.views[Int($0.index)].path } == ["title"])
    #expect(frames(scene)["title"]?.width == 104)
    #expect(scene.content(of: ViewID(1)).text == "Another title")
    #expect(scene.statistics.measurements == measured + 1)
    #expect(scene.statistics.compilations == 1)
  }

  @Test func `a size stated by the client replaces the measured one`() {
    var scene = scene(Self.card)

    scene.inputs.intrinsicSizes["title"] = IntrinsicSize(width: 100, height: 50)
    _ = scene.solve(measuring: FixedMetrics())

    #expect(frames(scene)["title"] == Rect(x: 8, y: 8, width: 100, height: 50))
    #expect(frames(scene)["subtitle"]?.y == 62)
  }

  @Test func `hiding a view of a stack closes the gap, elsewhere it keeps its place`() {
    var scene = scene(
      """
      layout s {
        vstack column gap 10 pin top.leading { box a size 10; box b size 10; box c size 10 }
        box free size 5 top 100 leading 0
      }
      """)
    scene.inputs.hidden = ["column.b": true, "free": true]
    _ = scene.solve(measuring: FixedMetrics())

    #expect(frames(scene)["column.c"]?.y == 20)
    #expect(frames(scene)["free"] == Rect(x: 0, y: 100, width: 5, height: 5))
    let hidden = scene.layout.views.indices.filter { scene.content(of: ViewID(Int32($0))).isHidden }
    #expect(hidden.map { scene.layout.views[$0].path } == ["column.b", "free"])
  }

  @Test func `a new size re-solves without lowering again`() {
    var scene = scene(Self.card)

    scene.inputs.environment.width = 500
    _ = scene.solve(measuring: FixedMetrics())

    #expect(frames(scene)["line"]?.width == 480)
    #expect(scene.statistics.compilations == 1)
  }

  @Test func `switching a configuration back finds its compiled structure again`() {
    var scene = scene(
      "layout c { box panel { config main { size 44 } config alternative { size 24 } top 0 leading 0 } }")
    for _ in 0..<5 {
      scene.inputs.configurations["panel"] = "alternative"
      _ = scene.solve(measuring: FixedMetrics())
      #expect(frames(scene)["panel"]?.width == 24)
      scene.inputs.configurations["panel"] = nil
      _ = scene.solve(measuring: FixedMetrics())
      #expect(frames(scene)["panel"]?.width == 44)
    }

    #expect(scene.statistics.compilations == 2)
  }

  /// 300 rows of which one configuration moves two and what is in one of them: the marker, its label and its guide.
  private static let rows = """
    layout rows size 400, 4000 {
      var step = 12
      box marker leading 0 top 0 height 40 {
        config main { width 44 }
        config wide { width 80 alpha: 0.5 }
        label text "aaaa bbbb cccc dddd" x fill top 0
        guide middle leading 50% top 0 size 0
      }
      box follower top 0 height 10 width 10 { leading == marker.trailing }
    """ + (0..<300).map { "\n  box row\($0) leading 0 size 10 top \($0) * step" }.joined() + "\n}"

  @Test func `a switch between configurations met before costs the views that differ`() {
    var scene = scene(Self.rows)
    func use(_ name: String?) -> [String] {
      scene.inputs.configurations["marker"] = name
      return scene.solve(measuring: FixedMetrics()).map { scene.layout.views[Int($0.index)].path }
    }
    _ = use("wide")
    let wide = frames(scene)
    _ = use(nil)
    let (main, before) = (frames(scene), scene.statistics)
    let opsBefore = scene.solver!.statistics.opsRun

    for _ in 0..<3 {
      #expect(use("wide") == ["marker", "marker.text", "follower"])
      #expect(frames(scene) == wide)
      #expect(scene.content(of: ViewID(1)).alpha == 0.5)
      #expect(use(nil) == ["marker", "marker.text", "follower"])
      #expect(frames(scene) == main)
    }

    #expect(scene.statistics.compilations == before.compilations)
    #expect(scene.statistics.solutions == before.solutions)
    #expect(scene.statistics.measurements == before.measurements)
    #expect(scene.solver!.statistics.opsRun == opsBefore)
    // Six switches in a scene of 300 rows.
    #expect(scene.statistics.comparisons - before.comparisons < 100)
  }

  @Test func `a number costs a look at what it moves, and at texts in other widths`() {
    let rows = (0..<100).map {
      "box b\($0) leading 0 top \($0) height 1 { width == 80 #w\($0) }; "
        + "label l\($0) text: \"Some words that wrap\" leading b\($0).leading trailing b\($0).trailing top 0"
    }
    var scene = scene("layout l size 200, 200 { \(rows.joined(separator: "\n")) }")
    let before = scene.statistics

    scene.inputs.constants["w7"] = [60]
    let changed = scene.solve(measuring: FixedMetrics()).map { scene.layout.views[$0].path }

    #expect(changed == ["b7", "l7"])
    #expect(scene.statistics.comparisons - before.comparisons == 2)
    var fresh = LayoutScene(scene.layout, inputs: scene.inputs)
    fresh.solve(measuring: FixedMetrics())
    #expect(frames(scene) == frames(fresh))
    // Two lines in ten columns, four in seven.
    #expect([14, 16].map { scene.frame(of: ViewID($0)).height } == [40, 80])
  }

  /// Nothing moves.
  @Test func `a number that only the content reads changes it`() {
    var scene = scene(
      "layout l size 100, 100 { var seen = 0.5; box a top 0 leading 0 size 10 alpha: seen; box b top 0 trailing 0 size 5 }"
    )
    scene.solve(measuring: FixedMetrics())
    scene.inputs.variables["seen"] = 0.25

    #expect(scene.solve(measuring: FixedMetrics()) == [ViewID(1)])
    #expect(scene.viewsWithOtherContent == [ViewID(1)])
    #expect(scene.content(of: ViewID(1)).alpha == 0.25)
  }

  @Test func `every combination of three independent configurations stays compiled`() {
    let boxes = ["a", "b", "c"]
    var scene = scene(
      "layout combinations size 400, 100 {\n"
        + boxes.map { name in
          """
            box \(name) leading 0 top 0 height 10 {
              config main { width 10 }
              config wide { width 20 }
              config tall { width 10 height 20 }
            }

          """
        }.joined() + "}")
    let names = [nil, "wide", "tall"]
    func solve(_ combination: Int) -> [String: Rect] {
      for (box, index) in zip(boxes, [combination % 3, combination / 3 % 3, combination / 9]) {
        scene.inputs.configurations[box] = names[index]
      }
      _ = scene.solve(measuring: FixedMetrics())
      return frames(scene)
    }
    let met = (0..<27).map { solve($0) }
    let before = scene.statistics
    #expect(before.compilations == 27)

    for step in 1...100 {
      let combination = step * 10 % 27
      #expect(solve(combination) == met[combination])
    }
    #expect(scene.statistics.compilations == before.compilations)
    #expect(scene.statistics.solutions == before.solutions)
  }

  @Test func `what was set meanwhile is in every configuration`() {
    var scene = scene(Self.rows)
    for step in 1...3 {
      scene.inputs.variables["step"] = Double(step)
      scene.inputs.texts["marker.text"] = String(repeating: "word ", count: step)
      for name in ["wide", nil, "wide"] {
        scene.inputs.configurations["marker"] = name
        _ = scene.solve(measuring: FixedMetrics())
        let fresh = fresh(like: scene)

        #expect(frames(scene) == frames(fresh), "step \(step) in \(name ?? "main")")
        let isSame = scene.layout.views.indices.allSatisfy {
          scene.content(of: ViewID(Int32($0))) == fresh.content(of: ViewID(Int32($0)))
        }
        #expect(isSame, "step \(step) in \(name ?? "main")")
      }
    }
    #expect(scene.statistics.compilations == 2)
  }

  private func fresh(like other: LayoutScene) -> LayoutScene {
    var fresh = LayoutScene(other.layout, inputs: other.inputs)
    _ = fresh.solve(measuring: FixedMetrics())
    return fresh
  }

  @Test func `a label that gets too narrow wraps and pushes what is below it`() {
    var scene = scene(
      """
      layout w {
        label text "aaaa bbbb cccc" x fill top 0
        box under leading 0 size 10 { top == text.bottom }
      }
      """)
    #expect(frames(scene)["text"]?.height == 20)

    scene.inputs.environment.width = 80
    _ = scene.solve(measuring: FixedMetrics())

    #expect(frames(scene)["text"]?.height == 40)
    #expect(frames(scene)["under"]?.y == 40)
  }

  @Test func `only texts that are set in another way are measured again`() {
    var scene = scene(
      """
      layout t {
        label a "one" top 0 leading 0 style: title
        label b "two" top 60 leading 0 { trait contentSize: large }
        label c "three" top 120 leading 0 fontSize: 20
        label d "four" top 180 leading 0 { trait direction: ltr }
      }
      """)
    let measured = scene.statistics.measurements

    scene.inputs.environment.traits["contentSize"] = "accessibilityLarge"
    _ = scene.solve(measuring: FixedMetrics())
    #expect(scene.statistics.measurements == measured + 2)
    #expect(frames(scene)["a"]?.height == 51)
    #expect(frames(scene)["b"]?.height == 20)

    scene.inputs.environment.traits["direction"] = "rtl"
    _ = scene.solve(measuring: FixedMetrics())
    #expect(scene.statistics.measurements == measured + 5)

    scene.inputs.environment.traits["style"] = "dark"
    _ = scene.solve(measuring: FixedMetrics())
    #expect(scene.statistics.measurements == measured + 5)
  }

  @Test func `a text whose height decides its width ends, and says so`() {
    let scene = scene(
      """
      layout r {
        label a "aaaa bbbb cccc dddd" top 0 leading 0 resist x @100 { width == 3 * height }
        label b "aaaa bbbb cccc dddd" top 0 trailing 0 width 80
      }
      """)

    #expect(scene.diagnostics.map(\.code.rawValue) == ["W3008"])
    #expect(scene.diagnostics.first?.message.contains("'a'") == true)
    #expect(scene.statistics.measurements < 10)
  }
}

@Suite("Conditions that read solved sizes") struct SolvedSizeConditionTests {
  @Test func `a condition that undoes itself ends, says so, and keeps the first answer`() {
    let scene = scene(
      """
      layout o {
        box a top 0 leading 0 height 10 {
          width 100 @low
          if width >= 50 { width <= 20 }
        }
      }
      """)

    #expect(scene.diagnostics.map(\.code.rawValue) == ["W3007"])
    #expect(frames(scene)["a"]?.width == 100)
    #expect(scene.statistics.rounds <= 9)
  }

  @Test func `conditions on other views agree after some rounds`() {
    let scene = scene(
      """
      layout r {
        box a top 0 leading 0 height 10 { if super.width >= 300 { width 200 } else { width 100 } }
        box b top 20 leading 0 height 10 { if a.width >= 150 { width 70 } else { width 30 } }
      }
      """)

    #expect(frames(scene)["b"]?.width == 70)
    #expect(scene.diagnostics.isEmpty)
  }
}

@Suite("Constraints that cannot hold together") struct ConflictTests {
  @Test func `the latest one yields and is named, the others hold`() throws {
    let scene = scene("layout c { box a top 0 height 10 width 100 leading 10 trailing 10 }", narrow)

    let conflict = try #require(scene.diagnostics.first)
    #expect(conflict.code.rawValue == "E3001")
    #expect(frames(scene)["a"]?.width == 100)
    #expect(frames(scene)["a"]?.x == 10)
  }

  @Test(arguments: [
    ("edges <= super.edges", "fill <= super"), ("edges <= super.edges - 8", "fill <= super"),
    ("edges <= super.safe.edges", "fill <= safe"), ("edges <= b.edges", "fill <= of b"),
    ("edges <= b.margins.edges", "fill <= margins of b"),
  ])
  func `edges that are at most others are told what stays inside`(_ constraint: String, _ meant: String) throws {
    let scene = scene("layout c { box b at 0, 0, 100, 100; box a size 10 leading 20 top 20 { \(constraint) } }")

    let conflict = try #require(scene.diagnostics.first)
    #expect(
      conflict.notes.map(\.message).contains(
        "help: 'edges <=' is '<=' for each coordinate; what stays inside is `\(meant)`"))
  }

  @Test func `other contradictions are told nothing of the kind`() throws {
    let scene = scene("layout c { box a width 10 leading 20 trailing 20 { fill <= super } }", narrow)

    #expect(try !#require(scene.diagnostics.first).notes.contains { $0.message.contains("inside") })
  }

  @Test(arguments: [
    ("hstack s left 0 top 0 { box one size 10, 20; box two size 10, 30 }", "high"),
    ("vstack s left 0 top 0 width 50 { box one size 10, 20 }", "wide"),
  ])
  func `a stack that makes its views equal is told how they may differ`(_ stack: String, _ word: String) throws {
    let help = "help: 's' makes its views equally \(word); `items center` leaves each its own size"
    let conflict = try #require(scene("layout c { \(stack) }").diagnostics.first)
    #expect(conflict.notes.map(\.message).contains(help))

    let mended = scene("layout c { \(stack.replacing("top 0", with: "top 0 items center")) }")
    #expect(mended.diagnostics.filter { $0.code.rawValue == "E3001" } == [])
  }

  @Test(arguments: ["size 30, 20", "width 30", "height 20; box b fill"])
  func `a size of the root in its braces is told where that of a scene stands`(_ clause: String) throws {
    let conflict = try #require(scene("layout c { \(clause) }").diagnostics.first { $0.code.rawValue == "E3001" })

    #expect(conflict.fixes == [])
    #expect(
      conflict.notes.map(\.message).contains(
        "help: the size of a scene stands behind its name, as in `layout name size 300, 200 { … }`"))
  }

  @Test(arguments: [
    ("hstack s x fill top 0 { box one width 75% height 4 }", "end"),
    ("hstack s x fill top 0 { box one size 10; box two height 10 width <= 20 }", "end"),
    ("vstack s fill { box one height 20 }", "bottom"),
  ])
  func `a stack that its views fill is told what takes the rest`(_ stack: String, _ end: String) throws {
    let help = "help: the views of 's' fill it from end to end; a `spacer` at the \(end) takes what they leave"
    let conflict = try #require(scene("layout c { \(stack) }").diagnostics.first)
    #expect(conflict.notes.map(\.message).contains(help))

    let mended = scene("layout c { \(stack.replacing(" }", with: "; spacer }")) }")
    #expect(mended.diagnostics.filter { $0.code.rawValue == "E3001" } == [])
  }

  @Test(arguments: [
    ("hstack s left 0 top 0 width 40 { box one size 30, 9; box two height 9 width 30 }", ["remove it"]),
    ("hflow s fill { box one size 20; box two size 20 trailing 0 }", ["remove it"]),
    ("hflow s fill { box one size 20; box two size 20 trailing 10 }", []),
    (
      "box b left 0 top 0 height 9 width 10 { width == 20 }", ["put '@999' behind it, a wish that gives way"]
    ),
  ])
  func `what would lose its room in a container is not made a wish`(_ views: String, _ fixes: [String]) throws {
    let conflict = try #require(scene("layout c { \(views) }").diagnostics.first { $0.code.rawValue == "E3001" })

    #expect(conflict.fixes.map(\.title) == fixes)
    #expect(conflict.notes.contains { $0.message.contains("@999") } == (fixes.first?.hasPrefix("put") ?? false))
  }

  @Test func `a stack with too much in it is not told of a spacer`() throws {
    let scene = scene("layout c { hstack s left 0 top 0 width 40 { box one size 30; box two size 30 } }")

    #expect(try !#require(scene.diagnostics.first).notes.contains { $0.message.contains("spacer") })
  }

  @Test(arguments: [
    ("box a left 0 top 0 height 9", "say how wide it is, as in `width 40`"),
    (
      "box a left 0 top 0 height 9 { box b center size 5 }",
      "say how wide it is, as in `width 40`; or let what is in it reach both edges, as `fill` does"
    ),
    (
      "vstack s fill { box a { box b center size 5 }; box c { box d center size 5 } }",
      "nothing in 's' takes what is left: a `spacer` at the bottom does, or `distribute equalSpacing`"
    ),
  ])
  func `a size that nothing decides is told with what would`(_ body: String, _ help: String) throws {
    let warning = try #require(scene("layout c { \(body) }").diagnostics.first)

    #expect(warning.code.rawValue == "W3002")
    #expect(warning.notes.map(\.message) == ["help: \(help)"])
  }

  @Test func `copies of a clause that contradict each other alike are one complaint`() throws {
    let scene = scene("layout c { for i in 0..<30 { box a top 0 left 0 height 1 { width == 1; width == 2 } } }")

    let found = scene.diagnostics.filter { $0.code.rawValue == "E3001" }
    #expect(found.count == 1)
    #expect(found.first?.notes.last?.message == "and 29 more contradictions like this")
  }

  @Test func `also where what helps names the first copy`() throws {
    let scene = scene("layout c { for i in 0..<3 { vstack s top 0 left 0 size 50 { box a height 50 width 20 } } }")

    let found = scene.diagnostics.filter { $0.code.rawValue == "E3001" }
    #expect(found.count == 1)
    let notes = try #require(found.first?.notes.map(\.message))
    #expect(
      notes.suffix(3) == [
        "help: 's[0]' makes its views equally wide; `items center` leaves each its own size",
        "help: the last of them gave way; take one of them away",
        "and 2 more contradictions like this",
      ])
  }

  @Test func `twenty contradictions are listed, and how many more there are`() throws {
    let boxes = (0..<25).map { "box a\($0) top 0 left 0 height 1 { width == 1; width == 2 }\n" }.joined()
    let scene = scene("layout c { \(boxes) }")

    let found = scene.diagnostics.filter { $0.code.rawValue == "E3001" }
    #expect(found.count == 20)
    #expect(found.last?.notes.last?.message == "and 5 more contradictions like this")
  }

  private var narrow: SceneInputs {
    var inputs = SceneInputs()
    inputs.environment.width = 90
    return inputs
  }

  @Test func `a conflict that passes leaves no trace`() {
    let text = "layout c { box a top 0 height 10 width 100 leading 10 { trailing <= super.trailing - 10 } }"
    var scene = scene(text, narrow)
    scene.inputs.environment.width = 390
    _ = scene.solve(measuring: FixedMetrics())
    var fresh = LayoutScene(layout(text), inputs: SceneInputs())
    _ = fresh.solve(measuring: FixedMetrics())

    #expect(scene.diagnostics.isEmpty)
    #expect(frames(scene) == frames(fresh))
  }

  @Test func `a view that nothing holds is named with what is free`() throws {
    let scene = scene("layout a { box badge size 10 leading 0 }")

    let warning = try #require(scene.diagnostics.first)
    #expect(warning.code.rawValue == "W3002")
    #expect(warning.message == "'badge' is ambiguous: y is free (nothing sets its vertical position)")
  }
}
