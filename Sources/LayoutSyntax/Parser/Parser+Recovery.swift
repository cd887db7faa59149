/// Statements and blocks, and how reading goes on after a mistake in one of them.
extension Parser {
  /// Reads one statement by `rule`, and skips what stands before the next one.
  mutating func statement(_ rule: (inout Parser) throws(StatementAbandoned) -> Void) {
    let (outerStart, outerBlocks, outerExpressions) = (statementStart, blockDepth, expressionDepth)
    let wasInTest = isInTest
    statementStart = position
    let (firstNode, firstToken) = (nodes.count, position)
    do throws(StatementAbandoned) {
      try rule(&self)
      try expectStatementEnd()
    } catch {
      recover(from: firstNode)
    }
    if position == firstToken && !isAtStatementEnd {
      let error = start(.error)
      advance()
      finish(error)
    }
    (statementStart, blockDepth, expressionDepth) = (outerStart, outerBlocks, outerExpressions)
    isInTest = wasInTest
  }

  private mutating func expectStatementEnd() throws(StatementAbandoned) {
    if isAtStatementEnd || (position > 0 && tokens[position - 1].kind == .rightBrace) { return }
    switch kind {
    case .leftBrace: throw fail(.blockWithoutOwner(at: here))
    case .equal, .colon: throw fail(.expectedConstraintOperator(found: currentText, at: here))
    case .equalEqual, .greaterEqual, .lessEqual, .less, .greater: throw fail(.chainedComparison(currentText, at: here))
    case .identifier where word == .and: throw fail(.foreignOperator("and", use: "&&", at: here))
    case .identifier where word == .or: throw fail(.foreignOperator("or", use: "||", at: here))
    case .identifier: throw fail(unfinishedStatement)
    default: throw fail(.unexpected(found, expected: "the end of the statement", at: foundPlace))
    }
  }

  /// Says that another statement begins here; but not of a choice behind the text at a name: `"Done" if … else "Edit"`.
  var unfinishedStatement: Diagnostic {
    if word == .if, position > 0, tokens[position - 1].kind == .string {
      var next = rawToken(ahead: 1)
      var distance = 1
      while !next.startsLine, ![.leftBrace, .semicolon, .endOfFile].contains(next.kind) {
        if next.word == .else { return .choiceAtName("chosen", at: here, text: tokens[position - 1].start) }
        distance += 1
        next = rawToken(ahead: distance)
      }
    }
    if let complaint = conditionBehindClause { return complaint }
    return .unfinishedStatement(found: currentText, at: here)
  }

  /// Leaves a broken statement: closes its inner nodes, puts what is skipped into `error` nodes, reads the blocks on
  /// the way as children of the statement's own node, and stops at the statement's end.
  private mutating func recover(from firstNode: Int) {
    closeNodes(after: firstNode)
    let owner = firstNode < nodes.count && nodes[firstNode].endToken < 0
    let limit = closingParenthesis()
    parentheses = 0
    var error: Int?
    var isDone = kind == .semicolon && position >= limit
    while !isDone {
      let token = tokens[position]
      switch token.kind {
      case .endOfFile, .rightBrace: isDone = true
      case .semicolon where position >= limit: isDone = true
      case .leftBrace:
        if let error { finish(error) }
        error = nil
        block()
        isDone = tokens[position].word != .else
      default:
        if error == nil { error = start(.error) }
        position += 1
        let next = tokens[position]
        isDone = position >= limit && next.startsLine && next.kind != .leftBrace
      }
    }
    if let error { finish(error) }
    settle()
    if owner {
      finish(firstNode, detail: nodes[firstNode].detail)
      nodes[firstNode].hasError = true
    }
  }

  /// When the mistake is inside parentheses that are closed before the next brace or `;`: the index of the closing
  /// one, up to which line ends do not count; else the current index. Looks 256 tokens ahead at most, or many broken
  /// lines would cost the square of their number.
  private func closingParenthesis() -> Int {
    var open = parentheses
    var index = position
    while open > 0 {
      guard index - position < 256 else { return position }
      switch tokens[index].kind {
      case .endOfFile, .leftBrace, .rightBrace, .semicolon: return position
      case .leftParenthesis, .leftBracket: open += 1
      case .rightParenthesis, .rightBracket: open -= 1
      default: break
      }
      index += 1
    }
    return index
  }

  /// Closes at the current token every open node but the outermost from `firstNode` on, and marks them.
  private mutating func closeNodes(after firstNode: Int) {
    var isOutermost = true
    for index in firstNode..<max(firstNode, nodes.count) where nodes[index].endToken < 0 {
      nodes[index].hasError = true
      if isOutermost && index == firstNode {
        isOutermost = false
        continue
      }
      finish(index, detail: nodes[index].detail)
    }
  }

