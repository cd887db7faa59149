import Geometry
import LayoutModel

/// Decides which conditions of a layout hold: a function of the inputs, of solved sizes and of what is hidden.
///
/// It keeps only what it was given and the names it has found. Sizes come through `measure`, which answers nil while
/// nothing is solved; a comparison with an unknown size does not hold.
struct ConditionEvaluator {
  let layout: ResolvedLayout
  let facts: LayoutFacts
  let inputs: SceneInputs
  let values: QuantityValues
  /// The width or height of a view or guide, in points.
  let measure: (Anchor) -> Points?
  /// Whether a view is hidden, or inside of a hidden one; false while nothing is solved.
  let isHidden: (ViewID) -> Bool

  /// Active configurations found so far. A `when` may ask for another view's configuration. While a view is being
  /// asked, its entry is nil, so a circle of such questions ends: the one that comes back to the view does not hold.
  private var names: [ViewID: String?] = [:]

  init(
    layout: ResolvedLayout, facts: LayoutFacts, inputs: SceneInputs, values: QuantityValues,
    measure: @escaping (Anchor) -> Points?, isHidden: @escaping (ViewID) -> Bool
  ) {
    self.layout = layout
    self.facts = facts
    self.inputs = inputs
    self.values = values
    self.measure = measure
    self.isHidden = isHidden
  }

  /// Whether each of `layout.conditions` holds.
  mutating func assignment() -> [Bool] {
    var assignment: [Bool] = []
    assignment.reserveCapacity(layout.conditions.count)
    for condition in layout.conditions { assignment.append(holds(condition)) }
    return assignment
  }

  mutating func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .constant(let value): return value
    case .trait(let view, let name, let value): return trait(name, of: view) == value
    case .hidden(let view): return isHidden(view)
    case .flag(let name): return inputs.environment.flags.contains(name)
    case .configuration(let view, let name): return activeConfiguration(of: view) == name
    case .compare(let left, let comparison, let right): return compare(left, comparison, right)
    case .not(let inner): return !holds(inner)
    case .all(let parts):
      for part in parts where !holds(part) { return false }
      return true
    case .any(let parts):
      for part in parts where holds(part) { return true }
      return false
    }
  }

  /// The trait as `view` has it: its own, else that of the nearest view above, else the scene's.
  func trait(_ name: String, of view: ViewID) -> String? {
    if facts.setsTraits {
      var current: ViewID? = view
      while let candidate = current {
        if let own = ownTrait(name, of: layout.views[candidate]) { return own }
        current = facts.tree.parent(of: candidate)
      }
    }
    return inputs.environment.trait(name)
  }

  private func ownTrait(_ name: String, of view: ResolvedView) -> String? {
    var own: String?
    for setting in layout.settings[Int(view.settings.lowerBound)..<Int(view.settings.upperBound)] {
      if case .trait(name, let value) = setting.setting { own = value }
    }
    return own
  }

  /// The configuration set from outside, else the first whose `when` holds, else the one that `initial` names, else
  /// `main`. Nil while that is being found out.
  mutating func activeConfiguration(of view: ViewID) -> String? {
    if let known = names[view] { return known }
    names.updateValue(nil, forKey: view)
    let name = findConfiguration(of: view)
    names.updateValue(name, forKey: view)
    return name
  }

  private mutating func findConfiguration(of view: ViewID) -> String {
    if let name = inputs.configurations[layout.views[view].path] { return name }
    var initial: String?
    for configuration in facts.configurations[view] ?? [] {
      if let when = configuration.when, holds(when) { return configuration.name }
      if configuration.isInitial { initial = configuration.name }
    }
    return initial ?? Configuration.main
  }

  private func compare(_ left: Measured, _ comparison: Comparison, _ right: Measured) -> Bool {
    guard let left = value(of: left), let right = value(of: right) else { return false }
    let leftPixels = left.rounded(toPixelsAt: values.scale)
    let rightPixels = right.rounded(toPixelsAt: values.scale)
    return switch comparison {
    case .equal: leftPixels == rightPixels
    case .atMost: leftPixels <= rightPixels
    case .atLeast: leftPixels >= rightPixels
    }
  }

  private func value(of side: Measured) -> Double? {
    var sum = values.value(of: side.constant)
    for term in side.terms {
      guard let size = measure(term.anchor) else { return nil }
      sum += size * values.value(of: term.multiplier)
    }
    return sum
  }
}
