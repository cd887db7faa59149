import Frames
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutRuntime

@Suite("Subscribers that are told the same") struct AudienceTests {
  var world = World(serving: ["card.layout": SampleLayouts.moving])

  /// Who gets each message that there is now; those that are free take all of them.
  private mutating func recipients() -> [[SubscriberID]] {
    var recipients: [[SubscriberID]] = []
    var deliveries = world.runtime.nextDeliveries(at: world.now)
    while !deliveries.isEmpty {
      recipients += deliveries.map(\.recipients)
      deliveries = world.runtime.nextDeliveries(at: world.now)
    }
    return recipients
  }

  private mutating func join(_ subscription: Subscription, count: Int = 1) -> [SubscriberID] {
    let ids = (0..<count).map { _ in world.subscribe(subscription).id }
    for id in ids { world.runtime.markFree(id) }
    return ids
  }

  private mutating func move(to value: Double) { _ = world.apply(.set(.variable, of: "n", to: .number(value))) }

  @Test mutating func `a message to many is one message`() {
    let ids = join(Subscription(filter: FrameFilter(space: .scene)), count: 100)
    #expect(recipients() == [ids])

    move(to: 3)
    #expect(recipients() == [ids])
    #expect(recipients() == [])
    #expect(world.runtime.counters.publications == 200)
  }

  @Test mutating func `whoever sees something else has a message of its own`() {
    let whole = join(Subscription(), count: 2)
    let part = join(Subscription(filter: FrameFilter(space: .scene)), count: 2)
    let other = join(Subscription(wantsBinary: true), count: 2)
    _ = recipients()

    move(to: 3)

    // In the scene, what is in 'a' moves too.
    #expect(recipients() == [whole, part, other])
  }

  @Test mutating func `when many views are looked at for each, all have their turns`() {
    /// Who gets the messages of one call that may look at so many views.
    func told(_ views: Int) -> [[SubscriberID]] {
      var allowance = ViewAllowance(views)
      return world.runtime.nextDeliveries(at: world.now, within: &allowance).map(\.recipients)
    }
    // The scene has four views.
    let scene = join(Subscription(filter: FrameFilter(space: .scene)))
    let kinds = join(Subscription(filter: FrameFilter(kinds: ["view", "box"], space: .scene)))
    let depth = join(Subscription(filter: FrameFilter(depth: 7, space: .scene)))
    let whole = join(Subscription())
    #expect(told(4) == [scene] && world.runtime.isTelling)
    #expect(told(5) == [kinds + depth] && world.runtime.isTelling)
    #expect(told(1) == [whole] && !world.runtime.isTelling)
    #expect(told(1) == [])

    // Somebody always has news, and yet everybody is told; who sees everything waits for nobody.
    move(to: 1)
    #expect(told(4) == [scene, whole])
    move(to: 2)
    #expect(told(4) == [kinds, whole])
    move(to: 3)
    #expect(told(4) == [depth, whole])
    move(to: 4)
    #expect(told(4) == [scene, whole])
    #expect(told(0) == [] && world.runtime.isTelling)
    #expect(recipients() == [kinds, depth])
    #expect(recipients() == [] && !world.runtime.isTelling)

    // Neither does who has missed something, and who sees nothing else by the last step.
    let fields = join(Subscription(filter: FrameFilter(fields: [.frame]), mode: .every))
    _ = recipients()
    for id in whole + fields { world.runtime.markBusy(id) }
    move(to: 5)
    move(to: 6)
    _ = recipients()
    for id in whole + fields { world.runtime.markFree(id) }
    #expect(told(0) == [whole, fields])
    #expect(told(0) == [fields])
    #expect(told(0) == [] && !world.runtime.isTelling)
  }

  @Test func `whoever follows another scene has a turn, although one alone always has more to tell`() {
    var world = World(serving: ["card.layout": SampleLayouts.moving, "other.layout": "layout other { box a }\n"])
    let filters = ["view", "box", "label"].map { FrameFilter(kinds: [$0], space: .scene) }
    for filter in filters { world.runtime.markFree(world.subscribe(Subscription(scene: "card", filter: filter)).id) }
    let other = world.subscribe(Subscription(scene: "other")).id
    world.runtime.markFree(other)

    var told: [SubscriberID] = []
    for value in 1...2 {
      _ = world.apply(.set(.variable, of: "n", to: .number(Double(value))), to: "card")
      var allowance = ViewAllowance(1)
      // A round may ask several times.
      for _ in 0..<3 {
        told += world.runtime.nextDeliveries(at: world.now, within: &allowance).flatMap(\.recipients)
      }
    }

    #expect(told.contains(other))
  }

