/// Cuts bytes into tokens. Works on bytes, makes no strings, and takes anything: what no rule begins with becomes
/// an `unknown` token, what is not closed ends at the line's (or the file's) end.
///
/// Rules where the grammar leaves a choice:
/// - A unit is glued to its number: `16px`, `80%`, `0.3s`. A number needs a digit before the point and after it,
///   so `10..<20` and `0...4` are ranges.
/// - `#` with the letters, digits and `_` glued to it is one token. The parser tells a colour (where an operand
///   is expected) from an id (after a constraint or placement).
/// - Names begin with a letter of any script or `_`, as Unicode defines identifiers (XID_Start, XID_Continue);
///   `_` alone is the wildcard. A name in backticks is on one line and may hold anything but a backtick.
/// - A line end inside `/* */` counts as one. A byte order mark at the start is a blank.
struct Lexer {
  /// Something wrong inside a token; the parser drops complaints of its own that come later in the statement.
  struct Complaint {
    var offset: Int32
    var diagnostic: Diagnostic
  }

  /// How many bytes behind a token can decide where it ends: those of one character.
  static let reach = 4

  private let source: SourceText
  private let bytes: [UInt8]
  private let words = WordTable.shared
  private var position = 0
  private var startsLine = true
  private(set) var tokens: [SyntaxToken] = []
  private(set) var complaints: [Complaint] = []

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    // Measured on layouts: a token every five bytes.
    tokens.reserveCapacity(bytes.count / 4 + 16)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func run() {
    while position < bytes.count { step() }
    tokens.append(
      SyntaxToken(
        kind: .endOfFile, startsLine: startsLine, start: Int32(bytes.count), end: Int32(bytes.count)))
  }

  /// A lexer that goes on where a token ends; nothing of what it reads depends on what stands before.
  init(_ source: SourceText, after end: Int32) {
    self.source = source
    bytes = source.bytes
    position = Int(end)
    startsLine = false
  }

  /// Reads up to the next token and returns it; `endOfFile` at the end.
  mutating func next() -> SyntaxToken {
    let count = tokens.count
    while position < bytes.count, tokens.count == count { step() }
    if tokens.count > count { return tokens[count] }
    return SyntaxToken(kind: .endOfFile, startsLine: startsLine, start: Int32(bytes.count), end: Int32(bytes.count))
  }

