import Framewire
import Testing

/// The lines of AutoLayoutConvenience on `Documentation/porting.md`.
@Suite("Ported from AutoLayoutConvenience") struct AutoLayoutConvenienceTests {
  /// The screen is 400 × 300 with 20 covered at the top and at the bottom: the safe area less 8 is 384 × 244 at (8,
  /// 28). `card` has its middle at (200, 100), and its margins are 184 × 84.
  ///
  /// Rows C-001, C-006, C-009, C-011, C-024, C-025, C-041…C-056, C-060, C-062, C-066, C-071, C-075, C-078.
  @Test func `filling, centring, pinning`() {
    let card = Box("card"), a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e"), f = Box("f")
    let g = Box("g"), h = Box("h"), i = Box("i"), j = Box("j"), k = Box("k"), l = Box("l"), m = Box("m")
    let n = Box("n"), o = Box("o"), p = Box("p"), q = Box("q")
    let page = Layout("page") {
      card(.at(x: 100, y: 50, width: 200, height: 100))
      a(.fill(.safe, inset: 8))
      b(.fill(.margins(of: card)))
      c(.fill(x: .super, y: .safe))
      d(.fill(top: .safe, leading: .super, bottom: .safe, trailing: .of(card)))
      e(.fill(atMost: .safe, inset: 8, pin: .center))
      f(.fill(atMost: .safe, inset: 8, pin: .topLeading, to: .center))
      g(.center(in: .margins(of: card), offset: Offset(x: 4)), .size(10))
      h(.center(x: .super, y: .safe(of: card)), .size(10))
      i(.pin(.topCenter, offset: Offset(x: 4)), .size(10))
      j(.pin(.center, to: .topLeading, of: .of(card)), .size(10))
      k(.at(x: 20, y: 10, in: .safe), .size(10))
      l(.dock(.top, gap: 4, x: .center), .size(10))
      m(.below(card, gap: 8, x: .attach(.center)), .size(10))
      n(.rest(below: card, in: .safe, gap: 8))
      o(.align(y: .top), .height(30))
      p(.align(x: .center(in: .margins(of: card))), .width(40))
      With(.safe, inset: 8) { q(.fill()) }
    }
    var surroundings = Surroundings(size: Size(width: 400, height: 300))
    surroundings.safe = EdgeInsets(top: 20, left: 0, bottom: 20, right: 0)
    let frames = page.frames(in: surroundings)

    #expect(frames.diagnostics == [])
    #expect(frames[a] == Rect(x: 8, y: 28, width: 384, height: 244))
    #expect(frames[b] == Rect(x: 108, y: 58, width: 184, height: 84))
    #expect(frames[c] == Rect(x: 0, y: 20, width: 400, height: 260))
    #expect(frames[d] == Rect(x: 0, y: 20, width: 300, height: 260))
    #expect(frames[e] == Rect(x: 8, y: 28, width: 384, height: 244))
    // From the middle of the screen to the end of the safe area less 8.
    #expect(frames[f] == Rect(x: 200, y: 150, width: 192, height: 122))
    #expect(frames[g] == Rect(x: 199, y: 95, width: 10, height: 10))
    #expect(frames[h] == Rect(x: 195, y: 95, width: 10, height: 10))
    #expect(frames[i] == Rect(x: 199, y: 0, width: 10, height: 10))
    #expect(frames[j] == Rect(x: 95, y: 45, width: 10, height: 10))
    #expect(frames[k] == Rect(x: 20, y: 30, width: 10, height: 10))
    #expect(frames[l] == Rect(x: 195, y: 4, width: 10, height: 10))
    #expect(frames[m] == Rect(x: 195, y: 158, width: 10, height: 10))
    #expect(frames[n] == Rect(x: 0, y: 158, width: 400, height: 122))
    #expect(frames[o] == Rect(x: 0, y: 0, width: 400, height: 30))
    #expect(frames[p] == Rect(x: 180, y: 0, width: 40, height: 300))
    #expect(frames[q] == Rect(x: 8, y: 28, width: 384, height: 244))
  }

