/// The number of one published, complete picture of a scene: one more for every picture published.
///
/// Below 2^53, so it survives JSON readers that know only doubles.
public struct Revision: Hashable, Comparable, Sendable {
  /// Counts from 1; 0 is `none`.
  public let value: UInt64

  @inlinable public init(_ value: UInt64) { self.value = value }
  @inlinable public static func < (left: Revision, right: Revision) -> Bool { left.value < right.value }

  /// Before anything was published.
  public static let none = Revision(0)

  /// The number of the picture that is published after this one.
  public var next: Revision { Revision(value + 1) }

  /// How many revisions lie between the two, neither counted: what a client that goes from `older` to this one
  /// never saw. 0 where `older` is not older.
  public func skipped(since older: Revision) -> Int { older < self ? Int(clamping: value - older.value - 1) : 0 }
}
