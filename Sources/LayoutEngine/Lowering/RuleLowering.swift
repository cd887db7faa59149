import ConstraintSolver
import Geometry
import LayoutModel

/// Rules become rows: symbolic anchors turn into the unknowns of the views on the way to their nearest common
/// ancestor, guides into constants, and leading and trailing into left and right.
extension Lowering {
  mutating func emitRule(_ index: Int, into system: inout SystemWriter) {
    guard holds(index) else { return }
    makeForm(of: index)
    form.emit(Relation(rules[index].comparison), Priority(rules[index].priority), into: &system)
  }

  /// Whether the branch that a rule stands in holds.
  func holds(_ rule: Int) -> Bool { rules[rule].condition.map { structure.key.conditions[Int($0.index)] } ?? true }

  /// Puts the left side of a rule minus its right side into `form`.
  mutating func makeForm(of index: Int) {
    form.reset()
    guard let rule = rules[index].literalForm else { return makeForm(of: rules[index]) }
    let term = rule.hasTerm ? rule.anchor : nil
    let space = tree.commonSpace(rule.item, term, [])
    let isDirectional = rule.item.attribute.isDirectional || rule.anchor.attribute.isDirectional
    let mirrored = isDirectional && readsFromTheRight(rule.item)
    add(rule.item, times: 1, in: space, mirrored: mirrored)
    if let term { add(term, times: 0 - rule.multiplier.withinReach, in: space, mirrored: mirrored) }
    noteTerms()
    form.constant -= rule.constant.withinReach
  }

  private mutating func makeForm(of rule: Rule) {
    // A list of all terms would be made for each rule.
    let (first, others) = (rule.term, rule.moreTerms)
    let space = tree.commonSpace(rule.item, first?.anchor, others)
    let mirrored = isMirrored(rule)
    func add(_ term: Rule.Term) {
      self.add(term.anchor, times: 0 - value(of: term.multiplier), in: space, mirrored: mirrored)
    }
    self.add(rule.item, times: 1, in: space, mirrored: mirrored)
    if let first { add(first) }
    for term in others { add(term) }
    noteTerms()
    form.constant -= value(of: rule.constant)
  }

  /// All of a rule is in `form` but its own constant.
  private mutating func noteTerms() { (offset, hasDynamicTerms) = (form.constant, readsDynamicNumber) }

  /// Whether a rule counts from the right: it speaks of leading or trailing (`Rule.isDirectional`), and its item's view
  /// reads right to left.
  func isMirrored(_ rule: Rule) -> Bool { rule.isDirectional && readsFromTheRight(rule.item) }

