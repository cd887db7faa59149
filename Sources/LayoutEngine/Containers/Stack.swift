import ConstraintSolver
import Geometry
import LayoutModel

/// Stacks are written in constraints; this is their whole meaning.
///
/// Along the axis the first view begins at the padding, neighbours touch at the gap, and the last view ends at the
/// padding (all required); `distribute` says how the length is shared. Across the axis `items` says where each view
/// stands. A stack that shows nothing asks for its padding only. A hidden view takes no length and no gap: it stands
/// where the view before it ends, and the stack need not be as wide as it is.
extension Lowering {
  /// Writes the rows of a stack along one of the two axes.
  ///
  /// - Parameter upToGaps: leaves out what follows the last row that says a gap.
  mutating func emitStack(_ stack: ViewID, along axis: Axis, upToGaps: Bool, into system: inout SystemWriter) {
    let settings = structure.settings(of: stack)
    let isRightToLeft = structure.isRightToLeft(stack)
    let padding = settings.padding.map { physical($0, isRightToLeft: isRightToLeft) } ?? .zero
    let main = StackAxis(axis, padding: padding, isMirrored: axis == .x && isRightToLeft)
    let cross = StackAxis(axis.other, padding: padding, isMirrored: axis == .y && isRightToLeft)
    let children = structure.children(of: stack, in: tree)
    let shown = children.filter { !structure.isHidden[$0] }

    let distribution: Distribution = turnsOver(stack, axis) ? .fillEqually : settings.distribution
    emitChain(of: children, in: stack, main, settings, distribution, into: &system)
    emitDistribution(distribution, of: shown, in: stack, main, gap: value(of: settings.gap), into: &system)
    if upToGaps { return }
    var firsts = FirstBaselines()
    for child in children {
      if structure.isHidden[child] {
        if isExplaining { say("hidden in \(name(stack)), at its padding", of: stack, in: system) }
        emitStart(of: child, in: stack, .equal, cross, .padding, into: &system)
      } else {
        emitAcross(child, &firsts, in: stack, cross, alignment(of: child, settings.items), into: &system)
      }
    }
    emitHugging(of: stack, shown: shown, main, cross, settings.items, into: &system)
  }

  /// Whether an automatic column lies down now; its views then have equal widths.
  private func turnsOver(_ stack: ViewID, _ axis: Axis) -> Bool {
    tree.kinds[stack] == .vstack && axis == .x
  }

  // MARK: Along the axis

  /// Ties the first and the last view to the padding, and neighbours to each other. Their distance is the gap, or at
  /// least the gap where `distribute` shares out the distances.
  private mutating func emitChain(
    of children: [ViewID], in stack: ViewID, _ main: StackAxis, _ settings: EffectiveSettings,
    _ distribution: Distribution, into system: inout SystemWriter
  ) {
    let gap = value(of: settings.gap)
    let sharesDistances = distribution == .equalSpacing || distribution == .equalCentering
    var previous: ViewID?
    for child in children {
      let isHidden = structure.isHidden[child]
      var distance = gap
      if let previous, case let own = structure.settingsIndex(of: previous),
        let gapAfter = structure.distinctSettings[own].gapAfter
      {
        distance = value(of: gapAfter)
      }
      if isExplaining { sayOrder(of: child, behind: previous, in: stack, gap: distance, isHidden: isHidden, system) }
      form.reset()
      main.addStart(of: child, in: stack, to: &form)
      if let previous {
        main.addEnd(of: previous, in: stack, times: -1, to: &form)
        if !isHidden { form.constant -= distance }
      } else {
        form.constant -= main.paddingStart
      }
      let isDistance = sharesDistances && previous != nil && !isHidden
      form.emit(isDistance ? .greaterThanOrEqual : .equal, .required, into: &system)
      if !isHidden { previous = child }
    }
    guard let last = previous else { return }
    if isExplaining { say("last in \(name(stack)), which ends with it", of: stack, in: system) { $0.isPadding } }
    form.reset()
    main.addEnd(of: last, in: stack, to: &form)
    form.add(main.size(of: stack), -1)
    form.constant += main.paddingEnd
    form.emit(.equal, .required, into: &system)
  }

  private mutating func emitDistribution(
    _ distribution: Distribution, of shown: [ViewID], in stack: ViewID, _ main: StackAxis, gap: Points,
    into system: inout SystemWriter
  ) {
    switch distribution {
    case .fill: return
    case .fillEqually:
      for child in shown.dropFirst() {
        if isExplaining { saySharing("as long as \(name(shown[0])) (fillEqually)", of: stack, in: system) }
        form.reset()
        form.add(main.size(of: child), 1)
        form.add(main.size(of: shown[0]), -1)
        form.emit(.equal, .required, into: &system)
      }
      return
    case .fillProportionally: return emitProportions(of: shown, in: stack, main, gap: gap, into: &system)
    case .equalSpacing:
      for index in shown.indices.dropFirst(2) {
        if isExplaining {
          saySharing("neighbours in \(name(stack)) are as far apart as the first two", of: stack, in: system)
        }
        form.reset()
        addDistance(shown[index - 1], shown[index], in: stack, main, times: 1)
        addDistance(shown[0], shown[1], in: stack, main, times: -1)
        form.emit(.equal, .required, into: &system)
      }
    case .equalCentering:
      for index in shown.indices.dropFirst(2) {
        if isExplaining {
          saySharing("the centres in \(name(stack)) are as far apart as the first two", of: stack, in: system)
        }
        form.reset()
        addCentreDistance(shown[index - 1], shown[index], in: stack, main, times: 1)
        addCentreDistance(shown[0], shown[1], in: stack, main, times: -1)
        form.emit(.equal, ContainerPriority.centering(at: index - 2), into: &system)
      }
    }
    guard !shown.isEmpty else { return }
    if isExplaining { saySharing("\(name(stack)) is no longer than it must be", of: stack, in: system) }
    system.addTerm(main.size(of: stack), 1)
    system.endRow(.equal, 0, ContainerPriority.stackShortness)
  }

