import Posix
import TestSupport
import Testing

@testable import Daemon

@Suite("When connections are looked at again") struct AlarmsTests {
  private let start = ContinuousClock.now

  private func token(_ value: Int) -> EventLoop.Token { EventLoop.Token(rawValue: UInt64(value)) }
  private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func `an alarm goes off once, when its time has come`() {
    var alarms = Alarms()
    alarms.set(token(1), at: after(20))

    #expect(alarms.earliest == after(20))
    #expect(alarms.takeDue(at: after(19)) == [])
    #expect(alarms.takeDue(at: after(20)) == [token(1)])
    #expect(alarms.earliest == nil && alarms.takeDue(at: after(99)) == [])
  }

  @Test func `the earliest alarm of a connection counts`() {
    var alarms = Alarms()
    alarms.set(token(1), at: after(20))
    alarms.set(token(1), at: after(30))
    alarms.set(token(1), at: after(10))

    #expect(alarms.takeDue(at: after(10)) == [token(1)])
    #expect(alarms.takeDue(at: after(99)) == [])
  }

  @Test func `alarms that do not count any more are not kept until their time comes`() {
    var alarms = Alarms()
    for event in 0..<1000 {
      // A heartbeat an hour away, and before it the pace of the stream.
      alarms.set(token(1), at: after(3_600_000 + event))
      alarms.set(token(1), at: after(event))
      #expect(alarms.takeDue(at: after(event)) == [token(1)])
    }

    #expect(alarms.entryCount < 100)
  }

  @Test func `a connection that is gone is not looked at`() {
    var alarms = Alarms()
    alarms.set(token(1), at: after(10))
    alarms.set(token(2), at: after(10))
    alarms.remove(token(1))

    #expect(alarms.takeDue(at: after(10)) == [token(2)])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `alarms go off as those of an obvious list do`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var alarms = Alarms()
    var list: [EventLoop.Token: ContinuousClock.Instant] = [:]
    var now = 0
    for _ in 0..<300 {
      let connection = token(random.below(20))
      switch random.below(4) {
      case 0:
        now += random.below(10)
        let due = alarms.takeDue(at: after(now))
        #expect(Set(due) == Set(list.filter { $0.value <= after(now) }.keys), "seed \(seed)")
        #expect(Set(due).count == due.count, "seed \(seed)")
        #expect(due.map { list[$0]! } == due.map { list[$0]! }.sorted(), "seed \(seed)")
        for connection in due { list[connection] = nil }
      case 1:
        alarms.remove(connection)
        list[connection] = nil
      default:
        let instant = after(now + random.below(40))
        alarms.set(connection, at: instant)
        list[connection] = min(list[connection] ?? instant, instant)
      }
      #expect(
        alarms.earliest ?? after(.max / 2_000_000) <= list.values.min() ?? after(.max / 2_000_000), "seed \(seed)")
    }
  }
}
