import Geometry
import LayoutModel

/// A condition that applies at once: an input that flips it is solved by itself, and not with the rest of its turn.
///
/// Two sorts are direct: those of a view that is *simple*, since all conditions under which something is said of it
/// together ask one thing of one view (its size, its traits or its configuration); and those of branches that say
/// `direct`, or whose view says it for all. A condition of a branch includes those of the branches around it.
struct DirectCondition: Sendable {
  let condition: ConditionID
  /// Set for `config NAME` of a view that a `when` of another kind can switch too. Then only a name set from outside
  /// makes the condition flip at once.
  let switchedView: ViewID?

  /// - Parameters:
  ///   - rules: the rules that have a condition.
  ///   - settings: the settings that have one.
  static func all(in layout: ResolvedLayout, ofRules rules: [Int32], settings: [Int]) -> [DirectCondition] {
    let marked = Set(layout.directConditions)
    let questions = layout.conditions.map(\.onlyQuestion)
    if marked.isEmpty, questions.allSatisfy({ $0 == nil }) { return [] }
    var said: [(condition: ConditionID, view: ViewID)] = []
    said.reserveCapacity(rules.count + settings.count)
    for index in rules { said.append((layout.rules[Int(index)].condition!, layout.rules[Int(index)].item.view)) }
    for index in settings { said.append((layout.settings[index].condition!, layout.settings[index].view)) }
    var asked = [AskedOfView](repeating: .nothing, count: layout.views.count)
    for (condition, view) in said { asked[Int(view.index)].add(questions[Int(condition.index)]) }
    var isSimple = [Bool](repeating: false, count: layout.conditions.count)
    for (condition, view) in said {
      if case .one = asked[Int(view.index)] { isSimple[Int(condition.index)] = true }
    }
    let switched = Set(
      layout.configurations.lazy.filter { $0.when.map { $0.onlyQuestion == nil } ?? false }.map(\.view))
    return layout.conditions.indices.compactMap { index in
      let id = ConditionID(Int32(index))
      if !marked.isEmpty, marked.contains(id) { return DirectCondition(condition: id, switchedView: nil) }
      guard isSimple[index], let question = questions[index] else { return nil }
      guard case .configuration(let view) = question else { return DirectCondition(condition: id, switchedView: nil) }
      return DirectCondition(condition: id, switchedView: switched.contains(view) ? view : nil)
    }
  }
}

/// What the conditions under which something is said of a view ask.
private enum AskedOfView {
  case nothing
  case one(Condition.Question)
  case several

  mutating func add(_ question: Condition.Question?) {
    switch (self, question) {
    case (.nothing, let question?): self = .one(question)
    case (.one(let known), let question?) where known == question: break
    default: self = .several
    }
  }
}

extension LayoutScene {
  /// Whether some direct condition holds with `newer` inputs and not now, or the other way round.
  ///
  /// Nothing is solved to find out. So the root has its size from `newer`, and every other view has the size of the
  /// last solve. A condition that a new size of such a view would flip does not count: it flips in the next solve,
  /// together with everything else.
  ///
  /// Inputs cost what is set in the scene, so who has to find them asks first whether any condition is direct.
  public func flipsAtOnce(with newer: SceneInputs) -> Bool {
    guard facts.hasDirectConditions, let current = lowered.last else { return false }
    if newer == solvedInputs { return false }
    let environment = newer.environment
    var lowering = self.lowering(for: current.structure, current.naturals)
    var evaluator = ConditionEvaluator(
      layout: layout, facts: facts, inputs: newer, values: QuantityValues(declared, newer)
    ) { anchor in
      if anchor.view == .root, anchor.guide == .frame,
        let side = anchor.attribute == .width ? environment.width : environment.height
      {
        return side
      }
      return lowering.size(of: anchor, in: current.solver)
    } isHidden: { view in
      current.structure.hides(view, in: facts.tree)
    }
    return facts.directConditions.contains { direct in
      if let view = direct.switchedView {
        let path = layout.views[view].path
        if newer.configurations[path] == solvedInputs?.configurations[path] { return false }
      }
      let index = Int(direct.condition.index)
      return evaluator.holds(layout.conditions[index]) != current.structure.key.conditions[index]
    }
  }
}

extension Condition {
  /// What one view can be asked.
  fileprivate enum Question: Equatable {
    case size(ViewID)
    case traits(ViewID)
    case configuration(ViewID)
  }

  /// The one question to one view that the condition comes down to; nil when it asks several, or asks something else.
  fileprivate var onlyQuestion: Question? {
    var only: Question?
    let asksMore = hasQuestion { question in
      let subject = question.subject
      defer { only = subject }
      return subject == nil || only != nil && only != subject
    }
    return asksMore ? nil : only
  }

  /// What a condition without signs asks of one view.
  private var subject: Question? {
    switch self {
    case .constant, .flag, .hidden, .not, .all, .any: return nil
    case .trait(let view, _, _): return .traits(view)
    case .configuration(let view, _): return .configuration(view)
    case .compare(let left, _, let right):
      if left.terms.isEmpty, right.terms.isEmpty { return nil }
      let terms = left.terms + right.terms
      let isOfTheFile = ([left.constant, right.constant] + terms.map(\.multiplier)).allSatisfy(\.isFixed)
      guard let first = terms.first?.anchor, isOfTheFile else { return nil }
      let isOfOneView = terms.allSatisfy { $0.anchor.view == first.view && $0.anchor.guide == .frame }
      return isOfOneView ? .size(first.view) : nil
    }
  }
}

extension Quantity {
  /// Whether nothing but the file and the screen's scale decides it.
  fileprivate var isFixed: Bool {
    switch self {
    case .literal, .pixels: true
    case .variable, .identified: false
    case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
      .quotient(let left, let right):
      left.isFixed && right.isFixed
    }
  }
}