  /// What is wished for at `.high` or less gives way; a text of 4 characters is 32 × 20.
  ///
  /// Rows C-103…C-107, C-109…C-111, C-116…C-118, C-120, C-121, C-131, C-135.
  @Test func `sizes, shrinking, growing`() {
    let card = Box("card"), a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e"), f = Box("f")
    let g = Label("g", text: "Text"), h = Label("h", text: "Text"), i = Label("i", text: "Text")
    let page = Layout("page") {
      card(.at(x: 0, y: 0, width: 200, height: 100))
      a(.size(100, 20), .at(x: 0, y: 0))
      b(.width(.atMost(100)), .height(.atLeast(50)), .at(x: 0, y: 0), .size(150, 10) ~ .high)
      c(.size(.atMost(100, 30)) ~ .low, .size(200, 10), .at(x: 0, y: 0))
      d(.width(10..<20), .at(x: 0, y: 0), .size(50, 10) ~ .high)
      e(.width(card.width), .height(.atLeast(0.5 * card.height)), .at(x: 0, y: 0), .height(0) ~ .low)
      f(.aspect(2), .height(30), .at(x: 0, y: 0))
      g(.shrink(.y), .at(x: 0, y: 0), .height(5) ~ .low + 1)
      h(.nogrow(.x), .at(x: 0, y: 0), .width(400) ~ .high)
      i(.exact(), .at(x: 0, y: 0), .size(400, 5) ~ 999)
    }
    let frames = page.frames(width: 400, height: 300)

    #expect(frames.diagnostics == [])
    #expect(frames[a] == Rect(x: 0, y: 0, width: 100, height: 20))
    #expect(frames[b] == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(frames[c] == Rect(x: 0, y: 0, width: 200, height: 10))
    #expect(frames[d] == Rect(x: 0, y: 0, width: 19, height: 10))
    #expect(frames[e] == Rect(x: 0, y: 0, width: 200, height: 50))
    #expect(frames[f] == Rect(x: 0, y: 0, width: 60, height: 30))
    #expect(frames[g] == Rect(x: 0, y: 0, width: 32, height: 5))
    #expect(frames[h] == Rect(x: 0, y: 0, width: 32, height: 20))
    #expect(frames[i] == Rect(x: 0, y: 0, width: 32, height: 20))
  }

  /// 390 × 844 is compact along x alone, 844 × 390 along y alone. Then the button shrinks, half of it in half of 250
  /// ms.
  ///
  /// Rows C-113, C-136, C-137, C-140, C-141, C-147, C-151, C-160, C-162…C-164, C-169, C-174, C-178, C-181, C-185…C-190,
  /// C-194.
  @Test func `conditions and configurations`() throws {
    let a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e"), button = Button("button", text: "Go")
    let page = Layout("page") {
      If(.compact(.y)) {
        a(.size(24), .pin(.topTrailing))
      } else: {
        a(.size(32), .pin(.topLeading))
      }
      b(.at(x: 0, y: 50), .size(10)) {
        If(.compact(.y) && .phone) { b(.remove(.width), .width(20)) }.direct()
      }
      c(.at(x: 0, y: 60), .height(10))
      If(.asking("online") { true }, animate: .linear(.seconds(1))) {
        c.width == 30
      } else: {
        c.width == 50
      }
      d(.at(x: 0, y: 70), .height(10))
      If(a.is(.width(.atLeast(30))) || !.dark) {
        d.width == 30
      } else: {
        d.width == 50
      }
      e(.at(x: 0, y: 80), .width(50%))
      If(e.width >= 200) {
        e.height == 30
      } else: {
        e.height == 50
      }
      button(.center()) {
        Config(.main) { button(.size(44)) }
        Config(.alternative, animate: .linear(.milliseconds(250))) { button(.size(24)) }
      }
    }
    var surroundings = Surroundings(size: Size(width: 844, height: 390))
    surroundings.traits = ["idiom": "phone", "style": "dark"]
    let turned = page.frames(in: surroundings)
    let upright = page.frames(width: 390, height: 844)

    #expect(upright.diagnostics == [])
    #expect(turned.diagnostics == [])
    #expect(upright[a] == Rect(x: 0, y: 0, width: 32, height: 32))
    #expect(turned[a] == Rect(x: 820, y: 0, width: 24, height: 24))
    #expect(upright[b].width == 10 && turned[b].width == 20)
    #expect(upright[c].width == 30)
    #expect(upright[d].width == 30 && turned[d].width == 50)
    #expect(upright[e] == Rect(x: 0, y: 80, width: 195, height: 50))
    #expect(turned[e] == Rect(x: 0, y: 80, width: 422, height: 30))

    var scene = Scene(page, size: Size(width: 390, height: 844))
    _ = scene.turn(at: .zero)
    try scene.use(.alternative, on: button)
    scene.update(force: true)
    _ = scene.turn(at: .zero)
    _ = scene.turn(at: .milliseconds(125))
    #expect(scene[button] == Rect(x: 178, y: 405, width: 34, height: 34))
    _ = scene.turn(at: .milliseconds(250))
    #expect(scene[button] == Rect(x: 183, y: 410, width: 24, height: 24))
  }

