import Frames
import Motion
import Testing

@testable import LayoutRuntime

@Suite("How views are drawn, on the stream") struct LookStreamTests {
  private static let card = """
    layout card size 100, 100 {
      var tint = #ff0000
      box a at 0, 0, 10, 10 background: tint {
        if flag(on) animate 100ms linear { background: #0000ff; radius: 8 }
      }
      box b at 20, 0, 10, 10 background: tint
      label t "aa" at 0, 20, 40, 20
    }
    """

  private static let drawn = FrameFilter(fields: .all)

  private func filled(_ colour: UInt32, radius: Int32 = 0) -> Look {
    var look = Look()
    look.background = .colour(colour)
    look.radius = radius
    return look
  }

  /// How a view looks to somebody.
  private func look(_ path: String, _ follower: Follower) -> Look? {
    let view = follower.picture.views.first { $0.path == path }
    return view?.appearance.look.flatMap { follower.picture.looks[$0] }
  }

  @Test func `a look is said once and shared`() {
    var world = World(serving: ["card.layout": Self.card])
    var follower = world.subscribe(Subscription(filter: Self.drawn))
    let first = follower.newMessages(from: &world)

    #expect(first.map(\.isSnapshot) == [true])
    #expect(look("a", follower) == filled(0xFF00_00FF))
    // That of both boxes, and that of the text.
    #expect(follower.picture.looks.count == 2)
    let lines = follower.picture.views.first { $0.path == "t" }?.appearance.lines
    #expect(lines == [TextLine(text: "aa", range: 0..<2, x: 0, baseline: 15 * 64, width: 16 * 64)])
  }

  // MARK: Drawn by the subscriber

  private func fades(_ publication: Publication?) -> [LookMove]? {
    if case .fading(let moves)? = publication?.content { return moves }
    return nil
  }

  private func targets(_ fields: FrameFilter.Fields = .all) -> Subscription {
    Subscription(scene: "card", filter: FrameFilter(fields: fields), wantsTargets: true)
  }

  private func shade(_ colour: UInt32, radius: Int32) -> Look {
    var look = Look()
    (look.background, look.radius) = (.colour(colour), radius)
    return look
  }

  @Test func `a look that moves is one message with what moves of it, and a delta when it has arrived`() throws {
    var world = World(serving: ["card.layout": Self.card])
    var follower = world.subscribe(targets())
    var blind = world.subscribe(targets(.standard))
    _ = (follower.newMessages(from: &world), blind.newMessages(from: &world))

    _ = world.apply(.set(.flag, of: "on", to: true))

    let first = follower.newMessages(from: &world)
    let fade = try #require(fades(first.first)?.first)
    #expect(first.count == 1 && fades(first[0])?.count == 1)
    #expect(fade.from == shade(0xFF00_00FF, radius: 0) && fade.to == shade(0x0000_FFFF, radius: 8 * 64))
    #expect(fade.delay == .zero && fade.duration == .milliseconds(100) && fade.curve == .linear(.milliseconds(100)))
    #expect(first[0].isSettled == false)
    world.advance(milliseconds: 50)
    #expect(follower.newMessages(from: &world) == [])
    while world.wake != nil { world.sleep() }

    #expect(follower.newMessages(from: &world).map(\.isSettled) == [true])
    #expect(look("a", follower) == filled(0x0000_FFFF, radius: 8 * 64))
    #expect(blind.newMessages(from: &world).compactMap { fades($0) } == [])
  }

  @Test func `a look that turns back is told from how it is seen, and nothing of the way comes with other changes`()
    throws
  {
    var world = World(serving: ["card.layout": Self.card])
    var follower = world.subscribe(targets())
    _ = world.apply(.set(.flag, of: "on", to: true))
    _ = follower.newMessages(from: &world)
    world.advance(milliseconds: 50)

    _ = world.apply(.set(.text, of: "t", to: "bb"), animated: false)
    let delta = try #require(follower.newMessages(from: &world).first?.delta)
    #expect(delta.looks == [] && delta.restyled.map(\.id) == delta.changed.map(\.id))

    _ = world.apply(.set(.flag, of: "on", to: false))
    let back = try #require(fades(follower.newMessages(from: &world).first)?.first)
    // Half of the way: red and blue are mixed as bytes, and 8 points come to 4.
    #expect(back.from == shade(0x8000_80FF, radius: 4 * 64) && back.to == shade(0xFF00_00FF, radius: 0))
    while world.wake != nil { world.sleep() }
    follower.catchUp(with: &world)
    #expect(follower.picture == world.runtime.scenes["card"]?.published.history.current)
  }

