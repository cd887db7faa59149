import SolverWorkloads
import Testing

@testable import ConstraintSolver

@Suite("What coupled blocks do again when numbers change") struct WarmBlockTests {
  @Test func `a size that changes sides below the priorities that decide asks for no other optimum`() {
    // Widths are equal at 999, which decides them; half of them pass what hugging and compression want.
    let workload = LayoutShape.grid999.sketch(100).workload("grid999", .relativeToParent)
    var solver = Solver(workload.system)
    solver.solve()
    let before = solver.statistics

    solver.resize(workload, isSecond: true)

    let after = solver.statistics
    #expect(after.blocksSolved - before.blocksSolved == before.generalBlocks)
    #expect(after.warmAnswers - before.warmAnswers == before.generalBlocks)
  }

  @Test func `pivots do not fill the inverse, however often a size goes to and fro`() {
    // Its blocks, of up to 60 variables, keep their inverse.
    let workload = LayoutShape.stacks.sketch(150).workload("stacks", .relativeToParent)
    var solver = Solver(workload.system)
    solver.solve()
    let pivots = solver.statistics.pivots

    for _ in 0..<10 {
      for less in [500.0, 0] {
        for change in workload.resize { solver.setConstant(change.row, change.value - less) }
        solver.solve()
      }
    }

    #expect(solver.statistics.pivots > pivots)
    // A variable depends on less than four rows; if what cancels stayed, it would be on nineteen.
    #expect(solver.inverseEntries < 5 * solver.base.plan.layout.arenas.variables)
  }
}

extension Solver {
  fileprivate mutating func resize(_ workload: Workload, isSecond: Bool) {
    for change in workload.resize { setConstant(change.row, isSecond ? change.changed : change.value) }
    solve()
  }

  /// Entries that may differ from zero, in the inverses of all general blocks.
  fileprivate var inverseEntries: Int {
    MemoryTable(base.run.words, base.plan.runLayout.generals.masks).reduce(0) { $0 + $1.nonzeroBitCount }
  }
}
