import DaemonHarness
import Frames
import FramewireClient
import Posix
import TestSupport
import Testing
import Wire

@Suite("What a subscriber gets") struct StreamTests {
  let folder: ServedFolder

  init() throws { folder = try ServedFolder(["card.layout": SampleLayouts.card()]) }

  func setInset(_ value: Double, scene: String = "card") throws {
    try folder.ask(.apply(Request.Apply(scene: scene, ops: [Op(.set(.constant, of: "#inset", to: .number(value)))])))
  }

  @Test func `a snapshot comes first, then a delta for each save`() throws {
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card"))
    var mirror = SceneMirror()
    #expect(mirror.apply(try subscription.event()) == .frames)
    #expect(mirror.frames.views.map(\.path) == ["root", "first", "second", "second.title", "bar", "night"])

    for width in 101...105 {
      try folder.save("card.layout", SampleLayouts.card(width: width))
      let event = try subscription.event()
      #expect(event.kind == .delta && event.cause == "file:\(folder.file("card.layout"))")
      #expect(event.diff.set.count == 1)
      #expect(mirror.apply(event) == .frames)
      #expect(mirror.frames.views[1].frame.width == Int32(width) * 64)
    }
    #expect(mirror.rev == 6 && mirror.layoutRev == 6)
  }

  @Test func `a layout that gets another name in its file keeps its subscribers`() throws {
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card"))
    var mirror = SceneMirror()
    _ = mirror.apply(try subscription.event())

    let renamed = SampleLayouts.card(width: 150).replacing("layout card", with: "layout page")
    try folder.save("card.layout", renamed)
    let event = try subscription.event()
    #expect(event.kind == .delta && mirror.apply(event) == .frames)
    #expect(mirror.frames.views[1].frame.width == 150 * 64)

    // Whoever has only the old name is understood, and comes back to the same scene.
    try setInset(40)
    #expect(mirror.apply(try subscription.event()) == .frames)
    #expect(mirror.frames.views[2].frame.x == 40 * 64)
    let again = try folder.subscribe(Request.Subscribe(scene: "card"))
    #expect(try again.event().picture == mirror.frames)
    guard case .scenes(let scenes) = try folder.connect().call(.listScenes()) else { throw ClientError.timedOut }
    #expect(scenes.map(\.name) == ["page"])
  }

  @Test func `a mistake is told while the frames stay, and mending it too`() throws {
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card", diagnostics: true))
    let first = try subscription.event()
    try folder.save("card.layout", SampleLayouts.broken)
    var event = try subscription.event()
    #expect(event.kind == .diagnostics && event.state == .stale && event.instant.rev == first.instant.rev)
    #expect(event.diagnostics?.map(\.code) == ["E2003"])

    try folder.save("card.layout", "layout card { box first leading 1 top 1 width 1 height 1 }")
    event = try subscription.event()
    #expect(event.kind == .delta && event.instant.layoutRev == 2)
    event = try subscription.event()
    #expect(event.kind == .diagnostics && event.state == .ok && event.diagnostics == [])
  }

  @Test func `a subscriber without diagnostics hears of frames alone`() throws {
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card"))
    _ = try subscription.event()
    try folder.save("card.layout", SampleLayouts.broken)
    try folder.sync("card")
    try folder.save("card.layout", SampleLayouts.card(width: 150))

    #expect(try subscription.event().kind == .delta)
  }

  @Test func `a filter shows a subtree and nothing outside it`() throws {
    var request = Request.Subscribe(scene: "card")
    request.filter.root = "second"
    let subscription = try folder.subscribe(request)
    #expect(try subscription.event().diff.views.map(\.path) == ["second", "second.title"])

    try folder.save("card.layout", SampleLayouts.card(width: 150))
    try folder.sync("card")
    try setInset(20)
    let event = try subscription.event()
    #expect(event.cause == "apply" && event.diff.set.count == 1)
  }

