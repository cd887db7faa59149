import Frames
import FramewireClient
import Posix
import Testing
import Wire

@testable import Daemon
@testable import LayoutRuntime

@Suite("Events to many subscribers") struct SendingTests {
  private func sending(of byteCount: Int, to count: UInt64) -> Sending {
    let publication = Publication(
      content: .bye(reason: ""), revision: .none, layoutRevision: .none, time: Instant(), isSettled: true, cause: nil)
    let delivery = Delivery(publication: publication, recipients: (1...count).map { SubscriberID($0) }, isBinary: false)
    return Sending(OutgoingMessage([UInt8](repeating: 1, count: byteCount)), of: delivery)
  }

  /// How many are told in each round.
  @Test(arguments: [(100, [256, 256, 88]), (16_384, [128, 128, 128, 128, 88]), (5_000_000, [1, 1, 1])])
  func `a round sends so many messages, or so many bytes`(byteCount: Int, rounds: [Int]) {
    var sending = sending(of: byteCount, to: rounds.count == 3 && byteCount > 1_000 ? 3 : 600)
    var told: [UInt64] = []
    for count in rounds {
      #expect(!sending.isDone)
      var allowance = SendAllowance(SendAllowance.round)
      let before = told.count
      while let subscriber = sending.takeNext(spending: &allowance) { told.append(subscriber.value) }
      #expect(told.count - before == count)
    }
    #expect(sending.isDone && sending.rest.isEmpty)
    #expect(told == (1...UInt64(told.count)).map { $0 })
  }

  @Test func `whoever is put off is told after the others, who do not wait for it`() {
    var sending = sending(of: 100, to: 600)
    var told: [UInt64] = []
    func goOn(_ allowance: SendAllowance) {
      var allowance = allowance
      while let subscriber = sending.takeNext(spending: &allowance) {
        if !sending.isForLate, subscriber.value.isMultiple(of: 2) {
          sending.tellLate(returning: &allowance)
          #expect(!sending.isDone && sending.rest.map(\.value).contains(subscriber.value))
        } else {
          told.append(subscriber.value)
        }
      }
    }
    let (odd, even) = ((0..<300).map { UInt64(2 * $0 + 1) }, (1...300).map { UInt64(2 * $0) })
    goOn(SendAllowance(SendAllowance.round))
    #expect(told == Array(odd.prefix(256)) && !sending.isDone)
    goOn(SendAllowance(nil))
    #expect(told == odd + even && sending.isDone)
  }

  @Test func `it is looked more and more seldom whether somebody reads, and again when that has changed`() {
    let stream = Stream(Request.Subscribe(), inBinary: false, at: .now)
    var looks: [Int] = []
    func send(_ events: Range<Int>, unread: Bool) {
      for event in events {
        func look() -> Bool {
          looks.append(event)
          return unread
        }
        stream.lookWhetherBehind(look())
      }
    }
    send(0..<60, unread: false)
    // 1, 3, 7, 15 and 16 events are not looked at in between.
    #expect(looks == [0, 2, 6, 14, 30, 47] && !stream.isBehind)
    looks = []
    send(60..<70, unread: true)
    #expect(looks == [64, 65, 67] && stream.isBehind)
  }

  @Test func `without a bound all are told at once`() {
    var sending = sending(of: 100, to: 600)
    var allowance = SendAllowance(nil)
    var count = 0
    while sending.takeNext(spending: &allowance) != nil { count += 1 }
    #expect(count == 600 && sending.isDone)
  }

  // MARK: A daemon, round by round

  private typealias Following = FramewireClient.Subscription

  /// A daemon that is turned here, and no process or thread beside this.
  private final class Rounds {
    let daemon: Daemon
    let folder: String
    /// Behind those of all connections.
    private var requests = UInt64(1) << 32
    private var subscribers = 0

    init(_ layout: String) throws {
      folder = try FileSystem.makeTemporaryDirectory()
      daemon = try Daemon(hostedServing: [], version: "1") { _ in }
      try daemon.open(at: SocketAddress(path: folder + "/s"), onlyLooks: false)
      _ = try CurrentProcess.raiseDescriptorLimit()
      let demand = Demand.loadText(name: "text", text: Array(layout.utf8))
      daemon.runtime.handle(.request(RequestID(requests), demand), at: Instant())
      try go()
    }

    deinit { try? FileSystem.removeTree(folder) }

    /// One round of the loop.
    func go() throws {
      try daemon.takeIn(waiting: .zero, at: Instant())
      daemon.work()
    }

    func connect() throws -> UnixConnection { try UnixConnection.connect(to: SocketAddress(path: folder + "/s")) }

    /// All of them have their snapshot.
    func subscribe(_ count: Int, _ mode: Request.Subscribe.Mode, reading: Bool = true) throws -> [Following] {
      var subscriptions: [Following] = []
      for index in 0..<count {
        subscriptions.append(
          try Connection(over: connect()).subscribe(Request.Subscribe(scene: "card", mode: mode)))
        if index % 100 == 99 { try go() }
      }
      subscribers += count
      for _ in 0..<1_000 where daemon.runtime.seats.count < subscribers || !daemon.sendings.isEmpty { try go() }
      for subscription in subscriptions where reading {
        guard case .event(let event) = try subscription.next(until: .now + .seconds(10)) else {
          Issue.record("no snapshot")
          break
        }
        #expect(event.kind == .snapshot)
      }
      return subscriptions
    }

