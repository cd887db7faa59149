import ConstraintSolver
import Testing

/// View hierarchies with sizes that may not be negative: the systems the engine really makes.
@Suite("Random view hierarchies") struct RandomHierarchyTests {
  @Test(arguments: SeedBatch.all(share: 0.25))
  func `every priority is violated as little as it can where chains end somewhere in their parent`(batch: SeedBatch) {
    batch.expect(SystemSketch.hierarchyWithOpenEnds(seed:), "hierarchy with open ends") { sketch, _ in
      Trial.optimality(sketch) ?? Trial.independenceOfHistory(sketch)
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.25))
  func `every priority is violated as little as a linear program can, at first and after edits`(batch: SeedBatch) {
    batch.expect(SystemSketch.randomHierarchy(seed:), "hierarchy") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.25))
  func `values depend on the rows alone, to the last bit, never on the edits before`(batch: SeedBatch) {
    batch.expect(SystemSketch.randomHierarchy(seed:), "hierarchy") { sketch, _ in
      Trial.independenceOfHistory(sketch)
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.03))
  func `moving a constant moves views, it never makes them jump`(batch: SeedBatch) {
    batch.expect(SystemSketch.randomHierarchy(seed:), "hierarchy") { sketch, seed in
      sketch.sweptRow(seed: seed).flatMap { Trial.continuity(sketch, row: $0) }
    }
  }
}
