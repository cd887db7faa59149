/// All views of a scene at one instant, parents before children, siblings in order: one complete, consistent
/// picture. `FrameDiff` turns one into another.
///
/// Ids are unique, and siblings have different indexes, ascending.
public struct FrameSet: Equatable, Sendable {
  /// In tree order.
  public var views: [ViewRecord]

  public init(_ views: [ViewRecord] = []) { self.views = views }
}
