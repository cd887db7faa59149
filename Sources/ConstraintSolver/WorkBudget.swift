/// How much work a solve may do, counted in operations.
///
/// An operation is a number that is looked at or changed where work can grow faster than the system does: entries of
/// factors and inverses, rows along an edge, terms that are substituted. What is set up along with a system, or kept in
/// memory for it, is charged by its size. Clocks have no say, so the same solve of the same system costs the same
/// everywhere.
public struct WorkBudget: Equatable, Sendable {
  /// How many are left; below zero when more were wanted than there were. A solve notices that some thousands later.
  public internal(set) var operations: Int

  /// - Parameter operations: at least 0.
  public init(operations: Int) { self.operations = operations }

  /// Whether more was wanted than there was.
  public var isExhausted: Bool { operations < 0 }

  /// What nobody exceeds who does not ask for too much: 1,500 million.
  ///
  /// Chosen so that a solve ends after a few seconds on an ordinary machine, where an operation takes 1 to 5 ns. A
  /// row of 1,000 views that are all coupled takes 1 million, of 10,000 views 11 million, stacks in stacks with 10,000
  /// views 9 million, 2,000 views that each wish to be near three others 26 million. 1,000 views with three required
  /// inequalities each, of which half have to yield, take 80 million.
  public static let standard = WorkBudget(operations: 1_500_000_000)

  mutating func spend(_ count: Int) { operations -= count }
}

/// Unknowns that hang together so that their values take more work to find than was allowed.
public struct Tangle: Error, Equatable, Sendable {
  /// Ascending; of unknowns that follow from one another only the lowest.
  public var variables: [VariableID]

  /// - Parameter variables: in any order.
  public init(variables: [VariableID]) { self.variables = variables.sorted() }
}
