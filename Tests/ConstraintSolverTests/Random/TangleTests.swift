import TestSupport
import Testing

@testable import ConstraintSolver

/// Large blocks keep sparse factors of their active rows, and their longest row apart from them; small ones the
/// inverse. All have to find the same optimum, and it has to be one.
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
  func `a row of a hundred sizes that also depend on their neighbours is solved to the optimum`(batch: SeedBatch) {
    batch.expect(SystemSketch.tiedRow(seed:), "row") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.05))
  func `sizes in such a row depend on the rows alone`(batch: SeedBatch) {
    batch.expect(SystemSketch.tiedRow(seed:), "row") { sketch, _ in Trial.independenceOfHistory(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.01))
  func `a tangle of a hundred unknowns is solved to the optimum`(batch: SeedBatch) {
    batch.expect(SystemSketch.tangle(seed:), "tangle") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.01))
  func `a knot, where hundreds of rows meet in one point, is solved to the optimum`(batch: SeedBatch) {
    batch.expect(SystemSketch.knot(seed:), "knot") { sketch, _ in Trial.optimality(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.05))
  func `values of a knot depend on the rows alone, and no block is given up`(batch: SeedBatch) {
    batch.expect(SystemSketch.knot(seed:), "knot") { sketch, _ in
      Trial.sparseFactors(sketch) ?? Trial.independenceOfHistory(sketch)
    }
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

extension SystemSketch {
  /// 65 to 140 unknowns, each with two to four preferences that all hold in one point, but for three in a hundred. So
  /// nearly every step from one set of active rows to another goes nowhere.
  fileprivate static func knot(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed &+ 41)
    var sketch = SystemSketch()
    let count = random.integer(65...140)
    let isScattered = random.chance(0.5)
    let point = (0..<count).map { _ in isScattered ? Double(random.integer(0...200)) : 0 }
    let priorities = random.sample(1...999, random.pick([1, 2, 5])).map(Float.init)
    for _ in 0..<count {
      let isSize = random.chance(0.2)
      sketch.variables.append(Variable(isSize: isSize, natural: isSize ? Double(random.integer(0...80)) : 0))
    }
    for variable in 0..<count {
      for _ in 0..<random.integer(2...4) {
        let others = random.sample(0..<count, random.integer(1...2)).filter { $0 != variable }
        let terms =
          [Term(variable: variable, coefficient: 1)]
          + others.map { Term(variable: $0, coefficient: random.pick([-1, -0.5, -1.5, -2, 1])) }
        let aside = random.chance(0.03) ? Double(random.integer(-20...20)) : 0
        sketch.rows.append(
          Row(
            terms: terms, relation: random.pick([.equal, .lessThanOrEqual, .greaterThanOrEqual, .greaterThanOrEqual]),
            constant: sum(terms, at: point) + aside, priority: random.pick(priorities)))
      }
    }
    let row = random.integer(0...(sketch.rows.count - 1))
    sketch.edits = [Edit(row: row, constant: sketch.rows[row].constant + 10)]
    return sketch
  }
}

extension SystemSketch {
  /// 66 to 140 sizes that a row takes together: required or not, an equality or a bound, with coefficients that are not
  /// 1 in half of them. Sizes have bounds and wishes, and some depend on the one before or on any other.
  fileprivate static func tiedRow(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed &+ 23)
    var sketch = SystemSketch()
    let count = random.integer(66...140)
    let isOfViews = random.chance(0.5)
    let priorities = random.sample(1...999, random.pick([2, 4, 7])).map(Float.init)
    let wishes = (0..<count).map { _ in Double(random.integer(20...100)) }
    func add(_ terms: [Term], _ relation: Relation, _ constant: Double, _ priority: Float) {
      sketch.rows.append(Row(terms: terms, relation: relation, constant: constant, priority: priority))
    }
    for (variable, wish) in wishes.enumerated() {
      sketch.variables.append(Variable(isSize: random.chance(0.3), natural: Double(random.integer(0...80))))
      let size = Term(variable: variable, coefficient: 1)
      if random.chance(0.7) { add([size], .greaterThanOrEqual, (wish / 3).rounded(), 1000) }
      if random.chance(0.7) { add([size], .lessThanOrEqual, wish * 2, 1000) }
      add([size], random.pick([.equal, .greaterThanOrEqual]), wish, random.pick(priorities))
      if random.chance(0.5) { add([size], .lessThanOrEqual, wish, random.pick(priorities)) }
      guard variable > 0 && random.chance(0.8) else { continue }
      let other = random.chance(0.8) ? variable - 1 : random.integer(0...(variable - 1))
      let factor = random.pick([1, 0.5, 2])
      add(
        [size, Term(variable: other, coefficient: -factor)],
        random.pick([.greaterThanOrEqual, .lessThanOrEqual, .equal]), Double(random.integer(-10...10)),
        random.pick(priorities))
    }
    let all = wishes.indices.map {
      Term(variable: $0, coefficient: isOfViews ? 1 : random.pick([1, 1, 2, 0.5, -1]))
    }
    let total = sum(all, at: wishes)
    add(
      all, random.pick([.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual]),
      (total * random.pick([0.7, 0.9, 1.1, 1.3])).rounded(), random.pick([1000, 1000, 1000, priorities[0]]))
    sketch.edits = [Edit(row: sketch.rows.count - 1, constant: (total * random.pick([0.8, 1, 1.2])).rounded())]
    let row = random.integer(0...(sketch.rows.count - 2))
    if sketch.rows[row].priority < 1000 {
      sketch.edits.append(Edit(row: row, constant: Double(random.integer(20...60))))
    }
    return sketch
  }
}

extension Trial {
  /// With sparse factors for blocks of any size, everything is as with an inverse; also with their longest row kept
  /// apart.
  fileprivate static func sparseFactors(_ sketch: SystemSketch) -> Complaint? {
    func complain(_ text: String) -> Complaint { Complaint(promise: .optimality, text: text) }
    var system = sketch.system
    var dense = Solver(system)
    system.largestDenseBlock = 0
    var sparse = Solver(system)
    system.longestShortRow = 1
    var apart = Solver(system)
    for edit in [nil] + sketch.edits.map(Optional.some) {
      if let edit {
        let row = ConstraintID(Int32(edit.row))
        dense.setConstant(row, edit.constant)
        sparse.setConstant(row, edit.constant)
        apart.setConstant(row, edit.constant)
      }
      dense.solve()
      sparse.solve()
      apart.solve()
      for (solver, how) in [(sparse, "with sparse factors"), (apart, "with the longest row apart")] {
        if dense.bits != solver.bits { return complain("values differ \(how) after \(String(describing: edit))") }
        if dense.ambiguousVariables != solver.ambiguousVariables {
          return complain("other unknowns are ambiguous \(how)")
        }
        if dense.conflicts != solver.conflicts {
          return complain("\(dense.conflicts) with the inverse, \(solver.conflicts) \(how)")
        }
        if solver.statistics.failedBlocks > 0 { return complain("a block failed \(how)") }
      }
    }
    return nil
  }
}
