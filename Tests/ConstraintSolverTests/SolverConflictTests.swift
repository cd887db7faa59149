import Testing

@testable import ConstraintSolver

@Suite("Required rows that contradict each other") struct SolverConflictTests {
  @Test func `of two widths the later row yields and is named with the other`() {
    var sketch = Sketch()
    let width = sketch.size()
    let first = sketch.row([(width, 1)], .equal, 100)
    let second = sketch.row([(width, 1)], .equal, 60)

    let solver = sketch.solved()

    #expect(solver.value(of: width) == 100)
    #expect(solver.conflicts == [Conflict(yielded: second, members: [first, second], excess: 40)])
  }

  @Test func `what the surroundings dictate does not yield, however late it was added`() {
    var sketch = Sketch()
    let width = sketch.size()
    let own = sketch.row([(width, 1)], .equal, 100)
    let dictated = sketch.row([(width, 1)], .equal, 60, imported: true)

    let solver = sketch.solved()

    #expect(solver.value(of: width) == 60)
    #expect(solver.conflicts == [Conflict(yielded: own, members: [own, dictated], excess: 40)])
  }

  @Test func `rows that agree are redundant, not in conflict`() {
    var sketch = Sketch()
    let (a, b) = (sketch.position(), sketch.position())
    sketch.row([(a, 1), (b, -1)], .equal, 5)
    sketch.row([(b, 2), (a, -2)], .equal, -10)
    sketch.row([(a, 1)], .equal, 8)

    let solver = sketch.solved()

    #expect(solver.values(a, b) == [8, 3])
    #expect(solver.conflicts == [])
  }

  @Test func `a contradiction through a chain names exactly its rows`() {
    var sketch = Sketch()
    let v = (0..<4).map { _ in sketch.position() }
    let other = sketch.row([(v[3], 1)], .equal, 1)
    let r0 = sketch.row([(v[0], 1)], .equal, 0)
    let r1 = sketch.row([(v[1], 1), (v[0], -1)], .equal, 10)
    let r2 = sketch.row([(v[2], 1), (v[1], -1)], .equal, 10)
    let r3 = sketch.row([(v[2], 1)], .equal, 50)

    let solver = sketch.solved()

    #expect(solver.conflicts == [Conflict(yielded: r3, members: [r0, r1, r2, r3], excess: 30)])
    #expect(solver.values(v[0], v[1], v[2], v[3]) == [0, 10, 20, 1])
    #expect(other.index == 0)
  }

  @Test func `bounds on one variable that cross`() {
    var sketch = Sketch()
    let width = sketch.size()
    let least = sketch.row([(width, 1)], .greaterThanOrEqual, 100)
    let most = sketch.row([(width, 1)], .lessThanOrEqual, 80)
    sketch.row([(width, 1)], .equal, 90, at: 500)

    let solver = sketch.solved()

    #expect(solver.value(of: width) == 100)
    #expect(solver.conflicts == [Conflict(yielded: most, members: [least, most], excess: 20)])
  }

  @Test func `minimum widths that do not fit into their row`() {
    var sketch = Sketch()
    let sizes = (0..<3).map { _ in sketch.size() }
    let total = sketch.row(sizes.map { ($0, 1) }, .lessThanOrEqual, 100, imported: true)
    let minima = sizes.map { sketch.row([($0, 1)], .greaterThanOrEqual, 40) }

    let solver = sketch.solved()

    #expect(sizes.map { solver.value(of: $0) } == [40, 40, 20])
    #expect(solver.conflicts == [Conflict(yielded: minima[2], members: [total] + minima, excess: 20)])
  }

  @Test func `a contradiction inside a general block`() {
    var sketch = Sketch()
    let (a, b) = (sketch.size(), sketch.size())
    let sum = sketch.row([(a, 1), (b, 1)], .greaterThanOrEqual, 100)
    let first = sketch.row([(a, 1)], .lessThanOrEqual, 40)
    let second = sketch.row([(b, 1)], .lessThanOrEqual, 40)
    sketch.row([(a, 1), (b, -1)], .lessThanOrEqual, 500)
    sketch.row([(a, 1), (b, -1)], .equal, 3, at: 200)

    let solver = sketch.solved()

    #expect(solver.statistics.generalBlocks == 1)
    #expect(solver.conflicts == [Conflict(yielded: second, members: [sum, first, second], excess: 20)])
    #expect(solver.values(a, b) == [40, 60])
  }

