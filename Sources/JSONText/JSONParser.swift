extension JSON {
  /// What a text may cost before it is refused.
  public struct Limits: Equatable, Sendable {
    /// Arrays and objects inside each other.
    public var depth: Int
    /// Values in the whole text. A value takes 24 bytes of memory, an element `0,` two bytes of text.
    public var values: Int

    /// - Parameter values: any number unless said otherwise, which suits texts of those who are trusted.
    public init(depth: Int = 32, values: Int = .max) {
      self.depth = depth
      self.values = values
    }
  }

  /// Reads one JSON text (RFC 8259, strictly): one value, white space around it, nothing else.
  ///
  /// Stricter than the RFC in three points, each of which would let a value mean different things to different
  /// readers: numbers beyond a double, lone surrogates and ill-formed UTF-8 are errors.
  public init(parsing text: [UInt8], limits: Limits = Limits()) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: text, limits: limits)
    self = try parser.document()
  }
}

/// A recursive descent parser over bytes: one function for each production of RFC 8259.
struct JSONParser {
  let bytes: [UInt8]
  let limits: JSON.Limits
  private var position = 0
  private var values = 0
  /// For how many elements room may still be made in advance: a text has no more than one for two of its bytes, and
  /// many arrays must not each count on all that follows.
  private var expectable: Int
  /// Whether places are kept, for a text that people wrote. In such a text a name stands once in an object.
  private let keepsPlaces: Bool
  private(set) var places: [PlacedJSON.Place] = []

  /// - Parameter start: where to begin, in bytes; places count from the beginning of `bytes` all the same.
  init(bytes: [UInt8], limits: JSON.Limits, from start: Int = 0, keepsPlaces: Bool = false) {
    self.bytes = bytes
    self.limits = limits
    self.keepsPlaces = keepsPlaces
    position = start
    expectable = bytes.count / 2
  }

  mutating func document() throws(JSONSyntaxError) -> JSON {
    skipWhitespace()
    let value = try placedValue(depth: 0)
    skipWhitespace()
    guard position == bytes.count else { throw missing(.expectedEnd) }
    return value
  }

  // MARK: Productions

