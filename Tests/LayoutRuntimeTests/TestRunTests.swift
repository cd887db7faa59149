import LayoutEngine
import LayoutModel
import LayoutSyntax
import Testing

@testable import LayoutRuntime

@Suite("Running the tests of a layout") struct TestRunTests {
  /// What the steps of a test of a toast come to.
  private func outcome(of steps: String, environment: String = "") -> TestOutcome {
    let text = """
      layout toast {
        var columns = 3
        box panel x fill margins height 64 #tall initial hidden {
          config visible { bottom == super.bottom - 8 }
          config hidden { top == super.bottom }
          label message "Saved" leading 8 center y
        }
        box grid top 0 leading 0 width 10 * columns height 10
        if flag(wide) { box extra size 20 pin bottom.leading }
        transition hidden -> visible 320ms linear
        transition visible -> hidden spring(1, 200ms)
        test "the test" \(environment) {
          \(steps)
        }
      }
      """
    return Self.outcomes(of: text)[0]
  }

  @Test func `a test sets configurations and ids of the view of one record`() {
    let outcomes = Self.outcomes(
      of: """
        layout a size 200, 100 {
          var rows: list(id: text) = [(id: "a"), (id: "#b.c")]
          for r in rows by r.id {
            box row[r.id] leading 0 top 0 height 20 #h {
              config main { width 10 }
              config big { width 50 }
            }
          }
          test "one of two" {
            use big on row["a"]
            expect row["a"] is config big
            expect !(row["#b.c"] is config big)
            expect row["a"].width == 50 && row["#b.c"].width == 10
            set row["#b.c"].#h = 30
            expect row["a"].height == 20 && row["#b.c"].height == 30
          }
        }
        """)
    #expect(outcomes.map { words($0) } == [[]])
  }

  @Test func `a test sets fields of single records, at once with all else`() {
    let outcomes = Self.outcomes(
      of: """
        layout a size 200, 100 {
          var rows: list(id: text, wide: length, on: flag) = [(id: "a", wide: 10, on: false), (id: "b", wide: 20, on: false)]
          for r in rows by r.id { box row[r.id] leading 0 top 0 size r.wide, 10 { if r.on { hidden } } }
          test "fields" {
            set rows["a"].wide = 30 rows["b"].on = true
            expect row["a"].width == 30 && row["b"].width == 20 && row["b"] is hidden
            set rows["z"].wide = 4
          }
        }
        """)
    #expect(outcomes.map { words($0) } == [["'rows' has no record 'z'"]])
  }

  @Test func `a size that changes nothing is told, and fails nothing`() {
    let outcome = Self.outcomes(
      of: """
        layout a size 200, 100 {
          vscroll long top 0 leading 60 size 50 { box c size 10, 400 top 0 leading 0 }
          test "sizes" {
            scroll long 40
            set size 200, 100
            set size 300, 100
            expect c.height == 400
          }
        }
        """)[0]

    #expect(outcome.passed && outcome.idleSteps.count == 1)
  }

  @Test func `a step about a record that is not there says so`() {
    func words(_ step: String) -> [[String]] {
      Self.outcomes(
        of: """
          layout a size 200, 100 {
            var rows: list(id: text) = [(id: "a")]
            for r in rows by r.id { label row[r.id] "x" leading 0 top 0 width 10 #w { config big { height 50 } } }
            test "z" { \(step) }
          }
          """
      ).map { self.words($0) }
    }
    #expect(words("use big on row[\"z\"]") == [["there is no row[\"z\"]"]])
    #expect(words("set row[\"z\"] \"words\"") == [["there is no row[\"z\"]"]])
    #expect(words("set row[\"z\"].#w = 4") == [["there is no row[\"z\"].w"]])
    #expect(words("expect row[\"z\"].width == 4") == [["there is no row[\"z\"]"]])
    // That something is otherwise of nothing is no more true.
    #expect(words("expect !(row[\"z\"].width == 4)") == [["there is no row[\"z\"]"]])
    #expect(words("expect !(row[\"z\"] is compact.x)") == [["there is no row[\"z\"]"]])
    #expect(words("expect !(row[\"z\"].width == 4 || row[\"a\"].width == 3)") == [["there is no row[\"z\"]"]])
    #expect(words("expect row[\"z\"] is hidden") == [[]])
    #expect(words("expect row[\"z\"].width == 4 || row[\"a\"].width >= 0") == [[]])
  }

