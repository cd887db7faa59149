import LayoutEngine
import LayoutRuntime
import Testing
import Wire

@testable import Daemon

@Suite("Where the time goes") struct StageTimesTests {
  /// A scene whose label moved at `instant`, as its subscriber is told.
  private func delta(at instant: Instant) throws -> Publication {
    var runtime = Runtime(epoch: "test")
    let subscriber = SubscriberID(1)
    let layout = "layout card { box a left LEFT top 0 width 9 height 9 }"
    func save(_ left: String, at now: Instant) {
      let text = layout.split(separator: "LEFT").joined(separator: left)
      runtime.handle(.file(path: "/a.layout", .bytes(Array(text.utf8))), at: now)
      _ = runtime.turn(at: now, measuring: FixedMetrics())
    }
    runtime.handle(.serve(roots: ["/"], paths: ["/a.layout"]), at: Instant())
    save("1", at: Instant())
    runtime.handle(.request(RequestID(1), .subscribe(subscriber, Subscription(scene: "card"))), at: Instant())
    _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
    _ = runtime.nextDeliveries(at: Instant())
    save("2", at: instant)
    return try #require(runtime.nextDeliveries(at: instant).first?.publication)
  }

  @Test func `a delta tells what the round it was made in cost, by stage`() throws {
    let instant = Instant(.milliseconds(70))
    var times = StageTimes()
    times.beginRound()
    times.add(.microseconds(1500), to: .read)
    times.add(.microseconds(250), to: .parse)
    times.add(.microseconds(250), to: .parse)
    times.add(.microseconds(125), to: .lower)
    times.finishTurn(at: [instant])

    let timing = try #require(times.timing(of: try delta(at: instant)))

    #expect(timing.read == 1.5)
    #expect(timing.parse == 0.5)
    #expect(timing.lower == 0.125)
    #expect(timing.solve == 0)
  }

  @Test func `a delta of an earlier round tells nothing`() throws {
    let instant = Instant(.milliseconds(70))
    var times = StageTimes()
    times.beginRound()
    times.finishTurn(at: [instant])
    times.beginRound()

    #expect(times.timing(of: try delta(at: instant)) == nil)
  }

  @Test func `statistics add up all rounds`() {
    var times = StageTimes()
    for _ in 0..<3 {
      times.beginRound()
      times.add(.microseconds(400), to: .encode)
    }

    #expect(times.metrics["time.encode"] == 1.2)
    #expect(times.metrics["time.send"] == 0)
    let all = times.metrics.merging(["turns": 3]) { $1 }
    #expect(Wire.Reply.stats(["turns": 3]).adding(times.metrics) == .stats(all))
  }
}
