import Fleet
import TestSupport
import Testing

@Suite("Mirrors kept from a broker") struct MirrorRuleTests {
  @Test func `deltas that continue a snapshot are taken, and a gap wants a snapshot`() {
    var rule = MirrorRule()
    #expect(rule.receive(.delta(epoch: "a", base: 1, rev: 2)) == .fetch)
    #expect(rule.isBehind)
    #expect(rule.receive(.snapshot(epoch: "a", rev: 2)) == .take)
    #expect(!rule.isBehind)
    #expect(rule.receive(.delta(epoch: "a", base: 1, rev: 2)) == .pass)
    #expect(rule.receive(.delta(epoch: "a", base: 2, rev: 5)) == .take)
    #expect(rule.receive(.delta(epoch: "a", base: 6, rev: 7)) == .fetch)
    #expect(rule.isBehind && rule.revision == 5)
    // An older picture does not help, and one in between helps a little.
    #expect(rule.receive(.snapshot(epoch: "a", rev: 4)) == .pass)
    #expect(rule.receive(.snapshot(epoch: "a", rev: 6)) == .take)
    #expect(rule.isBehind)
    #expect(rule.receive(.delta(epoch: "a", base: 6, rev: 7)) == .take)
    #expect(!rule.isBehind)
  }

  @Test func `another start of the daemon begins with a snapshot`() {
    var rule = MirrorRule()
    _ = rule.receive(.snapshot(epoch: "a", rev: 90))
    #expect(rule.receive(.delta(epoch: "b", base: 90, rev: 91)) == .fetch)
    #expect(rule.isBehind)
    #expect(rule.receive(.snapshot(epoch: "b", rev: 1)) == .take)
    #expect(rule.isBehind, "revision 91 was heard of")
    #expect(rule.receive(.snapshot(epoch: "b", rev: 91)) == .take)
    #expect(!rule.isBehind)
  }

  @Test func `after a lost connection a mirror that has read all that is kept is not behind`() {
    var rule = MirrorRule()
    rule.caughtUp()
    #expect(rule.isBehind, "there is no picture yet")
    _ = rule.receive(.snapshot(epoch: "a", rev: 5))
    _ = rule.receive(.delta(epoch: "a", base: 5, rev: 8))
    rule.lostTouch()
    #expect(rule.receive(.snapshot(epoch: "a", rev: 5)) == .pass && rule.isBehind)
    rule.caughtUp()
    #expect(!rule.isBehind && rule.revision == 8)
    _ = rule.receive(.delta(epoch: "a", base: 9, rev: 10))
    rule.caughtUp()
    #expect(rule.isBehind, "10 was heard of")
  }

  @Test func `a whole picture comes when deltas have outgrown it, and of a small one not with every other`() {
    let now = ContinuousClock.now
    func deltas(of bytes: Int, behind picture: Int) -> Int {
      var pace = SnapshotPace()
      pace.snapshot(bytes: picture, at: now)
      var count = 0
      while !pace.isDue(at: now) {
        pace.delta(bytes: bytes)
        count += 1
      }
      return count
    }

    #expect(deltas(of: 100, behind: 150) == 64)
    #expect(deltas(of: 300, behind: 150) == 28, "the first beyond 8,192 bytes")
    #expect(deltas(of: 300, behind: 12_000) == 41, "the first beyond the picture")
  }

  /// A daemon counts up; its bridge writes deltas over one or more revisions and snapshots as its pace says; the broker
  /// keeps the last snapshot and some deltas; a reader is cut off at any message and comes back by the last snapshot
  /// and the deltas that are kept. Its picture is a number that snapshots set and deltas add to, so a wrong step shows.
  @Test func `in 1,000 runs with cuts a mirror is right for the revision it says, and in the end it is not behind`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for run in 0..<1000 {
      var world = CutWorld(&generator)
      for _ in 0..<Int.random(in: 5...80, using: &generator) {
        world.step(&generator)
        if !world.isRight { Issue.record("seed \(seed), run \(run)") }
      }
      world.settle()
      #expect(
        world.isRight && !world.rule.isBehind && world.rule.revision == world.revision, "seed \(seed), run \(run)")
    }
  }
}

