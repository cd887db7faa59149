import Frames
import Settables
import Testing

@testable import LayoutRuntime

@Suite("Scenes and the documents they come from") struct SceneTests {
  static func box(_ name: String, left: Int) -> String {
    "layout \(name) { box a left \(left) top 0 width 9 height 9 }\n"
  }

  @Test func `each layout has a scene, and each preview another one`() {
    let world = World(serving: [
      "ui.layout": """
      layout one { preview "small" size 100, 50; box a left 1 top 1 width 2 height 2 }
      layout two size 30, 40 { box a left 1 top 1 width 2 height 2 }
      """
    ])

    #expect(world.sceneNames == ["one", "one/small", "two"])
    #expect(world.frame(of: "root", in: "one") == [0, 0, 390, 844])
    #expect(world.frame(of: "root", in: "one/small") == [0, 0, 100, 50])
    #expect(world.frame(of: "root", in: "two") == [0, 0, 30, 40])
  }

  @Test func `the scene may be left out while there is one, previews not counted`() {
    var world = World(serving: [
      "a.layout": "layout one { preview \"p\" size 1, 1; box a left 1 top 1 width 2 height 2 }"
    ])
    #expect(world.call(.sync(scene: nil, timeout: .seconds(5)))?.failure == nil)

    world.disk["b.layout"] = Self.box("two", left: 1)
    world.serve()

    #expect(
      world.call(.sync(scene: nil, timeout: .seconds(5)))?.failure
        == .unknownScene(nil, known: ["one", "one/p", "two"]))
  }

  @Test func `of two files with one name the first in byte order keeps the scene`() {
    var world = World(serving: ["b.layout": Self.box("card", left: 2)])
    world.disk["B.layout"] = Self.box("card", left: 1)
    world.disk["c.layout"] = Self.box("card", left: 3) + Self.box("mine", left: 4)
    world.serve()

    #expect(world.frame(of: "a", in: "card")?[0] == 1)
    #expect(world.codes(of: "card") == [])
    #expect(world.frame(of: "a", in: "mine")?[0] == 4)
    #expect(world.codes(of: "mine") == ["E2901"])
    #expect(
      world.runtime.scenes["mine"]?.published.report.content.diagnostics.map(\.message)
        == ["layout 'card' is already declared in B.layout"])
  }

  @Test func `a copy beside a file takes no name from it`() {
    var world = World(serving: ["card.layout": Self.box("card", left: 1)])
    for copy in ["card-old.layout", "card (copy).layout", "card.2.layout"] {
      world.disk[copy] = Self.box("card", left: 2)
    }
    world.serve()

    world.save("card.layout", Self.box("card", left: 3))

    #expect(world.frame(of: "a", in: "card")?[0] == 3)
  }

  @Test func `a file that never was good takes no name from one that is`() {
    var world = World(serving: ["y.layout": Self.box("card", left: 1)])
    world.disk["x.layout"] = "layout card { box a size"
    world.serve()
    world.advance(milliseconds: 1000)

    world.save("y.layout", Self.box("card", left: 2))
    #expect(world.frame(of: "a", in: "card")?[0] == 2)
    #expect(world.codes(of: "card") == [])

    // Once it is right it comes first by name.
    world.save("x.layout", Self.box("card", left: 3))
    #expect(world.frame(of: "a", in: "card")?[0] == 3)
  }

  @Test func `a preview gives way to a layout that is called as its scene would be, and says so`() {
    let world = World(serving: [
      "a.layout": "layout one { preview \"wide\" size 700, 50; box a size 1 pin top.leading }\n",
      "b.layout": "layout `one/wide` size 30, 40 { box a size 2 pin top.leading }\n",
    ])

    #expect(world.sceneNames == ["one", "one/wide"])
    #expect(world.frame(of: "root", in: "one/wide") == [0, 0, 30, 40])
    #expect(world.codes(of: "one") == ["E2901"])
  }

  @Test func `a scene's name goes from a layout to another's preview and back`() {
    var world = World(serving: [
      "a.layout": "layout one { preview \"wide\" size 700, 50; box a size 1 pin top.leading }\n"
    ])
    let layout = "layout `one/wide` size 30, 40 { box b size 2 pin top.leading }\n"
    for _ in 0..<2 {
      #expect(world.frame(of: "root", in: "one/wide") == [0, 0, 700, 50])
      world.save("b.layout", layout)
      world.serve()
      #expect(world.frame(of: "root", in: "one/wide") == [0, 0, 30, 40])
      #expect(world.frame(of: "b", in: "one/wide") == [0, 0, 2, 2])
      world.save("b.layout", "layout other { }\n")
      #expect(world.sceneNames == ["one", "one/wide", "other"])
    }
  }

  @Test func `a name that is given up goes to the next file, and nobody is disturbed`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1), "b.layout": Self.box("card", left: 2)])
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)

    world.save("a.layout", Self.box("other", left: 1))

    #expect(world.frame(of: "a", in: "card")?[0] == 2)
    #expect(follower.newMessages(from: &world).map { $0.delta?.set.count } == [1])
  }

  @Test func `the scenes of a renamed file go on, and the old name is forgotten`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    follower.catchUp(with: &world)

    world.disk = ["z.layout": Self.box("card", left: 1)]
    world.serve()
    world.advance(milliseconds: 500)

    #expect(world.runtime.summaries.map(\.file) == ["z.layout"])
    #expect(world.status(of: "card") == .ok)
    #expect(world.followed == [Followed("z.layout", .whole)])
    #expect(follower.newMessages(from: &world) == [])
    #expect(!world.effects.contains { if case .diagnosed = $0 { true } else { false } })
    world.save("z.layout", Self.box("card", left: 5))
    #expect(world.frame(of: "a", in: "card")?[0] == 5)
    world.disk["a.layout"] = Self.box("mine", left: 3)
    world.serve()
    #expect(world.sceneNames == ["card", "mine"])
  }

  @Test(arguments: [("a.layout", "z.layout"), ("z.layout", "a.layout"), ("b/a.layout", "a/a.layout")])
  func `nothing is said of a renamed file's old name`(old: String, new: String) {
    // With a remark about the layout itself, which goes along.
    var world = World(serving: [old: "layout card { box a left 1 height 10 }"])

    world.disk = [new: world.disk[old]!]
    world.serve()
    world.advance(milliseconds: 500)

    let reports = world.effects.compactMap { effect -> String? in
      guard case .diagnosed(let file, let report) = effect else { return nil }
      return "\(file) \(report.diagnostics.map(\.code.rawValue))"
    }
    #expect(reports == [#"\#(old) ["W3002"]"#, #"\#(new) ["W3002"]"#])
    // For who keeps what was told.
    #expect(world.effects.filter { if case .gone = $0 { true } else { false } } == [.gone(file: old)])
  }

  @Test func `a missing file keeps the scenes that no other file has`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1) + Self.box("mine", left: 2)])
    world.disk = ["z.layout": Self.box("card", left: 3)]
    world.serve()
    world.advance(milliseconds: 500)

    #expect(world.codes(of: "card") == [])
    #expect(world.frame(of: "a", in: "card")?[0] == 3)
    #expect(world.codes(of: "mine") == ["E2902"])
    #expect(world.frame(of: "a", in: "mine")?[0] == 2)
  }

  @Test func `a name is taken again when the missing file comes back at once`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    world.handle(.file(path: "a.layout", .missing))
    world.turn()
    world.disk["z.layout"] = Self.box("card", left: 2) + Self.box("mine", left: 3)
    world.serve()
    #expect(world.codes(of: "mine") == [])

    world.save("a.layout", Self.box("card", left: 1))

    #expect(world.frame(of: "a", in: "card")?[0] == 1)
    #expect(world.codes(of: "mine") == ["E2901"])
  }

  @Test func `a removed file that declared nothing is forgotten, unless another imports it`() {
    var world = World(serving: [
      "one.layout": ImportTests.user("one"), "tokens.layout": "let space = 1", "more.layout": "let gap = 2",
    ])
    world.disk["tokens.layout"] = nil
    world.disk["more.layout"] = nil
    world.serve()
    world.advance(milliseconds: 500)
    world.advance(milliseconds: 30)

    #expect(world.runtime.library["more.layout"] == nil)
    #expect(world.runtime.library["tokens.layout"]?.role == .imported)
    #expect(world.status(of: "one") == .stale)
    world.disk["tokens.layout"] = "let space = 7"
    world.serve()
    world.save("tokens.layout", "let space = 7")
    #expect(world.frame(of: "a", in: "one")?[0] == 7)
  }

  @Test func `a layout that is no longer declared ends its scenes`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)

    world.save("a.layout", "layout other { box b }")

    #expect(world.sceneNames == ["other"])
    #expect(
      follower.newMessages(from: &world).map(\.content) == [.bye(reason: "layout 'card' is no longer declared")])
  }

  @Test func `a scene that comes back goes on counting, and keeps its ids`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    let id = world.runtime.scenes["card"]?.published.history.current.views[1].id
    world.save("a.layout", "layout other { box b }")

    world.save("a.layout", Self.box("card", left: 1))

    #expect(world.revision(of: "card") == Revision(2))
    #expect(world.runtime.scenes["card"]?.published.history.current.views[1].id == id)
    var follower = world.subscribe(Subscription(scene: "card", since: (epoch: "e1", revision: Revision(1))))
    #expect(follower.newMessages(from: &world).map(\.isSnapshot) == [true])
  }

  @Test(arguments: [Subscription.Mode.latest, .every])
  func `who comes back to a scene that came back begins anew`(mode: Subscription.Mode) {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    world.save("a.layout", "layout other { box b }")
    world.save("a.layout", Self.box("card", left: 1))

    let since = (epoch: "e1", revision: Revision(1))
    var follower = world.subscribe(Subscription(scene: "card", mode: mode, since: since))

    #expect(follower.newMessages(from: &world).map(\.isSnapshot) == [true])
  }

  @Test func `more scenes of a layout are opened with their own environment`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    let reply = world.call(.open(layout: "card", scene: "wide", environment: [Assignment(.size, to: [800, nil])]))

    #expect(
      reply == .done(.solved(SceneRevision(scene: "wide", revision: Revision(1), layoutRevision: Revision(1)))))
    #expect(world.frame(of: "root", in: "wide")?[2] == 800)
    world.save("a.layout", Self.box("card", left: 5))
    #expect(world.frame(of: "a", in: "wide")?[0] == 5)
    #expect(
      world.call(.open(layout: "card", scene: "wide", environment: []))?.failure == .nameTaken(scene: "wide"))
    #expect(
      world.call(.open(layout: "cart", scene: "x", environment: []))?.failure
        == .unknownName(kind: "layout", "cart", known: ["card"]))
  }

  @Test func `a closed scene stays closed until its document is loaded again`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)

    #expect(world.call(.close(scene: "card")) == .done(.closed))
    #expect(follower.newMessages(from: &world).map(\.content) == [.bye(reason: "scene 'card' was closed")])
    world.save("a.layout", Self.box("card", left: 2))
    #expect(world.sceneNames == [])

    _ = world.call(.load(path: "a.layout"))
    #expect(world.sceneNames == ["card"])
  }

  @Test func `unloading ends all scenes of a layout`() {
    var world = World(serving: [
      "a.layout": "layout one { preview \"p\" size 1, 1; box a left 1 top 1 width 2 height 2 }"
    ])
    _ = world.call(.open(layout: "one", scene: "more", environment: []))

    #expect(world.call(.unload(scene: "one")) == .done(.unloaded))
    #expect(world.sceneNames == [])
    world.save("a.layout", "layout one { box a left 1 top 1 width 3 height 3 }")
    #expect(world.sceneNames == [])
  }

  @Test func `a text is loaded under a name, replaced, and unloaded`() {
    var world = World()
    let reply = world.call(.loadText(name: "inline", text: Array(Self.box("card", left: 1).utf8)))
    #expect(
      reply == .done(.loaded([SceneRevision(scene: "card", revision: Revision(1), layoutRevision: Revision(1))])))

    _ = world.call(.loadText(name: "inline", text: Array(Self.box("card", left: 2).utf8)))
    #expect(world.frame(of: "a", in: "card")?[0] == 2)

    _ = world.call(.unload(scene: "card"))
    #expect(world.sceneNames == [])
    #expect(world.runtime.library.documents.isEmpty)
  }

  @Test func `a text with errors changes nothing`() {
    var world = World()
    _ = world.call(.loadText(name: "inline", text: Array(Self.box("card", left: 1).utf8)))
    let reply = world.call(.loadText(name: "inline", text: Array("layout card { box a left nowhere }".utf8)))

    guard case .layoutFailed(let report)? = reply?.failure else {
      Issue.record("\(String(describing: reply))")
      return
    }
    #expect(!report.diagnostics.isEmpty)
    #expect(world.status(of: "card") == .ok)
    #expect(world.frame(of: "a", in: "card")?[0] == 1)
  }

  @Test func `loading a layout whose name is taken is refused`() {
    var world = World(serving: ["a.layout": Self.box("card", left: 1)])
    let reply = world.call(.loadText(name: "inline", text: Array(Self.box("card", left: 2).utf8)))

    guard case .layoutFailed(let report)? = reply?.failure else {
      Issue.record("\(String(describing: reply))")
      return
    }
    #expect(report.diagnostics.map(\.code.rawValue) == ["E2901"])
    #expect(world.frame(of: "a", in: "card")?[0] == 1)
    #expect(world.runtime.library["inline"] == nil)
  }

  @Test func `a file is loaded from anywhere, and one that is not there is refused`() {
    var world = World()
    world.disk["/tmp/x.layout"] = Self.box("card", left: 1)

    #expect(
      world.call(.load(path: "/tmp/x.layout"))
        == .done(.loaded([SceneRevision(scene: "card", revision: Revision(1), layoutRevision: Revision(1))])))
    guard case .layoutFailed(let report)? = world.call(.load(path: "/tmp/y.layout"))?.failure else {
      Issue.record("it was loaded")
      return
    }
    #expect(report.diagnostics.map(\.code.rawValue) == ["E2902"])
    #expect(world.sceneNames == ["card"])
  }

  @Test func `the list tells what each scene is and how it stands`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    _ = world.apply(.set(.config, of: "a", to: "wide"))

    guard case .scenes(let scenes)? = world.call(.list())?.answer, let scene = scenes.summaries.first else {
      Issue.record("no list")
      return
    }
    #expect(scene.name == "card" && scene.layout == "card" && scene.file == "card.layout")
    #expect(scene.status == .ok && scene.revision == Revision(2) && scene.views == 3)
    #expect(scene.width == 300 * 64 && scene.height == 200 * 64)
    #expect(scene.configurations.map(\.view) == ["a"])
    #expect(scene.configurations.map(\.active) == ["wide"])
    #expect(scene.configurations.map(\.names) == [["main", "wide"]])
    // Read later, it tells what was so then.
    _ = world.apply(.set(.config, of: "a", to: "hidden"))
    #expect(scenes[0] == scene && scenes.names == ["card"] && scenes.count == 1)
    #expect(scene.followers == nil && scene.set == nil)
  }

  @Test func `the list tells who follows a scene and what is set in it, if somebody asks`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    func told() -> SceneSummary? {
      guard case .scenes(let scenes)? = world.call(.list(use: true))?.answer else { return nil }
      return scenes.summaries.first
    }
    #expect(told()?.followers == 0 && told()?.set == [])

    let first = world.subscribe(Subscription(scene: "card"))
    let second = world.subscribe(Subscription(scene: "card", mode: .every))
    world.runtime.markFree(second.id)
    _ = world.apply(.set(.config, of: "a", to: "wide"))
    #expect(told()?.followers == 2 && told()?.set == [.config])

    world.handle(.unsubscribe(first.id))
    world.turn()
    #expect(told()?.followers == 1)
  }
}
