import Geometry
import LayoutEngine
import LayoutModel
import Motion

/// Which timing a view moves with when branches came or went and configurations changed.
///
/// A change belongs to a view: the one in whose body the branch stands, or whose configuration it is. A view that
/// moves takes the timing of the nearest change at or above it, even when that one is not animated; outside of all
/// of them that of the last animated one. `animate` at a branch goes before a `transition`, and that before what the
/// view says of all its conditions; a branch that comes before one that goes, the later before the earlier; a list that
/// makes room for its header comes last. A keyboard with a timing of its own is a change of the root, and the first
/// there. Whoever set what led to a change may want it otherwise than the file says: see
/// `ChangeCauses`.
struct ChangeTimings {
  private struct Change {
    /// Nil: it happens at once.
    var timing: Timing?
    var rank: Int
    /// Whether nobody who caused it wants to see it move.
    var isForbidden = false

    init(timing: Timing?, rank: Int) {
      self.timing = timing
      self.rank = rank
    }

    /// - Parameter wish: of those who caused it; nil: as the file says.
    init(timing: Timing?, rank: Int, wish: Bool?) {
      self.init(timing: wish == false ? nil : timing ?? (wish == true ? .standard : nil), rank: rank)
      isForbidden = wish == false
    }
  }

  private let layout: ResolvedLayout
  private var changes: [ViewID: Change] = [:]
  private var elsewhere: Change?
  private var isMakingRoom = false
  private var hasTiming = false
  /// What moves although nothing says how.
  private let fallback: Timing?
  /// Whether what moves outside of all changes may take the timing of one.
  private let lendsTimings: Bool

  /// - Parameters:
  ///   - causes: if somebody among them asked for an animation, what has no timing gets the standard one.
  ///   - isResized: whether the scene has another size than before.
  init(
    _ layout: ResolvedLayout, from before: BranchState?, to after: BranchState?, because causes: ChangeCauses,
    isResized: Bool
  ) {
    self.layout = layout
    lendsTimings = causes.lendTimings(isResized: isResized)
    fallback = causes.isWished ? .standard : nil
    guard let before, let after else { return }
    for animation in layout.animations {
      let condition = Int(animation.condition.index)
      guard before.conditions[condition] != after.conditions[condition] else { continue }
      let wish = causes.wish(for: layout.conditions[condition], in: layout, isResized: isResized)
      add(
        Change(
          timing: animation.timing, rank: Self.rank(of: animation, comes: after.conditions[condition]), wish: wish),
        of: animation.view)
    }
    for (old, new) in zip(before.configurations, after.configurations) where old.name != new.name {
      let transition = layout.transition(of: new.view, from: old.name, to: new.name)
      let wish = causes.wish(forConfigurationOf: new.view, in: layout, isResized: isResized)
      add(Change(timing: transition?.timing, rank: transition == nil ? 0 : 3, wish: wish), of: new.view)
    }
  }

  /// Above 0, a configuration that changes without a timing; 3 is a transition, 6 the keyboard.
  private static func rank(of animation: AnimatedCondition, comes: Bool) -> Int {
    (animation.isDefault ? 1 : 4) + (comes ? 1 : 0)
  }

  /// How long a list takes to make room.
  private static let makingRoom = Timing(.easeInOut(.milliseconds(300)))

  /// Notes lists whose header or footer has another height, unless it was not there before.
  mutating func makeRoom(
    from before: [(view: ViewID, height: Points)], to after: [(view: ViewID, height: Points)]
  ) {
    for (old, new) in zip(before, after) where old.height > 0 && old.height != new.height {
      guard let list = layout.views[Int(new.view.index)].parent, changes[list] == nil else { continue }
      // The list alone: what else the turn changed has nothing to do with it.
      changes[list] = Change(timing: Self.makingRoom, rank: 0)
      isMakingRoom = true
    }
  }

  /// Notes that the keyboard came or went: a change of the scene, so of its root.
  mutating func addKeyboard(_ timing: Timing) { add(Change(timing: timing, rank: 6), of: .root) }

  private mutating func add(_ change: Change, of view: ViewID) {
    // Who wants no animation stops nobody else's.
    if let before = changes[view], before.isForbidden != change.isForbidden {
      if before.isForbidden { changes[view] = change }
    } else if change.rank >= changes[view]?.rank ?? 0 {
      changes[view] = change
    }
    if change.timing != nil { hasTiming = true }
    if change.timing != nil, lendsTimings, change.rank >= elsewhere?.rank ?? 0 { elsewhere = change }
  }

  /// Whether no view gets a timing.
  var isEmpty: Bool { fallback == nil && !hasTiming && !isMakingRoom }

  /// Nil: at once.
  func timing(of view: ViewID) -> Timing? {
    if isEmpty { return nil }
    var current: ViewID? = view
    while let owner = current {
      if let change = changes[owner] { return change.timing ?? (change.isForbidden ? nil : fallback) }
      current = layout.views[Int(owner.index)].parent
    }
    return elsewhere?.timing ?? fallback
  }
}
