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

  var meaning: Meaning
  var priority = Priority.required
  var id: ConstraintID?

  init(_ relation: Relation<some AnchorKind>) { meaning = .rule(relation.relation) }

  init(_ first: Relation<Length>, _ second: Relation<Length>) { meaning = .rules(first.relation, second.relation) }

  init(_ relation: CompositeRelation) { meaning = .composite(relation) }

  /// The same with another priority.
  public func priority(_ priority: Priority) -> Constraint {
    var result = self
    result.priority = priority
    return result
  }

  /// The same with another id.
  public func id(_ id: ConstraintID) -> Constraint {
    var result = self
    result.id = id
    return result
  }

  /// Says it.
  public func statement(at site: Site) -> Statement { Statement(.constraint(self), site) }
}

extension Constraint.Rule {
  init(_ relation: SumRelation) {
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
