import Frames

/// Holds back frames of an animation in which nothing has moved far enough yet, for subscribers that ask for it.
///
/// Distances are from what the subscriber was told, so small steps add up until the sum is worth a message. Only moves
/// can be too small: that a view came or went, or what its content is, has no length.
struct MoveThreshold: Equatable, Sendable {
  /// In 64ths of a point: a view that moved or grew by this has moved far enough.
  private let least: Int64
  /// The frames that the subscriber has.
  private var told: [StreamID: Frame] = [:]
  /// The last revision that was not worth a message, in `latest` mode.
  private(set) var heldBackAt: Revision?
  /// What the revisions held back changed, in `every` mode.
  private var heldBack = FrameDiff()

  /// - Parameter points: above 0.
  init(points: Double) { least = Int64(max(0, min(1e15, points * 64)).rounded(.up)) }

  mutating func recordTold(_ picture: FrameSet) {
    told = Dictionary(picture.views.map { ($0.id, $0.frame) }, uniquingKeysWith: { $1 })
    heldBack = FrameDiff()
  }

  mutating func recordTold(_ diff: FrameDiff) {
    for id in diff.removed { told[id] = nil }
    for view in diff.views { told[view.id] = view.frame }
    for move in diff.set { told[move.id] = move.frame }
    heldBack = FrameDiff()
  }

  /// - Parameter diff: from what the subscriber has to `revision`.
  mutating func holdsBack(_ diff: FrameDiff, at revision: Revision) -> Bool {
    guard isTooSmall(diff) else { return false }
    heldBackAt = revision
    return true
  }

  /// Takes in the diff of the next revision, and returns what leads there from what the subscriber has.
  ///
  /// - Parameter isRest: whether nothing moves any more, which is always told.
  /// - Returns: nil when that is held back.
  mutating func merging(_ diff: FrameDiff, isRest: Bool) -> FrameDiff? {
    let whole = heldBack.squashed(with: diff)
    guard !isRest, isTooSmall(whole) else { return whole }
    heldBack = whole
    return nil
  }

  private func isTooSmall(_ diff: FrameDiff) -> Bool {
    guard diff.keepsTree, diff.changed.isEmpty, diff.restyled.isEmpty, diff.looks.isEmpty else { return false }
    return diff.set.allSatisfy { move in
      guard let before = told[move.id] else { return false }
      return move.frame.distance(to: before) < least
    }
  }
}

extension Frame {
  /// By how much the coordinate or the length differs that differs most, in 64ths of a point.
  fileprivate func distance(to other: Frame) -> Int64 {
    func difference(_ one: Int32, _ another: Int32) -> Int64 { abs(Int64(one) - Int64(another)) }
    return max(
      difference(x, other.x), difference(y, other.y), difference(width, other.width),
      difference(height, other.height))
  }
}
