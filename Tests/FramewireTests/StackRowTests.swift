import Framewire
import Testing

/// Behaviours that users of other libraries expect of what holds views, in Swift. The screen is 400 × 300 where nothing
/// else is said, a character 8 wide and a line 20 high; a text of three characters is 24 × 20.
@Suite("Rows about stacks, scroll views and lists, in Swift") struct StackRowTests {
  let a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e")
  let p = Label("p", text: "abc"), q = Label("q", text: "abc"), r = Label("r", text: "abcd")

  /// The frames, and that there is nothing to say about the layout.
  private func solved(
    _ surroundings: Surroundings = Surroundings(size: Size(width: 400, height: 300)),
    sourceLocation: SourceLocation = #_sourceLocation, @BlockBuilder _ body: () -> Block
  ) -> (any View) -> [Double] {
    let frames = Layout("t", body: body).frames(in: surroundings)
    #expect(frames.diagnostics == [], sourceLocation: sourceLocation)
    return { view in
      let frame = frames[view]
      return [frame.x, frame.y, frame.width, frame.height]
    }
  }

  // MARK: Stacks

  /// What nothing covers is 388 × 246 at (5, 20). In the row the third view takes what is left: 400 - 4 - 128.
  ///
  /// Rows C-082, C-083.
  @Test func `a column in an area, and a row`() {
    var surroundings = Surroundings(size: Size(width: 400, height: 300))
    surroundings.safe = EdgeInsets(top: 20, left: 5, bottom: 34, right: 7)
    let pair = VStack("pair") {
      a(.height(30))
      b
    }
    let row = HStack("row", gap: 8, inset: Insets(top: 1, leading: 2, bottom: 3, trailing: 4)) {
      c(.width(50))
      d(.width(60))
      e
    }
    let frame = solved(surroundings) {
      pair(.fill(.safe))
      row(.fill())
    }

    #expect(frame(pair) == [5, 20, 388, 246])
    #expect(frame(a) == [0, 0, 388, 30])
    #expect(frame(b) == [0, 30, 388, 216])
    #expect(frame(c) == [2, 1, 50, 296])
    #expect(frame(d) == [60, 1, 60, 296])
    #expect(frame(e) == [128, 1, 268, 296])
  }

  /// Both fill across: the column is as wide as the wider text.
  ///
  /// Row C-205.
  @Test(arguments: [Axis.x, .y]) func `a list of views along an axis`(axis: Axis) {
    func stacked(_ views: [Label], _ axis: Axis) -> any View {
      axis == .x ? HStack("stack") { for view in views { view } } : VStack("stack") { for view in views { view } }
    }
    let stack = stacked([p, r], axis)
    let frame = solved { stack(.at(x: 0, y: 0)) }

    #expect(frame(stack) == (axis == .x ? [0, 0, 56, 20] : [0, 0, 32, 40]))
    #expect(frame(p) == (axis == .x ? [0, 0, 24, 20] : [0, 0, 32, 20]))
    #expect(frame(r) == (axis == .x ? [24, 0, 32, 20] : [0, 20, 32, 20]))
  }

  /// In 100 × 30 a text stands at the top, in the middle (30 - 20, halved) or at the bottom of a row, and at the edges
  /// or in the middle of a column (100 - 24, halved); 8 inward it is 84 × 14. A wrapper of the view says the same as a
  /// stack around it.
  ///
  /// Rows C-208, C-210, C-214, C-216.
  @Test func `wrappers and the stacks that they are`() {
    func both(_ wrapped: (Label) -> Declaration, _ stack: (Label) -> Declaration, are expected: [Double]) {
      let frame = solved {
        VStack("instance") { wrapped(p) }(.at(x: 0, y: 0, width: 100, height: 30))
        VStack("form") { stack(q) }(.at(x: 0, y: 50, width: 100, height: 30))
      }
      #expect(frame(p) == expected)
      #expect(frame(q) == expected)
    }
    for (items, y) in [(RowItems.top, 0.0), (.center, 5), (.bottom, 10)] {
      both({ $0.wrapped(y: items) }, { view in HStack(items: items) { view }() }, are: [0, y, 100, 20])
    }
    for (items, x) in [(ColumnItems.leading, 0.0), (.center, 38), (.trailing, 76)] {
      both({ $0.wrapped(x: items) }, { view in VStack(items: items) { view }() }, are: [x, 0, 24, 30])
    }
    both({ $0.wrapped(inset: 8) }, { view in VStack(inset: 8) { view }() }, are: [8, 8, 84, 14])
  }