    func resize(to width: Double) {
      requests += 1
      let demand = Demand.apply(
        scene: "card", [.set(.size, to: .numbers([width, 50]))], ifLayoutRevision: nil)
      daemon.runtime.handle(.request(RequestID(requests), demand), at: Instant())
    }
  }

  /// The events that have come.
  private func events(of subscription: Following) throws -> [Event] {
    var events: [Event] = []
    while case .event(let event) = try subscription.next(until: .now) { events.append(event) }
    return events
  }

  private static let card = "layout card size 50, 50 { box a left 0 top 0 right 0 height 1 }"

  @Test func `somebody else is answered between two rounds, and events keep their order`() throws {
    let rounds = try Rounds(Self.card)
    let other = try rounds.connect()
    let subscriptions = try rounds.subscribe(600, .every)
    rounds.resize(to: 60)
    try rounds.go()
    var told = try subscriptions.map { try events(of: $0) }
    #expect(told.count(where: { $0.count == 1 }) == 256)

    try other.sendAll(Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0])
    rounds.resize(to: 70)
    try rounds.go()
    var answer: [UInt8] = []
    #expect(try other.receive(into: &answer) != .nothing)
    for index in told.indices { told[index] += try events(of: subscriptions[index]) }
    #expect(told.count(where: { $0.count == 1 }) == 512)

    // The 88 that are left, and 168 of those who are told of the second.
    try rounds.go()
    for index in told.indices { told[index] += try events(of: subscriptions[index]) }
    #expect(told.map(\.count).reduce(0, +) == 600 + 168)
    try rounds.go()
    try rounds.go()
    for index in told.indices { told[index] += try events(of: subscriptions[index]) }
    #expect(rounds.daemon.sendings.isEmpty)
    let first = try #require(told.first?.first?.instant.rev)
    #expect(told.allSatisfy { $0.map(\.instant.rev) == [first, first + 1] })
  }

  @Test func `one that asks much at once keeps nobody from an answer, and nothing is lost`() throws {
    let rounds = try Rounds(Self.card)
    let (many, one) = (try rounds.connect(), try rounds.connect())
    try rounds.go()
    let question = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
    try many.sendAll([[UInt8]](repeating: question, count: 9).flatMap { $0 })
    try one.sendAll(question)
    func answers(to connection: UnixConnection) throws -> Int {
      var bytes: [UInt8] = []
      _ = try connection.receive(into: &bytes)
      return bytes.count { $0 == 0 }
    }
    var (ofMany, ofOne) = (0, 0)
    for _ in 0..<100 where ofMany < 9 {
      try rounds.go()
      ofMany += try answers(to: many)
      ofOne += try answers(to: one)
    }
    // How many fit into a round is a matter of time.
    #expect(ofMany == 9 && ofOne == 1 && rounds.daemon.talkers.isEmpty)
  }

  @Test func `whoever comes while an event is on its way to others is told everything`() throws {
    let rounds = try Rounds(Self.card)
    let subscriptions = try rounds.subscribe(300, .latest)
    rounds.resize(to: 60)
    try rounds.go()
    let newcomer = try rounds.subscribe(1, .latest)[0]
    #expect(rounds.daemon.sendings.isEmpty)
    rounds.resize(to: 70)
    repeat { try rounds.go() } while !rounds.daemon.sendings.isEmpty
    #expect(try events(of: newcomer).count == 1)
    #expect(try subscriptions.allSatisfy { try events(of: $0).count == 2 })
  }

  @Test func `those who read are told before those who do not`() throws {
    let rounds = try Rounds(Self.card)
    // They come first, and have not read their snapshots.
    let deaf = try rounds.subscribe(200, .every, reading: false)
    let readers = try rounds.subscribe(200, .every)
    rounds.resize(to: 60)
    try rounds.go()
    // 256 are tried, of which 200 are put off; then the other readers, and as many of the others as are left.
    try rounds.go()
    #expect(try readers.allSatisfy { try events(of: $0).count == 1 })
    try rounds.go()
    #expect(rounds.daemon.sendings.isEmpty)
    #expect(try deaf.allSatisfy { try events(of: $0).map(\.kind) == [.snapshot, .delta] })
  }

  @Test func `subscribers that do not read cost nothing once their sockets are full`() throws {
    let rounds = try Rounds(Self.card)
    let deaf = try rounds.subscribe(20, .latest)
    let reader = try rounds.subscribe(1, .latest)[0]
    var costs: [Int] = []
    // A socket holds some hundred of these.
    for step in 0..<600 {
      let before = rounds.daemon.runtime.counters.publications
      rounds.resize(to: Double(100 + step))
      try rounds.go()
      costs.append(rounds.daemon.runtime.counters.publications - before)
      #expect(try events(of: reader).count == 1)
    }
    #expect(costs.first == 21)
    #expect(costs.suffix(100).allSatisfy { $0 == 1 })

    // What was on its way comes as it was, and all else as one.
    var last: [Event] = []
    for _ in 0..<2 {
      for subscription in deaf { last += try events(of: subscription).suffix(1) }
      try rounds.go()
    }
    #expect(last.suffix(20).count(where: { ($0.skipped ?? 0) > 100 }) == 20)
  }
}