  private func readsFromTheRight(_ item: Anchor) -> Bool {
    item.attribute.axis == .x && structure.isRightToLeft(item.view)
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
        form.add(facts.width(of: anchor), coefficient)
        form.constant -= coefficient * (insets.edges.left + insets.edges.right)
      }
    case .height:
      if let strip = insets.stripHeight {
        form.constant += coefficient * strip
      } else {
        form.add(facts.height(of: anchor), coefficient)
        form.constant -= coefficient * (insets.edges.top + insets.edges.bottom)
      }
    case .left, .right, .leading, .trailing, .centerX:
      var coefficient = coefficient
      if mirrored {
        form.add(facts.widthOfSpace(space), coefficient)
        coefficient = 0 - coefficient
      }
      addHorizontal(anchor, insets, times: coefficient, in: space, mirrored: mirrored)
    case .top, .bottom, .centerY, .firstBaseline, .lastBaseline:
      addVertical(anchor, insets, times: coefficient, in: space)
    }
  }

  private mutating func addHorizontal(
    _ anchor: Anchor, _ insets: GuideInsets, times coefficient: Double, in space: ViewID, mirrored: Bool
  ) {
    addOrigin(of: anchor, \.x, \.left, \.x, times: coefficient, in: space)
    let width = facts.width(of: anchor)
    let physical: AnchorAttribute =
      switch anchor.attribute {
      case .leading: mirrored ? .right : .left
      case .trailing: mirrored ? .left : .right
      default: anchor.attribute
      }
    if let column = insets.columnWidth {
      form.add(width, coefficient / 2)
      let half = column / 2
      let offset = physical == .left ? 0 - half : physical == .right ? half : 0
      form.constant += coefficient * ((insets.edges.left - insets.edges.right) / 2 + offset)
      return
    }
    switch physical {
    case .left:
      form.constant += coefficient * insets.edges.left
    case .right:
      form.add(width, coefficient)
      form.constant -= coefficient * insets.edges.right
    default:
      form.add(width, coefficient / 2)
      form.constant += coefficient * (insets.edges.left - insets.edges.right) / 2
    }
  }

  private mutating func addVertical(
    _ anchor: Anchor, _ insets: GuideInsets, times coefficient: Double, in space: ViewID
  ) {
    addOrigin(of: anchor, \.y, \.top, \.y, times: coefficient, in: space)
    let view = anchor.view
    let height = facts.height(of: anchor)
    if let strip = insets.stripHeight {
      let share = anchor.attribute == .top ? 1 : anchor.attribute == .centerY ? 0.5 : 0
      form.add(height, coefficient)
      form.constant -= coefficient * strip * share
      return
    }
    switch anchor.attribute {
    case .top:
      form.constant += coefficient * insets.edges.top
    case .bottom:
      form.add(height, coefficient)
      form.constant -= coefficient * insets.edges.bottom
    case .centerY:
      form.add(height, coefficient / 2)
      form.constant += coefficient * (insets.edges.top - insets.edges.bottom) / 2
    case .firstBaseline:
      readsOtherContent = true
      form.constant += coefficient * (insets.edges.top + naturals[view].firstBaseline)
    default:
      readsOtherContent = true
      form.add(height, coefficient)
      form.constant -= coefficient * (insets.edges.bottom + naturals[view].lastBaseline)
    }
  }

  /// Adds the origin of the anchor's rectangle in `space`: the origins of the view and of the views between. What is in
  /// a scroll view counts from the origin of its content.
  private mutating func addOrigin(
    of anchor: Anchor, _ unknown: (ViewID) -> VariableID, _ edge: KeyPath<EdgeInsets, Points>,
    _ axis: KeyPath<Point, Points>, times coefficient: Double, in space: ViewID
  ) {
    if tree.kinds[anchor.view].isScroll {
      form.constant += coefficient * ownOrigin(of: anchor, edge, axis, in: space)
    }
    var current = anchor.view
    while current != space {
      form.add(unknown(current), coefficient)
      guard let parent = tree.parent(of: current) else { return }
      if parent != space, tree.kinds[parent].isScroll {
        form.constant += coefficient * scrollInsets(of: parent)[keyPath: edge]
      }
      current = parent
    }
  }

  /// The solved width or height of a view or guide; nil for a position, which no condition compares.
  mutating func size(of anchor: Anchor, in solver: Solver) -> Points? {
    guard anchor.attribute.isSize else { return nil }
    form.reset()
    add(anchor, times: 1, in: .root, mirrored: false)
    return form.value(in: solver)
  }

  // MARK: Scroll views

  /// Where a rectangle of a scroll view begins. It counts from the view's own origin, or, where `space` is the view's
  /// content, from the origin of that.
  private mutating func ownOrigin(
    of anchor: Anchor, _ edge: KeyPath<EdgeInsets, Points>, _ axis: KeyPath<Point, Points>, in space: ViewID
  ) -> Points {
    let isInside = space == anchor.view
    if isInside == (anchor.guide == .scrollContent) { return 0 }
    let insets = scrollInsets(of: anchor.view)[keyPath: edge]
    switch anchor.guide {
    case .scrollContent: return insets
    // The content stands still, and what is tied to the visible part moves over it.
    case .scrollFrame: return guideGeometry(of: anchor.view).scrollOffset[keyPath: axis] - insets
    case .frame, .safe, .margins, .readable, .keyboard, .keyboardSafe: return 0 - insets
    }
  }

  // MARK: Guides

  mutating func insets(of guide: Guide, _ view: ViewID) -> GuideInsets {
    switch guide {
    case .frame, .scrollContent, .scrollFrame: return GuideInsets()
    case .margins: return GuideInsets(edges: margins(of: view))
    case .readable:
      return GuideInsets(edges: margins(of: view), columnWidth: guideGeometry(of: view).cappedReadableWidth)
    case .safe: return GuideInsets(edges: guideGeometry(of: view).safe)
    case .keyboardSafe:
      let geometry = guideGeometry(of: view)
      var edges = geometry.safe
      edges.bottom = max(edges.bottom, geometry.keyboardInside)
      return GuideInsets(edges: edges)
    case .keyboard: return GuideInsets(stripHeight: guideGeometry(of: view).keyboard)
    }
  }

  /// What the guides of a view look like. The safe area and the keyboard of the root follow from the environment,
  /// everything else from solved frames; both may change.
  mutating func guideGeometry(of view: ViewID) -> GuideGeometry {
    readsDynamicNumber = true
    var geometry = geometry[view] ?? GuideGeometry()
    guard view == .root else { return geometry }
    geometry.safe = environment.safe
    if let height = environment.height {
      let frame = Rect(x: 0, y: 0, width: 0, height: height)
      geometry.setKeyboard(environment.keyboard.height(under: frame, sceneHeight: height), viewHeight: height)
    } else if case .docked(let height) = environment.keyboard {
      geometry.setKeyboard(height, viewHeight: nil)
    }
    return geometry
  }

  /// The insets of the view's margins guide: its own, else the scene's for the root, else 8 points.
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

extension Rule {
  /// Whether the rule speaks of leading or trailing edges. Where its item's view reads right to left, all its
  /// horizontal positions count from the right edge of the common space; so constants, relations and multipliers turn
  /// over with the edges.
  fileprivate var isDirectional: Bool {
    var isDirectional = false
    forEachAnchor { isDirectional = isDirectional || $0.attribute.isDirectional }
    return isDirectional
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
