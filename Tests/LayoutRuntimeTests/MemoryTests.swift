import LayoutEngine
import LayoutModel
import Settables
import TestSupport
import Testing

@testable import LayoutRuntime

@Suite("What survives a restart") struct MemoryTests {
  static let text = """
    layout card size 300, 200 {
      var indent = 5; var greeting = "Hello"; var tint = #ff0000; var pace = 100ms
      box a top 20 height 40 left 10 #gap {
        config main { width 100 }
        config wide { width 200 }
      }
      label t "Hello" left indent top 0 width 50 height 20
      hstack row at 60, 0, 40, 10 { box first width 10; box second width 10 }
      vscroll pages at 0, 100, 50, 50 { box long x fill y fill height 200 }
      preview "phone" size 100, 100
    }
    """

  var world = World(serving: ["card.layout": text])

  // MARK: What is remembered

  /// A layout in which all of that can be done.
  static let everything = Settable.sampleLayout.replacing(
    "vscroll pages", with: "hstack row at 60, 0, 40, 10 { box first width 10; box second width 10 }; vscroll pages")

  /// Whatever there is to set, variables of each type, and views that stand elsewhere.
  static let operations: [Operation] =
    Settable.allCases.flatMap { settable in
      settable.samples.map { Operation.set(settable, of: settable.sampleSubject, to: $0) }
    } + [
      .set(.variable, of: "greeting", to: "Good evening"), .set(.variable, of: "tint", to: "#123"),
      .set(.variable, of: "pace", to: "1.5s"), .append(["a"], to: "row", index: nil),
      .remove(.these(["row.first"], from: nil)), .remove(.all(of: "row")), .arrange(stack: "row", ["row.second", "t"]),
    ]

  @Test(arguments: operations)
  mutating func `everything that can be set is there again`(operation: Operation) {
    world.save("card.layout", Self.everything)
    #expect(world.apply(operation, to: "card")?.failure == nil)
    let before = world.runtime.scenes["card"]!

    world.restart()

    #expect(before.settings.outside != OutsideState())
    #expect(world.runtime.scenes["card"]?.settings.outside == before.settings.outside)
    let isSame =
      world.runtime.scenes["card"]?.published.history.current.renumbered == before.published.history.current.renumbered
    #expect(isSame)
  }

  /// Five rows of 40 in 100 end at 100.
  @Test mutating func `a chat that was scrolled away is there again, and one that was scrolled back is at its end`() {
    var offset: Double? {
      world.runtime.scenes["card"]?.published.history.current.views[1].content.scroll.map { Double($0.offsetY) / 64 }
    }
    world.save(
      "card.layout",
      "layout card size 300, 100 { list rows fill stay: end { for i in 0..<5 { box row[i] height 40 } } }")
    #expect(offset == 100)
    for (wish, shown) in [(40.0, 40.0), (0, 0), (100, 100), (5000, 100)] {
      #expect(world.apply(.set(.scroll, of: "rows", to: .numbers([0, wish])), to: "card")?.failure == nil)
      #expect(offset == shown)
      #expect(world.runtime.scenes["card"]!.settings.outside[.scroll].isEmpty == (shown == 100))

      world.restart()

      #expect(offset == shown)
    }
  }

  @Test mutating func `a text that was loaded is the caller's, and what was set in its scenes waits for it`() {
    let text = Array(Self.text.split(separator: "card").joined(separator: "sent").utf8)
    _ = world.call(.loadText(name: "sent.layout", text: text))
    _ = world.apply(.set(.variable, of: "indent", to: 30), to: "sent")
    _ = world.call(.open(layout: "sent", scene: "second", environment: []))

    world.restart()
    #expect(world.sceneNames == ["card", "card/phone"])

    _ = world.call(.loadText(name: "sent.layout", text: text))
    #expect(world.sceneNames == ["card", "card/phone", "second", "sent", "sent/phone"])
    #expect(world.frame(of: "t", in: "sent")?[0] == 30)
    #expect(world.frame(of: "t", in: "second")?[0] == 5)
  }

  @Test mutating func `it is wanted on the disk before the answer`() throws {
    _ = world.apply(.set(.variable, of: "indent", to: 30), to: "card")

    let recorded = try #require(world.effects.firstIndex { if case .remember = $0 { true } else { false } })
    let answered = try #require(world.effects.lastIndex { if case .reply = $0 { true } else { false } })
    #expect(recorded < answered)
    #expect(world.records == [.set(scene: "card", [.kept(.variable, of: "indent", 30, written: nil)])])
  }

