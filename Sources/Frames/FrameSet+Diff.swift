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

extension FrameDiff {
  /// Adds what changed in a view that kept its place.
  fileprivate mutating func addChanges(at place: Int, of newer: FrameSet, since before: Int, of older: FrameSet) {
    // Views are looked at where they stand; to copy one costs more than to compare it.
    let id = newer.views[place].id
    if newer.views[place].frame != older.views[before].frame {
      set.append(Move(id: id, frame: newer.views[place].frame))
    }
    if newer.views[place].content != older.views[before].content {
      changed.append(Change(id: id, content: newer.views[place].content))
    }
    if newer.views[place].appearance != older.views[before].appearance {
      restyled.append(Restyle(id: id, appearance: newer.views[place].appearance))
    }
  }
}
