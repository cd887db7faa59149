import ConstraintSolver
package import LayoutModel

/// What is true of a layout whatever its inputs are.
///
/// It is a class because it never changes and every inner loop asks it. To pass it on copies a pointer, and not all of
/// its fields with a reference count for each.
package final class LayoutFacts: Sendable {
  let tree: ViewTree
  /// Views whose content scrolls, ascending.
  let scrollViews: [ViewID]
  /// The unknowns of each scroll view's content.
  let scrollContents: [ViewID: ScrollContent]
  /// By spacer: the rules whose item it is.
  let spacerRules: [ViewID: [Int32]]
  /// Flows and grids, ascending, and the place of each in that list.
  let packs: [ViewID]
  let packPlaces: [ViewID: Int]
  /// By flow or grid with others in it: how many stand in each other there.
  let packHeights: [ViewID: Int]
  /// By view in a flow or grid: the rules that say a size of it, or the most that it may be.
  let sizeRules: [ViewID: [Int32]]
  /// By view: what a rule, a condition or the view itself reads of its guides that follows from solved frames. Such are
  /// the safe area and the keyboard of views other than the root, the readable column, the visible part of a scroll
  /// view, and what a scroll view keeps its content clear of. Of the root's keyboard the height of the scene may have
  /// to be known.
  let guideReadings: [ViewID: GuideReadings]
  /// Views of which the readable column is read, ascending.
  let readableViews: [ViewID]
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
  /// Whether there is any.
  package var hasDirectConditions: Bool { !directConditions.isEmpty }
  /// Whether any view says of itself, besides where it is, a number that can change without the file.
  let hasDynamicSettings: Bool
  /// Whether any view sets a trait for itself and what is in it.
  let setsTraits: Bool
  /// By view: its configurations, in document order.
  let configurations: [ViewID: [Configuration]]
  /// By view: the guides that are declared in it.
  let declaredGuides: [ViewID: [ViewID]]
  /// Settings that hide a view, by their index in the layout.
  let hidingSettings: [Int]
  /// Headers and footers of lists whose changes of height are animated, ascending.
  package let fittingViews: [ViewID]
  /// Scroll views that make way for the keyboard.
  let viewsAvoidingKeyboard: Set<ViewID>
  /// The texts that branches give or set otherwise, with the condition of each.
  let chosenTexts: [(condition: ConditionID, view: ViewID)]
  /// What it takes to measure all of those.
  let chosenTextLoad: Int
  /// Grids whose columns are written one by one with shares among them, be it in some branch.
  private let dividingGrids: Set<ViewID>
  /// Scroll views that stay at the end of their content.
  let viewsStayingAtEnd: Set<ViewID>
  /// Whether nothing but conditions makes any rule, or any setting, one that facts are about.
  private let hasPlainRules: Bool
  private let hasPlainSettings: Bool

  /// Whether a view stands in a grid with shares, where a label may give way.
  func isInDividingGrid(_ view: ViewID) -> Bool {
    if dividingGrids.isEmpty { return false }
    var current = tree.parent(of: view)
    while let ancestor = current {
      if dividingGrids.contains(ancestor) { return true }
      current = tree.parent(of: ancestor)
    }
    return false
  }

  /// - Parameter former: the facts before other records came, and what of the layout is as it was. Where no rule or
  ///   setting said anything then, those that stayed need no look.
  init(_ layout: ResolvedLayout, after former: (facts: LayoutFacts, carried: CarriedOver)? = nil) {
    let tree = ViewTree(layout.views)
    self.tree = tree
    let scrollViews = tree.kinds.indices.compactMap { tree.kinds[$0].isScroll ? ViewID(Int32($0)) : nil }
    self.scrollViews = scrollViews
    scrollContents = Dictionary(
      uniqueKeysWithValues: scrollViews.enumerated().map {
        ($1, ScrollContent(place: $0, viewCount: layout.views.count))
      })
    let packs = tree.kinds.indices.compactMap { tree.kinds[$0].packsViews ? ViewID(Int32($0)) : nil }
    self.packs = packs
    packPlaces = Dictionary(uniqueKeysWithValues: packs.enumerated().map { ($1, $0) })
    packHeights = Self.heights(of: packs, tree)
    var conditionalSettings: [Int] = []
    var hidingSettings: [Int] = []
    var (setsTraits, hasDynamicSettings) = (false, false)
    var avoided: [(view: ViewID, what: AvoidedThing)] = []
    var viewsStayingAtEnd: Set<ViewID> = []
    var chosenTexts: [(condition: ConditionID, view: ViewID)] = []
    var chosenTextLoad = 0
    var dividingGrids: Set<ViewID> = []
    var hasPlainSettings = true
    let formerViews = former.flatMap { $0.facts.hasPlainSettings ? $0.carried.views : nil } ?? []
    // Settings, rules and views are looked at in place: a copy costs more than a look.
    for index in layout.settings.indices {
      let view = layout.settings[index].view
      if case .columns(let list) = layout.settings[index].setting, list.isDivided { dividingGrids.insert(view) }
      let isPlain = !formerViews.isEmpty && formerViews[view] >= 0
      if let condition = layout.settings[index].condition {
        conditionalSettings.append(index)
        if !isPlain, layout.settings[index].setting.isOfText {
          chosenTexts.append((condition, view))
          if case .property(name: "text", .text(let text)) = layout.settings[index].setting {
            chosenTextLoad += text.measuringLoad
          }
        }
      }
      if isPlain { continue }
      switch layout.settings[index].setting.fact {
      case .hides: hidingSettings.append(index)
      case .setsTrait: setsTraits = true
      case .avoids(let what): avoided.append((view, what))
      case .staysAtEnd: viewsStayingAtEnd.insert(view)
      case .mayChange: hasDynamicSettings = true
      case nil: continue
      }
      hasPlainSettings = false
    }
    self.hasPlainSettings = hasPlainSettings && chosenTexts.isEmpty
    var sizeRules: [ViewID: [Int32]] = [:]
    var spacerRules: [ViewID: [Int32]] = [:]
    var guideReadings = Self.readingsOfScrollViews(scrollViews, avoided, tree)
    var mixesAxes = false
    var conditionalRules: [Int32] = []
    var guideRules: [Int32] = []
    let formerRules = former.flatMap { $0.facts.hasPlainRules ? $0.carried.rules : nil } ?? []
    for index in layout.rules.indices {
      if !formerRules.isEmpty, formerRules[index] >= 0 {
        if layout.rules[index].condition != nil { conditionalRules.append(Int32(index)) }
        continue
      }
      let item = layout.rules[index].item
      if let plain = layout.rules[index].literalForm, plain.item.guide == .frame, plain.anchor.guide == .frame {
        // Nearly every rule is about views themselves.
        if plain.anchor.attribute.axis != item.attribute.axis { mixesAxes = true }
      } else {
        var readsGuide = false
        layout.rules[index].forEachAnchor { anchor in
          if anchor.attribute.axis != item.attribute.axis { mixesAxes = true }
          guard anchor.guide != .frame else { return }
          readsGuide = true
          let readings = anchor.guideReadings(in: tree)
          if !readings.isEmpty { guideReadings[anchor.view, default: []].formUnion(readings) }
        }
        if readsGuide { guideRules.append(Int32(index)) }
      }
      if layout.rules[index].condition != nil { conditionalRules.append(Int32(index)) }
      if !packs.isEmpty, item.attribute.isSize, layout.rules[index].comparison != .atLeast,
        let parent = tree.parent(of: item.view), tree.kinds[parent].packsViews
      {
        sizeRules[item.view, default: []].append(Int32(index))
      }
      if tree.kinds[item.view] == .spacer { spacerRules[item.view, default: []].append(Int32(index)) }
    }
    hasPlainRules = !mixesAxes && guideRules.isEmpty && sizeRules.isEmpty && spacerRules.isEmpty
    var readsSolution = false
    func note(_ condition: Condition) {
      condition.forEachAnchor { anchor in
        readsSolution = true
        let readings = anchor.guideReadings(in: tree)
        if !readings.isEmpty { guideReadings[anchor.view, default: []].formUnion(readings) }
      }
      readsSolution = readsSolution || condition.asksWhatIsHidden
    }
    let formerConditions = former.flatMap { $0.facts.readsSolution ? nil : $0.carried.conditions } ?? []
    for index in layout.conditions.indices where formerConditions.isEmpty || formerConditions[index] < 0 {
      note(layout.conditions[index])
    }
    for configuration in layout.configurations { if let condition = configuration.when { note(condition) } }
    self.readsSolution = readsSolution
    self.chosenTexts = chosenTexts
    self.chosenTextLoad = chosenTextLoad
    directConditions = DirectCondition.all(in: layout, ofRules: conditionalRules, settings: conditionalSettings)
    (self.setsTraits, self.hasDynamicSettings, self.hidingSettings) = (setsTraits, hasDynamicSettings, hidingSettings)
    self.dividingGrids = dividingGrids
    (self.viewsAvoidingKeyboard, self.viewsStayingAtEnd) = (
      Set(avoided.lazy.filter { $0.what == .keyboard }.map(\.view)), viewsStayingAtEnd.intersection(scrollViews)
    )
    configurations = Dictionary(grouping: layout.configurations, by: \.view)
    self.conditionalRules = conditionalRules
    self.guideRules = guideRules
    self.conditionalSettings = conditionalSettings
    self.spacerRules = spacerRules
    self.sizeRules = sizeRules
    self.guideReadings = guideReadings
    readableViews = guideReadings.filter { $0.value.contains(.readable) }.map(\.key).sorted()
    self.mixesAxes = mixesAxes
    var declaredGuides: [ViewID: [ViewID]] = [:]
    for index in layout.views.indices where tree.kinds[index] == .guide {
      let id = ViewID(Int32(index))
      if let owner = tree.parent(of: id) { declaredGuides[owner, default: []].append(id) }
    }
    fittingViews = scrollViews.isEmpty ? [] : layout.fittingViews
    self.declaredGuides = declaredGuides
  }

  /// Whether other facts say the same of rules, settings and conditions.
  func saySame(as other: LayoutFacts) -> Bool {
    conditionalRules == other.conditionalRules && guideRules == other.guideRules && sizeRules == other.sizeRules
      && spacerRules == other.spacerRules && mixesAxes == other.mixesAxes && guideReadings == other.guideReadings
      && readsSolution == other.readsSolution && conditionalSettings == other.conditionalSettings
      && hidingSettings == other.hidingSettings && setsTraits == other.setsTraits
      && hasDynamicSettings == other.hasDynamicSettings && viewsStayingAtEnd == other.viewsStayingAtEnd
      && dividingGrids == other.dividingGrids
      && viewsAvoidingKeyboard == other.viewsAvoidingKeyboard && chosenTexts.elementsEqual(other.chosenTexts, by: ==)
      && directConditions.elementsEqual(other.directConditions) { $0.condition == $1.condition }
      && hasPlainRules == other.hasPlainRules && hasPlainSettings == other.hasPlainSettings
  }

  private static func heights(of packs: [ViewID], _ tree: ViewTree) -> [ViewID: Int] {
    var heights: [ViewID: Int] = [:]
    for view in packs.reversed() {
      var around = tree.parent(of: view)
      while let view = around, !tree.kinds[view].packsViews { around = tree.parent(of: view) }
      if let around { heights[around] = max(heights[around] ?? 0, 1 + (heights[view] ?? 0)) }
    }
    return heights
  }

  /// Scroll views keep their contents clear of the safe area, unless they avoid nothing, or stand in another one: that
  /// one keeps clear all that is in it.
  private static func readingsOfScrollViews(
    _ scrollViews: [ViewID], _ avoided: [(view: ViewID, what: AvoidedThing)], _ tree: ViewTree
  ) -> [ViewID: GuideReadings] {
    var readings: [ViewID: GuideReadings] = [:]
    for view in scrollViews where !tree.isInScrollView(view) { readings[view] = .avoided }
    if scrollViews.isEmpty { return readings }
    for (view, what) in avoided { readings[view] = what == .nothing ? nil : .avoided }
    return readings
  }

  /// Views whose guides have to be looked at in an environment, with what is read of them. Where nothing is covered
  /// these are few.
  func followedGuides(in environment: Environment) -> [ViewID: GuideReadings] {
    if guideReadings.isEmpty { return [:] }
    let nothingIsCovered = environment.coversNothing
    return guideReadings.filter { view, readings in
      if view == .root, readings == .keyboard { return environment.needsHeightForKeyboard }
      return !nothingIsCovered || !readings.isSubset(of: .covered)
    }
  }
}

