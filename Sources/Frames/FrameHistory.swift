/// The picture of a scene as last published, and what changed since any earlier revision, under any filter.
///
/// Each view carries the revisions in which its place, its frame and its content last changed, and each view that left
/// (or took another path or kind, or stands in other views) leaves a note of when it was there. So a subscriber needs
/// to be remembered by one number, the revision it has: memory is that of one scene, however many subscribers there are
/// and however slow they are. The price is that a value which went there and back is sent again.
///
/// The law: `at(r).filtered(by: f).applying(changes(since: r, under: f)) == current.filtered(by: f)`.
public struct FrameHistory: Sendable {
  /// How views that kept their places are shown now, by their positions in `current.views`.
  ///
  /// Nearly all that changes is frames, and contents and drawings are large. So they are apart.
  public struct Updates: Sendable {
    /// Where views are shown.
    public var frames: [(position: Int, frame: Frame)] = []
    /// What is shown in views.
    public var contents: [(position: Int, content: ViewContent)] = []
    /// How opaque views are of which nothing else is new besides their frames; no view is in `contents` as well.
    public var alphas: [(position: Int, alpha: Double)] = []
    /// How views are drawn, of those who are asked for that.
    public var drawings: [(position: Int, drawing: ViewDrawing)] = []

    /// None.
    public init() {}

    /// Adds others, of other views.
    public mutating func insert(_ others: Updates) {
      Self.insert(others.frames, in: &frames, at: \.position)
      Self.insert(others.contents, in: &contents, at: \.position)
      Self.insert(others.alphas, in: &alphas, at: \.position)
      Self.insert(others.drawings, in: &drawings, at: \.position)
    }

    private static func insert<Update>(_ others: [Update], in updates: inout [Update], at position: (Update) -> Int) {
      if others.isEmpty { return }
      updates += others
      updates.sort { position($0) < position($1) }
    }
  }

  /// The newest picture, of `revision`.
  public private(set) var current = FrameSet()
  /// The revision of `current`; `.none` or the one it was begun with while nothing was published.
  public private(set) var revision: Revision
  /// The oldest revision that `changes(since:under:)` can start from: the first one of this history, until too
  /// many views have left. Nil while nothing was published.
  public private(set) var oldest: Revision?

  /// Parallel to `current.views`.
  private var stamps: [Stamps] = []
  private var lookTable = LookTable()
  /// By number: the revision in which it got what it stands for.
  private var lookStamps: [Revision] = []
  private var tree = TreeSummary()
  /// In the order in which views left.
  private var removals: [Removal] = []
  private let removalLimit: Int
  /// What led to `revision`, which is what nearly every subscriber asks for.
  private var latest = FrameDiff()
  /// What leads from `revision` to the one before: whoever keeps these can go back.
  public private(set) var stepBack = FrameDiff()

  /// The revisions in which parts of a view last changed.
  private struct Stamps: Sendable {
    /// Since when there is a view with this id, path and kind in the same views.
    var appeared: Revision
    var placed: Revision
    var moved: Revision
    var changed: Revision
    /// Of `changed`, what it scrolls and how far.
    var scrolled: Revision
    var restyled: Revision

    init(_ revision: Revision) {
      appeared = revision
      placed = revision
      moved = revision
      changed = revision
      scrolled = revision
      restyled = revision
    }

    mutating func record(_ difference: ViewDifference, in revision: Revision) {
      if difference.isEmpty { return }
      if difference.isOfPlace { placed = revision }
      if difference.contains(.frame) { moved = revision }
      if difference.contains(.content) { changed = revision }
      if difference.contains(.scroll) { scrolled = revision }
      if difference.contains(.appearance) { restyled = revision }
    }
  }

  /// A view that was in the revisions `appeared ..< left` and is gone, or is no longer what it was.
  private struct Removal: Sendable {
    var id: StreamID
    /// Its path and those of the views around it, its own first.
    var lineage: [String]
    var kind: String
    var appeared: Revision
    var left: Revision
  }

  /// What tells whether a filter keeps all views.
  private struct TreeSummary: Sendable {
    var kinds: Set<String> = []
    /// How many levels there are below the roots.
    var depth = 0
    /// Since when it is so.
    var revision = Revision.none

    init() {}

