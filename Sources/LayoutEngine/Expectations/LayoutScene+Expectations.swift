import ConstraintSolver
public import Geometry
public import LayoutModel
import LayoutSyntax

/// What is seen of a view at an instant.
public struct ShownView: Sendable {
  /// The rectangle of the view in its parent.
  public var rect: Rect
  /// The opacity, from 0 (invisible) to 1.
  public var alpha: Double
  /// The text that is shown; nil without text.
  public var text: String?
  /// Of a view whose content is on its way: how far it is scrolled. Nil: as far as it was solved.
  public var offset: Point?

  public init(rect: Rect, alpha: Double, text: String?, offset: Point? = nil) {
    self.rect = rect
    self.alpha = alpha
    self.text = text
    self.offset = offset
  }
}

/// Looks at a scene as a test does: at what is shown now. For a view on its way that is not what was solved.
extension LayoutScene {
  /// Says what differs from the expectation; nothing where it holds.
  ///
  /// The expectation is one of the file's, whose views go by the numbers of `written`. Of a view that is away only one
  /// thing can be said: it is hidden. Neither holds anything else of it, nor does it not hold.
  ///
  /// Positions and sizes are those of `shown`, with everything scrolled as it is there. The guides of a view in motion
  /// lie in it as they will at its target. Everything without numbers (traits, flags, configurations, hidden or not) is
  /// as in the last solve.
  ///
  /// - Parameters:
  ///   - remembered: what the test has remembered so far, by number.
  ///   - shown: what is seen of a view now.
  /// - Precondition: the scene has been solved.
  public func findings(
    against expectation: Expectation, remembering remembered: [Points] = [],
    where shown: @escaping (ViewID) -> ShownView
  ) -> [Finding] {
    var examination = examination(of: expectation.anchors, remembered, shown)
    return examination.isAnswered(expectation, true) ? [] : examination.findings(expectation, wanted: true)
  }

  /// The numbers that a test is to remember, part by part: lengths, and positions from the root's left and top. Nil
  /// when a view that is asked for is away.
  ///
  /// - Parameters: as for `findings(against:remembering:where:)`.
  /// - Precondition: the scene has been solved.
  public func values(
    of value: RememberedValue, remembering remembered: [Points], where shown: @escaping (ViewID) -> ShownView
  ) -> [Points]? {
    var examination = examination(of: value.parts.flatMap(\.terms).map(\.anchor), remembered, shown)
    return examination.values(of: value)
  }

  /// How the views that the file names are numbered in what is solved, those of single records too.
  private var numberingOfFile: ViewNumbering {
    if written.repetitions.isEmpty { return numbering }
    let paths = Set(written.keyedViews.map(\.path))
    var found: [String: ViewID] = [:]
    for (index, view) in declared.views.enumerated() where !paths.isEmpty && paths.contains(view.path) {
      found[view.path] = ViewID(Int32(index))
    }
    let views =
      written.views.indices.map { copying.numbering[ViewID(Int32($0))] } + written.keyedViews.map { found[$0.path] }
    return ViewNumbering(numbers: views.map { $0.flatMap { numbering[$0] }?.index ?? -1 })
  }

  /// - Parameter anchors: all that are looked at. No rule may have asked for their guides, so these are measured now.
  private func examination(
    of anchors: [Anchor], _ remembered: [Points], _ shown: @escaping (ViewID) -> ShownView
  ) -> Examination {
    guard let current = lowered.last else { preconditionFailure("expectations are about a solved scene") }
    let numbering = numberingOfFile
    var guides: [ViewID: GuideReadings] = [:]
    for anchor in anchors.compactMap(numbering.anchor) {
      let readings = anchor.guideReadings(in: facts.tree)
      if !readings.isEmpty { guides[anchor.view, default: facts.guideReadings[anchor.view] ?? []].formUnion(readings) }
    }
    var scene = self
    scene.geometry.merge(measuredGeometry(of: guides)) { $1 }
    var lowering = scene.lowering(for: current.structure, current.naturals)
    var offsets: [ViewID: Point] = [:]
    var isGliding = false
    for view in facts.scrollViews {
      guard let moving = shown(view).offset else {
        offsets[view] = scrollPosition(of: view, &lowering, in: current).offset
        continue
      }
      offsets[view] = moving
      scene.geometry[view]?.scrollOffset = moving
      isGliding = true
    }
    if isGliding { lowering = scene.lowering(for: current.structure, current.naturals) }
    return Examination(
      layout: layout, declared: written, numbering: numbering, facts: facts, structure: current.structure,
      values: values, evaluator: scene.evaluator(), lowering: lowering, solver: current.solver, offsets: offsets,
      remembered: remembered, shown: shown)
  }
}

