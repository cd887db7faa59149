import LayoutRuntime
import Testing

@testable import Daemon

@Suite("Calls that wait for a turn") struct CallQueueTests {
  let start = ContinuousClock.now

  private func call(_ number: UInt64) -> Command { .abandon(RequestID(number)) }

  private func queue(_ calls: (number: UInt64, process: Int32)...) -> CallQueue {
    var queue = CallQueue()
    for (number, process) in calls { _ = queue.append(call(number), arrival: Instant(), for: .process(process)) }
    return queue
  }

  /// What a turn takes up, if nothing that it takes up takes any time.
  private func turn(_ queue: inout CallQueue, at now: ContinuousClock.Instant) -> [Command] {
    var taken: [Command] = []
    while let next = queue.takeNext(at: now) { taken.append(next.command) }
    return taken
  }

  @Test func `a turn takes them up until their time is spent, and the next one goes on`() {
    var queue = queue((1, 1), (2, 1), (3, 1), (4, 1))
    queue.beginRound(at: start)

    #expect(queue.takeNext(at: start)?.command == call(1))
    #expect(queue.takeNext(at: start + .milliseconds(1))?.command == call(2))
    // 2.8 ms are spent, and three calls are expected to cost 0.1 ms each at the end of the turn.
    #expect(queue.takeNext(at: start + .microseconds(2_800)) == nil)
    queue.endTurn(at: start + .microseconds(2_900))
    #expect(queue.count == 2 && !queue.goesOn(at: start + .microseconds(2_950)))

    queue.beginRound(at: start + .milliseconds(5))
    #expect(turn(&queue, at: start + .milliseconds(5)) == [call(3), call(4)])
  }

  @Test func `one is taken up however late it is`() {
    var queue = queue((1, 1), (2, 1))
    queue.beginRound(at: start)

    #expect(turn(&queue, at: start + .seconds(1)) == [call(1)])
  }

  @Test func `whose process has cost little comes before hundreds of another`() {
    var queue = CallQueue()
    for number in 1...800 { _ = queue.append(call(UInt64(number)), arrival: Instant(), for: .process(1)) }
    queue.beginRound(at: start)
    // 3 ms at 0.1 ms each.
    #expect(turn(&queue, at: start).count == 30)
    queue.endTurn(at: start + .milliseconds(3))

    _ = queue.append(call(1_000), arrival: Instant(), for: .process(2))
    queue.beginRound(at: start + .milliseconds(4))
    #expect(queue.takeNext(at: start + .milliseconds(4))?.command == call(1_000))
    #expect(queue.takeNext(at: start + .milliseconds(4))?.command == call(31))
  }

  @Test func `what calls cost at the end of a turn is expected of the next ones, and forgotten by and by`() {
    var queue = queue((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))
    queue.beginRound(at: start)
    #expect(queue.takeNext(at: start) != nil)
    // It makes the turn solve something for 2 ms.
    queue.endTurn(at: start + .milliseconds(2))

    let second = start + .seconds(60)
    queue.beginRound(at: second)
    #expect(turn(&queue, at: second) == [call(2)])
    queue.endTurn(at: second)
    // 1 ms is expected of each now.
    let third = second + .seconds(60)
    queue.beginRound(at: third)
    #expect(turn(&queue, at: third) == [call(3), call(4), call(5)])
  }

  @Test func `what is taken back is never taken up`() {
    var queue = queue((1, 1))
    let number = queue.append(call(2), arrival: Instant(), for: .process(1))
    let isTakenBack = queue.remove(number)
    queue.beginRound(at: start)

    #expect(isTakenBack && queue.count == 1)
    #expect(turn(&queue, at: start) == [call(1)])
    let isTakenBackAgain = queue.remove(number)
    #expect(!isTakenBackAgain)
  }
}
