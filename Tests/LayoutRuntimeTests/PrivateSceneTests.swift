import Frames
import Settables
import Testing

@testable import LayoutRuntime

@Suite("Private scenes") struct PrivateSceneTests {
  var world = World(serving: ["card.layout": SampleLayouts.stateful])
  let owner = PeerID(1)
  let other = PeerID(2)

  private mutating func open(_ scene: String = "try", by peer: PeerID? = PeerID(1)) -> Reply? {
    world.call(.open(layout: "card", scene: scene, environment: [], privateTo: peer))
  }

  private mutating func names(for peer: PeerID?) -> [String]? {
    guard case .scenes(let scenes)? = world.call(.list(by: peer))?.answer else { return nil }
    return scenes.names
  }

  @Test mutating func `only the list of whoever opened one has it`() {
    #expect(open()?.answer != nil)

    #expect(names(for: owner) == ["card", "try"])
    #expect(names(for: other) == ["card"] && names(for: nil) == ["card"])
    #expect(world.sceneNames == ["card"])
  }

  @Test mutating func `it can be used by its name, and no call that names no scene means it`() {
    _ = open()
    var follower = world.subscribe(Subscription(scene: "try"))
    _ = follower.newMessages(from: &world)

    #expect(world.apply(.set(.variable, of: "indent", to: 7))?.failure == nil)
    #expect(follower.newMessages(from: &world) == [])
    #expect(world.apply(.set(.variable, of: "indent", to: 8), to: "try")?.failure == nil)
    #expect(world.frame(of: "t", in: "card")?[0] == 7 && world.frame(of: "t", in: "try")?[0] == 8)
    #expect(world.call(.close(scene: "tri")) == .failed(.unknownScene("tri", known: ["card"])))
  }

  @Test mutating func `it ends when its owner is gone, and says so to those who follow it`() {
    _ = open()
    _ = open("other", by: other)
    var follower = world.subscribe(Subscription(scene: "try"))
    _ = follower.newMessages(from: &world)

    world.handle(.gone(owner))
    world.turn()

    #expect(follower.newMessages(from: &world).map(\.content) == [.bye(reason: "whoever opened scene 'try' is gone")])
    #expect(names(for: owner) == ["card"] && names(for: other) == ["card", "other"])
    #expect(world.runtime.scenes["other"]?.owner == other)
  }

  @Test mutating func `nothing of it is remembered`() {
    _ = open()
    _ = world.apply(.set(.flag, of: "tall", to: true), to: "try")
    _ = world.call(.close(scene: "try"))
    _ = open()
    _ = world.apply(.set(.flag, of: "tall", to: true), to: "try")
    world.handle(.gone(owner))
    world.turn()

    #expect(world.records == [])
    world.restart()
    #expect(world.sceneNames == ["card"])
  }

  @Test mutating func `what is remembered under its name stays so`() {
    _ = open("second", by: nil)
    _ = world.apply(.set(.flag, of: "tall", to: true), to: "second")
    world.disk["more.layout"] = SampleLayouts.card.replacing("layout card", with: "layout more")
    let text = world.disk.removeValue(forKey: "card.layout")!
    world.handle(.file(path: "card.layout", .missing))
    world.serve()
    world.advance(milliseconds: 600)
    _ = world.call(.forget(scene: nil))
    #expect(world.sceneNames == ["more"])
    let before = world.records.count

    _ = world.call(.open(layout: "more", scene: "second", environment: [], privateTo: PeerID(1)))
    _ = world.call(.close(scene: "second"))

    #expect(world.records.count == before)
    world.disk["card.layout"] = text
    world.serve()
    #expect(world.sceneNames == ["card", "more", "second"])
  }

  @Test mutating func `a layout or a preview of its name takes its place`() {
    _ = open("card/wide")
    let preview = "layout card size 300, 200 { preview \"wide\" size 500, 200;"
    world.save("card.layout", SampleLayouts.stateful.replacing("layout card size 300, 200 {", with: preview))
    #expect(names(for: nil) == ["card", "card/wide"] && world.runtime.scenes.list { $0.owner != nil }.count == 0)
  }

  @Test mutating func `it counts as an opened scene, and what is wrong in it is nobody else's affair`() {
    var options = Runtime.Options()
    options.limits.opened = 1
    world = World(options: options)
    world.disk = [
      "card.layout": "layout card size 100, 100 { var n = 1; box a left 0 right 0 width 50 + n * 50 top 0 height 1 }"
    ]
    world.serve()
    let diagnosed = world.effects.count { if case .diagnosed = $0 { true } else { false } }
    #expect(open()?.answer != nil)
    guard case .failed(.tooMuch("opened scenes", 1, _))? = open("more") else {
      Issue.record("there is an end to how many are opened")
      return
    }

    _ = world.apply(.set(.variable, of: "n", to: 3), to: "try")

    #expect(world.codes(of: "try") == ["E3001"])
    #expect(world.effects.count { if case .diagnosed = $0 { true } else { false } } == diagnosed)
  }
}
