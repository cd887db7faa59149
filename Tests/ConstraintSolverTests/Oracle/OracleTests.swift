import ConstraintSolver
import TestSupport
import Testing

/// The oracle itself, on systems a person can solve.
@Suite("The linear programming oracle") struct OracleTests {
  private func optimum(_ system: ConstraintSystem, tail: [TailStep] = []) throws -> LexicographicOptimum {
    guard case .optimum(let optimum) = lexicographicOptimum(of: system, tail: tail) else {
      throw OracleGaveUp(answer: "\(lexicographicOptimum(of: system, tail: tail))")
    }
    return optimum
  }

  @Test func `a preference that can be met costs nothing`() throws {
    var system = ConstraintSystem()
    let x = system.addPosition()
    system.add([(x, 1)], .equal, 7, .low)

    let optimum = try optimum(system)

    #expect(optimum.levels == [Level(priority: 250, violation: 0)])
    #expect(optimum.values == [7])
  }

  @Test func `a higher priority wins against any number of lower ones`() throws {
    var system = ConstraintSystem()
    let x = system.addPosition()
    system.add([(x, 1)], .equal, 10, .high)
    for _ in 0..<50 { system.add([(x, 1)], .equal, 0, .low) }

    #expect(try optimum(system).levels == [Level(priority: 750, violation: 0), Level(priority: 250, violation: 500)])
  }

  @Test func `violations of one priority add up, so the median wins`() throws {
    var system = ConstraintSystem()
    let x = system.addPosition()
    for target in [0.0, 4, 100] { system.add([(x, 1)], .equal, target, .low) }

    let optimum = try optimum(system)

    #expect(optimum.values == [4])
    #expect(optimum.levels == [Level(priority: 250, violation: 100)])
  }

  @Test func `an inequality is violated in one direction only`() throws {
    var system = ConstraintSystem()
    let x = system.addPosition()
    system.add([(x, 1)], .equal, 30)
    system.add([(x, 1)], .lessThanOrEqual, 20, .high)
    system.add([(x, 1)], .greaterThanOrEqual, 20, .low)

    #expect(try optimum(system).levels == [Level(priority: 750, violation: 10), Level(priority: 250, violation: 0)])
  }

  @Test func `a size stops at zero without a row that says so`() throws {
    var system = ConstraintSystem()
    let width = system.addSize()
    system.add([(width, 1)], .equal, -5, .low)

    let optimum = try optimum(system)

    #expect(optimum.values == [0])
    #expect(optimum.levels == [Level(priority: 250, violation: 5)])
  }

  @Test func `required rows that contradict each other are recognised`() {
    var equalities = ConstraintSystem()
    let x = equalities.addPosition()
    equalities.add([(x, 1)], .equal, 1)
    equalities.add([(x, 1)], .equal, 2)
    var negative = ConstraintSystem()
    let width = negative.addSize()
    negative.add([(width, 1)], .lessThanOrEqual, -1)

    for system in [equalities, negative] {
      guard case .infeasible = lexicographicOptimum(of: system) else {
        Issue.record("expected infeasible")
        continue
      }
    }
  }

  @Test func `a variable may occur twice in a row, and rows may be empty`() throws {
    var system = ConstraintSystem()
    let x = system.addPosition()
    system.add([(x, 1), (x, 1)], .equal, 8)
    system.add([(x, 1), (x, -1)], .equal, 0)
    system.add([], .lessThanOrEqual, -3, .low)

    let optimum = try optimum(system)

    #expect(optimum.values == [4])
    #expect(optimum.levels == [Level(priority: 250, violation: 3)])
  }

  @Test func `a tail decides, in its order, what the rows leave open`() throws {
    var system = ConstraintSystem()
    let a = system.addSize()
    let b = system.addSize()
    system.add([(a, 1), (b, 1)], .equal, 100)

    let first = try optimum(system, tail: [TailStep(variable: 0, target: 30), TailStep(variable: 1, target: 30)])
    let second = try optimum(system, tail: [TailStep(variable: 1, target: 30), TailStep(variable: 0, target: 30)])

    #expect(first.values == [30, 70])
    #expect(second.values == [70, 30])
  }

  @Test(arguments: SeedBatch.all(share: 0.15))
  func `every vertex tried by hand gives the same levels`(batch: SeedBatch) {
    batch.forEach { seed in
      let sketch = tinySketch(seed: seed)

      let expected = bruteForceLevels(of: sketch.system)

      switch (lexicographicOptimum(of: sketch.system), expected) {
      case (.infeasible, nil): break
      case (.optimum(let optimum), let expected?):
        for (found, best) in zip(optimum.levels, expected) {
          #expect(abs(found.violation - best.violation) < 1e-6, "seed \(seed)\n\(sketch)")
        }
      case (let answer, let expected):
        Issue.record("seed \(seed): oracle \(answer), by hand \(String(describing: expected))\n\(sketch)")
      }
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.15))
  func `there is an answer for every kind of generated system`(batch: SeedBatch) {
    batch.forEach { seed in
      for sketch in [SystemSketch.random(seed: seed), .randomHierarchy(seed: seed), .contradictory(seed: seed)] {
        for system in [sketch.system, sketch.edited.system] {
          if case .failed(let why) = lexicographicOptimum(of: system) { Issue.record("seed \(seed): \(why)") }
        }
      }
      if case .infeasible = lexicographicOptimum(of: SystemSketch.random(seed: seed).system) {
        Issue.record("seed \(seed): a system written around a solution is called infeasible")
      }
    }
  }

  /// One to three variables and up to eight rows, required ones among them that may contradict each other.
  private func tinySketch(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed)
    var sketch = SystemSketch()
    let count = random.integer(1...3)
    sketch.variables = (0..<count).map { _ in .init(isSize: random.chance(0.5)) }
    let priorities: [Float] = [1000, 900, 500, 100]
    for _ in 0..<random.integer(1...8) {
      let terms = random.sample(0..<count, random.integer(1...count)).map {
        SystemSketch.Term(variable: $0, coefficient: random.pick([1, -1, 2, 0.5, 0.7]))
      }
      sketch.rows.append(
        .init(
          terms: terms, relation: random.pick([.equal, .lessThanOrEqual, .greaterThanOrEqual]),
          constant: Double(random.integer(-20...60)), priority: random.pick(priorities)))
    }
    return sketch
  }
}

/// The oracle had no answer where a test needs one.
struct OracleGaveUp: Error, CustomStringConvertible {
  let answer: String
  var description: String { "the oracle gave no optimum: \(answer)" }
}
