import Framewire
import Testing

/// The lines of LayoutExpressions on `Documentation/porting.md`.
@Suite("Ported from LayoutExpressions") struct LayoutExpressionsTests {
  /// `a` is 100 wide, so `b` begins at 10 + 100 + 10 and is 2 · 100 + 10 wide. `container` is 300 × 200 at (50, 50).
  ///
  /// Rows L-01…L-10, L-19…L-21, L-23, L-25…L-31, L-34, L-36, L-38…L-40, L-42…L-46, L-58.
  @Test func `lines of LayoutExpressions have the frames that they have there`() {
    let container = Box("container"), a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e")
    let f = Box("f"), g = Box("g"), h = Box("h"), i = Box("i"), j = Box("j"), k = Box("k")
    let page = Layout("page") {
      container(.at(x: 50, y: 50, width: 300, height: 200)) {
        a(.left(10), .top(20), .size(100, 40))
        b.left >= a.right + 10
        b.left == Super.left <~ .low
        b.top == a.top
        b.width >= 2.0 * a.width + 10
        b.width == 0 <~ .fitting
        b.height == 0.5 * a.height - 5
        c(.top(0), .left(0))
        c.width >= a.width <~ .high
        c.width == 70 <~ 749
        c.height == 5 <~ 950
        c.height == 9 <~ .required
        d.edges == container.edges
        e.edges == container.edges - EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
        f.edges == container.edges - 10
        g.size == container.size
        g.center == container.center
        h.size == container.size + Size(width: -20, height: -10)
        h.center == container.center + Offset(x: 0, y: -10)
        i.size == Size(width: 32, height: 20)
        i.right == container.centerX
        i.bottom == container.centerY
        j(.left(0), .bottom(0), .size(1))
        k(.left(0), .bottom(0), .width(8))
        k.height <= j.height * 2 + 3
        k.height == 100 <~ .low
        b
        d
        e
        f
        g
        h
        i
      }
    }
    let frames = page.frames(width: 400, height: 300)

    #expect(frames.diagnostics == [])
    #expect(frames[b] == Rect(x: 120, y: 20, width: 210, height: 15))
    #expect(frames[c] == Rect(x: 0, y: 0, width: 100, height: 9))
    #expect(frames[d] == Rect(x: 0, y: 0, width: 300, height: 200))
    #expect(frames[e] == Rect(x: 20, y: 10, width: 240, height: 160))
    #expect(frames[f] == Rect(x: 10, y: 10, width: 280, height: 180))
    #expect(frames[g] == Rect(x: 0, y: 0, width: 300, height: 200))
    #expect(frames[h] == Rect(x: 10, y: -5, width: 280, height: 190))
    #expect(frames[i] == Rect(x: 118, y: 80, width: 32, height: 20))
    #expect(frames[k] == Rect(x: 0, y: 195, width: 8, height: 5))
  }

  /// A bar of 47 covers the top, and one of 34 the bottom. `bar` is a guide of one's own, whose edges are its own.
  ///
  /// Rows L-47…L-49, L-51, L-56.
  @Test func `bars of the screen, and guides`() {
    let bar = Guide("bar"), view = Box("view"), other = Box("other")
    let page = Layout("page") {
      bar(.at(x: 0, y: 60, width: 80, height: 30))
      view(.left(0), .width(10))
      view.top == Super.safe.top
      view.bottom == Super.safe.bottom
      other(.size(10))
      other.leading == bar.trailing + 10
      other.top == bar.top
    }
    var surroundings = Surroundings(size: Size(width: 390, height: 844))
    surroundings.safe = EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    let frames = page.frames(in: surroundings)

    #expect(frames[view] == Rect(x: 0, y: 47, width: 10, height: 763))
    #expect(frames[other] == Rect(x: 90, y: 60, width: 10, height: 10))
    #expect(frames.diagnostics == [])
  }

  /// Inward by 10 and 15 from 400 × 300; `subviewB` is 10 behind `subviewA`, which is 60 wide.
  ///
  /// Rows L-12…L-15, L-33, L-35.
  @Test func `the samples of its README`() {
    let container = Box("container"), subview = Box("subview"), subviewA = Box("subviewA"), subviewB = Box("subviewB")
    let page = Layout("page") {
      container(.fill()) {
        subview.top == container.top + 10
        subview.left == container.left + 15
        subview.bottom == container.bottom - 10
        subview.right == container.right - 15
        subview {
          subviewA(.fill(along: .y), .left(0), .width(60))
          subviewB(.fill(along: .y), .right(0))
          subviewB.left >= subviewA.right + 10
          subviewB.width >= subviewA.width <~ .high
          subviewB.width == 1000 <~ .low
        }
      }
    }
    let frames = page.frames(width: 400, height: 300)

    #expect(frames[subview] == Rect(x: 15, y: 10, width: 370, height: 280))
    #expect(frames[subviewA] == Rect(x: 0, y: 0, width: 60, height: 280))
    #expect(frames[subviewB] == Rect(x: 70, y: 0, width: 300, height: 280))
    #expect(frames.diagnostics == [])
  }
}
