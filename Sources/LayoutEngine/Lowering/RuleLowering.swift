import ConstraintSolver
import Geometry
import LayoutModel

/// Rules become rows: symbolic anchors turn into the unknowns of the views on the way to their nearest common
/// ancestor, guides into constants, and leading and trailing into left and right.
extension Lowering {
  mutating func emitRule(_ rule: Rule, into system: inout ConstraintSystem) {
    if let condition = rule.condition, !structure.key.conditions[Int(condition.index)] { return }
    form.reset()
    let space = commonSpace(of: rule)
    let mirrored = rule.item.attribute.axis == .x && isMirrored(rule)
    add(rule.item, times: 1, in: space, mirrored: mirrored)
    if let term = rule.term {
      add(term.anchor, times: 0 - value(of: term.multiplier), in: space, mirrored: mirrored)
    }
    for term in rule.moreTerms {
      add(term.anchor, times: 0 - value(of: term.multiplier), in: space, mirrored: mirrored)
    }
    form.constant -= value(of: rule.constant)
    form.emit(Relation(rule.comparison), Priority(rule.priority), into: &system)
  }

  /// The view in whose space the rule's positions are taken: the nearest common ancestor of all views that appear
  /// with a position; for a single one, its parent.
  private func commonSpace(of rule: Rule) -> ViewID {
    var space: ViewID?
    var positions = 0
    func meet(_ anchor: Anchor) {
      guard !anchor.attribute.isSize else { return }
      positions += 1
      space = space.map { tree.commonAncestor($0, anchor.view) } ?? anchor.view
    }
    meet(rule.item)
    if let term = rule.term { meet(term.anchor) }
    for term in rule.moreTerms { meet(term.anchor) }
    let found = space ?? .root
    return positions == 1 ? tree.parent(of: found) ?? .root : found
  }

  /// Whether the rule is read from the right: its item's view reads right to left, and it speaks of leading or
  /// trailing edges. All its horizontal positions then count from the right edge of the common space, so constants,
  /// relations and multipliers turn over with the edges.
  private func isMirrored(_ rule: Rule) -> Bool {
    guard structure.isRightToLeft(rule.item.view) else { return false }
    return rule.item.attribute.isDirectional || rule.term?.anchor.attribute.isDirectional == true
      || rule.moreTerms.contains { $0.anchor.attribute.isDirectional }
  }

  /// Adds `coefficient · anchor` to the form.
  mutating func add(_ anchor: Anchor, times coefficient: Double, in space: ViewID, mirrored: Bool) {
    guard coefficient != 0 else { return }
    let view = anchor.view
    let insets = anchor.guide == .frame ? GuideInsets() : self.insets(of: anchor.guide, view)
    switch anchor.attribute {
    case .width:
      if let column = insets.columnWidth {
        form.constant += coefficient * column
      } else {
        form.add(view.width, coefficient)
        form.constant -= coefficient * (insets.edges.left + insets.edges.right)
      }
    case .height:
      if let strip = insets.stripHeight {
        form.constant += coefficient * strip
      } else {
        form.add(view.height, coefficient)
        form.constant -= coefficient * (insets.edges.top + insets.edges.bottom)
      }
    case .left, .right, .leading, .trailing, .centerX:
      var coefficient = coefficient
      if mirrored {
        form.add(space.width, coefficient)
        coefficient = 0 - coefficient
      }
      addHorizontal(anchor.attribute, of: view, insets, times: coefficient, in: space, mirrored: mirrored)
    case .top, .bottom, .centerY, .firstBaseline, .lastBaseline:
      addVertical(anchor.attribute, of: view, insets, times: coefficient, in: space)
    }
  }

  private mutating func addHorizontal(
    _ attribute: AnchorAttribute, of view: ViewID, _ insets: GuideInsets, times coefficient: Double, in space: ViewID,
    mirrored: Bool
  ) {
    addOrigin(of: view, \.x, times: coefficient, in: space)
    let physical: AnchorAttribute =
      switch attribute {
      case .leading: mirrored ? .right : .left
      case .trailing: mirrored ? .left : .right
      default: attribute
      }
    if let column = insets.columnWidth {
      form.add(view.width, coefficient / 2)
      let half = column / 2
      let offset = physical == .left ? 0 - half : physical == .right ? half : 0
      form.constant += coefficient * ((insets.edges.left - insets.edges.right) / 2 + offset)
      return
    }
    switch physical {
    case .left:
      form.constant += coefficient * insets.edges.left
    case .right:
      form.add(view.width, coefficient)
      form.constant -= coefficient * insets.edges.right
    default:
      form.add(view.width, coefficient / 2)
      form.constant += coefficient * (insets.edges.left - insets.edges.right) / 2
    }
  }

