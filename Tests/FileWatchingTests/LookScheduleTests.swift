import Testing

@testable import FileWatching

@Suite("Deciding when to look") struct LookScheduleTests {
  let start = ContinuousClock.now
  var schedule = LookSchedule()

  func at(_ milliseconds: Double) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test mutating func `the first hint after quiet is acted on at once`() {
    schedule.hint(.paths(["a"]), at: start)

    #expect(schedule.deadline == start)
    #expect(schedule.removeDue(at: start) == .paths(["a"]))
    #expect(schedule.deadline == nil)
  }

  @Test mutating func `hints of the same moment are one look`() {
    schedule.hint(.paths(["a"]), at: start)
    schedule.hint(.paths(["b"]), at: start)

    #expect(schedule.removeDue(at: start) == .paths(["a", "b"]))
  }

  @Test mutating func `more hints right after a look wait until there is a pause of 2 ms`() {
    schedule.hint(.paths(["a"]), at: start)
    _ = schedule.removeDue(at: start)
    schedule.hint(.paths(["b"]), at: at(1))
    schedule.hint(.paths(["c"]), at: at(2.5))

    #expect(schedule.removeDue(at: at(4)) == nil)
    #expect(schedule.deadline == at(4.5))
    #expect(schedule.removeDue(at: at(4.5)) == .paths(["b", "c"]))
  }

  @Test mutating func `hints that never pause are looked at after 8 ms`() {
    schedule.hint(.paths(["a"]), at: start)
    _ = schedule.removeDue(at: start)
    for millisecond in 1...30 { schedule.hint(.paths(["a"]), at: at(Double(millisecond))) }

    #expect(schedule.deadline == at(9))
  }

  @Test mutating func `after 2 ms of quiet the next hint is at once again`() {
    schedule.hint(.paths(["a"]), at: start)
    _ = schedule.removeDue(at: start)
    schedule.hint(.paths(["a"]), at: at(2))

    #expect(schedule.deadline == at(2))
  }

  @Test mutating func `more files than anybody saves by hand are a burst until they have paused for 10 ms`() {
    schedule.hintSaved(["first"], at: start)
    _ = schedule.removeDueSaves(at: start)
    for number in 0..<15 { schedule.hintSaved(["\(number)"], at: at(1 + Double(number) / 4)) }
    #expect(!schedule.isInBurst)
    schedule.hintSaved(["15"], at: at(4.75))
    #expect(schedule.isInBurst)

    // Whoever saved one of them waits no longer than others.
    #expect(schedule.deadline == at(6.75))
    #expect(schedule.removeDueSaves(at: at(6.75)).count == 16)
    #expect(schedule.deadline == at(14.75))
    schedule.hintSaved(["one more"], at: at(10))
    _ = schedule.removeDueSaves(at: at(12))
    #expect(schedule.deadline == at(20))
    schedule.endBurst(at: at(19))
    #expect(schedule.isInBurst)
    schedule.endBurst(at: at(20))
    #expect(!schedule.isInBurst && schedule.deadline == nil)
  }

