import Frames

/// Appends numbers and texts to bytes, one behind the other: integers with their lowest byte first, a text behind its
/// length.
struct BinaryWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ number: some FixedWidthInteger & Sendable) {
    var rest = number
    for _ in 0..<number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func append(_ number: Double) { append(number.bitPattern) }

  mutating func append(_ text: String) {
    append(UInt32(clamping: text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ frame: Frame) {
    for length in [frame.x, frame.y, frame.width, frame.height] { append(length) }
  }

  mutating func append(contentsOf others: [UInt8]) { bytes.append(contentsOf: others) }

  /// Writes views that moved. This is the one place of the stream where the time per number counts, so the room is made
  /// at once.
  mutating func append(_ moves: [FrameDiff.Move]) {
    bytes.append(addingCapacity: moves.count * BinaryLayout.move) { (room: inout OutputSpan<UInt8>) in
      for move in moves {
        room.append(move.id.value)
        room.append(UInt32(bitPattern: move.frame.x))
        room.append(UInt32(bitPattern: move.frame.y))
        room.append(UInt32(bitPattern: move.frame.width))
        room.append(UInt32(bitPattern: move.frame.height))
      }
    }
  }

  /// Puts a number where room was left for it.
  mutating func put(_ number: UInt32, at offset: Int) {
    for place in 0..<4 { bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(place))) }
  }
}

extension OutputSpan<UInt8> {
  @inline(__always) fileprivate mutating func append(_ number: UInt32) {
    append(UInt8(truncatingIfNeeded: number))
    append(UInt8(truncatingIfNeeded: number >> 8))
    append(UInt8(truncatingIfNeeded: number >> 16))
    append(UInt8(truncatingIfNeeded: number >> 24))
  }
}

/// How long the parts are that have a fixed length, in bytes.
enum BinaryLayout {
  static let header = 40
  static let move = 20
}
