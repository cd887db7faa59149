import Framewire
import Testing

@Suite("Branches and blocks") struct BranchTests {
  let a = Box("a"), b = Box("b")

  /// At 390 the first half holds, at 700 the second; `b` is 20 high in both, since it is one view.
  ///
  /// Rows C-136, C-137, C-199.
  @Test func `a view in both halves of a branch is one view`() throws {
    let layout = Layout("t") { screen in
      If(screen.width < 600) {
        a(.at(x: 0, y: 0, width: 10, height: 10))
        b(.below(a), .size(30, 20))
      } else: {
        b(.top(5), .leading(6), .size(40, 20))
      }
    }

    #expect(layout.frames(width: 390, height: 844)[b] == Rect(x: 0, y: 10, width: 30, height: 20))
    #expect(layout.frames(width: 700, height: 844)[b] == Rect(x: 6, y: 5, width: 40, height: 20))
    try expectRoundTrip(layout)
  }

  /// 300 wide with the flag or without: `a` is 10 and `b` 20 wide, and the spacer takes the rest.
  @Test func `views of a stack stand in the order of the branch that holds`() throws {
    let gap = Spacer()
    let layout = Layout("t") { screen in
      let row = HStack("row") {
        If(.flag("mine")) {
          gap()
          a(.width(10))
          b(.width(20))
        } else: {
          b(.width(20))
          a(.width(10))
          gap()
        }
      }
      row(.fill())
    }

    func lefts(_ surroundings: Surroundings) -> [Double] {
      let frames = layout.frames(in: surroundings)
      return [frames[a].x, frames[b].x, frames[gap].x]
    }
    var surroundings = Surroundings(size: Size(width: 300, height: 20))
    #expect(lefts(surroundings) == [20, 0, 30])
    surroundings.flags = ["mine"]
    #expect(lefts(surroundings) == [270, 280, 0])
    try expectRoundTrip(layout)
  }

  /// A file says that two declarations are one view by their name.
  @Test func `a view without a name that stands in two branches is given one`() throws {
    let label = Label(text: "Hello")
    let layout = Layout("t") { screen in
      If(screen.width < 600) {
        label(.top(1), .leading(0))
      } else: {
        label(.top(2), .leading(0))
      }
    }

    #expect(layout.frames(width: 390, height: 844)[label].y == 1)
    #expect(layout.frames(width: 700, height: 844)[label].y == 2)
    #expect(layout.frames(width: 390, height: 844).paths == ["root", "label1"])
    try expectRoundTrip(layout)
  }

  /// With fixed metrics a letter is 8 points wide.
  @Test func `a text in a branch is shown while that holds`() throws {
    let state = Label("state", text: "Edit")
    let layout = Layout("t") { screen in
      state(.top(0), .leading(0))
      If(screen.width < 600) { state(.text("Narrow")) }
    }

    #expect(layout.frames(width: 390, height: 844)[state].width == 48)
    #expect(layout.frames(width: 700, height: 844)[state].width == 32)
    #expect(layout.text().contains(#"text: "Narrow""#))
  }

  @Test func `what stands in two blocks of a parent is one view, whichever came first`() throws {
    let layout = Layout("t") { screen in
      If(screen.width < 600) { a(.width(50)) }
      a(.top(0), .leading(0), .height(10))
      a { b(.fill()) }
      If(screen.width >= 600) { a(.width(70)) }
    }

    #expect(layout.frames(width: 390, height: 844)[b] == Rect(x: 0, y: 0, width: 50, height: 10))
    #expect(layout.frames(width: 700, height: 844)[b] == Rect(x: 0, y: 0, width: 70, height: 10))
    #expect(layout.text().components(of: "box a") == 1)
    try expectRoundTrip(layout)
  }

  /// `a` is told in its own braces, so the configuration is asked of the screen by name.
  ///
  /// Rows C-186, C-188, C-193.
  @Test func `a configuration of the screen may speak of views that stand elsewhere`() throws {
    let layout = Layout("t") { screen in
      a(.top(0), .leading(0), .height(10))
      Config(.main) { a(.width(50)) }
      Config("wide") { a(.width(70)) }
    }
    let screen = layout.root

    #expect(layout.frames(in: Surroundings())[a].width == 50)
    #expect(layout.frames(in: Surroundings(), configurations: [(screen, "wide")])[a].width == 70)
    try expectRoundTrip(layout)
  }