  /// A column all of whose views are hidden is as big as its padding, and takes part with its gap: 20 + 10 + 6 +
  /// 10 + 30. The branch hides it until one of them is shown: 20 + 10 + 30, and 20 + 10 + (24 + 6) + 10 + 30.
  ///
  /// Row C-217.
  @Test func `a stack that shows nothing, and one that says that it collapses then`() {
    func width(collapsing: Bool, _ flags: Set<String>) -> Double {
      var surroundings = Surroundings(size: Size(width: 400, height: 300))
      surroundings.flags = flags
      let inner = VStack("inner", inset: Insets(top: 1, leading: 2, bottom: 3, trailing: 4)) {
        p
        r
        If(!.flag("first")) { p(.hidden) }
        If(!.flag("second")) { r(.hidden) }
      }
      let row = HStack("row", gap: 10, items: .top) {
        a(.size(20, 5))
        inner
        b(.size(30, 6))
        if collapsing { If(p.is(.hidden) && r.is(.hidden)) { inner(.hidden) } }
      }
      return solved(surroundings) { row(.at(x: 0, y: 0)) }(row)[2]
    }

    #expect(width(collapsing: false, []) == 76)
    #expect(width(collapsing: true, []) == 60)
    #expect(width(collapsing: true, ["first"]) == 100)
    #expect(width(collapsing: false, ["first"]) == 100)
  }

  /// Lying, texts of 24 and 80 with 10 between; upright, of 33 points, 16 × 39 a character: 160 wide and 39 + 10 + 39
  /// high. The other row says itself when it stands up: contents of 50 × 20 and 90 × 30.
  ///
  /// Rows C-218, C-221.
  @Test func `rows that stand up`() {
    func frames(_ traits: [String: String], width: Double = 700) -> (row: [Double], own: [Double]) {
      var surroundings = Surroundings(size: Size(width: width, height: 600))
      surroundings.traits = traits
      let row = HStack("row", gap: 10, auto: true) {
        Button("one", text: "One")
        Button("two", text: "Number two")
      }
      let own = HStack("own", autoWhen: .compact(.x)) {
        a(.intrinsic(50, 20))
        b(.intrinsic(90, 30))
      }
      let frame = solved(surroundings) {
        row(.at(x: 0, y: 0))
        own(.at(x: 0, y: 200))
      }
      return (frame(row), frame(own))
    }

    let lying = frames([:])
    #expect(lying.row == [0, 0, 114, 20])
    #expect(lying.own == [0, 200, 140, 30])
    let large = frames(["contentSize": "accessibilityLarge"])
    #expect(large.row == [0, 0, 160, 88])
    #expect(large.own == lying.own)
    #expect(frames([:], width: 300).own == [0, 200, 90, 50])
  }

  // MARK: Scroll views

  /// 540 of 800 lie above the keyboard, and 766 above what covers the bottom; what fits there does not scroll, and
  /// stands in the middle of it: (540 - 100) / 2.
  ///
  /// Row C-224.
  @Test func `a scroll view that keeps clear of the keyboard`() {
    var surroundings = Surroundings(size: Size(width: 400, height: 800))
    surroundings.safe.bottom = 34
    surroundings.keyboard = 260
    let page = VScroll("page", avoidsKeyboard: true) { a(.intrinsic(nil, 100), .x(.fill), .y(.center)) }
    let other = VScroll("other") { b(.intrinsic(nil, 100), .x(.fill), .y(.center)) }
    let frame = solved(surroundings) {
      page(.fill())
      other(.fill())
      c(.at(x: 0, y: 0), .width(1))
      c.height == page.content.height
      d(.at(x: 0, y: 0), .width(1))
      d.height == other.content.height
    }

    #expect(frame(c)[3] == 540 && frame(d)[3] == 766)
    #expect(frame(a) == [0, 220, 400, 100])
  }

