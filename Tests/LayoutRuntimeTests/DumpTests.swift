import Testing

@testable import LayoutRuntime

@Suite("Laying a scene open") struct DumpTests {
  var world = World(serving: [
    "card.layout": """
    layout card size 300, 200 {
      box a top 20 height 40 left 10 #gap { width 100 }
      if flag(editing) { box b left 5 top 5 width 7 height 7 }
    }
    """
  ])

  private mutating func dump(_ dump: SceneDump, of scene: String? = nil) -> [Substring] {
    let reply = world.call(.debug(dump, scene: scene))
    guard case .done(.dump(let text)) = reply else { return [] }
    return text.split(separator: "\n")
  }

  @Test mutating func `the tree has each view's frame, and each constraint with its line`() {
    let lines = dump(.tree)

    #expect(lines.first == "view root  0, 0, 300, 200  card.layout:1")
    #expect(lines.contains("  box a  10, 20, 100, 40  card.layout:2"))
    #expect(lines.contains("      a.height == 40 @required  card.layout:2"))
  }

  @Test mutating func `what does not hold for the time being stands in brackets`() {
    #expect(dump(.tree).contains { $0.contains("(b.width == 7") && $0.contains("card.layout:3") })

    _ = world.call(.apply(scene: nil, [.set(.flag, of: "editing", to: true)], ifLayoutRevision: nil))

    #expect(dump(.tree).contains { $0.contains("  b.width == 7") })
  }

  @Test mutating func `the solver's rows name the views' unknowns, and say what they are for`() {
    let rows = dump(.solver)

    #expect(rows.contains { $0.contains(": a.height == 40.0  | a.height == 40 @required  card.layout:2") })
    #expect(rows.contains { $0.hasPrefix("  a.x = 10.0 (s") })
  }

  @Test mutating func `the state tells what was set, and the syntax what was parsed`() {
    _ = world.call(.apply(scene: nil, [.set(.constant, of: "gap", to: 33)], ifLayoutRevision: nil))

    #expect(dump(.scene).first == "scene card: layout card of card.layout, declared(preview: nil), ok")
    #expect(dump(.scene).contains { $0.contains("gap") && $0.contains("33") })
    #expect(dump(.syntax).contains { $0.hasPrefix("file") })
  }

  @Test mutating func `of a scene that is not there, or never was good, the usual is said`() {
    world.save("broken.layout", "layout broken { box }}")
    world.advance(milliseconds: 1000)

    #expect(world.call(.debug(.scene, scene: "nothing"))?.failure != nil)
    #expect(world.call(.debug(.solver, scene: "broken"))?.failure != nil)
  }
}