  @Test mutating func `a turn writes one record for a scene, and none when nothing changes`() {
    for value in 1...50 {
      _ = world.send(
        .apply(scene: "card", [.set(.variable, of: "indent", to: .number(Double(value)))], ifLayoutRevision: nil))
    }
    world.turn()
    _ = world.apply(.set(.variable, of: "indent", to: 50), to: "card")
    world.save("card.layout", Self.text + "\n")

    #expect(world.records == [.set(scene: "card", [.kept(.variable, of: "indent", 50, written: nil)])])
  }

  @Test mutating func `what is refused leaves no record`() {
    _ = world.apply(.set(.variable, of: "indent", to: 9), .set(.variable, of: "nowhere", to: 1), to: "card")

    #expect(world.records == [])
  }

  @Test mutating func `taking everything back leaves nothing`() {
    _ = world.apply(.set(.variable, of: "indent", to: 9), .set(.flag, of: "x", to: true), to: "card")
    _ = world.apply(.set(.variable, of: "indent", to: nil), .set(.flag, of: "x", to: nil), to: "card")

    #expect(world.runtime.memory.records == [])
    world.restart()
    #expect(world.runtime.scenes["card"]?.settings.outside == OutsideState())
  }

  @Test mutating func `previews are scenes like others`() {
    _ = world.apply(.set(.variable, of: "indent", to: 9), to: "card/phone")

    world.restart()

    #expect(world.frame(of: "t", in: "card/phone")?[0] == 9)
    #expect(world.frame(of: "t", in: "card")?[0] == 5)
  }

  // MARK: What a file says by now

  @Test mutating func `a constant gives way when the file's own value changed while nobody ran`() {
    _ = world.apply(.set(.constant, of: "gap", to: 33), .set(.text, of: "t", to: "Hi"), to: "card")
    world.disk["card.layout"] = Self.text.replacing("left 10 #gap", with: "left 15 #gap")

    world.restart()

    #expect(world.frame(of: "a", in: "card")?[0] == 15)
    #expect(world.text(of: "t", in: "card") == "Hi")
  }

  @Test mutating func `a text and hidden give way in the same way`() {
    _ = world.apply(.set(.hidden, of: "a", to: false), .set(.text, of: "t", to: "Hi"), to: "card")
    world.disk["card.layout"] = Self.text.replacing("Hello", with: "Good day").replacing("box a", with: "box a hidden")

    world.restart()

    #expect(world.text(of: "t", in: "card") == "Good day")
    #expect(world.runtime.scenes["card"]?.settings.outside == OutsideState())
  }

  @Test mutating func `what the file has no place for any more falls away for good`() {
    _ = world.apply(
      .set(.variable, of: "indent", to: 9), .set(.config, of: "a", to: "wide"), .set(.text, of: "t", to: "Hi"),
      to: "card")
    world.disk["card.layout"] = "layout card { box other left 0 }"

    world.restart()
    #expect(world.runtime.scenes["card"]?.settings.outside == OutsideState())

    world.disk["card.layout"] = Self.text
    world.restart()
    #expect(world.runtime.scenes["card"]?.settings.outside == OutsideState())
  }

  @Test mutating func `what was written is compared by names, so that views may come and go around it`() {
    let text = """
      layout card {
        var indent = 5
        box a width 10 { hidden if self.width > 5 }
        box b left indent + 1 #gap
      }
      """
    world.save("card.layout", text)
    _ = world.apply(.set(.hidden, of: "a", to: false), .set(.constant, of: "gap", to: 8), to: "card")
    let more = text.replacing("var indent", with: "var more = 1\n  box first top 0\n  var indent")
    #expect(world.runtime.scenes["card"]?.document.status == .ok)

    world.save("card.layout", more)
    #expect(world.runtime.scenes["card"]?.settings.outside[.hidden].isEmpty == false)
    #expect(world.runtime.scenes["card"]?.settings.outside[.constant].isEmpty == false)
  }

  @Test mutating func `a file with a mistake forgets nothing`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"), to: "card")
    world.disk["card.layout"] = "layout card { box other left nowhere }"
    world.restart()
    world.advance(milliseconds: 30)
    world.disk["card.layout"] = Self.text

    world.restart()

