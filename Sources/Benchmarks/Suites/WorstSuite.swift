import ConstraintSolver
import LayoutEngine
import LayoutModel
import LayoutSyntax
import SolverWorkloads

extension Suite {
  /// What is most work of all that the language can say in so many views and bytes, as far as a search has found.
  static let worst = Suite(
    name: "worst", summary: "the ten layouts that are most work, as far as a search has found, and HiGHS"
  ) { options in
    if options.usesPeers { Peer.fetch() }
    let highs = options.usesPeers ? Peer.highs : nil
    let found = options.searchSteps.map(search) ?? RuledLayout.hardest
    var table = Table(
      "From the layout to frames, in operations of \(grouped(SolveBudget.standard.operations)) at most; `solver` and HiGHS"
        + " get the rows\nit ends with, HiGHS once with weights and once level by level. Where these contradict each other"
        + " nothing is asked of HiGHS.",
      columns: ["layout", "views", "bytes", "operations", "time", "solver", "HiGHS", "/solver", "by level", "/solver"])
    for (number, layout) in found.enumerated() {
      for views in options.isQuick ? [searchedViews] : [searchedViews, mostViews] {
        Shell.printAside("worst \(number + 1) \(views)")
        guard let cost = SolveCost(layout, views: views) else { continue }
        let solver = cost.solvable.map { system in
          Timing.of(repetitions: 3) { _ in
            var solver = Solver(system)
            solver.solve()
          }
        }
        let peer = cost.solvable.flatMap { system in
          highs?.measure(
            Workload("worst-\(number + 1)-\(views)", system), weights: .rank, cap: options.cap, arguments: "by-level")
        }
        table.add([
          "\(number + 1)", grouped(views), grouped(cost.bytes), cost.isRefused ? "too much" : grouped(cost.operations),
          time(cost.time), time(solver?.median), peer?.build == nil ? peer?.ending ?? "-" : time(peer?.build),
          ratio(peer?.build, to: solver?.median), time(peer?.byLevel),
          ratio(peer?.byLevel, to: solver?.median),
        ])
      }
    }
    table.print()
    if options.searchSteps != nil { for layout in found { print("    \(layout.steps),") } }
    return []
  }
}

/// Views of the layouts that were asked for, and of those that are searched: what is much work for these is too much
/// for more of them, and one is as good as the other.
private let (mostViews, searchedViews) = (2_000, 60)
/// Bytes of the text of 2,000 views at most.
private let mostBytes = 200_000

/// What the first solve of a layout takes.
private struct SolveCost {
  let bytes: Int
  let operations: Int
  let isRefused: Bool
  /// Nanoseconds.
  let time: Double
  /// The rows of the last round, if they can hold together.
  let solvable: ConstraintSystem?

  /// Nil: what it says means nothing.
  init?(_ ruled: RuledLayout, views: Int) {
    let text = Array(ruled.text(views: views).utf8)
    let (document, complaints) = resolve(parse(SourceText(name: "page.layout", bytes: text)))
    guard let layout = document.layouts.first, !complaints.contains(where: { $0.severity == .error }) else {
      return nil
    }
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    var outcome = SolveOutcome.solved([])
    let elapsed = ContinuousClock().measure {
      outcome = scene.solve(measuring: FixedMetrics(), within: .standard)
    }
    bytes = text.count
    operations = scene.statistics.operations
    isRefused = outcome == .exhausted
    time = elapsed / .nanoseconds(1)
    solvable = !isRefused && scene.solver?.conflicts.isEmpty == true ? scene.solver?.system : nil
  }
}

/// Climbs from ten layouts by chance: what a step makes more work by a hundredth is kept.
private func search(steps: Int) -> [RuledLayout] {
  let found = (1...10).compactMap { seed -> (layout: RuledLayout, operations: Int)? in
    var best: (layout: RuledLayout, operations: Int)?
    for step in UInt64(1_000 * seed)..<UInt64(1_000 * seed + steps) {
      let next = best?.layout.changed(by: step) ?? RuledLayout(steps: [step])
      guard next.text(views: mostViews).utf8.count <= mostBytes, let cost = SolveCost(next, views: searchedViews) else {
        continue
      }
      if cost.operations > (best?.operations ?? 0) * 101 / 100 { best = (next, cost.operations) }
    }
    Shell.printAside("\(seed): \(grouped(best?.operations ?? 0)) operations, \(best?.layout.steps ?? [])")
    return best
  }
  return found.sorted { $0.operations > $1.operations }.map(\.layout)
}
