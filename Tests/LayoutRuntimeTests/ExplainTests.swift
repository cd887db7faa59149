import LayoutEngine
import LayoutModel
import Testing

@testable import LayoutRuntime

@Suite("Explaining a scene") struct ExplainTests {
  static let text = """
    layout card size 300, 200 {
      guide column left 0 width 50 top 0 height 10
      box a top 20 height 40 left 10 #gap { width 100 }
    }
    """

  var world = World(serving: ["card.layout": text])

  private mutating func explain(
    _ view: String, _ attribute: String? = nil, in scene: String? = nil
  ) -> (explanation: Explanation?, failure: RequestFailure?) {
    let reply = world.call(.explain(scene: scene, view: view, attribute: attribute))
    guard case .done(.explained(let explanation, let sources)) = reply else { return (nil, reply?.failure) }
    #expect(sources.map(\.name) == ["card.layout"])
    return (explanation, nil)
  }

  @Test mutating func `the state of the same turn is explained, with the words of the file`() {
    let change = world.send(.apply(scene: nil, [.set(.constant, of: "gap", to: 33)], ifLayoutRevision: nil))
    let left = explain("a", "left").explanation?.attributes.first

    #expect(world.replies[change]?.failure == nil)
    #expect(left?.value == 33)
    #expect(left?.because.map(\.source) == ["left 10 #gap"])
  }

  @Test mutating func `asking solves nothing and publishes nothing`() {
    let solves = world.solves
    let revision = world.revision(of: "card")

    #expect(explain("a").explanation?.attributes.count == 4)
    #expect(world.solves == solves)
    #expect(world.revision(of: "card") == revision)
  }

  @Test mutating func `while the file has a mistake, the good one that is shown is quoted`() {
    let mistaken = Self.text.replacing("width 100", with: "widht 1")
    world.save("card.layout", "// A comment that moves everything.\n" + mistaken)
    world.advance(milliseconds: 1000)
    #expect(world.runtime.scenes["card"]?.document.status == .stale)

    #expect(explain("a", "width").explanation?.attributes.first?.because.map(\.source) == ["width 100"])
  }

  @Test mutating func `a guide can be explained too`() {
    #expect(explain("column", "width").explanation?.attributes.first?.value == 50)
  }

  @Test mutating func `the name of a view inside of others stands for its path`() throws {
    world = World(serving: ["card.layout": "layout card size 300, 200 { hstack row { label title \"T\"; box tite } }"])
    let explanation = try #require(explain("row.title").explanation)
    #expect(explain("title").explanation == explanation)
  }

  @Test mutating func `what was put out of force from outside is told to be`() {
    _ = world.apply(.set(.active, of: "gap", to: false), to: "card")

    let reason = explain("a", "left").explanation?.attributes.flatMap(\.because).first { $0.identifier == "#gap" }
    #expect(reason?.isActive == false)
    #expect(reason?.condition == "it was set inactive")
  }

  @Test mutating func `what is not there is told with what is`() {
    #expect(explain("colum").failure == .unknownView("colum", near: ["column"]))
    #expect(explain("a", in: "crad").failure == .unknownScene("crad", known: ["card"]))
    guard case .unknownName(kind: "attribute", "widht", let known)? = explain("a", "widht").failure else {
      Issue.record("an unknown attribute is refused")
      return
    }
    #expect(known.first == "width")
  }

  @Test mutating func `a layout that was never good cannot be explained`() {
    world.save("bad.layout", "layout bad { box b widht 1 }")
    world.serve()
    world.advance(milliseconds: 1000)

    guard case .layoutFailed? = explain("b", in: "bad").failure else {
      Issue.record("there is nothing to explain")
      return
    }
  }
}