  @Test func `in its own block a view stands for itself`() {
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10, 20)) {
        Config("wide", when: Super.width >= 600) { a(.remove(.width), .width(70)) }
      }
    }

    #expect(layout.frames(width: 390, height: 844)[a].width == 10)
    #expect(layout.frames(width: 600, height: 844)[a].width == 70)
    #expect(layout.frames(width: 600, height: 844).diagnostics == [])
  }

  /// Conditions of every kind, in the words of the language.
  ///
  /// Rows C-141, C-145, C-146, C-147, C-151…C-154, C-156, C-157, C-159, C-162…C-169.
  @Test func `conditions`() throws {
    let card = Box("card")
    func words(_ condition: Condition) -> String {
      let text = Layout("t") {
        card(.at(x: 0, y: 0, width: 10, height: 10))
        If(condition) { card.height == 10 }
      }.text()
      return String(text.split(separator: "\n")[2].dropFirst("  if ".count).dropLast(" { card.height == 10 }".count))
    }

    #expect(words(.compact(.y)) == "compact.y")
    #expect(words(!.phone && (.dark || .landscape)) == "!phone && (dark || landscape)")
    #expect(words(.flag("editing")) == "flag(editing)")
    #expect(words(.flag("in use")) == "flag(`in use`)")
    #expect(words(.trait("legibility", is: "bold")) == "trait.legibility == bold")
    #expect(words(.trait("sizeClass.x", is: "compact")) == "trait.sizeClass.x == compact")
    #expect(words(.width(.atLeast(200))) == "width >= 200")
    #expect(words(card.width >= 200 || .pad) == "card.width >= 200 || pad")
    #expect(words(!(card.width > card.height)) == "!(card.width > card.height)")
    #expect(words(Condition(card.height < 0.5 * card.width - 8)) == "card.height < 0.5 * card.width - 8")
    #expect(words(card.is(.compact(.x))) == "card is compact.x")
    #expect(words(card.is(.width(.atLeast(3)) && !.hidden)) == "card is (width >= 3 && !hidden)")
    #expect(words(.all(.rtl, .any(.tv, .mac), .light)) == "rtl && (tv || mac) && light")
    // A list of one is what is in it.
    #expect(words(.rtl && .all(.any(.tv, .mac))) == "rtl && (tv || mac)")
    #expect(words(.rtl && .any(.tv && .mac)) == "rtl && tv && mac")
  }

  /// Row C-160.
  @Test func `a closure answers a flag`() {
    let layout = Layout("t") {
      a(.top(0), .leading(0), .height(10))
      If(.asking("online") { true }) { a.width == 30 }
      If(.asking("offline") { false }) { a.width == 50 }
    }

    #expect(layout.frames(width: 390, height: 844)[a].width == 30)
    #expect(layout.text().contains("if flag(online)"))
    // It answers for everybody, as in a scene.
    var surroundings = Surroundings(size: Size(width: 390, height: 844))
    surroundings.flags = ["offline"]
    #expect(layout.frames(in: surroundings)[a].width == 30)
    var scene = Scene(layout, in: surroundings)
    _ = scene.turn(at: .zero)
    #expect(scene[a].width == 30)
  }

  /// 400 - 2 · 8 wide, less 4 on both sides; `b` is gap and inset below.
  ///
  /// Rows C-004, C-024.
  @Test func `what a With says holds for placements that say nothing`() throws {
    let layout = Layout("t") {
      With(.margins, inset: 4, gap: 4) {
        a(.fill(along: .x), .top(0), .height(10))
        b(.below(a), .height(5))
      }
    }
    let frames = layout.frames(width: 400, height: 300)

    #expect(frames[a].x == 12 && frames[a].width == 400 - 24)
    #expect(frames[b].y == frames[a].y + 10 + 4 + 4)
    try expectRoundTrip(layout)
  }

  /// A column is as wide as its widest view: 6 · 8; a row of it is 30 high with its baselines.
  ///
  /// Rows Y-35, Y-37, Y-38, Y-41, Y-42, C-203, C-204, C-206, C-233.
  @Test func `stacks, spacers and lists`() throws {
    let (title, note, icon) = (Label("title", text: "Title"), Label("note", text: "A note"), Box("icon"))
    let header = Box("top"), rows = List("rows", gap: 4, header: header) { icon(.height(12)) }
    let layout = Layout("t") {
      HStack("row", gap: 10, items: .top) {
        VStack(gap: 2) {
          title
          note
        }
        Spacer(min: 16)
        Label("end", text: "End")
        Spacer(5)
      }(.top(0), .leading(0), .width(200))
      rows(.top(100), .leading(0), .size(100, 50)) { header(.height(20)) }
    }
    let frames = layout.frames(width: 400, height: 300)

    #expect(frames.frame(at: "row.vstack[1]") == Rect(x: 0, y: 0, width: 48, height: 42))
    #expect(frames[note].y == 22)
    // 200 - 5 - 10 - 3 · 8.
    #expect(frames.frame(at: "row.end")?.x == 161)
    #expect(frames[header] == Rect(x: 0, y: 0, width: 100, height: 20))
    #expect(frames[icon] == Rect(x: 0, y: 24, width: 100, height: 12))
    #expect(frames.paths.contains("rows.header"))
    try expectRoundTrip(layout)
  }

  /// The text is 24 × 20; with the padding 24 + 2 · 8. In a column of 100 it stands in the middle.
  ///
  /// Rows C-207, C-209, C-211, C-213, C-215, C-225.
  @Test func `a view in a wrapper of its own`() throws {
    let (inset, centred, both) = (Label(text: "abc"), Label(text: "abc"), Label(text: "abc"))
    let layout = Layout("t") {
      VStack("column") {
        inset.wrapped(inset: 8)
        centred.wrapped(x: .center)
        both.wrapped(x: .center, y: .center)
      }(.top(0), .leading(0), .width(100))
      Label(text: "Words and more words.").scrolling(.y)
    }
    let frames = layout.frames(width: 400, height: 300)

    #expect(frames[inset] == Rect(x: 8, y: 8, width: 84, height: 20))
    #expect(frames[centred] == Rect(x: 38, y: 0, width: 24, height: 20))
    #expect(frames.frame(at: "column.vstack[3].hstack[1]") == Rect(x: 38, y: 0, width: 24, height: 20))
    try expectRoundTrip(layout)
  }

  /// Rows E-01, E-02, E-20.
  @Test func `components and clauses of one's own may be used as often as one likes`() throws {
    let (first, second) = (Label("first", text: "One"), Label("second", text: "Two"))
    let layout = Layout("t") {
      first(.corner(left: 4, top: 8))
      second(.corner(left: 6, top: 40))
      Separated(above: first, below: second)
      for index in 0..<3 { Box("box\(index)")(.corner(left: 10, top: 100 + 10 * Double(index)), .size(5)) }
    }
    let frames = layout.frames(width: 400, height: 300)

    #expect(frames[second] == Rect(x: 6, y: 40, width: 50, height: 20))
    #expect(frames.frame(at: "box2") == Rect(x: 10, y: 120, width: 5, height: 5))
    try expectRoundTrip(layout)
  }

  struct Separated: Component {
    let above: Label, below: Label
    var body: Block {
      above.bottom <= below.top - 8
      below.width == 50
    }
  }

  /// Right to left a trailing edge is on the left.
  ///
  /// Rows Y-02, C-159.
  @Test func `surroundings turn leading and trailing round`() {
    var surroundings = Surroundings(size: Size(width: 400, height: 300))
    surroundings.traits["direction"] = "rtl"
    let layout = Layout("t") { a(.trailing(10), .top(.atLeast(5)), .size(20)) }

    #expect(layout.frames(in: surroundings)[a].x == 10)
    #expect(layout.frames(width: 400, height: 300)[a].x == 370)
  }

  /// The keyboard's top is at 200 of 300, or at 120 where it floats.
  ///
  /// Row C-018.
  @Test func `surroundings have a keyboard that lies or floats`() {
    var surroundings = Surroundings(size: Size(width: 400, height: 300))
    let layout = Layout("t") { a(.fill(.keyboardSafe)) }
    surroundings.keyboard = 100
    #expect(layout.frames(in: surroundings)[a].height == 200)
    surroundings.floatingKeyboard = Rect(x: 50, y: 120, width: 100, height: 60)
    #expect(layout.frames(in: surroundings)[a].height == 120)
  }

  /// Rows Y-18, C-007, C-229.
  @Test func `a guide is constrained like a view`() throws {
    let page = Guide("page")
    let layout = Layout("t") {
      page(.at(x: 10, y: 20, width: 100, height: 30))
      a(.fill(.of(page), inset: 5))
    }

    #expect(layout.frames(width: 400, height: 300)[a] == Rect(x: 15, y: 25, width: 90, height: 20))
    try expectRoundTrip(layout)
  }

  @Test func `in a scroll view Super is the content`() throws {
    let (page, text, foot) = (VScroll("page") {}, Box("text"), Box("foot"))
    let layout = Layout("t") {
      page(.at(x: 0, y: 0, width: 100, height: 50)) {
        text(.fill(along: .x), .top(0), .height(80))
        foot.top == text.bottom
        foot(.fill(along: .x), .height(20))
        foot.bottom == Super.bottom - 4
      }
    }

    #expect(layout.frames(width: 400, height: 300)[foot] == Rect(x: 0, y: 80, width: 100, height: 20))
    #expect(layout.text().contains("foot.bottom == page.scrollContent.bottom - 4"), "\(layout.text())")
    try expectRoundTrip(layout)
  }
}

extension String {
  /// How often a part occurs.
  func components(of part: String) -> Int { split(separator: part, omittingEmptySubsequences: false).count - 1 }
}
