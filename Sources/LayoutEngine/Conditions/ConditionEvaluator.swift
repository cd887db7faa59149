import Geometry
import LayoutModel

/// Decides which conditions of a layout hold: a function of the inputs and of solved sizes.
///
/// It keeps nothing but what it was given. Sizes come through `measure`, which answers nil while nothing is solved;
/// a comparison with an unknown size does not hold.
struct ConditionEvaluator {
  let layout: ResolvedLayout
  let inputs: SceneInputs
  let values: QuantityValues
  /// Width or height of a view or guide, in points.
  let measure: (Anchor) -> Points?

  /// Questions may lead to questions: a `when` asks for a configuration, a branch sets the trait that another
  /// branch reads. A chain longer than this goes in a circle, and its innermost question is answered with no.
  private static let longestChain = 16

  /// Whether each of `layout.conditions` holds.
  func assignment() -> [Bool] { layout.conditions.map { holds($0) } }

  func holds(_ condition: Condition, depth: Int = 0) -> Bool {
    guard depth < Self.longestChain else { return false }
    return switch condition {
    case .constant(let value): value
    case .trait(let view, let name, let value): trait(name, of: view, depth: depth + 1) == value
    case .flag(let name): inputs.environment.flags.contains(name)
    case .configuration(let view, let name): activeConfiguration(of: view, depth: depth + 1) == name
    case .compare(let left, let comparison, let right): compare(left, comparison, right)
    case .not(let inner): !holds(inner, depth: depth)
    case .all(let parts): parts.allSatisfy { holds($0, depth: depth) }
    case .any(let parts): parts.contains { holds($0, depth: depth) }
    }
  }

  /// The trait as `view` has it: its own, else the nearest one above, else the scene's.
  func trait(_ name: String, of view: ViewID, depth: Int = 0) -> String? {
    var current: ViewID? = view
    while let candidate = current {
      let declared = layout.views[Int(candidate.index)]
      if let own = ownTrait(name, of: declared, depth: depth) { return own }
      current = declared.parent
    }
    return inputs.environment.trait(name)
  }

  private func ownTrait(_ name: String, of view: ResolvedView, depth: Int) -> String? {
    var unconditional: String?
    var conditional: String?
    for setting in layout.settings[Int(view.settings.lowerBound)..<Int(view.settings.upperBound)] {
      guard case .trait(name, let value) = setting.setting else { continue }
      if let condition = setting.condition {
        if holds(layout.conditions[Int(condition.index)], depth: depth) { conditional = value }
      } else {
        unconditional = value
      }
    }
    return conditional ?? unconditional
  }

  /// The name set from outside, else the first `when` that holds, else `initial`, else `main`.
  func activeConfiguration(of view: ViewID, depth: Int = 0) -> String {
    if let name = inputs.configurations[layout.views[Int(view.index)].path] { return name }
    var initial: String?
    for configuration in layout.configurations where configuration.view == view {
      if let when = configuration.when, holds(when, depth: depth) { return configuration.name }
      if configuration.isInitial { initial = initial ?? configuration.name }
    }
    return initial ?? "main"
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

extension Condition {
  /// Whether it compares solved sizes, so that it can only be decided after solving.
  var readsSizes: Bool {
    switch self {
    case .constant, .trait, .flag, .configuration: false
    case .compare(let left, _, let right): !left.terms.isEmpty || !right.terms.isEmpty
    case .not(let inner): inner.readsSizes
    case .all(let parts), .any(let parts): parts.contains(where: \.readsSizes)
    }
  }
}
