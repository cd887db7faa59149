import ConstraintSolver
import Testing

@testable import SolverWorkloads

/// W1 to W6 are defined outside this package, and answers of five other solvers are recorded for them.
@Suite("The recorded systems W1 to W6") struct RecordedSystemTests {
  /// SHA-256 of the constraints as JSON, first 16 digits, and how many views and constraints there are.
  static let digests: [(system: RecordedSystem, size: Int, views: Int, constraints: Int, digest: String)] = [
    (.w1, 20, 20, 78, "b4ccdee1a8edcab6"), (.w1, 100, 100, 398, "a7e8042a3e153de2"),
    (.w1, 1000, 1000, 3998, "78f4b5434782fef5"), (.w2, 20, 20, 98, "6b33df7de9a1337f"),
    (.w2, 100, 100, 498, "12d52bb80c3b3a40"), (.w2, 1000, 1000, 4998, "4878ee00fb820175"),
    (.w3, 20, 19, 98, "a76088f9679baccd"), (.w3, 100, 99, 538, "0a5bb3d862640034"),
    (.w3, 1000, 995, 5466, "4074fea5283f842c"), (.w4, 20, 17, 66, "eb6288fc41c59f43"),
    (.w4, 100, 100, 398, "f40fb082f6cf7896"), (.w4, 1000, 993, 3970, "f647a6aec3cdd79d"),
    (.w5, 20, 19, 120, "35ff884c2852ca4d"), (.w5, 100, 99, 640, "277c3c1c819c42f5"),
    (.w5, 1000, 999, 6490, "8f3b465cabe2eb9c"), (.w6, 20, 20, 172, "3f3f777345dee13a"),
    (.w6, 100, 100, 892, "802b3a413ae0a967"), (.w6, 1000, 1000, 8992, "9967d3a5e883755a"),
  ]

  @Test func `SHA-256 is the published one`() {
    #expect(SHA256.hexDigest(of: Array("abc".utf8)).hasPrefix("ba7816bf8f01cfea414140de5dae2223"))
  }

  @Test func `they are generated constraint for constraint`() {
    for (system, size, views, constraints, digest) in Self.digests {
      let sketch = system.sketch(size)

      #expect(sketch.viewCount == views)
      #expect(sketch.constraints.count == constraints)
      #expect(
        SHA256.hexDigest(of: Array(json(sketch.constraints).utf8)).prefix(16) == digest, "\(system) \(size)")
    }
  }

  @Test(arguments: RecordedSystem.allCases, [Coordinates.relativeToParent, .absolute])
  func `the frames add up to what the other solvers found`(system: RecordedSystem, coordinates: Coordinates) {
    for size in [100, 1000] {
      guard let reference = system.referenceSum(size) else { continue }
      let workload = system.sketch(size).workload(system.rawValue, coordinates)

      let sum = workload.sum(solved(workload))

      #expect(abs(sum - reference) <= 1e-6 * reference, "\(size) views: \(sum)")
    }
  }

  @Test(arguments: RecordedSystem.allCases, [Coordinates.relativeToParent, .absolute])
  func `priorities are violated exactly as little as HiGHS found level by level, or else the oracle`(
    system: RecordedSystem, coordinates: Coordinates
  ) throws {
    let workload = system.sketch(100).workload(system.rawValue, coordinates)

    let found = workload.violations(solved(workload))

    #expect(found.required < 1e-6)
    let best = try system.referenceViolations ?? leastViolations(of: workload)
    #expect(Set(best.keys) == Set(found.byPriority.keys))
    for (priority, best) in best {
      #expect(abs((found.byPriority[priority] ?? 0) - best) < 1e-5, "priority \(priority)")
    }
  }

  @Test(arguments: RecordedSystem.allCases.filter { $0.referenceViolations != nil })
  func `the oracle finds the recorded violations too`(system: RecordedSystem) throws {
    let reference = try #require(system.referenceViolations)

    let found = try leastViolations(of: system.sketch(100).workload(system.rawValue, .relativeToParent))

    #expect(Set(found.keys) == Set(reference.keys))
    for (priority, least) in reference {
      #expect(abs((found[priority] ?? 0) - least) < 1e-6, "priority \(priority)")
    }
  }

  /// What the oracle finds, by priority.
  private func leastViolations(of workload: Workload) throws -> [Float: Double] {
    guard case .optimum(let optimum) = lexicographicOptimum(of: workload.system) else {
      throw OracleGaveUp(answer: "\(workload)")
    }
    return Dictionary(uniqueKeysWithValues: optimum.levels.map { ($0.priority, $0.violation) })
  }

  @Test(arguments: LayoutShape.allCases, [40, 90])
  func `every benchmarked shape is solved to the optimum, resized and edited`(shape: LayoutShape, size: Int) {
    let workload = shape.sketch(size).workload(shape.rawValue, .relativeToParent, boundsSizes: true)
    var solver = Solver(workload.system)
    var rows = workload.system

    for changes in [[], workload.resize, workload.edit] {
      for change in changes { solver.setConstant(change.row, change.changed) }
      rows = rows.replacing(changes.map { ($0.row, $0.changed) })
      solver.solve()

      guard case .optimum(let optimum) = lexicographicOptimum(of: rows) else {
        Issue.record("the oracle gave up")
        continue
      }
      let complaint = shortcoming(of: solver.values(of: rows), in: rows, optimum: optimum)
      #expect(complaint == nil)
    }
  }

  private func solved(_ workload: Workload) -> [Double] {
    var solver = Solver(workload.system)
    solver.solve()
    return solver.values(of: workload.system)
  }

  /// `[[view, attribute, relation, multiplier, other, attribute, constant, priority], …]`, -1 for no other view.
  private func json(_ constraints: [LayoutSketch.Constraint]) -> String {
    let rows = constraints.map { row in
      let relation =
        switch row.relation {
        case .equal: 0
        case .lessThanOrEqual: 1
        case .greaterThanOrEqual: 2
        }
      return "[\(row.view),\(row.attribute.rawValue),\(relation),\(row.multiplier),\(row.other ?? -1),"
        + "\(row.otherAttribute.rawValue),\(row.constant),\(row.priority)]"
    }
    return "[\(rows.joined(separator: ","))]"
  }
}

extension ConstraintSystem {
  /// The same system with other constants.
  fileprivate func replacing(_ changes: [(row: ConstraintID, constant: Double)]) -> ConstraintSystem {
    var result = self
    for change in changes { result.setConstant(change.row, change.constant) }
    return result
  }
}

extension RecordedSystem {
  /// The least violation of each priority at 100 views, found level by level by HiGHS; `nil` where not recorded.
  fileprivate var referenceViolations: [Float: Double]? {
    switch self {
    case .w3: [750: 12, 749: 1242, 251: 24, 250: 0, 100: 1128]
    case .w6: [740: 0, 700: 1270, 600: 2, 400: 0, 250: 0]
    case .w1, .w2, .w4, .w5: nil
    }
  }
}
