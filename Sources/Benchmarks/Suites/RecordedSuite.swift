import ConstraintSolver
import SolverWorkloads

extension Suite {
  static let recorded = Suite(
    name: "recorded", summary: "the systems W1 to W6: the solver, kiwi, HiGHS, Yoga, Taffy and recorded answers",
    run: runRecorded)
}

private struct RecordedResult {
  let system: RecordedSystem
  let size: Int
  let views: Int
  let relative: SolverTiming
  let absolute: SolverTiming
  let kiwi: PeerResult?
  let highs: PeerResult?
  let yoga: PeerResult?
  let taffy: PeerResult?
  let sum: Double
  let agreement: String
}

private func runRecorded(_ options: Options) -> [String] {
  if options.usesPeers { Peer.fetch() }
  let kiwi = options.usesPeers ? Peer.kiwi : nil
  let highs = options.usesPeers ? Peer.highs : nil
  let boxes = options.usesPeers ? Peer.boxes : nil
  var complaints: [String] = []
  var results: [RecordedResult] = []

  for system in RecordedSystem.allCases {
    var lastKiwiBuild: Double? = 0
    var lastHighsBuild: Double? = 0
    for size in options.isQuick ? [100, 1000] : [100, 1000, 10_000] {
      Shell.printAside("\(system.rawValue) \(size)")
      let sketch = system.sketch(size)
      let relative = sketch.workload("\(system.rawValue)-\(size)-relative", .relativeToParent)
      let absolute = sketch.workload("\(system.rawValue)-\(size)", .absolute)
      let ours = SolverTiming(relative, isQuick: options.isQuick)
      let oursAbsolute = SolverTiming(absolute, isQuick: options.isQuick)
      // A peer whose last size took t needs at least 100 t (kiwi), or 40 t (HiGHS on W6), for ten times the size.
      var kiwiResult: PeerResult?
      if let kiwi, let last = lastKiwiBuild, last * 100 < Double(options.cap) * 1e9 {
        kiwiResult = kiwi.measure(
          absolute, weights: .rank, cap: options.cap, arguments: system == .w6 ? "edit-last" : "")
        lastKiwiBuild = kiwiResult?.build
      }
      var highsResult: PeerResult?
      if let highs, let last = lastHighsBuild, last * 40 < Double(options.cap) * 1e9 {
        highsResult = highs.measure(absolute, weights: .rank, cap: options.cap)
        lastHighsBuild = highsResult?.build
      }
      let (yoga, taffy) = (boxModel("yoga"), boxModel("taffy"))
      func boxModel(_ name: String) -> PeerResult? {
        boxes?.measure(
          relative, weights: .rank, cap: options.cap, arguments: "\(name) \(system.rawValue) \(size)")
      }

      let sum = relative.sum(ours.values)
      var wrong = disagreements(relative.violations(ours.values), with: highsResult)
      wrong += disagreements(absolute.violations(oursAbsolute.values), with: highsResult)
      wrong += disagreements(
        [
          "the sum of all frames": sum, "kiwi's sum": kiwiResult?.sum, "Yoga's sum": yoga?.sum,
          "Taffy's sum": taffy?.sum,
        ], with: system, size)
      complaints += wrong.map { "\(system.rawValue) \(size): \($0)" }
      let checked = [
        system.referenceSum(size) == nil ? nil : "sum", highsResult?.levels.isEmpty == false ? "levels" : nil,
      ].compactMap { $0 }
      results.append(
        RecordedResult(
          system: system, size: size, views: relative.viewCount, relative: ours, absolute: oursAbsolute,
          kiwi: kiwiResult, highs: highsResult, yoga: yoga, taffy: taffy, sum: sum,
          agreement: wrong.isEmpty ? (checked.isEmpty ? "-" : checked.joined(separator: ", ")) : "NO"))
    }
  }

  print(
    "`ours` counts positions in the parent, as the engine does; `ours, absolute` gets the very rows the peers get.\n"
      + "kiwi and HiGHS weigh priorities (100^rank); ours orders them. Yoga and Taffy get the same layout as boxes where\n"
      + "there is one, and only their own call is timed. All in this run.\n")
  printTimes("Build and first solve", results, \.build, peer: \.build)
  printTimes("Resize: the root gets wider", results, \.resize, peer: \.resize)
  printTimes("Edit: one constant changes", results, \.edit, peer: \.edit)
  printAnswers(results)
  return complaints
}

/// Which of these sums are not the recorded one.
private func disagreements(
  _ sums: KeyValuePairs<String, Double?>, with system: RecordedSystem, _ size: Int
) -> [String] {
  guard let reference = system.referenceSum(size) else { return [] }
  return sums.compactMap { name, sum in
    sum.flatMap { abs($0 - reference) > 1e-6 * reference ? "\(name) is \($0), recorded is \(reference)" : nil }
  }
}

/// Where level totals are not those an exact solver found; a millionth of the total is rounding.
private func disagreements(
  _ ours: (required: Double, byPriority: [Float: Double]), with peer: PeerResult?
) -> [String] {
  var wrong = ours.required > 1e-5 ? ["a required row is violated by \(ours.required)"] : []
  guard let peer else { return wrong }
  for (priority, best) in peer.levels.sorted(by: { $0.key > $1.key }) {
    let violation = ours.byPriority[Float(priority)] ?? 0
    if abs(violation - best) > 1e-5 * max(1, best) {
      wrong.append("priority \(priority) is violated by \(violation), HiGHS finds \(best)")
    }
  }
  return wrong
}

private func printTimes(
  _ title: String, _ results: [RecordedResult], _ ours: KeyPath<SolverTiming, Timing>,
  peer: KeyPath<PeerResult, Double?>
) {
  let peers: KeyValuePairs<String, KeyPath<RecordedResult, PeerResult?>> = [
    "kiwi": \.kiwi, "HiGHS": \.highs, "Yoga": \.yoga, "Taffy": \.taffy,
  ]
  var table = Table(
    title,
    columns: ["system", "views", "ours", "least", "ours, absolute"] + peers.flatMap { [$0.key, "\($0.key)/ours"] })
  for result in results {
    let timing = result.relative[keyPath: ours]
    table.add(
      [
        result.system.rawValue, grouped(result.views), time(timing.median), time(timing.least),
        time(result.absolute[keyPath: ours].median),
      ]
        + peers.flatMap { _, path in
          let measured = result[keyPath: path]?[keyPath: peer]
          return [
            measured == nil ? result[keyPath: path]?.ending ?? "-" : time(measured), ratio(measured, to: timing.median),
          ]
        })
  }
  table.print()
}

private func printAnswers(_ results: [RecordedResult]) {
  var table = Table(
    "Answers and exact work",
    columns: [
      "system", "views", "sum of all frames", "agrees in", "ops a resize", "ops an edit", "pivots a resize",
      "pivots an edit",
    ])
  for result in results {
    table.add([
      result.system.rawValue, grouped(result.views), grouped(Int(result.sum.rounded())), result.agreement,
      grouped(result.relative.resizeWork.ops), grouped(result.relative.editWork.ops),
      grouped(result.relative.resizeWork.pivots), grouped(result.relative.editWork.pivots),
    ])
  }
  table.print()
}
