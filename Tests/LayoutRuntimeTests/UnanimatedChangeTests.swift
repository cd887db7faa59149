import Frames
import LayoutModel
import Testing

@testable import LayoutRuntime

/// Row C-184: when a branch that says `animate` is not animated all the same.
@Suite("What is never animated") struct UnanimatedChangeTests {
  private static let text = """
    layout page size 100, 200 {
      vstack drawer left 0 top 0 {
        box a { height 10; if dark animate 100ms linear { width 50 } else { width 10 } }
        box b { height 10; if dark animate 100ms linear { width 50 } else { width 10 } }
      }
      box over x fill top 50 { bottom == super.keyboardSafe.bottom }
      box c top 30 height 10 { if over.height < 100 animate 400ms linear { left 60 } else { left 0 } }
      box d top 30 height 10 { if dark animate 400ms linear { left 60 } else { left 0 } }
    }
    """

  private var world = World(serving: ["page.layout": text])
  private static let dark = Operation.set(.trait, of: "style", to: "dark")

  private func width(_ path: String) -> Double? { world.frame(of: path, in: "page")?[2] }
  private func x(_ path: String) -> Double? { world.frame(of: path, in: "page")?[0] }

  @Test mutating func `the first picture`() {
    var world = World(serving: [
      "page.layout": Self.text.replacing("size 100, 200", with: "size 100, 200 dark")
    ])

    #expect(world.frame(of: "drawer.a", in: "page")?[2] == 50 && world.wake == nil)
    world.advance(milliseconds: 50)
    #expect(world.revision(of: "page") == Revision(1))
  }

  @Test mutating func `a view that is not in the tree`() {
    _ = world.apply(.remove(.these(["drawer.a"], from: nil)))
    _ = world.apply(Self.dark)
    _ = world.apply(.append(["drawer.a"], to: "drawer", index: 0))

    // It comes back where it belongs, while the other is on its way.
    #expect(width("drawer.a") == 50)
    world.advance(milliseconds: 50)
    #expect(width("drawer.a") == 50 && width("drawer.b") == 30)
  }

  @Test mutating func `when whoever sets it turns animations off`() {
    _ = world.apply(Self.dark, animated: false)

    #expect(width("drawer.a") == 50 && width("drawer.b") == 50 && x("d") == 60 && world.wake == nil)
  }

  @Test mutating func `inside of an animation that is under way for the same reason, which it joins`() {
    _ = world.apply(.keyboard(80, lasting: .milliseconds(100), curve: "linear")!)

    // The keyboard takes 100 ms; by itself the branch would take 400.
    #expect(x("c") == 0)
    world.advance(milliseconds: 50)
    #expect(x("c") == 30 && world.frame(of: "over", in: "page")?[3] == 110)
    world.advance(milliseconds: 50)
    #expect(x("c") == 60 && world.wake == nil)
  }

  @Test mutating func `a branch that flips for another reason keeps its own pace beside it`() {
    _ = world.apply(Self.dark, .keyboard(80, lasting: .milliseconds(100), curve: "linear")!)
    world.advance(milliseconds: 100)

    #expect(x("c") == 60 && x("d") == 15)
  }
}
