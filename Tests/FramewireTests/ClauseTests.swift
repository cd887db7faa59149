import Framewire
import Testing

/// Each clause in the words of the layout language, which say what it means.
@Suite("Clauses") struct ClauseTests {
  static let a = Box("a"), column = VScroll("column") { Box("inside") }

  /// What is said of `box v` in a layout with `a` and `column`, and that nothing about it is wrong.
  static func said(_ clauses: Clause..., sourceLocation: SourceLocation = #_sourceLocation) -> String {
    let v = Box("v")
    let layout = Layout("t") {
      a(.at(x: 10, y: 20, width: 100, height: 40))
      column(.at(x: 10, y: 100, width: 100, height: 40))
      Statements { for clause in clauses { v(clause) } }
    }
    let mistakes = layout.check().filter { $0.severity == .error && $0.code < "E3" }
    #expect(mistakes == [], sourceLocation: sourceLocation)
    let lines = layout.text().split(separator: "\n").map(String.init)
    let first = lines.firstIndex { $0.hasPrefix("  box v") } ?? 0
    let words = lines[first...].dropLast().joined(separator: "\n")
    return String(words.dropFirst("  box v".count).drop { $0 == " " })
  }

  struct Statements: Component {
    let body: Block
    init(@BlockBuilder _ body: () -> Block) { self.body = body() }
  }

