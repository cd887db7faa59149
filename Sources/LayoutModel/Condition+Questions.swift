/// What conditions and expectations are made of: questions, joined by *not*, *all* and *any*. Whoever looks for what
/// they ask, or puts the same questions to other views, speaks of one question; only who answers them minds the signs.
extension Condition {
  /// The conditions without signs that it is made of, in the order in which they are written.
  public var questions: [Condition] {
    var found: [Condition] = []
    _ = hasQuestion { question in
      found.append(question)
      return false
    }
    return found
  }

  /// Whether one of its questions is such a one. Looks no further than at the first.
  public func hasQuestion(where isWanted: (Condition) -> Bool) -> Bool {
    switch self {
    case .constant, .trait, .flag, .configuration, .hidden, .compare: isWanted(self)
    case .not(let inner): inner.hasQuestion(where: isWanted)
    case .all(let parts), .any(let parts): parts.contains { $0.hasQuestion(where: isWanted) }
    }
  }

  /// The condition with other questions between the same signs.
  public func mapQuestions(_ other: (Condition) -> Condition) -> Condition {
    switch self {
    case .constant, .trait, .flag, .configuration, .hidden, .compare: other(self)
    case .not(let inner): .not(inner.mapQuestions(other))
    case .all(let parts): .all(parts.map { $0.mapQuestions(other) })
    case .any(let parts): .any(parts.map { $0.mapQuestions(other) })
    }
  }

  /// The anchors whose solved sizes the condition compares.
  public var anchors: [Anchor] {
    var found: [Anchor] = []
    forEachAnchor { found.append($0) }
    return found
  }

  /// Calls `body` with the anchors whose solved sizes the condition compares.
  public func forEachAnchor(_ body: (Anchor) -> Void) {
    _ = hasQuestion { question in
      guard case .compare(let left, _, let right) = question else { return false }
      for term in left.terms { body(term.anchor) }
      for term in right.terms { body(term.anchor) }
      return false
    }
  }
}

extension Expectation {
  /// The expectations without signs that it is made of, in the order in which they are written.
  public var questions: [Expectation] {
    switch self {
    case .holds, .relation, .look: [self]
    case .not(let inner): inner.questions
    case .all(let parts), .any(let parts): parts.flatMap(\.questions)
    }
  }

  /// The expectation with other questions between the same signs.
  func mapQuestions(_ other: (Expectation) -> Expectation) -> Expectation {
    switch self {
    case .holds, .relation, .look: other(self)
    case .not(let inner): .not(inner.mapQuestions(other))
    case .all(let parts): .all(parts.map { $0.mapQuestions(other) })
    case .any(let parts): .any(parts.map { $0.mapQuestions(other) })
    }
  }
}
