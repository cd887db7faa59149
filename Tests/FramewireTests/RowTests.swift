import Framewire
import Testing

/// Behaviours that users of other libraries expect, in Swift. The screen is 400 × 300 where nothing else is said;
/// `card` is 200 × 100 at (100, 50), so its middle is (200, 100) and its margins go from (108, 58) to (292, 142).
@Suite("Rows of the coverage table, in Swift") struct RowTests {
  let card = Box("card"), a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e"), f = Box("f")
  let g = Box("g"), h = Box("h"), i = Box("i"), j = Box("j"), k = Box("k"), l = Box("l")
  let cardPlace = Clause.at(x: 100, y: 50, width: 200, height: 100)

  /// The frames, and that there is nothing to say about the layout.
  private func solved(
    _ traits: [String: String] = [:], keyboard: Double = 0, sourceLocation: SourceLocation = #_sourceLocation,
    @BlockBuilder _ body: () -> Block
  ) -> (any View) -> [Double] {
    var surroundings = Surroundings(size: Size(width: 400, height: 300))
    surroundings.traits = traits
    surroundings.keyboard = keyboard
    let frames = Layout("t", body: body).frames(in: surroundings)
    #expect(frames.diagnostics == [], sourceLocation: sourceLocation)
    return { view in
      let frame = frames[view]
      return [frame.x, frame.y, frame.width, frame.height]
    }
  }

  /// A text of 4 characters is 32 × 20, and stands on a line 15 below its top.
  ///
  /// Rows Y-01, Y-04, C-005, C-013, C-023, L-16…L-18, L-51…L-55.
  @Test func `anchors of views, guides and texts`() {
    let guide = Guide("guide"), text = Label("text", text: "Text"), note = Label("note", text: "Note")
    let frame = solved {
      guide(.at(x: 40, y: 50, width: 100, height: 60))
      a(.size(10))
      a.left == guide.left
      a.top == guide.bottom
      b(.size(10))
      b.leading == guide.leading + 1
      b.bottom == guide.top
      c(.size(10))
      c.trailing == guide.right
      c.centerY == guide.centerY
      d(.size(10))
      d.centerX == guide.centerX
      d.top == Super.top
      card(cardPlace)
      e(.fill(.readable(of: card)))
      f(.fill(.super))
      text(.at(x: 0, y: 200))
      note(.left(50))
      note.firstBaseline == text.lastBaseline + 10
    }

    #expect(frame(a) == [40, 110, 10, 10])
    #expect(frame(b) == [41, 40, 10, 10])
    #expect(frame(c) == [130, 75, 10, 10])
    #expect(frame(d) == [85, 0, 10, 10])
    #expect(frame(e) == [108, 58, 184, 84])
    #expect(frame(f) == [0, 0, 400, 300])
    #expect(frame(note) == [50, 210, 32, 20])
  }

  /// `<=` is about all four edges as they are: `a` is as far right and low as it may be.
  ///
  /// Rows Y-25, L-32, L-37, L-41, L-57.
  @Test func `composites`() {
    let frame = solved {
      card(cardPlace)
      a.edges <= card.edges
      a(.at(x: 500, y: 500) ~ .high, .size(500) ~ 700)
      b(.at(x: 0, y: 0))
      b.size == card.size - Size(width: 10, height: 20)
      c(.at(x: 0, y: 0), .size(500) ~ .high)
      c.size <= card.size
      d(.at(x: 0, y: 0), .size(1) ~ .high)
      d.size >= card.size
      e(.at(x: 1, y: 2, width: 3, height: 4) ~ 751)
      e.edges == card.edges ~ 750
      f(.size(10))
      f.center == card.center + Offset(Point(x: 4, y: -3))
      g.edges == card.edges - Insets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
      g
    }

    #expect(frame(a) == [100, 50, 200, 100])
    #expect(frame(b) == [0, 0, 190, 80])
    #expect(frame(c) == [0, 0, 200, 100])
    #expect(frame(d) == [0, 0, 200, 100])
    #expect(frame(e) == [1, 2, 3, 4])
    #expect(frame(f) == [199, 92, 10, 10])
    #expect(frame(g) == [102, 51, 194, 96])
  }