/// One look at a scene.
private struct Examination {
  let layout: ResolvedLayout
  let declared: ResolvedLayout
  let numbering: ViewNumbering
  let facts: LayoutFacts
  let structure: SceneStructure
  let values: QuantityValues
  var evaluator: ConditionEvaluator
  var lowering: Lowering
  let solver: Solver
  /// By scroll view: how far its content is scrolled.
  let offsets: [ViewID: Point]
  /// By number: what the test remembers. Positions count from the root's left and top.
  let remembered: [Points]
  let shown: (ViewID) -> ShownView

  /// One step of the grid that frames are published on: no subscriber sees a smaller difference.
  private static let tolerance = 1.0 / 64 + 1e-9

  /// Whether an expectation holds, or does not, as is wanted.
  mutating func isAnswered(_ expectation: Expectation, _ wanted: Bool) -> Bool {
    switch expectation {
    case .holds(let condition, _):
      if case .hidden = condition {} else if absence(condition.views) != nil { return false }
      return evaluator.holds(numbering.condition(condition)) == wanted
    case .relation(let relation):
      guard let relation = numbering.relation(relation) else { return false }
      return isKept(relation, distance: values.value(of: relation.distance)) == wanted
    case .look(let look): return numbering.look(look).map { isSeen($0) == wanted } ?? false
    case .not(let inner): return isAnswered(inner, !wanted)
    case .all(let parts), .any(let parts):
      // All parts have to be so, or one of them is enough.
      var needsAll = wanted
      if case .any = expectation { needsAll = !wanted }
      for part in parts where isAnswered(part, wanted) != needsAll { return !needsAll }
      return needsAll
    }
  }

  /// Describes the parts that are why the expectation is not what is `wanted`.
  mutating func findings(_ expectation: Expectation, wanted: Bool) -> [Finding] {
    switch expectation {
    case .holds(let condition, let origin):
      if let absence = absence(condition.views) { return [Finding(words: absence, origin: origin, views: [])] }
      let condition = numbering.condition(condition)
      return [Finding(words: words(for: condition), origin: origin, views: views(in: condition))]
    case .relation(let relation):
      if let relation = numbering.relation(relation) { return [finding(relation)] }
      let views = (relation.left.parts + relation.right.parts).flatMap(\.terms).map(\.anchor.view)
      return [Finding(words: absence(views) ?? "", origin: relation.origin, views: [])]
    case .look(let look):
      if let look = numbering.look(look) { return [finding(look)] }
      return [Finding(words: absence([look.view]) ?? "", origin: look.origin, views: [])]
    case .not(let inner): return findings(inner, wanted: !wanted)
    case .all(let parts), .any(let parts):
      var guilty: [Finding] = []
      for part in parts where !isAnswered(part, wanted) { guilty += findings(part, wanted: wanted) }
      return guilty
    }
  }

  /// Says that a view is removed: the first of `views`, numbered as in the file, that is away. Nil when none is.
  private func absence(_ views: [ViewID]) -> String? {
    guard let view = views.first(where: { numbering[$0] == nil }) else { return nil }
    let index = Int(view.index)
    if index < declared.views.count { return "\(declared.views[index].path) is removed" }
    return "there is no \(declared.keyedViews[index - declared.views.count].path)"
  }

  // MARK: Relations

  private mutating func isKept(_ relation: ExpectedRelation, distance: Double) -> Bool {
    let (left, right) = numbers(of: relation)
    return zip(left, right).allSatisfy { left, right in
      let right = right + distance
      return switch relation.comparison {
      case .equal: (left - right).magnitude <= Self.tolerance
      case .atMost: left <= right + Self.tolerance
      case .atLeast: left >= right - Self.tolerance
      }
    }
  }

  /// The values of both sides, part by part.
  private mutating func numbers(of relation: ExpectedRelation) -> (left: [Double], right: [Double]) {
    var left: [Double] = []
    var right: [Double] = []
    for (leftPart, rightPart) in zip(relation.left.parts, relation.right.parts) {
      let anchors = (leftPart.terms + rightPart.terms).map(\.anchor)
      let space = space(of: anchors)
      let isMirrored = anchors.contains { $0.attribute.isDirectional && structure.isRightToLeft($0.view) }
      left.append(value(of: leftPart, in: space, mirrored: isMirrored))
      right.append(value(of: rightPart, in: space, mirrored: isMirrored))
    }
    return (left, right)
  }