    init(of picture: FrameSet, since revision: Revision) {
      self.revision = revision
      var open: [StreamID] = []
      var known: [String] = []
      var last: String?
      let views = picture.views
      for index in views.indices {
        // There are few kinds, and views of one often stand in a row: to hash each costs more.
        if views[index].kind != last {
          if !known.contains(views[index].kind) { known.append(views[index].kind) }
          last = views[index].kind
        }
        while let around = open.last, around != views[index].parent { open.removeLast() }
        depth = max(depth, open.count)
        open.append(views[index].id)
      }
      kinds = Set(known)
    }
  }

  /// - Parameters:
  ///   - revision: the last number that is taken already; the first picture gets the next.
  ///   - removalLimit: how many views that left are remembered at least, however few are shown. By feel.
  public init(after revision: Revision = .none, removalLimit: Int = 32) {
    self.revision = revision
    self.removalLimit = removalLimit
  }

  /// How many views that left are remembered; at most twice as many before the older ones are forgotten.
  public var removalCount: Int { removals.count }

  /// Publishes `newer` as the next revision and returns what led to it; nil, and nothing happens, when it is the
  /// current picture. The first picture of a history is published even when it is empty.
  ///
  /// - Parameter drawings: how its views are drawn, in their order; none while nobody asks.
  public mutating func publish(_ newer: FrameSet, drawn drawings: [ViewDrawing] = []) -> FrameDiff? {
    var newer = newer
    number(drawings, in: &newer)
    let isFirst = oldest == nil
    let next = revision.next
    let diff: FrameDiff
    // Nobody has the revision before the first one.
    var back = FrameDiff()
    if newer.hasSameShape(as: current) {
      diff = newer.diff(from: current)
      if diff.isEmpty && !isFirst { return nil }
      if !isFirst { back = current.goingBack(from: newer, over: diff) }
      revision = next
      stamp(diff)
      current = newer
    } else {
      revision = next
      (diff, back) = replaceTree(by: newer)
      if isFirst { back = FrameDiff() }
    }
    if isFirst { oldest = revision }
    stepBack = back
    stampLooks(diff)
    latest = isFirst ? FrameDiff() : diff
    return diff
  }

  /// Publishes new frames, contents and drawings of views that kept their places, and returns what led to the
  /// revision; nil when nothing differs. Costs the number of updates, and of looks where some change.
  ///
  /// - Parameter updates: positions ascending, each once.
  public mutating func publish(_ updates: Updates) -> FrameDiff? {
    var diff = FrameDiff()
    var back = FrameDiff()
    let next = revision.next
    let (numbers, changes) = number(updates)
    for change in changes {
      if let look = change.to { diff.looks.append(NumberedLook(id: change.id, look: look)) }
      if let look = change.from { back.looks.append(NumberedLook(id: change.id, look: look)) }
    }
    current.change(changes)
    diff.set.reserveCapacity(updates.frames.count)
    back.set.reserveCapacity(updates.frames.count)
    // Views are looked at where they stand, and once: a picture is larger than the caches of a processor.
    for (position, frame) in updates.frames where current.views[position].frame != frame {
      let id = current.views[position].id
      back.set.append(FrameDiff.Move(id: id, frame: current.views[position].frame))
      current.views[position].frame = frame
      stamps[position].moved = next
      diff.set.append(FrameDiff.Move(id: id, frame: frame))
    }
    if diff.set.count < updates.frames.count {
      // Those who keep revisions keep these: room for more would stay with them.
      diff.set = Array(diff.set[...])
      back.set = Array(back.set[...])
    }
    for (position, alpha) in updates.alphas where current.views[position].content.alpha != alpha {
      let id = current.views[position].id
      back.changed.append(FrameDiff.Change(id: id, content: current.views[position].content))
      current.views[position].content.alpha = alpha
      stamps[position].changed = next
      diff.changed.append(FrameDiff.Change(id: id, content: current.views[position].content))
    }
    for (position, content) in updates.contents where current.views[position].content != content {
      let id = current.views[position].id
      if current.views[position].content.scroll != content.scroll { stamps[position].scrolled = next }
      back.changed.append(FrameDiff.Change(id: id, content: current.views[position].content))
      current.views[position].content = content
      stamps[position].changed = next
      diff.changed.append(FrameDiff.Change(id: id, content: content))
    }
    for ((position, drawing), number) in zip(updates.drawings, numbers) {
      let appearance = ViewAppearance(look: number, lines: drawing.lines)
      if current.views[position].appearance == appearance { continue }
      let id = current.views[position].id
      back.restyled.append(FrameDiff.Restyle(id: id, appearance: current.views[position].appearance))
      current.views[position].appearance = appearance
      stamps[position].restyled = next
      diff.restyled.append(FrameDiff.Restyle(id: id, appearance: appearance))
    }
    if diff.isEmpty { return nil }
    revision = next
    stampLooks(diff)
    latest = diff
    stepBack = back
    return diff
  }