    #expect(world.text(of: "t", in: "card") == "Hi")
  }

  // MARK: Scenes that come and go

  @Test mutating func `an opened scene is open again, with its environment and what was set in it`() {
    _ = world.call(.open(layout: "card", scene: "big", environment: [Assignment(.size, to: [800, 600])]))
    _ = world.apply(.set(.variable, of: "indent", to: 9), to: "big")

    world.restart()
    #expect(world.frame(of: "root", in: "big") == [0, 0, 800, 600])
    #expect(world.frame(of: "t", in: "big")?[0] == 9)

    _ = world.apply(.reset(nil), to: "big")
    #expect(world.frame(of: "root", in: "big") == [0, 0, 800, 600])
    #expect(world.frame(of: "t", in: "big")?[0] == 5)
  }

  @Test mutating func `a closed scene stays closed, opened or declared`() {
    _ = world.call(.open(layout: "card", scene: "big", environment: []))
    _ = world.call(.close(scene: "big"))
    _ = world.call(.close(scene: "card/phone"))

    world.restart()
    #expect(world.sceneNames == ["card"])

    world.restart(compacting: true)
    #expect(world.sceneNames == ["card"])
  }

  @Test mutating func `loading the file again brings closed scenes back, also after the next restart`() {
    _ = world.call(.close(scene: "card/phone"))
    world.restart()
    _ = world.call(.load(path: "card.layout"))

    world.restart()

    #expect(world.sceneNames == ["card", "card/phone"])
  }

  @Test func `of scenes that were closed and are declared no more the last are remembered`() {
    let names = (0..<Memory.most + 5).map { "f\(10_000 + $0)" }
    var world = World()
    let text = { (names: ArraySlice<String>) in names.map { "layout \($0) { box a }\n" }.joined() }
    world.disk["first.layout"] = text(names[..<1])
    world.disk["others.layout"] = text(names[1...])
    world.serve()
    for name in names { _ = world.call(.close(scene: name)) }
    #expect(world.sceneNames == [])

    // The first file stays, the others go: of their 1,028 closed scenes there are four too many.
    world.save("others.layout", "layout other { box b }\n")
    #expect(world.runtime.memory.records.count == 1 + Memory.most)

    world.save("others.layout", text(names[1...]))
    #expect(world.sceneNames == Array(names[1..<5]))
    world.restart(compacting: true)
    #expect(world.sceneNames == Array(names[1..<5]))
  }

  @Test mutating func `a declared scene that was closed and opened comes back as what it was opened with`() {
    _ = world.call(.close(scene: "card"))
    _ = world.call(.open(layout: "card", scene: "card", environment: [Assignment(.size, to: [80, 60])]))

    world.restart(compacting: true)

    #expect(world.frame(of: "root", in: "card") == [0, 0, 80, 60])
  }

  @Test mutating func `a scene whose file is away keeps its state`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"), to: "card")
    _ = world.call(.open(layout: "card", scene: "big", environment: []))
    world.disk["other.layout"] = "layout other { box b }"
    world.disk["card.layout"] = nil
    world.restart()
    #expect(world.sceneNames == ["other"])

    world.disk["card.layout"] = Self.text
    world.restart(compacting: true)

    #expect(world.sceneNames == ["big", "card", "card/phone", "other"])
    #expect(world.text(of: "t", in: "card") == "Hi")
  }

  @Test mutating func `that holds without a restart too`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"), to: "card")
    world.save("card.layout", "layout renamed { box b }")
    #expect(world.sceneNames == ["renamed"])

    world.save("card.layout", Self.text)

    #expect(world.text(of: "t", in: "card") == "Hi")
  }

  @Test func `of scenes that are not there the last ones set are kept`() {
    var memory = Memory()
    var state = OutsideState()
    state[.scale] = ["": OutsideState.Kept(value: 2)]
    for index in 0...Memory.most { memory.remember(state, of: "s\(index)", openedFrom: nil, base: OutsideState()) }
    memory.forgetOldest(besides: { $0 == "s1" }, keeping: .max)
    #expect(memory.scenes.count == Memory.most + 1)

    memory.forgetOldest(besides: { _ in false }, keeping: .max)

    #expect(memory.scenes["s0"] == nil)
    #expect(memory.scenes["s1"] != nil)
    #expect(memory.takeNews().last == .forgotten(scene: "s0"))
  }

  // MARK: Taking back

  @Test(arguments: StatePart.allCases + [nil])
  mutating func `a reset takes back its part and leaves the others`(part: StatePart?) {
    world.save("card.layout", Self.everything)
    for operation in Self.operations { _ = world.apply(operation, to: "card") }

    _ = world.apply(.reset(part), to: "card")

    let outside = world.runtime.scenes["card"]!.settings.outside
    for slot in Settable.Slot.allCases {
      #expect(outside[slot].isEmpty == (part == nil || part == slot.settable.entry.part), "\(slot)")
    }
    #expect(outside.arrangement.isEmpty == (part == nil || part == .views))
    world.restart()
    #expect(world.runtime.scenes["card"]?.settings.outside == outside)
  }

  @Test mutating func `what was reset stays so`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"), to: "card")
    _ = world.call(.reload(scene: "card", resettingState: true))

    world.restart()

    #expect(world.text(of: "t", in: "card") == "Hello")
  }
}
