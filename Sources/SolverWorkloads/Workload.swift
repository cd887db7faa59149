public import ConstraintSolver

/// A constraint system to be measured, and the two changes that are timed on it.
public struct Workload: Sendable {
  /// A row's constant goes to and fro between two values.
  public struct Change: Sendable {
    /// The row whose constant changes.
    public let row: ConstraintID
    /// As in the system.
    public let value: Double
    /// The other value.
    public let changed: Double
  }

  /// Names files, among other things.
  public let name: String
  /// The parent of every view, -1 for the root.
  let parents: [Int]
  let coordinates: Coordinates
  /// The rows.
  public let system: ConstraintSystem
  /// The surroundings give the root another size.
  public let resize: [Change]
  /// One text, or one gap, changes.
  public let edit: [Change]

  /// How many views it has; each has four variables.
  public var viewCount: Int { parents.count }

  /// The sum of absolute left, top, width and height over all views: what recorded answers state.
  ///
  /// - Parameter values: by variable index.
  public func sum(_ values: [Double]) -> Double {
    var origins = [(left: Double, top: Double)](repeating: (0, 0), count: viewCount)
    var sum = 0.0
    for view in 0..<viewCount {
      let base = 4 * view
      origins[view] = (values[base + 2], values[base + 3])
      if coordinates == .relativeToParent, parents[view] >= 0 {
        origins[view].left += origins[parents[view]].left
        origins[view].top += origins[parents[view]].top
      }
      sum += values[base] + values[base + 1] + origins[view].left + origins[view].top
    }
    return sum
  }

  /// Whether some width or height in `values` is below zero by more than rounding.
  public func hasNegativeSize(_ values: [Double]) -> Bool {
    (0..<viewCount).contains { min(values[4 * $0], values[4 * $0 + 1]) < -1e-9 }
  }
}

extension Workload {
  /// Rows without views, in which nothing changes.
  public init(_ name: String, _ system: ConstraintSystem) {
    self.init(name: name, parents: [], coordinates: .relativeToParent, system: system, resize: [], edit: [])
  }
}
