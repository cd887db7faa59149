import Testing

@testable import ConstraintSolver

@Suite("Settling what the rows leave open") struct SolverTieTests {
  @Test func `of two free sizes the first keeps its natural size and the last absorbs`() {
    var sketch = Sketch()
    let (a, b) = (sketch.size(30), sketch.size(30))
    sketch.row([(a, 1), (b, 1)], .equal, 100)

    #expect(sketch.solved().values(a, b) == [30, 70])
  }

  @Test func `when three share a row the last peels and the others keep theirs`() {
    var sketch = Sketch()
    let (a, b, c) = (sketch.size(30), sketch.size(20), sketch.size(30))
    sketch.row([(c, 1), (b, 1), (a, 1)], .equal, 100)

    #expect(sketch.solved().values(a, b, c) == [30, 20, 50])
  }

  @Test func `an inequality leaves natural values alone while they satisfy it`() {
    var sketch = Sketch()
    let (a, b) = (sketch.size(30), sketch.size(30))
    let limit = sketch.row([(a, 1), (b, 1)], .lessThanOrEqual, 100)
    var solver = sketch.solved()
    #expect(solver.values(a, b) == [30, 30])
    #expect(solver.ambiguousVariables == [a, b])

    solver.setConstant(limit, 50)
    solver.solve()

    #expect(solver.values(a, b) == [30, 20])
    #expect(solver.ambiguousVariables == [a])
  }

  /// A wish of 60 for `p` and the first `a` is 30 short where all are natural. It may move either; `p` comes first and
  /// keeps 10, so that is a's share, and every `b` absorbs what its row then lacks.
  @Test(arguments: [64, 0])
  func `what a wish can move either way is the later one's, whether the block is small or large`(largestDense: Int) {
    var sketch = Sketch()
    let p = sketch.size(10)
    let pairs = (1...3).map { _ in (a: sketch.size(20), b: sketch.size(30)) }
    for (index, pair) in pairs.enumerated() {
      sketch.row([(p, 1), (pair.a, 1), (pair.b, 1)], .equal, Double(101 + index))
    }
    let all = [p] + pairs.flatMap { [$0.a, $0.b] }
    for size in all {
      sketch.row([(size, 1)], .greaterThanOrEqual, 0)
      sketch.row([(size, 1)], .lessThanOrEqual, 1000)
    }
    sketch.row([(p, 1), (pairs[0].a, 1)], .greaterThanOrEqual, 60, at: 500)
    sketch.system.largestDenseBlock = largestDense

    let solver = sketch.solved()

    #expect(all.map(solver.value) == [10, 50, 41, 20, 72, 20, 73])
    #expect(solver.ambiguousVariables == all)
  }

  /// The wishes give `x9` 0 and `x3` what `x0` asks for. In document order `x0`, `x4` and `x6` take 0, and `x7` the
  /// least that it may be, 2 · 204. So `x10` is 408 + 408, and `x8` as far below 0 as keeps their sum at 459.
  ///
  /// On the way the factors of the active rows are made anew while the row that is kept apart is among them.
  @Test(arguments: [(64, 32), (0, 32), (0, 1)])
  func `whatever is kept apart from the factors, ties are settled alike`(largestDense: Int, longestShort: Int) {
    var sketch = Sketch()
    let x = (0..<11).map { _ in sketch.position() }
    sketch.row([(x[9], 1)], .equal, 0, at: 636)
    sketch.row([(x[3], 2), (x[5], 2)], .equal, 0)
    sketch.row([(x[4], 1), (x[9], -2)], .lessThanOrEqual, 131)
    sketch.row([(x[5], -1), (x[1], 1)], .equal, 0, at: 936)
    sketch.row([(x[7], 1), (x[9], -2), (x[1], -2)], .greaterThanOrEqual, 0)
    sketch.row([(x[8], 1), (x[10], 1)], .lessThanOrEqual, 459)
    sketch.row([(x[6], 1)], .greaterThanOrEqual, 0)
    sketch.row([(x[10], 1), (x[4], 1)], .greaterThanOrEqual, 220, at: 462)
    sketch.row([(x[0], 1), (x[1], -2)], .equal, -408)
    sketch.row([(x[3], 2), (x[6], 2), (x[10], 1), (x[7], -1)], .equal, 0, at: 636)
    sketch.row([(x[2], 2)], .greaterThanOrEqual, 0)
    sketch.row([(x[8], 1)], .lessThanOrEqual, 0)
    sketch.row([(x[1], -2), (x[10], 2), (x[2], -1)], .equal, 0)
    sketch.system.largestDenseBlock = largestDense
    sketch.system.longestShortRow = longestShort

    let solver = sketch.solved()

    #expect(x.map(solver.value) == [0, 204, 1224, -204, 0, 204, 0, 408, -357, 0, 816])
  }

