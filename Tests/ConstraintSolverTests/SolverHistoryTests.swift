import ConstraintSolver
import TestSupport
import Testing

/// A system drawn from a seed: small coefficients, few priorities, every kind of row.
private func drawnSystem(_ seed: UInt64) -> ConstraintSystem {
  var random = SeededGenerator(seed: seed)
  var system = ConstraintSystem()
  let count = 2 + random.below(14)
  for _ in 0..<count {
    _ = random.below(3) == 0 ? system.addPosition() : system.addSize(natural: Double(random.below(60)))
  }
  let priorities: [Float] = [1000, 1000, 750, 500, 499, 250]
  let coefficients: [Double] = [1, 1, 1, -1, -1, 0.5, 2]
  for _ in 0..<count + random.below(2 * count) {
    let terms = (0..<1 + random.below(4)).map { _ in
      (VariableID(Int32(random.below(count))), coefficients[random.below(coefficients.count)])
    }
    let relation: Relation = [.equal, .lessThanOrEqual, .greaterThanOrEqual][random.below(3)]
    system.add(
      terms, relation, Double(random.below(200)) - 50, Priority(priorities[random.below(priorities.count)]),
      imported: random.below(12) == 0)
  }
  return system
}

@Suite("A result depends on the numbers of the moment only") struct SolverHistoryTests {
  @Test(arguments: 0..<8)
  func `after any edits the values are those of a fresh solver, bit for bit`(_ batch: UInt64) {
    for seed in batch * 100..<batch * 100 + 40 {
      var random = SeededGenerator(seed: seed &+ 77)
      var solver = Solver(drawnSystem(seed))
      solver.solve()
      for _ in 0..<6 {
        for _ in 0..<1 + random.below(3) {
          if random.below(6) == 0 {
            let variable = VariableID(Int32(random.below(solver.system.variableCount)))
            solver.setNatural(variable, Double(random.below(80)))
          } else {
            let row = ConstraintID(Int32(random.below(solver.system.constraintCount)))
            solver.setConstant(row, Double(random.below(200)) - 50)
          }
        }
        solver.solve()
        var fresh = Solver(solver.system)
        fresh.solve()
        #expect(solver.bits == fresh.bits, "seed \(seed)")
        #expect(solver.conflicts == fresh.conflicts, "seed \(seed)")
        #expect(solver.ambiguousVariables == fresh.ambiguousVariables, "seed \(seed)")
      }
    }
  }

  @Test func `what has another value is among what changed, whatever was solved in between`() {
    var looks = 0
    for seed in UInt64(0)..<60 {
      var random = SeededGenerator(seed: seed &+ 5)
      var solver = Solver(drawnSystem(seed))
      solver.solve()
      for _ in 0..<4 {
        solver.forgetChanges()
        let before = solver.bits
        for _ in 0..<1 + random.below(3) {
          let row = ConstraintID(Int32(random.below(solver.system.constraintCount)))
          solver.setConstant(row, Double(random.below(200)) - 50)
          solver.solve()
        }
        guard let changed = solver.changedVariables else { continue }
        looks += 1
        let after = solver.bits
        let others = before.indices.filter { before[$0] != after[$0] }
        #expect(Set(others).isSubset(of: changed.map { Int($0.index) }), "seed \(seed)")
      }
    }
    // In most of these systems a row yields or a size would be negative, and then nobody knows.
    #expect(looks > 0)
  }

  @Test func `what changed is what follows from another number, and nothing else`() {
    var sketch = Sketch()
    let (x, y, z) = (sketch.position(), sketch.position(), sketch.position())
    let first = sketch.row([(x, 1)], .equal, 5)
    sketch.row([(y, 1), (x, -1)], .equal, 3)
    let last = sketch.row([(z, 1)], .equal, 100)
    var solver = sketch.solved()
    #expect(solver.changedVariables == nil)

    solver.forgetChanges()
    #expect(solver.changedVariables == [])
    solver.setConstant(first, 6)
    solver.solve()
    #expect(solver.changedVariables == [x, y])
    solver.setConstant(last, 101)
    solver.solve()
    #expect(solver.changedVariables == [x, y, z])
  }

  @Test func `setting the constant it has is no change`() {
    var sketch = Sketch()
    let x = sketch.position()
    let row = sketch.row([(x, 1)], .equal, 4)
    var solver = sketch.solved()
    let ops = solver.statistics.opsRun

    solver.setConstant(row, 4)
    solver.solve()

    #expect(solver.statistics.opsRun == ops)
  }

  @Test func `a copy of a solver goes its own way`() {
    var sketch = Sketch()
    let x = sketch.position()
    let row = sketch.row([(x, 1)], .equal, 4)
    let solver = sketch.solved()
    var copy = solver

    copy.setConstant(row, 9)
    copy.solve()

    #expect(solver.value(of: x) == 4)
    #expect(copy.value(of: x) == 9)
  }
}