/// What stands between a daemon and a mirror, with everything that may go wrong there.
struct CutWorld {
  private var epoch = 1
  private(set) var revision = 1
  /// What the daemon showed, by epoch and revision: the sum of random steps.
  private var pictures: [[Int]: Int] = [[1, 1]: 100]
  private var toldByBridge = 0
  private var isBridgeAway = false

  private struct Message {
    let place: MirrorRule.Place
    let picture: Int
  }

  private var lastSnapshot: Message?
  private var deltas: [Message] = []
  /// On their way to the reader.
  private var queue: [Message] = []
  private var isReaderAway = false
  private var pace = SnapshotPace()
  private var now = ContinuousClock.now

  private(set) var rule = MirrorRule()
  private var mirror = 0

  init(_ generator: inout SeededGenerator) { publish() }

  var isRight: Bool {
    guard let epoch = rule.epoch else { return mirror == 0 && rule.isBehind }
    return pictures[[Int(epoch)!, rule.revision]] == mirror
  }

  mutating func step(_ generator: inout SeededGenerator) {
    now += .milliseconds(Int.random(in: 1...4000, using: &generator))
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<7:
      let picture = pictures[[epoch, revision]]!
      revision += 1
      pictures[[epoch, revision]] = picture + Int.random(in: 1...1000, using: &generator)
      if Bool.random(using: &generator) { publish() }
    case 7..<12: publish()
    case 12:  // the daemon starts anew, sometimes with fewer revisions
      epoch += 1
      revision = Int.random(in: 1...revision + 1, using: &generator)
      pictures[[epoch, revision]] = Int.random(in: 1...1_000_000, using: &generator)
      toldByBridge = 0
    case 13: isBridgeAway.toggle()
    case 14: if !queue.isEmpty { queue.remove(at: Int.random(in: 0..<queue.count, using: &generator)) }
    case 15:  // cut: what is on its way is lost
      queue = []
      isReaderAway = true
      rule.lostTouch()
    case 16: comeBack()
    default: for _ in 0..<Int.random(in: 1...5, using: &generator) { receiveNext() }
    }
  }

  /// Everything works again, and the bridge looks at its clock.
  mutating func settle() {
    isBridgeAway = false
    pace.lostTouch()
    publish()
    comeBack()
    while !queue.isEmpty { receiveNext() }
  }

  private mutating func publish() {
    // While the broker is away nothing is kept: the bridge begins again with a whole picture.
    if isBridgeAway { return pace.lostTouch() }
    guard toldByBridge != revision || pace.isDue(at: now) else { return }
    let picture = pictures[[epoch, revision]]!
    if pace.isDue(at: now) || toldByBridge == 0 {
      let message = Message(place: .snapshot(epoch: "\(epoch)", rev: revision), picture: picture)
      lastSnapshot = message
      pace.snapshot(bytes: 1000, at: now)
      send(message)
    } else {
      let message = Message(
        place: .delta(epoch: "\(epoch)", base: toldByBridge, rev: revision),
        picture: picture - pictures[[epoch, toldByBridge]]!)
      deltas = (deltas + [message]).suffix(6)
      pace.delta(bytes: 300)
      send(message)
    }
    toldByBridge = revision
  }

  private mutating func send(_ message: Message) { if !isReaderAway { queue.append(message) } }

  private mutating func comeBack() {
    isReaderAway = false
    queue = (lastSnapshot.map { [$0] } ?? []) + deltas
  }

  private mutating func receiveNext() {
    guard !queue.isEmpty else { return }
    let message = queue.removeFirst()
    switch rule.receive(message.place) {
    case .take:
      if case .snapshot = message.place { mirror = message.picture } else { mirror += message.picture }
    case .pass: break
    case .fetch: if let lastSnapshot { queue.insert(lastSnapshot, at: 0) }
    }
  }
}
