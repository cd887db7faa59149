import LayoutEngine
import LayoutModel
import LayoutSyntax

extension Suite {
  /// What is most work of all that the language can say in so many views and bytes, as far as a search has found.
  static let worst = Suite(
    name: "worst", summary: "the ten hardest layouts that a search has found (--search STEPS: search again)"
  ) { options in
    let found = options.searchSteps.map(search) ?? hardest
    var table = Table(
      "2,000 views in at most 200 KB, from the layout to frames; what is over the limit is refused with its views",
      columns: ["layout", "bytes", "operations", "of the limit", "time"])
    for (number, layout) in found.enumerated() {
      guard let cost = SolveCost(layout, views: options.isQuick ? searchedViews : views) else { continue }
      table.add([
        "\(number + 1)", grouped(cost.bytes), grouped(cost.operations),
        cost.isRefused ? "refused" : "\(cost.operations * 100 / SolveBudget.standard.operations) %", time(cost.time),
      ])
    }
    table.print()
    if options.searchSteps != nil { for layout in found { print(layout) } }
    return []
  }
}

/// What the first solve of a layout takes.
private struct SolveCost {
  let bytes: Int
  let operations: Int
  let isRefused: Bool
  /// Nanoseconds.
  let time: Double

  /// Nil: what it says means nothing.
  init?(_ ruled: RuledLayout, views: Int) {
    let text = Array(ruled.text(views: views).utf8)
    guard let layout = resolve(parse(SourceText(name: "page.layout", bytes: text))).0.layouts.first else { return nil }
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    var outcome = SolveOutcome.solved([])
    let elapsed = ContinuousClock().measure {
      outcome = scene.solve(measuring: FixedMetrics(), within: .standard)
    }
    bytes = text.count
    operations = scene.statistics.operations
    isRefused = outcome == .exhausted
    time = elapsed / .nanoseconds(1)
  }
}

// MARK: The search

/// Views of the layouts that are kept, and of one while it is searched for: what is hard for these is hard for more.
private let (views, searchedViews) = (2_000, 400)
/// Bytes of a layout's text at most.
private let mostBytes = 200_000

/// Climbs from ten layouts by chance: whatever one step makes harder is kept.
private func search(steps: Int) -> [RuledLayout] {
  let found = (1...10).map { seed in
    var random = Chance(state: UInt64(seed))
    var best: (layout: RuledLayout, operations: Int)?
    for _ in 0..<steps {
      let next = best?.layout.mutated(using: &random) ?? .random(using: &random)
      guard next.text(views: views).utf8.count <= mostBytes, let cost = SolveCost(next, views: searchedViews) else {
        continue
      }
      if cost.operations >= best?.operations ?? 0 { best = (next, cost.operations) }
    }
    Shell.printAside("\(seed): \(grouped(best?.operations ?? 0)) operations for \(searchedViews) views")
    return best
  }
  return found.compactMap(\.self).sorted { $0.operations > $1.operations }.map(\.layout)
}

/// Found by `--search`.
private let hardest: [RuledLayout] = []
