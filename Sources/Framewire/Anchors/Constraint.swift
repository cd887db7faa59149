/// A relation, or several that are said at once, with a priority and an id.
///
/// The last priority and the last id said win. What a relation has on its left besides the first anchor moves over to
/// the right, and what cancels is gone: `b.left - 4 == a.right` is about `b.left`.
public struct Constraint: Element {
  /// `item (== | <= | …) terms + constant`.
  struct Rule: Sendable {
    var item: Sum.Term
    var comparison: Comparison
    var terms: [Sum.Term]
    var constant: Double
  }

  enum Meaning: Sendable {
    case rule(SumRelation)
    indirect case rules(SumRelation, SumRelation)
    case composite(CompositeRelation)
  }

  /// Blocks hand statements on, so what is said is behind one reference.
  private final class Said: Sendable {
    let meaning: Meaning
    let priority: Priority
    let id: ConstraintID?

    init(_ meaning: Meaning, _ priority: Priority, _ id: ConstraintID?) {
      (self.meaning, self.priority, self.id) = (meaning, priority, id)
    }
  }

  private let said: Said

  var meaning: Meaning { said.meaning }

  /// What it is about: the first rectangle on its left, and what of it.
  var subject: (place: Place, attribute: Attribute) {
    switch said.meaning {
    case .rule(let rule): (rule.left.first.place, rule.left.first.attribute)
    case .rules(let first, _): (first.left.first.place, first.left.first.attribute)
    case .composite(let relation): (relation.item, relation.attribute)
    }
  }

  var priority: Priority { said.priority }
  var id: ConstraintID? { said.id }

  private init(_ meaning: Meaning, _ priority: Priority = .required, _ id: ConstraintID? = nil) {
    said = Said(meaning, priority, id)
  }

  init(_ relation: Relation<some AnchorKind>, _ priority: Priority = .required, _ id: ConstraintID? = nil) {
    self.init(.rule(relation.relation), priority, id)
  }

  init(_ first: Relation<Length>, _ second: Relation<Length>) {
    self.init(.rules(first.relation, second.relation))
  }

  init(_ relation: CompositeRelation, _ priority: Priority = .required, _ id: ConstraintID? = nil) {
    self.init(.composite(relation), priority, id)
  }

  /// The same with another priority.
  public func priority(_ priority: Priority) -> Constraint { Constraint(meaning, priority, id) }

  /// The same with another id.
  public func id(_ id: ConstraintID) -> Constraint { Constraint(meaning, priority, id) }

  /// Says it.
  public func statement(at site: Site) -> Statement { Statement(.constraint(self), site) }
}

extension Constraint.Rule {
  init(_ relation: SumRelation) {
    var relation = relation
    // A relation is about the view in it, whichever side a record's number is on.
    if relation.left.first.place.node?.field != nil, let right = relation.right, right.first.place.node?.field == nil {
      (relation.left, relation.right) = (right, relation.left)
      relation.comparison = relation.comparison.turned
    }
    item = relation.left.first
    comparison = relation.comparison
    terms = []
    constant = (relation.right?.constant ?? relation.constant) - relation.left.constant
    add(relation.right?.terms ?? [], times: 1)
    add(relation.left.more, times: -1)
    terms.removeAll { $0.multiplier == 0 }
    leaveItemAlone()
  }

  private mutating func add(_ more: [Sum.Term], times factor: Double) {
    for var term in more {
      term.multiplier *= factor
      if let known = terms.firstIndex(where: { $0.isSameAnchor(as: term) }) {
        terms[known].multiplier += term.multiplier
      } else {
        terms.append(term)
      }
    }
  }

  /// Divides by the multiplier of the item. One of zero stays: there is nothing that such a relation is about.
  private mutating func leaveItemAlone() {
    let factor = item.multiplier
    guard factor != 1, factor != 0 else { return }
    item.multiplier = 1
    for index in terms.indices { terms[index].multiplier /= factor }
    constant /= factor
    if factor < 0 { comparison = comparison.turned }
  }
}
