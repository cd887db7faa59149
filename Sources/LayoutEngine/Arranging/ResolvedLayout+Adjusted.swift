import LayoutModel
import LayoutSyntax

extension ResolvedLayout {
  /// This layout with identified constraints as the outside has set them: with other priorities and factors, or out of
  /// force. Rules keep their places, so whatever asks for them by number finds them.
  func adjusted(by adjustments: ConstraintAdjustments) -> ResolvedLayout {
    if adjustments.isEmpty { return self }
    let rulesOfIdentifiers = IdentifierPlaces(in: self).rules(in: self)
    var result = self
    var never: ConditionID?
    for (index, identifier) in identifiers.enumerated() {
      let key = identifier.key(in: self)
      let priority = adjustments.priorities[key]
      let multiplier = adjustments.multipliers[key]
      let isInactive = adjustments.inactive.contains(key)
      guard priority != nil || multiplier != nil || isInactive else { continue }
      for rule in rulesOfIdentifiers[index].map(Int.init) {
        if let priority { result.rules[rule].priority = priority }
        if let multiplier, rules[rule].settableMultiplier != nil {
          result.rules[rule].setMultiplier(.literal(multiplier))
        }
        if isInactive {
          let condition = never ?? result.addCondition(.constant(false), at: identifier.origin)
          result.rules[rule].condition = condition
          never = condition
        }
      }
    }
    return result
  }

  private mutating func addCondition(_ condition: Condition, at origin: Origin) -> ConditionID {
    conditions.append(condition)
    conditionOrigins.append(origin)
    return ConditionID(Int32(conditions.count - 1))
  }
}
