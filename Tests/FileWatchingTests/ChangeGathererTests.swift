import Testing

@testable import FileWatching

@Suite("Deciding when to look") struct ChangeGathererTests {
  let start = ContinuousClock.now
  var changes = ChangeGatherer()

  func at(_ milliseconds: Double) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test mutating func `the first hint after quiet is acted on at once`() {
    changes.record(.paths(["a"]), at: start)

    #expect(changes.deadline == start)
    #expect(changes.take(at: start) == .paths(["a"]))
    #expect(changes.deadline == nil)
  }

  @Test mutating func `hints of the same moment are one look`() {
    changes.record(.paths(["a"]), at: start)
    changes.record(.paths(["b"]), at: start)

    #expect(changes.take(at: start) == .paths(["a", "b"]))
  }

  @Test mutating func `more hints right after a look wait until there is a pause of 2 ms`() {
    changes.record(.paths(["a"]), at: start)
    _ = changes.take(at: start)
    changes.record(.paths(["b"]), at: at(1))
    changes.record(.paths(["c"]), at: at(2.5))

    #expect(changes.take(at: at(4)) == nil)
    #expect(changes.deadline == at(4.5))
    #expect(changes.take(at: at(4.5)) == .paths(["b", "c"]))
  }

  @Test mutating func `hints that never pause are looked at after 20 ms`() {
    changes.record(.paths(["a"]), at: start)
    _ = changes.take(at: start)
    for millisecond in 1...30 { changes.record(.paths(["a"]), at: at(Double(millisecond))) }

    #expect(changes.deadline == at(21))
  }

  @Test mutating func `after 2 ms of quiet the next hint is at once again`() {
    changes.record(.paths(["a"]), at: start)
    _ = changes.take(at: start)
    changes.record(.paths(["a"]), at: at(2))

    #expect(changes.deadline == at(2))
  }

  @Test mutating func `everything includes single paths`() {
    changes.record(.paths(["a"]), at: start)
    changes.record(.everything, at: start)
    changes.record(.paths(["b"]), at: start)

    #expect(changes.take(at: start) == .everything)
  }

  @Test mutating func `a look at the names goes on reading the files that were written`() {
    changes.record(.paths(["a"]), at: start)
    changes.record(.names(and: []), at: start)
    changes.record(.paths(["b"]), at: start)

    #expect(changes.take(at: start) == .names(and: ["a", "b"]))
  }

  @Test mutating func `nothing is looked at while git holds its lock, and everything once it lets go`() {
    changes.hold(at: start)
    changes.record(.paths(["a"]), at: at(10))
    #expect(changes.take(at: at(4000)) == nil)

    changes.release(at: at(4001))

    #expect(changes.deadline == at(4001) || changes.deadline == at(10))
    #expect(changes.take(at: at(4001)) == .everything)
  }

  @Test mutating func `a lock that stays for 5 s was left behind`() {
    changes.hold(at: start)
    changes.record(.paths(["a"]), at: at(10))
    changes.hold(at: at(3000))

    #expect(changes.deadline == at(5000))
    #expect(changes.take(at: at(5000)) == .paths(["a"]))

    changes.record(.paths(["b"]), at: at(6000))
    #expect(changes.deadline == at(6000))
  }

  @Test mutating func `a lock that was taken and released without other hints is a look at everything`() {
    changes.hold(at: start)
    #expect(changes.deadline == nil)
    changes.release(at: at(1))
    changes.release(at: at(1))

    #expect(changes.take(at: at(1)) == .everything)
    #expect(changes.deadline == nil)
  }
}