  @Test func `equal preferences in a row that is too long: the last absorbs`() {
    var sketch = Sketch()
    let sizes = (0..<3).map { _ in sketch.size(20) }
    for size in sizes { sketch.intrinsic(size, 20) }
    sketch.row(sizes.map { ($0, 1) }, .equal, 90)

    let solver = sketch.solved()

    #expect(sizes.map { solver.value(of: $0) } == [20, 20, 50])
    #expect(solver.ambiguousVariables == sizes)
  }

  @Test func `equal preferences in a row that is too short: the last gives way first`() {
    var sketch = Sketch()
    let sizes = (0..<3).map { _ in sketch.size(20) }
    for size in sizes { sketch.intrinsic(size, 20) }
    let total = sketch.row(sizes.map { ($0, 1) }, .equal, 50)
    var solver = sketch.solved()
    #expect(sizes.map { solver.value(of: $0) } == [20, 20, 10])

    solver.setConstant(total, 30)
    solver.solve()

    #expect(sizes.map { solver.value(of: $0) } == [20, 10, 0], "the last stops at zero, then the one before gives way")
  }

  @Test func `different priorities in a row decide before document order does`() {
    var sketch = Sketch()
    let sizes = (0..<3).map { _ in sketch.size(20) }
    for (size, hug) in zip(sizes, [250, 249, 250] as [Float]) { sketch.intrinsic(size, 20, hug: hug) }
    sketch.row(sizes.map { ($0, 1) }, .equal, 90)

    let solver = sketch.solved()

    #expect(sizes.map { solver.value(of: $0) } == [20, 50, 20])
    #expect(solver.ambiguousVariables == [])
  }

  @Test func `coupled by several rows, earlier variables still keep their natural values`() {
    var sketch = Sketch()
    let sizes = (0..<4).map { _ in sketch.size(20) }
    for size in sizes { sketch.row([(size, 1)], .greaterThanOrEqual, 5) }
    sketch.row(sizes.map { ($0, 1) }, .lessThanOrEqual, 100)
    sketch.row(sizes.map { ($0, 1) }, .greaterThanOrEqual, 90)
    sketch.row([(sizes[0], 1), (sizes[3], 1)], .lessThanOrEqual, 50)
    sketch.row([(sizes[1], 1), (sizes[2], 2)], .lessThanOrEqual, 200)

    let solver = sketch.solved()

    #expect(solver.statistics.generalBlocks == 1)
    #expect(sizes.map { solver.value(of: $0) } == [20, 20, 20, 30])
  }

  @Test func `a size that has shrunk to nothing leaves it to the same variable to absorb`() {
    // Positions come near to 0 in document order: the first as near as the size lets it, and that has nothing left.
    var sketch = Sketch()
    let (first, size, last) = (sketch.position(), sketch.size(), sketch.position())
    let total = sketch.row([(last, 1), (size, 1)], .equal, 120, at: 700)
    sketch.row([(last, 1), (first, 1)], .equal, 119, at: 700)
    var solver = sketch.solved()
    #expect(solver.values(first, size, last) == [0, 1, 119])

    solver.setConstant(total, 118)
    solver.solve()

    #expect(solver.values(first, size, last) == [1, 0, 118])
  }

  @Test func `a size that follows from another comes after it, also when both have shrunk to nothing`() {
    // The position is as near to 0 as it may be, and the size is what is left; its natural value has no say.
    var sketch = Sketch()
    let (twin, size, position) = (sketch.size(), sketch.size(44), sketch.position())
    sketch.row([(twin, 1), (size, -1)], .equal, 0, at: 930)
    sketch.row([(position, -1)], .greaterThanOrEqual, 0, at: 600)
    let sum = sketch.row([(position, -1), (size, -1)], .equal, 0, at: 640)
    var solver = sketch.solved()
    #expect(solver.values(twin, size, position) == [0, 0, 0])

    solver.setConstant(sum, 1)
    solver.solve()

    #expect(solver.values(twin, size, position) == [0, 0, -1])
  }

  @Test func `the order in which rows were added does not matter`() {
    func solve(_ order: [Int]) -> [Double] {
      var sketch = Sketch()
      let v = (0..<5).map { sketch.size(Double(10 * $0)) }
      let rows: [([(VariableID, Double)], Relation, Double)] = [
        ([(v[0], 1), (v[1], 1), (v[2], 1)], .equal, 120), ([(v[2], 1), (v[3], 1)], .equal, 70),
        ([(v[3], 1), (v[4], 1), (v[0], 1)], .lessThanOrEqual, 60), ([(v[4], 1), (v[1], -2)], .equal, 3),
      ]
      for index in order { sketch.row(rows[index].0, rows[index].1, rows[index].2) }
      let solver = sketch.solved()
      return v.map { solver.value(of: $0) }
    }

    let expected = solve([0, 1, 2, 3])
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
      for (left, right) in zip(solve(order), expected) { #expect(abs(left - right) < 1e-9) }
    }
  }
}