  @inline(__always) private mutating func placedValue(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard keepsPlaces else { return try value(depth: depth) }
    let place = places.count
    places.append(PlacedJSON.Place(start: position))
    let value = try value(depth: depth)
    places[place].end = position
    places[place].next = places.count
    return value
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSON {
    values += 1
    guard values <= limits.values else { throw failure(.tooManyValues) }
    guard position < bytes.count else { throw missing(.expectedValue) }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"): return try word("true", as: .bool(true))
    case UInt8(ascii: "f"): return try word("false", as: .bool(false))
    case UInt8(ascii: "n"): return try word("null", as: .null)
    default: throw failure(.expectedValue)
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONObject {
    guard depth <= limits.depth else { throw failure(.tooDeep) }
    position += 1
    var object = JSONObject()
    var names: Set<String>? = keepsPlaces ? [] : nil
    if skip(UInt8(ascii: "}")) { return object }
    while true {
      skipWhitespace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw missing(.expectedName) }
      let start = position
      let name = try string()
      if names != nil {
        guard names?.insert(name).inserted == true else { throw failure(.repeatedName, from: start) }
        places.append(PlacedJSON.Place(start: start, end: position, next: places.count + 1))
      }
      guard skip(UInt8(ascii: ":")) else { throw missing(.expectedColon) }
      skipWhitespace()
      object.members.append(JSONObject.Member(name: name, value: try placedValue(depth: depth)))
      if skip(UInt8(ascii: "}")) { return object }
      guard skip(UInt8(ascii: ",")) else { throw missing(.expectedCommaOrBrace) }
    }
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> [JSON] {
    guard depth <= limits.depth else { throw failure(.tooDeep) }
    position += 1
    var elements: [JSON] = []
    if skip(UInt8(ascii: "]")) { return elements }
    let start = position
    while true {
      if elements.count == Self.fewElements {
        // Long arrays are those of numbers, all about as long as the first ones.
        let expected = elements.count * (bytes.count - start) / (position - start)
        let room = min(expected, Self.mostExpected, expectable)
        expectable -= room
        elements.reserveCapacity(room)
      }
      skipWhitespace()
      elements.append(try placedValue(depth: depth))
      if skip(UInt8(ascii: "]")) { return elements }
      guard skip(UInt8(ascii: ",")) else { throw missing(.expectedCommaOrBracket) }
    }
  }

  /// After how many elements an array counts as long, by feel; and for how many there is room then: what 1,600 views
  /// take that move.
  private static let fewElements = 16
  private static let mostExpected = 1 << 13

  private mutating func word(_ word: StaticString, as value: JSON) throws(JSONSyntaxError) -> JSON {
    let start = position
    for letter in word.description.utf8 {
      guard position < bytes.count, bytes[position] == letter else { throw missing(.expectedValue, from: start) }
      position += 1
    }
    return value
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = try utf8(bytes.span.extracting(start..<position), from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw failure(.controlCharacter)
      default: position += 1
      }
    }
    throw missing(.unclosedString, from: start - 1)
  }

  /// The rest of a string that has an escape at `position`; its characters begin at `start`.
  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    var text = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let result = try utf8(text.span, from: start)
        position += 1
        return result
      case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw failure(.controlCharacter)
      default:
        text.append(byte)
        position += 1
      }
    }
    throw missing(.unclosedString, from: start - 1)
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard position < bytes.count else { throw missing(.malformedEscape, from: start) }
    position += 1
    switch bytes[position - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      position -= 1
      throw failure(.malformedEscape, from: start)
    }
    let high = try hexadecimal4()
    if let scalar = Unicode.Scalar(high) { return scalar }
    // A value that is no scalar is one half of a pair: only a high half followed by an escaped low half is text.
    guard high < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw failure(.loneSurrogate, from: start) }
    position += 2
    let low = try hexadecimal4()
    guard 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw failure(.loneSurrogate, from: start) }
    return scalar
  }

  private mutating func hexadecimal4() throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count else { throw missing(.malformedEscape) }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte & 0xF)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32(byte & 0xF + 9)
      default: throw failure(.malformedEscape)
      }
      position += 1
    }
    return value
  }

  /// Reads digits into an integer mantissa and a power of ten. While both are exact as doubles (mantissa below
  /// 2^53, power at most 10^22) one multiplication or division rounds correctly: Clinger, *How to read floating
  /// point numbers accurately*, PLDI 1990. Everything else goes to the standard library.
  private mutating func number() throws(JSONSyntaxError) -> Double {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var mantissa: UInt64 = 0
    var power = 0

    let firstDigit = position
    digits(into: &mantissa)
    let integerDigits = position - firstDigit
    guard integerDigits > 0 else { throw missing(.malformedNumber, from: start) }
    guard integerDigits == 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
      throw JSONSyntaxError(.malformedNumber, at: start..<firstDigit + 1)
    }
    var significantDigits = integerDigits
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let firstDecimal = position
      digits(into: &mantissa)
      guard position > firstDecimal else { throw missing(.malformedNumber, from: start) }
      power = firstDecimal - position
      significantDigits -= power
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      var exponentIsNegative = false
      if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
        exponentIsNegative = bytes[position] == UInt8(ascii: "-")
        position += 1
      }
      let firstExponentDigit = position
      var exponent: UInt64 = 0
      digits(into: &exponent)
      guard position > firstExponentDigit else { throw missing(.malformedNumber, from: start) }
      // More digits could have wrapped around; a power that fails the test below is as good as the right one.
      let isReadable = position - firstExponentDigit <= 18
      power += isReadable ? Int(exponent) * (exponentIsNegative ? -1 : 1) : Int(Int32.max)
    }

    // 19 digits always fit 64 bits; beyond, `digits` has wrapped around and the mantissa means nothing.
    if significantDigits <= 19, mantissa < 1 << 53, -22...22 ~= power {
      let exact = Double(mantissa)
      let magnitude = power < 0 ? exact / Self.powersOfTen[-power] : exact * Self.powersOfTen[power]
      return isNegative ? -magnitude : magnitude
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
      throw failure(.numberNotFinite, from: start)
    }
    return value
  }

  private mutating func digits(into value: inout UInt64) {
    var index = position
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      index += 1
    }
    position = index
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]

  // MARK: Steps

  private mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Skips white space and, if it comes next, `byte`; says whether it came.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// What has been read from `start` on, and nothing without it, is wrong.
  private func failure(_ reason: JSONSyntaxError.Reason, from start: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(reason, at: (start ?? position)..<position)
  }

  /// The same where more should come: so the text may also have ended too early.
  private func missing(_ reason: JSONSyntaxError.Reason, from start: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(reason, at: (start ?? position)..<position, isAtEnd: position == bytes.count)
  }

  private func utf8(_ bytes: Span<UInt8>, from start: Int) throws(JSONSyntaxError) -> String {
    // Where a string that is made of a collection looks at its bytes one by one.
    do { return String(copying: try UTF8Span(validating: bytes)) } catch { throw failure(.invalidUTF8, from: start) }
  }
}