  /// Rows C-001, C-006, C-008, C-010, C-012, C-026, C-031, C-035, C-036, C-041, C-042, C-044, C-046, C-047, Y-26,
  /// Y-27, Y-30…Y-32.
  @Test func `filling`() {
    #expect(Self.said(.fill()) == "fill")
    #expect(Self.said(.fill(inset: 15)) == "fill inset 15")
    #expect(Self.said(.fill(.safe, inset: .horizontal(4) + .top(8))) == "fill safe inset 8, 4, 0, 4")
    #expect(Self.said(.fill(.of(Self.a))) == "fill of a")
    #expect(Self.said(.fill(.margins(of: Self.a))) == "fill margins of a")
    #expect(Self.said(.fill(along: .x)) == "x fill")
    #expect(Self.said(.fill(.margins, inset: 4, along: .y)) == "y fill margins inset 4")
    #expect(Self.said(.fill(x: .super, y: .safe)) == "fill(x: super, y: safe)")
    #expect(
      Self.said(.fill(top: .safe, leading: .super, bottom: .margins, trailing: .readable))
        == "fill(top: safe, leading: super, bottom: margins, trailing: readable)")
    #expect(
      Self.said(.fill(atMost: .safe, inset: 8, pin: .topLeading, to: .center))
        == "fill <= safe inset 8 pin top.leading to center")
    #expect(
      Self.said(.fill(atMost: .of(Self.a), pin: .center, of: .of(Self.a))) == "fill <= of a pin center of a")
  }

  @Test func `what only who draws knows`() {
    #expect(Self.said(.data("tilt", 0.5)) == "data_tilt: 0.5")
    #expect(Self.said(.data("badge", "new")) == "data_badge: \"new\"")
    #expect(Self.said(.data("open", true)) == "data_open: true")
    #expect(Self.said(.border(1.5), .borderColor("08f")) == "border: 1.5 { borderColor: #08f }")
  }

  /// Rows C-048…C-050, C-052…C-057, Y-33.
  @Test func `centres and points`() {
    #expect(Self.said(.center()) == "center")
    #expect(Self.said(.center(.y, offset: 4)) == "center y offset 0, 4")
    #expect(Self.said(.center(in: .margins, offset: Offset(x: 4, y: -2))) == "center in margins offset 4, -2")
    #expect(Self.said(.center(x: .super, y: .safe)) == "center(x: super, y: safe)")
    #expect(Self.said(.pin(.topTrailing)) == "pin top.trailing")
    #expect(Self.said(.pin(.center, to: .topLeading, of: .of(Self.a))) == "pin center to top.leading of a")
    #expect(Self.said(.pin(.leadingCenter, of: .safe(of: Self.a))) == "pin leading.center of safe of a")
    #expect(
      Self.said(.pin(.bottomCenter, offset: Offset(x: 1, y: 2))) == "pin bottom.center offset 1, 2")
    #expect(Self.said(.pin(.center, at: Point(x: 20, y: 10))) == "pin center at 20, 10")
    #expect(Self.said(.at(x: 1, y: 2, width: 3, height: 4)) == "at 1, 2, 3, 4")
    #expect(Self.said(.at(x: 1, y: 2, in: .safe)) == "at 1, 2 in safe")
  }

  /// Inward from a far edge is down in numbers, so bounds turn round there.
  ///
  /// Rows Y-14…Y-16, Y-18, C-054.
  @Test func `edges`() {
    #expect(Self.said(.top(10)) == "top 10")
    #expect(Self.said(.trailing(16).id("side")) == "trailing 16 #side")
    #expect(Self.said(.top(.atLeast(10))) == "top >= super.top + 10")
    #expect(Self.said(.bottom(.atLeast(10))) == "bottom <= super.bottom - 10")
    #expect(Self.said(.right(.atMost(10), of: .margins(of: Self.a))) == "right >= a.margins.right - 10")
    #expect(Self.said(.right(10, of: .margins(of: Self.a))) == "right == a.margins.right - 10")
    #expect(Self.said(.top(.centerY)) == "top super.centerY")
    #expect(Self.said(.right(.centerX - 5) ~ .low) == "right super.centerX - 5 @low")
    #expect(Self.said(.top(Self.a.bottom + 10)) == "top a.bottom + 10")
  }

  /// Rows C-072, C-084, C-089, C-098, C-099.
  @Test func `along one axis`() {
    #expect(Self.said(.x(.center)) == "x center")
    #expect(Self.said(.x(.leading(in: .margins), inset: 4)) == "x leading in margins inset 4")
    #expect(Self.said(.y(.overflow(.bottom))) == "y overflow bottom")
    #expect(Self.said(.align(y: .top)) == "align y top")
    #expect(
      Self.said(.align(x: .center(in: .super, between: .safe))) == "align x center in super between safe")
  }

  /// Rows C-058…C-063, C-065, C-066, C-070, C-071, C-074…C-078.
  @Test func `next to something`() {
    #expect(Self.said(.below(Self.a, gap: 8, x: .center)) == "below a gap 8 x center")
    #expect(Self.said(.below(Self.a, x: .attach(.center))) == "below a x attach center")
    #expect(Self.said(.after(Self.a, gap: 8, inset: 2, in: .safe)) == "after a in safe gap 8 inset 2")
    #expect(Self.said(.before(Self.a, gap: 8, y: .fill(.margins)) ~ 600) == "before a gap 8 @600 y fill margins")
    #expect(Self.said(.above(Self.a).id("over")) == "above a #over")
    #expect(Self.said(.rest(below: Self.a, in: .safe, gap: 4)) == "rest below a in safe gap 4")
    #expect(Self.said(.dock(.top, gap: 4, x: .center)) == "dock top gap 4 x center")
    #expect(Self.said(.dock(.top, to: .centerY, of: .of(Self.a))) == "dock top to centerY of a")
    #expect(Self.said(.dock(.leading, of: .safe, y: .bottom)) == "dock leading of safe y bottom")
  }

  /// Rows Y-20, C-103…C-107, C-109…C-112, C-116, C-118…C-120, C-122, C-126, C-129, C-130, C-135.
  @Test func `sizes`() {
    #expect(Self.said(.width(80%)) == "width 80%")
    #expect(Self.said(.width(50% - 8)) == "width 50% - 8")
    #expect(Self.said(.width(.atMost(100)) ~ .low) == "width <= 100 @low")
    #expect(Self.said(.height(.atLeast(0.5 * Self.a.height))) == "height >= 0.5 * a.height")
    #expect(Self.said(.width(10..<20)) == "width 10..<20")
    #expect(Self.said(.height(10...20) ~ .high) == "height 10...20 @high")
    #expect(Self.said(.size(44)) == "size 44")
    #expect(Self.said(.size(100, 20)) == "size 100, 20")
    #expect(Self.said(.size(nil, 30)) == "size _, 30")
    #expect(Self.said(.size(.atMost(100, 30)) ~ .low) == "size <= 100, 30 @low")
    #expect(Self.said(.size(Self.a.size)) == "size a.size")
    #expect(Self.said(.aspect(2)) == "aspect 2")
    #expect(Self.said(.aspect(16, 9)) == "aspect 16:9")
    #expect(
      Self.said(.shrink(.x), .noshrink(), .grow(), .nogrow(.y), .exact()) == """
        shrink x {
            noshrink
            grow
            nogrow y
            exact
          }
        """)
    #expect(Self.said(.hug(.high, .x)) == "hug x @high")
    #expect(Self.said(.resist(.low)) == "resist @low")
    #expect(Self.said(.intrinsic(64, nil)) == "intrinsic 64, _")
    #expect(Self.said(.baselines(15, 5)) == "baselines 15, 5")
  }

  @Test func `what a view is like`() {
    #expect(Self.said(.hidden) == "hidden")
    #expect(Self.said(.margins(16)) == "margins 16")
    #expect(Self.said(.trait("direction", "rtl")) == "trait direction: rtl")
    #expect(Self.said(.conditions(animate: .linear(.milliseconds(200)))) == "conditions animate 200ms linear")
    #expect(Self.said(.alpha(0.5)) == "alpha: 0.5")
    #expect(Self.said(.background("ff8800")) == "background: #ff8800")
  }

  @Test func `labels have the properties of texts`() {
    let label = Label("label", text: "\"Hi\"\n\\")
    let layout = Layout("t") {
      label(
        .lines(2), .style("headline"), .weight(.bold), .truncate(.middle), .fontSize(20), .font("DejaVu Sans"),
        .lines(align: .center))
    }

    #expect(
      layout.text().contains(
        #"label label "\"Hi\"\n\\" lines: 2 style: headline weight: bold truncate: middle fontSize: 20"#),
      "\(layout.text())")
    #expect(layout.check().filter { $0.severity == .error } == [])
  }

  /// `fill x center` would fill along x, and `pin center at 1, 2` would pin to a point.
  @Test func `a clause that would go on with the one before it stands on a line of its own`() {
    let (v, w) = (Box("v"), Box("w"))
    let layout = Layout("t") {
      v(.fill() ~ .low, .x(.center))
      w(.shrink(), .y(.top), .pin(.center), .at(x: 1, y: 2))
    }

    #expect(
      layout.text() == """
        layout t {
          box v fill @low x center
          box w shrink {
            y top
            pin center
            at 1, 2
          }
        }

        """)
  }

  /// Else it would be the distance of the placement before it.
  @Test func `a stack's own gap and padding stand before its placements`() {
    let (stack, a) = (VStack("stack", gap: 4) { Label(text: "one") }, Box("a"))
    let layout = Layout("t") {
      a(.top(0), .height(10))
      stack(.below(a, gap: 16), .inset(12))
    }

    #expect(layout.text().contains("vstack stack gap 4 inset 12 below a gap 16 { label \"one\" }"), "\(layout.text())")
  }

  @Test func `a stack says when it turns`() {
    let flag = Condition.flag("upright")
    let layout = Layout("t") {
      HStack("row", autoWhen: .compact(.x) || flag) {
        Box("a"); Box("b")
      }
      VStack("column", auto: true) { Box("c") }
    }

    #expect(layout.text().contains("hstack row auto when compact.x || flag(upright) {"), "\(layout.text())")
    #expect(layout.text().contains("vstack column auto {"), "\(layout.text())")
    #expect(layout.check().filter { $0.severity == .error } == [])
  }

  @Test func `names that are words of the language stand in backticks`() {
    let (top, odd) = (Box("top"), Box("two words"))
    let layout = Layout("fill") {
      top(.size(10))
      odd(.below(top)) { odd.height == top.height }
    }

    #expect(
      layout.text() == """
        layout `fill` {
          box `top` size 10
          box `two words` below `top` { height == `top`.height }
        }

        """)
    #expect(layout.check().filter { $0.severity == .error } == [])
  }

  @Test func `numbers are written without exponents, and read back as they were`() throws {
    let v = Box("v")
    for value in [0.1, 1.0 / 3, 1e-7, 123_456.789, 1.5e-10, 16_777_216.5] {
      let layout = Layout("t") { v(.width(value), .height(1), .top(0), .leading(0)) }
      #expect(!layout.text().contains("e-"))
      #expect(layout.frames(width: 100, height: 100)[v].width == value)
    }
  }
}
