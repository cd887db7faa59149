/// Required rows that cannot hold together, and the one that yielded.
public struct Conflict: Sendable, Equatable {
  /// Holds only as nearly as the others let it.
  public var yielded: ConstraintID
  /// Rows known to contradict each other, `yielded` among them, ascending. Sizes that may not be negative take part
  /// without a row. `yielded` alone where following all contradictions to their ends would take too long.
  public var members: [ConstraintID]
  /// By how much `yielded` is violated, in its own units.
  public var excess: Double

  public init(yielded: ConstraintID, members: [ConstraintID], excess: Double) {
    self.yielded = yielded
    self.members = members
    self.excess = excess
  }
}
