import SolverWorkloads
import TestSupport
import Testing

@testable import ConstraintSolver

/// What a ladder of positions is drawn from: each is wished somewhere, and kept near the next.
///
/// Every wish shares a variable with two rows that link neighbours, so all positions are one block.
private func ladder(_ count: Int, apart: Double = 5) -> Sketch {
  var sketch = Sketch()
  let positions = (0..<count).map { _ in sketch.position() }
  for (index, position) in positions.enumerated() {
    sketch.row([(position, 1)], .equal, Double(index * 37 % 101), at: 500)
    if index > 0 { sketch.row([(position, 1), (positions[index - 1], -1)], .lessThanOrEqual, apart) }
    if index > 1 { sketch.row([(position, 1), (positions[index - 2], -1)], .greaterThanOrEqual, -apart, at: 700) }
  }
  return sketch
}

extension Solver.Outcome {
  fileprivate var tangle: Tangle? { if case .exhausted(let tangle) = self { tangle } else { nil } }
}

@Suite("Work has a budget") struct BudgetTests {
  private static let generous = WorkBudget(operations: 10_000_000)

  @Test func `thirty positions that hang together exhaust a hundred operations, and say who they are`() {
    var solver = Solver(ladder(30).system)

    let outcome = solver.solve(within: WorkBudget(operations: 100))

    // The compiler looks at each row and variable before it knows of any block.
    #expect(outcome == .exhausted(Tangle(variables: [])))
    #expect(solver.bits.allSatisfy { $0 == 0 })
    #expect(solver.solve(within: WorkBudget(operations: 6000)).tangle?.variables.map(\.index) == Array(0..<30))
    #expect(solver.solve(within: Self.generous) == .solved)
  }

  @Test func `a step that would make ever more rows ends when nobody pays for it`() {
    let (floors, others) = (400, 300)
    var sketch = Sketch()
    var sizes = (0..<floors).map { _ in sketch.size() }
    let rest = (0..<others).map { _ in sketch.position() }
    // Each of the others is wished somewhere twice over, so that none of them follows from anything.
    for (index, other) in rest.enumerated() {
      sketch.row([(other, 1)], .equal, Double(index), at: 500)
      sketch.row([(other, 1)], .equal, Double(index + 1), at: 400)
    }
    let shared = sketch.size()
    for (index, size) in sizes.enumerated() { sketch.row([(size, 1), (shared, -1)], .equal, Double(index)) }
    sketch.row([(shared, 1)] + rest.map { ($0, -1) }, .equal, 0)
    sizes.append(shared)
    let first = sketch.system.constraintCount
    for size in sizes { sketch.row([(size, 1)], .greaterThanOrEqual, 0) }

    // In full it is a row of 300 for each of 401 sizes, which is 120,000 nodes.
    var budget = WorkBudget(operations: 100_000)
    let plan = try? Compiler.compile(sketch.system, firstFloorRow: first, &budget)
    #expect(plan == nil)
    // What was too much is no more than another row of them.
    #expect(budget.operations > -Compiler.termWork * (others + 2))
  }

  @Test func `only those are named that hang together`() {
    var sketch = ladder(30)
    // A pair that hangs together as well, and two that stand for themselves.
    let (a, b, c) = (sketch.position(), sketch.position(), sketch.position())
    sketch.row([(a, 1), (b, 1)], .lessThanOrEqual, 10)
    sketch.row([(a, 1)], .equal, 8, at: 500)
    sketch.row([(b, 1)], .equal, 8, at: 500)
    sketch.row([(c, 1)], .equal, 3)
    var solver = Solver(sketch.system)

    #expect(solver.solve(within: WorkBudget(operations: 7000)).tangle?.variables.map(\.index) == Array(0..<30))
  }