  @Test func `views that change together cost one look`() {
    var world = World(serving: ["card.layout": Self.card])
    var follower = world.subscribe(Subscription(filter: Self.drawn))
    follower.catchUp(with: &world)

    _ = world.apply(.set(.variable, of: "tint", to: .text("#00ff00")))
    let deltas = follower.newMessages(from: &world).compactMap(\.delta)

    #expect(deltas.count == 1)
    #expect(deltas.first?.looks.map(\.look) == [filled(0x00FF_00FF)])
    #expect(deltas.first?.restyled == [] && deltas.first?.set == [] && deltas.first?.changed == [])
    #expect(look("b", follower) == filled(0x00FF_00FF))
  }

  @Test func `colours and corners move with the branch that changes them`() {
    var world = World(serving: ["card.layout": Self.card])
    var follower = world.subscribe(Subscription(filter: Self.drawn))
    follower.catchUp(with: &world)

    _ = world.apply(.set(.flag, of: "on", to: .truth(true)))
    follower.catchUp(with: &world)
    #expect(look("a", follower) == filled(0xFF00_00FF))
    world.advance(milliseconds: 50)
    follower.catchUp(with: &world)
    // Halfway: 255 / 2 rounded up, and 4 points.
    #expect(look("a", follower) == filled(0x8000_80FF, radius: 4 * 64))
    #expect(look("b", follower) == filled(0xFF00_00FF))
    world.advance(milliseconds: 60)
    let last = follower.newMessages(from: &world)
    #expect(look("a", follower) == filled(0x0000_FFFF, radius: 8 * 64))
    #expect(last.last?.isSettled == true)
    while world.wake != nil { world.sleep() }
  }

  @Test func `who did not ask gets nothing of it, and the same as ever`() {
    var alone = World(serving: ["card.layout": Self.card])
    var watched = alone
    var plain = alone.subscribe(Subscription())
    var besides = watched.subscribe(Subscription())
    var drawing = watched.subscribe(Subscription(filter: Self.drawn))
    for step in 0..<4 {
      for operation in [
        Operation.set(.variable, of: "tint", to: .text("#0000f\(step)")),
        .set(.flag, of: "on", to: .truth(step % 2 == 0)),
      ] {
        _ = alone.apply(operation)
        _ = watched.apply(operation)
        plain.catchUp(with: &alone)
        besides.catchUp(with: &watched)
        drawing.catchUp(with: &watched)
      }
    }
    #expect(drawing.messages.contains { $0.delta?.looks.isEmpty == false })
    #expect(besides.picture == plain.picture)
    #expect(besides.messages.compactMap(\.delta).allSatisfy { $0.restyled.isEmpty && $0.looks.isEmpty })
    #expect(besides.messages.compactMap(\.delta) == plain.messages.compactMap(\.delta))
  }

  @Test func `a snapshot may ask too, and nobody else hears of it`() {
    var world = World(serving: ["card.layout": Self.card])
    var follower = world.subscribe(Subscription())
    follower.catchUp(with: &world)
    let layoutRevision = world.layoutRevision(of: "card")

    let reply = world.call(.snapshot(scene: "card", filter: Self.drawn, at: nil))

    guard case .snapshot(let publication)? = reply?.answer, case .snapshot(let picture, _) = publication.content else {
      return #expect(Bool(false), "no snapshot")
    }
    #expect(Set(picture.looks.values).contains(filled(0xFF00_00FF)))
    #expect(follower.newMessages(from: &world) == [])
    #expect(world.layoutRevision(of: "card") == layoutRevision)
  }

  @Test(arguments: [Subscription.Mode.latest, .every]) func `any mode comes to the picture there is`(
    mode: Subscription.Mode
  ) {
    var world = World(serving: ["card.layout": Self.card])
    let filters = [Self.drawn, FrameFilter(root: "a", fields: .all), FrameFilter(kinds: ["label"], fields: [.lines])]
    var followers = filters.map { world.subscribe(Subscription(filter: $0, mode: mode)) }
    for step in 0..<6 {
      switch step % 3 {
      case 0: _ = world.apply(.set(.flag, of: "on", to: .truth(step == 0)))
      case 1: _ = world.apply(.set(.text, of: "t", to: .text("text \(step)")))
      default:
        world.save("card.layout", Self.card.replacing("20, 0, 10, 10 background: tint", with: "\(step), 0, 10, 10"))
      }
      if step % 2 == 0 { for index in followers.indices { followers[index].catchUp(with: &world) } }
      world.advance(milliseconds: 30)
    }
    while world.wake != nil { world.sleep() }
    for (index, filter) in filters.enumerated() {
      followers[index].catchUp(with: &world)
      #expect(followers[index].picture == world.runtime.scenes["card"]?.published.history.current.filtered(by: filter))
    }
  }
}
