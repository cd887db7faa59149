import DaemonHarness
import Frames
import FramewireClient
import JSONText
import Posix
import TestSupport
import Testing
import Wire

@Suite("What a subscriber gets in binary") struct BinaryStreamTests {
  let folder: ServedFolder

  init() throws { folder = try ServedFolder(["card.layout": SampleLayouts.card()]) }

  private func setInset(_ value: Double) throws {
    try folder.ask(.apply(Request.Apply(scene: "card", ops: [Op(.set(.constant, of: "#inset", to: .number(value)))])))
  }

  private func stream(_ request: Request.Subscribe) throws -> Subscription { try folder.connect().stream(request) }

  /// Two who draw see the same, however it is said, over saves, settings and views that come and go.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func `it is what others get in JSON`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var request = Request.Subscribe(scene: "card", mode: .every, diagnostics: true)
    request.filter.fields = .all
    let streams = [try folder.subscribe(request), try stream(request)]
    for subscription in streams { #expect(try subscription.event().kind == .snapshot) }
    for step in 1...12 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try folder.save("card.layout", SampleLayouts.card(width: 100 + step))
      case 1: try setInset(Double(step) / 4)
      case 2:
        let view = #"label late "Ünd \#(step)" leading \#(step) top 90 background #ff8000 radius 4"#
        try folder.save("card.layout", SampleLayouts.card().replacing("\n}\n", with: "\n  \(view)\n}\n"))
      default: try folder.save("card.layout", SampleLayouts.broken)
      }
      try folder.sync("card")
    }
    try setInset(99)
    let last = try folder.state(of: "card").rev
    var told: [[Event]] = [[], []]
    for (index, subscription) in streams.enumerated() {
      repeat { told[index].append(try subscription.event()) } while told[index].last?.instant.rev != last
    }
    #expect(told[0].count > 4)
    // What took how long is measured for each message.
    for index in told.indices { for place in told[index].indices { told[index][place].timing = nil } }
    #expect(told[0] == told[1])
  }

  /// The call and what is said behind it may come in one piece.
  @Test func `what came behind the call is read as binary`() throws {
    let socket = try folder.connectRaw()
    let call = Request.stream(Request.Subscribe(scene: "card")).encoded()
    try socket.sendAll(call + StreamWish.ping([7, 8]).encoded() + StreamWish.credit(1).encoded())
    var bytes: [UInt8] = []
    func read(until isThere: () -> Bool) throws {
      while !isThere() {
        _ = try socket.receive(into: &bytes, until: ServedFolder.deadline)
      }
    }
    try read { bytes.contains(0) }
    let end = bytes.firstIndex(of: 0)!
    #expect(String(decoding: bytes[..<end], as: UTF8.self).hasPrefix(#"{"parameters":{"epoch":""#))
    #expect(String(decoding: bytes[..<end], as: UTF8.self).hasSuffix(#"","encoding":"fw1"}}"#))
    let pong = BinaryMessage(.pong, [7, 8]).encoded()
    try read { bytes.count >= end + 1 + pong.count + 40 }
    #expect(Array(bytes[(end + 1)...].prefix(pong.count)) == pong)
    #expect(bytes[end + 1 + pong.count + 4] == 1)
  }

  @Test func `no more pictures come than there is credit for, and the last one is whole`() throws {
    let subscription = try stream(Request.Subscribe(scene: "card", heartbeatMs: 20))
    var mirror = SceneMirror()
    #expect(mirror.apply(try subscription.event()) == .frames)
    // Of a credit that is given the first event uses up one.
    try subscription.say(.credit(1))
    try setInset(20)
    #expect(mirror.apply(try nextPicture(subscription)) == .frames)
    for inset in 21...40 { try setInset(Double(inset)) }
    // That the daemon lives is told all the same.
    for _ in 0..<3 { #expect(try subscription.event().kind == .heartbeat) }
    try subscription.say(.credit(1))
    let event = try nextPicture(subscription)
    #expect(event.skipped == 19 && mirror.apply(event) == .frames)
    #expect(mirror.frames.views[2].frame.x == 40 * 64)
  }

  /// Changes that come in one piece are told in one piece, unless somebody has to be asked in between.
  @Test func `of many changes at once everybody gets each, and who gives credit no more than that`() throws {
    let request = Request.Subscribe(scene: "card", mode: .every)
    let many = try [folder.subscribe(request), folder.subscribe(request), stream(request), stream(request)]
    let careful = try stream(Request.Subscribe(scene: "card", mode: .every, heartbeatMs: 20))
    for subscription in many + [careful] { _ = try subscription.event() }
    try careful.say(.credit(3))
    // The same message for others as for the careful one.
    try setInset(19)
    for subscription in many + [careful] { #expect(try nextPicture(subscription).kind == .delta) }

    let socket = try folder.connectRaw()
    let insets = 20..<50
    let calls = insets.map { inset in
      Request.apply(
        Request.Apply(scene: "card", ops: [Op(.set(.constant, of: "#inset", to: .number(Double(inset))))])
      ).encoded()
    }
    try socket.sendAll(calls.flatMap { $0 })

    for subscription in many {
      for inset in insets {
        let event = try subscription.event()
        #expect(event.diff.set.first?.frame.x == Int32(inset) * 64 && event.skipped ?? 0 == 0)
      }
    }
    // Heartbeats may come between pictures; where there is no credit, nothing else does.
    #expect(try nextPicture(careful).diff.set.first?.frame.x == 20 * 64)
    #expect(try nextPicture(careful).diff.set.first?.frame.x == 21 * 64)
    for _ in 0..<3 { #expect(try careful.event().kind == .heartbeat) }
    try careful.say(.credit(1))
    #expect(try nextPicture(careful).diff.set.first?.frame.x == 22 * 64)
    for _ in 0..<3 { #expect(try careful.event().kind == .heartbeat) }
  }

  private func nextPicture(_ subscription: Subscription) throws -> Event {
    while true {
      let event = try subscription.event()
      if event.kind != .heartbeat { return event }
    }
  }

  @Test func `a filter holds from the next snapshot on`() throws {
    let subscription = try stream(Request.Subscribe(scene: "card"))
    #expect(try subscription.event().diff.views.count == 6)
    try subscription.say(.filter(Filter(root: "second")))
    let event = try subscription.event()
    #expect(event.kind == .snapshot && event.reset == true)
    #expect(event.diff.views.map(\.path) == ["second", "second.title"])
    try setInset(20)
    #expect(try subscription.event().diff.set.map(\.frame.x) == [20 * 64])
    try subscription.say(.filter(Filter()))
    #expect(try subscription.event().diff.views.count == 6)
  }

  @Test func `it goes on from a revision that it had`() throws {
    let first = try stream(Request.Subscribe(scene: "card")).event()
    try setInset(20)
    var request = Request.Subscribe(scene: "card")
    (request.epoch, request.since) = (first.instant.epoch, first.instant.rev)
    let event = try stream(request).event()
    #expect(event.kind == .delta && event.base == first.instant.rev && event.diff.set.count == 1)
  }

  @Test(arguments: [
    [0xff, 0xff, 0xff, 0xff, 0x82] + [UInt8](repeating: 0, count: 35),
    StreamWish.ping([UInt8](repeating: 1, count: 65)).encoded(),
    BinaryMessage(.credit, [1, 2]).encoded(),
    BinaryMessage(.filter, Array(#"{"root":5}"#.utf8)).encoded(),
    BinaryMessage(.filter, Array(#"{"kinds":["label"],"#.utf8)).encoded(),
  ])
  func `whoever sends what is none is told why, and closed`(_ bytes: [UInt8]) throws {
    let socket = try folder.connectRaw()
    try socket.sendAll(Request.stream(Request.Subscribe(scene: "card")).encoded() + bytes)
    var answer: [UInt8] = []
    while case .bytes = try socket.receive(into: &answer, until: ServedFolder.deadline) {}
    let text = String(decoding: answer, as: UTF8.self)
    #expect(text.contains(#""kind":"bye""#) && text.contains(#""reason":"not fw1: "#))
    #expect(try folder.ask(.listScenes()) != .scenes([]))
  }

  @Test func `the last event is told, and a scene that is gone`() throws {
    let subscription = try stream(Request.Subscribe(scene: "card"))
    _ = try subscription.event()
    try folder.ask(.close(scene: "card"))
    let event = try subscription.event()
    #expect(event.kind == .bye && event.reason == "scene 'card' was closed")
    #expect(try subscription.next(until: ServedFolder.deadline) == .end)
  }

  @Test func `a call that does not say upgrade, or another encoding, is refused and the connection goes on`() throws {
    let connection = try folder.connect()
    let calls: [(String, Bool, String)] = [
      (#"{"scene":"card","encoding":"fw1"}"#, false, "org.varlink.service.InvalidParameter"),
      (#"{"scene":"card"}"#, true, "org.varlink.service.InvalidParameter"),
      (#"{"scene":"card","encoding":"fw2"}"#, true, "io.framewire.v1.UnsupportedEncoding"),
      (#"{"scene":"crad","encoding":"fw1"}"#, true, "io.framewire.v1.UnknownScene"),
    ]
    for (parameters, upgrade, error) in calls {
      var call = Call(method: "io.framewire.v1.Stream", upgrade: upgrade)
      call.parameters = try JSON(parsing: Array(parameters.utf8)).object ?? [:]
      #expect(try connection.call(call).error == error)
    }
    _ = try connection.call(.listScenes())
  }

  /// A thousand filters at once are more than two hundred a second.
  @Test func `filters cost what calls cost`() throws {
    let socket = try folder.connectRaw()
    let filter = StreamWish.filter(Filter(root: "second")).encoded()
    try socket.sendAll(Request.stream(Request.Subscribe(scene: "card")).encoded())
    var answer: [UInt8] = []
    for _ in 0..<1_000 {
      do { try socket.sendAll(filter, until: ServedFolder.deadline) } catch { break }
    }
    while case .bytes? = try? socket.receive(into: &answer, until: ServedFolder.deadline) {}
    #expect(String(decoding: answer, as: UTF8.self).contains(#""reason":"more filters than 200 a second""#))
  }

  @Test func `a follower in binary outlives its daemon`() throws {
    let follower = SceneFollower(
      Request.Subscribe(scene: "card"), at: SocketAddress(path: folder.socket), encoding: .binary)
    guard case .event(let first) = try follower.next() else { return #expect(Bool(false), "no event") }
    #expect(first.kind == .snapshot && follower.mirror.frames.views.count == 6)
    try setInset(30)
    guard case .event(let second) = try follower.next() else { return #expect(Bool(false), "no event") }
    #expect(second.kind == .delta && follower.mirror.frames.views[2].frame.x == 30 * 64)
    try folder.daemon.send(.kill)
    _ = try folder.daemon.wait(until: ServedFolder.deadline)
    let another = try folder.startAnother()
    defer { try? another.send(.kill) }
    while follower.mirror.epoch == first.instant.epoch { _ = try follower.next() }
    #expect(follower.mirror.frames.views[2].frame.x == 30 * 64)
  }
}