  /// `{ … }`. A missing `}` is reported at the `{`; the block then ends with the file.
  mutating func block() {
    let brace = here
    let node = start(.block)
    let outerParentheses = parentheses
    parentheses = 0
    guard blockDepth < SyntaxLimits.depth else {
      report(.tooDeep("blocks", at: brace))
      skipBlock()
      parentheses = outerParentheses
      finish(node)
      nodes[node].hasError = true
      return
    }
    blockDepth += 1
    advance()
    while true {
      while kind == .semicolon { skipStatementEnd() }
      if kind == .rightBrace || kind == .endOfFile { break }
      statement { parser throws(StatementAbandoned) in
        if parser.isInTest { try parser.statementInTest() } else { try parser.statementInBlock() }
      }
    }
    blockDepth -= 1
    if kind == .endOfFile { report(.missingBrace(at: brace, end: gap, suspect: suspectBlock(in: node))) }
    parentheses = outerParentheses
    if kind == .rightBrace { advance() }
    finish(node)
  }

  /// A block that was probably never closed, and the `}` that it needs.
  struct SuspectBlock {
    var opened: Diagnostic.Place
    /// Before the first line that is no more indented than that of the `{`.
    var end: Diagnostic.Place
    var brace: String
  }

  /// The block inside `node` that ends first of those whose `}` begins a line that is indented less than the line of
  /// their `{`: probably the one that was never closed, having taken the brace of a block around it. One that was told
  /// of is no other's.
  private func suspectBlock(in node: Int) -> SuspectBlock? {
    var suspect: (open: SyntaxToken, first: Int, last: Int)?
    for block in nodes[node...] where block.kind == .block && block.endToken > block.firstToken {
      let (open, close) = (tokens[Int(block.firstToken)], tokens[Int(block.endToken) - 1])
      guard close.kind == .rightBrace, close.startsLine, Int(block.endToken) - 1 < suspect?.last ?? .max else {
        continue
      }
      if indentation(ofLineAt: close.start).count < indentation(ofLineAt: open.start).count {
        suspect = (open, Int(block.firstToken), Int(block.endToken) - 1)
      }
    }
    guard let suspect, !isSuspected(place(suspect.open.span)) else { return nil }
    let indentation = indentation(ofLineAt: suspect.open.start)
    let next = (suspect.first + 1...suspect.last).first { index in
      tokens[index].startsLine && self.indentation(ofLineAt: tokens[index].start).count <= indentation.count
    }
    let start = source.lineSpan(source.position(of: tokens[next ?? suspect.last].start).line).start
    return SuspectBlock(
      opened: place(suspect.open.span), end: place(SourceSpan(start: start, end: start)),
      brace: String(decoding: indentation, as: UTF8.self) + "}\n")
  }

  private func indentation(ofLineAt offset: Int32) -> ArraySlice<UInt8> {
    let line = source.lineSpan(source.position(of: offset).line)
    return source.bytes[Int(line.start)..<Int(line.end)].prefix { $0 == 0x20 || $0 == 0x09 }
  }

  /// Steps over a block without reading it.
  private mutating func skipBlock() {
    var depth = 0
    repeat {
      switch tokens[position].kind {
      case .leftBrace: depth += 1
      case .rightBrace: depth -= 1
      case .endOfFile: return settle()
      default: break
      }
      position += 1
    } while depth > 0
    settle()
  }
}

extension Diagnostic {
  static func missingBrace(at place: Place, end: Place, suspect: Parser.SuspectBlock?) -> Diagnostic {
    let message = "this '{' is never closed"
    guard let suspect else {
      return Diagnostic(.missingBrace, message, at: place, fixes: [Fix("add '}' at the end", replace: end, by: "\n}")])
    }
    return Diagnostic(
      .missingBrace, message, at: place,
      notes: [Note("perhaps this one: the next '}' is indented less", at: suspect.opened)],
      fixes: [Fix("add '}' where its lines end", replace: suspect.end, by: suspect.brace)])
  }

  static func tooDeep(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(.tooDeep, "\(what) are nested more than \(SyntaxLimits.depth) deep", at: place)
  }

  static func blockWithoutOwner(at place: Place) -> Diagnostic {
    Diagnostic(.blockWithoutOwner, "a block '{ … }' cannot follow here", at: place)
  }

  static func choiceAtName(_ made: String, at place: Place, text start: Int32) -> Diagnostic {
    Diagnostic(
      .unfinishedStatement, "a text that is \(made) stands behind 'text:'", at: place,
      fixes: [
        Fix(
          "put 'text:' before it", replace: Place(file: place.file, span: SourceSpan(start: start, end: start)),
          by: "text: ")
      ])
  }

  static func unfinishedStatement(found: String, at place: Place) -> Diagnostic {
    let start = Place(file: place.file, span: SourceSpan(start: place.span.start, end: place.span.start))
    return Diagnostic(
      .unfinishedStatement, "'\(found)' begins another statement on the same line", at: place,
      fixes: [Fix("put ';' before it", replace: start, by: "; ")])
  }
}
