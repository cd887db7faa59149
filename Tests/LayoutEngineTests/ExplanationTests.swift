import Geometry
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Why a view is where it is") struct ExplanationTests {
  /// A solved layout and its text.
  private struct Solved {
    var scene: LayoutScene
    let source: SourceText

    init(_ text: String, _ change: (inout SceneInputs) -> Void = { _ in }) {
      source = SourceText(name: "test.layout", text: text)
      let layout = LayoutEngineTests.layout(text)
      scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
      change(&scene.inputs)
      _ = scene.solve(measuring: FixedMetrics())
    }

    func explanation(of path: String, _ attribute: AnchorAttribute? = nil) -> Explanation {
      let view = ViewID(Int32(scene.layout.views.firstIndex { $0.path == path }!))
      return scene.explanation(of: view, attribute: attribute) { source.text(in: $0.span) }!
    }
  }

  // MARK: Where it is seen

  private func ends(_ reason: Explanation.Reason?) -> [String]? {
    reason?.ends.map { "\($0.view) \($0.guide) \($0.attribute) \($0.position)" }
  }

  private func guides(_ explanation: Explanation) -> [String] {
    explanation.guides.map { "\($0.view) \($0.guide) \($0.frame.x) \($0.frame.y) \($0.frame.width) \($0.frame.height)" }
  }

  @Test func `the ends of a constraint are where they are seen in the scene`() {
    let solved = Solved(
      """
      layout a size 200, 100 {
        vscroll s at 20, 10, 100, 50 {
          inset 5
          box one left 7 top 0 bottom 0 width 30 height 200
          box two left 0 width 10 height 1 { top == one.bottom - 20 }
        }
      }
      """
    ) { $0.scrollOffsets["s"] = Point(x: 0, y: 40) }

    let two = solved.explanation(of: "s.two")

    // The content begins at 10 + 5 - 40; 'one' ends 200 further on.
    let top = two.attributes.first { $0.attribute == .top }
    #expect(ends(top?.because.first) == ["s.two frame top 155.0", "s.one frame bottom 175.0"])
    let width = two.attributes.first { $0.attribute == .width }
    #expect(ends(width?.because.first) == ["s.two frame width 10.0"])
  }

  @Test func `what a container asks has its ends at the views that it is about`() {
    let solved = Solved(
      """
      layout a size 200, 100 {
        vstack s left 10 top 10 width 60 gap 8 { box one height 20; box two height 30 }
        hflow f left 0 top 80 width 100 gap 4 { box a width 60 height 5; box b width 50 height 6 }
      }
      """
    )
    func ends(_ path: String, _ attribute: AnchorAttribute, _ words: String) -> Set<String>? {
      let told = solved.explanation(of: path).attributes.first { $0.attribute == attribute }
      return self.ends(told?.because.first { $0.source.hasPrefix(words) }).map { Set($0) }
    }

    // One from 10 to 30, two from 38 to 68; the stack is 58 high.
    #expect(ends("s.two", .top, "behind 's.one'") == ["s.two frame top 38.0", "s.one frame bottom 30.0"])
    #expect(ends("s", .height, "last in 's'") == ["s.two frame bottom 68.0", "s frame height 58.0"])
    // Beside a, which ends at 60, b would have to end at 114; lines of 5 and 6 with the gap are 15.
    #expect(ends("f.b", .left, "begins line 2") == ["f.b frame left 0.0", "f.a frame right 60.0"])
    #expect(ends("f.b", .height, "line 2 of 'f'") == ["f.b frame height 6.0", "f frame height 15.0"])
  }

  @Test func `what is leading keeps its name and is on the side that it is on`() {
    let solved = Solved("layout a size 200, 100 { box one leading 10 top 0 width 50 height 20 }") {
      $0.environment.traits["direction"] = "rtl"
    }
    let right = solved.explanation(of: "one").attributes.first { $0.attribute == .right }
    #expect(ends(right?.because.first) == ["one frame leading 190.0", "root frame leading 200.0"])
  }

  @Test func `the guides of the root are rectangles in the scene, and so are those that constraints name`() {
    let solved = Solved(
      """
      layout a size 1000, 300 {
        box panel at 100, 50, 800, 200 {
          margins 20
          box one top 0 height 20 { left == super.margins.left; right == super.readable.right }
        }
      }
      """
    ) {
      $0.environment.safe = EdgeInsets(top: 10, left: 0, bottom: 30, right: 0)
      $0.environment.keyboard = .docked(100)
    }

    // 672 points are read well, in the middle of 984 and of 760.
    #expect(
      guides(solved.explanation(of: "panel.one")) == [
        "root safe 0.0 10.0 1000.0 260.0", "root margins 8.0 8.0 984.0 284.0", "root readable 164.0 8.0 672.0 284.0",
        "root keyboard 0.0 200.0 1000.0 100.0", "panel margins 120.0 70.0 760.0 160.0",
        "panel readable 164.0 70.0 672.0 160.0",
      ])
  }

  @Test func `a view is declared in its component, and each component where it is used`() {
    let text = """
      component inner box { label caption "x" left 0 top 0 }
      component outer box { inner part left 0 top 0 width 50 height 20 }
      layout a size 200, 100 { outer card left 0 top 0 width 50 height 20; box plain at 0, 0, 1, 1 }
      """
    let solved = Solved(text)
    func declared(_ path: String) -> [String] {
      solved.explanation(of: path).declared.map { place in
        "\([solved.source].lines(of: place)!.start.line): \(solved.source.text(in: place.span))"
      }
    }
    #expect(declared("card.part.caption") == ["1: label caption", "2: inner part", "3: outer card"])
    #expect(declared("card.part") == ["2: inner part", "3: outer card"])
    #expect(declared("card") == ["3: outer card"])
    #expect(declared("plain") == ["3: box plain"])
  }

  // MARK: Flows and grids

  private func told(_ explanation: Explanation, _ attribute: AnchorAttribute) -> [String] {
    explanation.attributes.first { $0.attribute == attribute }?.because.map(\.source) ?? []
  }

  @Test func `a view in a grid names its columns and row, how large they are and why`() {
    // 1280 - 2 * 24 are 1232. Four columns of 280 with gaps of 24 are 1192, five 1496; each of four has 290.
    let solved = Solved(
      """
      layout a size 1280, 800 {
        grid g columns min 280 gap 24 inset 24 x fill top 0 {
          box one span 2
          box two height 80
          box three height 60 self center
        }
      }
      """)

    let one = solved.explanation(of: "g.one")
    let columns = [
      "column 0 of 'g' is 290 wide: one of 4 equal ones", "column 1 of 'g' is 290 wide: one of 4 equal ones",
    ]
    let fitting = "5 columns of 280 would be 1496 wide, and 1232 have room"
    #expect(told(one, .left) == ["'g.one' fills its columns in 'g'", "span 2: columns 0 to 1 of 'g'"])
    #expect(told(one, .width) == columns + [fitting])
    #expect(told(one, .top) == ["'g.one' fills its row in 'g'"])
    #expect(told(one, .height) == ["row 0 of 'g' is 80 high: as high as what is in it"])
    let two = solved.explanation(of: "g.two")
    #expect(told(two, .top) == ["'g.two' begins its row in 'g', with a height of its own"])
    #expect(told(two, .height) == ["height 80", "row 0 of 'g' is 80 high: as high as what is in it"])
    #expect(told(solved.explanation(of: "g.three"), .centerY) == ["'g.three' across its row in 'g': self center"])
    let grid = solved.explanation(of: "g")
    #expect(told(grid, .width).suffix(3).last == fitting)
    #expect(grid.attributes.flatMap(\.because).allSatisfy { $0.slack == 0 })
  }

  @Test func `columns of points, shares and contents say which they are`() {
    // The text is 5 * 8 wide, so 300 - 80 - 40 are left for two shares, of which one part is 60.
    let solved = Solved(
      """
      layout a size 300, 100 {
        grid g columns 80, 1*, 2*, auto x fill { box a; box b; box c; label d "aside" }
        grid h columns 1*, 1* x fill top 50 { box a width 200; box b height 4 }
        grid i columns auto, auto justify fill x fill top 80 { label a "four"; label b "as" }
      }
      """)

    func width(_ path: String) -> [String] {
      told(solved.explanation(of: path), .width).filter { $0.hasPrefix("column") }
    }
    #expect(width("g.a") == ["column 0 of 'g' is 80 wide: so it is written"])
    #expect(width("g.c") == ["column 2 of 'g' is 120 wide: 2 of 3 parts of what is left"])
    #expect(width("g.d") == ["column 3 of 'g' is 40 wide: as wide as what is in it"])
    #expect(width("h.a") == ["column 0 of 'h' is 200 wide: what is in it needs more than its part, 100"])
    #expect(width("h.b") == ["column 1 of 'h' is 100 wide: 1 of 2 parts of what is left"])
    // 300 - 32 - 16 are 252, of which each takes a half.
    #expect(width("i.a") == ["column 0 of 'i' is 158 wide: as wide as what is in it, 32, and a part of what is left"])
  }

  @Test func `justify and lines are told where they put what is explained`() {
    // 'b' ends at 200, so 'a' ends at 200 - 30 - 4. Two columns of 40 are in the middle of 200, a row of 10 in that of
    // 30.
    let solved = Solved(
      """
      layout a size 200, 100 {
        hflow f gap 4 justify trailing x fill top 0 { box a size 40, 10; box b size 30, 10 }
        grid g columns 40, 40 justify center lines center x fill top 50 height 30 { box u height 10; box v height 10 }
      }
      """)

    #expect(
      told(solved.explanation(of: "f.a"), .right) == [
        "behind 'f.a' in 'f', gap 4, where 'justify trailing' puts the line"
      ])
    #expect(
      told(solved.explanation(of: "g.u"), .left) == ["'g.u' fills its columns in 'g', where 'justify center' puts them"]
    )
    #expect(
      told(solved.explanation(of: "g.u"), .top).contains(
        "'g.u' begins its row in 'g', with a height of its own, where 'lines center' puts it"))
  }

  @Test(arguments: [
    ("grid g columns 2 fill { box p size 20, 20 center x; box q size 20, 20 leading 10 }", "`self x center`"),
    ("hflow g fill { box p size 20; box q size 20 trailing 10 }", "where they go along those says `justify center`"),
    ("hflow g fill { box p size 20; box q size 20 bottom 10 }", "where one stands in its own says `self center`"),
    (
      "hstack g fill items center { box p size 20; box q size 20 trailing 10; spacer }",
      "a `spacer` before one moves it to the end"
    ),
  ])
  func `a contradiction in a container names what says where its views stand`(_ written: String, _ help: String) {
    let found = Solved("layout a size 390, 200 { \(written) }").scene.diagnostics.filter { $0.code.rawValue == "E3001" }

    #expect(!found.isEmpty)
    #expect(
      found.flatMap(\.notes).contains { $0.message.hasPrefix("help: 'g' has its views") && $0.message.hasSuffix(help) })
  }

  @Test func `a view that begins a line says what had no room`() {
    let solved = Solved(
      """
      layout a size 100, 100 {
        hflow f gap 4 inset 2 x fill { box a size 40, 10; box b size 30, 20; box c size 30, 5 }
        vflow g top 50 height 50 left 0 width 90 { box a size 40, 30; box b size 30, 21 }
      }
      """
    ) { $0.environment.traits["direction"] = "rtl" }

    // Two and their gap are 74; a third would be 108 of 96. From right to left a line begins at the right.
    let words = "begins line 2 of 'f': behind 'f.b' the line would be 108 long, and 96 have room"
    #expect(told(solved.explanation(of: "f.c"), .right).contains(words))
    #expect(told(solved.explanation(of: "f.c"), .height).last == "line 2 of 'f' is 5 high: as high as its highest view")
    #expect(told(solved.explanation(of: "f.b"), .right) == ["behind 'f.a' in 'f', gap 4"])
    #expect(
      told(solved.explanation(of: "g.b"), .top).contains(
        "begins line 2 of 'g': behind 'g.a' the line would be 51 long, and 50 have room"))
    #expect(told(solved.explanation(of: "g.b"), .width).last == "line 2 of 'g' is 30 wide: as wide as its widest view")
  }

  @Test func `what nobody wrote is not told as if it were`() {
    let solved = Solved(
      "layout a size 100, 100 { hstack h x fill top 0 height 20 { box a width 9; box b size 5, 20 }; vstack v x fill top 30 items center { box c size 5, 6 } }"
    )

    #expect(told(solved.explanation(of: "h.a"), .top) == ["'h.a' fills 'h' across"])
    #expect(told(solved.explanation(of: "v.c"), .centerX) == ["'v.c' across 'v': items center"])
    // The wish to be as small as possible decides nothing where a width is written.
    #expect(told(solved.explanation(of: "v.c"), .width) == ["size 5, 6"])
  }

  // MARK: What is told

  @Test func `a constraint stands under the attribute that it names, with its id, its text and how it is doing`() {
    let solved = Solved(
      """
      layout a size 200, 100 {
        box one left 10 top 0 width 50 height 20
        box two {
          left >= one.right + 8 #gap
          width <= 0.5 * super.width @low
          width == 300 @251
          top == one.top
          height 5
        }
      }
      """)

    let explanation = solved.explanation(of: "two")

    let left = explanation.attributes.first { $0.attribute == .left }!
    #expect(left.value == 68)
    #expect(left.because.map(\.source) == ["left >= one.right + 8 #gap"])
    #expect(left.because[0].identifier == "#gap")
    #expect(left.because[0].meaning == "two.left >= one.right + #gap=8")
    #expect(left.because[0].slack == 0)
    #expect(left.because[0].isActive && left.because[0].priority == 1000)
    let width = explanation.attributes.first { $0.attribute == .width }!
    #expect(width.value == 300)
    #expect(width.because.map(\.priority) == [250, 251])
    #expect(width.because.map(\.slack) == [-200, 0])
    // The other end of the same constraint.
    #expect(solved.explanation(of: "one").attributes.first { $0.attribute == .right }?.because.count == 1)
  }

  @Test func `constraints of a branch that does not hold are there, and off`() {
    let text = """
      layout a size 200, 100 {
        box one top 0 height 10 {
          if flag(wide) { left 0; right 0 } else { left 20; width 30 }
        }
      }
      """
    func active(_ solved: Solved) -> [String: Bool] {
      let reasons = solved.explanation(of: "one").attributes.flatMap(\.because)
      #expect(reasons.count == 6)
      return Dictionary(uniqueKeysWithValues: reasons.map { ($0.source, $0.isActive) })
    }

    #expect(
      active(Solved(text))
        == ["top 0": true, "height 10": true, "left 0": false, "right 0": false, "left 20": true, "width 30": true])
    #expect(
      active(Solved(text) { $0.environment.flags = ["wide"] })
        == ["top 0": true, "height 10": true, "left 0": true, "right 0": true, "left 20": false, "width 30": false])
    let off = Solved(text).explanation(of: "one").attributes.flatMap(\.because).first { $0.source == "right 0" }
    #expect(off?.condition == "flag(wide)")
    #expect(off?.slack == -150, "how far it would be from holding")
  }

  @Test func `what stacks and contents ask for is told in words`() {
    let solved = Solved(
      """
      layout a size 200, 100 {
        hstack row gap 15 left 0 top 0 {
          label first "Ada"
          label second "Grace" hug x @high
        }
      }
      """)

    let second = solved.explanation(of: "row.second", .left)

    #expect(second.attributes.map(\.attribute).first == .left)
    #expect(second.attributes[0].because.map(\.source) == ["behind 'row.first' in 'row', gap 15"])
    let width = second.attributes.first { $0.attribute == .width }!
    let hug = width.because.first { $0.source.hasPrefix("hugs its content") }!
    #expect(hug.priority == 750)
    #expect(solved.source.text(in: hug.place.span) == "hug x @high")
    #expect(solved.source.text(in: second.attributes[0].because[0].place.span) == "gap 15")
  }

  @Test func `of a conflict it tells who takes part, who gave way, by how much, and what to write`() {
    let solved = Solved(
      """
      layout a size 90, 100 {
        box one top 0 height 10 {
          width 100
          leading 10
          trailing 10 #end
        }
        box two top 0 left 0 size 5
      }
      """)

    let explanation = solved.explanation(of: "one")

    #expect(explanation.attributes.first { $0.attribute == .right }?.status == .broken)
    #expect(explanation.attributes.first { $0.attribute == .left }?.status == .unique)
    #expect(
      explanation.conflicts == [
        Explanation.Conflict(
          constraints: ["the scene is 90 wide", "width 100", "leading 10", "trailing 10 #end"],
          relaxed: "trailing 10 #end", excess: 30, suggestion: "trailing 10 @999 #end")
      ])
    #expect(solved.explanation(of: "one", .height).conflicts == [], "it is none along y")
    #expect(solved.explanation(of: "two").conflicts == [])
  }

  @Test func `what is suggested ends the conflict`() {
    let text = """
      layout a size 90, 100 {
        box one top 0 height 10 width 100 leading 10 trailing 10
      }
      """
    let conflict = Solved(text).explanation(of: "one").conflicts[0]

    let mended = Solved(text.replacing(conflict.relaxed, with: conflict.suggestion!))

    #expect(mended.explanation(of: "one").conflicts == [])
    #expect(mended.scene.diagnostics == [])
  }

  @Test func `a view that is free says so, and what follows from it too`() {
    let solved = Solved(
      """
      layout a size 200, 100 {
        box free top 0 height 10 left 0
        box behind top 0 height 10 width 5 left == free.right
        box centred top 0 height 10 center x { width >= 10 }
      }
      """)
    func statuses(_ path: String) -> [AnchorAttribute: Explanation.Status] {
      Dictionary(uniqueKeysWithValues: solved.explanation(of: path).attributes.map { ($0.attribute, $0.status) })
    }

    #expect(statuses("free")[.width] == .ambiguous)
    #expect(statuses("free")[.left] == .unique)
    #expect(statuses("behind")[.left] == .ambiguous)
    #expect(statuses("behind")[.width] == .unique)
    #expect(statuses("centred")[.centerX] == .unique)
    #expect(statuses("centred")[.left] == .ambiguous)
  }

  @Test func `leading is right where one reads from the right`() {
    let solved = Solved(
      "layout a size 200, 100 rtl { box one leading 10 width 20 top 0 height 5 }")

    let explanation = solved.explanation(of: "one", .leading)

    #expect(explanation.attributes[0].attribute == .right)
    #expect(explanation.attributes[0].value == 190)
    #expect(explanation.attributes[0].because.map(\.source) == ["leading 10"])
  }

  @Test func `an id that two views use is told with its view`() {
    let solved = Solved(
      """
      layout a size 200, 100 {
        for i in 0..<2 { box cell left 10 * i #at top 0 size 5 }
      }
      """)

    let left = solved.explanation(of: "cell[1]", .left).attributes[0]

    #expect(left.because.first?.identifier == "cell[1].#at")
  }

  // MARK: Laws

  @Test(arguments: 1...40)
  func `a random layout tells every constraint once, and what is decided keeps what is required`(seed: Int) {
    let text = RandomLayoutText.layout(seed: UInt64(seed))
    var solved = Solved(text)
    check(solved.scene, "seed \(seed)")

    solved.scene.inputs.environment.flags = ["on"]
    solved.scene.inputs.environment.traits["direction"] = "rtl"
    _ = solved.scene.solve(measuring: FixedMetrics())
    check(solved.scene, "seed \(seed), from the right")
  }

  @Test(arguments: FixtureFile.varied)
  func `so does every layout of ours`(_ fixture: FixtureFile) throws {
    for layout in fixture.resolved().document.layouts {
      var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
      _ = scene.solve(measuring: FixedMetrics())
      check(scene, layout.name)
    }
  }

  private func check(_ scene: LayoutScene, _ name: String) {
    let layout = scene.layout
    let broken = Set(scene.diagnostics.filter { $0.code.rawValue == "E3001" }.compactMap(\.place))
    for index in layout.views.indices {
      let view = ViewID(Int32(index))
      let explanation = scene.explanation(of: view) { _ in "" }!
      let path = "\(name): \(layout.views[index].path)"

      // Every rule that touches the view is told once, whether it holds now or not, and so is every size of a view that
      // fills the stack across.
      let told = explanation.attributes.flatMap(\.because).filter { $0.meaning != nil }
      let touching = layout.rules.filter { rule in
        let anchors = [rule.item] + [rule.term?.anchor].compactMap { $0 } + rule.moreTerms.map(\.anchor)
        return anchors.contains { $0.view == view } || scene.sizes(rule, across: view)
      }
      let lines = { (meaning: String, place: SourceSpan) in "\(meaning) \(place.start)" }
      #expect(
        told.map { lines($0.meaning!, $0.place.span) }.sorted()
          == touching.map { lines(layout.relation(of: $0), $0.origin.span) }.sorted(), "\(path)")
      let conditions = scene.branches!.conditions
      #expect(
        told.count(where: \.isActive)
          == touching.count { rule in rule.condition.map { conditions[Int($0.index)] } ?? true }, "\(path)")

      // What required constraints say of a decided value is so.
      let frame = scene.frame(of: view)
      for attribute in explanation.attributes {
        switch attribute.attribute {
        case .left: #expect(attribute.value == frame.x, "\(path)")
        case .width: #expect(attribute.value == frame.width, "\(path)")
        case .top: #expect(attribute.value == frame.y, "\(path)")
        case .height: #expect(attribute.value == frame.height, "\(path)")
        default: break
        }
        for reason in attribute.because where reason.isActive && reason.priority >= 1000 {
          guard reason.slack < 0 else { continue }
          #expect(attribute.status == .broken, "\(path).\(attribute.attribute): \(reason)")
          #expect(broken.contains(reason.place) || reason.meaning == nil, "\(path): nobody complained about \(reason)")
        }
        if attribute.status == .broken {
          #expect(attribute.because.contains { $0.isActive && $0.priority >= 1000 && $0.slack < 0 })
        }
      }
    }
  }

  @Test(arguments: 1...25)
  func `what is called unique stays where it is whatever contents would like`(seed: Int) {
    let solved = Solved(RandomLayoutText.layout(seed: UInt64(seed)))
    let layout = solved.scene.layout
    var unique: [(view: ViewID, attribute: Explanation.Attribute)] = []
    for index in layout.views.indices {
      let view = ViewID(Int32(index))
      for attribute in solved.scene.explanation(of: view, quoting: { _ in "" })!.attributes
      where attribute.status == .unique { unique.append((view, attribute)) }
    }
    var solver = solved.scene.lowered.last!.solver

    var generator = SeededGenerator(seed: UInt64(seed))
    for variable in 0..<solver.system.variableCount {
      solver.setNatural(.init(Int32(variable)), Double(generator.next() % 500))
    }
    solver.solve()

    for (view, attribute) in unique {
      let value: Double? =
        switch attribute.attribute {
        case .width: solver.value(of: view.width)
        case .left: solver.value(of: view.x)
        case .centerY: solver.value(of: view.y) + solver.value(of: view.height) / 2
        default: nil
        }
      if let value { #expect((value - attribute.value).magnitude < 1e-6, "\(layout.views[Int(view.index)].path)") }
    }
  }
}

extension LayoutScene {
  /// Whether a rule says how large a shown view is across a stack that its views fill.
  fileprivate func sizes(_ rule: Rule, across stack: ViewID) -> Bool {
    guard layout.views[Int(rule.item.view.index)].parent == stack, let structure = lowered.last?.structure,
      let axis = structure.stackAxes[Int(stack.index)], structure.settings(of: stack).items == .fill
    else { return false }
    return rule.item.attribute == (axis == .x ? .height : .width) && !structure.isHidden[Int(rule.item.view.index)]
  }
}
