import LayoutSyntax

/// A condition without parts that is about something of which others ask as well: a size against a number, or which one
/// of several a trait or configuration is.
struct Question {
  /// What is asked about, in the words of the file. Questions with different subjects have nothing to do with each
  /// other.
  let subject: String
  private let wanted: Wanted

  fileprivate enum Wanted {
    case numbers(Numbers)
    /// - Parameter others: what else there is, if one of them must be.
    case choice(String, others: [String]?)
  }

  /// All numbers between two.
  fileprivate struct Numbers {
    var least = -Double.infinity
    var most = Double.infinity
    var hasLeast = true
    var hasMost = true

    init(_ relation: Relation, _ number: Double) {
      switch relation {
      case .equal: (least, most) = (number, number)
      case .atLeast: least = number
      case .greater: (least, hasLeast) = (number, false)
      case .atMost: most = number
      case .less: (most, hasMost) = (number, false)
      }
    }

    /// Whether no number is in both.
    func excludes(_ other: Numbers) -> Bool { ends(before: other) || other.ends(before: self) }

    private func ends(before other: Numbers) -> Bool {
      most < other.least || most == other.least && !(hasMost && other.hasLeast)
    }

    func contains(_ other: Numbers) -> Bool {
      (least < other.least || least == other.least && (hasLeast || !other.hasLeast))
        && (most > other.most || most == other.most && (hasMost || !other.hasMost))
    }
  }

  /// What a clause like `width 200` answers: how large the view is in whose braces it stands. Nil for a wish, for what
  /// has an id, and for what is no number.
  init?(lengthOf clause: SyntaxNode) {
    guard clause.kind == .widthClause || clause.kind == .heightClause, clause.first(.priority) == nil,
      clause.first(.identifier) == nil, clause.value(at: 1) == nil,
      let number = clause.value(at: 0).flatMap(Self.number)
    else { return nil }
    subject = clause.firstToken.word.rawValue
    wanted = .numbers(Numbers(.equal, number))
  }

  init?(_ condition: SyntaxNode) {
    switch condition.kind {
    case .widthClause, .heightClause:
      guard let length = Question(lengthOf: condition) else { return nil }
      (subject, wanted) = (length.subject, length.wanted)
    case .compare:
      guard let left = condition.value(at: 0), let right = condition.value(at: 1), let relation = condition.relation
      else { return nil }
      if left.kind == .traitCondition {
        guard left.flag, relation == .equal else { return nil }
        (subject, wanted) = Self.trait(TraitName.written(left), TraitName.value(right))
      } else if let number = Self.number(right), left.kind == .reference {
        (subject, wanted) = (left.plainText, .numbers(Numbers(relation, number)))
      } else if let number = Self.number(left), right.kind == .reference {
        (subject, wanted) = (right.plainText, .numbers(Numbers(relation.turned, number)))
      } else {
        return nil
      }
    case .traitCondition:
      guard !condition.flag, let (name, value) = TraitName.meaning(of: condition) else { return nil }
      (subject, wanted) = Self.trait(name, value)
    case .configCondition: (subject, wanted) = ("config", .choice(condition.name, others: nil))
    case .isCondition:
      guard let path = condition.first(.path), let inner = condition.value(at: 0),
        let question = Question(inner)
      else { return nil }
      (subject, wanted) = ("\(path.plainText) is \(question.subject)", question.wanted)
    default: return nil
    }
  }

  private static func trait(_ name: String, _ value: String) -> (String, Wanted) {
    // A device may be none of those that have a word.
    guard name != "idiom", case .word(let all)? = TraitDescription.named(name)?.form else {
      return ("trait \(name)", .choice(value, others: nil))
    }
    return ("trait \(name)", .choice(value, others: all.filter { $0 != value }))
  }

  private static func number(_ node: SyntaxNode) -> Double? {
    if node.kind == .negate { return node.value(at: 0).flatMap(number).map { -$0 } }
    return node.kind == .number && node.unit != .pixels ? node.number : nil
  }

  /// The answer where another question about the same holds, or does not; nil where that does not tell.
  func answer(where other: Question, holds: Bool) -> Bool? {
    switch (wanted, other.wanted) {
    case (.numbers(let mine), .numbers(let known)):
      guard let known = holds ? known : known.complement else { return nil }
      return mine.excludes(known) ? false : mine.contains(known) ? true : nil
    case (.choice(let mine, _), .choice(let known, let others)):
      if holds { return mine == known }
      if mine == known { return false }
      return others == [mine] ? true : nil
    case (.numbers, .choice), (.choice, .numbers): return nil
    }
  }
}

extension Question.Numbers {
  /// All other numbers, where these lie on one side of one.
  fileprivate var complement: Self? {
    guard (least == -.infinity) != (most == .infinity) else { return nil }
    return least == -.infinity
      ? Self(hasMost ? .greater : .atLeast, most) : Self(hasLeast ? .less : .atMost, least)
  }
}

extension Relation {
  /// The same with its sides exchanged.
  fileprivate var turned: Relation {
    switch self {
    case .equal: .equal
    case .atLeast: .atMost
    case .atMost: .atLeast
    case .less: .greater
    case .greater: .less
    }
  }
}
