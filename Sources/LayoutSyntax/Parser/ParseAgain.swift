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
  /// The tree of a text that differs from this one's in a short run of bytes, where it has the nodes of this one. That
  /// is little work, however long the text is.
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
    // The tokens from `first` on that are read again.
    var read: [SyntaxToken] = []
    while first + read.count < tokens.count {
      let place = first + read.count
      let token = lexer.next()
      let before = read.last ?? (first == 0 ? nil : tokens[first - 1])
      guard lexer.complaints.isEmpty, isLike(tokens[place], token, in: source), sticks(token, to: before, at: place)
      else { return nil }
      read.append(token)
      // From a token that begins behind the edit, where it began before, everything is read as it was.
      if token.start >= edit.newEnd, Int(token.start) - edit.shift == tokens[place].start { break }
    }
    let start = first == 0 ? 0 : Int(tokens[first - 1].end)
    guard source.firstByteOfNoText(from: start, to: Int(read.last?.end ?? Int32(start))) == nil else { return nil }
    let shift = Int32(edit.shift)
    let rest = first + read.count
    // A digit for a digit moves no token: then both texts share all of them.
    if shift == 0, tokens[first..<rest].elementsEqual(read) {
      return SyntaxTree(source: source, tokens: tokens, like: self)
    }
    var newer = tokens
    newer.replaceSubrange(first..<rest, with: read)
    if shift != 0 {
      for index in rest..<newer.count {
        newer[index].start += shift
        newer[index].end += shift
      }
    }
    return SyntaxTree(source: source, tokens: newer, like: self)
  }

  /// The first token that may be read differently: no rule of the lexer looks further past a token's end.
  func firstToken(touchedBy edit: TextEdit) -> Int {
    tokens.partitioningIndex { Int($0.end) + Lexer.reach > edit.start }
  }

  /// Whether the grammar cannot tell two tokens apart, and nobody else can unless they are literals.
  private func isLike(_ old: SyntaxToken, _ new: SyntaxToken, in source: SourceText) -> Bool {
    guard old.kind == new.kind, old.word == new.word, old.startsLine == new.startsLine else { return false }
    if new.kind.isLiteral { return true }
    return self.source.bytes[Int(old.start)..<Int(old.end)].elementsEqual(source.bytes[Int(new.start)..<Int(new.end)])
  }

  /// Whether a token is glued to the one before it just as it was: `ease-in` is one name, `a -b` is two.
  ///
  /// - Parameter place: that of the token.
  private func sticks(_ token: SyntaxToken, to before: SyntaxToken?, at place: Int) -> Bool {
    guard let before else { return true }
    return (before.end == token.start) == (tokens[place - 1].end == tokens[place].start)
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
