import ConstraintSolver
import TestSupport
import Testing

/// What is called decided has one value in every solution that is as good; what is not has several.
@Suite("What constraints decide") struct DecidedTests {
  @Test func `a view that is centred has its centre decided, and its edges only with its width`() {
    var system = ConstraintSystem()
    let width = system.addSize(natural: 40)
    let left = system.addPosition()
    system.add([(left, 1), (width, 0.5)], .equal, 100)
    system.add([(width, 1)], .lessThanOrEqual, 80)
    system.add([(left, 1)], .greaterThanOrEqual, 10)
    var solver = Solver(system)
    solver.solve()

    #expect(
      solver.decides([[(width, 1)], [(left, 1)], [(left, 1), (width, 1)], [(left, 1), (width, 0.5)]])
        == [false, false, false, true])
  }

  @Test func `of views that share out a row each is open, and their sum is not`() {
    var sketch = Sketch()
    let sizes = (0..<3).map { _ in sketch.size(20) }
    for size in sizes { sketch.intrinsic(size, 20) }
    sketch.row(sizes.map { ($0, 1) }, .equal, 90)

    #expect(
      sketch.solved().decides(sizes.map { [($0, 1)] } + [sizes.map { ($0, 1) }]) == [false, false, false, true])
  }

  @Test func `a size that stands at its bound is open if it could be more`() {
    var sketch = Sketch()
    let (least, exact) = (sketch.size(0), sketch.size(0))
    sketch.row([(least, 1)], .greaterThanOrEqual, 20)
    sketch.row([(exact, 1)], .equal, 90)

    #expect(sketch.solved().decides([[(least, 1)], [(exact, 1)]]) == [false, true])
  }

  @Test func `to ask changes nothing`() {
    var sketch = Sketch()
    let (a, b) = (sketch.size(30), sketch.size(30))
    sketch.row([(a, 1), (b, 1)], .lessThanOrEqual, 100)
    let solver = sketch.solved()

    _ = solver.decides([[(a, 1)], [(b, 1)]])

    #expect(solver.values(a, b) == [30, 30])
  }

  @Test(arguments: SeedBatch.all(share: 0.1))
  func `a value is open exactly if a linear program finds another as good`(batch: SeedBatch) {
    batch.expect(SystemSketch.random(seed:), "random system") { sketch, _ in Trial.decided(sketch) }
  }

  @Test(arguments: SeedBatch.all(share: 0.1))
  func `a size in a row is open exactly if a linear program finds another as good`(batch: SeedBatch) {
    batch.expect({ SystemSketch.randomRow(seed: $0) }, "row") { sketch, _ in Trial.decided(sketch) }
  }
}

extension Trial {
  /// `Solver.decides` against the least and the greatest value that a variable has among all optima.
  static func decided(_ sketch: SystemSketch) -> Complaint? {
    var solver = sketch.solver
    solver.solve()
    let system = sketch.system
    let decided = solver.decides((0..<Int32(system.variableCount)).map { [(VariableID($0), 1)] })
    for variable in 0..<system.variableCount {
      var ends: [Double] = []
      for target in [-far, far] {
        let answer = lexicographicOptimum(of: system, tail: [TailStep(variable: variable, target: target)])
        guard case .optimum(let optimum) = answer else { return nil }
        ends.append(optimum.values[variable])
      }
      // Beyond that nobody asked.
      if ends.contains(where: { $0.magnitude > far }) { continue }
      let range = ends[1] - ends[0]
      // What lies between is rounding, of theirs or of ours.
      if range < 1e-6, !decided[variable] {
        return Complaint(promise: .decided, text: "\(variable) is \(ends[0]) at any rate, but is called open")
      }
      if range > 1, decided[variable] {
        return Complaint(promise: .decided, text: "\(variable) may be \(ends[0]) or \(ends[1]), but is called decided")
      }
    }
    return nil
  }

  private static let far = 1e4
}