  /// In 100 × 100, margins of 8: the text fills, stands in the margins, at an edge or in the middle across, and along
  /// the axis too where that is said.
  ///
  /// Rows C-227, C-228.
  @Test func `how a content that scrolls stands across`() {
    func both(_ axis: Axis, x: XMode? = nil, y: YMode? = nil, are expected: [Double]) {
      let frame = solved {
        VStack("instance") { p.scrolling(axis, x: x, y: y) }(.at(x: 0, y: 0, width: 100, height: 100))
        let content = q(.x(x ?? .fill), .y(y ?? .fill))
        if axis == .y {
          VScroll("form") { content }(.at(x: 0, y: 100, width: 100, height: 100))
        } else {
          HScroll("form") { content }(.at(x: 0, y: 100, width: 100, height: 100))
        }
      }
      #expect(frame(p) == expected)
      #expect(frame(q) == expected)
    }
    both(.y, are: [0, 0, 100, 100])
    both(.y, x: .fill(.margins), are: [8, 0, 84, 100])
    both(.y, x: .leading, are: [0, 0, 24, 100])
    both(.y, x: .center, are: [38, 0, 24, 100])
    both(.y, x: .trailing, are: [76, 0, 24, 100])
    both(.y, x: .center, y: .center, are: [38, 40, 24, 20])
    both(.x, y: .center, are: [0, 40, 100, 20])
    both(.x, y: .fill(.margins), are: [0, 8, 100, 84])
  }

  // MARK: Lists

  /// 200 wide the title has 180 - 10 = 170 points, 21 characters for its 23: two lines, so the header is 40 + 2 · 5
  /// high. 300 wide it has room enough; 100 wide each of its four words needs a line, and each of three of the footer.
  ///
  /// Rows C-230, C-231, C-234.
  @Test(arguments: [(200.0, 50.0, 20.0), (300, 30, 20), (100, 90, 60)])
  func `headers and footers are as high as their content needs at the width`(
    width: Double, header: Double, footer: Double
  ) {
    let top = Box("top"), bottom = Box("bottom"), title = Label("title", text: "Header with eleven more")
    let two = Label("two", text: "Two"), note = Label("note", text: "Footer also breaks")
    let rows = List("rows", gap: 4, inset: 10, header: top, footer: bottom) {
      a(.height(44))
      b(.height(50), .hidden)
      two(.gapAfter(12))
    }
    let frame = solved(Surroundings(size: Size(width: width, height: 400))) {
      rows(.fill()) {
        top { title(.fill(inset: 5)) }
        bottom { note(.fill()) }
      }
    }

    let inside = width - 20
    #expect(frame(top) == [0, 0, inside, header])
    #expect(frame(a) == [0, header + 4, inside, 44])
    #expect(frame(two) == [0, header + 52, inside, 20])
    #expect(frame(bottom) == [0, header + 84, inside, footer])
  }

  // MARK: Texts

  /// 8 + 1 + 5 characters want 112; in 70 they break at the space into two lines. Buttons and inputs stay on one line.
  /// A large title is twice as big as body text, and what is only drawn changes nothing.
  ///
  /// Row C-238.
  @Test func `texts with styles, alignments and colours`() {
    let words = "Agreeing texts"
    let long = Label("long", text: words), broken = Label("broken", text: words), one = Label("one", text: words)
    let button = Button("button", text: words), input = Input("input", text: words)
    let title = Label("title", text: "Ab"), drawn = Label("drawn", text: "Ab")
    let frame = solved {
      long(.at(x: 0, y: 0))
      broken(.at(x: 0, y: 0), .width(70))
      one(.at(x: 0, y: 0), .width(70), .lines(1))
      button(.at(x: 0, y: 0), .width(70))
      input(.at(x: 0, y: 0), .width(70))
      title(.at(x: 0, y: 0), .style("largeTitle"))
      drawn(.at(x: 0, y: 0), .width(70), .lines(align: .center), .color("0a84ff"), .background("fff"))
    }

    #expect(frame(long) == [0, 0, 112, 20])
    #expect(frame(broken) == [0, 0, 70, 40])
    #expect([one, drawn].map(frame) == [[0, 0, 70, 20], [0, 0, 70, 20]])
    #expect(frame(button) == [0, 0, 70, 20] && frame(input) == [0, 0, 70, 20])
    #expect(frame(title) == [0, 0, 32, 40])
  }

  /// Row Y-45.
  @Test func `a spacer is never drawn`() {
    let layout = Layout("t") {
      HStack("row") {
        p
        Spacer(min: 16)(.background("ff0000"))
      }(.fill())
    }

    #expect(layout.check().map(\.code) == ["W2206"])
  }
}
