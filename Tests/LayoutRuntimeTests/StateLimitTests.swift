import LayoutEngine
import Settables
import TestSupport
import Testing

@testable import LayoutRuntime

/// What the outside sets, opens and loads has its limits, each with a name and a way out.
@Suite("Limits of what is set from outside") struct StateLimitTests {
  static let card = "layout card size 100, 50 { vstack row { box a; box b; box c } \n vstack more { } }\n"

  private func world(_ change: (inout Runtime.Options) -> Void) -> World {
    var options = Runtime.Options()
    change(&options)
    var world = World(options: options)
    world.disk = ["card.layout": Self.card]
    world.serve()
    return world
  }

  private func limit(_ reply: Reply?) -> String? {
    if case .failed(.tooMuch(let limit, _, _))? = reply { limit } else { nil }
  }

  @Test func `a scene takes so many things and no more, whatever they are`() {
    var world = world { $0.limits.settings = 3 }
    let before = world.apply(
      .set(.flag, of: "one", to: true), .set(.hidden, of: "row.a", to: true),
      .append(["row.b"], to: "more", index: nil), to: "card")
    #expect(before?.failure == nil)

    #expect(limit(world.apply(.set(.flag, of: "two", to: true), to: "card")) == "things set in scene 'card'")
    #expect(limit(world.apply(.append(["row.c"], to: "more", index: nil), to: "card")) == "things set in scene 'card'")
    #expect(world.runtime.scenes["card"]?.settings.outside.count == 3)

    // What is set may be set to something else, and one thing makes room for another.
    #expect(world.apply(.set(.flag, of: "one", to: false), to: "card")?.failure == nil)
    #expect(
      world.apply(.reset(.views), .set(.flag, of: "two", to: true), to: "card")?.failure == nil)
    #expect(world.runtime.scenes["card"]?.settings.outside.count == 3)
  }

  @Test func `what does not fit is refused by the first thing too many`() {
    var world = world { $0.limits.settings = 3 }
    let flags = (0..<4).map { Operation.set(.flag, of: "f\($0)", to: true) }
    let unknown = Operation.set(.hidden, of: "nobody", to: true)
    // Nobody has looked at what comes behind the fourth flag.
    func apply(_ operations: [Operation]) -> Reply? {
      world.call(.apply(scene: "card", operations, ifLayoutRevision: nil))
    }
    #expect(limit(apply(flags + [unknown])) == "things set in scene 'card'")
    #expect(apply(flags.dropLast() + [unknown])?.failure == .unknownView("nobody", near: []))

    // What comes behind may make room.
    #expect(apply(flags + [.set(.flag, of: "f0", to: nil)])?.failure == nil)
    #expect(world.runtime.scenes["card"]?.settings.outside.count == 3)
  }

  @Test func `a call has so many operations and no more`() {
    var world = world { _ in }
    func apply(_ count: Int) -> Reply? {
      let flags = (0..<count).map { Operation.set(.flag, of: "f\($0)", to: true) }
      return world.call(.apply(scene: "card", flags, ifLayoutRevision: nil))
    }

    #expect(apply(2048)?.failure == nil)
    #expect(
      apply(2049)?.failure
        == .badOperation(index: 2048, "a call has 2048 operations at most; send the rest in another one"))
    #expect(world.runtime.scenes["card"]?.settings.outside.count == 2048)
  }

  @Test func `all scenes together take so many bytes`() {
    var world = world { $0.limits.stateBytes = 4000 }
    _ = world.call(.open(layout: "card", scene: "second", environment: []))
    let long = String(repeating: "x", count: 1500)
    #expect(world.apply(.set(.trait, of: "a", to: .text(long)), to: "card")?.failure == nil)
    #expect(world.apply(.set(.trait, of: "a", to: .text(long)), to: "second")?.failure == nil)

    let refused = world.apply(.set(.trait, of: "b", to: .text(long)), to: "card")
    #expect(limit(refused) == "bytes set in all scenes together")
    let environment = [Assignment(.trait, of: "b", to: .text(long))]
    let open = world.call(.open(layout: "card", scene: "third", environment: environment))
    #expect(limit(open) == "bytes set in all scenes together")
    #expect(world.sceneNames == ["card", "second"])

    _ = world.apply(.reset(nil), to: "second")
    #expect(world.apply(.set(.trait, of: "b", to: .text(long)), to: "card")?.failure == nil)
    // Two entries of 1500 bytes, a name of one letter each, and 160 bytes besides.
    #expect(world.runtime.scenes.stateBytes == 2 * (1500 + 1 + 160))
    _ = world.call(.open(layout: "card", scene: "fourth", environment: [Assignment(.trait, of: "b", to: "x")]))
    // What it was opened with is set in it as well.
    #expect(world.runtime.scenes.stateBytes == 2 * (1500 + 1 + 160) + 2 * (1 + 1 + 160))
    for name in ["second", "fourth", "card"] { _ = world.call(.close(scene: name)) }
    #expect(world.runtime.scenes.stateBytes == 0 && world.runtime.scenes.openedCount == 0)
  }

  @Test func `of scenes that are not there so many bytes are remembered, the latest`() {
    var world = world { $0.limits.stateBytes = 4000 }
    let long = SettableValue.text(String(repeating: "x", count: 1500))
    for name in ["one", "two", "three"] {
      _ = world.call(.loadText(name: "\(name).layout", text: Array("layout \(name) { box a }\n".utf8)))
      _ = world.apply(.set(.trait, of: "a", to: long), to: name)
      // Its file is not there any more, so that it is remembered.
      _ = world.call(.loadText(name: "\(name).layout", text: Array("layout \(name)2 { box b }\n".utf8)))
    }

    // 1500 bytes and what an entry takes besides: two of them are less than 4000.
    #expect(world.runtime.memory.scenes.keys.sorted() == ["three", "two"])
  }

  @Test func `so many scenes are opened and so many documents loaded, and closing one makes room`() {
    var world = world { $0.limits.opened = 2 }
    for name in ["a", "b"] {
      #expect(world.call(.open(layout: "card", scene: name, environment: []))?.failure == nil)
    }
    #expect(limit(world.call(.open(layout: "card", scene: "c", environment: []))) == "opened scenes")
    _ = world.call(.close(scene: "a"))
    #expect(world.call(.open(layout: "card", scene: "c", environment: []))?.failure == nil)

    func text(_ name: String) -> [UInt8] { Array("layout \(name) { box a }\n".utf8) }
    for name in ["login", "help"] {
      #expect(world.call(.loadText(name: name, text: text(name)))?.failure == nil)
    }
    #expect(limit(world.call(.loadText(name: "more", text: text("more")))) == "loaded documents")
    world.disk["/elsewhere/w.layout"] = "layout wide { box a }\n"
    #expect(limit(world.call(.load(path: "/elsewhere/w.layout"))) == "loaded documents")
    // One that is there is replaced.
    #expect(world.call(.loadText(name: "help", text: text("help2")))?.failure == nil)
    _ = world.call(.unload(scene: "login"))
    #expect(world.call(.load(path: "/elsewhere/w.layout"))?.failure == nil)
  }

  @Test func `loaded documents come to so many bytes`() {
    var world = world { $0.limits.stateBytes = 100 }
    func text(_ name: String, _ count: Int) -> [UInt8] {
      Array("layout \(name) { box a } // \(String(repeating: "x", count: count))".utf8)
    }
    #expect(world.call(.loadText(name: "x", text: text("login", 50)))?.failure == nil)
    #expect(limit(world.call(.loadText(name: "y", text: text("help", 50)))) == "bytes of loaded documents")
    #expect(world.call(.loadText(name: "x", text: text("login", 40)))?.failure == nil)
  }

  /// What is counted as it changes is what a count from the beginning comes to.
  @Test(arguments: Settable.Slot.allCases) func `what is set is counted as it changes`(slot: Settable.Slot) {
    let values = slot.form.samples.compactMap { slot.form.reading($0) }
    var state = OutsideState()
    for (index, value) in values.enumerated() {
      state[slot, of: "n\(index)"] = OutsideState.Kept(value: value, written: index % 2 == 0 ? "written" : nil)
    }
    let full = state.byteCount
    var copy = OutsideState()
    copy[slot] = state[slot]
    #expect(copy.byteCount == full && copy == state)
    if let value = values.first {
      state[slot, of: "n0"] = OutsideState.Kept(value: value, written: nil)
      #expect(state.byteCount == full - "written".utf8.count)
    }

    for index in values.indices { state[slot, of: "n\(index)"] = nil }
    #expect(state == OutsideState() && state.byteCount == 0)
  }
}