  /// `size_i == stack · natural_i / (Σ natural + gaps)`. A view without content counts as 0. A stack in which no view
  /// has content is left to the rule for ties.
  private mutating func emitProportions(
    of shown: [ViewID], in stack: ViewID, _ main: StackAxis, gap: Points, into system: inout SystemWriter
  ) {
    func natural(_ view: ViewID) -> Points {
      let natural = naturals[view]
      let length = main.axis == .x ? natural.width : natural.height
      return length.isNaN ? 0 : length
    }
    readsOtherContent = true
    let total = shown.reduce(gap * Double(max(0, shown.count - 1))) { $0 + natural($1) }
    guard total > 0 else { return }
    for (index, child) in shown.enumerated() {
      if isExplaining {
        saySharing("in proportion to what its content asks (fillProportionally)", of: stack, in: system)
      }
      form.reset()
      form.add(main.size(of: child), 1)
      form.add(main.size(of: stack), 0 - natural(child) / total)
      let priority = shown.count == 1 ? .required : ContainerPriority.proportion(at: index)
      form.emit(.equal, priority, into: &system)
    }
  }

  private mutating func addDistance(
    _ first: ViewID, _ second: ViewID, in stack: ViewID, _ main: StackAxis, times coefficient: Double
  ) {
    main.addStart(of: second, in: stack, times: coefficient, to: &form)
    main.addEnd(of: first, in: stack, times: 0 - coefficient, to: &form)
  }

  private mutating func addCentreDistance(
    _ first: ViewID, _ second: ViewID, in stack: ViewID, _ main: StackAxis, times coefficient: Double
  ) {
    addDistance(first, second, in: stack, main, times: coefficient)
    form.add(main.size(of: first), coefficient / 2)
    form.add(main.size(of: second), coefficient / 2)
  }

  // MARK: The stack's own size

  private mutating func emitHugging(
    of stack: ViewID, shown: [ViewID], _ main: StackAxis, _ cross: StackAxis, _ items: ItemsAlignment,
    into system: inout SystemWriter
  ) {
    if shown.isEmpty {
      for axis in [main, cross] { emitEmpty(stack, axis, into: &system) }
    } else if items != .fill || !shown.contains(where: { alignment(of: $0, items) == .fill }) {
      let isBaseline = items == .firstBaseline || items == .lastBaseline
      if isExplaining { say("no larger across than its views ask", of: stack, in: system) { $0.isItems } }
      system.addTerm(cross.size(of: stack), 1)
      system.endRow(.equal, 0, isBaseline ? ContainerPriority.baselineStackHugging : ContainerPriority.stackHugging)
    }
  }
}

/// One axis of a stack, read in the direction in which its views follow each other.
struct StackAxis {
  let axis: Axis
  let isMirrored: Bool
  let paddingStart: Points
  let paddingEnd: Points

  init(_ axis: Axis, padding: EdgeInsets, isMirrored: Bool) {
    self.axis = axis
    self.isMirrored = isMirrored
    let start = axis == .x ? padding.left : padding.top
    let end = axis == .x ? padding.right : padding.bottom
    paddingStart = isMirrored ? end : start
    paddingEnd = isMirrored ? start : end
  }

  func size(of view: ViewID) -> VariableID { axis == .x ? view.width : view.height }

  private func position(of view: ViewID) -> VariableID { axis == .x ? view.x : view.y }

  /// Adds where `view` begins, counted from the beginning of the stack.
  func addStart(of view: ViewID, in stack: ViewID, times coefficient: Double = 1, to form: inout LinearForm) {
    if isMirrored {
      form.add(position(of: view), -coefficient)
      form.add(size(of: view), -coefficient)
      form.add(size(of: stack), coefficient)
    } else {
      form.add(position(of: view), coefficient)
    }
  }

  /// Adds where `view` ends, counted from the beginning of the stack.
  func addEnd(of view: ViewID, in stack: ViewID, times coefficient: Double = 1, to form: inout LinearForm) {
    if isMirrored {
      form.add(position(of: view), -coefficient)
      form.add(size(of: stack), coefficient)
    } else {
      form.add(position(of: view), coefficient)
      form.add(size(of: view), coefficient)
    }
  }
}
