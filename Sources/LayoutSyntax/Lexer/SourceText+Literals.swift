/// What literal tokens mean. Decoded on demand: the parser itself makes no strings and no numbers.
extension SourceText {
  /// A text in quotes as the language has it.
  package static func literal(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        output += "\\u{\(String(scalar.value, radix: 16))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }

  /// An identifier without backticks, an id without `#`.
  @usableFromInline func name(of token: SyntaxToken) -> String {
    switch token.kind {
    case .quotedIdentifier: text(in: SourceSpan(start: token.start + 1, end: max(token.start + 1, token.end - 1)))
    case .hash: text(in: SourceSpan(start: token.start + 1, end: token.end))
    default: text(in: token.span)
    }
  }

  /// The value of a `number`, `percent` or `duration` token without its unit; exact as `Double` can be.
  @usableFromInline func number(of token: SyntaxToken) -> Double {
    var whole: UInt64 = 0
    var digits = 0
    var scale = 1.0
    var index = Int(token.start)
    var inFraction = false
    while index < Int(token.end) {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        inFraction = true
      } else if byte >= 0x30 && byte <= 0x39 {
        whole = whole &* 10 &+ UInt64(byte - 0x30)
        digits += 1
        if inFraction { scale *= 10 }
      } else {
        break
      }
      index += 1
    }
    // Up to 15 digits both parts are exact, so one division rounds once; beyond that the library knows better.
    if digits <= 15 { return Double(whole) / scale }
    return Double(text(in: SourceSpan(start: token.start, end: Int32(index)))) ?? 0
  }

  /// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` as 0xrrggbbaa.
  @usableFromInline func colour(of token: SyntaxToken) -> UInt32 {
    var digits: [UInt32] = []
    for index in Int(token.start) + 1..<max(Int(token.start) + 1, Int(token.end)) {
      guard let digit = hexDigitValue(bytes[index]) else { return 0x0000_00ff }
      digits.append(digit)
    }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    if digits.count == 6 { digits += [15, 15] }
    guard digits.count == 8 else { return 0x0000_00ff }
    return digits.reduce(0) { $0 << 4 | $1 }
  }

  /// A string token's text: escapes replaced; a multi-line one without the line end after `"""`, the one before the
  /// closing `"""`, and the closing line's indentation in front of every line. A literal the lexer complained about
  /// gives what can be read of it.
  @usableFromInline func string(of token: SyntaxToken) -> String {
    let isMultiline = token.kind == .multilineString
    // Nearly all are on one line and say what they are, so they are read where they stand.
    if !isMultiline, let plain = plainString(of: token) { return plain }
    let quotes = isMultiline ? 3 : 1
    let start = Int(token.start) + quotes
    var content = start < Int(token.end) ? Array(bytes[start..<Int(token.end)]) : []
    if content.count >= quotes, content.suffix(quotes).allSatisfy({ $0 == UInt8(ascii: "\"") }) {
      content.removeLast(quotes)
    }
    if isMultiline { content = Self.unindented(content) }
    return Self.unescaped(content)
  }

  /// The text between two quotes; nil where anything is escaped or a quote is missing.
  private func plainString(of token: SyntaxToken) -> String? {
    let (start, end) = (Int(token.start) + 1, Int(token.end) - 1)
    guard end >= start, bytes[end] == UInt8(ascii: "\"") else { return nil }
    for index in start..<end where bytes[index] == UInt8(ascii: "\\") { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Takes the first line end and the last line with its indentation off, and that indentation off every line.
  private static func unindented(_ content: [UInt8]) -> [UInt8] {
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    guard lines.count > 1 else { return content }
    if lines[0].allSatisfy(isBlank) { lines.removeFirst() }
    guard let last = lines.last, last.allSatisfy(isBlank) else { return Array(lines.joined(separator: [0x0A])) }
    let indentation = Array(last)
    lines.removeLast()
    let stripped = lines.map { $0.starts(with: indentation) ? $0.dropFirst(indentation.count) : $0 }
    return Array(stripped.joined(separator: [0x0A]))
  }

  private static func unescaped(_ content: [UInt8]) -> String {
    guard content.contains(UInt8(ascii: "\\")) else { return String(decoding: content, as: UTF8.self) }
    var bytes: [UInt8] = []
    var index = 0
    while index < content.count {
      let byte = content[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < content.count else {
        bytes.append(byte)
        continue
      }
      let letter = content[index]
      index += 1
      switch letter {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u") where index < content.count && content[index] == UInt8(ascii: "{"):
        var value: UInt32 = 0
        index += 1
        while index < content.count, let digit = hexDigitValue(content[index]) {
          value = value &<< 4 | digit
          index += 1
        }
        if index < content.count, content[index] == UInt8(ascii: "}") { index += 1 }
        bytes.append(contentsOf: Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8))
      default: bytes.append(letter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The value of one hexadecimal digit.
func hexDigitValue(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte) - 0x30
  case 0x41...0x46: UInt32(byte) - 0x41 + 10
  case 0x61...0x66: UInt32(byte) - 0x61 + 10
  default: nil
  }
}
