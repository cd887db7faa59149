import Frames
import LayoutEngine
import Settables
import Testing

@testable import LayoutRuntime

/// A scene that a program has, with a runtime that serves it to others.
@Suite("Scenes of programs") struct GuestTests {
  var world = World(serving: ["card.layout": "layout card { box b size 10 top 0 leading 0 }"])
  /// The program's.
  var scene = LayoutRuntime.Scene(named: "card")

  init() { world.runtime.giveBack(&scene) }

  private mutating func turn() {
    world.runtime.takeIn(&scene)
    world.turn()
    world.runtime.giveBack(&scene)
  }

  private var frame: Frame? { scene.picture.views.first { $0.path == "b" }?.frame }

  @Test mutating func `what the program sets is what others see, and the other way round`() throws {
    try scene.apply(.set(.text, of: "b", to: "one"), animated: nil)
    turn()
    let told = world.call(.snapshot(scene: "card", filter: .everything, at: nil))
    guard case .done(.snapshot(let publication)) = told, case .snapshot(let picture, _) = publication.content else {
      Issue.record("no snapshot")
      return
    }
    // The call was a turn without the scene, which the program has.
    #expect(picture.views.allSatisfy { $0.content.text == nil })

    world.runtime.takeIn(&scene)
    let lent = world.call(.snapshot(scene: "card", filter: .everything, at: nil))
    #expect(world.apply(.set(.hidden, of: "b", to: true)) != nil)
    world.runtime.giveBack(&scene)
    guard case .done(.snapshot(let seen)) = lent, case .snapshot(let now, _) = seen.content else {
      Issue.record("no snapshot")
      return
    }
    #expect(now.views.last?.content.text == "one")
    #expect(scene.picture.views.last?.content.isHidden == true)
    // What the program set is to be remembered like all that is set.
    #expect(world.records.count == 2)
  }

  /// The file says another layout for a while.
  @Test mutating func `a scene that is closed meanwhile goes on with the program, until it is opened again`() throws {
    world.write("card.layout", "layout other { }")
    turn()
    #expect(world.runtime.summaries.map(\.name) == ["other"])
    #expect(frame == Frame(x: 0, y: 0, width: 640, height: 640))

    try scene.apply(.set(.hidden, of: "b", to: true), animated: nil)
    turn()
    scene.update(at: world.now, measuring: FixedMetrics())
    #expect(scene.picture.views.last?.content.isHidden == true)

    world.write("card.layout", "layout card { box b size 10 top 0 leading 20 }")
    turn()
    #expect(frame == Frame(x: 1280, y: 0, width: 640, height: 640))
  }
}
