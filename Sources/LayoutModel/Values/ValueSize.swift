import LayoutSyntax

/// Limits how large values may be.
///
/// A value that names another one twice is twice as large, and with names chained in this way the size doubles with
/// every line. Sums share in memory what they have in common, but whoever evaluates, compares or prints one walks all
/// of it. So a value is measured whenever an operator has made one. A name that stands for too much is reported where
/// it first does, and then has no value. What copies repeat is limited elsewhere: see `Budget`.
extension LayoutResolver {
  /// The value that an operator has made; nil after a complaint about its size.
  mutating func measured(_ value: Value?, at node: SyntaxNode, _ site: Site) -> Value? {
    guard let value else { return nil }
    var count = PartCount()
    let objection = value.objectionToSize(&count)
    guard spend(steps: count.number, at: node, site) else { return nil }
    guard let objection else { return value }
    report(objection, at: node, in: site.file)
    return nil
  }

  /// The condition that `&&` or `||` has made; nil after a complaint about its size.
  mutating func measured(_ condition: Condition, at node: SyntaxNode, _ site: Site) -> Condition? {
    let value: Value? = .condition(condition)
    return measured(value, at: node, site) == nil ? nil : condition
  }
}

extension Value {
  /// How many parts it has, as far as one value may have any.
  var partCount: Int {
    var count = PartCount()
    _ = objectionToSize(&count)
    return 1 + count.number
  }

  /// The complaint about a value that is too large; nil for nearly every value.
  ///
  /// - Parameter count: takes what there was to count.
  fileprivate func objectionToSize(_ count: inout PartCount) -> Complaint? {
    switch self {
    case .linear(let expression):
      if expression.isPlain { return nil }
      expression.countParts(&count)
      return count.isTooMany ? .tooLarge : nil
    case .compound(_, let parts):
      for part in parts { part.countParts(&count) }
      return count.isTooMany ? .tooLarge : nil
    case .condition(let condition):
      condition.countParts(&count)
      return count.isTooMany ? .tooLargeCondition : nil
    case .text(let text): return text.utf8.count > ModelLimits.textLength ? .tooLongText : nil
    case .template(let template): return template.objectionToSize(&count)
    case .word, .colour, .variableColour, .duration, .variableDuration: return nil
    }
  }
}

extension TextTemplate {
  fileprivate func objectionToSize(_ count: inout PartCount) -> Complaint? {
    var bytes = 0
    var variables = 0
    for part in parts {
      count.countOne()
      switch part {
      case .text(let text): bytes += text.utf8.count
      case .variable: variables += 1
      }
    }
    if bytes > ModelLimits.textLength { return .tooLongText }
    return variables > ModelLimits.textVariables ? .tooManyVariables : nil
  }
}

extension Complaint {
  static let tooLarge = Complaint(
    .tooLarge, "this comes to more than \(ModelLimits.valueParts) numbers and names, too many for one value")

  static let tooLargeCondition = Complaint(
    .tooLarge, "this comes to more than \(ModelLimits.valueParts) questions and numbers, too many for one condition")

  static let tooLongText = Complaint(
    .tooLarge, "this comes to a text of more than \(ModelLimits.textLength) bytes")

  static let tooManyVariables = Complaint(
    .tooLarge, "this comes to a text with more than \(ModelLimits.textVariables) variables in it")
}
