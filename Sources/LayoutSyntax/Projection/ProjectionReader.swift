/// Reads JSON with places. Takes any bytes: what is wrong is one diagnostic, at the first byte that cannot be.
struct ProjectionReader {
  /// Blocks nest 64 deep, and each takes an object and an array.
  static let depth = 256

  private struct Failure: Error {
    var message: String
    var offset: Int
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var position = 0

  /// The value, or what is wrong.
  static func read(_ source: SourceText) -> Result<ProjectedValue, ProjectionError> {
    var reader = ProjectionReader(source)
    do throws(Failure) {
      reader.skipBlanks()
      let value = try reader.value(depth: 0)
      reader.skipBlanks()
      if reader.position < reader.bytes.count { throw reader.failure("something follows the end of the JSON") }
      return .success(value)
    } catch {
      let end = Int32(min(error.offset + 1, reader.bytes.count))
      let span = SourceSpan(start: Int32(min(error.offset, reader.bytes.count)), end: end)
      return .failure(ProjectionError(.badJSON(error.message, at: Diagnostic.Place(file: source.name, span: span))))
    }
  }

  private init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private func failure(_ message: String) -> Failure { Failure(message: message, offset: position) }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func value(depth: Int) throws(Failure) -> ProjectedValue {
    guard depth < Self.depth else { throw failure("values are nested more than \(Self.depth) deep") }
    let start = position
    let content: ProjectedValue.Content
    switch byte {
    case UInt8(ascii: "{"): content = try object(depth: depth)
    case UInt8(ascii: "["): content = try array(depth: depth)
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = .number(try number())
    default: content = try word()
    }
    return ProjectedValue(content, at: SourceSpan(start: Int32(start), end: Int32(position)))
  }

  private mutating func object(depth: Int) throws(Failure) -> ProjectedValue.Content {
    var members: [ProjectedValue.Member] = []
    var names: Set<String> = []
    position += 1
    skipBlanks()
    if byte == UInt8(ascii: "}") {
      position += 1
      return .object([])
    }
    while true {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw failure("expected a member's name in quotes") }
      let start = position
      let name = try string()
      let span = SourceSpan(start: Int32(start), end: Int32(position))
      guard names.insert(name).inserted else {
        throw Failure(message: "'\(name)' stands twice in this object", offset: start)
      }
      skipBlanks()
      guard byte == UInt8(ascii: ":") else { throw failure("expected ':' after the name") }
      position += 1
      skipBlanks()
      members.append(ProjectedValue.Member(name: name, nameSpan: span, value: try value(depth: depth + 1)))
      skipBlanks()
      if byte == UInt8(ascii: "}") { break }
      guard byte == UInt8(ascii: ",") else { throw failure("expected ',' or '}'") }
      position += 1
    }
    position += 1
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Failure) -> ProjectedValue.Content {
    var elements: [ProjectedValue] = []
    position += 1
    skipBlanks()
    if byte == UInt8(ascii: "]") {
      position += 1
      return .array([])
    }
    while true {
      skipBlanks()
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if byte == UInt8(ascii: "]") { break }
      guard byte == UInt8(ascii: ",") else { throw failure("expected ',' or ']'") }
      position += 1
    }
    position += 1
    return .array(elements)
  }

  private mutating func word() throws(Failure) -> ProjectedValue.Content {
    for (word, content) in [("true", ProjectedValue.Content.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return content
    }
    throw failure(position < bytes.count ? "expected a value" : "the JSON ends too early")
  }

  private mutating func number() throws(Failure) -> String {
    let start = position
    func digits(_ reader: inout ProjectionReader) throws(Failure) {
      guard (0x30...0x39).contains(reader.byte) else { throw reader.failure("expected a digit") }
      while (0x30...0x39).contains(reader.byte) { reader.position += 1 }
    }
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") { position += 1 } else { try digits(&self) }
    if byte == UInt8(ascii: ".") {
      position += 1
      try digits(&self)
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try digits(&self)
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func string() throws(Failure) -> String {
    let opening = position
    var text: [UInt8] = []
    position += 1
    while true {
      guard position < bytes.count else { throw Failure(message: "this string is never closed", offset: opening) }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: text, as: UTF8.self) else {
          throw Failure(message: "these bytes are no text in UTF-8", offset: opening)
        }
        return text
      case UInt8(ascii: "\\"): text += Array(try escape().utf8)
      case 0..<0x20: throw failure("a control character in a string is written with a backslash")
      default:
        text.append(byte)
        position += 1
      }
    }
  }

  private mutating func escape() throws(Failure) -> String {
    position += 1
    let letter = byte
    position += 1
    switch letter {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(letter))
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      var units = [first]
      if (0xD800...0xDBFF).contains(first), bytes[position...].starts(with: [0x5C, 0x75]) {
        position += 2
        units.append(try codeUnit())
      }
      guard let text = String(validating: units, as: UTF16.self) else { throw failure("half of a surrogate pair") }
      return text
    default:
      position -= 1
      throw failure("unknown escape in a string")
    }
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexDigitValue(byte) else { throw failure("'\\u' takes four hexadecimal digits") }
      value = value << 4 | digit
      position += 1
    }
    return UInt16(value)
  }
}

/// Why a JSON text is no layout.
struct ProjectionError: Error {
  var diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

extension Diagnostic {
  static func badJSON(_ message: String, at place: Place) -> Diagnostic { Diagnostic(.badJSON, message, at: place) }
}