  @Test func `two contradictions inside one general block are named apart`() {
    var sketch = Sketch()
    let v = (0..<4).map { _ in sketch.position() }
    var triples: [[ConstraintID]] = []
    for pair in [0, 2] {
      triples.append([
        sketch.row([(v[pair], 1), (v[pair + 1], 1)], .greaterThanOrEqual, 100),
        sketch.row([(v[pair], 1)], .lessThanOrEqual, 40), sketch.row([(v[pair + 1], 1)], .lessThanOrEqual, 40),
      ])
    }
    sketch.row([(v[0], 1), (v[2], -1)], .lessThanOrEqual, 500)
    sketch.row([(v[1], 1), (v[3], -1)], .lessThanOrEqual, 500)

    let solver = sketch.solved()

    #expect(solver.statistics.generalBlocks == 1)
    #expect(solver.conflicts == triples.map { Conflict(yielded: $0[2], members: $0, excess: 20) })
  }

  @Test func `bounds are named as well where the row between them holds at their expense`() {
    var sketch = Sketch()
    let (a, b, c, d) = (sketch.position(), sketch.position(), sketch.position(), sketch.position())
    // d >= 0, so c <= -0.5 and a + b >= 0.25; but neither may be positive.
    let rows = [
      sketch.row([(d, 2)], .greaterThanOrEqual, 0), sketch.row([(a, 2), (b, 2), (c, 1)], .equal, 0),
      sketch.row([(a, -1)], .greaterThanOrEqual, 0), sketch.row([(b, -1)], .greaterThanOrEqual, 0),
      sketch.row([(d, 1), (c, 2)], .equal, -1),
    ]

    let solver = sketch.solved()

    #expect(solver.statistics.singleRowBlocks == 1)
    #expect(solver.conflicts.map(\.members) == [rows])
  }

  @Test func `where more rows meet in a point than it takes, those that contradict are named`() {
    var sketch = Sketch()
    let (a, b, c, d) = (sketch.position(), sketch.position(), sketch.position(), sketch.position())
    let rows = [
      sketch.row([(c, 1)], .equal, 2), sketch.row([(c, -1), (a, 0.5)], .greaterThanOrEqual, 0),
      sketch.row([(d, 2), (b, 1)], .lessThanOrEqual, 0), sketch.row([(a, 0.5)], .lessThanOrEqual, 0),
      sketch.row([(a, 1), (d, 2), (b, 2)], .lessThanOrEqual, 0),
    ]

    let solver = sketch.solved()

    #expect(solver.statistics.generalBlocks == 1)
    #expect(solver.conflicts == [Conflict(yielded: rows[3], members: [rows[0], rows[1], rows[3]], excess: 2)])
  }

  @Test func `a conflict that lasted for one frame leaves no trace`() {
    var sketch = Sketch()
    let (a, b) = (sketch.size(), sketch.size())
    let total = sketch.row([(a, 1), (b, 1)], .equal, 100, imported: true)
    sketch.row([(a, 1)], .greaterThanOrEqual, 30)
    sketch.row([(b, 1)], .greaterThanOrEqual, 50)
    sketch.row([(a, 1)], .equal, 45, at: 500)
    var solver = sketch.solved()
    let before = solver.bits

    solver.setConstant(total, 60)
    solver.solve()
    #expect(solver.conflicts.count == 1)
    solver.setConstant(total, 100)
    solver.solve()

    #expect(solver.conflicts == [])
    #expect(solver.bits == before)
  }

