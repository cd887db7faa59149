import ConstraintSolver
import LayoutModel

/// What is true of a layout whatever its inputs are.
///
/// It is a class because it never changes and every inner loop asks it. To pass it on copies a pointer, and not all of
/// its fields with a reference count for each.
final class LayoutFacts: Sendable {
  let tree: ViewTree
  /// Views whose content scrolls, ascending.
  let scrollViews: [ViewID]
  /// The unknowns of each scroll view's content.
  let scrollContents: [ViewID: ScrollContent]
  /// By spacer: the rules whose item it is.
  let spacerRules: [ViewID: [Int32]]
  /// Views with a guide that follows from solved frames and that a rule or a condition reads, ascending. Such are the
  /// safe area and the keyboard of views other than the root, the readable column, and the visible part of a scroll
  /// view.
  let guideViews: [ViewID]
  /// Whether any rule ties a width to a height, so that a measured height can move a width.
  let mixesAxes: Bool
  /// Rules in branches, and rules about guides, ascending.
  let conditionalRules: [Int32]
  let guideRules: [Int32]
  /// Settings in branches, by their index in the layout.
  let conditionalSettings: [Int]
  /// Whether any condition compares solved sizes, or asks what is hidden.
  let readsSolution: Bool
  /// Conditions that apply at once, ascending.
  let directConditions: [DirectCondition]
  /// Whether any view sets a trait for itself and what is in it.
  let setsTraits: Bool
  /// By view: its configurations, in document order.
  let configurations: [ViewID: [Configuration]]
  /// By view: the guides that are declared in it.
  let declaredGuides: [ViewID: [ViewID]]
  /// Settings that hide a view, by their index in the layout.
  let hidingSettings: [Int]
  /// Headers and footers of lists whose changes of height are animated, ascending.
  let fittingViews: [ViewID]
  /// Scroll views that make way for the keyboard.
  let viewsAvoidingKeyboard: Set<ViewID>

  init(_ layout: ResolvedLayout) {
    let tree = ViewTree(layout.views)
    self.tree = tree
    let scrollViews = tree.kinds.indices.compactMap { tree.kinds[$0].isScroll ? ViewID(Int32($0)) : nil }
    self.scrollViews = scrollViews
    scrollContents = Dictionary(
      uniqueKeysWithValues: scrollViews.enumerated().map {
        ($1, ScrollContent(place: $0, viewCount: layout.views.count))
      })
    var spacerRules: [ViewID: [Int32]] = [:]
    var guideViews: Set<ViewID> = []
    var mixesAxes = false
    var conditionalRules: [Int32] = []
    var guideRules: [Int32] = []
    // Rules and views are looked at in place: a copy costs more than a look.
    for index in layout.rules.indices {
      let item = layout.rules[index].item
      var readsGuide = false
      layout.rules[index].forEachAnchor { anchor in
        if anchor.attribute.axis != item.attribute.axis { mixesAxes = true }
        guard anchor.guide != .frame else { return }
        readsGuide = true
        if anchor.followsFrames(in: tree) { guideViews.insert(anchor.view) }
      }
      if readsGuide { guideRules.append(Int32(index)) }
      if layout.rules[index].condition != nil { conditionalRules.append(Int32(index)) }
      if tree.kinds[Int(item.view.index)] == .spacer { spacerRules[item.view, default: []].append(Int32(index)) }
    }
    let conditions = layout.conditions + layout.configurations.compactMap(\.when)
    for condition in conditions {
      for anchor in condition.anchors where anchor.followsFrames(in: tree) { guideViews.insert(anchor.view) }
    }
    readsSolution = conditions.contains { !$0.anchors.isEmpty || $0.asksWhatIsHidden }
    let conditionalSettings = layout.settings.indices.filter { layout.settings[$0].condition != nil }
    directConditions = DirectCondition.all(in: layout, ofRules: conditionalRules, settings: conditionalSettings)
    setsTraits = layout.settings.contains { if case .trait = $0.setting { true } else { false } }
    configurations = Dictionary(grouping: layout.configurations, by: \.view)
    self.conditionalRules = conditionalRules
    self.guideRules = guideRules
    self.conditionalSettings = conditionalSettings
    self.spacerRules = spacerRules
    self.guideViews = guideViews.sorted()
    self.mixesAxes = mixesAxes
    var declaredGuides: [ViewID: [ViewID]] = [:]
    for index in layout.views.indices where tree.kinds[index] == .guide {
      let id = ViewID(Int32(index))
      if let owner = tree.parent(of: id) { declaredGuides[owner, default: []].append(id) }
    }
    hidingSettings = layout.settings.indices.filter {
      if case .hidden = layout.settings[$0].setting { true } else { false }
    }
    fittingViews = scrollViews.isEmpty ? [] : layout.fittingViews
    viewsAvoidingKeyboard = Set(
      layout.settings.lazy.compactMap {
        if case .property(name: "avoid", .word("keyboard")) = $0.setting { $0.view } else { nil }
      })
    self.declaredGuides = declaredGuides
  }
}

extension Anchor {
  /// Whether the anchor's guide follows from solved frames: it depends on the screen's covered edges, on the width of
  /// the text, or on how far a content can be scrolled. The root's guides follow from the environment alone, except the
  /// readable column.
  func followsFrames(in tree: ViewTree) -> Bool {
    switch guide {
    case .frame, .margins, .scrollContent: false
    case .scrollFrame: tree.kinds[Int(view.index)].isScroll
    case .readable: true
    case .safe, .keyboard, .keyboardSafe: view != .root
    }
  }
}

extension Condition {
  /// The anchors whose solved sizes the condition compares.
  var anchors: [Anchor] {
    switch self {
    case .constant, .trait, .flag, .configuration, .hidden: []
    case .compare(let left, _, let right): (left.terms + right.terms).map(\.anchor)
    case .not(let inner): inner.anchors
    case .all(let parts), .any(let parts): parts.flatMap(\.anchors)
    }
  }

  var asksWhatIsHidden: Bool {
    switch self {
    case .hidden: true
    case .constant, .trait, .flag, .configuration, .compare: false
    case .not(let inner): inner.asksWhatIsHidden
    case .all(let parts), .any(let parts): parts.contains(where: \.asksWhatIsHidden)
    }
  }
}