  /// The view from whose origin positions count, as in constraints: the nearest one around all views that are named
  /// with a position. A scroll view itself does not stand in its content: what is in there is where it is seen then.
  private func space(of anchors: [Anchor]) -> ViewID {
    let anchors = anchors.filter { !$0.attribute.isSize }
    let views = anchors.map(\.view)
    // What is remembered counts from the root.
    guard let first = views.first, views.allSatisfy({ $0.rememberedNumber == nil }) else { return .root }
    let common = views.reduce(first) { facts.tree.commonAncestor($0, $1) }
    // Where only one view is named, its positions count from its parent.
    let isOutside =
      facts.tree.kinds[common].isScroll && anchors.contains { $0.view == common && !$0.guide.isOfScrolling }
    return isOutside || views.allSatisfy { $0 == common } ? facts.tree.parent(of: common) ?? .root : common
  }

  private mutating func value(of sum: Measured, in space: ViewID, mirrored: Bool) -> Double {
    lowering.form.reset()
    for term in sum.terms {
      let factor = values.value(of: term.multiplier)
      if let number = term.anchor.view.rememberedNumber {
        lowering.form.constant += factor * turned(remembered[number], term.anchor.attribute, mirrored: mirrored)
      } else {
        lowering.add(term.anchor, times: factor, in: space, mirrored: mirrored)
        lowering.form.constant += factor * scrolled(term.anchor, in: space, mirrored: mirrored)
      }
    }
    lowering.form.constant += values.value(of: sum.constant)
    return lowering.form.value { variable in
      // The content of a scroll view is never in motion: it has its solved size at once.
      guard let (view, unknown) = facts.owner(of: variable), !facts.isContent(variable) else {
        return solver.value(of: variable)
      }
      let rect = shown(view).rect
      return switch unknown {
      case .width: rect.width
      case .height: rect.height
      case .x: rect.x
      case .y: rect.y
      }
    }
  }

  /// By how much a position is moved by scroll views between it and the space that it counts from.
  private func scrolled(_ anchor: Anchor, in space: ViewID, mirrored: Bool) -> Points {
    if anchor.attribute.isSize || offsets.isEmpty { return 0 }
    var distance: Points = 0
    func scroll(by offset: Point) {
      distance += anchor.attribute.axis == .y ? 0 - offset.y : mirrored ? offset.x : 0 - offset.x
    }
    if anchor.guide == .scrollContent, anchor.view != space, let offset = offsets[anchor.view] { scroll(by: offset) }
    var child = anchor.view
    while child != space, let parent = facts.tree.parent(of: child), parent != space {
      if let offset = offsets[parent] { scroll(by: offset) }
      child = parent
    }
    return distance
  }

  /// A number as it counts from the right edge of the root, where that is where positions count from.
  private func turned(_ number: Points, _ attribute: AnchorAttribute, mirrored: Bool) -> Points {
    mirrored && attribute == .left ? shown(.root).rect.width - number : number
  }

  mutating func values(of value: RememberedValue) -> [Points]? {
    var numbers: [Points] = []
    for (part, attribute) in zip(value.parts, value.attributes) {
      guard let sum = numbering.measured(part) else { return nil }
      let isMirrored = sum.terms.contains {
        $0.anchor.attribute.isDirectional && structure.isRightToLeft($0.anchor.view)
      }
      let number = self.value(of: sum, in: .root, mirrored: isMirrored)
      numbers.append(turned(number, attribute, mirrored: isMirrored))
    }
    return numbers
  }

  private mutating func finding(_ relation: ExpectedRelation) -> Finding {
    let (left, right) = numbers(of: relation)
    var sides: [String] = []
    for (side, numbers) in [(relation.left, left), (relation.right, right)] {
      let text = Self.text(of: numbers)
      // `320 is 320` says nothing.
      if side.text != text, sides.last != "\(side.text) is \(text)" { sides.append("\(side.text) is \(text)") }
    }
    var words = sides.joined(separator: ", ")
    if relation.distance != .zero, isKept(relation, distance: 0) {
      let isLess = relation.comparison == .atMost
      words +=
        ", and '\(isLess ? "<" : ">")' asks for a device pixel \(isLess ? "less" : "more") than \(relation.right.text)"
    }
    let anchors = (relation.left.parts + relation.right.parts).flatMap(\.terms).map(\.anchor)
    return Finding(
      words: words, origin: relation.origin,
      views: Set(anchors.map(\.view)).filter { $0.rememberedNumber == nil }.sorted())
  }