  @Test func `several contradictions at once are all settled`() {
    var sketch = Sketch()
    var expected: [ConstraintID] = []
    let sizes = (0..<40).map { _ in sketch.size() }
    for (index, size) in sizes.enumerated() {
      sketch.row([(size, 1)], .equal, Double(index))
      expected.append(sketch.row([(size, 1)], .equal, Double(index) + 1))
    }

    let solver = sketch.solved()

    #expect(solver.conflicts.map(\.yielded) == expected)
    #expect(sizes.map { solver.value(of: $0) } == (0..<40).map(Double.init))
  }

  @Test func `twenty thousand contradictions take one more compilation, however the rows hang together`() {
    var pairs = Sketch()
    var oneVariable = Sketch()
    var crossing = Sketch()
    let (position, bounded) = (oneVariable.position(), crossing.position())
    for index in 0..<20_000 {
      let size = pairs.size()
      pairs.row([(size, 1)], .equal, 1)
      pairs.row([(size, 1)], .equal, 2)
      oneVariable.row([(position, 1)], .equal, Double(index))
      crossing.row([(bounded, 1)], .lessThanOrEqual, Double(-index))
      crossing.row([(bounded, 1)], .greaterThanOrEqual, Double(index + 1))
    }

    // Of the crossing bounds the lower ones yield, as each came after an upper one that it contradicts.
    for (sketch, count) in [(pairs, 20_000), (oneVariable, 19_999), (crossing, 20_000)] {
      let solver = sketch.solved()

      #expect(solver.conflicts.count == count)
      #expect(solver.conflicts.allSatisfy { $0.members.count == 2 && $0.excess > 0 })
      #expect(solver.statistics.compiles == 2)
    }
  }

  @Test func `contradictions that each come to light by the one before end after a bounded number of compilations`() {
    var sketch = Sketch()
    let sizes = (0..<200).map { _ in sketch.size() }
    sketch.row(sizes.map { ($0, 1) }, .lessThanOrEqual, 100, imported: true)
    let minima = sizes.map { sketch.row([($0, 1)], .greaterThanOrEqual, 40) }

    let solver = sketch.solved()

    #expect(solver.statistics.compiles <= 24)
    let broken = zip(sizes, minima).filter { solver.value(of: $0.0) < 40 }.map(\.1)
    #expect(broken.allSatisfy { row in solver.conflicts.contains { $0.yielded == row && $0.excess > 0 } })
    #expect(sizes.reduce(0) { $0 + solver.value(of: $1) } <= 100)
    #expect(sizes.allSatisfy { solver.value(of: $0) >= 0 })
  }

  @Test func `of many long contradictions not all members are told`() {
    var sketch = Sketch()
    let tops = (0..<3000).map { _ in sketch.position() }
    sketch.row([(tops[0], 1)], .equal, 0)
    for (above, below) in zip(tops, tops.dropFirst()) { sketch.row([(below, 1), (above, -1)], .equal, 10) }
    let wishes = tops.dropFirst().map { sketch.row([($0, 1)], .equal, -5) }

    let solver = sketch.solved()

    #expect(solver.conflicts.map(\.yielded) == wishes)
    #expect(solver.conflicts.reduce(0) { $0 + $1.members.count } < 1_100_000)
    #expect(solver.statistics.compiles == 2)
  }

  @Test func `imported rows that contradict each other are told of once, and no longer when they agree`() {
    var sketch = Sketch()
    let (a, b) = (sketch.size(), sketch.size())
    sketch.row([(a, 1)], .equal, 100, imported: true)
    let second = sketch.row([(a, 1)], .equal, 60, imported: true)
    sketch.row([(b, 1)], .equal, 1)
    let own = sketch.row([(b, 1)], .equal, 2)
    var solver = sketch.solved()
    #expect(solver.conflicts.map(\.yielded) == [second, own])

    solver.setConstant(own, 1)
    solver.solve()
    #expect(solver.conflicts.map(\.yielded) == [second])
    solver.setConstant(second, 100)
    solver.solve()

    #expect(solver.conflicts == [])
  }

