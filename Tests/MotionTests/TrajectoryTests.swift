import TestSupport
import Testing

@testable import Motion

/// A trajectory with its timing.
private struct Way {
  let timing: Timing
  let trajectory: Trajectory
  var target: Double { trajectory.target }
  var end: Duration { trajectory.end }

  init(from start: Double, to target: Double, velocity: Double = 0, timing: Timing) {
    self.timing = timing
    trajectory = Trajectory(from: start, to: target, velocity: velocity, timing: timing)
  }

  func sample(at elapsed: Duration) -> Trajectory.Sample {
    trajectory.sample(at: elapsed, under: timing.weights(at: elapsed))
  }

  func retargeted(to target: Double, at elapsed: Duration, timing: Timing) -> Way {
    let shown = sample(at: elapsed)
    return Way(from: shown.value, to: target, velocity: shown.velocity, timing: timing)
  }
}

@Suite("The way of one value to its target") struct TrajectoryTests {
  static let framePeriod = Duration.seconds(1) / 60

  @Test func `linear motion is in proportion to the time`() {
    let way = Way(from: 10, to: 110, timing: Timing(.linear(.milliseconds(200))))

    #expect(way.sample(at: .zero) == Trajectory.Sample(value: 10, velocity: 500, isSettled: false))
    #expect(abs(way.sample(at: .milliseconds(50)).value - 35) < 1e-9)
    #expect(abs(way.sample(at: .milliseconds(150)).value - 85) < 1e-9)
    #expect(way.sample(at: .milliseconds(200)) == Trajectory.Sample(value: 110, velocity: 0, isSettled: true))
  }

  @Test func `a delayed value stands still until its delay is over`() {
    let way = Way(
      from: 0, to: 64, velocity: 900, timing: Timing(.linear(.milliseconds(100)), delay: .milliseconds(50)))

    #expect(way.sample(at: .milliseconds(49)) == Trajectory.Sample(value: 0, velocity: 0, isSettled: false))
    #expect(abs(way.sample(at: .milliseconds(100)).value - 32) < 1e-9)
    #expect(way.end == .milliseconds(150))
  }

  @Test func `a stagger adds to the delay of each value after the first`() {
    let timing = Timing(.easeOut(.milliseconds(100)), delay: .milliseconds(30), stagger: .milliseconds(20))

    #expect(timing.staggered(to: 0).delay == .milliseconds(30))
    #expect(timing.staggered(to: 3).delay == .milliseconds(90))
  }

  @Test func `a way that is shifted ends at the new target with the same motion`() {
    let timing = Timing(.spring(Spring(dampingRatio: 0.7)!))
    let before = Trajectory(from: 10, to: 100, velocity: 50, timing: timing)
    var after = before
    after.shift(to: 130)

    for step in 0..<200 {
      let elapsed = Self.framePeriod * step
      let (old, new) = (
        before.sample(at: elapsed, under: timing.weights(at: elapsed)),
        after.sample(at: elapsed, under: timing.weights(at: elapsed))
      )
      #expect(abs(new.value - old.value - 30) < 1e-9 && abs(new.velocity - old.velocity) < 1e-9)
      #expect(new.isSettled == old.isSettled)
    }
    #expect(after.sample(at: after.end, under: .end).value == 130)
  }

  @Test func `a value that is where it should be has no way to go`() {
    for curve in [Curve.linear(.seconds(1)), .easeIn(.seconds(1)), .spring(Spring(dampingRatio: 0.5)!)] {
      let way = Way(from: 5, to: 5, timing: Timing(curve, delay: .seconds(1)))
      #expect(way.sample(at: .zero) == Trajectory.Sample(value: 5, velocity: 0, isSettled: true))
    }
  }

  @Test func `a motion without duration is over at once`() {
    let way = Way(from: 5, to: 9, timing: Timing(.linear(.zero)))

    #expect(way.sample(at: .zero) == Trajectory.Sample(value: 9, velocity: 0, isSettled: true))
  }

