import Framewire
import Testing

/// The lines of Yalta, now Align, on `Documentation/porting.md`.
@Suite("Ported from Yalta") struct YaltaTests {
  /// `view` is 370 × 270. A text of 5 characters is 40 wide; from its lower edge at 30 it is 10 to `line`.
  ///
  /// `b` is twice as high as wide, `h` at least at 2 · 30 + 10, and `i` as large as it may be.
  ///
  /// Rows Y-02, Y-03, Y-05, Y-08, Y-09, Y-11, Y-12, Y-14…Y-24, Y-26…Y-28, Y-30…Y-34, Y-47, Y-48, Y-51.
  @Test func `lines of Yalta have the frames that they have there`() {
    let view = Box("view"), title = Label("title", text: "Title"), subtitle = Label("subtitle", text: "Subtitle")
    let a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e"), f = Box("f"), g = Box("g")
    let h = Box("h"), i = Box("i"), j = Box("j"), k = Box("k"), l = Box("l")
    let line = title.bottom + 10
    let page = Layout("page") {
      view(.fill(inset: 15)) {
        title(.top(10), .left(20))
        subtitle(.left(20), .right(.atLeast(10)))
        subtitle.top == line
        a(.right(10, of: .margins(of: view)), .center(.y, offset: 10), .size(44))
        b(.top(0, of: .margins), .left(.centerX), .height(20), .width(.atMost(44)))
        b.width == 2 * b.height
        c(.center())
        c.size == a.size
        d(.size(10))
        d.center == c.center
        e(.fill(.of(a)))
        f(.fill(inset: 10, along: .x), .height(4))
        f.bottom == Super.bottom ~ 999
        g(.fill(.margins))
        h(.left(0), .size(5))
        Constraints(for: h, title) { h, title in
          h.top >= 2 * title.bottom + 10
          h.top == Super.top ~ .low
        }
        i(.fill(atMost: .super, inset: 15), .center(), .size(600) ~ .low)
        j(.fill(inset: Insets(top: 10, leading: 20, bottom: 30, trailing: 40)))
        k(.center(.y), .left(0), .size(10))
        l(.left(0), .top(0), .height(1), .width(.atLeast(44)), .width(0) ~ .low)
      }
    }
    let frames = page.frames(width: 400, height: 300)

    #expect(frames.diagnostics == [])
    #expect(frames[view] == Rect(x: 15, y: 15, width: 370, height: 270))
    #expect(frames[title] == Rect(x: 20, y: 10, width: 40, height: 20))
    #expect(frames[subtitle] == Rect(x: 20, y: 40, width: 64, height: 20))
    // The margins are 8: 370 - 8 - 10 - 44, and 135 + 10 - 22.
    #expect(frames[a] == Rect(x: 308, y: 123, width: 44, height: 44))
    #expect(frames[b] == Rect(x: 185, y: 8, width: 40, height: 20))
    #expect(frames[c] == Rect(x: 163, y: 113, width: 44, height: 44))
    #expect(frames[d] == Rect(x: 180, y: 130, width: 10, height: 10))
    #expect(frames[e] == Rect(x: 308, y: 123, width: 44, height: 44))
    #expect(frames[f] == Rect(x: 10, y: 266, width: 350, height: 4))
    #expect(frames[g] == Rect(x: 8, y: 8, width: 354, height: 254))
    #expect(frames[h] == Rect(x: 0, y: 70, width: 5, height: 5))
    #expect(frames[i] == Rect(x: 15, y: 15, width: 340, height: 240))
    #expect(frames[j] == Rect(x: 20, y: 10, width: 310, height: 230))
    #expect(frames[k] == Rect(x: 0, y: 130, width: 10, height: 10))
    #expect(frames[l] == Rect(x: 0, y: 0, width: 44, height: 1))
  }

  /// A text of 5 characters, then 16 and a text of 8; then 16 and the same, and the rest of 200 at the end.
  ///
  /// Rows Y-35, Y-36, Y-41…Y-44.
  @Test func `stacks and spacers`() {
    let title = Label("title", text: "Title"), subtitle = Label("subtitle", text: "Subtitle")
    let name = Label("name", text: "Name"), role = Label("role", text: "Role")
    let upper = Box("upper"), lower = Box("lower")
    let page = Layout("page") {
      HStack("fixed") {
        title
        Spacer(16)
        subtitle
      }(.top(0), .left(0))
      HStack("least") {
        name
        Spacer(min: 16)
        role
      }(.top(40), .left(0), .width(200))
      VStack("column") {
        upper(.size(10))
        Spacer(16)
        lower(.size(10))
        Spacer(min: 16)
      }(.top(80), .left(0), .height(100))
    }
    let frames = page.frames(width: 400, height: 300)

    #expect(frames[subtitle] == Rect(x: 56, y: 0, width: 64, height: 20))
    #expect(frames[role] == Rect(x: 168, y: 0, width: 32, height: 20))
    #expect(frames[lower] == Rect(x: 0, y: 26, width: 10, height: 10))
    #expect(frames.diagnostics == [])
  }

  /// The margins are 8, and the texts 64 wide with a gap of 15. The rest of 304 goes to the picture: it is one view
  /// that hugs its content, and the texts are two.
  ///
  /// Rows Y-35, Y-37, Y-38.
  @Test func `the sample of its README`() {
    let title = Label("title", text: "Title"), subtitle = Label("subtitle", text: "Subtitle")
    let image = Image("image")
    let labels = VStack("labels") {
      title
      subtitle
    }
    let stack = HStack("stack", gap: 15, items: .top) {
      image(.intrinsic(44, 44))
      labels
    }
    let page = Layout("page") { stack(.fill(.margins)) }
    let frames = page.frames(width: 320, height: 480)

    #expect(frames[stack] == Rect(x: 8, y: 8, width: 304, height: 464))
    #expect(frames[image] == Rect(x: 0, y: 0, width: 225, height: 44))
    #expect(frames[labels] == Rect(x: 240, y: 0, width: 64, height: 40))
    #expect(frames[title] == Rect(x: 0, y: 0, width: 64, height: 20))
    #expect(frames[subtitle] == Rect(x: 0, y: 20, width: 64, height: 20))
    #expect(frames.diagnostics == [])
  }
}