  /// Publishes the current picture once more: nothing moved, but what is said about it is new.
  public mutating func publishAgain() -> FrameDiff {
    revision = revision.next
    latest = FrameDiff()
    stepBack = FrameDiff()
    return latest
  }

  /// Whether `changes` says what has changed without a look at each view.
  public func knowsChanges(since older: Revision, under filter: FrameFilter) -> Bool {
    older == revision || filter.keepsAllViews || older.next == revision && isSeen(latest, since: older, under: filter)
  }

  /// What brings a subscriber with `filter` from `older` to the current revision; nil when `older` is too old
  /// (or not of this history), so that only a snapshot helps.
  ///
  /// Costs one walk over the views, except for the revision before where the filter keeps all views. To whoever sees
  /// all of them as they stand, it is one over numbers, and what has changed.
  public func changes(since older: Revision, under filter: FrameFilter) -> FrameDiff? {
    guard let oldest, older >= oldest, older <= revision else { return nil }
    if older == revision { return FrameDiff() }
    if older.next == revision {
      if let seen = seen(latest, since: older, under: filter) { return seen }
      // Other fields of the same views.
      if filter.keepsAllViews, latest.keepsTree { return latest.narrowed(to: filter.fields) }
    }
    let removed = removals.reversed().prefix { $0.left > older }.filter {
      $0.appeared <= older && filter.keeps(lineage: $0.lineage, kind: $0.kind)
    }
    if filter.keepsAllViews { return changes(since: older, without: removed).narrowed(to: filter.fields) }
    var diff = FrameDiff()
    var kept: Set<StreamID> = []
    // Who sees a part may not have seen a look before, however old it is.
    var looks: Set<LookID> = []
    // Under `kinds` a view's parent and index depend on other views, so any change of the tree sends all of them.
    let wholeTree = filter.kinds != nil && lastPlaced > older
    let hasContent = !filter.fields.isDisjoint(with: .standard.subtracting(.frame))
    let hasAppearance = filter.fields.wantAppearance
    filter.walk(
      current.views, moved: { stamps[$0].moved }, scrolled: { stamps[$0].scrolled }
    ) { position, shown, moved in
      if !removed.isEmpty { kept.insert(shown.id) }
      if wholeTree || stamps[position].placed > older {
        diff.views.append(shown)
        if let look = shown.appearance.look { looks.insert(look) }
        return
      }
      if moved > older && filter.fields.contains(.frame) {
        diff.set.append(FrameDiff.Move(id: shown.id, frame: shown.frame))
      }
      if stamps[position].changed > older && hasContent {
        diff.changed.append(FrameDiff.Change(id: shown.id, content: shown.content))
      }
      if stamps[position].restyled > older && hasAppearance {
        diff.restyled.append(FrameDiff.Restyle(id: shown.id, appearance: shown.appearance))
        if let look = shown.appearance.look { looks.insert(look) }
      } else if let look = shown.appearance.look, lookStamps[look.index] > older {
        looks.insert(look)
      }
    }
    if !removed.isEmpty { diff.removed = Set(removed.map(\.id)).subtracting(kept).sorted() }
    if !looks.isEmpty { diff.looks = looks.sorted().map { NumberedLook(id: $0, look: current.looks[$0]!) } }
    return diff
  }

  /// What leads from an older picture to the current one, all of it.
  ///
  /// - Parameter removed: views that were in that picture and left.
  private func changes(since older: Revision, without removed: [Removal]) -> FrameDiff {
    var diff = FrameDiff()
    for position in stamps.indices {
      let stamp = stamps[position]
      if stamp.placed > older {
        diff.views.append(current.views[position])
        continue
      }
      // Views are looked at where they stand: a copy of one is a dozen references to count.
      if stamp.moved > older {
        diff.set.append(FrameDiff.Move(id: current.views[position].id, frame: current.views[position].frame))
      }
      if stamp.changed > older {
        diff.changed.append(
          FrameDiff.Change(id: current.views[position].id, content: current.views[position].content))
      }
      if stamp.restyled > older {
        diff.restyled.append(
          FrameDiff.Restyle(id: current.views[position].id, appearance: current.views[position].appearance))
      }
    }
    if !removed.isEmpty { diff.removed = Set(removed.map(\.id)).subtracting(current.views.map(\.id)).sorted() }
    let looks = current.looks.keys.filter { lookStamps[$0.index] > older }
    if !looks.isEmpty { diff.looks = looks.sorted().map { NumberedLook(id: $0, look: current.looks[$0]!) } }
    return diff
  }

