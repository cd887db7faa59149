/// Reads a document again after an edit; the same tree as `parse` makes of its bytes.
///
/// Most edits change a number or a text, and no rule of the grammar asks what those say. So where an older tree
/// without mistakes has the very same kinds of tokens, names and words, its nodes are the nodes of the new text too:
/// only tokens around the edit are read, and the ones behind it are moved. Every other edit is parsed from the start.
///
/// - Parameter older: the tree of the text before the edit; any other does no harm.
public func parse(_ bytes: [UInt8], named name: String, after older: SyntaxTree?) -> SyntaxTree {
  guard let older, older.source.name == name, let again = older.following(bytes) else {
    return parse(SourceText(name: name, bytes: bytes))
  }
  return again
}

extension SyntaxTree {
  /// The tree of a text that differs from this one's in a short run of bytes, where it has the nodes of this one. That is
  /// little work, however long the text is.
  ///
  /// - Parameter most: how many bytes there may be in the run, before and after.
  /// - Returns: nil where it may be another one.
  public func followed(by bytes: [UInt8], named name: String, overBytes most: Int) -> SyntaxTree? {
    guard json == nil, source.name == name else { return nil }
    let edit = TextEdit(from: source.bytes, to: bytes)
    return max(edit.oldEnd, edit.newEnd) - edit.start <= most ? following(bytes, edit) : nil
  }

  /// The tree of the edited text with the nodes of this one; nil when they are not the same.
  ///
  /// - Parameter known: the edit, if somebody has looked for it.
  fileprivate func following(_ bytes: [UInt8], _ known: TextEdit? = nil) -> SyntaxTree? {
    guard diagnostics.isEmpty, bytes.count <= SyntaxLimits.bytes else { return nil }
    let edit = known ?? TextEdit(from: source.bytes, to: bytes)
    let source = source.replaced(by: bytes, edit)
    let first = firstToken(touchedBy: edit)
    var lexer = first == 0 ? Lexer(source) : Lexer(source, after: tokens[first - 1].end)
    var newer = Array(tokens[..<first])
    newer.reserveCapacity(tokens.count)
    while newer.count < tokens.count {
      let old = tokens[newer.count]
      let token = lexer.next()
      guard lexer.complaints.isEmpty, isLike(old, token, in: source), sticks(newer, to: token) else { return nil }
      newer.append(token)
      // From a token that begins behind the edit, where it began before, everything is read as it was.
      if token.start >= edit.newEnd, Int(token.start) - edit.shift == old.start { break }
    }
    let read = first == 0 ? 0 : Int(tokens[first - 1].end)
    guard source.firstByteOfNoText(from: read, to: Int(newer.last?.end ?? 0)) == nil else { return nil }
    let shift = Int32(edit.shift)
    if shift == 0 {
      newer += tokens[newer.count...]
      return SyntaxTree(source: source, tokens: newer, like: self)
    }
    for index in newer.count..<tokens.count {
      var token = tokens[index]
      token.start += shift
      token.end += shift
      newer.append(token)
    }
    return SyntaxTree(source: source, tokens: newer, like: self)
  }

  /// The first token that may be read differently: no rule of the lexer looks further past a token's end.
  func firstToken(touchedBy edit: TextEdit) -> Int {
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(tokens[middle].end) + Lexer.reach <= edit.start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether the grammar cannot tell two tokens apart, and nobody else can unless they are literals.
  private func isLike(_ old: SyntaxToken, _ new: SyntaxToken, in source: SourceText) -> Bool {
    guard old.kind == new.kind, old.word == new.word, old.startsLine == new.startsLine else { return false }
    if new.kind.isLiteral { return true }
    return self.source.bytes[Int(old.start)..<Int(old.end)].elementsEqual(source.bytes[Int(new.start)..<Int(new.end)])
  }

  /// Whether a token is glued to the one before it just as it was: `ease-in` is one name, `a -b` is two.
  private func sticks(_ newer: [SyntaxToken], to token: SyntaxToken) -> Bool {
    guard let before = newer.last else { return true }
    let old = tokens[newer.count]
    return (before.end == token.start) == (tokens[newer.count - 1].end == old.start)
  }
}

extension TokenKind {
  /// Whether a token of this kind says something that the grammar does not ask for.
  var isLiteral: Bool {
    switch self {
    case .number, .percent, .duration, .string, .multilineString: true
    default: false
    }
  }
}
