extension BidirectionalCollection<String> {
  /// As a sentence has them: `a`, `a and b`, `a, b and c`.
  package func listed(_ joint: String = "and") -> String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(joint) \(last)"
  }
}
