import Settables

/// The resolved layout in words, for explanations, messages and golden files.
extension ResolvedLayout {
  /// A rule as text: `title.top == super.safe.top + 8 @required`. Views stand by their paths, the root as `root`, and
  /// numbers as they are written.
  public func text(of rule: Rule) -> String {
    let condition = rule.condition.map { " if \(text(of: conditions[Int($0.index)]))" } ?? ""
    return "\(relation(of: rule))\(text(ofPriority: rule.priority))\(condition)"
  }

  /// A rule as text without its priority and condition: `title.top == super.safe.top + 8`.
  public func relation(of rule: Rule) -> String {
    var right: [String] = []
    if let term = rule.term { right.append(text(of: term.anchor, times: term.multiplier)) }
    for term in rule.moreTerms { right.append(text(of: term.anchor, times: term.multiplier)) }
    return "\(text(of: rule.item)) \(rule.comparison.sign) \(text(ofSum: right, rule.constant))"
  }

  /// An anchor as text: the view's path, the guide if it is not the frame, and the attribute, as in `title.safe.top`.
  public func text(of anchor: Anchor) -> String {
    let view = Int(anchor.view.index)
    let path = views.indices.contains(view) ? views[view].path : "#\(view)"
    let guide = anchor.guide == .frame ? "" : ".\(anchor.guide)"
    return "\(path)\(guide).\(anchor.attribute)"
  }

  /// A condition as text: `root.width > 400`, with `!`, `&&` and `||` between its parts. Views stand by their paths.
  public func text(of condition: Condition) -> String {
    switch condition {
    case .constant(let value): return "\(value)"
    case .trait(let view, let name, let value): return "\(path(of: view)) has \(name) \(value)"
    case .hidden(let view): return "\(path(of: view)) is hidden"
    case .flag(let name): return "flag(\(name))"
    case .configuration(let view, let name): return "\(path(of: view)) is config \(name)"
    case .compare(let left, let comparison, let right):
      return "\(text(of: left)) \(comparison.sign) \(text(of: right))"
    case .not(let inner): return "!(\(text(of: inner)))"
    case .all(let parts): return parts.map { "(\(text(of: $0)))" }.joined(separator: " && ")
    case .any(let parts): return parts.map { "(\(text(of: $0)))" }.joined(separator: " || ")
    }
  }

  /// A quantity as it is written, where that is known: `8`, `2px`, a variable's name, `#gap`.
  public func text(of quantity: Quantity) -> String {
    switch quantity {
    case .literal(let value): return value.asWritten
    case .pixels(let value): return "\(value.asWritten)px"
    case .variable(let index): return variables[Int(index)].name
    case .identified(let index, let component, let written):
      let identifier = identifiers[Int(index)]
      let part = identifier.written.count > 1 ? "[\(component)]" : ""
      return "#\(identifier.name)\(part)=\(text(of: written))"
    case .sum(let left, let right): return "(\(text(of: left)) + \(text(of: right)))"
    case .difference(.literal(0), let right): return "-\(text(of: right))"
    case .difference(let left, let right): return "(\(text(of: left)) - \(text(of: right)))"
    case .product(let left, let right): return "\(text(of: left)) * \(text(of: right))"
    case .quotient(let left, let right): return "\(text(of: left)) / \(text(of: right))"
    }
  }

  private func path(of view: ViewID) -> String {
    views.indices.contains(Int(view.index)) ? views[view].path : "#\(view.index)"
  }

  private func text(of measured: Measured) -> String {
    text(ofSum: measured.terms.map { text(of: $0.anchor, times: $0.multiplier) }, measured.constant)
  }

  private func text(of anchor: Anchor, times multiplier: Quantity) -> String {
    multiplier == .literal(1) ? text(of: anchor) : "\(text(of: multiplier)) * \(text(of: anchor))"
  }

  private func text(ofSum terms: [String], _ constant: Quantity) -> String {
    let sum = terms.joined(separator: " + ")
    if sum.isEmpty { return text(of: constant) }
    switch constant {
    case .literal(0): return sum
    case .literal(let value) where value < 0: return "\(sum) - \((-value).asWritten)"
    case .difference(.literal(0), let right): return "\(sum) - \(text(of: right))"
    default: return "\(sum) + \(text(of: constant))"
    }
  }

  private func text(ofPriority priority: Float) -> String {
    priority == NamedPriority.required ? " @required" : " @\(Double(priority).asWritten)"
  }
}

extension Comparison {
  /// The sign of the comparison, as the language writes it.
  public var sign: String {
    switch self {
    case .equal: "=="
    case .atMost: "<="
    case .atLeast: ">="
    }
  }
}
