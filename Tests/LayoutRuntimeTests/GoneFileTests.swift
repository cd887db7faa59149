import Frames
import Testing

@testable import LayoutRuntime

/// A file that is gone: its scenes say so and wait for it, but not for ever.
@Suite("Scenes whose file is gone") struct GoneFileTests {
  static let card = "layout card size 100, 50 { box a width 10 }\n"
  var world: World

  init() {
    var options = Runtime.Options()
    options.limits.gone = .seconds(60)
    world = World(options: options)
    world.disk = ["card.layout": Self.card, "other.layout": "layout other { box b }\n"]
    world.serve()
  }

  /// It is deleted, and that counts.
  private mutating func delete(_ path: String) {
    world.disk[path] = nil
    world.serve()
    world.advance(milliseconds: 500)
  }

  @Test mutating func `they are stale for as long as is said, and then gone with their document`() {
    delete("card.layout")
    #expect(world.status(of: "card") == .stale)

    world.advance(milliseconds: 59_999)
    #expect(world.sceneNames == ["card", "other"])
    #expect(world.wake == world.now + .milliseconds(1))

    world.sleep()
    #expect(world.sceneNames == ["other"])
    #expect(world.runtime.library.documents.keys.sorted() == ["other.layout"])
    #expect(world.followed == [Followed("other.layout", .whole)])
    #expect(world.wake == nil)
  }

  @Test mutating func `they stay while somebody follows one of them, and as long again afterwards`() {
    let follower = world.subscribe(Subscription(scene: "card"))
    delete("card.layout")
    for _ in 0..<10 { world.advance(milliseconds: 30_000) }
    #expect(world.sceneNames == ["card", "other"])

    world.handle(.unsubscribe(follower.id))
    world.turn()
    world.advance(milliseconds: 59_999)
    #expect(world.sceneNames == ["card", "other"])
    world.advance(milliseconds: 1)
    #expect(world.sceneNames == ["other"])
  }

  @Test mutating func `of many files that are gone the last ones are waited for, and those that somebody follows`() {
    let names = (0..<GoneFiles.most + 10).map { "f\(10_000 + $0)" }
    for name in names { world.disk["\(name).layout"] = "layout \(name) { box a }\n" }
    world.serve()
    _ = world.subscribe(Subscription(scene: names[0]))
    for name in names { world.disk["\(name).layout"] = nil }
    world.serve()
    world.advance(milliseconds: 500)

    #expect(world.sceneNames == ["card"] + [names[0]] + names.suffix(GoneFiles.most - 1) + ["other"])
    #expect(world.runtime.goneFiles.since.count == GoneFiles.most)
  }

  @Test mutating func `a file that is back in time begins anew when it is deleted again`() {
    delete("card.layout")
    world.advance(milliseconds: 50_000)
    world.disk["card.layout"] = Self.card
    world.serve()
    #expect(world.status(of: "card") == .ok)

    delete("card.layout")
    world.advance(milliseconds: 59_999)
    #expect(world.status(of: "card") == .stale)
  }

  @Test mutating func `they can be forgotten at once, and what was set in them is there with the file again`() {
    _ = world.call(.open(layout: "card", scene: "second", environment: []))
    _ = world.apply(.set(.flag, of: "wide", to: true), to: "card")
    var follower = world.subscribe(Subscription(scene: "card"))
    delete("card.layout")

    #expect(world.call(.forget(scene: "second")) == .done(.forgotten(["card", "second"])))
    #expect(world.sceneNames == ["other"])
    let last = follower.newMessages(from: &world).last
    #expect(last?.content == .bye(reason: "file 'card.layout' is gone"))

    world.disk["card.layout"] = Self.card
    world.serve()
    #expect(world.sceneNames == ["card", "other", "second"])
    #expect(world.runtime.scenes["card"]?.settings.outside[.flag, of: "wide"]?.value == true)
  }

  @Test mutating func `without a name all that are gone are forgotten, and nothing else`() {
    #expect(world.call(.forget(scene: nil)) == .done(.forgotten([])))
    delete("card.layout")

    #expect(world.call(.forget(scene: nil)) == .done(.forgotten(["card"])))
    #expect(world.sceneNames == ["other"])
  }

  @Test mutating func `a scene whose file is there is not forgotten`() {
    let refused = world.call(.forget(scene: "card"))

    #expect(refused == .failed(.fileIsThere(scene: "card", file: "card.layout")))
    #expect(world.sceneNames == ["card", "other"])
  }

  @Test mutating func `a document that was loaded by its path goes with its last scene`() {
    world.disk["/elsewhere/login.layout"] = "layout login { box b }\nlayout help { box c }\n"
    _ = world.call(.load(path: "/elsewhere/login.layout"))
    #expect(world.sceneNames == ["card", "help", "login", "other"])

    _ = world.call(.unload(scene: "login"))
    #expect(world.runtime.library["/elsewhere/login.layout"] != nil)
    _ = world.call(.unload(scene: "help"))
    #expect(world.runtime.library["/elsewhere/login.layout"] == nil)
    #expect(!world.followed.contains(Followed("/elsewhere/login.layout", .whole)))

    _ = world.call(.load(path: "/elsewhere/login.layout"))
    #expect(world.sceneNames == ["card", "help", "login", "other"])
  }

  @Test mutating func `a file in a served folder stays when its scenes are unloaded`() {
    _ = world.call(.unload(scene: "card"))

    #expect(world.runtime.library["card.layout"] != nil)
    #expect(world.followed.contains(Followed("card.layout", .whole)))
  }
}
