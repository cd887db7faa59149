/// What is different between two trees with the same nodes: literals may say something else, and blanks and comments
/// may have moved what stands behind them.
///
/// Such trees come from `parse(_:named:after:)`. Names, words and nodes are the same in both, so whoever keeps what
/// it found out about the older one has to ask again only for what reads these literals.
public struct LiteralEdit: Sendable {
  /// The literals that say something else: indices into `SyntaxTree.tokens`, ascending.
  public let literals: [Int32]
  /// Whether everything still stands where it stood.
  public let movesNothing: Bool

  /// The tokens around the edit, before and after; those in front of them are where they were.
  private let old: ArraySlice<SyntaxToken>
  private let new: ArraySlice<SyntaxToken>
  /// Where what is behind them began, and how far it moved.
  private let rest: Int32
  private let shift: Int32

  fileprivate init(from older: SyntaxTree, to newer: SyntaxTree) {
    let edit = TextEdit(from: older.source.bytes, to: newer.source.bytes)
    let (oldTokens, newTokens) = (older.tokens, newer.tokens)
    let first = older.firstToken(touchedBy: edit)
    var end = first
    while end < newTokens.count {
      let start = Int(newTokens[end].start)
      if start >= edit.newEnd, start - edit.shift == oldTokens[end].start { break }
      end += 1
    }
    old = oldTokens[first..<end]
    new = newTokens[first..<end]
    rest = end < oldTokens.count ? oldTokens[end].start : Int32.max
    shift = Int32(edit.shift)
    literals = (first..<end).filter { index in
      guard newTokens[index].kind.isLiteral else { return false }
      let (old, new) = (oldTokens[index], newTokens[index])
      return !older.source.bytes[Int(old.start)..<Int(old.end)]
        .elementsEqual(newer.source.bytes[Int(new.start)..<Int(new.end)])
    }.map(Int32.init)
    movesNothing = shift == 0 && zip(old, new).allSatisfy { $0.start == $1.start && $0.end == $1.end }
  }

  /// Where the span of a node of the older tree is now.
  public func moved(_ span: SourceSpan) -> SourceSpan {
    let start = movedStart(span.start)
    return SourceSpan(start: start, end: span.end == span.start ? start : movedEnd(span.end))
  }

  private func movedStart(_ start: Int32) -> Int32 {
    if start >= rest { return start + shift }
    guard let first = old.first, start >= first.start else { return start }
    let index = old.firstIndex { $0.start >= start }
    return index.map { new[$0].start } ?? start + shift
  }

  private func movedEnd(_ end: Int32) -> Int32 {
    if end > rest { return end + shift }
    guard let first = old.first, end > first.start else { return end }
    let index = old.firstIndex { $0.end >= end }
    return index.map { new[$0].end } ?? end + shift
  }
}

extension SyntaxTree {
  /// What is different since an older tree with the same nodes; nil when this one has nodes of its own.
  public func literalEdit(since older: SyntaxTree) -> LiteralEdit? {
    guard storage.shape === older.storage.shape else { return nil }
    return LiteralEdit(from: older, to: self)
  }

  /// The nodes that a token is part of, outermost first.
  public func nodes(around token: Int32) -> [SyntaxNode] {
    var nodes = [root]
    while let inner = nodes[nodes.count - 1].children.first(where: { $0.tokenRange.contains(token) }) {
      nodes.append(inner)
    }
    return nodes
  }
}
