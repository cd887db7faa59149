/// Finds the word an identifier spells without making a string: a hash table with open addressing whose keys are
/// the bytes themselves.
///
/// A key is the first eight bytes and the last eight of the rest, each packed big-endian, and the length. That is
/// the whole word up to 16 bytes; a longer hit is compared in full by the lexer.
struct WordTable: Sendable {
  struct Entry: Sendable {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    var length: Int32 = 0
    var word = Word.none
  }

  /// A power of two, at least twice the number of words, so that a probe nearly always ends at once.
  private static let slotBits: UInt64 = 9
  private var slots: [Entry]

  static let shared = WordTable()

  private init() {
    slots = Array(repeating: Entry(), count: 1 << Int(Self.slotBits))
    for word in Word.allCases where word != .none {
      var entry = Entry()
      for byte in word.rawValue.utf8 { entry.append(byte) }
      entry.word = word
      var slot = Self.slot(entry)
      while slots[slot].length != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  /// The word with the bytes appended to `key`; `.none` when there is none.
  func word(for key: Entry) -> Word {
    var slot = Self.slot(key)
    while true {
      let entry = slots[slot]
      if entry.length == 0 { return .none }
      if entry.head == key.head && entry.tail == key.tail && entry.length == key.length { return entry.word }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  private static func slot(_ key: Entry) -> Int {
    // Odd constants with mixed bits (from the golden ratio and the square root of 2); the high bits are the best.
    let mixed = (key.head ^ UInt64(UInt32(bitPattern: key.length))) &* 0x9E37_79B9_7F4A_7C15
    return Int((mixed ^ key.tail &* 0x6A09_E667_F3BC_C909) >> (64 - slotBits))
  }
}

extension WordTable.Entry {
  @inline(__always) mutating func append(_ byte: UInt8) {
    if length < 8 { head = head &<< 8 | UInt64(byte) } else { tail = tail &<< 8 | UInt64(byte) }
    length &+= 1
  }
}