  @Test func `with enough of it the optimum is found, and what was exhausted before leaves no trace`() {
    let system = ladder(30).system
    var tried = Solver(system)
    for operations in [0, 100, 5000, 7000, 10_000] {
      #expect(tried.solve(within: WorkBudget(operations: operations)) != .solved)
    }
    var fresh = Solver(system)

    #expect(tried.solve(within: Self.generous) == .solved)
    #expect(fresh.solve(within: Self.generous) == .solved)

    #expect(tried.bits == fresh.bits)
    #expect(tried.ambiguousVariables == fresh.ambiguousVariables)
    #expect(tried.conflicts == fresh.conflicts)
  }

  @Test func `a wish alone is met though the tangle beside it never is`() {
    // Worked out by hand: 40 and 44 are wished, and the second may be 3 more at most. The first keeps its wish, as both
    // are wished alike, and the earlier comes first.
    var sketch = Sketch()
    let (x, y) = (sketch.position(), sketch.position())
    sketch.row([(x, 1)], .equal, 40, at: 500)
    sketch.row([(y, 1)], .equal, 44, at: 500)
    let apart = sketch.row([(y, 1), (x, -1)], .lessThanOrEqual, 3)
    var solver = Solver(sketch.system)
    #expect(solver.solve(within: WorkBudget(operations: 10)) != .solved)

    solver.setConstant(apart, 4)

    #expect(solver.solve(within: Self.generous) == .solved)
    #expect(solver.values(x, y) == [40, 44])
  }

  @Test func `an edit that makes a system light leads to what a new solver has, with the budget that was too small`() {
    // Where nobody is far from what it wishes, nothing has to be moved.
    var sketch = Sketch()
    let positions = (0..<40).map { _ in sketch.position() }
    let wishes = positions.map { sketch.row([($0, 1)], .equal, 0, at: 500) }
    for (left, right) in zip(positions, positions.dropFirst()) {
      sketch.row([(right, 1), (left, -1)], .lessThanOrEqual, 1)
      sketch.row([(right, 1), (left, -1)], .greaterThanOrEqual, -1)
    }
    for (index, wish) in wishes.enumerated() { sketch.system.setConstant(wish, index % 2 == 0 ? 100 : 0) }
    let heavy = sketch.system
    let cost = cost(of: heavy)
    for wish in wishes { sketch.system.setConstant(wish, 0) }
    #expect(self.cost(of: sketch.system) < cost / 2)
    var solver = Solver(heavy)
    let budget = WorkBudget(operations: cost / 2)
    #expect(solver.solve(within: budget) != .solved)

    for wish in wishes { solver.setConstant(wish, 0) }

    #expect(solver.solve(within: budget) == .solved)
    #expect(solver.values(positions[0], positions[39]) == [0, 0])
  }

  /// What it takes to solve a system in a new solver.
  private func cost(of system: ConstraintSystem) -> Int {
    var solver = Solver(system)
    var budget = WorkBudget(operations: 1 << 40)
    #expect(solver.solve(spending: &budget) == .solved)
    return (1 << 40) - budget.operations
  }

  @Test func `the same system costs the same, and one operation less is not enough`() {
    let system = ladder(20).system
    let cost = cost(of: system)
    var enough = Solver(system)
    var short = Solver(system)

    #expect(self.cost(of: system) == cost)
    #expect(enough.solve(within: WorkBudget(operations: cost)) == .solved)
    #expect(short.solve(within: WorkBudget(operations: cost - 1)) != .solved)
  }

  /// A quarter above what they take.
  @Test(arguments: [
    (LayoutShape.ladder, 1000, 3_100_000), (.stacks, 1000, 810_000), (.stacks, 3000, 3_000_000),
    (.tangle, 500, 3_200_000),
  ])
  func `layouts that hang together take no more operations than they did`(shape: LayoutShape, views: Int, most: Int) {
    let workload = shape.sketch(views).workload("\(shape)", .relativeToParent)

    #expect(cost(of: workload.system) <= most)
  }