  /// What of a step a subscriber sees whose filter keeps every view, and each where it is.
  ///
  /// - Parameters:
  ///   - step: what led from `older` to the revision behind it.
  ///   - older: a revision of this history.
  /// - Returns: nil where that needs a look at the views: not all of them are kept, or others than there are now.
  public func seen(_ step: FrameDiff, since older: Revision, under filter: FrameFilter) -> FrameDiff? {
    guard isSeen(step, since: older, under: filter) else { return nil }
    if filter.sendsAllViews || filter.fields.isSuperset(of: .standard) { return step.narrowed(to: filter.fields) }
    return filter.fields.contains(.frame) ? step : FrameDiff()
  }

  /// Whether `seen` says it.
  public func isSeen(_ step: FrameDiff, since older: Revision, under filter: FrameFilter) -> Bool {
    if filter.sendsAllViews { return true }
    guard step.keepsTree, tree.revision <= older, filter.root == nil, filter.space == .parent,
      filter.depth ?? .max >= tree.depth, filter.kinds?.isSuperset(of: tree.kinds) ?? true
    else { return false }
    return filter.fields.isSuperset(of: .standard) || step.onlyMoves
  }

  /// How a view of the current picture looks.
  public func look(at position: Int) -> Look {
    current.views[position].appearance.look.map { current.looks[$0]! } ?? Look()
  }

  /// The numbers of the looks of drawings, in their order, and which numbers stand for something else by that.
  private mutating func number(_ updates: Updates) -> (numbers: [LookID?], changes: [LookTable.Change]) {
    var numbers = updates.drawings.map { current.views[$0.position].appearance.look }
    let others = updates.drawings.indices.filter {
      look(at: updates.drawings[$0].position) != updates.drawings[$0].drawing.look
    }
    if others.isEmpty { return (numbers, []) }
    let exchanged = lookTable.exchange(changing: others.map { (numbers[$0], updates.drawings[$0].drawing.look) })
    for (index, number) in zip(others, exchanged.numbers) { numbers[index] = number }
    return (numbers, exchanged.changes)
  }

  /// Gives the views of another picture their appearance.
  private mutating func number(_ drawings: [ViewDrawing], in newer: inout FrameSet) {
    if drawings.isEmpty && current.looks.isEmpty { return }
    var former: [StreamID: LookID] = [:]
    for view in current.views { if let look = view.appearance.look { former[view.id] = look } }
    var changing: [(from: LookID?, to: Look)] = []
    var positions: [Int] = []
    for (position, drawing) in drawings.enumerated() {
      let number = former.removeValue(forKey: newer.views[position].id)
      newer.views[position].appearance = ViewAppearance(look: number, lines: drawing.lines)
      if (number.map { current.looks[$0]! } ?? Look()) == drawing.look { continue }
      changing.append((number, drawing.look))
      positions.append(position)
    }
    let (numbers, changes) = lookTable.exchange(leaving: former.values, changing: changing)
    for (position, number) in zip(positions, numbers) { newer.views[position].appearance.look = number }
    newer.looks = current.looks
    newer.change(changes)
  }

  /// Keeps the revision in which numbers came to stand for what they do.
  private mutating func stampLooks(_ diff: FrameDiff) {
    for entry in diff.looks {
      while lookStamps.count <= entry.id.index { lookStamps.append(revision) }
      lookStamps[entry.id.index] = revision
    }
  }

  private var lastPlaced: Revision {
    max(stamps.map(\.placed).max() ?? .none, removals.last?.left ?? .none)
  }

  /// Marks what moved or changed in a tree that kept its shape; `diff` is in tree order.
  private mutating func stamp(_ diff: FrameDiff) {
    var position = 0
    for move in diff.set {
      while current.views[position].id != move.id { position += 1 }
      stamps[position].moved = revision
    }
    position = 0
    for change in diff.changed {
      while current.views[position].id != change.id { position += 1 }
      stamps[position].changed = revision
      if current.views[position].content.scroll != change.content.scroll { stamps[position].scrolled = revision }
    }
    position = 0
    for restyle in diff.restyled {
      while current.views[position].id != restyle.id { position += 1 }
      stamps[position].restyled = revision
    }
  }