  /// A text of 5 characters is 40 × 20, centred in 300 - 2 · 40. Below it a dot of 10 after a gap of 8.
  ///
  /// Rows C-081, C-200, C-203, C-206, C-211, C-215, C-220, C-225, C-229, C-233.
  @Test func `stacks, wrappers, scroll views, guides`() {
    let title = Label("title", text: "Title"), dot = Box("dot"), one = Label("one", text: "One")
    let two = Label("two", text: "Two"), centred = Label("centred", text: "Title"),
      inset = Label("inset", text: "Title")
    let head = Label("head", text: "Head"), row = Box("row"), tall = Box("tall"), mark = Box("mark")
    let place = Guide("place")
    let rows = List("rows", header: head) { row(.height(30)) }
    let page = Layout("page") {
      VStack("column", gap: 8, inset: 40, items: .center) {
        title
        dot(.size(10))
      }(.top(0), .left(0), .width(300))
      VStack("buttons", gap: 8, auto: true) {
        one
        two
      }(.top(200), .left(0), .width(108))
      VStack("wrapped") {
        centred.wrapped(x: .center)
        inset.wrapped(inset: 8)
      }(.top(300), .left(0), .width(100))
      VStack("scrolled") { tall.scrolling(.y) }(.top(400), .left(0), .size(100, 50))
      tall.height == 80
      rows(.top(500), .left(0), .size(100, 100))
      place(.at(x: 100, y: 600, width: 100, height: 30))
      mark(.pin(.center, of: .of(place)), .size(10))
    }
    let upright = page.frames(width: 390, height: 844)
    let turned = page.frames(width: 844, height: 390)

    #expect(upright[title] == Rect(x: 130, y: 40, width: 40, height: 20))
    #expect(upright[dot] == Rect(x: 145, y: 68, width: 10, height: 10))
    #expect(upright.frame(at: "column")?.height == 118)
    #expect(upright[two] == Rect(x: 0, y: 28, width: 108, height: 20))
    #expect(turned[two] == Rect(x: 58, y: 0, width: 50, height: 20))
    #expect(upright[centred] == Rect(x: 30, y: 0, width: 40, height: 20))
    #expect(upright[inset] == Rect(x: 8, y: 8, width: 84, height: 20))
    #expect(upright[tall] == Rect(x: 0, y: 0, width: 100, height: 80))
    #expect(upright[head] == Rect(x: 0, y: 0, width: 100, height: 20))
    #expect(upright[row] == Rect(x: 0, y: 20, width: 100, height: 30))
    #expect(upright[mark] == Rect(x: 145, y: 610, width: 10, height: 10))
    #expect(upright.diagnostics == [])
  }