  @Test func `an exhausted solver would be so if it were new`() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sketch = ladder(8 + random.below(16), apart: Double(1 + random.below(20)))
      let budget = WorkBudget(operations: cost(of: sketch.system) * (50 + random.below(80)) / 100)
      var solver = Solver(sketch.system)
      for step in 0..<8 {
        let row = ConstraintID(Int32(random.below(sketch.system.constraintCount)))
        solver.setConstant(row, Double(random.below(120)))
        let outcome = solver.solve(within: budget)
        var fresh = Solver(solver.system)
        let freshOutcome = fresh.solve(within: budget)
        if outcome != .solved { #expect(freshOutcome == outcome, "seed \(seed), step \(step)") }
        fresh.solve(within: Self.generous)
        if outcome == .solved { #expect(solver.bits == fresh.bits, "seed \(seed), step \(step)") }
      }
    }
  }

  @Test(arguments: SeedBatch.all(share: 0.3))
  func `with any budget a random system is solved as without one, or not at all`(batch: SeedBatch) {
    batch.forEach { seed in
      var random = SeededGenerator(seed: seed &+ 99)
      let isContradictory = random.below(2) == 0
      let sketch = isContradictory ? SystemSketch.contradictory(seed: seed) : SystemSketch.random(seed: seed)
      var whole = sketch.solver
      #expect(whole.solve() == .solved)
      let edits = sketch.edits
      var solver = sketch.solver
      var budget = WorkBudget(operations: random.below(cost(of: sketch.system) * 3 / 2 + 1))
      for round in 0..<2 {
        if solver.solve(within: budget) == .solved {
          #expect(solver.bits == whole.bits, "seed \(seed), round \(round)")
          #expect(solver.conflicts == whole.conflicts, "seed \(seed), round \(round)")
          #expect(solver.ambiguousVariables == whole.ambiguousVariables, "seed \(seed), round \(round)")
        }
        for edit in edits {
          solver.setConstant(ConstraintID(Int32(edit.row)), edit.constant)
          whole.setConstant(ConstraintID(Int32(edit.row)), edit.constant)
        }
        #expect(whole.solve() == .solved)
        budget = WorkBudget(operations: random.below(30_000))
      }
    }
  }

  @Test func `what compiling takes is counted as well`() {
    // A required row of many terms takes each of its variables, and leaves a row of the others for each.
    var sketch = Sketch()
    let sizes = (0..<600).map { _ in sketch.size() }
    for size in sizes { sketch.row([(size, 1)], .greaterThanOrEqual, 1) }
    sketch.row(sizes.map { ($0, 1) }, .lessThanOrEqual, 500)
    var solver = Solver(sketch.system)

    #expect(solver.solve(within: WorkBudget(operations: 10_000)) != .solved)
  }

  @Test func `a block has room for what is not zero, and a budget that does not pay for that refuses it`() {
    // An inverse of 30,000 unknowns would take 7 GB. All wishes can be met.
    var sketch = Sketch()
    let positions = (0..<30_000).map { _ in sketch.position() }
    for (index, position) in positions.enumerated() {
      sketch.row([(position, 1)], .equal, 1, at: 500)
      if index > 0 { sketch.row([(position, 1), (positions[index - 1], 1)], .lessThanOrEqual, 10) }
    }
    var solver = Solver(sketch.system)
    var short = solver

    #expect(short.solve(within: WorkBudget(operations: 4_000_000)).tangle?.variables.count == 30_000)
    #expect(solver.solve() == .solved)
    #expect(solver.values(positions[0], positions[29_999]) == [1, 1])
  }

  @Test func `what nothing decides is looked for within a budget, and else not named`() {
    var sketch = Sketch()
    let positions = (0..<30).map { _ in sketch.position() }
    for (left, right) in zip(positions, positions.dropFirst()) {
      sketch.row([(right, 1), (left, -1)], .greaterThanOrEqual, 0)
      sketch.row([(right, 1), (left, -1)], .lessThanOrEqual, 10)
    }
    let solver = sketch.solved()
    var enough = Self.generous
    var short = WorkBudget(operations: 100)

    #expect(solver.ambiguousVariables(spending: &enough) == positions)
    #expect(!enough.isExhausted)
    #expect(solver.ambiguousVariables(spending: &short) == [])
    #expect(short.isExhausted)
  }
}