  /// Right to left leading is on the right.
  ///
  /// Rows C-025, C-027…C-030, C-032…C-034, C-037…C-040.
  @Test func `insets`() {
    let base = Insets(top: 1, leading: 2, bottom: 3, trailing: 4)
    func frames(_ direction: String) -> (any View) -> [Double] {
      solved(["direction": direction]) {
        a(.fill(inset: .leading(8)))
        b(.fill(inset: .trailing(8)))
        c(.fill(inset: .bottom(8)))
        d(.fill(inset: .vertical(8)))
        e(.fill(inset: .horizontal(4) + .vertical(8)))
        f(.fill(inset: base.with(top: 9)))
        g(.fill(inset: base.with(leading: 9, trailing: 9)))
        h(.fill(inset: base * 2))
        i(.fill(inset: base.swappedX))
        j(.fill(inset: base.swappedY))
        k(.fill(inset: 8))
      }
    }
    let frame = frames("ltr"), turned = frames("rtl")

    #expect(frame(a) == [8, 0, 392, 300] && turned(a) == [0, 0, 392, 300])
    #expect(frame(b) == [0, 0, 392, 300] && turned(b) == [8, 0, 392, 300])
    #expect(frame(c) == [0, 0, 400, 292])
    #expect(frame(d) == [0, 8, 400, 284])
    #expect(frame(e) == [4, 8, 392, 284])
    #expect(frame(f) == [2, 9, 394, 288])
    #expect(frame(g) == [9, 1, 382, 296])
    #expect(frame(h) == [4, 2, 388, 292])
    #expect(frame(i) == [4, 1, 394, 296])
    #expect(frame(j) == [2, 3, 394, 296])
    #expect(frame(k) == [8, 8, 384, 284])
  }

  /// Rows C-064, C-067…C-069, C-073, C-079, C-080.
  @Test func `across what a view is docked to`() {
    let frame = solved {
      card(cardPlace)
      a(.dock(.top), .height(10))
      b(.dock(.top, x: .center(in: .margins(of: card))), .size(10))
      c(.dock(.top, x: .center(in: .super, between: .of(card))), .height(10), .width(1000) ~ .high)
      d(.dock(.top, x: .overflow(.center)), .size(600, 10))
      e(.dock(.top, x: XMode.none), .left(7), .size(10))
      f(.rest(above: card, gap: 8))
      g(.rest(after: card, gap: 8))
      h(.rest(before: card, gap: 8))
      i(.dock(.top, to: .bottom, of: .of(card)), .dock(.bottom, gap: 8))
    }

    #expect(frame(a) == [0, 0, 400, 10])
    #expect(frame(b) == [195, 0, 10, 10])
    #expect(frame(c) == [100, 0, 200, 10])
    #expect(frame(d) == [-100, 0, 600, 10])
    #expect(frame(e) == [7, 0, 10, 10])
    #expect(frame(f) == [0, 0, 400, 42])
    #expect(frame(g) == [308, 0, 92, 300])
    #expect(frame(h) == [0, 0, 92, 300])
    #expect(frame(i) == [0, 150, 400, 142])
  }

  /// What is wished for is larger than there is room for; the other axis is filled.
  ///
  /// Rows C-085…C-088, C-090…C-097, C-100…C-102.
  @Test func `aligning`() {
    let frame = solved {
      card(cardPlace)
      a(.align(y: .bottom), .height(30))
      b(.align(x: .fill(.of(card))))
      c(.align(x: .center), .width(100))
      d(.align(x: .leading), .width(900) ~ .high)
      e(.align(x: .trailing), .width(50))
      f(.align(x: .overflow(.center)), .width(600))
      g(.align(y: .fill(.of(card))))
      h(.align(y: .center), .height(100))
      i(.align(y: .center(in: .margins(of: card))), .height(10))
      j(.align(y: .center(in: .super, between: .margins)), .height(900) ~ .high)
      k(.align(x: .leading, inset: 10), .align(y: .bottom, inset: 10), .size(900) ~ .high)
      l(.align(x: .center(in: .margins(of: card))), .width(10))
    }

    #expect(frame(a) == [0, 270, 400, 30])
    #expect(frame(b) == [100, 0, 200, 300])
    #expect(frame(c) == [150, 0, 100, 300])
    #expect(frame(d) == [0, 0, 400, 300])
    #expect(frame(e) == [350, 0, 50, 300])
    #expect(frame(f) == [-100, 0, 600, 300])
    #expect(frame(g) == [0, 50, 400, 100])
    #expect(frame(h) == [0, 100, 400, 100])
    #expect(frame(i) == [0, 95, 400, 10])
    #expect(frame(j) == [0, 8, 400, 284])
    #expect(frame(k) == [10, 10, 380, 280])
    #expect(frame(l) == [195, 0, 10, 300])
  }