  @Test mutating func `the turns of subscribers that are equally far in one feed come one after the other`() {
    let ids = join(Subscription(filter: FrameFilter(space: .scene)), count: 2)
    _ = recipients()
    // One stays behind.
    world.runtime.markBusy(ids[1])
    move(to: 1)
    _ = recipients()
    world.runtime.markFree(ids[1])
    move(to: 2)
    var allowance = ViewAllowance(4)

    #expect(world.runtime.nextDeliveries(at: world.now, within: &allowance).map(\.recipients) == [[ids[0]]])
    move(to: 3)
    allowance = ViewAllowance(4)
    #expect(world.runtime.nextDeliveries(at: world.now, within: &allowance).map(\.recipients) == [[ids[1]]])
    #expect(recipients() == [[ids[0]]])
    #expect(recipients() == [])
  }

  @Test mutating func `what is the same under different wishes is one message, to all in the order of their numbers`() {
    let part = join(Subscription(filter: FrameFilter(root: "a")))
    let all = join(
      Subscription(filter: FrameFilter(depth: 2, kinds: ["view", "box"], fields: [.frame, .text])), count: 2)
    let each = join(Subscription(mode: .every))
    let more = join(Subscription(filter: FrameFilter(root: "a")))
    _ = recipients()

    move(to: 3)

    #expect(recipients() == [part + all + each + more])
  }

  @Test mutating func `of filters that keep everything one that leaves out frames sees no move`() {
    _ = join(Subscription(filter: FrameFilter(fields: [.text])))
    _ = recipients()

    move(to: 3)

    #expect(recipients() == [])
  }

  @Test mutating func `one that was busy gets what it missed, and is one of the others from then on`() {
    let ids = join(Subscription(), count: 5)
    _ = recipients()
    world.runtime.markBusy(ids[2])

    move(to: 1)
    move(to: 2)
    #expect(recipients() == [ids.filter { $0 != ids[2] }])
    world.runtime.markFree(ids[2])
    #expect(recipients() == [[ids[2]]])

    move(to: 3)
    #expect(recipients() == [ids])
  }

  @Test mutating func `one that joins later is one of the others after its snapshot`() {
    let early = join(Subscription(wantsDiagnostics: true), count: 2)
    _ = recipients()
    move(to: 1)
    _ = recipients()
    let late = join(Subscription(wantsDiagnostics: true))
    #expect(recipients() == [late])

    move(to: 2)
    #expect(recipients() == [early + late])
  }

  @Test mutating func `one that leaves gets nothing more, free or busy`() {
    let ids = join(Subscription(), count: 3)
    _ = recipients()
    world.runtime.markBusy(ids[0])
    move(to: 1)
    for id in ids[0...1] { world.handle(.unsubscribe(id)) }
    world.turn()

    #expect(recipients() == [[ids[2]]])
    world.runtime.markFree(ids[0])
    #expect(recipients() == [])
  }

  @Test mutating func `a goodbye waits for those who are busy`() {
    let ids = join(Subscription(), count: 3)
    _ = recipients()
    world.runtime.markBusy(ids[1])
    _ = world.call(.close(scene: "card"))

    #expect(recipients() == [[ids[0], ids[2]]])
    world.handle(.unsubscribe(ids[0]))
    world.turn()
    #expect(world.runtime.hasNews(for: ids[1]) && !world.runtime.hasNews(for: ids[0]))
    world.runtime.markFree(ids[1])
    #expect(recipients() == [[ids[1]]])
    #expect(world.runtime.seats.isEmpty && world.runtime.farewells.isEmpty)
  }

  @Test(arguments: UInt64(1)...20)
  func `everybody is told what it would be told alone`(seed: UInt64) {
    var crowd = Crowd(seed: seed)
    for _ in 1...60 {
      crowd.act()
      crowd.deliver()
    }
    crowd.happen { world in
      world.handle(.stop(reason: "shutdown"))
      world.turn()
    }
    for id in crowd.alone.keys.sorted() { crowd.setFree(id, true) }
    crowd.deliver()

    #expect(crowd.together.runtime.seats.isEmpty)
    #expect(crowd.messages > 20, "seed \(seed)")
  }
}

