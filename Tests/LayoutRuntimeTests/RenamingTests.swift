import Frames
import LayoutEngine
import Testing

@testable import LayoutRuntime

@Suite("Views that are renamed") struct RenamingTests {
  static let text = """
    layout card size 300, 200 {
      box a top 20 height 40 left 10 #gap {
        config main { width 100 }
        config wide { width 200 }
        label t "Hello" left 1 top 0 width 50 height 20
      }
      for i in 0..<2 { box c left 20 * i top 100 size 10 }
    }
    """

  var world = World(serving: ["card.layout": text])

  private func ids(_ world: World) -> [String: StreamID] {
    let views = world.runtime.scenes["card"]?.published.history.current.views ?? []
    return Dictionary(uniqueKeysWithValues: views.map { ($0.path, $0.id) })
  }

  private mutating func save(_ text: String) {
    world.write("card.layout", text)
    world.turn()
  }

  private func renamed(_ text: String) -> String {
    text.split(separator: "box a ", maxSplits: 1).joined(separator: "box panel was: a ")
      .split(separator: "box c ", maxSplits: 1).joined(separator: "box dot was: c ")
  }

  @Test mutating func `with 'was' they keep their numbers, with all that is in them, and copies too`() {
    let before = ids(world)

    save(renamed(Self.text))

    let after = ids(world)
    #expect(after["panel"] != nil && after["panel"] == before["a"])
    #expect(after["panel.t"] != nil && after["panel.t"] == before["a.t"])
    #expect(after["dot[1]"] != nil && after["dot[1]"] == before["c[1]"])
    #expect(after["a"] == nil)
  }

  @Test mutating func `what was set in them stays set`() {
    _ = world.apply(
      .set(.config, of: "a", to: "wide"), .set(.constant, of: "a.gap", to: 30), .set(.text, of: "a.t", to: "Bye"))

    save(renamed(Self.text))

    #expect(world.frame(of: "panel", in: "card") == [30, 20, 200, 40])
    #expect(world.text(of: "panel.t", in: "card") == "Bye")
  }

  @Test mutating func `saving again changes nothing, and without 'was' it is another view`() {
    save(renamed(Self.text))
    let once = ids(world)

    save(renamed(Self.text) + "\n// again\n")
    #expect(ids(world) == once)

    save(renamed(Self.text).split(separator: "box panel was: a ").joined(separator: "box other "))
    #expect(ids(world)["other"] != once["panel"])
  }

  @Test mutating func `a view that takes the name of one that is still there is a new one`() {
    let before = ids(world)

    save(Self.text.split(separator: "for i").joined(separator: "box b was: a size 1\n  for i"))

    #expect(ids(world)["a"] == before["a"])
    #expect(ids(world)["b"] != before["a"])
  }
}