extension Environment {
  /// Whether what the keyboard covers of the root follows only from the solved height of that.
  fileprivate var needsHeightForKeyboard: Bool {
    guard height == nil, case .floating = keyboard else { return false }
    return true
  }
}

/// What `avoid:` names, where it is not what holds without it.
private enum AvoidedThing {
  case nothing, keyboard
}

extension Setting {
  /// What facts say of a setting.
  fileprivate enum Fact {
    case hides, setsTrait, staysAtEnd
    case avoids(AvoidedThing)
    /// `isDynamic`.
    case mayChange
  }

  fileprivate var fact: Fact? {
    switch self {
    case .hidden: return .hides
    case .trait: return .setsTrait
    case .property(let name, .word(let word)):
      switch (name, word) {
      case ("avoid", "keyboard"): return .avoids(.keyboard)
      case ("avoid", "nothing"): return .avoids(.nothing)
      case ("stay", "end"): return .staysAtEnd
      default: return nil
      }
    default: return isDynamic ? .mayChange : nil
    }
  }
}

extension Anchor {
  /// What the anchor reads that follows from solved frames: it depends on the screen's covered edges, on the width of
  /// the text, or on how far a content can be scrolled. The root's guides follow from the environment alone, except the
  /// readable column, and the keyboard where the scene is as high as its content.
  func guideReadings(in tree: ViewTree) -> GuideReadings {
    switch guide {
    case .frame, .margins, .scrollContent: []
    case .scrollFrame: tree.kinds[view].isScroll ? .scrollOffset : []
    case .readable: .readable
    case .safe: view == .root ? [] : .safe
    case .keyboard, .keyboardSafe: view == .root ? .keyboard : [.safe, .keyboard]
    }
  }
}

extension Condition {
  var asksWhatIsHidden: Bool { hasQuestion { if case .hidden = $0 { true } else { false } } }
}

extension Setting {
  /// Whether it is the text that the view shows where its condition holds, or says how that is set.
  fileprivate var isOfText: Bool {
    guard case .property(let name, _) = self else { return false }
    return name == "text" || TextSetting.properties.contains(name)
  }

  /// Whether it says a number or a text of the view itself that can change without the file. What else it may say is
  /// where views are.
  var isDynamic: Bool {
    switch self {
    case .property(_, .number(let number)): number.isDynamic
    case .property(_, .template), .property(_, .variableColour): true
    case .intrinsicSize(let width, let height): width?.isDynamic ?? false || height?.isDynamic ?? false
    case .baselines(let first, let last): first.isDynamic || last.isDynamic
    case .property, .hugging, .compressionResistance, .gap, .lineGap, .gapAfter, .padding, .items, .ownAlignment,
      .columnItems, .ownColumnAlignment,
      .justify,
      .lines, .columns, .rows, .span, .cell, .distribution, .automaticAxis, .turned, .hidden, .margins, .trait:
      false
    }
  }
}
