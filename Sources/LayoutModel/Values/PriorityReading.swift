import LayoutSyntax

extension LayoutResolver {
  /// Reads a priority from 0 to 1000: `@high-1`, `@999`, `@mine`. Nil after a complaint.
  mutating func priority(_ node: SyntaxNode, _ site: Site) -> Float? {
    let priority = PrioritySyntax(node)
    guard let base = priority.base else { return nil }
    let value: Double
    switch base.kind {
    case .number: value = base.number
    default:
      guard let named = namedPriority(base, at: node, site) else { return nil }
      value = named
    }
    let sum = value + priority.offset
    guard sum >= 0, sum <= Double(NamedPriority.required) else {
      report(.priorityRange(node.text), at: node, in: site.file)
      return nil
    }
    return Float(sum)
  }

  /// The number of a priority that is a word of the language, a value of the file, or a name that UIKit has.
  private mutating func namedPriority(_ base: SyntaxNode, at node: SyntaxNode, _ site: Site) -> Double? {
    if let known = NamedPriority.priority(base.word) { return Double(known) }
    guard let declared = declaredValue(named: base, site) else {
      let name = base.name
      if let known = NamedPriority.namesInUIKit.first(where: { $0.name == name }) { return Double(known.priority) }
      let names = NamedPriority.names + NamedPriority.namesInUIKit.map(\.name)
      report(.unknownPriority(name, nearest: nearestName(to: name, in: names)), at: node, in: site.file)
      return nil
    }
    guard case .linear(let expression) = declared, let number = expression.constant.known, expression.isConstant else {
      report(.priorityType(base.name), at: node, in: site.file)
      return nil
    }
    return number
  }
}

extension LayoutResolver {
  /// Reports a priority at a clause that makes no rule, such as the gap of a stack: it cannot give way.
  mutating func refusePriority(of node: SyntaxNode, in file: Int32) {
    if let priority = node.first(.priority) {
      report(.priorityWithoutRule(node.firstToken.word.rawValue), at: priority, in: file)
    }
  }
}

extension Complaint {
  static let secondPriority = Complaint(
    .badPriority, "this placement has a priority already, and what stands behind it is part of it", replacement: "")

  static func priorityWithoutRule(_ word: String) -> Complaint {
    Complaint(.badPriority, "this '\(word)' is no constraint, so it has no priority", replacement: "")
  }

  static func unknownPriority(_ name: String, nearest: String?) -> Complaint {
    Complaint(
      .badPriority, "there is no priority '\(name)'\(didYouMean(nearest, "@"))", replacement: nearest.map { "@" + $0 })
  }

  static func priorityType(_ name: String) -> Complaint {
    Complaint(.badPriority, "'\(name)' is not a number known in the file, and priorities are")
  }

  static func priorityRange(_ text: String) -> Complaint {
    Complaint(.badPriority, "'\(text)' is not between 0 and \(Int(NamedPriority.required))")
  }
}
