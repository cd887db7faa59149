/// What a document says, in full: its bytes, its tokens and the nodes over them.
///
/// Nodes stand in one array in preorder, each with the range of its tokens and the end of its subtree, so a tree
/// is three allocations and walking it needs none. Nothing is lost: blanks and comments are the bytes between two
/// tokens. Every document has a tree; mistakes leave `error` nodes and diagnostics.
public struct SyntaxTree: Sendable {
  @usableFromInline let storage: SyntaxStorage

  /// The JSON it was read from; nil for a layout that was written as one.
  public let json: SourceText?

  init(
    source: SourceText, tokens: [SyntaxToken], nodes: [SyntaxStorage.Node], diagnostics: [Diagnostic],
    json: SourceText? = nil
  ) {
    storage = SyntaxStorage(
      source: source, tokens: tokens, nodes: nodes, diagnostics: diagnostics, shape: SyntaxShape())
    self.json = json
  }

  /// The nodes of a tree without complaints over other tokens of the same kinds.
  init(source: SourceText, tokens: [SyntaxToken], like older: SyntaxTree, json: SourceText? = nil) {
    precondition(tokens.count == older.tokens.count, "\(tokens.count) tokens for \(older.tokens.count)")
    storage = SyntaxStorage(
      source: source, tokens: tokens, nodes: older.storage.nodes, diagnostics: [], shape: older.storage.shape)
    self.json = json
  }

  /// The same tree with nothing but one complaint.
  func complaining(_ diagnostic: Diagnostic) -> SyntaxTree {
    SyntaxTree(source: source, tokens: tokens, nodes: storage.nodes, diagnostics: [diagnostic], json: json)
  }

  /// The layout's text, which all spans index; not the JSON it may come from.
  public var source: SourceText { storage.source }
  /// The bytes that were read.
  public var written: [UInt8] { json?.bytes ?? source.bytes }
  /// Every token in order; the last is `endOfFile`.
  public var tokens: [SyntaxToken] { storage.tokens }
  /// What the lexer and the parser complain about, in the order of the text.
  public var diagnostics: [Diagnostic] { storage.diagnostics }
  /// The node of the whole file.
  public var root: SyntaxNode { SyntaxNode(storage: storage, index: 0) }
  package var nodeCount: Int { storage.nodes.count }

  /// The node with `SyntaxNode.index`.
  @inlinable public func node(at index: Int32) -> SyntaxNode {
    precondition(index >= 0 && Int(index) < storage.nodes.count, "no node \(index) of \(storage.nodes.count)")
    return SyntaxNode(storage: storage, index: index)
  }
}

extension SyntaxTree: Equatable {
  /// Same text, same tree: what follows from the text is not compared.
  public static func == (left: SyntaxTree, right: SyntaxTree) -> Bool {
    left.storage === right.storage || left.source == right.source
  }
}

/// Is the same for trees that differ in literals and blanks alone: they have the same nodes over tokens of the same
/// kinds, spelling the same names and words.
final class SyntaxShape: Sendable {}

/// What nodes of one tree share; immutable.
@usableFromInline final class SyntaxStorage: Sendable {
  /// 16 bytes.
  @usableFromInline struct Node: Sendable {
    @usableFromInline var kind: SyntaxKind
    /// What the kind's doc comment says, else 0.
    @usableFromInline var detail: UInt8
    @usableFromInline var hasError: Bool
    @usableFromInline var firstToken: Int32
    /// One past its last token; below 0 while the parser is in it.
    @usableFromInline var endToken: Int32
    /// One past its last descendant.
    @usableFromInline var subtreeEnd: Int32

    @inlinable init(kind: SyntaxKind, firstToken: Int32) {
      self.kind = kind
      self.detail = 0
      self.hasError = false
      self.firstToken = firstToken
      self.endToken = -1
      self.subtreeEnd = -1
    }
  }

  @usableFromInline let source: SourceText
  @usableFromInline let tokens: [SyntaxToken]
  @usableFromInline let nodes: [Node]
  @usableFromInline let diagnostics: [Diagnostic]
  let shape: SyntaxShape

  init(
    source: SourceText, tokens: [SyntaxToken], nodes: [Node], diagnostics: [Diagnostic], shape: SyntaxShape
  ) {
    self.source = source
    self.tokens = tokens
    self.nodes = nodes
    self.diagnostics = diagnostics
    self.shape = shape
  }
}
