/// Appends JSON to bytes: compact, in the order of the calls, numbers as short as they can be read back exactly.
///
/// The writer puts the commas; that names and values alternate, and that every `begin` has its `end`, is up to the
/// caller. Nothing is looked up or kept but the bytes and whether a comma is due.
///
/// Most of it is inlined into the modules that write: a call for each name and number made a short delta a tenth
/// dearer.
public struct JSONWriter: Sendable {
  @usableFromInline var output: [UInt8] = []
  @usableFromInline var isCommaDue = false

  /// - Parameter capacity: bytes expected; saves regrowing, promises nothing.
  public init(capacity: Int = 256) { output.reserveCapacity(capacity) }

  /// What has been written.
  @inlinable public var bytes: [UInt8] { output }

  /// Begins a value whose members follow, each as a name and a value.
  @inlinable public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Ends the innermost object.
  @inlinable public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Begins a value whose elements follow.
  @inlinable public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Ends the innermost array.
  @inlinable public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The name of the member whose value is written next.
  @inlinable public mutating func name(_ name: String) {
    string(name)
    output.append(UInt8(ascii: ":"))
    isCommaDue = false
  }

  /// The same for a name of ASCII letters without anything to escape, which is copied as it is.
  @inlinable public mutating func name(literal name: StaticString) {
    let count = name.utf8CodeUnitCount
    let separator = isCommaDue
    output.append(addingCapacity: count + 4) { (room: inout OutputSpan<UInt8>) in
      if separator { room.append(UInt8(ascii: ",")) }
      room.append(UInt8(ascii: "\""))
      // A static string lends its letters in no other way.
      name.withUTF8Buffer { letters in for index in 0..<count { room.append(unsafe letters[index]) } }
      room.append(UInt8(ascii: "\""))
      room.append(UInt8(ascii: ":"))
    }
    isCommaDue = false
  }

  /// Writes `null`.
  @inlinable public mutating func null() { word("null") }
  /// Writes `true` or `false`.
  @inlinable public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  /// Writes all digits, also beyond 2^53.
  @inlinable public mutating func integer(_ value: Int) {
    separate()
    output.append(addingCapacity: 20) { (room: inout OutputSpan<UInt8>) in
      room.appendDecimal(value.magnitude, isNegative: value < 0)
    }
  }

  /// A length in points that is known in 64ths: `170.25` for 10896.
  @inlinable public mutating func sixtyFourths(_ value: Int32) {
    separate()
    output.append(addingCapacity: 16) { (room: inout OutputSpan<UInt8>) in room.append(sixtyFourths: value) }
  }

  /// The shortest decimal that reads back as `value`.
  ///
  /// - Precondition: `value` is finite; JSON has no other numbers.
  public mutating func number(_ value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    // Zero times 64 is zero for both signs; only the slow path keeps the sign of -0.
    if let scaled = Int32(exactly: value * 64), scaled != 0 || value.sign == .plus {
      sixtyFourths(scaled)
    } else if value.magnitude < 9_007_199_254_740_992, let integer = Int(exactly: value), integer != 0 {
      self.integer(integer)
    } else {
      word(value.description)
    }
  }

  /// Writes `value` in quotes. Only what must be is escaped: quotes, backslashes, control characters.
  public mutating func string(_ value: String) {
    let utf8 = value.utf8Span.span
    let separator = isCommaDue
    isCommaDue = true
    var capacity = utf8.count + 3
    for index in utf8.indices where Self.mustBeEscaped(utf8[index]) { capacity += 5 }
    output.append(addingCapacity: capacity) { (room: inout OutputSpan<UInt8>) in
      if separator { room.append(UInt8(ascii: ",")) }
      room.append(UInt8(ascii: "\""))
      for index in utf8.indices {
        if Self.mustBeEscaped(utf8[index]) { room.append(escaping: utf8[index]) } else { room.append(utf8[index]) }
      }
      room.append(UInt8(ascii: "\""))
    }
  }