  @Test mutating func `a burst that never ends is over after 100 ms, and the next begins when that was heard`() {
    schedule.hintSaved(["first"], at: start)
    _ = schedule.removeDueSaves(at: start)
    for number in 0..<800 {
      schedule.hintSaved(["\(number)"], at: at(1 + Double(number) / 4))
      if number == 99 { #expect(schedule.deadline == at(9)) }
    }
    #expect(schedule.removeDueSaves(at: at(201)).count == 800)
    #expect(schedule.deadline == at(101))

    schedule.endBurst(at: at(201))
    #expect(!schedule.isInBurst)
    for number in 0..<16 { schedule.hintSaved(["\(number)"], at: at(202)) }
    #expect(schedule.isInBurst)
  }

  @Test mutating func `however many files come or go, nobody waits for the last of them`() {
    schedule.hint(.paths(["first"]), at: start)
    _ = schedule.removeDue(at: start)
    for number in 0..<400 { schedule.hint(.paths(["\(number)"]), at: at(1 + Double(number) / 4)) }

    #expect(schedule.deadline == at(9))
  }

  @Test mutating func `git has its lock for 5 s at most, though nobody hints at anything`() {
    #expect(!schedule.isHolding)
    schedule.hold(at: start)
    schedule.giveUpHold(at: at(4999))
    #expect(schedule.isHolding && schedule.endOfHold == at(5000))

    schedule.giveUpHold(at: at(5000))
    #expect(!schedule.isHolding)

    schedule.release(at: at(6000))
    schedule.hold(at: at(7000))
    #expect(schedule.isHolding)
  }

  @Test mutating func `a file that is saved again does not wait because others come and go`() {
    schedule.hint(.paths(["new"]), at: start)
    _ = schedule.removeDue(at: start)
    for millisecond in 1...3 { schedule.hint(.paths(["new \(millisecond)"]), at: at(Double(millisecond))) }
    schedule.hintSaved(["known"], at: at(3))

    #expect(schedule.deadline == at(3))
    #expect(schedule.removeDueSaves(at: at(3)) == ["known"])
    #expect(schedule.removeDue(at: at(3)) == nil)
    #expect(schedule.removeDueSaves(at: at(5)) == [])
    #expect(schedule.removeDue(at: at(5)) == .paths(["new 1", "new 2", "new 3"]))
  }

  @Test mutating func `files that are saved again are gathered like all others, and wait for git as well`() {
    schedule.hintSaved(["a"], at: start)
    _ = schedule.removeDueSaves(at: start)
    schedule.hintSaved(["b"], at: at(1))
    schedule.hintSaved(["c"], at: at(2))
    #expect(schedule.removeDueSaves(at: at(3)) == [])
    #expect(schedule.removeDueSaves(at: at(4)) == ["b", "c"])

    schedule.hold(at: at(10))
    schedule.hintSaved(["a"], at: at(20))
    #expect(schedule.deadline == at(5010))
    #expect(schedule.removeDueSaves(at: at(100)) == [])
  }

  @Test mutating func `what is saved again need not be tried again`() {
    schedule.tryAgain(.paths(["a"]), at: start)
    schedule.hintSaved(["a"], at: at(1))
    _ = schedule.removeDueSaves(at: at(1))

    #expect(schedule.deadline == nil)
  }

  @Test mutating func `everything includes single paths`() {
    schedule.hint(.paths(["a"]), at: start)
    schedule.hint(.everything, at: start)
    schedule.hint(.paths(["b"]), at: start)

    #expect(schedule.removeDue(at: start) == .everything)
  }

  @Test mutating func `a look at the names goes on reading the files that were written`() {
    schedule.hint(.paths(["a"]), at: start)
    schedule.hint(.names(and: []), at: start)
    schedule.hint(.paths(["b"]), at: start)

    #expect(schedule.removeDue(at: start) == .names(and: ["a", "b"]))
  }

  @Test mutating func `nothing is looked at while git holds its lock, and everything once it lets go`() {
    schedule.hold(at: start)
    schedule.hint(.paths(["a"]), at: at(10))
    #expect(schedule.removeDue(at: at(4000)) == nil)

    schedule.release(at: at(4001))

    #expect(schedule.deadline == at(4001) || schedule.deadline == at(10))
    #expect(schedule.removeDue(at: at(4001)) == .everything)
  }

  @Test mutating func `a lock that stays for 5 s was left behind`() {
    schedule.hold(at: start)
    schedule.hint(.paths(["a"]), at: at(10))
    schedule.hold(at: at(3000))

    #expect(schedule.deadline == at(5000))
    #expect(schedule.removeDue(at: at(5000)) == .paths(["a"]))

    schedule.hint(.paths(["b"]), at: at(6000))
    #expect(schedule.deadline == at(6000))
  }

  @Test mutating func `a lock that was taken and released without other hints is a look at everything`() {
    schedule.hold(at: start)
    #expect(schedule.deadline == nil)
    schedule.release(at: at(1))
    schedule.release(at: at(1))

    #expect(schedule.removeDue(at: at(1)) == .everything)
    #expect(schedule.deadline == nil)
  }

  @Test mutating func `what the machine had no means for is tried again, together`() {
    schedule.tryAgain(.paths(["a"]), at: start)
    schedule.tryAgain(.paths(["b"]), at: at(100))

    #expect(schedule.deadline == at(250))
    #expect(schedule.removeDue(at: at(249)) == nil)
    #expect(schedule.removeDue(at: at(250)) == .paths(["a", "b"]))
    #expect(schedule.deadline == nil)
  }

  @Test mutating func `what is looked at before its time comes need not be tried again`() {
    schedule.tryAgain(.paths(["a", "b"]), at: start)
    schedule.hint(.paths(["a", "c"]), at: at(10))
    #expect(schedule.removeDue(at: at(10)) == .paths(["a", "c"]))
    #expect(schedule.deadline == at(250))

    schedule.hint(.paths(["b"]), at: at(100))
    #expect(schedule.removeDue(at: at(100)) == .paths(["b"]))
    #expect(schedule.deadline == nil)
  }

  @Test mutating func `a way that stays barred is tried less and less often, until it is open`() {
    var waits: [Double] = []
    var now = 0.0
    for _ in 0..<6 {
      schedule.setWayBarred(true, at: at(now))
      let next = schedule.deadline!
      waits.append((next - at(now)) / .milliseconds(1))
      now += waits.last!
      #expect(schedule.removeDue(at: at(now)) == .everything)
    }
    #expect(waits == [250, 500, 1000, 2000, 4000, 4000])

    schedule.setWayBarred(false, at: at(now))
    schedule.setWayBarred(true, at: at(now))
    #expect(schedule.deadline == at(now + 250))
  }

  @Test mutating func `polling looks at everything once in an interval, until it is not needed`() {
    schedule.poll(every: .milliseconds(200), at: start)
    #expect(schedule.beginPoll(at: at(199)) == false)
    #expect(schedule.removeDue(at: at(199)) == nil)

    #expect(schedule.beginPoll(at: at(210)) == true)
    #expect(schedule.removeDue(at: at(210)) == .everything)
    // To be asked for what is so already does not put it off.
    schedule.poll(every: .milliseconds(200), at: at(300))
    #expect(schedule.deadline == at(410))

    schedule.poll(every: nil, at: at(320))
    #expect(schedule.deadline == nil)
  }
}
