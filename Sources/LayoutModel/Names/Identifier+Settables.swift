public import Settables

/// What the outside may set of an id beside its numbers: the priority of its clause, the factor in it, and whether it
/// is in force.
extension ResolvedLayout {
  /// Why something cannot be set of an id, in words; nil where it can.
  ///
  /// - Parameters:
  ///   - index: the place of the id in `identifiers`.
  ///   - rules: those of its clause, as `IdentifierPlaces.rules(in:)` has them.
  public func objection(toSetting settable: Settable, ofIdentifier index: Int, rules: [Int32]) -> String? {
    let name = "'#\(identifiers[index].name)'"
    switch settable {
    case .priority: return rules.isEmpty ? "\(name) is on no constraint, so it has no priority" : nil
    case .active: return rules.isEmpty ? "\(name) is on no constraint, so it is always in force" : nil
    case .multiplier:
      if rules.contains(where: { self.rules[Int($0)].settableMultiplier != nil }) { return nil }
      let isFactor = rules.contains { self.rules[Int($0)].term != nil && self.rules[Int($0)].moreTerms.isEmpty }
      return isFactor
        ? "\(name) is the factor itself: set it as a number"
        : "\(name) has no single anchor on its right side to multiply"
    default: return nil
    }
  }

  /// What the file has of an id in the place of something that can be set; nil where it says nothing.
  ///
  /// - Parameters:
  ///   - index: the place of the id in `identifiers`.
  ///   - rules: those of its clause; of a number it does not matter.
  public func written(_ settable: Settable, ofIdentifier index: Int, rules: [Int32]) -> String? {
    switch settable {
    case .constant: identifiers[index].written.map(text(of:)).joined(separator: ", ")
    case .priority: listed(rules.map { .literal(Double(self.rules[Int($0)].priority)) })
    case .multiplier: listed(rules.compactMap { self.rules[Int($0)].settableMultiplier })
    default: nil
    }
  }

  /// One number for each rule, or only one where all are alike.
  private func listed(_ numbers: [Quantity]) -> String {
    let isShared = numbers.allSatisfy { $0 == numbers[0] }
    return numbers.prefix(isShared ? 1 : numbers.count).map(text(of:)).joined(separator: ", ")
  }
}

extension Rule {
  /// The factor of the one anchor on the right side, where the outside may set it: it is no number of an id itself. Nil
  /// where there is no such factor.
  public var settableMultiplier: Quantity? {
    guard let term, moreTerms.isEmpty else { return nil }
    var isIdentified = false
    term.multiplier.forEachIdentifier { _ in isIdentified = true }
    return isIdentified ? nil : term.multiplier
  }
}