  @Test func `no more events come than maxHz allows, and the last one is the newest`() throws {
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card", maxHz: 10))
    let clock = ContinuousClock()
    var instants: [ContinuousClock.Instant] = []
    _ = try subscription.event()
    instants.append(clock.now)
    var mirror = 0
    for value in 1...100 { try setInset(Double(100 + value)) }
    while mirror != 101 {
      let event = try subscription.event()
      instants.append(clock.now)
      mirror = event.instant.rev
    }

    // Both ends may be late by themselves, and an event may go a little early, so the whole is what is measured.
    #expect(instants.last! - instants.first! >= .milliseconds(100) * (instants.count - 1) - .milliseconds(25))
    #expect(instants.count < 100)
  }

  @Test func `silence is broken by heartbeats where they were asked for`() throws {
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card", heartbeatMs: 100))
    let snapshot = try subscription.event()

    for _ in 0..<3 {
      let event = try subscription.event()
      #expect(event.kind == .heartbeat)
      #expect(event.instant.rev == snapshot.instant.rev && event.instant.epoch == snapshot.instant.epoch)
    }
  }

  @Test func `a subscriber that comes back gets one delta for what it missed`() throws {
    let first = try folder.subscribe(Request.Subscribe(scene: "card")).event()
    for value in 1...10 { try setInset(Double(value)) }

    let again = Request.Subscribe(scene: "card", epoch: first.instant.epoch, since: first.instant.rev)
    let event = try folder.subscribe(again).event()

    #expect(event.kind == .delta && event.base == 1 && event.instant.rev == 11 && event.skipped == 9)
    #expect(event.diff.set.first?.frame.x == 640)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `whoever connects again and again has the daemon's picture after every edit`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var mirror = SceneMirror()
    var mode = Request.Subscribe.Mode.latest
    var subscription: Subscription?
    for step in 0..<40 {
      switch random.below(4) {
      case 0: try folder.save("card.layout", SampleLayouts.card(width: 100 + random.below(5)))
      case 1: try setInset(Double(random.below(5)))
      case 2: try folder.save("card.layout", SampleLayouts.broken)
      default: mode = random.below(2) == 0 ? .latest : .every
      }
      try folder.sync("card")
      if random.below(3) == 0 { subscription = nil }
      let now = try folder.snapshot(Request.Snapshot(scene: "card"))

      while mirror.rev != now.instant.rev {
        let stream =
          try subscription
          ?? folder.subscribe(
            Request.Subscribe(
              scene: "card", mode: mode, epoch: mirror.epoch, since: mirror.epoch.map { _ in mirror.rev }))
        subscription = stream
        #expect(mirror.apply(try stream.event()) == .frames, "step \(step)")
      }
      #expect(mirror.frames.views == now.diff.views, "step \(step)")
    }
  }

  @Test func `with another epoch there is nothing to go on from`() throws {
    let event = try folder.subscribe(Request.Subscribe(scene: "card", epoch: "other", since: 1)).event()

    #expect(event.kind == .snapshot && event.reset == true)
  }

  @Test func `every mode gives each revision`() throws {
    let subscription = try folder.subscribe(Request.Subscribe(scene: "card", mode: .every))
    _ = try subscription.event()
    for value in 1...50 { try setInset(Double(value)) }

    for rev in 2...51 {
      let event = try subscription.event()
      #expect(event.instant.rev == rev && event.base == rev - 1)
    }
  }

  @Test func `a subscription needs more`() throws {
    let response = try folder.connect().ask("Subscribe", #"{"scene":"card"}"#)

    #expect(response.error == "org.varlink.service.ExpectedMore")
  }

  @Test func `subscribing to no scene is refused and the connection goes on`() throws {
    let connection = try folder.connect()
    let call = Call(
      method: Method.subscribe.rawValue, parameters: ["scene": .string("crad")], more: true)

    #expect(try connection.call(call).error == "io.framewire.v1.UnknownScene")
    #expect(try connection.ask("ListScenes").error == nil)
  }

  @Test func `everybody is told when the daemon ends`() throws {
    let subscriptions = try (0..<3).map { _ in try folder.subscribe(Request.Subscribe(scene: "card")) }
    for subscription in subscriptions { _ = try subscription.event() }

    try folder.daemon.send(.terminate)

    for subscription in subscriptions {
      let event = try subscription.event()
      #expect(event.kind == .bye && event.reason == "shutdown")
      #expect(try subscription.next(until: ServedFolder.deadline) == .end)
    }
  }
}
