import ConstraintSolver
import TestSupport
import Testing

/// Which variables are said to belong together decides how a system is compiled, and never what comes out.
@Suite("Random units") struct RandomUnitTests {
  @Test(arguments: SeedBatch.all(share: 0.25))
  func `every priority is violated as little as a linear program can, at first and after edits`(batch: SeedBatch) {
    batch.expect(SystemSketch.hierarchyInUnits(seed:), "hierarchy in units") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.25))
  func `that holds for variables that belong together by chance only`(batch: SeedBatch) {
    batch.expect(SystemSketch.systemInUnits(seed:), "system in units") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.25))
  func `values depend on the rows alone, to the last bit, never on the edits before`(batch: SeedBatch) {
    batch.expect(SystemSketch.hierarchyInUnits(seed:), "hierarchy in units") { sketch, _ in
      Trial.independenceOfHistory(sketch)
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.25))
  func `values are those without units, ties included`(batch: SeedBatch) {
    batch.expect(SystemSketch.hierarchyInUnits(seed:), "hierarchy in units") { sketch, _ in
      var solver = sketch.solver
      solver.solve()
      var whole = Solver(sketch.system)
      whole.solve()
      let (values, others) = (solver.values(of: sketch.system), whole.values(of: sketch.system))
      for (index, (value, other)) in zip(values, others).enumerated()
      where abs(value - other) > 1e-6 * max(1, abs(other)) {
        return Complaint(promise: .ties, text: "x[\(index)] is \(value) in units | \(other)")
      }
      return nil
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.1))
  func `values do not depend on what was compiled before`(batch: SeedBatch) {
    var pool = PartPool()
    batch.forEach { seed in
      let sketch = SystemSketch.hierarchyInUnits(seed: seed)
      var other = Solver(sketch.system, units: sketch.units, reusing: &pool)
      other.solve()
      var alone = sketch.solver
      alone.solve()
      let difference = Trial.difference(other.values(of: sketch.system), alone.values(of: sketch.system))
      #expect(difference == nil, "seed \(seed)")
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.03))
  func `moving a constant moves views, it never makes them jump`(batch: SeedBatch) {
    batch.expect(SystemSketch.hierarchyInUnits(seed:), "hierarchy in units") { sketch, seed in
      sketch.sweptRow(seed: seed).flatMap { Trial.continuity(sketch, row: $0) }
    }
  }

  @Test func `one hierarchy in seven has insides that are solved by themselves`() {
    let sketches = (0..<200).map { SystemSketch.hierarchyInUnits(seed: $0) }
    let withUnits = sketches.filter { $0.solver.statistics.units > 0 }
    #expect(withUnits.count > 30)
  }
}

extension SystemSketch {
  /// A random system whose variables are in up to three units, inside or at the edge.
  static func systemInUnits(seed: UInt64) -> SystemSketch {
    var sketch = SystemSketch.random(seed: seed)
    var random = SeededGenerator(seed: seed ^ 0x5EED)
    for variable in sketch.variables.indices {
      guard random.chance(0.7) else { continue }
      sketch.variables[variable].unit = random.integer(0...2)
      sketch.variables[variable].isAtEdge = random.chance(0.2)
    }
    return sketch
  }
}