/// A story in which subscribers come, go and are busy, told to all of them in one runtime, and to each alone in a
/// runtime of its own: the slow and obvious way.
private struct Crowd {
  private var random: SeededGenerator
  private let seed: UInt64
  private(set) var together: World
  /// The same story that nobody follows; a world alone begins as a copy of it.
  private var unseen: World
  private(set) var alone: [SubscriberID: (world: World, id: SubscriberID, isFree: Bool)] = [:]
  private(set) var messages = 0

  private static let good = SampleLayouts.dance
  private static let broken = SampleLayouts.dance.replacing("left 200", with: "left nowhere")
  private static let edited = SampleLayouts.dance.replacing("left 200", with: "left 150")

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    var options = Runtime.Options()
    options.maxRevisions = 8
    together = World(options: options)
    together.disk["dance.layout"] = Self.good
    together.serve()
    unseen = together
  }

  /// The same in all worlds.
  mutating func happen(_ body: (inout World) -> Void) {
    body(&together)
    body(&unseen)
    for id in alone.keys { body(&alone[id]!.world) }
  }

  mutating func setFree(_ id: SubscriberID, _ isFree: Bool) {
    guard let its = alone[id]?.id else { return }
    alone[id]!.isFree = isFree
    if isFree {
      together.runtime.markFree(id)
      alone[id]!.world.runtime.markFree(its)
    } else {
      together.runtime.markBusy(id)
      alone[id]!.world.runtime.markBusy(its)
    }
  }

  mutating func act() {
    let someone = alone.keys.sorted().randomElement(using: &random)
    switch random.below(12) {
    case 0, 1: if alone.count < 8 { join() }
    case 2:
      guard let someone, random.chance(40) else { return }
      together.handle(.unsubscribe(someone))
      together.turn()
      alone[someone] = nil
    case 3, 4: if let someone { setFree(someone, true) }
    case 5: if let someone { setFree(someone, false) }
    case 6:
      let text = [Self.good, Self.broken, Self.edited].randomElement(using: &random)!
      happen { world in
        world.save("dance.layout", text)
        world.advance(milliseconds: 40)
      }
    case 7:
      let isOpen = random.chance(50)
      happen { _ = $0.apply(.set(.flag, of: "open", to: .truth(isOpen)), to: "dance") }
    case 8:
      let value = Double(random.below(9))
      happen { _ = $0.apply(.set(.variable, of: "n", to: .number(value)), to: "dance") }
    case 9:
      let name = ["main", "far", "low"].randomElement(using: &random)!
      happen { _ = $0.apply(.set(.config, of: "panel", to: .text(name)), to: "dance") }
    case 10:
      let milliseconds = random.below(400)
      happen { $0.advance(milliseconds: milliseconds) }
    default:
      happen { $0.sleep() }
    }
  }

  private mutating func join() {
    var subscription = Subscription(
      scene: "dance",
      filter: [
        .everything, FrameFilter(root: "panel"), FrameFilter(depth: 9, fields: [.frame, .hidden]),
        FrameFilter(depth: 1),
      ].randomElement(using: &random)!,
      minDelta: [0, 0, 3].randomElement(using: &random)!,
      mode: random.chance(40) ? .every : .latest, wantsDiagnostics: random.chance(40))
    if subscription.mode == .latest { subscription.wantsTargets = random.chance(50) }
    if random.chance(30), let revision = together.revision(of: "dance") {
      subscription.since = (epoch: "e1", Revision(UInt64(max(1, Int(revision.value) - random.below(12)))))
    }
    var world = unseen
    let its = world.subscribe(subscription).id
    let id = together.subscribe(subscription).id
    alone[id] = (world, its, false)
    setFree(id, random.chance(70))
  }

  /// Everybody who is free takes what there is. Some are busy afterwards.
  mutating func deliver() {
    var deliveries = together.runtime.nextDeliveries(at: together.now)
    while !deliveries.isEmpty {
      for delivery in deliveries {
        for id in delivery.recipients {
          messages += 1
          let its = alone[id]!.world.runtime.nextDeliveries(at: together.now)
          let isSame = its.map(\.publication) == [delivery.publication]
          #expect(isSame, "seed \(seed), subscriber \(id), \(delivery.publication.content) instead of \(its)")
          #expect(alone[id]!.isFree, "seed \(seed), subscriber \(id)")
          if random.chance(10) { setFree(id, false) }
        }
      }
      deliveries = together.runtime.nextDeliveries(at: together.now)
    }
    for (id, solo) in alone where solo.isFree {
      let its = alone[id]!.world.runtime.nextDeliveries(at: together.now)
      #expect(its == [], "seed \(seed), subscriber \(id)")
    }
  }
}