  /// On a phone with 47 and 34 covered the background is 326 × 699; less margins of 8 the column is 310 wide and 683
  /// high. Two buttons of 20 with 8 between leave 635. The text has 300 characters, 38 a line: 9 lines. With the title
  /// and 4 between it is 204 high, and stands (635 - 204) / 2 from the top.
  ///
  /// On its side 390 - 2 · 40 = 310 less a row of 20 is left; 83 characters a line are 4 lines, 104 with the title.
  ///
  /// Rows C-002, C-012, C-051, C-053, C-212, C-213, C-219, C-220, C-222, C-225.
  @Test func `the sample of its README`() {
    let words = String(repeating: "Sub label with a lot of text. ", count: 10)
    let titleLabel = Label("title", text: "Title Label"), subLabel = Label("sub", text: words)
    let closeButton = Button("close"), backgroundView = Box("background")
    let actionButton = Button("action", text: "Add More Text"), cancelButton = Button("cancel", text: "Revert")
    let texts = VStack("texts", gap: 4) {
      titleLabel
      subLabel
    }
    let content = VStack("content") {
      VScroll("scroll") { texts(.align(y: .center)) }
      VStack("buttons", gap: 8, auto: true) {
        actionButton
        cancelButton
      }
    }
    let example = Layout("example") {
      backgroundView(.fill(.safe, inset: 32)) {
        content(.fill(.readable))
        If(.compact(.y)) {
          closeButton(.size(24), .pin(.center, to: .topTrailing))
        } else: {
          closeButton(.size(32), .pin(.center, to: .topLeading))
        }
      }
    }
    var phone = Surroundings(size: Size(width: 390, height: 844))
    phone.safe = EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    let upright = example.frames(in: phone)
    phone.size = Size(width: 844, height: 390)
    phone.safe = EdgeInsets(top: 0, left: 47, bottom: 0, right: 47)
    let turned = example.frames(in: phone)

    #expect(upright[backgroundView] == Rect(x: 32, y: 79, width: 326, height: 699))
    #expect(upright[content] == Rect(x: 8, y: 8, width: 310, height: 683))
    #expect(upright[texts] == Rect(x: 0, y: 215.5, width: 310, height: 204))
    #expect(upright[subLabel] == Rect(x: 0, y: 24, width: 310, height: 180))
    #expect(upright[cancelButton] == Rect(x: 0, y: 28, width: 310, height: 20))
    #expect(upright[closeButton] == Rect(x: -16, y: -16, width: 32, height: 32))
    #expect(turned[backgroundView] == Rect(x: 79, y: 32, width: 686, height: 326))
    #expect(turned[texts] == Rect(x: 0, y: 93, width: 670, height: 104))
    #expect(turned[cancelButton] == Rect(x: 339, y: 0, width: 331, height: 20))
    #expect(turned[closeButton] == Rect(x: 674, y: -12, width: 24, height: 24))
    #expect(upright.diagnostics == [] && turned.diagnostics == [])
  }

  /// Eight points a letter, 20 a line: 144 points of text in 80 are cut off. 844 - 300 - 44 is 500.
  @Test func `lines, hidden views, halves and the keyboard`() {
    let message = Label("message", text: "One two three four"), banner = Box("banner"), bar = Box("bar")
    let left = Label("left", text: "Left"), right = Label("right", text: "Right")
    let page = Layout("page") {
      VStack("column", gap: 8) {
        banner(.height(20))
        If(!.flag("offline")) { banner(.hidden) }
        message(.lines(1))
      }(.top(0), .left(0), .width(80))
      HStack("halves", gap: 8, distribute: .fillEqually) {
        left
        right
      }(.top(100), .left(0), .width(208))
      bar(.fill(along: .x), .height(44))
      bar.bottom == Super.keyboardSafe.bottom
    }
    var surroundings = Surroundings(size: Size(width: 390, height: 844))
    surroundings.keyboard = 300
    let frames = page.frames(in: surroundings)
    let seen = frames.frameInScene(of: right)

    #expect(frames.diagnostics == [])
    #expect(frames[message] == Rect(x: 0, y: 0, width: 80, height: 20))
    #expect(frames[right] == Rect(x: 108, y: 0, width: 100, height: 20))
    #expect(seen == Rect(x: 108, y: 100, width: 100, height: 20))
    #expect(frames[bar] == Rect(x: 0, y: 500, width: 390, height: 44))
    surroundings.flags = ["offline"]
    #expect(page.frames(in: surroundings)[message].y == 28)
  }
}
