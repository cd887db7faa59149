import Frames
import LayoutEngine
import LayoutModel

/// Views that stand in another tree: after an edit, or because somebody arranged them otherwise.
extension Scene {
  /// Publishes the tree of the live layout in place of another one.
  ///
  /// A view that was there before and is to move sets out from where it was seen, also when that was in another view.
  /// One that was not is where it belongs, and fades in. What was in motion goes on where it stands in the same view
  /// still; after an edit of the file it is at its target.
  mutating func publishTree(
    _ timings: ChangeTimings?, scrolledAtOnce scrolled: Set<ViewID>, isAtOnce: Bool, at now: Instant
  ) -> FrameDiff? {
    let wasMoving = !motion.isSettled
    let older = published.history.current
    if timings == nil { (motion.moving, motion.looks) = (MovingViews(), MovingLooks()) }
    let travellers = Set(motion.moving.viewIDs + motion.looks.viewIDs).sorted().map { view in
      (view, published.position(of: view).map { older.views[$0].id })
    }
    var (picture, drawings) = published.picture(of: live!.value)
    // Where nothing moves, now or before, the views are shown where they are.
    guard let timings, wasMoving || !timings.isEmpty else {
      return published.publish(picture, drawings) ?? (wasMoving ? published.publishRest() : nil)
    }

    let seen = SeenViews(of: picture, in: older)
    if !travellers.isEmpty { renumberMoving(travellers, where: seen.keepingParents()) }
    let views = live!.value.layout.views.indices.map { ViewID(Int32($0)) }
    var (updates, _) = motion.retarget(
      views, in: live!.value, from: seen.records, at: published.positions,
      looking: { position in
        guard published.tellsAppearance, let former = seen.former(at: position) else { return nil }
        return former.appearance.look.map { older.looks[$0]! } ?? Look()
      },
      timings, scrolledAtOnce: scrolled, isAtOnce: isAtOnce, at: now)
    updates.insert(motion.sample(at: now, of: live!.value, at: published.positions))
    for (position, frame) in updates.frames { picture.views[position].frame = frame }
    // The picture has what the live layout says already.
    for (position, content) in updates.contents { picture.views[position].content = content }
    for (position, drawing) in updates.drawings { drawings[position] = drawing }
    return published.publish(picture, drawings) ?? (wasMoving && motion.isSettled ? published.publishRest() : nil)
  }

  /// - Parameter travellers: the views in motion by their former numbers, and their numbers in the stream.
  private mutating func renumberMoving(
    _ travellers: [(view: ViewID, id: StreamID?)], where kept: Set<StreamID>
  ) {
    let path = Dictionary(uniqueKeysWithValues: published.history.current.views.map { ($0.id, $0.path) })
    var numbers: [String: ViewID] = [:]
    for (index, view) in live!.value.layout.views.enumerated() where view.kind != .guide {
      numbers[view.path] = ViewID(Int32(index))
    }
    var newNumbers: [ViewID: ViewID] = [:]
    for (view, id) in travellers {
      if let id, kept.contains(id), let path = path[id] { newNumbers[view] = numbers[path] }
    }
    motion.moving.renumber { newNumbers[$0] }
    motion.looks.renumber { newNumbers[$0] }
  }
}

/// The views of a new picture as they were seen in the one before. Those that were not in it are as they will be, but
/// still invisible: each of them, or the view that it came in.
private struct SeenViews {
  /// By position in the new picture.
  private(set) var records: [ViewRecord]
  private let older: FrameSet
  private let places: ViewPlaces

  init(of picture: FrameSet, in older: FrameSet) {
    self.older = older
    places = ViewPlaces(of: older.views)
    records = picture.views
    // Where views count from is asked only if one stands in another view now.
    var hasOtherParents = false
    for position in records.indices {
      guard let before = place(at: position) else {
        let parent = records[position].parent
        if parent.map({ places[$0] != nil }) ?? false { records[position].content.alpha = 0 }
        continue
      }
      hasOtherParents = hasOtherParents || older.views[before].parent != records[position].parent
      records[position].frame = older.views[before].frame
      if records[position].content != older.views[before].content {
        records[position].content = older.views[before].content
      }
    }
    if hasOtherParents { countFromOtherViews() }
  }

  /// Turns the former frames of views that stood in other views into frames in those they stand in now.
  private mutating func countFromOtherViews() {
    var origins = Origins()
    var formerOrigins = Origins()
    for view in older.views { formerOrigins.enter(view) }
    for position in records.indices {
      if let before = former(at: position), before.parent != records[position].parent {
        let then = formerOrigins.ofContent(before.parent)
        let now = origins.ofContent(records[position].parent)
        records[position].frame.x = Int32(clamping: Int64(before.frame.x) + then.x - now.x)
        records[position].frame.y = Int32(clamping: Int64(before.frame.y) + then.y - now.y)
      }
      origins.enter(records[position])
    }
  }

  /// Where a view was seen in the older picture; nil of one that was not there, or was hidden in another view.
  private func place(at position: Int) -> Int? {
    guard let before = places[records[position].id] else { return nil }
    let isFromDrawer = older.views[before].content.isHidden && older.views[before].parent != records[position].parent
    return isFromDrawer ? nil : before
  }

  func former(at position: Int) -> ViewRecord? { place(at: position).map { older.views[$0] } }

  /// The views that stood in the same view before.
  func keepingParents() -> Set<StreamID> {
    var kept: Set<StreamID> = []
    for position in records.indices {
      guard let before = place(at: position), older.views[before].parent == records[position].parent else { continue }
      kept.insert(records[position].id)
    }
    return kept
  }
}

/// Where in the scene frames of what is in a view count from, in 64ths.
private struct Origins {
  private var byView: [StreamID: (x: Int64, y: Int64)] = [:]

  /// Parents before their children.
  mutating func enter(_ view: ViewRecord) {
    let around = ofContent(view.parent)
    let content = view.content.scroll?.origin ?? (x: 0, y: 0)
    byView[view.id] = (around.x + Int64(view.frame.x) + content.x, around.y + Int64(view.frame.y) + content.y)
  }

  func ofContent(_ view: StreamID?) -> (x: Int64, y: Int64) { view.flatMap { byView[$0] } ?? (0, 0) }
}

extension BranchState {
  /// What was in force before, with the views of this state: one that was not there before has not changed.
  func asBefore(_ before: BranchState, of older: ResolvedLayout, in newer: ResolvedLayout) -> BranchState {
    var names: [String: String] = [:]
    for (view, name) in before.configurations { names[older.views[view].path] = name }
    var result = self
    if newer.conditionNames.isEmpty {
      result.conditions = before.conditions
    } else {
      let former = Dictionary(zip(older.conditionNames, before.conditions)) { first, _ in first }
      for (index, name) in newer.conditionNames.enumerated() {
        if let held = former[name] { result.conditions[index] = held }
      }
    }
    for index in result.configurations.indices {
      let path = newer.views[Int(result.configurations[index].view.index)].path
      if let name = names[path] { result.configurations[index].name = name }
    }
    return result
  }
}

extension [(view: ViewID, height: Double)] {
  /// Heights of the fitting views of a newer scene as they were; 0 of those that were not there.
  func renumbered(from older: ResolvedLayout, to newer: LayoutScene) -> [(view: ViewID, height: Double)] {
    var heights: [String: Double] = [:]
    for (view, height) in self { heights[older.views[view].path] = height }
    return newer.fittingHeights.map { view, _ in (view, heights[newer.layout.views[view].path] ?? 0) }
  }
}
