import LayoutModel

/// What of a layout with repetitions belongs to which: the innermost repetition of every view, condition and variable.
struct PatternTable {
  /// By view: the innermost repetition at or above it; -1 for none.
  private(set) var contexts: [Int32]
  /// By view: its place among those of its repetition.
  private(set) var slots: [Int32]
  /// By repetition: its views, ascending.
  private(set) var members: [[Int32]]
  /// By view: the repetition that it stands in directly; -1 for none.
  private(set) var direct: [Int32]
  private let depths: [Int32]

  init(_ layout: ResolvedLayout) {
    contexts = Array(repeating: -1, count: layout.views.count)
    slots = Array(repeating: 0, count: layout.views.count)
    direct = Array(repeating: -1, count: layout.views.count)
    members = Array(repeating: [], count: layout.repetitions.count)
    for pattern in layout.patterns { direct[Int(pattern.view.index)] = pattern.repetition }
    for view in layout.views.indices.dropFirst() {
      let context = direct[view] >= 0 ? direct[view] : contexts[Int(layout.views[view].parent!.index)]
      contexts[view] = context
      guard context >= 0 else { continue }
      slots[view] = Int32(members[Int(context)].count)
      members[Int(context)].append(Int32(view))
    }
    var depths: [Int32] = []
    for repetition in layout.repetitions {
      depths.append(repetition.outer < 0 ? 1 : depths[Int(repetition.outer)] + 1)
    }
    self.depths = depths
  }

  /// The repetition that is deeper.
  func deeper(_ one: Int32, _ other: Int32) -> Int32 {
    if one < 0 { return other }
    return other >= 0 && depths[Int(other)] > depths[Int(one)] ? other : one
  }

  func context(of view: ViewID) -> Int32 {
    view.index < 0 || Int(view.index) >= contexts.count ? -1 : contexts[Int(view.index)]
  }
}
