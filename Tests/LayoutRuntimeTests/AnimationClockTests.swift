import Testing

@testable import LayoutRuntime

@Suite("The clock of scenes") struct AnimationClockTests {
  @Test func `it goes to its last instant and no further, in however many steps`() throws {
    var clock = AnimationClock.standing
    let most = Duration.milliseconds(200_000_000_000_000)
    try clock.perform(.step(most), at: Instant())

    #expect(throws: RequestFailure.self) { try clock.perform(.step(most), at: Instant()) }
    #expect(throws: RequestFailure.self) { try clock.perform(.seek(Instant(most + most)), at: Instant()) }
    #expect(clock.time(at: Instant()) == Instant(most))

    try clock.perform(.step(most / 2), at: Instant())
    #expect(clock.time(at: Instant()) == AnimationClock.last)
    // Two frames of the fastest pace are told apart even there.
    let frame = AnimationClock.last.next(onGridOf: Runtime.Options.framePeriod(atRate: 240))
    #expect(frame > AnimationClock.last)
  }
}
