/// Appends JSON to bytes: compact, in the order of the calls, numbers as short as they can be read back exactly.
///
/// The writer puts the commas; that names and values alternate, and that every `begin` has its `end`, is up to the
/// caller. Nothing is looked up or kept but the bytes and whether a comma is due.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var isCommaDue = false

  /// - Parameter capacity: bytes expected; saves regrowing, promises nothing.
  public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The name of the member whose value is written next.
  public mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    isCommaDue = false
  }

  /// The name of a member that the protocol knows: ASCII without anything to escape, so it is copied as it is.
  mutating func name(literal name: StaticString) {
    let count = name.utf8CodeUnitCount
    let separator = isCommaDue
    bytes.append(addingCapacity: count + 4) { (output: inout OutputSpan<UInt8>) in
      if separator { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "\""))
      name.withUTF8Buffer { letters in for letter in letters { output.append(letter) } }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
    isCommaDue = false
  }

  public mutating func null() { word("null") }
  public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  public mutating func integer(_ value: Int) {
    separate()
    bytes.append(addingCapacity: 20) { (output: inout OutputSpan<UInt8>) in
      output.appendDecimal(value.magnitude, isNegative: value < 0)
    }
  }

  /// A length in points that is known in 64ths: `170.25` for 10896.
  public mutating func sixtyFourths(_ value: Int32) {
    separate()
    bytes.append(addingCapacity: 16) { (output: inout OutputSpan<UInt8>) in output.append(sixtyFourths: value) }
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

  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = value
    text.withUTF8 { utf8 in
      var copied = utf8.startIndex
      for index in utf8.indices where Self.mustBeEscaped(utf8[index]) {
        bytes.append(contentsOf: utf8[copied..<index])
        escape(utf8[index])
        copied = index + 1
      }
      bytes.append(contentsOf: utf8[copied...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

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

  public mutating func value(_ object: JSONObject) {
    beginObject()
    for member in object.members {
      name(member.name)
      value(member.value)
    }
    endObject()
  }

  /// Ends a message: one NUL byte.
  public mutating func endMessage() {
    bytes.append(0)
    isCommaDue = false
  }

  /// Lets `body` write the text of a comma-separated list of numbers itself, in one piece of at most `capacity`
  /// bytes: the way of long arrays, where a call per number would cost more than its digits.
  mutating func list(capacity: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    separate()
    bytes.append(addingCapacity: capacity, initializingWith: body)
  }

  // MARK: Steps

  private mutating func separate() {
    if isCommaDue { bytes.append(UInt8(ascii: ",")) }
    isCommaDue = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    isCommaDue = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    isCommaDue = true
  }

  private mutating func word(_ word: String) {
    separate()
    bytes.append(contentsOf: word.utf8)
  }

  private static func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0..<0x20:
      let digits = "0123456789abcdef".utf8
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[digits.index(digits.startIndex, offsetBy: Int(byte >> 4))])
      bytes.append(digits[digits.index(digits.startIndex, offsetBy: Int(byte & 0xF))])
    default: bytes.append(byte)
    }
  }
}

extension OutputSpan<UInt8> {
  /// The longest text `append(sixtyFourths:)` writes: `-33554431.984375`.
  static var longestSixtyFourths: Int { 16 }

  /// Writes `value` / 64 exactly. An odd numerator over 2^n has n decimals: k/2^n = k·5^n/10^n.
  mutating func append(sixtyFourths value: Int32) {
    let magnitude = value.magnitude
    appendDecimal(UInt(magnitude >> 6), isNegative: value < 0)
    let fraction = magnitude & 63
    guard fraction != 0 else { return }
    let shift = fraction.trailingZeroBitCount
    append(UInt8(ascii: "."))
    switch shift {
    case 0: appendDigits(fraction &* 15625, count: 6)
    case 1: appendDigits((fraction >> 1) &* 3125, count: 5)
    case 2: appendDigits((fraction >> 2) &* 625, count: 4)
    case 3: appendDigits((fraction >> 3) &* 125, count: 3)
    case 4: appendDigits((fraction >> 4) &* 25, count: 2)
    default: append(UInt8(ascii: "5"))
    }
  }

  mutating func appendDecimal(_ magnitude: UInt, isNegative: Bool) {
    if isNegative { append(UInt8(ascii: "-")) }
    guard magnitude > 9 else { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude)) }
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

  /// Exactly `count` digits, zeros first.
  private mutating func appendDigits(_ value: UInt32, count: Int) {
    var divisor: UInt32 = 1
    for _ in 1..<count { divisor &*= 10 }
    var rest = value
    while divisor > 0 {
      let digit = rest / divisor
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
      rest &-= digit &* divisor
      divisor /= 10
    }
  }
}
