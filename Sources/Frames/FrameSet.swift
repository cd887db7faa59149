/// All views of a scene at one instant, parents before children, siblings in order: one complete, consistent
/// picture. `FrameDiff` turns one into another.
///
/// Ids are unique, and siblings have different indexes, ascending.
public struct FrameSet: Equatable, Sendable {
  /// In tree order.
  public var views: [ViewRecord]
  /// What the numbers of looks stand for: just those that the views have.
  public var looks: [LookID: Look]

  public init(_ views: [ViewRecord] = [], looks: [LookID: Look] = [:]) {
    self.views = views
    self.looks = looks
  }

  /// Leaves out the looks that no view has.
  mutating func dropUnusedLooks() {
    if looks.isEmpty { return }
    let used = Set(views.lazy.compactMap(\.appearance.look))
    if used.count < looks.count { looks = looks.filter { used.contains($0.key) } }
  }
}
