/// Views over nodes of one kind: what a reader of the tree asks for, by name. Every part may be missing where the
/// node `hasError`. All are two words, like the node.
public protocol SyntaxView: Sendable {
  var node: SyntaxNode { get }
}

extension SyntaxView {
  /// From its first token to its last.
  public var span: SourceSpan { node.span }
  /// `@…` after a clause or constraint.
  public var priority: PrioritySyntax? { node.first(.priority).map(PrioritySyntax.init) }
  /// `#…` after a clause or constraint.
  public var identifier: SyntaxNode? { node.first(.identifier) }
}

/// `kind name (args) "text" clauses { }`
public struct ViewSyntax: SyntaxView {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// The kind: a word of the language or a component's name.
  public var typeName: SyntaxNode? { node.first(.typeName) }
  /// The kind as text; empty where it is missing.
  public var kindName: String { typeName?.name ?? "" }
  /// The name as it stands there; nil for an unnamed view.
  public var nameNode: SyntaxNode? { node.first(.name) }
  /// Empty for an unnamed view.
  public var name: String { nameNode?.name ?? "" }
  /// `argument` nodes.
  public var arguments: SyntaxNode.Children? { node.first(.argumentList)?.children }
  /// The string as it stands there, its quotes included.
  var textNode: SyntaxNode? { node.first(.string) }
  /// Its text with escapes replaced, repeated as written.
  public var text: String? {
    guard let text = textNode?.string else { return nil }
    let count = textCount
    return count == 1 ? text : String(repeating: text, count: count)
  }
  /// How often the text stands: the whole part of the number after `*`, at most so often that all of it has a million
  /// bytes; 1 without one.
  public var textCount: Int {
    guard let count = node.first(.textRepeat)?.first(.number)?.number, let textNode else { return 1 }
    return Self.times(count, textNode.string)
  }
  /// The expression in parentheses after `*`; nil where a number stands there, or nothing.
  public var textCountExpression: SyntaxNode? {
    node.first(.textRepeat).flatMap { $0.first(.number) == nil ? $0.value(at: 0) : nil }
  }

  /// How often a text stands that is to stand so often: the whole part, at most so often that all of it has a million
  /// bytes.
  public static func times(_ count: Double, _ text: String) -> Int {
    // In this order: of no number, 0.
    Int(Swift.min(Swift.max(0, count), Double(SyntaxLimits.textLength / Swift.max(1, text.utf8.count))))
  }
  /// Clauses and constraints of the view's line.
  public var clauses: LazyFilterSequence<SyntaxNode.Children> { node.children.lazy.filter(\.kind.isClause) }
  /// The block of what is inside.
  public var body: SyntaxNode? { node.first(.block) }
}

/// `left == right @priority #id`
public struct ConstraintSyntax: SyntaxView {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// The anchor, or the expression, on the left.
  public var left: SyntaxNode? { node.value(at: 0) }
  /// `==` where the sign is missing.
  public var relation: Relation { node.relation ?? .equal }
  /// The first expression on the right; composites may have more (`rights`).
  public var right: SyntaxNode? { node.value(at: 1) }
  /// All expressions on the right, as composites have them.
  public var rights: DropFirstSequence<SyntaxNode.Values> { node.values.dropFirst() }
}

/// `anchor within lower..<upper`
public struct WithinSyntax: SyntaxView {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// What is to lie within.
  public var left: SyntaxNode? { node.value(at: 0) }
  /// The expression before the sign.
  public var lower: SyntaxNode? { node.value(at: 1) }
  /// The expression behind the sign.
  public var upper: SyntaxNode? { node.value(at: 2) }
  /// Whether the upper end is included; it is where the sign is missing.
  public var range: RangeOperator { node.rangeOperator ?? .closed }
}

/// `@high-1`
public struct PrioritySyntax: Sendable {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// `word` (required, high, low, fitting), `number`, or `name` of a let.
  public var base: SyntaxNode? { node.children.first { _ in true } }
  /// What is added to the base; 0 when nothing is.
  public var offset: Double {
    var children = node.children
    _ = children.next()
    guard let offset = children.next() else { return 0 }
    return node.detail == 1 ? -offset.number : offset.number
  }
}

/// `panel.row[2].safe.top`
public struct ReferenceSyntax: Sendable {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// Whether it begins with `super`.
  public var isSuper: Bool { node.first(.superSegment) != nil }
  /// `pathSegment` nodes, outermost first.
  public var path: LazyFilterSequence<SyntaxNode.Children> { node.children.lazy.filter { $0.kind == .pathSegment } }
  /// The guide behind the path: `safe`.
  public var guide: GuideName? { node.first(.guideSegment)?.guideName }
  /// The anchor at the end.
  public var anchor: AnchorName? { node.first(.anchorSegment)?.anchorName }
}

/// `margins of a`, `super`, `of a`
public struct PlaceSyntax: Sendable {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// `margins` of `margins of a`.
  public var guide: GuideName? { node.first(.guideSegment)?.guideName }
  /// Whether it is of the view around.
  public var isSuper: Bool { node.first(.superSegment) != nil }
  /// The view it is of; nil for `super`, or where none is said.
  public var path: SyntaxNode? { node.first(.path) }
}

/// `top.leading`, `leading.center`, `center`, `top`
public struct PositionSyntax: Sendable {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// An edge's word, or `.center`.
  public var first: Word { node.firstToken.word }
  /// An edge's word or `.center`; nil when only one is written.
  public var second: Word? { node.tokens.count > 2 ? node.tokens.last?.word : nil }
}

/// `if direct cond animate … { } else …`
public struct IfSyntax: Sendable {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// Whether `direct` stands before the condition.
  public var isDirect: Bool { node.flag }
  /// Nil where it is missing.
  public var condition: SyntaxNode? { node.value(at: 0) }
  /// Of `animate`; nil where that is not said, or says no more.
  public var timing: SyntaxNode? { node.first(.animation)?.first(.timing) }
  /// What holds when the condition does.
  public var body: SyntaxNode? { node.first(.block) }
  /// A `block` or an `ifStatement`.
  public var elseBranch: SyntaxNode? { node.first(.ifStatement) ?? node.child(.block, at: 1) }
}

/// `config visible when cond animate … { }`
public struct ConfigSyntax: Sendable {
  /// Its place in the tree.
  public let node: SyntaxNode

  public init(_ node: SyntaxNode) { self.node = node }

  /// As declared; empty where it is missing.
  public var name: String { node.name }
  /// Behind `when`; nil for one that is chosen from outside.
  public var condition: SyntaxNode? { node.value(at: 0) }
  /// Of `animate`; nil where that is not said, or says no more.
  public var timing: SyntaxNode? { node.first(.animation)?.first(.timing) }
  /// What holds while it is active.
  public var body: SyntaxNode? { node.first(.block) }
}
