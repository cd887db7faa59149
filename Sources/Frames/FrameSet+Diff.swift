extension FrameSet {
  /// What turns `older` into this set: `older.applying(newer.diff(from: older)) == newer`.
  ///
  /// Both sets are trees as `FrameSet` describes them, their ids unique. Linear in the number of views; nothing
  /// is hashed while the two trees have the same shape.
  public func diff(from older: FrameSet) -> FrameDiff {
    var diff = FrameDiff()
    if looks != older.looks { diff.looks = looksNew(since: older) }
    if hasSameShape(as: older) {
      for position in views.indices { diff.addChanges(at: position, of: self, since: position, of: older) }
      return diff
    }
    // A first picture may have tens of thousands of views: they are shared, and there is nothing to look up.
    if older.views.isEmpty {
      diff.views = views
      return diff
    }
    if views.isEmpty {
      diff.removed = older.views.map(\.id).sorted()
      return diff
    }
    let places = ViewPlaces(of: older.views)
    var isThere = [Bool](repeating: false, count: older.views.count)
    for position in views.indices {
      let before = places[views[position].id]
      if let before { isThere[before] = true }
      if let before, views[position].hasSamePlace(as: older.views[before]) {
        diff.addChanges(at: position, of: self, since: before, of: older)
      } else {
        diff.views.append(views[position])
      }
    }
    diff.removed = isThere.indices.filter { !isThere[$0] }.map { older.views[$0].id }.sorted()
    return diff
  }

  /// Numbers that stand for something else than in `older`.
  func looksNew(since older: FrameSet) -> [NumberedLook] {
    looks.filter { older.looks[$0.key] != $0.value }.map(NumberedLook.init).sorted { $0.id < $1.id }
  }

  /// Whether the same views stand in the same places, wherever they are shown.
  func hasSameShape(as other: FrameSet) -> Bool {
    guard views.count == other.views.count else { return false }
    for position in views.indices where !views[position].hasSamePlace(as: other.views[position]) { return false }
    return true
  }
}

extension ViewRecord {
  /// Whether both are the same view at the same place in the tree; frame and content may differ.
  func hasSamePlace(as other: ViewRecord) -> Bool {
    id == other.id && parent == other.parent && index == other.index && kind == other.kind && path == other.path
  }
}

/// In what a view differs from what it was.
struct ViewDifference: OptionSet {
  let rawValue: UInt8

  /// It stands in another view.
  static let parent = ViewDifference(rawValue: 1)
  /// It has another path or kind.
  static let name = ViewDifference(rawValue: 2)
  /// It has another place among its siblings.
  static let index = ViewDifference(rawValue: 4)
  static let frame = ViewDifference(rawValue: 8)
  static let content = ViewDifference(rawValue: 16)
  /// Of `content`, what it scrolls and how far.
  static let scroll = ViewDifference(rawValue: 32)
  static let appearance = ViewDifference(rawValue: 64)

  /// Whether it has another place in the tree, so that all of it is told anew.
  var isOfPlace: Bool { !isDisjoint(with: [.parent, .name, .index]) }
}

extension FrameSet {
  /// In what the view at a place differs from the same one in `older`. Views are looked at where they stand; to copy
  /// one costs more than to compare it.
  func difference(at place: Int, from older: FrameSet, at before: Int) -> ViewDifference {
    var difference: ViewDifference = []
    if views[place].parent != older.views[before].parent { difference.insert(.parent) }
    if views[place].kind != older.views[before].kind || views[place].path != older.views[before].path {
      difference.insert(.name)
    }
    if views[place].index != older.views[before].index { difference.insert(.index) }
    if views[place].frame != older.views[before].frame { difference.insert(.frame) }
    if views[place].content.scroll != older.views[before].content.scroll { difference.formUnion([.content, .scroll]) }
    // Part by part: a whole content would be copied.
    if views[place].content.alpha != older.views[before].content.alpha
      || views[place].content.text != older.views[before].content.text
      || views[place].content.guides != older.views[before].content.guides
      || views[place].content.baselines != older.views[before].content.baselines
      || views[place].content.truncation != older.views[before].content.truncation
      || views[place].content.isHidden != older.views[before].content.isHidden
      || views[place].content.clips != older.views[before].content.clips
    {
      difference.insert(.content)
    }
    if views[place].appearance.look != older.views[before].appearance.look
      || views[place].appearance.lines != older.views[before].appearance.lines
    {
      difference.insert(.appearance)
    }
    return difference
  }

  /// What leads back to this set from another one of the same shape, if `diff` leads there.
  func goingBack(from newer: FrameSet, over diff: FrameDiff) -> FrameDiff {
    var back = FrameDiff()
    if !diff.looks.isEmpty || looks.count != newer.looks.count { back.looks = looksNew(since: newer) }
    var position = 0
    func find(_ id: StreamID) -> Int {
      while views[position].id != id { position += 1 }
      return position
    }
    back.set.reserveCapacity(diff.set.count)
    for move in diff.set { back.set.append(FrameDiff.Move(id: move.id, frame: views[find(move.id)].frame)) }
    position = 0
    for change in diff.changed {
      back.changed.append(FrameDiff.Change(id: change.id, content: views[find(change.id)].content))
    }
    position = 0
    let restyled = diff.restyled.map { FrameDiff.Restyle(id: $0.id, appearance: views[find($0.id)].appearance) }
    if !restyled.isEmpty { back.restyled = restyled }
    return back
  }
}

extension FrameDiff {
  /// Adds what changed in a view that kept its place.
  fileprivate mutating func addChanges(at place: Int, of newer: FrameSet, since before: Int, of older: FrameSet) {
    add(newer.difference(at: place, from: older, at: before), of: newer, at: place)
  }

  /// Adds how a view is shown now that kept its place.
  ///
  /// - Parameter difference: in what it differs from before.
  mutating func add(_ difference: ViewDifference, of newer: FrameSet, at place: Int) {
    if difference.isEmpty { return }
    let id = newer.views[place].id
    if difference.contains(.frame) { set.append(Move(id: id, frame: newer.views[place].frame)) }
    if difference.contains(.content) { changed.append(Change(id: id, content: newer.views[place].content)) }
    if difference.contains(.appearance) {
      restyled.append(Restyle(id: id, appearance: newer.views[place].appearance))
    }
  }
}
