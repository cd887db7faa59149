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
  /// The names of lists whose records are others, of those with a `for` that says how that moves.
  private let changedLists: Set<String>
  /// The paths of views that somebody scrolled without a wish to see it move.
  private let scrolledPaths: Set<String>
  /// The layout, when the next one has its views arranged otherwise.
  private let rearranged: ResolvedLayout?

  /// Whether the tree is to be published anew.
  var isRearranged: Bool { rearranged != nil }

  /// - Parameters:
  ///   - live: what is shown.
  ///   - newest: what is solved: that, or another layout.
  ///   - isMoving: whether views are on their way, which a branch may end though nothing in the file is animated.
  init(
    _ live: Boxed<LayoutScene>, _ newest: Boxed<LayoutScene>, solvedNextFor wanted: SceneInputs,
    _ pending: PendingChange, isMoving: Bool
  ) {
    // Part by part: what is asked for several of its parts is copied.
    let environment = (live.value.inputs.environment.width, live.value.inputs.environment.height)
    isResized = environment != (wanted.environment.width, wanted.environment.height)
    // Another size of the scene moves nothing by itself, but an animated branch may flip because of it.
    let isAtOnce = pending.wishes.wish(isResized: isResized && live.value.layout.animations.isEmpty) == false
    // An edit is not animated.
    mayAnimate =
      !pending.isNewlyLive && !pending.wishes.forbidAll && (pending.keyboardTiming != nil || !isAtOnce)
    // Whether any change can be animated without being asked to.
    let hasTimings =
      !live.value.layout.transitions.isEmpty || !live.value.layout.animations.isEmpty
      || !live.value.layout.animatedRecords.isEmpty
    branches = mayAnimate && (isMoving || hasTimings) ? live.value.branches : nil
    // What is asked first of both spares a copy of the scene.
    heights =
      mayAnimate && (pending.wishes.isWished || !isResized) && !live.value.facts.fittingViews.isEmpty
      ? live.value.fittingHeights : []
    changedLists =
      mayAnimate && !live.value.layout.animatedRecords.isEmpty
      ? live.value.layout.animatedLists(from: live.value.inputs, to: wanted) : []
    scrolledPaths = pending.wishes.scrolledAtOnce(
      among: live.value.inputs.scrollOffsets.keys(differingFrom: wanted.scrollOffsets))
    // By the lists of the newest layout: the one that is shown may know others, or the same with other fields. Which
    // views it has otherwise is told by `pending.hasNewTree`.
    let hasSameViews =
      newest.value.inputs.arrangement == wanted.arrangement
      && (newest.value.inputs.records == wanted.records || newest.value.hasSameRecords(for: wanted))
    rearranged = hasSameViews ? nil : live.value.layout
  }

  /// How views move from there to what is solved now; nil: all is shown at once.
  func timings(to live: Boxed<LayoutScene>, _ pending: PendingChange) -> ChangeTimings? {
    guard mayAnimate else { return nil }
    // Nearly always nothing in the layout could move, and nobody asks for it: then no copy of that is made.
    let isWished = pending.keyboardTiming != nil || pending.wishes.isWished
    if rearranged == nil, !pending.hasNewTree, branches == nil, heights.isEmpty, changedLists.isEmpty, !isWished {
      return nil
    }
    var (branches, heights) = (branches, heights)
    if let rearranged {
      branches = branches.flatMap { live.value.branches?.asBefore($0, of: rearranged, in: live.value.layout) }
      heights = heights.renumbered(from: rearranged, to: live.value)
    }
    var timings = ChangeTimings(
      live.value.layout, from: branches, to: branches == nil ? nil : live.value.branches, because: pending.wishes,
      isResized: isResized, keyboard: pending.keyboardTiming)
    timings.changeRecords(of: changedLists, because: pending.wishes, isResized: isResized)
    timings.makeRoom(from: heights, to: live.value.fittingHeights)
    return timings
  }

  /// The views that are scrolled to where they should be at once.
  func viewsScrolled(in live: Boxed<LayoutScene>) -> Set<ViewID> { live.value.scrollViews(at: scrolledPaths) }
}

extension ResolvedLayout {
  /// The lists with other records, of those with a `for` that says how that moves.
  fileprivate func animatedLists(from former: SceneInputs, to wanted: SceneInputs) -> Set<String> {
    Set(animatedRecords.lazy.map(\.list).filter { former.records[$0] != wanted.records[$0] })
  }
}

extension [String: Point] {
  /// Those of which the other one says something else.
  fileprivate func keys(differingFrom other: [String: Point]) -> Set<String> {
    if self == other { return [] }
    return Set(keys).union(other.keys).filter { self[$0] != other[$0] }
  }
}
