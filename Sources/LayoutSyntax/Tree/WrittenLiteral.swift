/// A literal of a document with the sign in front of it: what somebody exchanges who writes another value to the file.
public struct WrittenLiteral: Equatable, Sendable {
  /// From the sign, if there is one, to the literal's end. Of `super.bottom - 52` that is `- 52`.
  public let span: SourceSpan
  /// Of a number in points, the sign applied; nil of every other literal.
  public let points: Double?

  /// As the file has it.
  public func text(in source: SourceText) -> String { source.text(in: span) }
}

extension SyntaxTree {
  /// The clause or constraint that ends with the id at a place; nil where no id stands.
  public func clause(ofIdentifierAt span: SourceSpan) -> SyntaxNode? {
    let around = nodes(at: span)
    guard around.count > 1, let last = around.last, last.kind == .identifier, last.span == span else { return nil }
    return around[around.count - 2]
  }

  /// The declaration of a variable at a place; nil where there is none.
  public func declaration(at span: SourceSpan) -> SyntaxNode? {
    nodes(at: span).last { $0.kind == .varDeclaration && $0.span == span }
  }

  /// The literal of the `let` that a clause names as its only value, or adds to an anchor: `left space`,
  /// `top >= title.bottom + gap`. Nil where the name is another thing's, such as a parameter, or the clause has
  /// numbers.
  ///
  /// The scopes are looked through from the inside out by names alone; whoever asks compares what comes out.
  public func literalOfNamedValue(in clause: SyntaxNode) -> WrittenLiteral? {
    var names: [SyntaxNode] = []
    for value in clause.children where value.kind.isValue {
      guard value.gatherNames(into: &names) else { return nil }
    }
    guard names.count == 1 else { return nil }
    let name = names[0].name
    for around in nodes(around: names[0].tokenRange.lowerBound).reversed() {
      for child in around.children {
        switch child.kind {
        case .letDeclaration where child.name == name:
          guard let literals = child.writtenLiterals, literals.count == 1, child.value(at: 0)?.span == literals[0].span
          else { return nil }
          return literals[0]
        case .varDeclaration where child.name == name: return nil
        case .parameterList where child.children.contains { $0.name == name }: return nil
        case .name where around.kind == .forStatement && child.name == name: return nil
        default: continue
        }
      }
    }
    return nil
  }

  /// The outermost first.
  private func nodes(at span: SourceSpan) -> [SyntaxNode] {
    let token = tokens.partitioningIndex { $0.start >= span.start }
    guard token < tokens.count, tokens[token].start == span.start else { return [] }
    return nodes(around: Int32(token))
  }

  /// The text with another literal in the place of one, if it is of the same kind and nothing else becomes of the rest:
  /// a number may get or lose a sign, and keeps its unit.
  public func exchanging(_ literal: SourceSpan, for text: String) -> SourceText? {
    guard json == nil, literal.start >= 0, literal.start < literal.end, Int(literal.end) <= source.bytes.count else {
      return nil
    }
    let (start, end) = (Int(literal.start), Int(literal.end))
    let exchanged = parse(
      SourceText(name: source.name, bytes: source.bytes[..<start] + Array(text.utf8) + source.bytes[end...]))
    let newEnd = Int32(start + text.utf8.count)
    guard let old = literalToken(in: literal),
      let new = exchanged.literalToken(in: SourceSpan(start: literal.start, end: newEnd)), old.kind == new.kind,
      source.unit(of: old) == exchanged.source.unit(of: new)
    else { return nil }
    // All other tokens are what they were, and mean it.
    let others = tokens.filter { $0.end <= literal.start || $0.start >= literal.end }
    let newOthers = exchanged.tokens.filter { $0.end <= literal.start || $0.start >= newEnd }
    guard others.count == newOthers.count,
      zip(others, newOthers).allSatisfy({ $0.kind == $1.kind && $0.end - $0.start == $1.end - $1.start }),
      shape(ignoringSigns: true) == exchanged.shape(ignoringSigns: true),
      diagnostics.count == exchanged.diagnostics.count
    else { return nil }
    return exchanged.source
  }

  /// The one literal of a span, in front of which nothing stands but a sign.
  private func literalToken(in span: SourceSpan) -> SyntaxToken? {
    let inside = tokens.filter { $0.start < span.end && $0.end > span.start }
    guard let first = inside.first, let last = inside.last, first.start == span.start, last.end == span.end,
      last.kind.isLiteral || last.kind == .hash || last.word == .true || last.word == .false,
      inside.count == 1 || inside.count == 2 && (first.kind == .minus || first.kind == .plus) && last.kind == .number
    else { return nil }
    return last
  }

  private func shape(ignoringSigns: Bool) -> [SyntaxKind] {
    (0..<Int32(nodeCount)).map { node(at: $0).kind }.filter { $0 != .negate }
  }
}

extension SyntaxNode {
  /// The literals that stand in the values of a clause, in their order; nil where names of values stand among them, so
  /// that nobody knows what a literal has to do with the whole.
  public var writtenLiterals: [WrittenLiteral]? {
    var found: [WrittenLiteral] = []
    for child in children where child.kind.isValue || child.kind == .insets {
      guard child.gather(into: &found, sign: nil) else { return nil }
    }
    return found
  }

  /// Names of values that are taken as they are or added; false where something else is done with a number.
  fileprivate func gatherNames(into found: inout [SyntaxNode]) -> Bool {
    switch kind {
    case .reference:
      if first(.anchorSegment) == nil { found.append(self) }
      return first(.anchorSegment) != nil || tokens.count == 1
    case .binary:
      guard arithmetic == .add, let left = value(at: 0), let right = value(at: 1) else { return false }
      return left.gatherNames(into: &found) && right.gatherNames(into: &found)
    default: return false
    }
  }

  /// - Parameter sign: the token in front of the value that says whether it is added or taken away.
  private func gather(into found: inout [WrittenLiteral], sign: SyntaxToken?) -> Bool {
    switch kind {
    case .number:
      let isNegative = sign?.kind == .minus
      found.append(
        WrittenLiteral(
          span: SourceSpan(start: sign?.start ?? span.start, end: span.end),
          points: unit == .pixels ? nil : isNegative ? -number : number))
      return true
    case .string, .colour, .duration, .boolean, .percent:
      found.append(WrittenLiteral(span: span, points: nil))
      return true
    case .reference: return first(.anchorSegment) != nil
    case .negate:
      guard let operand = value(at: 0) else { return false }
      return operand.gather(into: &found, sign: operand.kind == .number && sign == nil ? firstToken : nil)
    case .binary:
      guard let left = value(at: 0), let right = value(at: 1) else { return false }
      guard left.gather(into: &found, sign: nil) else { return false }
      let between = tokens.last { $0.end <= right.span.start }
      let isTerm = arithmetic == .add || arithmetic == .subtract
      return right.gather(into: &found, sign: isTerm && right.kind == .number ? between : nil)
    case .insets, .edgeValue:
      for child in children where child.kind.isValue || child.kind == .edgeValue {
        guard child.gather(into: &found, sign: nil) else { return false }
      }
      return true
    case .wildcard: return true
    default: return false
    }
  }
}

extension SourceText {
  /// What stands behind the digits of a number.
  fileprivate func unit(of token: SyntaxToken) -> String {
    guard token.kind == .number || token.kind == .duration else { return "" }
    let text = bytes[Int(token.start)..<Int(token.end)]
    let unit = text.reversed().prefix { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    return String(decoding: unit.reversed(), as: UTF8.self)
  }
}
