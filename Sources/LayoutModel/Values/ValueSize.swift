import LayoutSyntax

/// How large values may be.
///
/// A value that names another one twice is twice as large, and names chained so double with every line. Sums share in
/// memory what they have in common, but whoever evaluates, compares or prints one walks all of it. So a value is
/// measured whenever an operator has made one, as far as it may go; a name that stands for too much is complained about
/// where it first does, and is then none. What copies repeat is another matter: see `CopyLimits`.
extension LayoutResolver {
  /// Numbers and names of a value, or questions and numbers of a condition. By feel: people write ten; as many as a
  /// deep expression may have, twice over.
  static let valueLimit = 2048
  /// Bytes of one text: what `*` may come to as well.
  static let textLengthLimit = 1_000_000
  /// Variables in one text: each of them may be given a long one.
  static let textVariableLimit = 64

  /// The value that an operator has made; nil after a complaint about its size.
  mutating func measured(_ value: Value?, at node: SyntaxNode, _ site: Site) -> Value? {
    guard let objection = value?.objectionToSize else { return value }
    report(objection, at: node, in: site.file)
    return nil
  }

  /// The condition that `&&` or `||` has made, likewise.
  mutating func measured(_ condition: Condition, at node: SyntaxNode, _ site: Site) -> Condition? {
    let value: Value? = .condition(condition)
    return measured(value, at: node, site) == nil ? nil : condition
  }
}

extension Value {
  /// What to say of a value that is too large; nil for nearly every one.
  var objectionToSize: Complaint? {
    var left = LayoutResolver.valueLimit
    switch self {
    case .linear(let expression):
      expression.take(from: &left)
      return left < 0 ? .tooLarge : nil
    case .compound(_, let parts):
      for part in parts { part.take(from: &left) }
      return left < 0 ? .tooLarge : nil
    case .condition(let condition):
      condition.take(from: &left)
      return left < 0 ? .tooLargeCondition : nil
    case .text(let text): return text.utf8.count > LayoutResolver.textLengthLimit ? .tooLongText : nil
    case .template(let template): return template.objectionToSize
    case .word, .colour, .variableColour, .duration, .variableDuration: return nil
    }
  }
}

extension TextTemplate {
  fileprivate var objectionToSize: Complaint? {
    var bytes = 0
    var variables = 0
    for part in parts {
      switch part {
      case .text(let text): bytes += text.utf8.count
      case .variable: variables += 1
      }
    }
    if bytes > LayoutResolver.textLengthLimit { return .tooLongText }
    return variables > LayoutResolver.textVariableLimit ? .tooManyVariables : nil
  }
}

// Each takes its parts from what is left, and looks no further once that is below zero.

extension LinearExpression {
  fileprivate func take(from left: inout Int) {
    constant.take(from: &left)
    percent?.take(from: &left)
    term?.multiplier.take(from: &left)
    for term in moreTerms where left >= 0 { term.multiplier.take(from: &left) }
  }
}

extension Quantity {
  fileprivate func take(from left: inout Int) {
    left -= 1
    if left < 0 { return }
    switch self {
    case .literal, .pixels, .variable: break
    case .identified(_, _, let written): written.take(from: &left)
    case .sum(let first, let second), .difference(let first, let second), .product(let first, let second),
      .quotient(let first, let second):
      first.take(from: &left)
      second.take(from: &left)
    }
  }
}

extension Condition {
  /// How many parts it has, as far as one value may have any.
  var partCount: Int {
    let most = SyntaxLimits.depth * LayoutResolver.valueLimit
    var left = most
    take(from: &left)
    return most - left
  }

  fileprivate func take(from left: inout Int) {
    left -= 1
    if left < 0 { return }
    switch self {
    case .constant, .flag, .trait, .configuration, .hidden: break
    case .compare(let one, _, let other):
      one.take(from: &left)
      other.take(from: &left)
    case .not(let inner): inner.take(from: &left)
    case .all(let parts), .any(let parts): for part in parts where left >= 0 { part.take(from: &left) }
    }
  }
}

extension Measured {
  fileprivate func take(from left: inout Int) {
    constant.take(from: &left)
    for term in terms where left >= 0 { term.multiplier.take(from: &left) }
  }
}

extension Complaint {
  static let tooLarge = Complaint(
    .tooLarge, "this comes to more than \(LayoutResolver.valueLimit) numbers and names, too many for one value")

  static let tooLargeCondition = Complaint(
    .tooLarge, "this comes to more than \(LayoutResolver.valueLimit) questions and numbers, too many for one condition")

  static let tooLongText = Complaint(
    .tooLarge, "this comes to a text of more than \(LayoutResolver.textLengthLimit) bytes")

  static let tooManyVariables = Complaint(
    .tooLarge, "this comes to a text with more than \(LayoutResolver.textVariableLimit) variables in it")
}
