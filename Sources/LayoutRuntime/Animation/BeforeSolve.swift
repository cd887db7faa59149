import Geometry
import LayoutEngine
import LayoutModel

/// What was in force in a scene before a solve, as far as it tells how what the solve changes moves.
struct BeforeSolve {
  let isResized: Bool
  /// Whether anything that changes may move.
  private let mayAnimate: Bool
  private var branches: BranchState?
  private var heights: [(view: ViewID, height: Points)]
  /// The layout, when the next one has its views arranged otherwise.
  private let rearranged: ResolvedLayout?

  /// Whether the tree is to be published anew.
  var isRearranged: Bool { rearranged != nil }

  /// - Parameter isMoving: whether views are on their way, which a branch may end though nothing in the file is animated.
  init(_ live: LayoutScene, solvedNextFor wanted: SceneInputs, _ pending: PendingChange, isMoving: Bool) {
    isResized = !live.inputs.hasSize(of: wanted)
    // Another size of the scene moves nothing by itself, but an animated branch may flip because of it.
    let isAtOnce = pending.wishes.wish(isResized: isResized && live.layout.animations.isEmpty) == false
    // An edit is not animated.
    mayAnimate =
      !pending.isNewlyLive && !pending.wishes.forbidAll && (pending.keyboardTiming != nil || !isAtOnce)
    branches = mayAnimate && (isMoving || live.layout.hasTimings) ? live.branches : nil
    heights = mayAnimate && (pending.wishes.isWished || !isResized) ? live.fittingHeights : []
    let hasSameViews = live.inputs.arrangement == wanted.arrangement && live.hasSameRecords(for: wanted)
    rearranged = hasSameViews ? nil : live.layout
  }

  /// How views move from there to what is solved now; nil: all is shown at once.
  func timings(to live: LayoutScene, _ pending: PendingChange) -> ChangeTimings? {
    guard mayAnimate else { return nil }
    var (branches, heights) = (branches, heights)
    if let rearranged {
      branches = branches.flatMap { live.branches?.asBefore($0, of: rearranged, in: live.layout) }
      heights = heights.renumbered(from: rearranged, to: live)
    }
    var timings = ChangeTimings(
      live.layout, from: branches, to: branches == nil ? nil : live.branches, because: pending.wishes,
      isResized: isResized, keyboard: pending.keyboardTiming)
    timings.makeRoom(from: heights, to: live.fittingHeights)
    return timings
  }
}

extension SceneInputs {
  fileprivate func hasSize(of other: SceneInputs) -> Bool {
    environment.width == other.environment.width && environment.height == other.environment.height
  }
}

extension ResolvedLayout {
  /// Whether any change can be animated without being asked to.
  fileprivate var hasTimings: Bool { !transitions.isEmpty || !animations.isEmpty }
}
