import ConstraintSolver
import Testing

/// What the rows leave open is settled in document order: earlier sizes stay as near as they can to their natural
/// value, and the last absorbs what is left over or missing.
@Suite("Ties") struct TieTests {
  @Test(arguments: SeedBatch.all(share: 0.3))
  func `in a row the earlier views keep their natural size and the last absorbs`(batch: SeedBatch) {
    batch.expect({ SystemSketch.randomRow(seed: $0, isPlain: true) }, "row") { sketch, _ in Trial.ties(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.1))
  func `sizes in a row move without a jump, whoever absorbs`(batch: SeedBatch) {
    batch.expect({ SystemSketch.randomRow(seed: $0) }, "row") { sketch, seed in
      sketch.sweptRow(seed: seed).flatMap { Trial.continuity(sketch, row: $0) }
    }
  }

  @Test func `a size without rows of its own that shrinks to nothing does not come back`() {
    let sketch = SystemSketch(
      variables: [.init(), .init(isSize: true, natural: 5)],
      rows: [
        .init(
          terms: [.init(variable: 0, coefficient: 2), .init(variable: 1, coefficient: 1)], relation: .equal,
          constant: 0, priority: 557)
      ])

    #expect(Trial.continuity(sketch, row: 0) == nil)
  }

  /// With a wish of 76 the third has 356, the fourth and the fifth are at nothing. Any more has to come from the
  /// second, and goes from the third; the first and the sixth, which could give it as well, come before the third.
  @Test func `a second size that shrinks to nothing does not change who absorbs`() {
    var sketch = SystemSketch(
      variables: [
        .init(), .init(isSize: true, natural: 76), .init(), .init(isSize: true), .init(isSize: true), .init(),
      ],
      rows: [
        .init(terms: terms([(1, 1), (3, 1), (2, 1)]), relation: .equal, constant: 432),
        .init(terms: terms([(5, 1), (4, -1), (1, 1), (3, -1)]), relation: .equal, constant: 76, priority: 985),
        .init(terms: terms([(0, 1), (5, 2)]), relation: .equal, constant: 0),
      ])
    #expect(Trial.continuity(sketch, row: 1) == nil)

    for (wish, expected) in [(76.0, [0.0, 76, 356, 0, 0, 0]), (86, [0, 86, 346, 0, 0, 0])] {
      sketch.rows[1].constant = wish
      var solver = sketch.solver
      solver.solve()
      #expect(solver.values(of: sketch.system) == expected)
    }
  }

  private func terms(_ terms: [(variable: Int, coefficient: Double)]) -> [SystemSketch.Term] {
    terms.map { .init(variable: $0.variable, coefficient: $0.coefficient) }
  }

  @Test(arguments: SeedBatch.all(share: 0.3))
  func `a row is solved to the optimum, the same way whatever came before`(batch: SeedBatch) {
    batch.expect({ SystemSketch.randomRow(seed: $0) }, "row") { sketch, _ in
      Trial.optimality(sketch) ?? Trial.independenceOfHistory(sketch)
    }
  }

  @Test func `two views that hug alike: the first keeps its size, the second is stretched`() {
    var system = ConstraintSystem()
    let first = system.addSize(natural: 40)
    let second = system.addSize(natural: 60)
    for (width, natural) in [(first, 40.0), (second, 60)] {
      system.add([(width, 1)], .lessThanOrEqual, natural, .low)
      system.add([(width, 1)], .greaterThanOrEqual, natural, .high)
    }
    let total = system.add([(first, 1), (second, 1)], .equal, 200)
    var solver = Solver(system)

    solver.solve()
    #expect(solver.values(of: system) == [40, 160])

    solver.setConstant(total, 70)
    solver.solve()
    #expect(solver.values(of: system) == [40, 30])
  }

  @Test func `a size without any row takes its natural value, a position 0`() {
    var system = ConstraintSystem()
    _ = system.addSize(natural: 33)
    _ = system.addPosition()
    var solver = Solver(system)

    solver.solve()

    #expect(solver.values(of: system) == [33, 0])
  }

  @Test func `another natural value moves what it decides, and back again`() {
    var system = ConstraintSystem()
    let first = system.addSize(natural: 40)
    let second = system.addSize(natural: 60)
    system.add([(first, 1), (second, 1)], .equal, 200)
    var solver = Solver(system)
    solver.solve()

    solver.setNatural(first, 90)
    solver.solve()
    #expect(solver.values(of: system) == [90, 110])

    solver.setNatural(first, 40)
    solver.solve()
    #expect(solver.values(of: system) == [40, 160])
  }
}

extension Trial {
  /// Values are the optimum in which the variables, one by one in document order, are as near as
  /// possible to their natural values.
  static func ties(_ sketch: SystemSketch) -> Complaint? {
    guard sketch.isPlainRow else { return nil }
    let tail = sketch.variables.enumerated().map { TailStep(variable: $0.offset, target: $0.element.natural) }
    for (sketch, moment) in [(sketch, "first"), (sketch.edited, "after the edits")] {
      let system = sketch.system
      guard case .optimum(let optimum) = lexicographicOptimum(of: system, tail: tail) else { continue }
      var solver = Solver(system)
      solver.solve()
      for (variable, (found, best)) in zip(solver.values(of: system), optimum.values).enumerated()
      where abs(found - best) > 1e-6 * max(1, abs(best)) {
        return Complaint(promise: .ties, text: "\(moment): x[\(variable)] is \(found), should be \(best)")
      }
    }
    return nil
  }
}

extension SystemSketch {
  /// Whether every position follows by a required equality from what comes before it, and a row of its own holds
  /// every size but the last. The shrinker must not leave this shape: elsewhere eliminated variables come last.
  fileprivate var isPlainRow: Bool {
    variables.indices.allSatisfy { variable in
      if variables[variable].isSize {
        return variable >= variables.count - 2 || rows.contains { $0.terms.map(\.variable) == [variable] }
      }
      return rows.contains { row in
        row.priority >= 1000 && row.relation == .equal && row.terms.first == Term(variable: variable, coefficient: 1)
          && row.terms.dropFirst().allSatisfy { $0.variable < variable && $0.coefficient == -1 }
      }
    }
  }
}