  /// Reads one token or one piece of what lies between tokens.
  private mutating func step() {
    let byte = bytes[position]
    switch byte {
    case 0x20, 0x09, 0x0D: position += 1
    case 0x0A:
      position += 1
      startsLine = true
    case 0x61...0x7A, 0x41...0x5A, 0x5F: identifier()
    case 0x30...0x39: number()
    case UInt8(ascii: "{"): add(.leftBrace, 1)
    case UInt8(ascii: "}"): add(.rightBrace, 1)
    case UInt8(ascii: "("): add(.leftParenthesis, 1)
    case UInt8(ascii: ")"): add(.rightParenthesis, 1)
    case UInt8(ascii: "["): add(.leftBracket, 1)
    case UInt8(ascii: "]"): add(.rightBracket, 1)
    case UInt8(ascii: ","): add(.comma, 1)
    case UInt8(ascii: ";"): add(.semicolon, 1)
    case UInt8(ascii: ":"): add(.colon, 1)
    case UInt8(ascii: "@"): add(.at, 1)
    case UInt8(ascii: "+"): add(.plus, 1)
    case UInt8(ascii: "*"): add(.star, 1)
    case UInt8(ascii: "."): dots()
    case UInt8(ascii: "-"): peek(1) == UInt8(ascii: ">") ? add(.arrow, 2) : add(.minus, 1)
    case UInt8(ascii: "="): peek(1) == UInt8(ascii: "=") ? add(.equalEqual, 2) : add(.equal, 1)
    case UInt8(ascii: ">"): peek(1) == UInt8(ascii: "=") ? add(.greaterEqual, 2) : add(.greater, 1)
    case UInt8(ascii: "<"): less()
    case UInt8(ascii: "%"): add(.percentSign, 1)
    case UInt8(ascii: "&"): peek(1) == byte ? add(.andAnd, 2) : add(.unknown, 1)
    case UInt8(ascii: "|"): peek(1) == byte ? add(.orOr, 2) : add(.unknown, 1)
    case UInt8(ascii: "!"): peek(1) == UInt8(ascii: "=") ? add(.unknown, 2) : add(.bang, 1)
    case UInt8(ascii: "/"): slash()
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "'"): foreignString()
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "`"): quotedIdentifier()
    case 0x80...: character()
    default: add(.unknown, 1)
    }
  }

  // MARK: Token by token

  private mutating func identifier() {
    let start = position
    var key = WordTable.Entry()
    var end = position
    while end < bytes.count {
      let byte = bytes[end]
      if Self.isWordByte(byte) {
        key.append(byte)
        end += 1
      } else if byte >= 0x80, let next = self.end(ofScalarAt: end, continuing: true) {
        for index in end..<next { key.append(bytes[index]) }
        end = next
      } else {
        break
      }
    }
    if end == start + 1 && bytes[start] == 0x5F { return add(.wildcard, 1) }
    var word = words.word(for: key)
    if end - start > 16, word != .none, !bytes[start..<end].elementsEqual(word.rawValue.utf8) { word = .none }
    add(.identifier, end - start, word: word)
  }

  private mutating func number() {
    let start = position
    var end = start
    while Self.isDigit(byte(end)) { end += 1 }
    if byte(end) == UInt8(ascii: "."), Self.isDigit(byte(end + 1)) {
      end += 1
      while Self.isDigit(byte(end)) { end += 1 }
    }
    // 1e308 is the last power of ten a number can hold.
    if end - start > 300 { complain(.numberTooLong(at: place(start, end)), at: start) }
    if byte(end) == UInt8(ascii: "%") { return add(.percent, end + 1 - start) }
    let unit = end
    while Self.isWordByte(byte(end)) { end += 1 }
    switch end - unit {
    case 0: add(.number, end - start)
    case 1 where bytes[unit] == UInt8(ascii: "s"): add(.duration, end - start, word: .s)
    case 2 where bytes[unit] == UInt8(ascii: "p") && bytes[unit + 1] == UInt8(ascii: "x"):
      add(.number, end - start, word: .px)
    case 2 where bytes[unit] == UInt8(ascii: "p") && bytes[unit + 1] == UInt8(ascii: "t"):
      add(.number, end - start, word: .pt)
    case 2 where bytes[unit] == UInt8(ascii: "m") && bytes[unit + 1] == UInt8(ascii: "s"):
      add(.duration, end - start, word: .ms)
    default:
      let span = SourceSpan(start: Int32(unit), end: Int32(end))
      let number = source.text(in: SourceSpan(start: Int32(start), end: Int32(unit)))
      complain(
        .shareOfScreen(number, source.text(in: span), at: place(start, end))
          ?? .rootTextSize(number, source.text(in: span), at: place(start, end))
          ?? .sidesOrColour(number, source.text(in: span), at: place(start, end))
          ?? .unknownUnit(source.text(in: span), at: place(unit, end)), at: start)
      add(.number, end - start)
    }
  }

  private mutating func less() {
    switch peek(1) {
    case UInt8(ascii: "="): add(.lessEqual, 2)
    case UInt8(ascii: "~"): add(.lessTilde, 2)
    default: add(.less, 1)
    }
  }

  private mutating func dots() {
    guard byte(position + 1) == UInt8(ascii: ".") else {
      guard Self.isDigit(byte(position + 1)), position > 0,
        [0x20, UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ":"), UInt8(ascii: "-")].contains(bytes[position - 1])
      else { return add(.dot, 1) }
      complain(.numberWithoutZero(place(position, position + 1)), at: position)
      return number()
    }
    switch byte(position + 2) {
    case UInt8(ascii: "."): add(.closedRange, 3)
    case UInt8(ascii: "<"): add(.halfOpenRange, 3)
    default: add(.unknown, 2)
    }
  }

  private mutating func hash() {
    var end = position + 1
    while end < bytes.count {
      if Self.isWordByte(bytes[end]) {
        end += 1
      } else if bytes[end] >= 0x80, let next = self.end(ofScalarAt: end, continuing: true) {
        end = next
      } else {
        break
      }
    }
    add(.hash, end - position)
  }

  private mutating func quotedIdentifier() {
    var end = position + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), bytes[end] != 0x0A { end += 1 }
    let isClosed = byte(end) == UInt8(ascii: "`")
    if !isClosed || end == position + 1 {
      complain(.badBacktickName(at: place(position, isClosed ? end + 1 : end)), at: position)
    }
    add(.quotedIdentifier, (isClosed ? end + 1 : end) - position)
  }

  private mutating func string() {
    if peek(1) == UInt8(ascii: "\""), peek(2) == UInt8(ascii: "\"") { return multilineString() }
    var end = position + 1
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\""): return add(.string, end + 1 - position)
      case 0x0A:
        complain(.unterminatedString(at: place(position, end)), at: position)
        return add(.string, end - position)
      case UInt8(ascii: "\\"): end = escape(at: end)
      default: end += 1
      }
    }
    complain(.unterminatedString(at: place(position, end)), at: position)
    add(.string, end - position)
  }

  /// `'Saved'`, as others write a text. It counts as one, so that its quotes are all that is complained about.
  private mutating func foreignString() {
    var end = position + 1
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != UInt8(ascii: "'") {
      end += bytes[end] == UInt8(ascii: "\\") && byte(end + 1) == UInt8(ascii: "'") ? 2 : 1
    }
    guard byte(end) == UInt8(ascii: "'") else { return add(.unknown, 1) }
    let content = source.text(in: SourceSpan(start: Int32(position + 1), end: Int32(end)))
    complain(.foreignQuotes(content, at: place(position, end + 1)), at: position)
    add(.string, end + 1 - position)
  }

  private mutating func multilineString() {
    var end = position + 3
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "\\") {
        end = escape(at: end)
      } else if bytes[end] == UInt8(ascii: "\""), byte(end + 1) == UInt8(ascii: "\""), byte(end + 2) == bytes[end] {
        return add(.multilineString, end + 3 - position)
      } else {
        end += 1
      }
    }
    complain(.unterminatedString(at: place(position, position + 3)), at: position)
    add(.multilineString, end - position)
  }

  /// Checks the escape at a backslash and returns where it ends. Never past a line end or the closing quote.
  private mutating func escape(at start: Int) -> Int {
    switch byte(start + 1) {
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "\""), UInt8(ascii: "\\"): return start + 2
    case UInt8(ascii: "u"):
      var end = start + 2
      var value: UInt32 = 0
      guard byte(end) == UInt8(ascii: "{") else { break }
      end += 1
      while let digit = hexDigitValue(byte(end)), end - start <= 10 {
        value = value &<< 4 | digit
        end += 1
      }
      let digits = end - start - 3
      guard byte(end) == UInt8(ascii: "}"), (1...6).contains(digits), Unicode.Scalar(value) != nil else {
        complain(.badEscape(at: place(start, end)), at: start)
        return end
      }
      return end + 1
    default: break
    }
    var end = start + 1
    if end < bytes.count, bytes[end] >= 0x20 { end += 1 }
    while byte(end) & 0xC0 == 0x80 { end += 1 }
    complain(.badEscape(at: place(start, end), isValue: byte(start + 1) == UInt8(ascii: "(")), at: start)
    return end
  }

  private mutating func slash() {
    switch peek(1) {
    case UInt8(ascii: "/"):
      while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    case UInt8(ascii: "*"): comment()
    default: add(.slash, 1)
    }
  }

  private mutating func comment() {
    let start = position
    var depth = 1
    position += 2
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "*") where peek(1) == UInt8(ascii: "/"):
        position += 2
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        position += 2
        depth += 1
      case 0x0A:
        startsLine = true
        position += 1
      default: position += 1
      }
    }
    complain(.unterminatedComment(at: place(start, start + 2)), at: start)
  }

  /// A byte above ASCII: a letter begins a name, anything else is one unknown token a character.
  private mutating func character() {
    if end(ofScalarAt: position, continuing: false) != nil { return identifier() }
    var end = position + 1
    while end < bytes.count, end - position < 4, bytes[end] & 0xC0 == 0x80 { end += 1 }
    add(.unknown, end - position)
  }

  // MARK: Bytes

  private mutating func add(_ kind: TokenKind, _ length: Int, word: Word = .none) {
    tokens.append(
      SyntaxToken(
        kind: kind, word: word, startsLine: startsLine, start: Int32(truncatingIfNeeded: position),
        end: Int32(truncatingIfNeeded: position + length)))
    position += length
    startsLine = false
  }

  private mutating func complain(_ diagnostic: Diagnostic, at offset: Int) {
    if complaints.count > SyntaxLimits.errors { return }
    complaints.append(Complaint(offset: Int32(offset), diagnostic: diagnostic))
  }

  private func place(_ start: Int, _ end: Int) -> Diagnostic.Place {
    Diagnostic.Place(file: source.name, span: SourceSpan(start: Int32(start), end: Int32(end)))
  }

  /// The byte at an offset, 0 past the end; no rule but `unknown` takes a 0.
  private func byte(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
  private func peek(_ distance: Int) -> UInt8 { byte(position + distance) }

  /// One past the Unicode scalar at an offset if it may begin (or continue) a name; nil for anything else, broken
  /// UTF-8 included.
  private func end(ofScalarAt offset: Int, continuing: Bool) -> Int? {
    let first = bytes[offset]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    guard length > 0, offset + length <= bytes.count else { return nil }
    var decoder = UTF8()
    var iterator = bytes[offset..<offset + length].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    let allowed = continuing ? scalar.properties.isXIDContinue : scalar.properties.isXIDStart
    return allowed ? offset + length : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (letter >= 0x61 && letter <= 0x7A) || isDigit(byte) || byte == 0x5F
  }
}

