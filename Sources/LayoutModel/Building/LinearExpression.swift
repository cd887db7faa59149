import Geometry

/// What sort of number an expression is. Every expression of the language has one of these types, and the checks of a
/// constraint compare them.
package enum ValueType: UInt8, Sendable {
  /// A plain number. It may stand for a length in points, or for a factor.
  case number
  case length
  case xPosition
  case yPosition

  /// The type of an anchor with this attribute.
  init(of attribute: AnchorAttribute) {
    self = attribute.isSize ? .length : attribute.axis == .x ? .xPosition : .yPosition
  }

  /// Whether it is a place on an axis and not a distance.
  package var isPosition: Bool { self == .xPosition || self == .yPosition }

  /// The type's name in messages.
  var noun: String {
    switch self {
    case .number: "a number"
    case .length: "a length"
    case .xPosition: "a horizontal position"
    case .yPosition: "a vertical position"
    }
  }
}

/// `Σ multiplier · anchor + percent of super's same dimension + constant`, with its type.
///
/// A percentage is kept apart until the constraint says which dimension is meant (`width 80%`, `top == … + 10%`).
///
/// Nearly every expression has one anchor at most and numbers that are known in the file. These parts are stored in
/// place, so that reading and adding such expressions allocates nothing and counts no reference. The parts that few
/// have are behind one reference.
package struct LinearExpression: Sendable {
  /// What sort of number it is.
  package var type: ValueType
  private var hasTerm: Bool
  /// The anchor of the first term; meaningless without a term.
  private var anchor: Anchor
  /// The factor of the first term and the constant of the sum, where they are literal; else 0.
  private var factor: Double
  private var offset: Double
  /// Nil when all numbers are literal, and there is at most one term and no percentage.
  private var rarities: Rarities?

  /// The parts that few expressions have.
  private final class Rarities: Sendable {
    let multiplier: Quantity
    let moreTerms: [Rule.Term]
    let percent: Quantity?
    let constant: Quantity

    init(multiplier: Quantity, moreTerms: [Rule.Term], percent: Quantity?, constant: Quantity) {
      self.multiplier = multiplier
      self.moreTerms = moreTerms
      self.percent = percent
      self.constant = constant
    }
  }

  /// A sum of all parts that an expression may have.
  package init(
    type: ValueType, term: Rule.Term? = nil, moreTerms: [Rule.Term] = [], percent: Quantity? = nil,
    constant: Quantity = .zero
  ) {
    self.type = type
    hasTerm = term != nil
    anchor = term?.anchor ?? Anchor(.root, .left)
    let multiplier = term?.multiplier ?? .zero
    factor = multiplier.known ?? 0
    offset = constant.known ?? 0
    if moreTerms.isEmpty, percent == nil, multiplier.known != nil, constant.known != nil { return }
    rarities = Rarities(multiplier: multiplier, moreTerms: moreTerms, percent: percent, constant: constant)
  }

  /// A constant: a number or a length.
  package init(_ constant: Quantity, type: ValueType = .number) { self.init(type: type, constant: constant) }

  /// An anchor and nothing else.
  package init(_ anchor: Anchor) {
    type = ValueType(of: anchor.attribute)
    hasTerm = true
    self.anchor = anchor
    factor = 1
    offset = 0
  }

  /// The first term. It is apart from the others because nearly every expression has at most one.
  var term: Rule.Term? { hasTerm ? Rule.Term(anchor, times: rarities?.multiplier ?? .literal(factor)) : nil }
  var moreTerms: [Rule.Term] { rarities?.moreTerms ?? [] }
  var terms: [Rule.Term] { term.map { [$0] + moreTerms } ?? [] }

  /// The part that is a percentage: 0.8 for `80%`.
  var percent: Quantity? {
    get { rarities?.percent }
    set {
      if newValue == nil, rarities?.percent == nil { return }
      self = LinearExpression(type: type, term: term, moreTerms: moreTerms, percent: newValue, constant: constant)
    }
  }

  /// The part that is known before solving.
  package var constant: Quantity {
    get { rarities?.constant ?? .literal(offset) }
    set {
      if rarities == nil, case .literal(let value) = newValue {
        offset = value
      } else {
        self = LinearExpression(type: type, term: term, moreTerms: moreTerms, percent: percent, constant: newValue)
      }
    }
  }

  /// Whether the expression is known before solving.
  package var isConstant: Bool { !hasTerm && (rarities == nil || rarities?.percent == nil) }

  /// Whether all its numbers are known in the file, and it has at most one anchor.
  var isPlain: Bool { rarities == nil }

  /// Whether it is an anchor and nothing else.
  var isAnchor: Bool { rarities == nil && hasTerm && factor == 1 && offset == 0 }

  /// The value of the expression, when it is known in the file.
  var number: Double? { rarities == nil && !hasTerm ? offset : nil }

  /// The rule `item comparison self`; nil when the expression is not plain.
  func rule(
    _ item: Anchor, _ comparison: Comparison, priority: Float, condition: ConditionID?, origin: Origin
  ) -> Rule? {
    if rarities != nil { return nil }
    return Rule(
      item, comparison, hasTerm ? anchor : nil, times: factor, plus: offset, priority: priority, condition: condition,
      origin: origin)
  }

  /// The axis of the first anchor; nil without an anchor.
  var axis: Axis? { hasTerm ? anchor.attribute.axis : nil }

  /// The expression times a factor.
  package func scaled(by factor: Quantity) -> LinearExpression {
    var result = self
    if rarities == nil, case .literal(let value) = factor {
      result.factor = self.factor * value
      result.offset = offset * value
      return result
    }
    return LinearExpression(
      type: type, term: term.map { Rule.Term($0.anchor, times: $0.multiplier * factor) },
      moreTerms: moreTerms.map { Rule.Term($0.anchor, times: $0.multiplier * factor) },
      percent: percent.map { $0 * factor }, constant: constant * factor)
  }

  /// The sum of both, as a value of `type`. Terms with the same anchor become one, and vanish when they cancel.
  package func adding(_ other: LinearExpression, type: ValueType) -> LinearExpression {
    if rarities == nil, other.rarities == nil, !hasTerm || !other.hasTerm {
      var result = hasTerm ? self : other
      result.type = type
      result.offset = offset + other.offset
      return result
    }
    var terms = terms
    for added in other.terms {
      if let same = terms.firstIndex(where: { $0.anchor == added.anchor }) {
        terms[same].multiplier = terms[same].multiplier + added.multiplier
        if terms[same].multiplier.isZero { terms.remove(at: same) }
      } else {
        terms.append(added)
      }
    }
    let shares = [percent, other.percent].compactMap { $0 }
    return LinearExpression(
      type: type, term: terms.first, moreTerms: Array(terms.dropFirst()),
      percent: shares.first.map { shares.dropFirst().reduce($0, +) }, constant: constant + other.constant)
  }

  var opposite: LinearExpression { scaled(by: .literal(-1)) }

  /// The expression without its first term.
  var withoutFirstTerm: LinearExpression {
    LinearExpression(
      type: type, term: moreTerms.first, moreTerms: Array(moreTerms.dropFirst()), percent: percent, constant: constant)
  }
}

/// Several numbers that belong together, in a fixed order.
package enum CompoundKind: UInt8, Sendable {
  /// `(a, b)`: horizontal, vertical.
  case pair
  /// `(a, b, c, d)`: top, leading, bottom, trailing.
  case insets
  /// The edges of a rectangle: top, left, bottom, right.
  case edges
  /// The centre of a rectangle: centerX, centerY.
  case center
  /// The size of a rectangle: width, height.
  case size

  var noun: String {
    switch self {
    case .pair: "a pair"
    case .insets: "four insets"
    case .edges: "the edges of a rectangle"
    case .center: "a center"
    case .size: "a size"
    }
  }

  /// The anchor whose value has this shape.
  var anchor: String {
    switch self {
    case .edges: "edges"
    case .center: "center"
    case .pair, .insets, .size: "size"
    }
  }
}
