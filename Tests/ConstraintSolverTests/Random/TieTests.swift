import ConstraintSolver
import Testing

/// What the rows leave open is settled in document order: earlier sizes stay as near as they can to their natural
/// value, and the last absorbs what is left over or missing.
@Suite("Ties") struct TieTests {
  @Test(arguments: SeedBatch.all(share: 0.3))
  func `in a row the earlier views keep their natural size and the last absorbs`(batch: SeedBatch) {
    batch.expect({ SystemSketch.randomRow(seed: $0, mayBeEqual: false) }, "row") { sketch, _ in Trial.ties(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.1))
  func `a size that shrinks to nothing, and what then absorbs instead, move without a jump`(batch: SeedBatch) {
    batch.expect({ SystemSketch.randomRow(seed: $0) }, "row") { sketch, seed in
      sketch.sweptRow(seed: seed).flatMap { Trial.continuity(sketch, row: $0) }
    }
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
  /// Values are the optimum in which the variables, one by one in the order that settles ties, are as near as
  /// possible to their natural values.
  static func ties(_ sketch: SystemSketch) -> Complaint? {
    for (sketch, moment) in [(sketch, "first"), (sketch.edited, "after the edits")] {
      let system = sketch.system
      guard case .optimum(let optimum) = lexicographicOptimum(of: system, tail: sketch.tail) else { continue }
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
  /// The order in which ties are settled where one row couples sizes: the last size that no row of its own holds
  /// follows from the others, so it comes last; all others come in document order.
  fileprivate var tail: [TailStep] {
    let held = Set(rows.compactMap { $0.terms.count == 1 ? $0.terms[0].variable : nil })
    let follower = variables.indices.last { variables[$0].isSize && !held.contains($0) }
    let order = variables.indices.filter { $0 != follower } + (follower.map { [$0] } ?? [])
    return order.map { TailStep(variable: $0, target: variables[$0].natural) }
  }
}
