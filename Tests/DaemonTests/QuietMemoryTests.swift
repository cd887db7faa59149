import Testing

@testable import Daemon

@Suite("Giving freed memory back") struct QuietMemoryTests {
  let start = ContinuousClock.now

  @Test func `it is looked at once it has been quiet for a moment, and not while there is work`() {
    var memory = QuietMemory()
    memory.recordWork(at: start)
    memory.recordWork(at: start + .milliseconds(60))

    let (before, then) = (memory.isTimeToLook(at: start + .milliseconds(159)), memory.deadline)
    let after = memory.isTimeToLook(at: start + .milliseconds(160))

    #expect(!before)
    #expect(then == start + .milliseconds(160))
    #expect(after)
  }

  @Test func `having looked, nobody is woken again before there was work`() {
    var memory = QuietMemory()
    memory.recordWork(at: start)

    let first = memory.isTimeToLook(at: start + .seconds(1))
    let second = memory.isTimeToLook(at: start + .seconds(2))

    #expect(first)
    #expect(!second)
    #expect(!memory.isAtRest(at: start + .milliseconds(9999)))
  }

  @Test func `having looked, nobody is woken more than once before there was work`() {
    var memory = QuietMemory()
    memory.recordWork(at: start)
    _ = memory.isTimeToLook(at: start + .seconds(1))
    let then = memory.deadline

    let atRest = memory.isTimeToLook(at: start + .seconds(10))

    #expect(then == start + .seconds(10))
    #expect(atRest && memory.isAtRest(at: start + .seconds(10)))
    #expect(memory.deadline == nil)

    memory.recordWork(at: start + .seconds(20))
    #expect(!memory.isAtRest(at: start + .seconds(20)))
    #expect(memory.deadline == start + .milliseconds(20_100))
  }

  @Test func `while there is work it is seen now and then whether very much is free`() {
    var memory = QuietMemory()
    let times = [0, 99, 100, 150, 200].map { memory.isTimeToCount(at: start + .milliseconds($0)) }
    let (much, tooMuch) = (
      memory.isWorthwhile(free: QuietMemory.tooMuch, while: .atWork),
      memory.isWorthwhile(free: QuietMemory.tooMuch + 1, while: .atWork)
    )

    #expect(times == [true, false, true, false, true])
    #expect(!much && tooMuch)
  }

  @Test func `a little is kept for the next save`() {
    var memory = QuietMemory()

    let (little, more) = (
      memory.isWorthwhile(free: QuietMemory.worthwhile, while: .paused),
      memory.isWorthwhile(free: QuietMemory.worthwhile + 1, while: .paused)
    )
    #expect(!little)
    #expect(more)
  }

  @Test func `all that can be is given back when nobody is at work`() {
    var memory = QuietMemory()
    memory.recordKept(1 << 20)

    let (paused, atRest) = (
      memory.isWorthwhile(free: 1 << 20, while: .paused), memory.isWorthwhile(free: 1 << 20, while: .atRest)
    )
    #expect(!paused)
    #expect(atRest)
  }

  @Test func `what could not be given back is no reason to try again`() {
    var memory = QuietMemory()
    memory.recordKept(5 << 20)

    let (same, more) = (
      memory.isWorthwhile(free: 5 << 20, while: .paused),
      memory.isWorthwhile(free: (5 << 20) + QuietMemory.worthwhile + 1, while: .paused)
    )
    #expect(!same)
    #expect(more)
  }

  @Test func `a scene that comes and goes gives its memory back each time`() {
    var memory = QuietMemory()
    memory.recordKept(20 << 20)

    let (loaded, unloaded) = (
      memory.isWorthwhile(free: 0, while: .paused), memory.isWorthwhile(free: 20 << 20, while: .paused)
    )

    #expect(!loaded)
    #expect(unloaded)
  }

  @Test func `what only the start needed goes once, what saves need stays`() {
    var memory = QuietMemory()

    let ends = (0..<3).map { _ in memory.takeEndOfStart() }

    #expect(ends == [true, false, false])
  }
}
