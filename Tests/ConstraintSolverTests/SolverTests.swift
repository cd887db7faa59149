import Testing

@testable import ConstraintSolver

@Suite("Solving by classes, reductions and blocks") struct SolverTests {
  @Test func `an equality over one variable determines it`() {
    var sketch = Sketch()
    let x = sketch.position()
    sketch.row([(x, 2)], .equal, 7)

    #expect(sketch.solved().value(of: x) == 3.5)
  }

  @Test func `equal sizes that are known in sum are known each`() {
    var sketch = Sketch()
    let columns = (0..<4).map { _ in sketch.size() }
    for (left, right) in zip(columns, columns.dropFirst()) { sketch.row([(right, 1), (left, -1)], .equal, 0) }
    sketch.row(columns.map { ($0, 1) }, .equal, 100)

    let solver = sketch.solved()

    #expect(columns.map { solver.value(of: $0) } == [25, 25, 25, 25])
  }

  @Test func `a list of tops peels into a chain that a change walks down from its place`() {
    var sketch = Sketch()
    let heights = (0..<50).map { _ in sketch.size() }
    let tops = (0..<50).map { _ in sketch.position() }
    let sizes = heights.map { sketch.intrinsic($0, 20) }
    sketch.row([(tops[0], 1)], .equal, 8)
    for index in 1..<50 {
      sketch.row([(tops[index], 1), (tops[index - 1], -1), (heights[index - 1], -1)], .equal, 8)
    }
    var solver = sketch.solved()
    #expect(solver.value(of: tops[49]) == 8 + 49 * 28)
    let opsBefore = solver.statistics.opsRun

    solver.setConstant(sizes[45].0, 30)
    solver.setConstant(sizes[45].1, 30)
    solver.solve()

    #expect(solver.value(of: tops[49]) == 8 + 49 * 28 + 10)
    // Of some 150.
    #expect(solver.statistics.opsRun - opsBefore < 10)
  }

  @Test func `a bound on a variable that follows from an equality moves to the others`() {
    var sketch = Sketch()
    let (a, b, right) = (sketch.size(), sketch.size(), sketch.position())
    sketch.row([(right, 1), (a, -1), (b, -1)], .equal, 10)
    sketch.row([(right, 1)], .lessThanOrEqual, 100)
    sketch.intrinsic(a, 60)
    sketch.intrinsic(b, 60, resist: 749)

    let solver = sketch.solved()

    #expect(solver.values(a, b, right) == [60, 30, 100])
  }

  @Test func `a required maximum of the parent limits a child that wants more`() {
    // A child alone would be 300; whoever "only reads" it must take part all the same.
    var sketch = Sketch()
    let (child, parent) = (sketch.size(), sketch.size())
    sketch.row([(child, 1)], .equal, 300, at: 250)
    sketch.row([(parent, 1), (child, -1)], .greaterThanOrEqual, 0)
    sketch.row([(parent, 1)], .lessThanOrEqual, 200)

    #expect(sketch.solved().value(of: child) == 200)
  }

  @Test func `a higher priority never yields to any number of lower ones`() {
    var sketch = Sketch()
    let x = sketch.position()
    sketch.row([(x, 1)], .equal, 1, at: 501)
    for _ in 0..<1000 { sketch.row([(x, 1)], .equal, 2, at: 500) }

    #expect(sketch.solved().value(of: x) == 1)
  }

  @Test func `preferences of one level settle at their weighted median`() {
    var sketch = Sketch()
    let x = sketch.position()
    for target in [10.0, 20, 90, 30, 40] { sketch.row([(x, 1)], .equal, target, at: 500) }

    #expect(sketch.solved().value(of: x) == 30)
  }

  @Test func `thousands of preferences on one variable are sorted, not inserted`() {
    var sketch = Sketch()
    let x = sketch.size()
    for index in 0..<20_000 {
      sketch.row([(x, 1)], .greaterThanOrEqual, Double(index % 977), at: Float(index % 7 + 100))
    }

    #expect(sketch.solved().value(of: x) == 976)
  }

  @Test func `a row of views may have hundreds of different priorities`() {
    var sketch = Sketch()
    let sizes = (0..<300).map { _ in sketch.size() }
    for (index, size) in sizes.enumerated() {
      sketch.row([(size, 1)], .equal, 10, at: Float(600 - index))
      sketch.row([(size, 1)], .greaterThanOrEqual, 0)
    }
    sketch.row(sizes.map { ($0, 1) }, .equal, 1255)

    let solver = sketch.solved()

    #expect(solver.statistics.singleRowBlocks == 1)
    #expect(sizes.map { solver.value(of: $0) } == (0..<300).map { $0 < 125 ? 10 : $0 == 125 ? 5 : 0 })
  }

  @Test func `variables that no block reaches keep their natural values`() {
    var sketch = Sketch()
    let (width, left) = (sketch.size(44), sketch.position())
    var solver = sketch.solved()
    #expect(solver.values(width, left) == [44, 0])
    #expect(solver.ambiguousVariables == [width, left])

    solver.setNatural(width, 50)
    solver.solve()

    #expect(solver.value(of: width) == 50)
  }

  @Test func `a coefficient too small to divide by is left to the blocks`() {
    var sketch = Sketch()
    let (x, y) = (sketch.position(), sketch.position())
    sketch.row([(x, 1), (y, 1e-5)], .equal, 10)
    sketch.row([(x, 1)], .equal, 10)

    let solver = sketch.solved()

    #expect(abs(solver.value(of: x) - 10) < 1e-9)
    #expect(abs(solver.value(of: y)) < 1e-3)
  }

  @Test func `the dump names classes, tape, blocks and values`() {
    var sketch = Sketch()
    let (a, b, c) = (sketch.size(), sketch.size(), sketch.size())
    sketch.row([(a, 1), (b, -1)], .equal, 0)
    sketch.row([(a, 1), (c, 1)], .lessThanOrEqual, 50)
    sketch.intrinsic(a, 30)
    sketch.intrinsic(c, 40)

    let dump = sketch.solved().dump()

    #expect(dump.contains("r0: x0 - x1 == 0.0\n"))
    #expect(dump.contains("classes\n  x1 = x0 + s1\n"))
    #expect(dump.contains("block 0, singleRow, 3 levels: x0 x2\n"))
    #expect(dump.contains("x0 + x2 <= c(r1), level 0\n"))
  }
}
