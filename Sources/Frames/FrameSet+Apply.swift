extension FrameSet {
  /// Turns this set into the next one, in the order of the stream: `looks`, `removed`, `views`, `set`, `changed`,
  /// `restyled`.
  ///
  /// Ids that the set does not have are passed over in `removed`, `set`, `changed` and `restyled`: a filter or a squash
  /// may name a view that came and went. Entries may stand in any order; a diff in tree order that adds and removes
  /// nothing costs one walk without hashing.
  public mutating func apply(_ diff: FrameDiff) {
    learn(diff.looks)
    if !diff.keepsTree { replaceViews(diff) }
    update(diff.set, id: { $0.id }) { $0.frame = $1.frame }
    update(diff.changed, id: { $0.id }) { $0.content = $1.content }
    update(diff.restyled, id: { $0.id }) { $0.appearance = $1.appearance }
    if diff.mayLeaveLooks { dropUnusedLooks() }
  }

  private mutating func learn(_ numbered: [NumberedLook]) {
    for entry in numbered { looks[entry.id] = entry.look }
  }

  /// Where the views stand that a diff to this set speaks of, ascending, each once; a look that is another one is not
  /// of any view. Where views only moved, in tree order, it is one walk without hashing.
  public func positions(of diff: FrameDiff) -> [Int] {
    var positions: [Int] = []
    positions.reserveCapacity(diff.set.count)
    var position = 0
    let others = diff.changed.count + diff.views.count + diff.restyled.count
    for move in others == 0 ? diff.set : [] {
      while position < views.count, views[position].id != move.id { position += 1 }
      if position == views.count { break }
      positions.append(position)
      position += 1
    }
    if positions.count == diff.set.count + others { return positions }
    var ids = Set(diff.set.map(\.id) + diff.changed.map(\.id))
    ids.formUnion(diff.views.map(\.id) + diff.restyled.map(\.id))
    return views.indices.filter { ids.contains(views[$0].id) }
  }

  /// The set that `apply(_:)` makes of this one.
  public func applying(_ diff: FrameDiff) -> FrameSet {
    var result = self
    result.apply(diff)
    return result
  }

  /// Applies one diff after the other. What many of them say of the same view is applied once, so it costs what they
  /// hold, and a walk for each that changes the tree.
  public mutating func apply(all diffs: some Sequence<FrameDiff>) {
    var frames: [StreamID: Frame] = [:]
    var contents: [StreamID: ViewContent] = [:]
    var appearances: [StreamID: ViewAppearance] = [:]
    func takeUp(_ views: inout [ViewRecord]) {
      if frames.isEmpty && contents.isEmpty && appearances.isEmpty { return }
      for position in views.indices {
        if let frame = frames[views[position].id] { views[position].frame = frame }
        if let content = contents[views[position].id] { views[position].content = content }
        if let appearance = appearances[views[position].id] { views[position].appearance = appearance }
      }
      (frames, contents, appearances) = ([:], [:], [:])
    }
    for diff in diffs {
      if diff.keepsTree {
        learn(diff.looks)
        for move in diff.set { frames[move.id] = move.frame }
        for change in diff.changed { contents[change.id] = change.content }
        for restyle in diff.restyled { appearances[restyle.id] = restyle.appearance }
      } else {
        takeUp(&views)
        apply(diff)
      }
    }
    takeUp(&views)
    dropUnusedLooks()
  }

  /// Takes out `removed`, puts in `views`, and brings the result back into tree order.
  private mutating func replaceViews(_ diff: FrameDiff) {
    var leaving = Set(diff.removed)
    for view in diff.views { leaving.insert(view.id) }
    views = FrameSet.inTreeOrder(views.filter { !leaving.contains($0.id) } + diff.views)
  }

  private mutating func update<Entry>(
    _ entries: [Entry], id: (Entry) -> StreamID, _ change: (inout ViewRecord, Entry) -> Void
  ) {
    var position = 0
    var positions: [StreamID: Int]?
    for entry in entries {
      let wanted = id(entry)
      if positions == nil {
        while position < views.count, views[position].id != wanted { position += 1 }
        if position < views.count {
          change(&views[position], entry)
          position += 1
          continue
        }
        // Not in tree order, or not here: from now on by id.
        positions = Dictionary(views.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      }
      if let place = positions?[wanted] { change(&views[place], entry) }
    }
  }

  /// Parents before children and siblings by their index. A view whose parent is not among them is a root.
  static func inTreeOrder(_ views: [ViewRecord]) -> [ViewRecord] {
    let present = Set(views.map(\.id))
    var children: [StreamID?: [Int]] = [:]
    for (position, view) in views.enumerated() {
      let parent = view.parent.flatMap { present.contains($0) ? $0 : nil }
      children[parent, default: []].append(position)
    }
    var ordered: [ViewRecord] = []
    ordered.reserveCapacity(views.count)
    var open: [Int] = []
    func push(childrenOf parent: StreamID?) {
      guard let siblings = children[parent] else { return }
      // Onto a stack, so the last comes first.
      open += siblings.sorted { (views[$0].index, views[$0].id) > (views[$1].index, views[$1].id) }
    }
    push(childrenOf: nil)
    while let position = open.popLast() {
      ordered.append(views[position])
      push(childrenOf: views[position].id)
    }
    return ordered
  }
}

extension FrameDiff {
  /// Whether looks may be left without a view.
  fileprivate var mayLeaveLooks: Bool { !looks.isEmpty || !restyled.isEmpty || !keepsTree }
}
