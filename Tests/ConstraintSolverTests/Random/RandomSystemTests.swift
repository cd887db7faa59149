import ConstraintSolver
import TestSupport
import Testing

/// Systems without any shape: what layouts never show, arithmetic still has to stand.
@Suite("Random systems") struct RandomSystemTests {
  @Test(arguments: SeedBatch.all())
  func `every priority is violated as little as a linear program can, at first and after edits`(batch: SeedBatch) {
    batch.expect(SystemSketch.random(seed:), "random system") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all())
  func `values depend on the rows alone, to the last bit, never on the edits before`(batch: SeedBatch) {
    batch.expect(SystemSketch.random(seed:), "random system") { sketch, _ in Trial.independenceOfHistory(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.25))
  func `the order of rows does not change any level`(batch: SeedBatch) {
    batch.expect(SystemSketch.random(seed:), "random system") { sketch, seed in
      var random = SeededGenerator(seed: seed)
      return Trial.rowOrder(sketch, using: &random)
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.03))
  func `moving a constant moves values, it never makes them jump`(batch: SeedBatch) {
    batch.expect(SystemSketch.random(seed:), "random system") { sketch, seed in
      sketch.sweptRow(seed: seed).flatMap { Trial.continuity(sketch, row: $0) }
    }
  }
}

extension SystemSketch {
  /// A row whose constant may be swept: not a required equality, which would contradict the others.
  func sweptRow(seed: UInt64) -> Int? {
    var random = SeededGenerator(seed: seed)
    return rows.indices.filter { rows[$0].priority < 1000 }.randomElement(using: &random)
  }
}
