import Frames

/// What came is not the stream in binary.
public struct MalformedBinary: Error, Equatable, Sendable {
  /// Which part of it, for a person.
  public var what: String

  init(_ what: String) { self.what = what }
}

/// Reads what `BinaryWriter` writes. What is not there, or not what it should be, is an error; nothing is believed.
struct BinaryReader {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    (position, end) = (0, bytes.count)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (position, end) = (range.lowerBound, range.upperBound)
  }

  var left: Int { end - position }

  mutating func integer<Number: FixedWidthInteger>(
    _ what: StaticString, as type: Number.Type = Number.self
  ) throws(MalformedBinary) -> Number {
    let count = Number.bitWidth / 8
    guard count <= left else { throw MalformedBinary("\(what): \(left) of \(count) bytes") }
    var number: Number = 0
    for place in (0..<count).reversed() { number = number << 8 | Number(truncatingIfNeeded: bytes[position + place]) }
    position += count
    return number
  }

  /// A number that is finite.
  mutating func number(_ what: StaticString) throws(MalformedBinary) -> Double {
    let number = Double(bitPattern: try integer(what))
    guard number.isFinite else { throw MalformedBinary("\(what): no number") }
    return number
  }

  /// How many of something follow, each of which takes `least` bytes or more: no more than there is room for.
  mutating func count(_ what: StaticString, least: Int) throws(MalformedBinary) -> Int {
    let count = Int(try integer(what, as: UInt32.self))
    guard count <= left / least else { throw MalformedBinary("\(what): \(count) are more than there is room for") }
    return count
  }

  mutating func text(_ what: StaticString) throws(MalformedBinary) -> String {
    let length = try count(what, least: 1)
    guard let text = String(validating: bytes[position..<position + length], as: UTF8.self) else {
      throw MalformedBinary("\(what): not UTF-8")
    }
    position += length
    return text
  }

  mutating func frame() throws(MalformedBinary) -> Frame {
    Frame(x: try integer("frame"), y: try integer("frame"), width: try integer("frame"), height: try integer("frame"))
  }

  mutating func id(_ what: StaticString) throws(MalformedBinary) -> StreamID { StreamID(try integer(what)) }

  /// The next `count` bytes, to be read by themselves.
  mutating func part(_ count: Int, _ what: StaticString) throws(MalformedBinary) -> BinaryReader {
    guard count >= 0, count <= left else { throw MalformedBinary("\(what): \(count) bytes are more than there are") }
    defer { position += count }
    return BinaryReader(bytes, position..<position + count)
  }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { position = end }
    return Array(bytes[position..<end])
  }
}
