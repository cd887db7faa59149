import Frames
import LayoutEngine
import LayoutModel

/// Views that stand in another tree: after an edit, or because somebody arranged them otherwise.
extension Scene {
  /// Publishes the tree of the live layout in place of another one.
  ///
  /// A view that was there before and is to move sets out from where it was seen, also when that was in another view.
  /// What was in motion goes on where it stands in the same view still; after an edit of the file it is at its target.
  mutating func publishTree(
    _ timings: ChangeTimings?, drawn: NumberedPicture?, isAtOnce: Bool, at now: Instant
  ) -> FrameDiff? {
    let wasMoving = !motion.isSettled
    let older = published.history.current
    if timings == nil { (motion.moving, motion.looks) = (MovingViews(), MovingLooks()) }
    let travellers = Set(motion.moving.viewIDs + motion.looks.viewIDs).sorted().map { view in
      (view, published.position(of: view).map { older.views[$0].id })
    }
    var (picture, drawings) = published.picture(of: live!.value, drawn: drawn)
    guard timings != nil else {
      return published.publish(picture, drawings) ?? (wasMoving ? published.publishRest() : nil)
    }

    let seen = SeenViews(of: picture, in: older)
    renumberMoving(travellers) { seen.keepsParent($0) }
    let views = live!.value.layout.views.indices.map { ViewID(Int32($0)) }
    var (updates, _) = motion.retarget(
      views, in: live!.value, from: seen.records, at: published.positions,
      looking: { position in
        guard published.tellsAppearance, let former = seen.former(at: position) else { return nil }
        return former.appearance.look.map { older.looks[$0]! } ?? Look()
      },
      timings, isAtOnce: isAtOnce, at: now)
    updates.insert(motion.sample(at: now, of: live!.value, at: published.positions))
    for (position, frame) in updates.frames { picture.views[position].frame = frame }
    // The picture has what the live layout says already.
    for (position, content) in updates.contents { picture.views[position].content = content }
    for (position, drawing) in updates.drawings { drawings[position] = drawing }
    return published.publish(picture, drawings) ?? (wasMoving && motion.isSettled ? published.publishRest() : nil)
  }

  /// - Parameter travellers: the views in motion by their former numbers, and their numbers in the stream.
  private mutating func renumberMoving(
    _ travellers: [(view: ViewID, id: StreamID?)], where isKept: (StreamID) -> Bool
  ) {
    if travellers.isEmpty { return }
    let path = Dictionary(uniqueKeysWithValues: published.history.current.views.map { ($0.id, $0.path) })
    var numbers: [String: ViewID] = [:]
    for (index, view) in live!.value.layout.views.enumerated() where view.kind != .guide {
      numbers[view.path] = ViewID(Int32(index))
    }
    var newNumbers: [ViewID: ViewID] = [:]
    for (view, id) in travellers {
      if let id, isKept(id), let path = path[id] { newNumbers[view] = numbers[path] }
    }
    motion.moving.renumber { newNumbers[$0] }
    motion.looks.renumber { newNumbers[$0] }
  }
}

/// The views of a new picture as they were seen in the one before; those that were not in it as they are.
private struct SeenViews {
  /// By position in the new picture.
  private(set) var records: [ViewRecord]
  private let former: [StreamID: ViewRecord]
  private let parents: [StreamID: StreamID]

  init(of picture: FrameSet, in older: FrameSet) {
    former = Dictionary(uniqueKeysWithValues: older.views.map { ($0.id, $0) })
    parents = Dictionary(
      uniqueKeysWithValues: picture.views.compactMap { view in view.parent.map { (view.id, $0) } })
    records = picture.views
    var origins = Origins()
    var formerOrigins = Origins()
    for view in older.views { formerOrigins.enter(view) }
    for position in records.indices {
      let view = records[position]
      if let before = former[view.id] {
        records[position].frame = before.frame
        records[position].content = before.content
        if before.parent != view.parent {
          let then = formerOrigins.ofContent(before.parent)
          let now = origins.ofContent(view.parent)
          records[position].frame.x = Int32(clamping: Int64(before.frame.x) + then.x - now.x)
          records[position].frame.y = Int32(clamping: Int64(before.frame.y) + then.y - now.y)
        }
      }
      origins.enter(records[position])
    }
  }

  func former(at position: Int) -> ViewRecord? { former[records[position].id] }

  func keepsParent(_ view: StreamID) -> Bool { former[view].map { $0.parent == parents[view] } ?? false }
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
    for (view, name) in before.configurations { names[older.views[Int(view.index)].path] = name }
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
    for (view, height) in self { heights[older.views[Int(view.index)].path] = height }
    return newer.fittingHeights.map { view, _ in (view, heights[newer.layout.views[Int(view.index)].path] ?? 0) }
  }
}
