import Geometry
import LayoutEngine
import LayoutModel
import Motion

/// Which timing a view moves with when branches came or went and configurations changed.
///
/// A change belongs to a view: the one in whose body the branch stands, or whose configuration it is. A view that
/// moves takes the timing of the nearest change at or above it, even when that one is not animated; outside of all
/// of them that of the last animated one. `animate` at a branch goes before a `transition`, and that before what the
/// view says of all its conditions; a branch that comes before one that goes, the later before the earlier; then
/// records of which a `for` says something, which are a change of the view that it stands in; a list that makes room
/// for its header comes last. A keyboard with a timing of its own is a change of the root, and the first there; a
/// branch that flips because of it goes along with it. When the scene has another size, a branch moves only the views
/// that it says something of, and what is in them: what else moves does so because of the size. Whoever set what led to
/// a change may want it otherwise than the file says: see `ChangeCauses`. Where nothing says how a view goes to the
/// place that a branch or configuration gives it, it is there at once.
struct ChangeTimings {
  /// How a view comes to a new target.
  enum Way: Equatable {
    case moving(Timing)
    /// What it goes by has no timing. So a motion that it is in ends there.
    case atOnce
    /// It goes by no branch or configuration that changed, but by the scene's size or a number. A motion that it is in
    /// goes on from there.
    case carried
  }

  private struct Change {
    /// Nil: it happens at once.
    var timing: Timing?
    var rank: Int
    /// Whether nobody who caused it wants to see it move.
    var isForbidden = false
    /// Whether it is a branch that came or went.
    var isOfBranch = false

    init(timing: Timing?, rank: Int) {
      self.timing = timing
      self.rank = rank
    }

