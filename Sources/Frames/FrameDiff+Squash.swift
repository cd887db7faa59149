extension FrameDiff {
  /// One diff with the effect of this one and then `next`:
  /// `set.applying(first.squashed(with: next)) == set.applying(first).applying(next)`.
  ///
  /// It does not know the set that it starts from, so a value that went there and back is still named, and
  /// `removed` may name a view that came and went. In `views` parents stand before their children; otherwise
  /// what only this diff says comes before what `next` says.
  public func squashed(with next: FrameDiff) -> FrameDiff {
    if isEmpty { return next }
    if next.isEmpty { return self }
    let frames = Dictionary(next.set.map { ($0.id, $0.frame) }, uniquingKeysWith: { $1 })
    let contents = Dictionary(next.changed.map { ($0.id, $0.content) }, uniquingKeysWith: { $1 })
    let appearances = Dictionary(next.restyled.map { ($0.id, $0.appearance) }, uniquingKeysWith: { $1 })
    let replaced = Set(next.views.map(\.id))
    let gone = Set(next.removed).union(replaced)

    var records: [ViewRecord] = []
    for var view in views where !gone.contains(view.id) {
      if let frame = frames[view.id] { view.frame = frame }
      if let content = contents[view.id] { view.content = content }
      if let appearance = appearances[view.id] { view.appearance = appearance }
      records.append(view)
    }
    let whole = Set(records.map(\.id)).union(replaced)

    var result = FrameDiff()
    result.removed = Set(removed).union(next.removed).subtracting(whole).sorted()
    result.views = FrameDiff.parentsFirst(records + next.views)
    result.set = set.filter { !gone.contains($0.id) && frames[$0.id] == nil }
    result.set += next.set.filter { !whole.contains($0.id) }
    result.changed = changed.filter { !gone.contains($0.id) && contents[$0.id] == nil }
    result.changed += next.changed.filter { !whole.contains($0.id) }
    result.restyled = restyled.filter { !gone.contains($0.id) && appearances[$0.id] == nil }
    result.restyled += next.restyled.filter { !whole.contains($0.id) }
    if looks.isEmpty && next.looks.isEmpty { return result }
    let later = Set(next.looks.map(\.id))
    result.looks = (looks.filter { !later.contains($0.id) } + next.looks).sorted { $0.id < $1.id }
    return result
  }

  /// The records in the order given, but each behind its parent's when that is among them.
  private static func parentsFirst(_ records: [ViewRecord]) -> [ViewRecord] {
    var waiting = Dictionary(records.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    var ordered: [ViewRecord] = []
    for record in records {
      var chain: [ViewRecord] = []
      var next: StreamID? = record.id
      while let id = next, let position = waiting.removeValue(forKey: id) {
        chain.append(records[position])
        next = records[position].parent
      }
      ordered += chain.reversed()
    }
    return ordered
  }
}
