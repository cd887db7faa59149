import Frames
import LayoutEngine
import Testing

@testable import LayoutRuntime

@Suite("A turn") struct TurnTests {
  @Test func `a hundred inputs are one solve and one revision`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    let solves = world.solves
    for value in 1...50 {
      _ = world.send(
        .apply(scene: "card", [.set(.variable, of: "indent", to: .number(Double(value)))], ifLayoutRevision: nil))
    }
    for value in 1...50 { world.write("card.layout", SampleLayouts.stateful.replacing("top 20", with: "top \(value)")) }

    world.turn()

    #expect(world.solves == solves + 1)
    #expect(world.revision(of: "card") == Revision(2))
    #expect(world.frame(of: "t", in: "card")?[0] == 50)
    #expect(world.frame(of: "a", in: "card")?[1] == 50)
    #expect(world.replies.count == 50)
  }

  @Test func `what is taken up while a turn goes on shares its solve`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    let solves = world.solves
    var rest: [(command: Command, arrival: Instant)] = (1...3).map { value in
      let operation = Operation.set(.variable, of: "indent", to: .number(Double(value)))
      return (
        .request(RequestID(UInt64(100 + value)), .apply(scene: "card", [operation], ifLayoutRevision: nil)), world.now
      )
    }

    let effects = world.runtime.turn(
      at: world.now, measuring: FixedMetrics(), taking: { rest.isEmpty ? nil : rest.removeFirst() })

    let answered = effects.compactMap { if case .reply(let request, _) = $0 { request.value } else { nil } }
    #expect(answered == [101, 102, 103])
    #expect(world.solves == solves + 1)
    #expect(world.frame(of: "t", in: "card")?[0] == 3)
  }

  @Test func `with nothing to do there is nothing to do`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    let solves = world.solves

    #expect(world.runtime.needsTurn(at: world.now) == false)
    #expect(world.runtime.turn(at: world.now, measuring: FixedMetrics()) == [])
    #expect(world.solves == solves)
  }

  @Test func `handling a command only records it`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    world.write("card.layout", SampleLayouts.stateful.replacing("top 20", with: "top 21"))

    #expect(world.frame(of: "a", in: "card")?[1] == 20)
    #expect(world.runtime.needsTurn(at: world.now))
  }

  @Test func `requests are answered in the order they came in`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    let requests = [
      world.send(.list()),
      world.send(.apply(scene: "nobody", [], ifLayoutRevision: nil)),
      world.send(.snapshot(scene: nil, filter: .everything, at: nil)),
      world.send(.statistics),
    ]
    let before = world.effects.count
    world.turn()

    let answered = world.effects[before...].compactMap { effect -> RequestID? in
      if case .reply(let request, _) = effect { request } else { nil }
    }
    #expect(answered == requests)
  }

  @Test func `a snapshot shows what was applied before it in the same turn`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    _ = world.send(.apply(scene: "card", [.set(.variable, of: "indent", to: 44)], ifLayoutRevision: nil))
    let reply = world.call(.snapshot(scene: "card", filter: FrameFilter(root: "t"), at: nil))

    guard case .snapshot(let publication)? = reply?.answer, case .snapshot(let views, _) = publication.content else {
      Issue.record("\(String(describing: reply))")
      return
    }
    #expect(views.views.map(\.frame.x) == [44 * 64])
    #expect(publication.revision == Revision(2))
  }

  @Test func `a snapshot of a revision that is not there yet is refused`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    _ = world.apply(.set(.variable, of: "indent", to: 44))

    #expect(
      world.call(.snapshot(scene: "card", filter: .everything, at: Revision(3)))?.failure
        == .revisionGone(oldest: Revision(1), newest: Revision(2)))
  }

  @Test func `the same commands at the same instants have the same effects`() {
    func run() -> [Effect] {
      var world = World(serving: [
        "card.layout": SampleLayouts.stateful, "z.layout": SampleLayouts.card,
        "b.layout": "layout b { box x left 1 top 1 width 1 height 1 }",
      ])
      var followers = ["card", "b"].map { world.subscribe(Subscription(scene: $0, wantsDiagnostics: true)) }
      _ = world.apply(.set(.variable, of: "indent", to: 3), .set(.flag, of: "x", to: true), to: "card")
      world.save("b.layout", "layout b { box x left oops }")
      _ = world.call(.sync(scene: "b", timeout: .seconds(5)))
      world.advance(milliseconds: 30)
      for index in followers.indices { followers[index].catchUp(with: &world) }
      _ = world.call(.list())
      _ = world.call(.statistics)
      world.handle(.stop(reason: "test"))
      world.turn()
      return world.effects
    }

    #expect(run() == run())
  }

  @Test func `stages are told in their order`() {
    var world = World(serving: ["card.layout": SampleLayouts.stateful])
    var stages: [Stage] = []
    world.write("card.layout", SampleLayouts.stateful.replacing("top 20", with: "top 21"))
    _ = world.runtime.turn(at: world.now, measuring: FixedMetrics()) { stages.append($0) }

    #expect(stages == [.parse, .resolve, .solve, .lower, .lower, .solve, .solve, .diff, .finish])
  }
}