  /// Each is 32 × 20 by its text, and somebody asks for less, or for more.
  ///
  /// Rows C-123…C-125, C-127, C-128, C-132…C-134.
  @Test func `who gives way`() {
    let cases: [(clauses: [Clause], size: Size)] = [
      ([.shrink(), .size(5) ~ .low + 1], Size(width: 5, height: 5)),
      ([.noshrink(.y), .size(5) ~ 999], Size(width: 5, height: 20)),
      ([.noshrink(.x), .size(5) ~ 999], Size(width: 32, height: 5)),
      ([.nogrow(), .size(400) ~ 999], Size(width: 32, height: 20)),
      ([.nogrow(.x), .grow(.y), .size(400) ~ .low + 1], Size(width: 32, height: 400)),
      ([.grow(.x), .nogrow(.y), .size(400) ~ .low + 1], Size(width: 400, height: 20)),
      ([.exact(.x), .size(5) ~ 999], Size(width: 32, height: 5)),
      ([.exact(.y), .size(5) ~ 999], Size(width: 5, height: 20)),
    ]
    for (clauses, size) in cases {
      let button = Button("button", text: "Text")
      let frame = solved {
        button(.at(x: 0, y: 0))
        for clause in clauses { button(clause) }
      }
      #expect(frame(button) == [0, 0, size.width, size.height])
    }
  }

  /// Rows C-108, C-114, C-115, C-239.
  @Test func `sizes taken away, and bounds of both`() {
    let frame = solved {
      a(.at(x: 0, y: 0), .size(10)) { If(.compact(.x)) { a(.remove(.height), .height(30)) } }
      b(.at(x: 0, y: 0), .size(10)) { If(.compact(.x)) { b(.remove(.width, .height), .size(7)) } }
      c(.at(x: 0, y: 0), .size(.atMost(44, 44)), .size(90) ~ .high)
      d(.at(x: 0, y: 0), .size(.atLeast(44, 44)), .size(9) ~ .high)
      e(.at(x: 0, y: 0), .width(100), .height(20))
    }

    #expect(frame(a) == [0, 0, 10, 30])
    #expect(frame(b) == [0, 0, 7, 7])
    #expect(frame(c) == [0, 0, 44, 44])
    #expect(frame(d) == [0, 0, 44, 44])
    #expect(frame(e) == [0, 0, 100, 20])
  }

  /// 400 × 300 is compact both ways; `card` is 200 × 100.
  ///
  /// Rows C-142…C-144, C-148…C-150, C-155, C-158, C-170…C-172.
  @Test func `conditions`() {
    func holds(_ condition: Condition) -> Bool {
      let frame = solved(["idiom": "carPlay"]) {
        card(cardPlace)
        a(.at(x: 0, y: 0), .height(1))
        If(condition) {
          a.width == 1
        } else: {
          a.width == 2
        }
      }
      return frame(a)[2] == 1
    }

    #expect(holds(card.is(.height(.atMost(100)))) && !holds(card.is(.height(.atMost(99)))))
    #expect(!holds(card.is(.width(.exactly(200)) && .height(.exactly(200)))))
    #expect(holds(card.is(.width(.exactly(200)) && .height(.atMost(100)))))
    #expect(holds(.compact(.x)) && holds(.compact(.y)) && !holds(.regular(.x)) && !holds(.regular(.y)))
    #expect(holds(.carPlay) && !holds(.phone))
    #expect(holds(.ltr) && !holds(.rtl))
    #expect(!holds(card.is(.hidden)) && holds(card.is(.compact(.x))))
    let frame = solved {
      a(.at(x: 0, y: 0), .height(1), .width(3) ~ .high)
      b(.at(x: 0, y: 0), .height(1), .width(3) ~ .high)
      If(.compact(.x)) {
        If(.regular(.y)) { a.width == 1 }
        If(.compact(.y)) { b.width == 1 }
      }
    }
    #expect(frame(a) == [0, 0, 3, 1])
    #expect(frame(b) == [0, 0, 1, 1])
  }

  /// Lengths of 100 shared by two; texts of 2 and 6 characters share 128 as 1 to 3; three of 20 leave twice 20.
  ///
  /// Centres of 40, 20 and 20 in 120 are at 20, 65 and 110.
  ///
  /// Rows Y-39, Y-40.
  @Test func `how a stack shares its length out, and what is hidden`() {
    let short = Button("short", text: "ab"), long = Button("long", text: "abcdef")
    let frame = solved {
      HStack("equal", distribute: .fillEqually) {
        a
        b
      }(.at(x: 0, y: 0, width: 100, height: 10))
      HStack("share", distribute: .fillProportionally) {
        short
        long
      }(.at(x: 0, y: 20, width: 128, height: 20))
      HStack("spaced", distribute: .equalSpacing) {
        c(.width(20))
        d(.width(20))
        e(.width(20))
      }(.at(x: 0, y: 40, width: 100, height: 10))
      HStack("centred", distribute: .equalCentering) {
        f(.width(40))
        g(.width(20))
        h(.width(20))
      }(.at(x: 0, y: 60, width: 120, height: 10))
      HStack("hiding", gap: 10) {
        i(.width(20))
        j(.width(20), .hidden)
        k(.width(20))
      }(.at(x: 0, y: 80), .height(10))
    }

    #expect(frame(b) == [50, 0, 50, 10])
    #expect(frame(long) == [32, 0, 96, 20])
    #expect(frame(d) == [40, 0, 20, 10])
    #expect(frame(g) == [55, 0, 20, 10])
    #expect(frame(k) == [30, 0, 20, 10])
  }

