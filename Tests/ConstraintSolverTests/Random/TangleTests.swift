import TestSupport
import Testing

@testable import ConstraintSolver

/// Large blocks keep sparse factors of their active rows, small ones the inverse. Both have to find the same optimum,
/// and it has to be one.
@Suite("Random tangles") struct RandomTangleTests {
  @Test(arguments: SeedBatch.all())
  func `sparse factors and the inverse lead to the same bits, at first and after edits`(batch: SeedBatch) {
    batch.expect(SystemSketch.random(seed:), "random system") { sketch, _ in Trial.sparseFactors(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.4))
  func `the same rows yield with sparse factors as with the inverse`(batch: SeedBatch) {
    batch.expect(SystemSketch.contradictory(seed:), "contradictory system") { sketch, _ in Trial.sparseFactors(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.01))
  func `a tangle of a hundred unknowns is solved to the optimum`(batch: SeedBatch) {
    batch.expect(SystemSketch.tangle(seed:), "tangle") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.05))
  func `values of a tangle depend on the rows alone`(batch: SeedBatch) {
    batch.expect(SystemSketch.tangle(seed:), "tangle") { sketch, _ in Trial.independenceOfHistory(sketch) }
  }
}

extension SystemSketch {
  /// 65 to 140 unknowns in one block, each with two or three preferences about random others. Half of the tangles know
  /// only distances, with many exact ties; the others have longer rows whose coefficients round.
  fileprivate static func tangle(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed &+ 7)
    var sketch = SystemSketch()
    let count = random.integer(65...140)
    let isOfDistances = random.chance(0.5)
    let priorities = random.sample(1...999, random.pick([1, 2, 4])).map(Float.init)
    for _ in 0..<count {
      let isSize = random.chance(0.2)
      sketch.variables.append(Variable(isSize: isSize, natural: isSize ? Double(random.integer(0...80)) : 0))
    }
    for variable in 0..<count {
      for _ in 0..<random.integer(2...3) {
        let others = random.sample(0..<count, isOfDistances ? 1 : random.integer(1...3)).filter { $0 != variable }
        let terms = others.map {
          Term(variable: $0, coefficient: isOfDistances ? -1 : random.pick([1, -1, 0.5, 2, 0.7, -1.5]))
        }
        sketch.rows.append(
          Row(
            terms: [Term(variable: variable, coefficient: 1)] + terms,
            relation: random.pick([.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual]),
            constant: Double(random.integer(-20...100)), priority: random.pick(priorities)))
      }
    }
    sketch.edits = random.sample(sketch.rows.indices, 3).map {
      Edit(row: $0, constant: Double(random.integer(-20...100)))
    }
    return sketch
  }
}

extension Trial {
  /// With sparse factors for blocks of any size, everything is as with an inverse.
  fileprivate static func sparseFactors(_ sketch: SystemSketch) -> Complaint? {
    func complain(_ text: String) -> Complaint { Complaint(promise: .optimality, text: text) }
    var system = sketch.system
    var dense = Solver(system)
    system.largestDenseBlock = 0
    var sparse = Solver(system)
    for edit in [nil] + sketch.edits.map(Optional.some) {
      if let edit {
        dense.setConstant(ConstraintID(Int32(edit.row)), edit.constant)
        sparse.setConstant(ConstraintID(Int32(edit.row)), edit.constant)
      }
      dense.solve()
      sparse.solve()
      if dense.bits != sparse.bits { return complain("values differ after \(String(describing: edit))") }
      if dense.ambiguousVariables != sparse.ambiguousVariables { return complain("other unknowns are ambiguous") }
      if dense.conflicts != sparse.conflicts {
        return complain("\(dense.conflicts) with the inverse, \(sparse.conflicts) with sparse factors")
      }
    }
    return sparse.statistics.failedBlocks == 0 ? nil : complain("a block failed")
  }
}
