import Geometry
import LayoutModel

/// A condition that applies at once: an input that flips it is solved by itself, and not with the rest of its turn.
///
/// Two sorts are direct: *simple* conditions, which ask one thing of one view (its size, its traits or its
/// configuration), and conditions of branches that say `direct`. A condition of a branch includes those of the branches
/// around it.
struct DirectCondition: Sendable {
  let condition: ConditionID
  /// Set for `config NAME` of a view that a `when` of another kind can switch too. Then only a name set from outside
  /// makes the condition flip at once.
  let switchedView: ViewID?

  static func all(in layout: ResolvedLayout) -> [DirectCondition] {
    let marked = Set(layout.directConditions)
    let switched = Set(
      layout.configurations.lazy.filter { $0.when.map { $0.onlyQuestion == nil } ?? false }.map(\.view))
    return layout.conditions.indices.compactMap { index in
      let id = ConditionID(Int32(index))
      if marked.contains(id) { return DirectCondition(condition: id, switchedView: nil) }
      guard let question = layout.conditions[index].onlyQuestion else { return nil }
      guard case .configuration(let view) = question else { return DirectCondition(condition: id, switchedView: nil) }
      return DirectCondition(condition: id, switchedView: switched.contains(view) ? view : nil)
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
  /// - Parameter newer: costs what is set in the scene; it is not asked for where no condition is direct.
  public func flipsAtOnce(with newer: @autoclosure () -> SceneInputs) -> Bool {
    guard !facts.directConditions.isEmpty, let current = lowered.last else { return false }
    let newer = newer()
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
        let path = layout.views[Int(view.index)].path
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
    switch self {
    case .constant, .flag, .hidden: return nil
    case .trait(let view, _, _): return .traits(view)
    case .configuration(let view, _): return .configuration(view)
    case .compare(let left, _, let right):
      let terms = left.terms + right.terms
      let isOfTheFile = ([left.constant, right.constant] + terms.map(\.multiplier)).allSatisfy(\.isFixed)
      guard let first = terms.first?.anchor, isOfTheFile else { return nil }
      let isOfOneView = terms.allSatisfy { $0.anchor.view == first.view && $0.anchor.guide == .frame }
      return isOfOneView ? .size(first.view) : nil
    case .not(let inner): return inner.onlyQuestion
    case .all(let parts), .any(let parts):
      guard let first = parts.first?.onlyQuestion else { return nil }
      return parts.dropFirst().allSatisfy { $0.onlyQuestion == first } ? first : nil
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
