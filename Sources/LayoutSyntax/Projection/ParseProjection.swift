import JSONText

extension SourceText {
  /// Whether it is a layout as JSON: its first byte that is no blank is `{`, with which no layout begins.
  var isProjection: Bool {
    bytes[projectionStart...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }

  /// Behind the mark of the byte order, which some editors write.
  fileprivate var projectionStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// Reads a layout as JSON. The tree is that of the layout's text, so whoever reads trees need not know; places in it
/// and complaints of later stations are about that text, and are shown in the JSON (`SourceText.shown(_:)`).
/// Complaints of this one are about the JSON.
///
/// The text that the JSON says is parsed once: the tree's text is the same in the one style, and only its tokens are
/// cut anew. A string that is more than it should be (`"10 bottom 20"` where one value belongs) is found by projecting
/// the tree again and comparing.
func parseProjection(_ source: SourceText) -> SyntaxTree {
  func failing(_ diagnostics: [Diagnostic]) -> SyntaxTree {
    let end = Int32(source.bytes.count)
    let token = SyntaxToken(kind: .endOfFile, startsLine: true, start: end, end: end)
    var file = SyntaxStorage.Node(kind: .file, firstToken: 0)
    (file.endToken, file.subtreeEnd, file.hasError) = (0, 1, true)
    return SyntaxTree(source: source, tokens: [token], nodes: [file], diagnostics: diagnostics, json: source)
  }
  let document: PlacedJSON
  do throws(JSONSyntaxError) {
    document = try PlacedJSON(parsing: source.bytes, from: source.projectionStart, limits: .layout)
  } catch { return failing([.badJSON(error, in: source)]) }
  var writer = LayoutWriter(source)
  writer.write(document)
  if !writer.complaints.isEmpty { return failing(writer.complaints) }
  let draft = parseText(SourceText(name: source.name, text: writer.text))
  let spots = writer.spots(of: draft.tokens)
  guard let formatted = draft.formatted() else {
    let places = ProjectedPlaces(source, draft.tokens, from: spots)
    return failing(
      draft.diagnostics.map { diagnostic in
        Diagnostic(
          diagnostic.code, diagnostic.severity, diagnostic.message,
          at: diagnostic.place.map { Diagnostic.Place(file: source.name, span: places.place(of: $0.span).span) })
      })
  }
  if let span = document.difference(from: draft.projection) {
    return failing([.moreThanOnePart(at: Diagnostic.Place(file: source.name, span: span))])
  }
  // The style sets blanks and line ends, no tokens.
  var lexer = Lexer(SourceText(name: source.name, bytes: formatted))
  lexer.run()
  let places = ProjectedPlaces(source, lexer.tokens, from: spots)
  return SyntaxTree(
    source: SourceText(name: source.name, bytes: formatted, places: places), tokens: lexer.tokens, like: draft,
    json: source)
}

extension PlacedJSON {
  /// The place in this value of the first thing that the other one, which has the parts in the order of the shapes, has
  /// otherwise. Blanks in strings and empty arrays of clauses make no difference.
  fileprivate func difference(from other: JSON) -> SourceSpan? {
    switch (json, other) {
    case (.string(let left), .string(let right)):
      return left == right || left.filter { $0 != " " } == right.filter { $0 != " " } ? nil : span
    case (.bool(let left), .bool(let right)): return left == right ? nil : span
    case (.number(let left), .number(let right)): return left == right ? nil : span
    case (.null, .null): return nil
    case (.array, .array(let right)):
      let left = elements ?? []
      for (mine, theirs) in zip(left, right) {
        if let found = mine.difference(from: theirs) { return found }
      }
      return left.count == right.count ? nil : (left.count > right.count ? left[right.count].span : span)
    case (.object(let mine), .object(let theirs)):
      // Another construct altogether: any of its strings may be the one that says too much.
      if mine["kind"] != theirs["kind"] { return span }
      let members = members ?? []
      for member in members {
        guard let their = theirs[member.name] else {
          if member.value.saysNothing { continue }
          return member.value.span
        }
        if let found = member.value.difference(from: their) { return found }
      }
      return theirs.members.contains { mine[$0.name] == nil } ? members.last?.value.span ?? span : nil
    default: return span
    }
  }

  private var saysNothing: Bool {
    switch json {
    case .array(let elements): elements.isEmpty
    case .bool(let value): !value
    default: false
    }
  }
}

extension Diagnostic {
  static func moreThanOnePart(at place: Place) -> Diagnostic {
    Diagnostic(.badProjection, "this reads as something else than the part it is given for", at: place)
  }
}
