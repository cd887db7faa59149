/// A name as a number: equal spellings have equal numbers within one resolution.
package struct NameID: Hashable, Sendable {
  let index: Int32
}

/// Gives every spelling one number, so that nothing after it compares text.
///
/// Names are read straight from the bytes of a file; a string is made only when somebody asks for one. All are written
/// in the files of a document, or made for its copies and paid for, so they are fewer and shorter than 32 bits count:
/// `ModelLimits.documentBytes` and `ModelLimits.nameBytes` together.
struct NameTable {
  /// All spellings, one after the other.
  private var letters: [UInt8] = []
  /// By name: where it ends in `letters`. It starts where the one before ends.
  private var ends: [Int32] = []
  /// The numbers of names in open addressing, -1 where empty. The length is a power of two.
  private var slots: [Int32] = Array(repeating: -1, count: 256)

  var count: Int { ends.count }

  /// The number of the spelling `bytes[start..<end]`.
  mutating func name(in bytes: [UInt8], from start: Int, to end: Int) -> NameID {
    if ends.count * 2 >= slots.count { grow() }
    var slot = hash(bytes, from: start, to: end) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isSame(Int(slots[slot]), bytes, from: start, to: end) { return NameID(index: slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let name = Int32(ends.count)
    slots[slot] = name
    letters.append(contentsOf: bytes[start..<end])
    ends.append(Int32(letters.count))
    return NameID(index: name)
  }

  mutating func name(_ text: String) -> NameID {
    let bytes = Array(text.utf8)
    return name(in: bytes, from: 0, to: bytes.count)
  }

  /// How many bytes a name has.
  func length(of name: NameID) -> Int { Int(ends[Int(name.index)]) - start(of: Int(name.index)) }

  func text(of name: NameID) -> String {
    let start = start(of: Int(name.index))
    return String(decoding: letters[start..<Int(ends[Int(name.index)])], as: UTF8.self)
  }

  /// Appends the spelling of `name` to `text`.
  func append(_ name: NameID, to text: inout [UInt8]) {
    text.append(contentsOf: letters[start(of: Int(name.index))..<Int(ends[Int(name.index)])])
  }

  private func start(of name: Int) -> Int { name == 0 ? 0 : Int(ends[name - 1]) }

  private func isSame(_ name: Int, _ bytes: [UInt8], from start: Int, to end: Int) -> Bool {
    let own = self.start(of: name)
    guard Int(ends[name]) - own == end - start else { return false }
    for offset in 0..<(end - start) where letters[own + offset] != bytes[start + offset] { return false }
    return true
  }

  /// The hash FNV-1a, folded so that the low bits depend on all of it.
  private func hash(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in start..<end { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for name in ends.indices {
      var slot = hash(letters, from: start(of: name), to: Int(ends[name])) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(name)
    }
  }
}
