/// A place in a syntax tree: the tree and an index. Two words, no allocation; making, copying and comparing it is
/// cheap. Which children a node has is written at its `SyntaxKind`.
public struct SyntaxNode: Sendable {
  @usableFromInline let storage: SyntaxStorage
  /// Position in preorder; names the node within its tree.
  public let index: Int32

  @inlinable init(storage: SyntaxStorage, index: Int32) {
    self.storage = storage
    self.index = index
  }

  @inlinable var record: SyntaxStorage.Node { storage.nodes[Int(index)] }

  /// Which construct of the language it is; decides about `children` and `detail`.
  @inlinable public var kind: SyntaxKind { record.kind }
  /// What the kind's doc comment says, else 0; the typed accessors decode it.
  @inlinable public var detail: UInt8 { record.detail }
  /// Whether the parser gave up inside this node (children of its block aside): parts may be missing.
  @inlinable public var hasError: Bool { record.hasError }
  /// The text that `span` is about.
  @inlinable public var source: SourceText { storage.source }

  // MARK: Tokens and text

  /// Its tokens, those of its children included.
  @inlinable public var tokens: ArraySlice<SyntaxToken> {
    storage.tokens[Int(record.firstToken)..<Int(record.endToken)]
  }
  /// Also of a node without tokens: the one that follows.
  @inlinable public var firstToken: SyntaxToken { storage.tokens[Int(record.firstToken)] }
  /// Indices into `SyntaxTree.tokens`.
  @inlinable public var tokenRange: Range<Int32> { record.firstToken..<record.endToken }

  /// The bytes from its first token to its last; empty, before the next token, for a node without any.
  @inlinable public var span: SourceSpan {
    let record = record
    let start = storage.tokens[Int(record.firstToken)].start
    guard record.endToken > record.firstToken else { return SourceSpan(start: start, end: start) }
    return SourceSpan(start: start, end: storage.tokens[Int(record.endToken) - 1].end)
  }

  /// Its text as written, comments inside it included.
  public var text: String { storage.source.text(in: span) }

  /// Whether it stands right behind the kind of a view, where views have their name.
  public var followsKind: Bool {
    guard index > 0, case let before = storage.nodes[Int(index) - 1], before.kind == .typeName else { return false }
    return before.endToken == record.firstToken
  }

  // MARK: Children

  /// The nodes directly in it, in the order of the text.
  @inlinable public var children: Children {
    Children(storage: storage, upcoming: index + 1, end: record.subtreeEnd)
  }

  /// The first child of a kind.
  @inlinable public func first(_ kind: SyntaxKind) -> SyntaxNode? {
    let end = record.subtreeEnd
    var child = index + 1
    while child < end {
      if storage.nodes[Int(child)].kind == kind { return SyntaxNode(storage: storage, index: child) }
      child = storage.nodes[Int(child)].subtreeEnd
    }
    return nil
  }

  /// The `count`-th child (from 0) of a kind.
  @inlinable public func child(_ kind: SyntaxKind, at count: Int) -> SyntaxNode? {
    var left = count
    for child in children where child.kind == kind {
      if left == 0 { return child }
      left -= 1
    }
    return nil
  }

  /// Children that are expressions, words or `_`, in order.
  @inlinable public var values: Values { Values(children: children) }

  /// The `count`-th (from 0) of `values`.
  @inlinable public func value(at count: Int) -> SyntaxNode? {
    var left = count
    for value in values {
      if left == 0 { return value }
      left -= 1
    }
    return nil
  }

  /// The children of a node, in order. Walking allocates nothing.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let storage: SyntaxStorage
    @usableFromInline var upcoming: Int32
    @usableFromInline let end: Int32

    @inlinable init(storage: SyntaxStorage, upcoming: Int32, end: Int32) {
      self.storage = storage
      self.upcoming = upcoming
      self.end = end
    }

    /// Whether no child is left.
    @inlinable public var isEmpty: Bool { upcoming >= end }

    @inlinable public mutating func next() -> SyntaxNode? {
      guard upcoming < end else { return nil }
      defer { upcoming = storage.nodes[Int(upcoming)].subtreeEnd }
      return SyntaxNode(storage: storage, index: upcoming)
    }
  }

  /// The children of a node that are values, in order.
  public struct Values: Sequence, IteratorProtocol, Sendable {
    @usableFromInline var children: Children

    @inlinable init(children: Children) { self.children = children }

    @inlinable public mutating func next() -> SyntaxNode? {
      while let child = children.next() {
        if child.kind.isValue { return child }
      }
      return nil
    }
  }
}

extension SyntaxNode: Hashable {
  /// Same node of the same tree.
  @inlinable public static func == (left: SyntaxNode, right: SyntaxNode) -> Bool {
    left.index == right.index && left.storage === right.storage
  }

  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