  /// Takes over a tree of another shape: carries the stamps over, notes who left, and finds what leads there and back.
  /// Each view is compared once.
  private mutating func replaceTree(by newer: FrameSet) -> (diff: FrameDiff, back: FrameDiff) {
    defer {
      current = newer
      tree = TreeSummary(of: newer, since: revision)
    }
    var (diff, back) = (FrameDiff(), FrameDiff())
    if newer.looks != current.looks {
      diff.looks = newer.looksNew(since: current)
      back.looks = current.looksNew(since: newer)
    }
    if current.views.isEmpty {
      stamps = Array(repeating: Stamps(revision), count: newer.views.count)
      // A first picture may have tens of thousands of views: they are shared, and there is nothing to look up.
      diff.views = newer.views
      back.removed = newer.views.map(\.id).sorted()
      return (diff, back)
    }
    let places = ViewPlaces(of: current.views)
    /// By former position: how views differ that are still there; nil for those that are gone.
    var differences = [ViewDifference?](repeating: nil, count: current.views.count)
    var newStamps: [Stamps] = []
    newStamps.reserveCapacity(newer.views.count)
    var parents: [Int?]?
    /// Views that stand in other views than before, directly or not: another filter may keep them.
    var moved: Set<StreamID> = []
    // Records are taken when it is known how many there are: lists that grow would be copied, and kept with their room.
    var placed: [Int] = []
    var newcomers: [StreamID] = []
    // Views are looked at where they stand.
    for index in newer.views.indices {
      let id = newer.views[index].id
      guard let position = places[id] else {
        newStamps.append(Stamps(revision))
        placed.append(index)
        newcomers.append(id)
        continue
      }
      let difference = newer.difference(at: index, from: current, at: position)
      differences[position] = difference
      var stamp = stamps[position]
      let hasMoved =
        difference.contains(.parent) || !moved.isEmpty && newer.views[index].parent.map(moved.contains) ?? false
      if hasMoved { moved.insert(id) }
      if hasMoved || difference.contains(.name) {
        recordRemoval(at: position, in: &parents)
        stamp = Stamps(revision)
      }
      stamp.record(difference, in: revision)
      newStamps.append(stamp)
      if difference.isOfPlace { placed.append(index) } else { diff.add(difference, of: newer, at: index) }
    }
    diff.views = placed.map { newer.views[$0] }
    if !newcomers.isEmpty { back.removed = newcomers.sorted() }
    var gone: [StreamID] = []
    var former: [Int] = []
    for position in differences.indices {
      if differences[position] == nil {
        recordRemoval(at: position, in: &parents)
        gone.append(current.views[position].id)
      }
      if let difference = differences[position], !difference.isOfPlace {
        back.add(difference, of: current, at: position)
      } else {
        former.append(position)
      }
    }
    back.views = former.map { current.views[$0] }
    if !gone.isEmpty { diff.removed = gone.sorted() }
    stamps = newStamps
    forgetOldRemovals(showing: newer.views.count)
    return (diff, back)
  }

  /// - Parameter parents: of the views as they stand, as soon as somebody has asked for them.
  private mutating func recordRemoval(at position: Int, in parents: inout [Int?]?) {
    let known = parents ?? current.parentPositions
    parents = known
    let view = current.views[position]
    let lineage = sequence(first: position) { known[$0] }.map { current.views[$0].path }
    removals.append(
      Removal(
        id: view.id, lineage: lineage, kind: view.kind, appeared: stamps[position].appeared, left: revision))
  }

  /// To name more views that left than there are costs more than a snapshot, which is what older subscribers get.
  ///
  /// - Parameter count: of views that there are now.
  private mutating func forgetOldRemovals(showing count: Int) {
    let limit = max(removalLimit, count)
    guard removals.count > 2 * limit else { return }
    let forgotten = removals.count - limit
    oldest = removals[forgotten - 1].left
    // A new array: the old one would keep room for as many as there ever were.
    removals = Array(removals[forgotten...])
  }
}

extension FrameSet {
  fileprivate mutating func change(_ changes: [LookTable.Change]) {
    for change in changes { looks[change.id] = change.to }
  }

  /// By position: where the view around it stands in the set; nil for a root.
  fileprivate var parentPositions: [Int?] {
    var parents = [Int?](repeating: nil, count: views.count)
    var open: [Int] = []
    for position in views.indices {
      while let last = open.last, views[last].id != views[position].parent { open.removeLast() }
      parents[position] = open.last
      open.append(position)
    }
    return parents
  }
}
