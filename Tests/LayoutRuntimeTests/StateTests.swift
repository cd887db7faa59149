import Frames
import Geometry
import LayoutEngine
import Settables
import Testing

@testable import LayoutRuntime

@Suite("State set from outside") struct StateTests {

  var world = World(serving: ["card.layout": SampleLayouts.stateful])

  @Test mutating func `a configuration switches, by view or wherever it is declared`() {
    #expect(world.apply(.set(.config, of: "a", to: "wide"))?.failure == nil)
    #expect(world.frame(of: "a", in: "card") == [10, 20, 200, 40])

    #expect(world.apply(.set(.config, to: nil))?.failure == nil)
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])

    #expect(world.apply(.set(.config, to: "wide"))?.failure == nil)
    #expect(world.frame(of: "a", in: "card") == [10, 20, 200, 40])
  }

  @Test mutating func `a constant is set by its id, with or without the view and the mark`() {
    for (name, value) in [("gap", 11.0), ("#gap", 12), ("a.gap", 13), ("a.#gap", 14)] {
      #expect(world.apply(.set(.constant, of: name, to: .number(value)))?.failure == nil)
      #expect(world.frame(of: "a", in: "card")?[0] == value)
    }

    _ = world.apply(.set(.constant, of: "gap", to: nil))
    #expect(world.frame(of: "a", in: "card")?[0] == 10)
  }

  @Test func `a guide's rectangle is set by its id, and what is tied to it goes along`() {
    let text = """
      layout page size 400, 300 {
        guide g at 100, 50, 100, 30 #g
        label a "abcd" center in of g
      }
      """
    var world = World(serving: ["page.layout": text])
    #expect(world.frame(of: "a", in: "page") == [134, 55, 32, 20])

    #expect(world.apply(.set(.constant, of: "#g", to: [10, 20, 50, 60]))?.failure == nil)
    #expect(world.frame(of: "a", in: "page") == [19, 40, 32, 20])
    #expect(world.guide("g", in: "page") == [10, 20, 50, 60])
    // Where it begins is the owner's leading edge.
    #expect(world.apply(.set(.trait, of: "direction", to: "rtl"))?.failure == nil)
    #expect(world.guide("g", in: "page") == [340, 20, 50, 60])
    #expect(world.apply(.set(.trait, of: "direction", to: nil), .set(.constant, of: "#g", to: nil))?.failure == nil)
    #expect(world.frame(of: "a", in: "page") == [134, 55, 32, 20])
  }

  @Test mutating func `variables, sizes, texts and hidden are set and taken back`() {
    _ = world.apply(
      .set(.variable, of: "indent", to: 7), .set(.size, to: [500, 100]), .set(.text, of: "t", to: "Hi"),
      .set(.hidden, of: "a", to: true))
    #expect(world.frame(of: "t", in: "card") == [7, 0, 50, 20])
    #expect(world.frame(of: "root", in: "card") == [0, 0, 500, 100])
    #expect(world.text(of: "t", in: "card") == "Hi")
    #expect(world.runtime.scenes["card"]?.published.history.current.views[1].content.isHidden == true)

    _ = world.apply(
      .set(.variable, of: "indent", to: nil), .set(.text, of: "t", to: nil), .set(.hidden, of: "a", to: nil))
    #expect(world.frame(of: "t", in: "card") == [5, 0, 50, 20])
    #expect(world.text(of: "t", in: "card") == "Hello")
    #expect(world.runtime.scenes["card"]?.published.history.current.views[1].content.isHidden == false)
  }

  @Test mutating func `a size that is taken back is the layout's, the preview's or the opener's again`() {
    let text = "layout page size 300, 200 {\n  box a fill\n  preview \"wide\" size 700, 100\n}\n"
    var world = World(serving: ["page.layout": text])
    _ = world.call(.open(layout: "page", scene: "own", environment: [Assignment(.size, to: [80, 60])]))
    let sizes: [(scene: String, own: [Double])] = [
      ("page", [300, 200]), ("page/wide", [700, 100]), ("own", [80, 60]),
    ]
    for (scene, own) in sizes {
      _ = world.apply(.set(.size, to: [500, nil]), to: scene)
      #expect(world.frame(of: "a", in: scene)?[2] == 500, "\(scene)")

      #expect(world.apply(.set(.size, to: nil), to: scene)?.failure == nil)
      #expect(world.frame(of: "a", in: scene) == [0, 0] + own, "\(scene)")
    }
    // The file decides again, and not the size that it had.
    world.save("page.layout", text.replacing("700, 100", with: "600, 90"))
    #expect(world.frame(of: "a", in: "page/wide") == [0, 0, 600, 90])
  }

  @Test mutating func `a scroll view is scrolled, also after a reload, and nothing else is`() {
    let page = """
      layout page size 100, 50 { vscroll pages fill { box long x fill y fill height 200 }; box other }
      """
    var world = World(serving: ["page.layout": page])
    func offset() -> Int32? { world.runtime.scenes["page"]?.published.history.current.views[1].content.scroll?.offsetY }

    #expect(world.apply(.set(.scroll, of: "pages", to: [0, 30]))?.failure == nil)
    #expect(offset() == Int32(1920))
    world.save("page.layout", page.replacing("200", with: "60"))
    #expect(offset() == Int32(640))

    #expect(
      world.apply(.set(.scroll, of: "other", to: [0, 30]))?.failure
        == .badOperation(index: 0, "'other' is a box and does not scroll"))
  }

  @Test func `a client that measures a header itself says so, and the list makes room`() {
    let page = """
      layout page size 100, 500 {
        list rows fill animate: false { view header intrinsic _, 30; box row height 20; view footer intrinsic _, 10 }
      }
      """
    var world = World(serving: ["page.layout": page])
    #expect(world.frame(of: "rows.row", in: "page") == [0, 30, 100, 20])

    _ = world.apply(.set(.intrinsic, of: "rows.header", to: [nil, 55, nil, nil]))
    _ = world.apply(.set(.intrinsic, of: "rows.footer", to: [nil, 7, nil, nil]))

    #expect(world.frame(of: "rows.row", in: "page") == [0, 55, 100, 20])
    #expect(world.frame(of: "rows.footer", in: "page") == [0, 75, 100, 7])
  }

  @Test mutating func `what is taken back may be a flag, whatever whoever does it believes`() {
    _ = world.apply(.set(.flag, of: "unread", to: true))

    #expect(world.apply(.set(.variable, of: "unread", to: nil))?.failure == nil)
    #expect(world.runtime.scenes["card"]?.settings.outside[.flag] == [:])
    #expect(world.apply(.set(.variable, of: "unread", to: nil))?.failure != nil)
    #expect(world.apply(.set(.variable, of: "unread", to: 1))?.failure != nil)
  }

  @Test mutating func `a flag that nothing asks for is set with a warning and a hint`() {
    let reply = world.apply(.set(.flag, of: "tal", to: true))

    guard case .applied(_, let warnings)? = reply?.answer else {
      Issue.record("\(String(describing: reply))")
      return
    }
    #expect(warnings.map(\.message) == ["nothing in layout 'card' asks for flag 'tal'; did you mean 'tall'?"])
  }

  @Test mutating func `state survives a reload for every view and id that is still there`() {
    _ = world.apply(
      .set(.config, of: "a", to: "wide"), .set(.constant, of: "gap", to: 33),
      .set(.variable, of: "indent", to: 9), .set(.text, of: "t", to: "Hi"), .set(.size, to: [640, 480]))

    world.save("card.layout", SampleLayouts.stateful.replacing("top 20", with: "top 25"))

    #expect(world.frame(of: "a", in: "card") == [33, 25, 200, 40])
    #expect(world.frame(of: "t", in: "card") == [9, 0, 50, 20])
    #expect(world.text(of: "t", in: "card") == "Hi")
    #expect(world.frame(of: "root", in: "card") == [0, 0, 640, 480])
  }

  @Test mutating func `a constant falls back to the file once the file's own value changes`() {
    _ = world.apply(.set(.constant, of: "gap", to: 33))

    world.save("card.layout", SampleLayouts.stateful.replacing("left 10 #gap", with: "left 15 #gap"))
    #expect(world.frame(of: "a", in: "card")?[0] == 15)

    world.save("card.layout", SampleLayouts.stateful)
    #expect(world.frame(of: "a", in: "card")?[0] == 10)
  }

  @Test mutating func `a text falls back to the file once the file's own text changes`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"))
    world.save("card.layout", SampleLayouts.stateful.replacing("Hello", with: "Good day"))

    #expect(world.text(of: "t", in: "card") == "Good day")
  }

  @Test mutating func `hidden falls back to the file once the file says otherwise`() {
    _ = world.apply(.set(.hidden, of: "t", to: false))
    world.save("card.layout", SampleLayouts.stateful.replacing("left indent", with: "hidden left indent"))

    #expect(world.runtime.scenes["card"]?.published.history.current.views.last?.content.isHidden == true)
  }

  @Test mutating func `state of a view that is gone is forgotten`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"))
    world.save("card.layout", SampleLayouts.stateful.replacing("label t", with: "label u"))
    world.save("card.layout", SampleLayouts.stateful)

    #expect(world.text(of: "t", in: "card") == "Hello")
  }

  @Test mutating func `a failed save forgets nothing`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"))
    world.save("card.layout", "layout card { box other left nowhere }")
    world.advance(milliseconds: 30)
    world.save("card.layout", SampleLayouts.stateful)

    #expect(world.text(of: "t", in: "card") == "Hi")
  }

  @Test mutating func `a reset forgets everything`() {
    let before = world.runtime.scenes["card"]?.published.history.current
    _ = world.apply(
      .set(.config, of: "a", to: "wide"), .set(.constant, of: "gap", to: 33),
      .set(.size, to: [640, 480]))

    _ = world.call(.reload(scene: "card", resettingState: true))

    #expect(world.runtime.scenes["card"]?.published.history.current == before)
  }

  @Test mutating func `a reset scene returns to the environment it was opened with`() {
    _ = world.call(.open(layout: "card", scene: "big", environment: [Assignment(.size, to: [800, 600])]))
    _ = world.apply(.set(.size, to: [10, 10]), to: "big")

    _ = world.call(.reload(scene: "big", resettingState: true))

    #expect(world.frame(of: "root", in: "big") == [0, 0, 800, 600])
    #expect(world.frame(of: "root", in: "card") == [0, 0, 300, 200])
  }
}
