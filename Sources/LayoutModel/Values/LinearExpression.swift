/// What an expression is about. Every expression of the language has one of these types; the checks of a
/// constraint compare them.
enum ValueType: UInt8, Sendable {
  /// A plain number: also a length in points, or a factor.
  case number
  case length
  case xPosition
  case yPosition

  /// Of an anchor with this attribute.
  init(of attribute: AnchorAttribute) {
    self = attribute.isSize ? .length : attribute.axis == .x ? .xPosition : .yPosition
  }

  var isPosition: Bool { self == .xPosition || self == .yPosition }

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
struct LinearExpression: Sendable {
  var type: ValueType
  /// The first term apart from the others: nearly every expression has at most one.
  var term: Rule.Term?
  var moreTerms: [Rule.Term] = []
  /// 0.8 for `80%`.
  var percent: Quantity?
  var constant: Quantity = .zero

  init(type: ValueType, term: Rule.Term? = nil, percent: Quantity? = nil, constant: Quantity = .zero) {
    self.type = type
    self.term = term
    self.percent = percent
    self.constant = constant
  }

  init(_ constant: Quantity, type: ValueType = .number) { self.init(type: type, constant: constant) }

  init(anchor: Anchor) {
    self.init(type: ValueType(of: anchor.attribute), term: Rule.Term(anchor))
  }

  /// Whether it is known before solving.
  var isConstant: Bool { term == nil && percent == nil }

  var terms: [Rule.Term] { term.map { [$0] + moreTerms } ?? [] }

  func scaled(by factor: Quantity, type: ValueType? = nil) -> LinearExpression {
    var result = self
    result.type = type ?? self.type
    result.term?.multiplier = (term?.multiplier ?? .zero) * factor
    for index in moreTerms.indices { result.moreTerms[index].multiplier = moreTerms[index].multiplier * factor }
    result.percent = percent.map { $0 * factor }
    result.constant = constant * factor
    return result
  }

  /// The sum of both, as a value of `type`; terms with the same anchor become one, and vanish when they cancel.
  func adding(_ other: LinearExpression, type: ValueType) -> LinearExpression {
    var result = self
    result.type = type
    result.constant = constant + other.constant
    switch (percent, other.percent) {
    case (let own?, let others?): result.percent = own + others
    case (nil, let others?): result.percent = others
    default: break
    }
    guard other.term != nil else { return result }
    var terms = terms
    for added in other.terms {
      if let same = terms.firstIndex(where: { $0.anchor == added.anchor }) {
        terms[same].multiplier = terms[same].multiplier + added.multiplier
        if terms[same].multiplier.isZero { terms.remove(at: same) }
      } else {
        terms.append(added)
      }
    }
    result.term = terms.first
    result.moreTerms = Array(terms.dropFirst())
    return result
  }
}

/// Several numbers that belong together, in a fixed order.
enum CompoundKind: UInt8, Sendable {
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

/// What an expression or the right side of a `let` comes to.
enum Value: Sendable {
  case linear(LinearExpression)
  case compound(CompoundKind, [LinearExpression])
  case text(String)
  /// A text with variables in it.
  case template(TextTemplate)
  /// A bare word, a name, `true` or `false`, where one may stand.
  case word(String)
  /// 0xrrggbbaa.
  case colour(UInt32)
  case variableColour(Int32)
  /// Milliseconds.
  case duration(Double)
  case variableDuration(Int32, factor: Double)
  /// With a name, or given to a component; bare sizes and traits in it are still open, as in a branch.
  case condition(Condition)

  var noun: String {
    switch self {
    case .linear(let expression): expression.type.noun
    case .compound(let kind, _): kind.noun
    case .text, .template: "a text"
    case .word: "a word"
    case .colour, .variableColour: "a colour"
    case .duration, .variableDuration: "a duration"
    case .condition: "a condition"
    }
  }
}

extension Value {
  /// As a part of a text: a text itself, or a number known in the file, without a point where it is whole.
  var asText: String? {
    switch self {
    case .text(let text): return text
    case .linear(let expression):
      guard expression.isConstant, expression.type == .number, let number = expression.constant.known else {
        return nil
      }
      return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    default: return nil
    }
  }
}

extension Value {
  /// As a part of a text that has variables in it.
  var asTemplate: TextTemplate? {
    if case .template(let template) = self { return template }
    return asText.map { TextTemplate([.text($0)]) }
  }

  var isText: Bool {
    switch self {
    case .text, .template: true
    default: false
    }
  }
}