extension Diagnostic {
  static func unterminatedString(at place: Place) -> Diagnostic {
    Diagnostic(.unterminatedString, "this text is never closed", at: place)
  }

  /// - Parameter content: what stands between the quotes.
  static func foreignQuotes(_ content: String, at place: Place) -> Diagnostic {
    let plain = content.replacing("\\'", with: "'").replacing("\\\"", with: "\"")
    let meant = "\"\(plain.replacing("\"", with: "\\\""))\""
    return Diagnostic(
      .unexpectedCharacter, "a text stands in double quotes", at: place,
      fixes: [Fix("write \(meant)", replace: place, by: meant)])
  }

  static func unterminatedComment(at place: Place) -> Diagnostic {
    Diagnostic(.unterminatedComment, "this comment is never closed", at: place)
  }

  /// - Parameter isValue: whether it is `\\(`, behind which others put a value into a text.
  static func badEscape(at place: Place, isValue: Bool = false) -> Diagnostic {
    let escapes = "the escapes are \\n, \\t, \\\", \\\\ and \\u{…} with the hexadecimal number of a character"
    let help = "help: a value goes outside of the quotes, as in `text: \"Hello \" + name`"
    return Diagnostic(.badEscape, "unknown escape in a text", at: place, notes: [Note(isValue ? help : escapes)])
  }

  /// `1.5rem`.
  static func rootTextSize(_ number: String, _ unit: String, at place: Place) -> Diagnostic? {
    guard unit == "rem", let meant = WordsOfOthers.points(ofTextSizes: number) else { return nil }
    return Diagnostic(
      .unknownUnit, "there is no unit 'rem'; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: place, by: meant)])
  }

  /// `50vw`, which CSS has for half of the screen's width.
  static func shareOfScreen(_ number: String, _ unit: String, at place: Place) -> Diagnostic? {
    guard let length = ["vw": "width", "vh": "height"][unit] else { return nil }
    let meant = "\(Parser.factor(ofPercentage: number + "%")) * root.\(length)"
    return Diagnostic(
      .unknownUnit, "there is no unit '\(unit)'; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: place, by: meant)])
  }

  /// `390x844`, two sides in one word, and `0xff8800`, a colour.
  static func sidesOrColour(_ number: String, _ unit: String, at place: Place) -> Diagnostic? {
    guard unit.first == "x" || unit.first == "×" else { return nil }
    let rest = String(unit.dropFirst())
    let colour = number == "0" ? WordsOfOthers.colour(written: rest) : nil
    let sides = !rest.isEmpty && rest.allSatisfy { $0.isASCII && $0.isNumber } ? "\(number), \(rest)" : nil
    guard let meant = colour ?? sides else { return nil }
    return Diagnostic(
      .unknownUnit, "there is no '\(number)\(unit)' here; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: place, by: meant)])
  }

  static func unknownUnit(_ unit: String, at place: Place) -> Diagnostic {
    let units = ["pt", "px", "ms", "s"]
    let isKnown = WordsOfOthers.help(unit: unit) != nil
    guard let nearest = WordsOfOthers.unit(named: unit) ?? (isKnown ? nil : nearestName(to: unit, in: units)) else {
      return Diagnostic(
        .unknownUnit, "there is no unit '\(unit)'", at: place,
        notes: [Note(WordsOfOthers.help(unit: unit).map { "help: " + $0 } ?? "the units are pt, px, %, ms and s")])
    }
    return Diagnostic(
      .unknownUnit, "there is no unit '\(unit)'\(didYouMean(nearest))", at: place,
      fixes: [Fix("replace '\(unit)' by '\(nearest)'", replace: place, by: nearest)])
  }

  static func numberTooLong(at place: Place) -> Diagnostic {
    Diagnostic(.numberTooLong, "this number has more than 300 digits", at: place)
  }

  static func badBacktickName(at place: Place) -> Diagnostic {
    Diagnostic(
      .badBacktickName, "a name in backticks ends with a backtick on the same line and is not empty", at: place)
  }
}
