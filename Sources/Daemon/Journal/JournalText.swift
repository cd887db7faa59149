/// The bytes of a journal: one entry after another, each with a checksum. Whatever happens to the file, entries that
/// are whole are told from broken ones, and are found again behind them.
///
/// An entry is a record separator (1E), the CRC-32 of its content in eight hexadecimal digits, a blank, the content,
/// and a line feed. The content has neither separators nor line feeds (it is JSON, which escapes them), so an entry
/// begins at every separator and ends at every line feed, and damage to one cannot reach the next. People can read
/// it with `cat`.
package struct JournalText {
  private static let separator: UInt8 = 0x1E
  private static let lineFeed: UInt8 = 0x0A

  /// The bytes of one entry.
  ///
  /// - Precondition: `content` has no separator and no line feed.
  package static func entry(_ content: [UInt8]) -> [UInt8] {
    precondition(!content.contains { $0 == separator || $0 == lineFeed }, "an entry is one line")
    var bytes: [UInt8] = [separator]
    bytes.reserveCapacity(content.count + 11)
    bytes += Checksum.crc32(content[...]).hexadecimal
    bytes.append(UInt8(ascii: " "))
    bytes += content
    bytes.append(lineFeed)
    return bytes
  }

  /// A whole entry found in a file.
  package struct Entry: Equatable, Sendable {
    package var content: [UInt8]
    /// Of the first byte, from 1; for messages.
    package var line: Int
  }

  /// Bytes that are no entry.
  package struct Damage: Equatable, Sendable {
    /// In the file.
    package var bytes: Range<Int>
    /// Of the first of them, from 1.
    package var line: Int
  }

  /// What is whole, in order.
  package private(set) var entries: [Entry] = []
  /// What is not, in order; neighbours are one.
  package private(set) var damages: [Damage] = []
  /// Where an entry begins that the file ends in the middle of, as after a crash; nil when it ends as it should.
  package private(set) var tear: Int?

  /// Reads a file, whatever is in it.
  package init(reading bytes: [UInt8]) {
    var position = 0
    var line = 1
    while position < bytes.count {
      let start = position
      position += 1
      // Up to and with the line feed, or up to the next separator.
      while position < bytes.count, bytes[position] != Self.separator, bytes[position - 1] != Self.lineFeed {
        position += 1
      }
      let isEnded = bytes[position - 1] == Self.lineFeed
      if let content = Self.content(of: bytes[start..<position]), isEnded {
        entries.append(Entry(content: content, line: line))
      } else if position == bytes.count && !isEnded {
        tear = start
      } else if let last = damages.last, last.bytes.upperBound == start {
        damages[damages.count - 1].bytes = last.bytes.lowerBound..<position
      } else {
        damages.append(Damage(bytes: start..<position, line: line))
      }
      if isEnded { line += 1 }
    }
  }

  /// What a whole entry says; nil of anything else.
  private static func content(of piece: ArraySlice<UInt8>) -> [UInt8]? {
    let body = piece.dropFirst().dropLast()
    guard piece.first == separator, body.count >= 9, body[body.startIndex + 8] == UInt8(ascii: " ") else { return nil }
    let content = body.dropFirst(9)
    return Checksum.crc32(content).hexadecimal.elementsEqual(body.prefix(8)) ? Array(content) : nil
  }
}
