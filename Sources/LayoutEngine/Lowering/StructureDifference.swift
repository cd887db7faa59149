import LayoutModel

/// The emitters that write other rows in one structure of a layout than in another, or in the layout with other
/// records. Whoever lowers the newer one lowers these, and copies the rows of all others.
struct StructureDifference {
  let emitters: Set<Emitter>
  /// Where the older structure is that of the layout with other records: what says the same there, and what is true of
  /// that layout.
  private(set) var former: (carried: CarriedOver, facts: LayoutFacts)?

  /// - Returns: nil where nearly all rows may differ: the direction changed, a stack turned over, a grid has other
  ///   columns or rows, a column of text has another width, or a scroll view has another padding, which everything tied
  ///   to its content reads.
  init?(from older: SceneStructure, to newer: SceneStructure, of layout: ResolvedLayout, _ facts: LayoutFacts) {
    guard older.placesAlike(newer) else { return nil }
    var difference = EmitterDifference(layout: layout, facts: facts)
    difference.compareBranches { older.key.conditions[$0] != newer.key.conditions[$0] }
    difference.note(Set(older.key.hidden).symmetricDifference(newer.key.hidden))
    for container in Set(older.otherOrders.keys).union(newer.otherOrders.keys)
    where older.otherOrders[container] != newer.otherOrders[container] {
      difference.emitters.insert(.view(container))
    }
    for (before, now) in zip(older.packs, newer.packs) where before.breaks != now.breaks {
      difference.emitters.insert(.view(now.view))
    }
    for view in newer.yieldingOtherwise(than: older, source: { $0 }) { difference.emitters.insert(.view(view)) }
    guard let emitters = difference.all() else { return nil }
    self.emitters = emitters
  }

  /// The same for a layout with other records. Flows and grids, what is in them, and spacers all write their rows
  /// again, for they read rules of others.
  init?(
    _ carried: CarriedOver, from older: (structure: SceneStructure, facts: LayoutFacts), to newer: SceneStructure,
    of layout: ResolvedLayout, _ facts: LayoutFacts
  ) {
    guard older.structure.placesAlike(newer, carried.views, setsTraits: facts.setsTraits) else { return nil }
    var difference = EmitterDifference(layout: layout, facts: facts)
    let (before, now) = (older.structure.key.conditions, newer.key.conditions)
    difference.compareBranches { index in
      let source = Int(carried.conditions[index])
      return source >= 0 && before[source] != now[index]
    }
    let views = older.facts.tree.otherContainers(carried, in: facts.tree)
    if !older.structure.key.hidden.isEmpty || !newer.key.hidden.isEmpty {
      let formerlyHidden = older.structure.isHidden
      difference.note(
        facts.tree.parents.indices.lazy.filter {
          carried.views[$0] >= 0 && formerlyHidden[Int(carried.views[$0])] != newer.isHidden[$0]
        }.map { ViewID(Int32($0)) })
    }
    for view in views { difference.emitters.insert(.view(view)) }
    for order in layout.switchedOrders { difference.emitters.insert(.view(order.container)) }
    for pack in facts.packs {
      for view in [pack] + facts.tree.children(of: pack) { difference.emitters.insert(.view(view)) }
    }
    let yielding = newer.yieldingOtherwise(than: older.structure) { Int(carried.views[$0]) }
    for view in yielding { difference.emitters.insert(.view(view)) }
    for index in facts.tree.kinds.indices where facts.tree.kinds[index] == .spacer {
      difference.emitters.insert(.view(ViewID(Int32(index))))
    }
    guard let emitters = difference.all() else { return nil }
    self.emitters = emitters
    former = (carried, older.facts)
  }
}

/// Gathers the emitters of what differs.
private struct EmitterDifference {
  let layout: ResolvedLayout
  let facts: LayoutFacts
  var emitters: Set<Emitter> = []
  /// Views with other settings, or hidden otherwise.
  private var reset: Set<ViewID> = []
  private var hasOtherPadding = false

  init(layout: ResolvedLayout, facts: LayoutFacts) {
    self.layout = layout
    self.facts = facts
  }

  /// - Parameter differs: whether a condition holds in one only.
  mutating func compareBranches(_ differs: (Int) -> Bool) {
    for rule in facts.conditionalRules where differs(Int(layout.rules[Int(rule)].condition!.index)) {
      emitters.insert(.rule(Int(rule)))
      // A spacer reads what its rules ask.
      let view = layout.rules[Int(rule)].item.view
      if facts.spacerRules[view] != nil { emitters.insert(.view(view)) }
      // A flow or grid reads which of its views have sizes of their own.
      if facts.sizeRules[view] != nil, let pack = facts.tree.parent(of: view) {
        emitters.insert(.view(pack))
        emitters.insert(.view(view))
      }
    }
    for setting in facts.conditionalSettings where differs(Int(layout.settings[setting].condition!.index)) {
      let view = layout.settings[setting].view
      if facts.tree.kinds[view].isScroll { hasOtherPadding = true }
      reset.insert(view)
      note([view])
      // Whether they fill their line or row is said by what is around them.
      if facts.packPlaces[view] != nil {
        for child in facts.tree.children(of: view) { emitters.insert(.view(child)) }
      }
    }
  }

  /// Takes note of views with other settings, or hidden otherwise. A container reads which of its views are shown and
  /// what they say about the gap after them.
  mutating func note(_ views: some Sequence<ViewID>) {
    for view in views {
      emitters.insert(.view(view))
      if let container = facts.tree.parent(of: view) { emitters.insert(.view(container)) }
    }
  }

  /// Nil where nearly all may differ.
  func all() -> Set<Emitter>? {
    if hasOtherPadding { return nil }
    if reset.isEmpty { return emitters }
    let guided = facts.guideRules.filter { layout.rules[Int($0)].readsGuide(ofAny: reset) }
    return emitters.union(guided.map { .rule(Int($0)) })
  }
}

extension ViewTree {
  /// The views of a newer tree that others stand in than before, or in another order.
  ///
  /// - Parameter carried: what of this tree is in the newer one.
  fileprivate func otherContainers(_ carried: CarriedOver, in newer: ViewTree) -> [ViewID] {
    var isOther = [Bool](repeating: false, count: newer.count)
    /// By view of the newer tree: the number here of the last view in it so far.
    var last = [Int32](repeating: -1, count: newer.count)
    for view in carried.views.indices {
      let container = Int(newer.parents[view])
      guard container >= 0 else { continue }
      if carried.views[view] <= last[container] { isOther[container] = true }
      last[container] = carried.views[view]
    }
    for view in carried.viewsNow.indices.dropFirst() where carried.viewsNow[view] < 0 {
      let container = carried.viewsNow[Int(parents[view])]
      if container >= 0 { isOther[Int(container)] = true }
    }
    return isOther.indices.filter { isOther[$0] }.map { ViewID(Int32($0)) }
  }
}

extension Rule {
  fileprivate func readsGuide(ofAny views: Set<ViewID>) -> Bool {
    func reads(_ anchor: Anchor) -> Bool { anchor.guide != .frame && views.contains(anchor.view) }
    return reads(item) || term.map { reads($0.anchor) } == true || moreTerms.contains { reads($0.anchor) }
  }
}
