/// A relation, or several that are said at once, with a priority and an id.
///
/// The last priority and the last id said win. What a relation has on its left besides the first anchor moves over to
/// the right, and what cancels is gone: `b.left - 4 == a.right` is about `b.left`.
public struct Constraint: Element {
  /// One anchor times a number; of which kind it is the compiler has seen to.
  struct Term: Sendable {
    var place: Place
    var attribute: Attribute
    var multiplier: Double

    func isSameAnchor(as other: Term) -> Bool { place == other.place && attribute == other.attribute }
  }

  /// `item (== | <= | …) terms + constant`.
  struct Rule: Sendable {
    var item: Term
    var comparison: Comparison
    var terms: [Term]
    var constant: Double
  }

  enum Meaning: Sendable {
    case rule(Rule)
    case rules(Rule, Rule)
    case composite(CompositeRelation)
  }

  var meaning: Meaning
  var priority = Priority.required
  var id: ConstraintID?

  init(_ relation: Relation<some AnchorKind>) { meaning = .rule(Rule(relation)) }

  init(_ first: Relation<Length>, _ second: Relation<Length>) { meaning = .rules(Rule(first), Rule(second)) }

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
  fileprivate init<Kind>(_ relation: Relation<Kind>) {
    func term(_ term: Anchor<Kind>.Term, times factor: Double = 1) -> Constraint.Term {
      Constraint.Term(place: term.place, attribute: term.attribute, multiplier: term.multiplier * factor)
    }
    item = term(relation.left.first)
    comparison = relation.comparison
    terms = []
    constant = (relation.right?.constant ?? relation.constant) - relation.left.constant
    let moved = relation.left.more.map { term($0, times: -1) }
    for part in (relation.right?.terms ?? []).map({ term($0) }) + moved {
      if let known = terms.firstIndex(where: { $0.isSameAnchor(as: part) }) {
        terms[known].multiplier += part.multiplier
      } else {
        terms.append(part)
      }
    }
    terms.removeAll { $0.multiplier == 0 }
    leaveItemAlone()
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
