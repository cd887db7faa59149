/// Reads a document. Never fails: whatever the bytes are, there is a tree over all of them, and a diagnostic for
/// every mistake (the first of each statement, 20 a file at most).
///
/// A document that begins with `{` is a layout as JSON: see `SyntaxTree.projected()`.
///
/// A document that is no UTF-8 has one diagnostic, which says where that shows: whatever else was read in it is not
/// what its author wrote.
///
/// Cost: linear in the text; see `Parser` for the rules where the grammar leaves a choice.
public func parse(_ source: SourceText) -> SyntaxTree {
  guard source.bytes.count <= SyntaxLimits.bytes else {
    let end = SyntaxToken(kind: .endOfFile, startsLine: true, start: 0, end: 0)
    var file = SyntaxStorage.Node(kind: .file, firstToken: 0)
    (file.endToken, file.subtreeEnd, file.hasError) = (0, 1, true)
    return SyntaxTree(
      source: source, tokens: [end], nodes: [file], diagnostics: [.fileTooLarge(source.bytes.count, in: source.name)])
  }
  if source.isUTF16 { return parseText(source).complaining(.utf16(in: source.name)) }
  if source.isProjection { return parseProjection(source) }
  let tree = parseText(source)
  guard let first = source.firstByteOfNoText(from: 0, to: source.bytes.count) else { return tree }
  return tree.complaining(.noUTF8(source.bytes[first], offset: first, in: source.name))
}

/// Reads a layout in the language.
func parseText(_ source: SourceText) -> SyntaxTree {
  var lexer = Lexer(source)
  lexer.run()
  var parser = Parser(source: source, tokens: lexer.tokens, complaints: lexer.complaints)
  parser.file()
  return SyntaxTree(
    source: source, tokens: parser.tokens.fitted, nodes: parser.nodes.fitted,
    diagnostics: parser.sortedDiagnostics())
}

extension Diagnostic {
  static func fileTooLarge(_ bytes: Int, in file: String) -> Diagnostic {
    let place = Place(file: file, span: SourceSpan(start: 0, end: 0))
    return Diagnostic(.fileTooLarge, "the file has \(bytes) bytes; at most \(SyntaxLimits.bytes) are read", at: place)
  }
}
