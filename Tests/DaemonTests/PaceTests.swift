import Testing

@testable import Daemon

@Suite("The pace of a stream") struct PaceTests {
  static let start = ContinuousClock.now
  static let interval = Duration.milliseconds(16)

  /// Sends at the first of `wishes` that the pace allows, and again.
  private func sent(_ wishes: [Duration]) -> [Duration] {
    var pace = Pace(every: Self.interval, from: Self.start)
    var sent: [Duration] = []
    for wish in wishes where Self.start + wish >= pace.earliest {
      pace.recordMessage(at: Self.start + wish)
      sent.append(wish)
    }
    return sent
  }

  @Test func `the first message need not wait, the next ones do`() {
    #expect(sent([.zero, .milliseconds(5), .milliseconds(13), .milliseconds(16)]) == [.zero, .milliseconds(16)])
  }

  @Test func `frames of the same rate all go, however late each is`() {
    let lateness = [0, 900, 100, 1500, 0, 40, 700, 1900, 0].map { Duration.microseconds($0) }
    let frames = (0..<900).map { Self.interval * $0 + lateness[$0 % lateness.count] }

    #expect(sent(frames) == frames)
  }

  @Test func `in the long run there are no more than one an interval`() {
    let everyMillisecond = (0..<16_000).map { Duration.milliseconds($0) }

    let count = sent(everyMillisecond).count

    #expect((990...1001).contains(count), "\(count)")
  }

  @Test func `a silence is not made up for`() {
    let wishes = [0, 500, 501, 510, 513, 514, 515].map { Duration.milliseconds($0) }

    #expect(sent(wishes) == [.zero, .milliseconds(500), .milliseconds(513)])
  }
}