  static func outcomes(of text: String) -> [TestOutcome] {
    var world = World(serving: ["a.layout": text])
    let before = world.runtime.summaries
    let outcomes = world.runtime.tests(in: "a.layout").map { layout, test in
      world.runtime.outcome(of: test, of: layout, in: "a.layout", at: world.now, measuring: FixedMetrics())
    }
    #expect(world.runtime.summaries == before, "running tests leaves the scenes alone")
    world.turn()
    return outcomes
  }

  /// What was found otherwise than expected, failure by failure.
  private func words(_ outcome: TestOutcome) -> [String] {
    outcome.failures.flatMap { failure in
      switch failure.reason {
      case .findings(let notes): notes.map(\.message)
      case .broken(let diagnostic): [diagnostic.code.rawValue]
      case .impossible(let sentence): [sentence]
      }
    }
  }

  // MARK: Inside of components

  private static let cards = """
    component card(title: text) { label title text: title top 0 left 0; box mark size 10 bottom 0 right 0; box size 3 }
    component deck() vstack gap 10 { for i in 0..<3 { card card("xxx") height 40 } }
    layout shown size 300, 300 {
      deck page left 10 top 20 width 200
    """

  private func outcome(ofCards steps: String) -> TestOutcome {
    Self.outcomes(of: "\(Self.cards)\ntest \"the test\" { \(steps) } }")[0]
  }

