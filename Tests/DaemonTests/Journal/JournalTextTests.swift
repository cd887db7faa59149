import Fuzzing
import TestSupport
import Testing

@testable import Daemon

@Suite("The bytes of a journal") struct JournalTextTests {
  static let contents = [
    "{\"journal\":\"framewire\",\"version\":1}", "{\"set\":\"card\",\"to\":[]}", "{}", "{\"text\":\"ä\\n😀\"}",
    "{\"closed\":\"a\"}",
  ].map { Array($0.utf8) }

  static let file = contents.flatMap { JournalText.entry($0) }

  @Test func `the checksum is the usual CRC-32`() {
    #expect(Checksum.crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    #expect(Checksum.crc32([][...]) == 0)
  }

  @Test func `the checksum is that of one byte after the other, wherever the bytes stand`() {
    let bytes = (0..<67).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 7) }
    for first in 0..<9 {
      for count in 0...(bytes.count - first) {
        let piece = bytes[first..<first + count]
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in piece {
          remainder ^= UInt32(byte)
          for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
        }
        #expect(Checksum.crc32(piece) == ~remainder, "\(count) bytes from \(first) on")
      }
    }
  }

  @Test func `what is written is read back, with the line it stands in`() {
    let text = JournalText(reading: Self.file)

    #expect(text.entries.map(\.content) == Self.contents)
    #expect(text.entries.map(\.line) == [1, 2, 3, 4, 5])
    #expect(text.damages == [])
    #expect(text.tear == nil)
  }

  @Test func `an entry can be read by people`() {
    let entry = JournalText.entry(Array("{}".utf8))
    #expect(
      String(decoding: entry, as: UTF8.self) == "\u{1E}99b66b4e {}\n".replacing("99b66b4e", with: digits(of: "{}")))
  }

  private func digits(of text: String) -> String {
    String(decoding: Checksum.crc32(Array(text.utf8)[...]).hexadecimal, as: UTF8.self)
  }

  @Test func `cut anywhere, the whole entries before the cut are there`() {
    var ends: [Int] = [0]
    for content in Self.contents { ends.append(ends.last! + JournalText.entry(content).count) }
    for count in 0...Self.file.count {
      let text = JournalText(reading: Array(Self.file.prefix(count)))
      let whole = ends.lastIndex { $0 <= count }!

      #expect(text.entries.map(\.content) == Array(Self.contents.prefix(whole)), "cut after \(count) bytes")
      #expect(text.tear == (ends[whole] == count ? nil : ends[whole]), "cut after \(count) bytes")
      #expect(text.damages == [], "cut after \(count) bytes")
    }
  }

  @Test func `written on behind a torn end, the rest is found again`() {
    let torn = Array(Self.file.dropLast(5)) + JournalText.entry(Self.contents[1])
    let text = JournalText(reading: torn)

    #expect(text.entries.map(\.content) == Array(Self.contents.dropLast()) + [Self.contents[1]])
    #expect(text.damages.count == 1)
  }

  @Test func `a flipped bit, any of them, loses the entry it hits and no other`() {
    var ends: [Int] = []
    for content in Self.contents { ends.append((ends.last ?? 0) + JournalText.entry(content).count) }
    for bit in 0..<Self.file.count * 8 {
      var file = Self.file
      file[bit / 8] ^= 1 << (bit % 8)
      let hit = ends.firstIndex { bit / 8 < $0 }!
      var expected = Self.contents
      expected.remove(at: hit)

      let text = JournalText(reading: file)

      #expect(text.entries.map(\.content) == expected, "bit \(bit)")
      #expect(text.damages.count == 1 || text.tear != nil, "bit \(bit) goes unnoticed")
      if let damage = text.damages.first { #expect(damage.bytes.contains(bit / 8), "bit \(bit)") }
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `of damaged files only what was written is ever read`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 1...200 {
      let file = Mutation.mutated(Self.file, signs: [0x1E, 0x0A, 0x20], using: &random)

      #expect(JournalText(reading: file).entries.allSatisfy { Self.contents.contains($0.content) }, "seed \(seed)")
      #expect(JournalLaws.findings(in: file) == [], "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `bytes of any kind are read without complaint`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [0x1E, 0x0A, 0x20, 0x30, 0x61, 0x7B, 0xFF]
    for _ in 1...100 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator)!
      }
      #expect(JournalText(reading: bytes).entries == [], "seed \(seed)")
    }
  }
}
