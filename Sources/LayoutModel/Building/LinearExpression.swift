import Geometry

/// What an expression is about. Every expression of the language has one of these types; the checks of a
/// constraint compare them.
package enum ValueType: UInt8, Sendable {
  /// A plain number: also a length in points, or a factor.
  case number
  case length
  case xPosition
  case yPosition

  /// Of an anchor with this attribute.
  init(of attribute: AnchorAttribute) {
    self = attribute.isSize ? .length : attribute.axis == .x ? .xPosition : .yPosition
  }

  /// Whether it is a place on an axis and no distance.
  package var isPosition: Bool { self == .xPosition || self == .yPosition }

  /// As messages call it.
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
/// A percentage stays apart until the constraint says which dimension is meant (`width 80%`, `top == … + 10%`).
///
/// Nearly every expression has one anchor at most and numbers that are known in the file. These stand in place, so that
/// reading and adding up such a one allocates nothing and counts no reference; what few have is behind one.
package struct LinearExpression: Sendable {
  /// What it is about.
  package var type: ValueType
  private var hasTerm: Bool
  /// Of the first term; of none without one.
  private var anchor: Anchor
  /// Of the first term, and of the sum, where they are literal; else 0.
  private var factor: Double
  private var offset: Double
  /// Nil when all numbers are literal, and there is one term at most and no percentage.
  private var rarities: Rarities?

  /// What few expressions have.
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

  /// A sum with all that it may have.
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

  /// A number, or a length, that is the same everywhere.
  package init(_ constant: Quantity, type: ValueType = .number) { self.init(type: type, constant: constant) }

  /// An anchor and nothing else.
  package init(_ anchor: Anchor) {
    type = ValueType(of: anchor.attribute)
    hasTerm = true
    self.anchor = anchor
    factor = 1
    offset = 0
  }

  /// The first term apart from the others: nearly every expression has at most one.
  var term: Rule.Term? { hasTerm ? Rule.Term(anchor, times: rarities?.multiplier ?? .literal(factor)) : nil }
  var moreTerms: [Rule.Term] { rarities?.moreTerms ?? [] }
  var terms: [Rule.Term] { term.map { [$0] + moreTerms } ?? [] }

  /// 0.8 for `80%`.
  var percent: Quantity? {
    get { rarities?.percent }
    set {
      if newValue == nil, rarities?.percent == nil { return }
      self = LinearExpression(type: type, term: term, moreTerms: moreTerms, percent: newValue, constant: constant)
    }
  }

  /// What is known before solving.
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

  /// Whether it is known before solving.
  package var isConstant: Bool { !hasTerm && (rarities == nil || rarities?.percent == nil) }

  /// Whether all its numbers are known in the file, and there is one anchor at most.
  var isPlain: Bool { rarities == nil }

  /// Whether it is an anchor and nothing else.
  var isAnchor: Bool { rarities == nil && hasTerm && factor == 1 && offset == 0 }

  /// The number that it is, when that is known in the file.
  var number: Double? { rarities == nil && !hasTerm ? offset : nil }

  /// `item comparison self` as a rule, when it is plain.
  func rule(
    _ item: Anchor, _ comparison: Comparison, priority: Float, condition: ConditionID?, origin: Origin
  ) -> Rule? {
    if rarities != nil { return nil }
    return Rule(
      item, comparison, hasTerm ? anchor : nil, times: factor, plus: offset, priority: priority, condition: condition,
      origin: origin)
  }

  /// Of its first anchor; nil without one.
  var axis: Axis? { hasTerm ? anchor.attribute.axis : nil }

  /// As many times as much.
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

  /// The sum of both, as a value of `type`; terms with the same anchor become one, and vanish when they cancel.
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

  /// Everything but the first term.
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
  /// top, left, bottom, right of a rectangle.
  case edges
  /// centerX, centerY of a rectangle.
  case center
  /// width, height of a rectangle.
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

  /// The anchor that makes one.
  var anchor: String {
    switch self {
    case .edges: "edges"
    case .center: "center"
    default: "size"
    }
  }
}