  @Test func `it begins exactly at its start and ends exactly at its target`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let start = Double.random(in: -3000...3000, using: &random)
      let target = Double.random(in: -3000...3000, using: &random)
      let way = Way(from: start, to: target, timing: Self.randomTiming(&random))

      #expect(way.sample(at: .zero).value == start)
      #expect(way.sample(at: way.end) == Trajectory.Sample(value: target, velocity: 0, isSettled: true))
      #expect(way.sample(at: way.end * 2).value == target)
      let last = way.sample(at: way.end - .nanoseconds(1))
      #expect(!last.isSettled)
      // A spring may be a 64th off; an easing comes as close as the rest of the time.
      #expect(abs(last.value - target) < 0.06)
    }
  }

  @Test func `the velocity is the slope of the values`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let way = Way(
        from: 0, to: 100, velocity: .random(in: -500...500, using: &random), timing: Self.randomTiming(&random))
      for share in 1..<20 {
        let elapsed = way.end * share / 20
        let h = Duration.microseconds(1)
        guard elapsed - h > way.timing.delay, elapsed + h < way.end else { continue }
        let difference = (way.sample(at: elapsed + h).value - way.sample(at: elapsed - h).value) / 2e-6
        let velocity = way.sample(at: elapsed).velocity
        #expect(abs(velocity - difference) < 0.5 + 0.01 * abs(velocity), "\(way.timing) at \(elapsed)")
      }
    }
  }

  @Test func `however often it gets a new target, it never jumps`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      var way = Way(
        from: 0, to: .random(in: -500...500, using: &random), timing: Self.randomTiming(&random))
      var elapsed = Duration.zero
      for _ in 0..<8 {
        // Interrupted at any instant, between frames too.
        elapsed = .microseconds(Int64.random(in: 0...400_000, using: &random))
        let before = way.sample(at: elapsed)
        let timing = Self.randomTiming(&random)

        let next = way.retargeted(to: .random(in: -500...500, using: &random), at: elapsed, timing: timing)

        #expect(next.sample(at: .zero).value == before.value || next.end == .zero)
        if case .spring = timing.curve, timing.delay == .zero, next.end > .zero {
          #expect(abs(next.sample(at: .zero).velocity - before.velocity) < 1e-9 * (1 + abs(before.velocity)))
        }
        way = next
      }
      #expect(way.sample(at: way.end).value == way.target)
    }
  }

  private static func randomTiming(_ random: inout SeededGenerator) -> Timing {
    let duration = Duration.milliseconds(Int64.random(in: 1...600, using: &random))
    let curve: Curve =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .linear(duration)
      case 1: .easeInOut(duration)
      case 2:
        .bezier(
          CubicBezier(
            .random(in: 0.1...0.9, using: &random), .random(in: -0.5...1.5, using: &random),
            .random(in: 0.1...0.9, using: &random), .random(in: -0.5...1.5, using: &random))!, duration)
      default: .spring(Spring(dampingRatio: .random(in: 0.2...2, using: &random), response: duration)!)
      }
    let delay: Duration = Bool.random(using: &random) ? .zero : .milliseconds(Int64.random(in: 0...100, using: &random))
    return Timing(curve, delay: delay)
  }
}

@Suite("Curves in words") struct CurveTextTests {
  @Test func `a curve reads as the layout language writes it`() {
    #expect(Curve.linear(.seconds(1)).text == "linear")
    #expect(Curve.easeInOut(.seconds(1)).text == "ease-in-out")
    #expect(Curve.bezier(CubicBezier(0.1, 0, 0.9, 1)!, .seconds(1)).text == "bezier(0.1, 0, 0.9, 1)")
    #expect(Curve.spring(Spring(dampingRatio: 0.8, response: .milliseconds(300))!).text == "spring(0.8, 300ms)")
  }
}
