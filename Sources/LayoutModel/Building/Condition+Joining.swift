import Geometry

extension ViewID {
  /// In a condition that is still open: the view that a constraint inside the branch is for.
  package static let subject = ViewID(-1)
  /// In a condition that is still open: the parent of that view, for percentages.
  static let parentOfSubject = ViewID(-2)
}

extension Condition {
  /// The opposite, with double negations and constants folded.
  package var negated: Condition {
    switch self {
    case .constant(let value): .constant(!value)
    case .not(let inner): inner
    default: .not(self)
    }
  }

  /// All of these conditions as one: nested conjunctions are joined and constants folded.
  package static func joining(_ parts: [Condition]) -> Condition {
    var result: [Condition] = []
    for part in parts {
      switch part {
      case .constant(true): continue
      case .constant(false): return part
      case .all(let inner): result += inner
      default: result.append(part)
      }
    }
    return result.isEmpty ? .constant(true) : result.count == 1 ? result[0] : .all(result)
  }

  /// Any of these conditions as one: nested disjunctions are joined and constants folded.
  package static func joiningAny(_ parts: [Condition]) -> Condition {
    var result: [Condition] = []
    for part in parts {
      switch part {
      case .constant(false): continue
      case .constant(true): return part
      case .any(let inner): result += inner
      default: result.append(part)
      }
    }
    return result.isEmpty ? .constant(false) : result.count == 1 ? result[0] : .any(result)
  }

  /// Whether the condition is open: it asks the subject, which a constraint has yet to name.
  var usesSubject: Bool {
    hasQuestion { question in
      switch question {
      case .trait(let view, _, _), .hidden(let view): view == .subject
      case .compare: question.anchors.contains { $0.view == .subject || $0.view == .parentOfSubject }
      default: false
      }
    }
  }

  /// The first width or height of the subject that the condition asks.
  var openDimension: AnchorAttribute? {
    anchors.first { $0.view == .subject }?.attribute
  }

  /// Compares two sides. `<` and `>` keep one device pixel away from the bounds of `<=` and `>=`.
  fileprivate static func compare(_ left: Measured, _ sign: RelationSign, _ right: Measured) -> Condition {
    var right = right
    if sign.pixels < 0 {
      right.constant = right.constant - .pixels(-sign.pixels)
    } else if sign.pixels > 0 {
      right.constant = right.constant + .pixels(sign.pixels)
    }
    return .compare(left, sign.comparison, right)
  }
}

extension LayoutBuilder {
  /// Compares lengths in pairs. A side with one length alone is compared with each length of the other. Nil when a
  /// percentage has no size beside it that says which dimension it is of.
  ///
  /// - Parameter view: the view whose super percentages are of.
  package func condition(
    comparing lefts: [LinearExpression], _ sign: RelationSign, _ rights: [LinearExpression], of view: ViewID
  ) -> Condition? {
    var parts: [Condition] = []
    for index in 0..<max(lefts.count, rights.count) {
      let left = lefts[min(index, lefts.count - 1)]
      let right = rights[min(index, rights.count - 1)]
      let isShare = left.percent != nil || right.percent != nil
      guard let axis = left.axis ?? right.axis ?? (isShare ? nil : .x) else { return nil }
      parts.append(.compare(measured(left, axis, of: view), sign, measured(right, axis, of: view)))
    }
    return .joining(parts)
  }

  /// An expression as a side of a comparison; a percentage in it is of the super's dimension on `axis`.
  func measured(_ expression: LinearExpression, _ axis: Axis, of view: ViewID) -> Measured {
    var terms = expression.terms.map { Measured.Term($0.anchor, times: $0.multiplier) }
    if let percent = expression.percent {
      let anchor =
        view == .subject
        ? Anchor(.parentOfSubject, axis.dimension) : views.drafts.superArea(of: view).anchor(axis.dimension)
      terms.append(Measured.Term(anchor, times: percent))
    }
    return Measured(terms: terms, constant: expression.constant)
  }
}
