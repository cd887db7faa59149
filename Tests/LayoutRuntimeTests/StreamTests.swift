import Frames
import Testing

@testable import LayoutRuntime

@Suite("Streams") struct StreamTests {

  var world = World(serving: ["card.layout": SampleLayouts.moving])

  mutating func move(to value: Int) { _ = world.apply(.set(.variable, of: "n", to: .number(Double(value)))) }

  @Test func `whether a view clips is sent with it, and again when the file says otherwise`() throws {
    let text = "layout card size 100, 100 { box frame fill clips: true { box photo at 0, 0, 300, 300 } }"
    var world = World(serving: ["card.layout": text])
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)
    #expect(follower.picture.views.filter(\.content.clips).map(\.path) == ["frame"])

    world.save("card.layout", text.replacing("clips: true", with: "clips: false"))

    let delta = try #require(follower.newMessages(from: &world).first?.delta)
    #expect(delta.changed.map(\.content.clips) == [false] && delta.views == [])

    world.save("card.layout", text)
    var filtered = world.subscribe(Subscription(scene: "card", filter: FrameFilter(fields: [.frame])))
    filtered.catchUp(with: &world)
    #expect(filtered.picture.views.filter(\.content.clips) == [])
  }

  @Test mutating func `a subscriber gets a snapshot first`() {
    var follower = world.subscribe(Subscription())

    let messages = follower.newMessages(from: &world)
    #expect(messages.map(\.isSnapshot) == [true])
    #expect(follower.picture.views.map(\.path) == ["root", "a", "a.inner", "b"])
  }

  @Test mutating func `a slow subscriber gets everything it missed as one delta`() throws {
    var follower = world.subscribe(Subscription())
    follower.catchUp(with: &world)
    for value in 1...8 { move(to: value) }

    let messages = follower.newMessages(from: &world)
    let diff = try #require(messages.first?.delta)
    #expect(messages.map(\.content) == [.delta(diff, base: Revision(1), skipped: 7)])
    #expect(diff.set.map(\.frame.x) == [8 * 64])
  }

  @Test mutating func `what a filter hides is not sent, and the next delta follows what was`() throws {
    var follower = world.subscribe(Subscription(filter: FrameFilter(root: "b")))
    follower.catchUp(with: &world)
    for value in 1...3 { move(to: value) }
    #expect(follower.newMessages(from: &world) == [])

    world.save("card.layout", SampleLayouts.moving.replacing("box b left 0", with: "box b left 5"))
    let messages = follower.newMessages(from: &world)
    let diff = try #require(messages.first?.delta)
    #expect(messages.map(\.content) == [.delta(diff, base: Revision(1), skipped: 3)])
    #expect(diff.set.count == 1)
  }

  @Test mutating func `a client that comes back goes on where it was`() throws {
    move(to: 1)
    var first = world.subscribe(Subscription())
    first.catchUp(with: &world)
    world.handle(.unsubscribe(first.id))
    for value in 2...5 { move(to: value) }

    var again = world.subscribe(Subscription(since: (epoch: "e1", revision: first.revision!)))
    let messages = again.newMessages(from: &world)

    let diff = try #require(messages.first?.delta)
    #expect(messages.map(\.content) == [.delta(diff, base: try #require(first.revision), skipped: 3)])
    #expect(first.picture.applying(diff) == world.runtime.scenes["card"]?.published.history.current)
  }

  @Test(arguments: [("e0", UInt64(1)), ("e1", 99), ("e1", 0)])
  mutating func `a client whose past is unknown is reset`(epoch: String, revision: UInt64) {
    var follower = world.subscribe(Subscription(since: (epoch: epoch, revision: Revision(revision))))
    follower.catchUp(with: &world)

    #expect(follower.messages.map(\.content) == [.snapshot(follower.picture, isReset: true)])
  }

  @Test mutating func `in every mode each revision comes by itself`() {
    var follower = world.subscribe(Subscription(mode: .every))
    follower.catchUp(with: &world)
    for value in 1...5 { move(to: value) }

    let messages = follower.newMessages(from: &world)
    #expect(messages.map(\.revision.value) == [2, 3, 4, 5, 6])
    #expect(messages.map { $0.delta?.set.first?.frame.x } == [64, 128, 192, 256, 320])
    #expect(follower.picture == world.runtime.scenes["card"]?.published.history.current)
  }

  @Test mutating func `many revisions are kept for a minute after the last who wanted every one has gone`() {
    let follower = world.subscribe(Subscription(mode: .every))
    world.handle(.unsubscribe(follower.id))
    world.advance(milliseconds: 59_000)
    let scene = world.sceneNames[0]

    _ = world.apply(.set(.size, to: [301, 401]))
    // As many as before, if they need less memory: so scenes that somebody follows for a moment do not add up.
    #expect(world.runtime.scenes[scene]?.published.ring.limits == .init(revisions: 4096, bytes: 256 << 10))
    #expect(world.wake == world.now + .milliseconds(1000))
    // Nothing has to happen in the scene for that.
    world.sleep()
    #expect(world.runtime.scenes[scene]?.published.ring.limits == .recent)
    #expect(world.wake == nil)
  }

  @Test mutating func `when nobody is at work a scene that nobody follows keeps few revisions`() throws {
    func ring(_ world: World) throws -> RevisionRing { try #require(world.runtime.scenes["card"]).published.ring }
    for value in 1...200 { move(to: value) }
    #expect(try ring(world).weight > 16 << 10)
    let oldest = try ring(world).oldest

    let follower = world.subscribe(Subscription())
    world.runtime.forgetSpares()
    #expect(try ring(world).oldest == oldest)

    world.handle(.unsubscribe(follower.id))
    world.turn()
    world.runtime.forgetSpares()
    let newest = try #require(world.runtime.scenes["card"]).published.history.revision
    #expect(try ring(world).weight <= 16 << 10)
    #expect(try ring(world).last(1).map(\.revision) == [newest])

    // At work again, it keeps as many as before.
    for value in 201...400 { move(to: value) }
    #expect(try ring(world).weight > 16 << 10)
    #expect(try ring(world).limits == .recent)
  }

  @Test func `the revisions of many scenes share what there is for all`() {
    let mebibyte = 1 << 20
    func share(_ scenes: Int, _ wanted: Int, _ released: Int = 0) -> [Int] {
      let share = RevisionShare(scenes: scenes, wanted: wanted, released: released, most: 4 * mebibyte)
      return [share.recent, share.many, share.released]
    }
    #expect(share(1, 0) == [mebibyte / 4, 4 * mebibyte, mebibyte / 4])
    #expect(share(4, 2, 1) == [mebibyte / 4, 4 * mebibyte, mebibyte / 4])
    #expect(share(8, 4, 4) == [mebibyte / 8, 2 * mebibyte, mebibyte / 16])
    #expect(share(100_000, 100_000, 100_000) == [16 << 10, 16 << 10, 16 << 10])
  }

  @Test func `a scene that many others join keeps less`() {
    var world = World(serving: ["card.layout": "layout card { box a }\n"])
    #expect(world.runtime.scenes["card"]?.published.ring.limits.bytes == 256 << 10)
    for index in 1...7 { _ = world.call(.open(layout: "card", scene: "s\(index)", environment: [])) }

    #expect(world.runtime.scenes.map { $0 }.allSatisfy { $0.published.ring.limits.bytes == 128 << 10 })
  }

  @Test(arguments: [FrameFilter.everything, FrameFilter(root: "a", space: .scene), FrameFilter(kinds: ["box"])])
  mutating func `in every mode a client that comes back gets each revision since`(_ filter: FrameFilter) {
    var first = world.subscribe(Subscription(filter: filter, mode: .every))
    first.catchUp(with: &world)
    move(to: 1)
    first.catchUp(with: &world)
    world.handle(.unsubscribe(first.id))
    for value in 2...4 { move(to: value) }

    let since = (epoch: "e1", revision: first.revision!)
    var again = world.subscribe(Subscription(filter: filter, mode: .every, since: since))
    let messages = again.newMessages(from: &world)

    #expect(messages.map(\.revision.value) == [3, 4, 5])
    #expect(messages.compactMap(\.delta).count == 3)
    let picture = messages.compactMap(\.delta).reduce(first.picture) { $0.applying($1) }
    #expect(picture == world.runtime.scenes["card"]?.published.history.current.filtered(by: filter))
  }

  @Test mutating func `in every mode a filter shows the revisions that concern it`() {
    var follower = world.subscribe(Subscription(filter: FrameFilter(root: "a.inner", space: .scene), mode: .every))
    follower.catchUp(with: &world)
    move(to: 1)
    world.save("card.layout", SampleLayouts.moving.replacing("box b left 0", with: "box b left 5"))
    move(to: 2)

    #expect(follower.newMessages(from: &world).map(\.revision.value) == [2, 4])
    #expect(follower.picture.views.map(\.frame.x) == [3 * 64])
  }

  @Test func `a reader that the ring overtakes is told what it lost, and gets a snapshot`() {
    var options = Runtime.Options()
    options.maxRevisions = 3
    var world = World(options: options)
    world.disk["card.layout"] = SampleLayouts.moving
    world.serve()
    var follower = world.subscribe(Subscription(mode: .every))
    follower.catchUp(with: &world)
    for value in 1...9 { _ = world.apply(.set(.variable, of: "n", to: .number(Double(value)))) }

    let messages = follower.newMessages(from: &world)
    #expect(messages.count == 2)
    #expect(messages.first?.content == .lost(from: Revision(1)))
    #expect(messages.last?.isSnapshot == true)
    #expect(follower.revision == Revision(10))
  }

  @Test mutating func `stopping says goodbye to everybody`() {
    var follower = world.subscribe(Subscription())
    follower.catchUp(with: &world)
    world.handle(.stop(reason: "shutdown"))
    world.turn()

    #expect(follower.newMessages(from: &world).map(\.content) == [.bye(reason: "shutdown")])
    #expect(world.runtime.seats.isEmpty && world.runtime.farewells.isEmpty)
  }

  @Test mutating func `ids stay with their paths across reloads`() {
    var follower = world.subscribe(Subscription())
    follower.catchUp(with: &world)
    let before = follower.picture.views.first { $0.path == "b" }?.id

    world.save("card.layout", "layout card { box b left 0 top 0 width 1 height 1 }")
    world.save("card.layout", SampleLayouts.moving)
    follower.catchUp(with: &world)

    #expect(follower.picture.views.first { $0.path == "b" }?.id == before)
    #expect(Set(follower.picture.views.map(\.id)).count == 4)
  }

  @Test mutating func `an unknown scene is refused with what is known`() {
    let reply = world.call(.subscribe(SubscriberID(77), Subscription(scene: "cart")))

    #expect(reply?.failure == .unknownScene("cart", known: ["card"]))
    #expect(world.messages(for: SubscriberID(77)) == [])
  }
}
