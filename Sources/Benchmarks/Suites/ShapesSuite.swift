import ConstraintSolver
import SolverWorkloads

extension Suite {
  static let shapes = Suite(
    name: "shapes", summary: "layouts of twelve shapes: the solver and kiwi", run: runShapes)
}

/// Sizes that make sense for a shape: what hangs together grows faster than the layout.
private func sizes(of shape: LayoutShape) -> [Int] {
  switch shape {
  case .row, .star: [100, 300, 1000, 10_000, 100_000]
  case .ladder: [100, 300, 1000]
  case .tangle: [100, 300, 1000, 2000]
  case .deep, .wide, .cards, .grid, .chat, .form, .grid999, .stacks: [100, 1000, 10_000, 100_000]
  }
}

private struct ShapeResult {
  let shape: LayoutShape
  let size: Int
  let rows: Int
  let ours: SolverTiming
  /// `nil` where the free solution has a negative size: then it would be another problem.
  let boundedSizes: Timing?
  let kiwi: PeerResult?
}

private func runShapes(_ options: Options) -> [String] {
  if options.usesPeers { Peer.fetch() }
  let kiwi = options.usesPeers ? Peer.kiwi : nil
  var complaints: [String] = []
  var results: [ShapeResult] = []

  for shape in LayoutShape.allCases {
    var lastKiwiBuild: Double? = 0
    for size in sizes(of: shape) where !options.isQuick || size <= 1000 {
      Shell.printAside("\(shape) \(size)")
      let sketch = shape.sketch(size)
      let workload = sketch.workload("\(shape)-\(size)", .relativeToParent)
      let ours = SolverTiming(workload, isQuick: options.isQuick)
      let worst = workload.violations(ours.values).required
      if worst > 1e-6 * max(1, ours.values.map(abs).max() ?? 0) {
        complaints.append("\(shape) \(size): a required row is violated by \(worst)")
      }
      var boundedSizes: Timing?
      if !workload.hasNegativeSize(ours.values) {
        let bounded = sketch.workload("\(shape)-\(size)", .relativeToParent, boundsSizes: true)
        boundedSizes = Timing.of(repetitions: 3) { _ in
          var solver = Solver(bounded.system)
          solver.solve()
        }
      }
      // kiwi grows with the square or the cube: ten times the size is at least a hundred times the time.
      var peer: PeerResult?
      if let kiwi, let last = lastKiwiBuild, last * 100 < Double(options.cap) * 1e9 {
        peer = kiwi.measure(workload, weights: .power, cap: options.cap)
        lastKiwiBuild = peer?.build
      }
      results.append(
        ShapeResult(
          shape: shape, size: size, rows: workload.system.constraintCount, ours: ours, boundedSizes: boundedSizes,
          kiwi: peer))
    }
  }

  print(
    "One thread, medians. `ours` is from rows to values; `least` its best repetition; kiwi gets the same rows, with"
      + "\nweights instead of an order.\n")
  printTimes("Build and first solve", results, \.build, kiwi: \.build)
  printTimes("Resize: the root's size changes", results, \.resize, kiwi: \.resize)
  printTimes("Edit: one text or gap changes", results, \.edit, kiwi: \.edit)
  printGrowth(results)
  printWork(results)
  return complaints
}

private func printTimes(
  _ title: String, _ results: [ShapeResult], _ ours: KeyPath<SolverTiming, Timing>,
  kiwi: KeyPath<PeerResult, Double?>
) {
  var table = Table(title, columns: ["shape", "views", "ours", "least", "kiwi", "kiwi/ours"])
  for result in results {
    let timing = result.ours[keyPath: ours]
    let peer = result.kiwi?[keyPath: kiwi]
    table.add([
      "\(result.shape)", grouped(result.size), time(timing.median), time(timing.least),
      peer == nil ? result.kiwi?.ending ?? "-" : time(peer), ratio(peer, to: timing.median),
    ])
  }
  table.print()
}

/// How many times longer the first solve takes with more views.
private func printGrowth(_ results: [ShapeResult]) {
  var table = Table(
    "Growth: how many times longer than 1,000 views the first solve takes, by least times. An exponent of 1.15 is 14"
      + "\nwith 10,000 views and 200 with 100,000",
    columns: ["shape", "10,000", "100,000"])
  for base in results where base.size == 1000 {
    func growth(_ size: Int) -> String {
      let larger = results.first { $0.shape == base.shape && $0.size == size }
      return ratio(larger?.ours.build.least, to: base.ours.build.least)
    }
    table.add(["\(base.shape)", growth(10_000), growth(100_000)])
  }
  table.print()
}

/// What repeats exactly, and what a rule that sizes are not negative adds to a build.
private func printWork(_ results: [ShapeResult]) {
  var table = Table(
    "Work done, the same in every run; and building with sizes that may not be negative",
    columns: [
      "shape", "views", "rows", "ops a resize", "ops an edit", "pivots a resize", "pivots an edit", "build, bounded",
      "bounded/free",
    ])
  for result in results {
    let (resize, edit) = (result.ours.resizeWork, result.ours.editWork)
    table.add([
      "\(result.shape)", grouped(result.size), grouped(result.rows), grouped(resize.ops),
      grouped(edit.ops), grouped(resize.pivots), grouped(edit.pivots),
      time(result.boundedSizes?.median), ratio(result.boundedSizes?.median, to: result.ours.build.median),
    ])
  }
  table.print()
}