  @Test func `a row that yields for one contradiction may settle another`() {
    var sketch = Sketch()
    let (x, y) = (sketch.position(), sketch.position())
    sketch.row([(x, 1)], .equal, 5)
    let late = sketch.row([(y, 1), (x, -1)], .equal, 4, imported: false)
    sketch.row([(y, 1)], .equal, 7, imported: true)
    sketch.row([(y, 1), (x, -2)], .equal, -3)

    let solver = sketch.solved()

    // y == x + 4 gives way to x == 5 and y == 7; without it the last row holds.
    #expect(solver.conflicts.map(\.yielded) == [late])
    #expect(solver.values(x, y) == [5, 7])
  }

  @Test func `rows that nobody may break are reported and do not loop`() {
    var sketch = Sketch()
    let width = sketch.size()
    let first = sketch.row([(width, 1)], .equal, 100, imported: true)
    let second = sketch.row([(width, 1)], .equal, 60, imported: true)

    let solver = sketch.solved()

    #expect(solver.conflicts == [Conflict(yielded: second, members: [first, second], excess: 40)])
  }

  @Test func `contradictions of one block are found in one look`() {
    var sketch = Sketch()
    let v = (0..<3).map { _ in sketch.position() }
    let rows = [
      sketch.row([(v[0], 1), (v[1], 1)], .lessThanOrEqual, 10),
      sketch.row([(v[1], 1), (v[2], 1)], .lessThanOrEqual, 10),
      sketch.row([(v[0], 1), (v[1], 1)], .greaterThanOrEqual, 12),
      sketch.row([(v[1], 1), (v[2], 1)], .greaterThanOrEqual, 15),
    ]

    let solver = sketch.solved()

    #expect(solver.conflicts.map(\.yielded) == [rows[2], rows[3]])
    #expect(solver.conflicts.map(\.members) == [[rows[0], rows[2]], [rows[1], rows[3]]])
    #expect(solver.conflicts.map(\.excess) == [2, 5])
    #expect(solver.statistics.compiles == 2, "as it is written, and with all that yields")
  }

  @Test func `a row yields only to rows before it`() {
    // The last row is as far from the second as can be, but holds as soon as that one has yielded to the first.
    var sketch = Sketch()
    let (one, other) = (sketch.position(), sketch.position())
    let rows = [(Relation.greaterThanOrEqual, 10.0), (.lessThanOrEqual, 5), (.greaterThanOrEqual, 20)].map {
      sketch.row([(one, 1), (other, 1)], $0.0, $0.1)
    }

    let solver = sketch.solved()

    #expect(solver.conflicts == [Conflict(yielded: rows[1], members: [rows[0], rows[1]], excess: 15)])
    #expect(solver.value(of: one) + solver.value(of: other) == 20)
  }
}

@Suite("Sizes below zero") struct SolverSizeTests {
  @Test func `a size that would be negative is zero, and the required row latest in the document yields`() {
    var sketch = Sketch()
    let (child, left) = (sketch.size(), sketch.position())
    sketch.row([(left, 1)], .equal, 20)
    let right = sketch.row([(left, 1), (child, 1)], .equal, 10)

    let solver = sketch.solved()

    #expect(solver.values(child, left) == [0, 20])
    #expect(solver.conflicts.map(\.yielded) == [right])
  }

  @Test func `preferences never make a size negative`() {
    var sketch = Sketch()
    let sizes = (0..<3).map { _ in sketch.size(50) }
    for size in sizes { sketch.row([(size, 1)], .equal, 50, at: 500) }
    let total = sketch.row(sizes.map { ($0, 1) }, .lessThanOrEqual, 200)
    var solver = sketch.solved()
    #expect(sizes.map { solver.value(of: $0) } == [50, 50, 50])

    solver.setConstant(total, 30)
    solver.solve()

    #expect(sizes.map { solver.value(of: $0) } == [30, 0, 0])
    #expect(solver.conflicts == [])
    #expect(solver.statistics.compiles > 1)
  }