  /// Writes any value, as if by the calls above.
  public mutating func value(_ value: JSON) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object): self.value(object)
    }
  }

  /// Writes an object with its members in their order.
  public mutating func value(_ object: JSONObject) {
    beginObject()
    for member in object.members {
      name(member.name)
      value(member.value)
    }
    endObject()
  }

  /// Ends a message: one NUL byte.
  @inlinable public mutating func endMessage() {
    output.append(0)
    isCommaDue = false
  }

  /// Lets `body` write the text of a comma-separated list of numbers itself, in one piece of at most `capacity`
  /// bytes: the way of long arrays, where a call per number would cost more than its digits.
  @inlinable public mutating func list(capacity: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    separate()
    output.append(addingCapacity: capacity, initializingWith: body)
  }

  // MARK: Steps

  @inlinable mutating func separate() {
    if isCommaDue { output.append(UInt8(ascii: ",")) }
    isCommaDue = true
  }

  @inlinable mutating func open(_ bracket: UInt8) {
    separate()
    output.append(bracket)
    isCommaDue = false
  }

  @inlinable mutating func close(_ bracket: UInt8) {
    output.append(bracket)
    isCommaDue = true
  }

  @inlinable mutating func word(_ word: String) {
    separate()
    output.append(contentsOf: word.utf8)
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}

extension OutputSpan<UInt8> {
  /// The longest text `append(sixtyFourths:)` writes: `-33554431.984375`.
  @inlinable public static var longestSixtyFourths: Int { 16 }

  /// Writes `value` / 64 exactly. An odd numerator over 2^n has n decimals: k/2^n = k·5^n/10^n.
  @inlinable public mutating func append(sixtyFourths value: Int32) {
    let magnitude = value.magnitude
    appendDecimal(UInt(magnitude >> 6), isNegative: value < 0)
    let fraction = magnitude & 63
    guard fraction != 0 else { return }
    let millionths = fraction &* 15625
    let decimals = 6 - fraction.trailingZeroBitCount
    append(UInt8(ascii: "."))
    // To divide by what is known is to multiply.
    append(digit: millionths / 100_000)
    if decimals > 1 { append(digit: millionths / 10_000 % 10) }
    if decimals > 2 { append(digit: millionths / 1000 % 10) }
    if decimals > 3 { append(digit: millionths / 100 % 10) }
    if decimals > 4 { append(digit: millionths / 10 % 10) }
    if decimals > 5 { append(digit: millionths % 10) }
  }

  /// Writes a whole number without leading zeros.
  @inlinable public mutating func appendDecimal(_ magnitude: UInt, isNegative: Bool) {
    if isNegative { append(UInt8(ascii: "-")) }
    guard magnitude > 9 else { return append(digit: UInt32(truncatingIfNeeded: magnitude)) }
    // Nearly all lengths have few digits, and to divide by what is known is to multiply.
    if magnitude < 10_000 {
      let value = UInt32(truncatingIfNeeded: magnitude)
      if value > 999 { append(digit: value / 1000) }
      if value > 99 { append(digit: value / 100 % 10) }
      append(digit: value / 10 % 10)
      return append(digit: value % 10)
    }
    var divisor: UInt = 10
    while magnitude / divisor > 9 { divisor &*= 10 }
    var rest = magnitude
    while divisor > 0 {
      let digit = rest / divisor
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
      rest &-= digit &* divisor
      divisor /= 10
    }
  }

  @inlinable mutating func append(digit: UInt32) { append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)) }

  /// Writes a letter that cannot stand in quotes as it is: at most six bytes.
  mutating func append(escaping byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
    case 0..<0x20:
      for letter in "u00".utf8 { append(letter) }
      append(digit: UInt32(byte >> 4))
      let low = byte & 0xF
      append(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &+ low &- 10)
    default: append(byte)
    }
  }
}
