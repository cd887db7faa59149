import LayoutModel
import Testing

@testable import LayoutRuntime

@Suite("Who wants to see a change move") struct AnimationWishTests {
  private static let text = """
    layout doors size 200, 100 {
      var n = 0
      box one size 10 top 0 { if flag(one) animate 100ms linear { left 60 } else { left 0 } }
      box two size 10 top 20 { if flag(two) animate 100ms linear { left 60 } else { left 0 } }
      box named size 10 top 40 { config main { left 0 } config far { left 60 } }
      box free at n, 80, 10, 10
      box wide top 60 leading 0 trailing 0 height 10
      transition * on named 100ms linear
    }
    """

  private let world = World(serving: ["doors.layout": text])

  private func x(_ path: String, in world: World) -> Double? { world.frame(of: path, in: "doors")?[0] }

  private func send(_ world: inout World, _ operations: [Operation], _ wishes: AnimationWishes) {
    _ = world.send(.apply(scene: "doors", operations, ifLayoutRevision: nil, animated: wishes))
  }

  private static func open(_ name: String) -> Operation { .set(.flag, of: name, to: true) }

  @Test func `one who wants no animation does not stop another's in the same turn`() {
    var world = world
    send(&world, [.set(.variable, of: "n", to: 60)], false)
    send(&world, [Self.open("one")], nil)
    world.turn()

    #expect(x("free", in: world) == 60)
    world.advance(milliseconds: 50)
    #expect(x("one", in: world) == 30)
  }

  @Test func `nor the other way round`() {
    var world = world
    send(&world, [Self.open("one")], nil)
    send(&world, [Self.open("two")], false)
    world.turn()

    #expect(x("two", in: world) == 60)
    world.advance(milliseconds: 50)
    #expect(x("one", in: world) == 30)
    #expect(x("two", in: world) == 60)
  }

  @Test func `each operation of a transaction has a wish of its own`() {
    var world = world
    send(
      &world, [Self.open("one"), Self.open("two"), .set(.config, of: "named", to: "far")],
      AnimationWishes(each: [false, nil, false]))
    world.turn()

    #expect(x("one", in: world) == 60)
    #expect(x("named", in: world) == 60)
    world.advance(milliseconds: 50)
    #expect(x("two", in: world) == 30)
  }

  @Test func `another size of the scene comes at once, and what else was set moves as the file says`() {
    var world = world
    send(
      &world, [.set(.size, to: [300, 100]), Self.open("one")],
      AnimationWishes(each: [false, nil]))
    world.turn()

    #expect(world.frame(of: "wide", in: "doors") == [0, 60, 300, 10])
    world.advance(milliseconds: 50)
    #expect(x("one", in: world) == 30)
  }

  @Test func `also when nothing is said of the size`() {
    var world = world
    send(&world, [.set(.size, to: [300, 100]), Self.open("one")], nil)
    world.turn()

    #expect(world.frame(of: "wide", in: "doors") == [0, 60, 300, 10])
    world.advance(milliseconds: 50)
    #expect(x("one", in: world) == 30)
  }

  @Test func `of two who set the same, one who leaves it to the file is enough`() {
    var world = world
    send(&world, [Self.open("one")], false)
    send(&world, [Self.open("one")], nil)
    world.turn()
    world.advance(milliseconds: 50)

    #expect(x("one", in: world) == 30)
  }

  @Test func `who asks for an animation gets one of what has no timing, and no more than that`() {
    var world = world
    send(&world, [.set(.variable, of: "n", to: 60)], true)
    send(&world, [Self.open("one")], false)
    world.turn()

    #expect(x("one", in: world) == 60)
    #expect(x("free", in: world) == 0)
    world.advance(milliseconds: 1000)
    #expect(x("free", in: world) == 60)
  }

  @Test func `nothing moves when nobody wants it`() {
    var world = world
    send(&world, [Self.open("one")], false)
    send(&world, [Self.open("two")], false)
    world.turn()

    #expect(x("one", in: world) == 60)
    #expect(x("two", in: world) == 60)
    #expect(world.wake == nil)
  }

  @Test func `many configurations that all ask for each other have wishes too`() {
    let boxes = (0..<24).map { box in
      let others = (0..<24).filter { $0 != box }.map { "b\($0) is config far" }.joined(separator: " || ")
      return "box b\(box) size 10 { config far when \(others) { left 60 } config main { left 0 } }\n"
    }
    let go = "box last size 10 top 0 { if b0 is config far || flag(go) animate 100ms { left 60 } else { left 0 } }\n"
    var world = World(serving: ["crowd.layout": "layout crowd size 100, 100 {\n\(boxes.joined())\(go)}\n"])
    let operations = [Self.open("go"), .set(.trait, of: "colour", to: "red")]
    let wishes = AnimationWishes(each: [false, nil])
    _ = world.send(.apply(scene: "crowd", operations, ifLayoutRevision: nil, animated: wishes))
    world.turn()

    #expect(world.frame(of: "last", in: "crowd") == [60, 0, 10, 10])
    #expect(world.wake == nil)
  }

  @Test func `configurations that ask for each other have wishes too`() {
    var world = World(serving: [
      "pair.layout": """
      layout pair size 100, 100 {
        box a size 10 top 0 { config far when b is config far { left 60 } config main { left 0 } }
        box b size 10 top 20 { config far when a is config far || flag(go) { left 60 } config main { left 0 } }
        transition * 100ms linear
      }
      """
    ])
    _ = world.apply(.set(.flag, of: "go", to: true), animated: false)

    #expect(world.frame(of: "a", in: "pair") == [60, 0, 10, 10])
    #expect(world.wake == nil)
  }
}
