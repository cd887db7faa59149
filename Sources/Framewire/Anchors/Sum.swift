/// What arithmetic makes of anchors: `multiplier * anchor + … + constant`.
///
/// Of which kind the anchors are the compiler has seen to, in the types around it. Here nothing is generic, so that a
/// statement costs what it holds.
struct Sum: Sendable {
  /// One anchor times a number.
  struct Term: Sendable {
    var place: Place
    var attribute: Attribute
    var multiplier: Double = 1

    func isSameAnchor(as other: Term) -> Bool { place == other.place && attribute == other.attribute }

    fileprivate func scaled(by factor: Double) -> Term {
      Term(place: place, attribute: attribute, multiplier: multiplier * factor)
    }
  }

  /// Nearly always the only one.
  var first: Term
  var more: [Term] = []
  var constant: Double = 0

  var terms: [Term] { [first] + more }

  func scaled(by factor: Double) -> Sum {
    Sum(first: first.scaled(by: factor), more: more.map { $0.scaled(by: factor) }, constant: constant * factor)
  }

  func adding(_ other: Sum, times factor: Double) -> Sum {
    var result = self
    result.constant += other.constant * factor
    for term in other.terms { result.more.append(term.scaled(by: factor)) }
    return result
  }
}

/// Two sums of one kind, or a sum and a number, compared.
struct SumRelation: Sendable {
  var left: Sum
  var comparison: Comparison
  /// Nil: the right side is a number.
  var right: Sum?
  /// That number.
  var constant: Double = 0
}