  private static func text(of numbers: [Double]) -> String {
    // `edges` has four parts, so four equal numbers are not merged into one.
    let texts = numbers.map(\.words)
    return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: ", ")))"
  }

  // MARK: Looks

  /// Half a step of an opacity of eight bits: nobody sees a smaller difference.
  private static let alphaTolerance = 0.5 / 255

  private func isSeen(_ look: ExpectedLook) -> Bool {
    let view = shown(look.view)
    switch look.aspect {
    case .text(let text): return (view.text ?? "") == text
    case .alpha(let relation, let wanted, _):
      let wanted = values.value(of: wanted)
      return switch relation {
      case .equal: (view.alpha - wanted).magnitude <= Self.alphaTolerance
      case .atLeast: view.alpha >= wanted - Self.alphaTolerance
      case .atMost: view.alpha <= wanted + Self.alphaTolerance
      case .less: view.alpha < wanted - Self.alphaTolerance
      case .greater: view.alpha > wanted + Self.alphaTolerance
      }
    }
  }

  private func finding(_ look: ExpectedLook) -> Finding {
    let view = shown(look.view)
    var words: String
    switch look.aspect {
    case .text:
      words = view.text.map { "\(path(of: look.view)).text is \"\($0)\"" } ?? "\(path(of: look.view)) has no text"
    case .alpha(_, let wanted, let written):
      words = "\(path(of: look.view)).alpha is \(view.alpha.words)"
      let right = values.value(of: wanted).words
      if right != written { words += ", \(written) is \(right)" }
    }
    return Finding(words: words, origin: look.origin, views: [look.view])
  }

  // MARK: Words

  private mutating func words(for condition: Condition) -> String {
    switch condition {
    case .constant(let value): return "this is \(value)"
    case .trait(let view, let name, _):
      let owner = view == .root ? "" : "of \(path(of: view)) "
      return evaluator.trait(name, of: view).map { "\(name) \(owner)is \($0)" } ?? "\(name) \(owner)is not set"
    case .flag(let name): return "flag(\(name)) is \(evaluator.holds(condition) ? "set" : "not set")"
    case .configuration(let view, _):
      return "\(path(of: view)) is config \(evaluator.activeConfiguration(of: view) ?? Configuration.main)"
    case .hidden(let view): return "\(path(of: view)) is \(evaluator.isHidden(view) ? "" : "not ")hidden"
    case .compare, .not, .all, .any: return "\(layout.text(of: condition)) is \(evaluator.holds(condition))"
    }
  }

  private func path(of view: ViewID) -> String { layout.views[view].path }

  private func views(in condition: Condition) -> [ViewID] {
    switch condition {
    case .hidden(let view), .configuration(let view, _): [view]
    case .constant, .trait, .flag, .compare, .not, .all, .any: []
    }
  }
}

extension Guide {
  /// Whether it is one of those that what is in a scroll view is told by.
  fileprivate var isOfScrolling: Bool { self == .scrollContent || self == .scrollFrame }
}

extension ViewNumbering {
  /// An expected look with the other number of its view; nil when that is away.
  fileprivate func look(_ look: ExpectedLook) -> ExpectedLook? {
    self[look.view].map { ExpectedLook($0, look.aspect, origin: look.origin) }
  }

  /// An expected relation with the other numbers of its views; nil when one of them is away.
  fileprivate func relation(_ relation: ExpectedRelation) -> ExpectedRelation? {
    var result = relation
    for index in relation.left.parts.indices {
      guard let part = measured(relation.left.parts[index]) else { return nil }
      result.left.parts[index] = part
    }
    for index in relation.right.parts.indices {
      guard let part = measured(relation.right.parts[index]) else { return nil }
      result.right.parts[index] = part
    }
    return result
  }
}

extension Condition {
  /// The views that the condition asks, in the order in which they are named.
  fileprivate var views: [ViewID] {
    questions.flatMap { question -> [ViewID] in
      switch question {
      case .trait(let view, _, _), .configuration(let view, _), .hidden(let view): [view]
      default: question.anchors.map(\.view)
      }
    }
  }
}

extension Expectation {
  /// The anchors that are looked at.
  fileprivate var anchors: [Anchor] {
    questions.flatMap { question -> [Anchor] in
      switch question {
      case .holds(let condition, _): condition.anchors
      case .relation(let relation): (relation.left.parts + relation.right.parts).flatMap(\.terms).map(\.anchor)
      default: []
      }
    }
  }
}