  private mutating func addVertical(
    _ attribute: AnchorAttribute, of view: ViewID, _ insets: GuideInsets, times coefficient: Double, in space: ViewID
  ) {
    addOrigin(of: view, \.y, times: coefficient, in: space)
    if let strip = insets.stripHeight {
      let share = attribute == .top ? 1 : attribute == .centerY ? 0.5 : 0
      form.add(view.height, coefficient)
      form.constant -= coefficient * strip * share
      return
    }
    switch attribute {
    case .top:
      form.constant += coefficient * insets.edges.top
    case .bottom:
      form.add(view.height, coefficient)
      form.constant -= coefficient * insets.edges.bottom
    case .centerY:
      form.add(view.height, coefficient / 2)
      form.constant += coefficient * (insets.edges.top - insets.edges.bottom) / 2
    case .firstBaseline:
      readsOtherContent = true
      form.constant += coefficient * (insets.edges.top + naturals[Int(view.index)].firstBaseline)
    default:
      readsOtherContent = true
      form.add(view.height, coefficient)
      form.constant -= coefficient * (insets.edges.bottom + naturals[Int(view.index)].lastBaseline)
    }
  }

  /// The view's origin in `space`: its own and those of the views between.
  private mutating func addOrigin(
    of view: ViewID, _ unknown: (ViewID) -> VariableID, times coefficient: Double, in space: ViewID
  ) {
    var current = view
    while current != space {
      form.add(unknown(current), coefficient)
      guard let parent = tree.parent(of: current) else { return }
      current = parent
    }
  }

  /// The width or height of a view or guide as solved; nil for a position, which nothing compares.
  mutating func size(of anchor: Anchor, in solver: Solver) -> Points? {
    guard anchor.attribute.isSize else { return nil }
    form.reset()
    add(anchor, times: 1, in: .root, mirrored: false)
    return form.value(in: solver)
  }

  // MARK: Guides

  private mutating func insets(of guide: Guide, _ view: ViewID) -> GuideInsets {
    switch guide {
    case .frame, .scrollContent, .scrollFrame: return GuideInsets()
    case .margins: return GuideInsets(edges: margins(of: view))
    case .readable:
      return GuideInsets(edges: margins(of: view), columnWidth: guideGeometry(of: view).cappedReadableWidth)
    case .safe: return GuideInsets(edges: guideGeometry(of: view).safe)
    case .keyboardSafe:
      let geometry = guideGeometry(of: view)
      var edges = geometry.safe
      edges.bottom = max(edges.bottom, geometry.keyboard)
      return GuideInsets(edges: edges)
    case .keyboard: return GuideInsets(stripHeight: guideGeometry(of: view).keyboard)
    }
  }

  /// The root's guides follow from the environment, others from solved frames; both may change.
  private mutating func guideGeometry(of view: ViewID) -> GuideGeometry {
    readsDynamicNumber = true
    var geometry = geometry[view] ?? GuideGeometry()
    if view == .root {
      geometry.safe = environment.safe
      geometry.keyboard = environment.keyboard
    }
    return geometry
  }

  /// The insets of the view's margins guide: its own, else the scene's for the root and 8 points for others.
  mutating func margins(of view: ViewID) -> EdgeInsets {
    let isRightToLeft = structure.isRightToLeft(view)
    let own = structure.distinctSettings[structure.settingsIndex(of: view)].margins
    if let own { return physical(own, isRightToLeft: isRightToLeft) }
    guard view == .root else { return EdgeInsets(top: 8, left: 8, bottom: 8, right: 8) }
    readsDynamicNumber = true
    let margins = environment.margins
    return EdgeInsets(
      top: margins.top, left: isRightToLeft ? margins.trailing : margins.leading, bottom: margins.bottom,
      right: isRightToLeft ? margins.leading : margins.trailing)
  }

  mutating func physical(_ insets: InsetQuantities, isRightToLeft: Bool) -> EdgeInsets {
    let leading = value(of: insets.leading)
    let trailing = value(of: insets.trailing)
    return EdgeInsets(
      top: value(of: insets.top), left: isRightToLeft ? trailing : leading, bottom: value(of: insets.bottom),
      right: isRightToLeft ? leading : trailing)
  }
}

extension Relation {
  init(_ comparison: Comparison) {
    switch comparison {
    case .equal: self = .equal
    case .atMost: self = .lessThanOrEqual
    case .atLeast: self = .greaterThanOrEqual
    }
  }
}
