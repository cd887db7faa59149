import Testing

@testable import Daemon

@Suite("How late frames are") struct FrameTimesTests {
  @Test func `nothing is said of lateness while nothing has moved`() {
    #expect(FrameTimes(rate: 60).metrics == ["frames.count": 0, "frames.rate": 60])
  }

  @Test func `quantiles are those of the frames there were`() {
    var times = FrameTimes(rate: 120)
    for late in (1...100).reversed() { times.record(lateness: .microseconds(10 * late)) }

    #expect(
      times.metrics == [
        "frames.count": 100, "frames.rate": 120, "frames.late.p50": 0.5, "frames.late.p99": 0.99,
        "frames.late.max": 1,
      ])
  }

  @Test func `what was long ago is forgotten, but counted`() {
    var times = FrameTimes(rate: 60)
    for _ in 0..<10 { times.record(lateness: .seconds(9)) }
    for _ in 0..<4096 { times.record(lateness: .microseconds(50)) }

    #expect(times.metrics["frames.count"] == 4106)
    #expect(times.metrics["frames.late.max"] == 0.05)
  }
}