  @Test func `names reach into components, below what the layout names`() {
    // A title of three letters is 24 wide; a card is 200 wide and the third ends 2 * 50 below the first.
    #expect(words(outcome(ofCards: "expect page.card[2].title.width <= 70%")) == [])
    #expect(words(outcome(ofCards: "expect page.card[2].title.width <= 12%")) == [])
    #expect(
      words(outcome(ofCards: "expect page.card[2].title.width <= 11%"))
        == ["page.card[2].title.width is 24, 11% is 22"])
    #expect(words(outcome(ofCards: "expect page.card[2].mark.bottom == page.card[0].top + 140")) == [])
    #expect(words(outcome(ofCards: #"set page.card[1].title "Hi"; expect page.card[1].title.text == "Hi""#)) == [])
    #expect(words(outcome(ofCards: "expect page.card[1].box[1].width == 3")) == [])
  }

  // MARK: Now and later

  private func outcome(ofPage steps: String) -> TestOutcome {
    let text = """
      layout shown size 300, 300 {
        var n = 0
        box go size 10 left 20 top n
        box page leading 10 top 20 + n size 200, 140
        vscroll rows size 100, 50 right 0 bottom 0 { box tall x fill height 200 top 0 bottom 0 { box note size 5 left 0 top 120 } }
        test "the test" { \(steps) }
      }
      """
    return Self.outcomes(of: text)[0]
  }

  @Test func `what is remembered is a position, a length or a size of an earlier instant`() {
    let steps = """
      remember before = go.top
      remember extent = page.size
      remember far = go.right + 5
      remember middle = page.center
      expect go.top == before && page.size == extent && go.right == far - 5 && page.center == middle
      set n = 30
      expect go.top > before && go.top == before + 30 && go.top - before >= 30 && page.size == extent
      """
    #expect(words(outcome(ofPage: steps)) == [])
    #expect(
      words(outcome(ofPage: steps + "\nexpect page.center == middle"))
        == ["page.center is (110, 120), middle is (110, 90)"])
    #expect(
      words(outcome(ofPage: "remember before = go.top; set n = 3; expect go.top == before"))
        == ["go.top is 3, before is 0"])
    #expect(words(outcome(ofPage: "after 10ms { remember w = page.width }; expect page.width == w")) == [])
  }

  @Test func `what is remembered stays where it was when reading turns round`() {
    // 10 from the left; then 10 from the right, which is 90 from the left.
    let steps = "remember edge = page.leading; set rtl; expect page.left == edge + 80"
    #expect(words(outcome(ofPage: steps)) == [])
    #expect(words(outcome(ofPage: "set rtl; remember edge = page.leading; expect page.right == edge")) == [])
  }

  @Test func `scrolling is a step`() {
    #expect(words(outcome(ofPage: "scroll rows 100; expect rows.tall.note.top == rows.scrollFrame.top + 20")) == [])
    #expect(
      words(outcome(ofPage: "scroll rows 0, 40; scroll rows _; expect rows.scrollFrame.top == rows.tall.top")) == [])
    #expect(words(outcome(ofPage: "scroll rows 40; expect rows.scrollFrame.top == rows.tall.top")) != [])
  }

  /// `rows` stands at 250, and the note at 120 in its content: at 270 in the scene when 100 are scrolled away.
  @Test func `what is scrolled is where it is seen, for whoever stands outside`() {
    let seen = "scroll rows 100; expect rows.tall.note.top == go.bottom + 260 && rows.tall.note.left == rows.left"
    #expect(words(outcome(ofPage: seen)) == [])
    #expect(
      words(outcome(ofPage: "expect rows.tall.note.top == go.bottom + 360 && rows.scrollFrame.top == page.bottom + 90"))
        == [])
    let remembered = "remember before = rows.tall.note.top; scroll rows 30; expect rows.tall.note.top == before - 30"
    #expect(words(outcome(ofPage: remembered)) == [])
    #expect(words(outcome(ofPage: "scroll rows 30; expect rows.tall.note.top == rows.tall.top + 120")) == [])
  }

  @Test func `guides that no rule asks for are where they are`() {
    let text = """
      layout shown size 1000, 300 safe(top: 20) keyboard 50 {
        box page leading 10 top 5 size 900, 200
        box low leading 10 bottom 0 size 100, 100
        test "the test" {
          let isCovered = (low.keyboardSafe.height <= 50)
          expect page.safe.top == super.top + 20 && page.readable.width == 672 && page.readable.left == page.left + 114
          expect low.keyboard.top == super.top + 250 && isCovered
          remember rim = page.safe.top
          set safe(top: 30)
          expect rim == super.top + 20 && page.safe.top == rim + 10
        }
      }
      """
    #expect(words(Self.outcomes(of: text)[0]) == [])
  }

  // MARK: Looking

  @Test func `a view's text is expected as it is shown, whoever said it`() {
    #expect(outcome(of: #"expect panel.message.text == "Saved" && panel.text == """#).passed)
    let steps = #"set message "Hi"; expect message.text == "Hi"; set message _; expect message.text == "Saved""#
    #expect(outcome(of: steps).passed)
    #expect(words(outcome(of: #"expect message.text == "saved""#)) == [#"panel.message.text is "Saved""#])
    #expect(words(outcome(of: #"expect panel.text == "Saved""#)) == ["panel has no text"])
  }

  @Test func `opacity is expected as it is shown, also on the way`() {
    let text = """
      layout fading size 100, 100 {
        let half = 0.5
        box b size 10 pin top.leading {
          config main { alpha: 1 }
          config away { alpha: 0 }
        }
        transition * 100ms linear
        test "fades" {
          expect b.alpha == 1 && root.alpha == 1 && !(b.alpha < 1)
          use away
          after 50ms
          expect b.alpha == half && b.alpha <= 0.5 && b.alpha > 0.4
          settle
          expect b.alpha == 0
        }
        test "wrong" {
          expect b.alpha < half
        }
      }
      """

    let outcomes = Self.outcomes(of: text)

    #expect(outcomes[0].passed, "\(words(outcomes[0]))")
    #expect(words(outcomes[1]) == ["b.alpha is 1, half is 0.5"])
  }

  @Test func `an expectation that holds is counted and nothing else`() {
    let outcome = outcome(of: "expect panel.top == super.bottom")

    #expect(outcome.passed && outcome.expectations == 1 && outcome.duration == .zero)
  }

  @Test func `each expectation that fails is told, with both sides in numbers`() {
    let outcome = outcome(
      of: "expect panel.bottom == super.bottom; expect grid.width == 30.5; expect panel.height < 60")

    #expect(
      words(outcome) == [
        "panel.bottom is 908, super.bottom is 844", "grid.width is 30", "panel.height is 64",
      ])
    #expect(outcome.failures.map { $0.concerned.views.map(\.path) } == [["root", "panel"], ["grid"], ["panel"]])
  }

  @Test func `a difference of 1/64 point is none`() {
    #expect(outcome(of: "expect grid.width == 30.015625 && grid.width >= 30.01").passed)
    #expect(!outcome(of: "expect grid.width == 30.02").passed)
  }

  @Test func `that a pixel is missing is said where a failure would puzzle`() {
    #expect(
      words(outcome(of: "expect grid.width < 30.5")) == [
        "grid.width is 30, and '<' asks for a device pixel less than 30.5"
      ])
    #expect(words(outcome(of: "expect grid.width < 20")) == ["grid.width is 30"])
  }

  @Test func `of a longer condition only the parts that decide are told`() {
    #expect(
      words(outcome(of: "expect light && panel.height == 63 && dark")) == ["panel.height is 64", "style is light"])
    #expect(words(outcome(of: "expect dark || panel.height == 63")) == ["style is light", "panel.height is 64"])
    #expect(words(outcome(of: "expect !(light || dark)")) == ["style is light"])
  }

  @Test func `traits, flags, configurations and hidden views can be asked for`() {
    let good = """
      expect compact.x && phone && light && !flag(b) && flag(a) && trait.legibility == bold
      expect panel is config hidden && !(panel is hidden) && grid is (width >= 30 && !hidden) && extra is hidden
      """
    #expect(outcome(of: good, environment: "phone flag a trait legibility: bold").passed)

    let bad =
      "expect pad; expect flag(b); expect trait.legibility == bold; expect panel is config main; expect panel is hidden"
    #expect(
      words(outcome(of: bad)) == [
        "idiom is not set", "flag(b) is not set", "legibility is not set", "panel is config hidden",
        "panel is not hidden",
      ])
  }

  @Test func `leading and trailing are looked at in the direction of reading`() {
    #expect(
      outcome(
        of: "expect grid.leading == super.leading && grid.right == super.right && message.leading == panel.leading + 8",
        environment: "rtl"
      ).passed)
  }

  // MARK: Setting

  @Test func `everything that the outside can set, a test can set and take back`() {
    let steps = """
      set size 300, 200 columns = 5 #tall = 20 flag wide margins 10
      expect size == (300, 200) && grid.width == 50 && panel.height == 20 && !(extra is hidden)
      expect panel.leading == super.leading + 10
      set columns = _ #tall = _ flag wide = _ message "A longer text" grid hidden keyboard 40 scale 2 safe 5
      expect grid.width == 30 && panel.height == 64 && extra is hidden && grid is hidden && message.width == 13 * 8
      expect super.keyboard.height == 40 && super.safe.top == super.top + 5
      set message _ grid hidden = false panel.message intrinsic 11, 12 dark
      expect message.size == (11, 12) && !(grid is hidden) && dark
      set trait style: _ grid hidden = _ flag wide = false
      expect light
      """
    #expect(words(outcome(of: steps)) == [])
  }

  @Test func `what cannot be set ends the test there`() {
    let outcome = outcome(of: "set panel intrinsic -1, 3; expect dark")

    #expect(words(outcome) == ["a natural size is at least 0"])
    #expect(outcome.expectations == 0)
  }

  @Test func `constraints that cannot hold together fail it once`() {
    let text = """
      layout a {
        box b leading 0 width 10 * n height 5 top 0; var n = 1
        box c leading 0 top 0 width <= 20 height 5 { width == b.width }
        test "t" { expect b.width == 10; set n = 3; expect b.height == 5; expect c.height == 5 }
        test "u" { expect b.width == 10 }
      }
      """
    let outcomes = Self.outcomes(of: text)

    #expect(words(outcomes[0]) == ["E3001"])
    #expect(outcomes[1].passed)
  }

  // MARK: Time

  @Test func `a view on its way is seen where it is shown`() {
    let steps = """
      use visible on panel
      expect panel.top == super.bottom
      after 160ms { expect panel.top == super.bottom - 36 && message.centerY == panel.centerY }
      after 160ms { expect panel.bottom == super.bottom - 8 }
      """
    let outcome = outcome(of: steps)

    #expect(words(outcome) == [])
    #expect(outcome.duration == .milliseconds(320))
  }

  @Test func `a failure tells when on the test's clock it was`() {
    let outcome = outcome(of: "use visible; after 80ms; after 0.08s { expect panel.top == super.bottom }")

    #expect(words(outcome) == ["panel.top is 808, super.bottom is 844"])
    #expect(outcome.failures.map(\.time) == [.milliseconds(160)])
  }

  @Test func `settle lets time go by until nothing moves`() {
    let steps =
      "use visible; settle; expect panel.bottom == super.bottom - 8; use hidden; settle; expect panel.top == super.bottom"
    let outcome = outcome(of: steps)

    #expect(words(outcome) == [])
    #expect(outcome.duration > .milliseconds(320 + 200))
  }

  @Test func `a motion called back goes on from where it is shown`() {
    let steps = """
      use visible
      after 160ms { use hidden; expect panel.top == super.bottom - 36 }
      after 1ms { expect panel.top <= super.bottom - 36.1 && panel.top >= super.bottom - 37 }
      """
    #expect(words(outcome(of: steps)) == [])
  }

  @Test func `tests do not know of each other`() {
    let text = """
      var n = 1
      layout a { box b size 10 * n pin top.leading
        test "one" { set n = 2; expect b.width == 20 }
        test "two" { expect b.width == 10 }
      }
      test "three" of a var n = 3 { expect b.width == 30 }
      """
    let outcomes = Self.outcomes(of: text)

    #expect(outcomes.map(\.name) == ["one", "two", "three"])
    #expect(outcomes.map(\.passed) == [true, true, true])
  }
}
