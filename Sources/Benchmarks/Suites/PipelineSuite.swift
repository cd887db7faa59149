import ConstraintSolver
import Frames
import LayoutEngine
import LayoutModel
import LayoutRuntime
import LayoutSyntax
import Wire

extension Suite {
  /// The work between a file's bytes and a subscriber's, without a file and a subscriber.
  static let pipeline = Suite(
    name: "pipeline", summary: "generated layouts from text to bytes, stage by stage, in one process"
  ) { options in
    let sizes = options.isQuick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000]
    let repetitions = options.isQuick ? 3 : 11
    let layouts = sizes.map { GeneratedLayout(views: $0) }
    printParsing(repetitions: repetitions)
    printColdStages(of: layouts, repetitions: repetitions)
    printWarmEdits(of: layouts, repetitions: repetitions)
    printSaves(of: layouts, repetitions: repetitions)
    return layouts.compactMap(complaint)
  }

  /// A layout with mistakes would be measured doing something else.
  private static func complaint(about layout: GeneratedLayout) -> String? {
    let prepared = PreparedLayout(layout)
    var scene = LayoutScene(prepared.resolved, inputs: prepared.inputs)
    _ = scene.solve(measuring: FixedMetrics())
    let diagnostics = prepared.diagnostics + scene.diagnostics
    guard !diagnostics.isEmpty || prepared.resolved.views.count != layout.views else { return nil }
    return "the generated layout of \(layout.views) views has \(prepared.resolved.views.count), and complaints: "
      + diagnostics.prefix(3).map(\.message).joined(separator: "; ")
  }

  // MARK: Parsing

  private static func printParsing(repetitions: Int) {
    var layout = GeneratedLayout(views: 1_000)
    while layout.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) < 10_000 {
      layout = GeneratedLayout(views: layout.views + 500)
    }
    var table = Table("Parsing alone", columns: ["text", "bytes", "median", "least", "MB/s", "target"])
    let whole = layout.bytes
    // As many bytes as lines of 40 bytes would be; where the cut falls is one more mistake to report.
    for (name, bytes) in [("10,000 lines", whole), ("of it, 400 KB", Array(whole.prefix(400_000)))] {
      let source = SourceText(name: "screen.layout", bytes: bytes)
      let timing = Timing.of(repetitions: repetitions) { _ in
        precondition(!parse(source).tokens.isEmpty, "no tokens in \(name)")
      }
      table.add([
        name, grouped(bytes.count), time(timing.median), time(timing.least),
        grouped(Int(Double(bytes.count) / timing.median * 1000)), bytes.count <= 400_000 ? "< 8 ms" : "",
      ])
    }
    table.print()
  }

  // MARK: Cold

  private static func printColdStages(of layouts: [GeneratedLayout], repetitions: Int) {
    let columns = ["views", "parse", "resolve", "measure", "lower, read", "solver", "picture", "encode", "sum"]
    var times = Table("Cold, from text to a snapshot's bytes", columns: columns)
    var shares = Table(
      "The same, a view (lowering and reading back: target ≤ 0.6 µs beyond the solver)", columns: columns)
    var counts = Table(
      "What was counted",
      columns: ["views", "text", "rules", "rows", "variables", "ops", "ops run", "measurements", "snapshot"])
    for layout in layouts {
      let cold = ColdTiming(layout, repetitions: repetitions)
      let cells = [
        cold.parse, cold.resolve, cold.measure, cold.beyondSolver, cold.solver, cold.picture, cold.encode, cold.sum,
      ]
      times.add([grouped(layout.views)] + cells.map { time($0) })
      shares.add([grouped(layout.views)] + cells.map { time($0 / Double(layout.views)) })
      counts.add(
        [grouped(layout.views), "\(grouped(cold.textBytes)) B", grouped(cold.rules)]
          + [cold.statistics.rows, cold.statistics.variables, cold.statistics.ops, cold.statistics.opsRun].map(grouped)
          + [grouped(cold.measurements), "\(grouped(cold.snapshotBytes)) B"])
    }
    times.print()
    shares.print()
    counts.print()
  }

  // MARK: Warm

  private static func printWarmEdits(of layouts: [GeneratedLayout], repetitions: Int) {
    var table = Table(
      "A live scene, one input changed (frames, not bytes)",
      columns: ["views, edit", "median", "a view", "measurements", "compilations", "ops run", "of them", "changed"])
    for layout in layouts {
      for edit in WarmEdit.allCases {
        let timing = WarmTiming(layout, edit, repetitions: repetitions)
        table.add([
          "\(grouped(layout.views)), \(edit.rawValue)", time(timing.median),
          time(timing.median / Double(layout.views)), grouped(timing.measurements), grouped(timing.compilations),
          grouped(timing.opsRun), grouped(timing.ops), grouped(timing.changed),
        ])
      }
    }
    table.print()
  }

  // MARK: Saves

  private static func printSaves(of layouts: [GeneratedLayout], repetitions: Int) {
    var table = Table(
      "A save in the runtime: file in, delta out", columns: ["views, edit"] + SaveTiming.stages + ["sum", "delta"])
    for layout in layouts {
      for edit in SaveEdit.allCases {
        let timing = SaveTiming(layout, edit, repetitions: repetitions)
        table.add(
          ["\(grouped(layout.views)), \(edit.rawValue)"] + timing.medians.map { time($0) }
            + [time(timing.sum), "\(grouped(timing.deltaBytes)) B"])
      }
    }
    table.print()
  }
}

/// A generated layout, parsed and resolved.
struct PreparedLayout {
  let resolved: ResolvedLayout
  let inputs: SceneInputs
  let diagnostics: [Diagnostic]

  init(_ layout: GeneratedLayout) {
    let tree = parse(SourceText(name: "screen.layout", bytes: layout.bytes))
    let (document, complaints) = resolve(tree)
    resolved = document.layouts[0]
    inputs = SceneInputs(of: resolved)
    diagnostics = tree.diagnostics + complaints
  }
}