    /// - Parameters:
    ///   - wish: of those who caused it; nil: as the file says.
    ///   - standard: how it moves if they want that and nothing else says how.
    init(timing: Timing?, rank: Int, wish: Bool?, standard: Timing) {
      self.init(timing: wish == false ? nil : timing ?? (wish == true ? standard : nil), rank: rank)
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
  /// The views of which animated branches that came or went say something, when only those move with a branch.
  private var viewsInBranches: Set<ViewID>?
  /// The same of branches that are not animated; nil: whatever goes elsewhere does so because of a branch.
  private var viewsInPlainBranches: Set<ViewID>? = []

  /// - Parameters:
  ///   - causes: if somebody among them asked for an animation, what has no timing gets their standard one.
  ///   - isResized: whether the scene has another size than before.
  ///   - keyboard: how a keyboard that came or went moves things, when it says so.
  init(
    _ layout: ResolvedLayout, from before: BranchState?, to after: BranchState?, because causes: ChangeCauses,
    isResized: Bool, keyboard: Timing?
  ) {
    self.layout = layout
    lendsTimings = causes.lendTimings(isResized: isResized)
    fallback = causes.isWished ? causes.standard : nil
    // It is a change of the scene, so of its root.
    if let keyboard { add(Change(timing: keyboard, rank: 6), of: .root) }
    guard let before, let after else { return }
    for animation in layout.animations {
      let index = Int(animation.condition.index)
      guard before.conditions[index] != after.conditions[index] else { continue }
      let condition = layout.conditions[index]
      let joins = keyboard != nil && causes.includeKeyboard(for: condition, in: layout)
      var change = Change(
        timing: joins ? keyboard : animation.timing,
        rank: Self.rank(of: animation, comes: after.conditions[index]),
        wish: causes.wish(forBranchAsking: condition, in: layout), standard: causes.standard)
      change.isOfBranch = true
      add(change, of: animation.view)
    }
    if before.conditions != after.conditions {
      viewsInPlainBranches = nil
      if isResized {
        let (animated, plain) = layout.viewsInBranches(flippedFrom: before.conditions, to: after.conditions)
        if !causes.isWished, !changes.isEmpty { viewsInBranches = animated }
        viewsInPlainBranches = plain
      }
    }
    for (old, new) in zip(before.configurations, after.configurations) where old.name != new.name {
      let transition = layout.transition(of: new.view, from: old.name, to: new.name)
      let wish = causes.wish(forConfigurationOf: new.view, in: layout, isResized: isResized)
      let rank = transition == nil ? 0 : 3
      add(Change(timing: transition?.timing, rank: rank, wish: wish, standard: causes.standard), of: new.view)
    }
  }

  /// Above 0, a configuration that changes without a timing; 3 is a transition, 6 the keyboard.
  private static func rank(of animation: AnimatedCondition, comes: Bool) -> Int {
    (animation.isDefault ? 1 : 4) + (comes ? 1 : 0)
  }

  /// Notes the views in which there are other records, or other values of them, where a `for` says how that moves.
  ///
  /// - Parameter lists: those with other records, by name.
  mutating func changeRecords(of lists: Set<String>, because causes: ChangeCauses, isResized: Bool) {
    if lists.isEmpty { return }
    let wish = causes.wishForRecords(isResized: isResized)
    for animation in layout.animatedRecords where lists.contains(animation.list) {
      add(Change(timing: animation.timing, rank: 0, wish: wish, standard: causes.standard), of: animation.view)
    }
  }

  /// How long a list takes to make room.
  private static let makingRoom = Timing(.easeInOut(.milliseconds(300)))

  /// Notes lists whose header or footer has another height, unless it was not there before.
  mutating func makeRoom(
    from before: [(view: ViewID, height: Points)], to after: [(view: ViewID, height: Points)]
  ) {
    for (old, new) in zip(before, after) where old.height > 0 && old.height != new.height {
      guard let list = layout.views[new.view].parent, changes[list] == nil else { continue }
      // The list alone: what else the turn changed has nothing to do with it.
      changes[list] = Change(timing: Self.makingRoom, rank: 0)
      isMakingRoom = true
    }
  }

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

  func way(of view: ViewID) -> Way {
    func with(_ timing: Timing?, otherwise: Way) -> Way { timing.map { .moving($0) } ?? otherwise }
    if isEmpty, changes.isEmpty, viewsInPlainBranches == [] { return .carried }
    var current: ViewID? = view
    var isInBranch = viewsInBranches == nil
    var isInPlainBranch = viewsInPlainBranches == nil
    while let owner = current {
      isInBranch = isInBranch || viewsInBranches?.contains(owner) == true
      isInPlainBranch = isInPlainBranch || viewsInPlainBranches?.contains(owner) == true
      if let change = changes[owner] {
        if change.isOfBranch, !isInBranch { return isInPlainBranch ? .atOnce : .carried }
        return with(change.timing ?? (change.isForbidden ? nil : fallback), otherwise: .atOnce)
      }
      current = layout.views[owner].parent
    }
    return with(elsewhere?.timing ?? fallback, otherwise: changes.isEmpty && !isInPlainBranch ? .carried : .atOnce)
  }
}

extension ResolvedLayout {
  /// The views of which something is said in branches that came or went: in animated ones, and in others.
  fileprivate func viewsInBranches(
    flippedFrom before: [Bool], to after: [Bool]
  ) -> (animated: Set<ViewID>, plain: Set<ViewID>) {
    let animated = Set(conditionsInAnimations.map(\.index))
    var views: (animated: Set<ViewID>, plain: Set<ViewID>) = ([], [])
    func note(_ view: ViewID, under condition: ConditionID?) {
      guard let condition, Int(condition.index) < before.count,
        before[Int(condition.index)] != after[Int(condition.index)]
      else { return }
      if animated.contains(condition.index) { views.animated.insert(view) } else { views.plain.insert(view) }
    }
    for index in rules.indices { note(rules[index].item.view, under: rules[index].condition) }
    for setting in settings { note(setting.view, under: setting.condition) }
    for place in switchedOrders.lazy.flatMap(\.places) { note(place.view, under: place.condition) }
    return views
  }
}
