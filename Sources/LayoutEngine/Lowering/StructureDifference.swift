import LayoutModel

/// The emitters that write other rows in one structure of a layout than in another. A switch lowers these, and copies
/// the rows of all others.
struct StructureDifference {
  /// Ascending.
  let emitters: [Int32]

  /// - Returns: nil where nearly all rows may differ: the direction changed, a stack turned over, a grid has other columns
  ///   or rows, a column of text has another width, or a scroll view has another padding, which everything tied to its content reads.
  init?(from older: SceneStructure, to newer: SceneStructure, of layout: ResolvedLayout, _ facts: LayoutFacts) {
    guard older.placesAlike(newer) else { return nil }
    func differs(_ condition: ConditionID?) -> Bool {
      condition.map { older.key.conditions[Int($0.index)] != newer.key.conditions[Int($0.index)] } ?? false
    }
    var emitters: Set<Int32> = []
    for rule in facts.conditionalRules where differs(layout.rules[Int(rule)].condition) {
      emitters.insert(Lowering.emitter(ofRule: rule, in: layout))
      // A spacer reads what its rules ask.
      let view = layout.rules[Int(rule)].item.view
      if facts.spacerRules[view] != nil { emitters.insert(Lowering.emitter(of: view)) }
      // A flow or grid reads which of its views have sizes of their own.
      if facts.sizeRules[view] != nil, let pack = facts.tree.parent(of: view) {
        emitters.insert(Lowering.emitter(of: pack))
        emitters.insert(Lowering.emitter(of: view))
      }
    }

    var reset: Set<ViewID> = []
    for setting in facts.conditionalSettings where differs(layout.settings[setting].condition) {
      let view = layout.settings[setting].view
      if facts.tree.kinds[Int(view.index)].isScroll { return nil }
      reset.insert(view)
      // Whether they fill their line or row is said by what is around them.
      if facts.packPlaces[view] != nil {
        for child in facts.tree.children(of: view) { emitters.insert(Lowering.emitter(of: child)) }
      }
    }
    let shownOtherwise = Set(older.key.hidden).symmetricDifference(newer.key.hidden)
    for view in reset.union(shownOtherwise) {
      emitters.insert(Lowering.emitter(of: view))
      // A container reads which of its views are shown and what they say about the gap after them.
      if let container = facts.tree.parent(of: view) { emitters.insert(Lowering.emitter(of: container)) }
    }
    for (before, now) in zip(older.packs, newer.packs) where before.breaks != now.breaks {
      emitters.insert(Lowering.emitter(of: now.view))
    }
    if !reset.isEmpty {
      for rule in facts.guideRules where layout.rules[Int(rule)].readsGuide(ofAny: reset) {
        emitters.insert(Lowering.emitter(ofRule: rule, in: layout))
      }
    }
    self.emitters = emitters.sorted()
  }
}

extension Rule {
  fileprivate func readsGuide(ofAny views: Set<ViewID>) -> Bool {
    func reads(_ anchor: Anchor) -> Bool { anchor.guide != .frame && views.contains(anchor.view) }
    return reads(item) || term.map { reads($0.anchor) } == true || moreTerms.contains { reads($0.anchor) }
  }
}