  @Test func `when the last has shrunk to nothing the one before it gives way, without a jump`() {
    var sketch = Sketch()
    let widths = [64.0, 113, 79].map { sketch.size($0) }
    let lefts = (0..<3).map { _ in sketch.position() }
    sketch.row([(lefts[0], 1)], .equal, 0)
    sketch.row([(lefts[1], 1), (lefts[0], -1), (widths[0], -1)], .equal, 0)
    sketch.row([(lefts[2], 1), (lefts[1], -1), (widths[1], -1)], .equal, 0)
    let end = sketch.row([(lefts[2], 1), (widths[2], 1)], .equal, 256, at: 250)
    var solver = sketch.solved()

    for (total, expected) in [
      (200.0, [64.0, 113, 23]), (177, [64, 113, 0]), (176, [64, 112, 0]), (60, [60, 0, 0]), (177, [64, 113, 0]),
    ] {
      solver.setConstant(end, total)
      solver.solve()
      #expect(widths.map { solver.value(of: $0) } == expected)
    }
  }

  /// Stacks, each of a label and another stack; where they do not fit, the outer labels give way last.
  private func nestedStacks(_ depth: Int, gap: Double) -> (sketch: Sketch, total: ConstraintID) {
    var sketch = Sketch()
    let root = sketch.size()
    let total = sketch.row([(root, 1)], .equal, 10_000, imported: true)
    var outer = root
    for level in 0..<depth {
      let (label, inner) = (sketch.size(40), sketch.size())
      sketch.intrinsic(label, 40, hug: 250, resist: Float(700 - level))
      sketch.row([(label, 1), (inner, 1), (outer, -1)], .equal, -gap)
      outer = inner
    }
    sketch.intrinsic(outer, 30)
    return (sketch, total)
  }

  /// Looks for the variant that lacks nothing in the slow and obvious way: a round adds one row that yields, or the
  /// sizes that are negative at the moment, however many rounds that takes.
  private func patientlySolved(
    _ system: ConstraintSystem
  ) throws -> (bits: [UInt64], yielded: [ConstraintID], compiles: Int) {
    var key = Variant.Key()
    var budget = WorkBudget.standard
    for compiles in 1... {
      var variant = try Variant(system, key, &budget)
      try variant.solve(&budget)
      let found = try variant.shortcomings(key, &budget)
      if let row = found.contradictions.compactMap(\.yielding).first {
        key.demoted = (key.demoted + [row]).sorted()
      } else if !found.negativeSizes.isEmpty {
        key.nonNegative = (key.nonNegative + found.negativeSizes).sorted()
      } else {
        return (variant.values().map(\.bitPattern), key.demoted, compiles)
      }
    }
    preconditionFailure("there is always another round")
  }

  @Test(arguments: [4, 16, 64])
  func `stacks in stacks that do not fit are compiled a few times, not once a depth`(depth: Int) throws {
    let (sketch, total) = nestedStacks(depth, gap: 0)

    for width in [2000.0, 500, 100, 20, 0] {
      var solver = Solver(sketch.system)
      solver.setConstant(total, width)
      solver.solve()
      let patient = try patientlySolved(solver.system)

      #expect(solver.statistics.compiles <= 8, "patiently it takes \(patient.compiles)")
      #expect(solver.bits == patient.bits)
      #expect(solver.conflicts == [] && patient.yielded == [])
    }
  }

  @Test(arguments: [4, 16, 64])
  func `stacks whose gaps alone do not fit end after a bounded number of compilations`(depth: Int) {
    let (sketch, total) = nestedStacks(depth, gap: 8)
    var solver = Solver(sketch.system)

    solver.setConstant(total, 20)
    solver.solve()

    #expect(solver.statistics.compiles <= 24)
    // Gaps of two fit into 20, and that of the third does not. What is in there then is as wide as it likes.
    #expect(solver.conflicts.count == 1)
    #expect((0..<Int32(2 * depth + 1)).allSatisfy { solver.value(of: VariableID($0)) >= -1e-9 })
  }

  @Test func `positions may be negative`() {
    var sketch = Sketch()
    let left = sketch.position()
    sketch.row([(left, 1)], .equal, -5)

    #expect(sketch.solved().value(of: left) == -5)
  }
}