  /// What is wished for is too far right and too small: left at most 5, right at least 395, and so on.
  ///
  /// Row Y-29.
  @Test func `covering at least`() {
    let frame = solved { a(.fill(atLeast: .super, inset: 5), .at(x: 30, y: 2) ~ .high, .size(20) ~ .low) }

    #expect(frame(a) == [5, 2, 390, 293])
  }

  /// What nothing covers goes from (5, 20) to (393, 266), and the margins from (12, 10) to (384, 286). An edge that is
  /// not said is where the size puts it: 393 - 30, 266 - 9; the middle of 20 and 266 is 143.
  ///
  /// Rows C-003, L-50.
  @Test func `edges from anywhere, and those that are left open`() {
    var surroundings = Surroundings(size: Size(width: 400, height: 300))
    surroundings.safe = EdgeInsets(top: 20, left: 5, bottom: 34, right: 7)
    surroundings.margins = Insets(top: 10, leading: 12, bottom: 14, trailing: 16)
    let frames = Layout("t") {
      a(.fill(top: .safe, leading: .margins, bottom: .super), .width(30))
      b(.fill(top: .safe, bottom: .margins, trailing: .safe), .width(30))
      c(.fill(leading: .super, bottom: .safe, trailing: .super), .height(9))
      d(.center(.x), .size(20), .top(3))
      e(.center(.y, in: .safe), .size(20), .leading(4))
      f.top == Super.safe.top
      f.left == Super.safe.left
      f.right == Super.safe.right
      f.bottom == Super.safe.bottom
      f
    }.frames(in: surroundings)

    #expect(frames.diagnostics == [])
    #expect(frames[a] == Rect(x: 12, y: 20, width: 30, height: 280))
    #expect(frames[b] == Rect(x: 363, y: 20, width: 30, height: 266))
    #expect(frames[c] == Rect(x: 0, y: 257, width: 400, height: 9))
    #expect(frames[d] == Rect(x: 190, y: 3, width: 20, height: 20))
    #expect(frames[e] == Rect(x: 4, y: 133, width: 20, height: 20))
    #expect(frames[f] == Rect(x: 5, y: 20, width: 388, height: 246))
  }

  /// The keyboard covers 100 of 300, so 200 are left, and of `card`, which ends at 250, 150.
  ///
  /// Rows C-018…C-021.
  @Test func `what the keyboard covers`() {
    let frame = solved(keyboard: 100) {
      card(.at(x: 100, y: 50, width: 200, height: 200))
      a(.fill(.keyboardSafe))
      b(.fill(.keyboard))
      c(.fill(.keyboardSafe(of: card)))
      d(.fill(.keyboard(of: card)))
    }

    #expect(frame(a) == [0, 0, 400, 200])
    #expect(frame(b) == [0, 200, 400, 100])
    #expect(frame(c) == [100, 50, 200, 150])
    #expect(frame(d) == [100, 200, 200, 50])
  }

  /// A content of 300 in a view of 100, upright and lying; what is no scroll view is its own content.
  ///
  /// Rows C-014…C-017, C-223, C-226.
  @Test func `contents and what is seen of them`() {
    let page = VScroll("page") {
      a(.fill(), .height(300))
      b(.size(10), .left(0))
      b.bottom == Super.visible.bottom
    }
    let strip = HScroll("strip") { c(.fill(), .width(300)) }
    let frame = solved {
      page(.at(x: 0, y: 0, width: 100, height: 100))
      strip(.at(x: 100, y: 0, width: 100, height: 100))
      d(.fill(.content(of: page)))
      e(.fill(.visible(of: page)))
      HStack("lying") { f.scrolling(.x) }(.at(x: 0, y: 200, width: 100, height: 20))
      f.width == 300
    }

    #expect(frame(a) == [0, 0, 100, 300])
    #expect(frame(b) == [0, 90, 10, 10])
    #expect(frame(c) == [0, 0, 300, 100])
    #expect(frame(d) == [0, 0, 100, 300])
    #expect(frame(e) == [0, 0, 100, 100])
    #expect(frame(f) == [0, 0, 300, 20])
  }
}
