import Frames
import LayoutEngine
import Settables
import Testing

@testable import LayoutRuntime

@Suite("Layouts that are renamed") struct RenamedLayoutTests {
  static func text(_ name: String, left: Int = 10, preview: String = "phone") -> String {
    """
    layout \(name) size 300, 200 {
      box a top 20 height 40 left \(left) width 100
      label t "Hello" left 1 top 0 width 50 height 20
      preview "\(preview)" size 100, 100
    }
    """
  }

  var world = World(serving: ["a.layout": text("card")])

  @Test mutating func `who follows a scene goes on, with the next revision`() {
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)

    world.save("a.layout", Self.text("page"))
    #expect(follower.newMessages(from: &world).allSatisfy { if case .bye = $0.content { false } else { true } })
    world.save("a.layout", Self.text("page", left: 30))
    follower.catchUp(with: &world)

    #expect(world.sceneNames == ["page", "page/phone"])
    #expect(follower.picture.views.first { $0.path == "a" }?.frame.rect.x == 30)
    #expect(follower.picture == world.runtime.scenes["page"]?.published.history.current)
  }

  @Test mutating func `what is set stays set, in previews too, and over a restart`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"), to: "card")
    _ = world.apply(.set(.text, of: "t", to: "Small"), to: "card/phone")

    world.save("a.layout", Self.text("page"))

    #expect(world.text(of: "t", in: "page") == "Hi")
    #expect(world.text(of: "t", in: "page/phone") == "Small")
    for compacting in [false, true] {
      world.restart(compacting: compacting)
      #expect(world.sceneNames == ["page", "page/phone"])
      #expect(world.text(of: "t", in: "page") == "Hi")
      #expect(world.text(of: "t", in: "page/phone") == "Small")
    }
  }

  @Test mutating func `calls find it by its old name too, until somebody else has that`() {
    world.save("a.layout", Self.text("page"))
    #expect(world.apply(.set(.text, of: "t", to: "Hi"), to: "card")?.failure == nil)
    #expect(world.text(of: "t", in: "page") == "Hi")
    var follower = world.subscribe(Subscription(scene: "card/phone"))
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["page/phone"]?.published.history.current)

    world.disk["b.layout"] = "layout card { box other }"
    world.serve()

    #expect(world.apply(.set(.text, of: "t", to: "Hi"), to: "card")?.failure != nil)
    #expect(world.text(of: "t", in: "page") == "Hi")
  }

  @Test mutating func `twice is once, and back is as before`() {
    let id = world.runtime.scenes["card"]?.published.history.current.views[1].id
    _ = world.apply(.set(.text, of: "t", to: "Hi"), to: "card")

    for name in ["page", "sheet", "card"] { world.save("a.layout", Self.text(name)) }

    #expect(world.sceneNames == ["card", "card/phone"])
    #expect(world.text(of: "t", in: "card") == "Hi")
    #expect(world.runtime.scenes["card"]?.published.history.current.views[1].id == id)
    // Each of the other names leads there.
    for name in ["page", "sheet"] {
      #expect(world.call(.snapshot(scene: name, filter: .everything, at: nil))?.failure == nil)
    }
  }

  /// Somebody who was away while the layout was renamed has the revision of the same scene.
  @Test mutating func `who comes back goes on from the revision that he has`() {
    let known = world.revision(of: "card")!
    world.save("a.layout", Self.text("page", left: 30))

    var follower = world.subscribe(Subscription(scene: "card", since: (epoch: "e1", revision: known)))

    #expect(follower.newMessages(from: &world).map(\.isSnapshot) == [false])
  }

  @Test mutating func `a scene that somebody opened has the layout's new name, and its own`() {
    _ = world.call(.open(layout: "card", scene: "wide", environment: []))
    _ = world.apply(.set(.text, of: "t", to: "Hi"), to: "wide")

    world.save("a.layout", Self.text("page"))
    #expect(world.sceneNames == ["page", "page/phone", "wide"])
    world.restart()

    #expect(world.sceneNames == ["page", "page/phone", "wide"])
    #expect(world.text(of: "t", in: "wide") == "Hi")
  }

  @Test mutating func `a preview that is not there any more ends`() {
    var follower = world.subscribe(Subscription(scene: "card/phone"))
    follower.catchUp(with: &world)

    world.save("a.layout", Self.text("page", preview: "pad"))

    #expect(world.sceneNames == ["page", "page/pad"])
    #expect(follower.newMessages(from: &world).contains { if case .bye = $0.content { true } else { false } })
  }

  /// Each with what the file says then.
  @Test(arguments: [
    // It has other views.
    "layout page { box other }",
    // One of them may be it.
    text("page") + "\n" + text("sheet", preview: "pad"),
    // There is none.
    "let x = 1",
  ])
  mutating func `where there is no telling, the scene ends`(text: String) {
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)

    world.save("a.layout", text)

    #expect(
      follower.newMessages(from: &world).map(\.content) == [.bye(reason: "layout 'card' is no longer declared")])
  }

  @Test mutating func `two layouts that change places are what their names say`() {
    let former = Self.text("one", left: 1) + "\n" + Self.text("two", left: 2)
    var world = World(serving: ["a.layout": former])
    var follower = world.subscribe(Subscription(scene: "one"))
    follower.catchUp(with: &world)

    world.save("a.layout", Self.text("two", left: 1) + "\n" + Self.text("one", left: 2))
    follower.catchUp(with: &world)

    #expect(follower.picture.views.first { $0.path == "a" }?.frame.rect.x == 2)
  }

  @Test mutating func `a name that another file has is not taken from it`() {
    var world = World(serving: ["a.layout": Self.text("card"), "b.layout": Self.text("page", left: 5)])
    var follower = world.subscribe(Subscription(scene: "page"))
    follower.catchUp(with: &world)

    world.save("b.layout", Self.text("card", left: 5))

    #expect(world.sceneNames == ["card", "card/phone"])
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])
    #expect(follower.newMessages(from: &world).contains { if case .bye = $0.content { true } else { false } })
  }

  @Test mutating func `a clock of its own goes along`() {
    _ = world.clock(.pause, in: "card")

    world.save("a.layout", Self.text("page"))

    #expect(world.runtime.clock(of: "page").isRunning == false)
    #expect(world.runtime.scenes.clocked == ["page"])
  }

  /// Each call takes a job: the first one the solve that it leads to, the second one is gone through elsewhere.
  @Test(arguments: [
    (Operation.set(.size, to: [30, 900]), "b[49]"),
    (.records(list: "rows", .insert((0..<20).map { SettableRecord([("id", .text("\($0)"))]) }, nil)), "c[\"19\"]"),
  ])
  func `a scene goes on of which something is done elsewhere`(change: Operation, view: String) throws {
    func text(_ name: String) -> String {
      """
      layout \(name) size 100, 900 {
        var rows: list(id: text) = []
        for r in rows by r.id { box c[r.id] left 0 right 0 top 0 height 10 }
        for i in 0..<50 { box b left 0 right 0 top 0 height 10 }
      }
      """
    }
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    world.keepsJobs = true
    world.disk = ["a.layout": text("card")]
    world.serve()
    world.finishAllJobs()
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)
    let call = world.send(.apply(scene: "card", [change], ifLayoutRevision: nil))
    world.turn()
    #expect(world.jobs.count == 1)

    world.save("a.layout", text("page"))
    while let reading = world.jobs.firstIndex(where: { $0.payer == .document("a.layout") }) {
      world.finishJob(at: reading)
      world.turn()
    }

    #expect(world.sceneNames == ["page"] && world.replies[call] == nil)
    world.finishAllJobs()
    #expect(world.replies[call]?.answer != nil)
    let width = view == "b[49]" ? 30.0 : 100
    #expect(world.frame(of: view, in: "page") == [0, 0, width, 10])
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["page"]?.published.history.current)
    let remembered = world.runtime.memory.scenes["page"]?.outside
    #expect(remembered == world.runtime.scenes["page"]?.settings.outside)
    #expect(world.runtime.memory.scenes["card"] == nil)
  }

  @Test func `old names are kept for a while and no longer`() {
    var names = FormerNames()
    for number in 0...FormerNames.most { names.note("old\(number)", isNow: "new\(number)") }

    #expect(names["old0"] == nil)
    #expect(names["old1"] == "new1")
    #expect(names["old\(FormerNames.most)"] == "new\(FormerNames.most)")
  }
}
