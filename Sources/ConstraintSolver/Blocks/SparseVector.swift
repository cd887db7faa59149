/// Numbers of which few differ from zero: by index, and a list of the indices that were written.
struct SparseVector {
  private let values: StoredMutableSpan<Double>
  private let isListed: StoredMutableSpan<Int32>
  private let list: StoredMutableSpan<Int32>
  private(set) var count = 0

  /// - Parameters:
  ///   - numbers: room for `size`.
  ///   - room: `listRoom(size)`.
  init(_ size: Int, numbers: StoredMutableSpan<Double>, list room: StoredMutableSpan<Int32>) {
    values = numbers
    isListed = room
    list = room.extracting(droppingFirst: size)
    for index in 0..<size {
      values[index] = 0
      isListed[index] = 0
    }
  }

  static func listRoom(_ size: Int) -> Int { 2 * size }

  @inline(__always) subscript(_ index: Int) -> Double { values[index] }

  /// The index that was written as the `position`-th.
  @inline(__always) func index(_ position: Int) -> Int { Int(list[position]) }

  @inline(__always) mutating func set(_ index: Int, _ value: Double) {
    if isListed[index] == 0 {
      isListed[index] = 1
      list[count] = Int32(truncatingIfNeeded: index)
      count += 1
    }
    values[index] = value
  }

  @inline(__always) mutating func add(_ index: Int, _ value: Double) { set(index, values[index] + value) }

  mutating func removeAll() {
    for position in 0..<count {
      values[Int(list[position])] = 0
      isListed[Int(list[position])] = 0
    }
    count = 0
  }
}

/// A set of indices as bits, taken out in order while more come in.
struct PendingBits {
  private let words: StoredMutableSpan<UInt64>
  private let size: Int

  init(_ size: Int, _ words: StoredMutableSpan<UInt64>) {
    self.words = words
    self.size = size
    removeAll()
  }

  static func wordCount(_ size: Int) -> Int { size >> 6 + 1 }

  func removeAll() { for word in 0...size >> 6 { words[word] = 0 } }

  @inline(__always) func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }
  @inline(__always) func remove(_ index: Int) { words[index >> 6] &= ~(1 << UInt64(index & 63)) }

  /// The members, ascending.
  @inline(__always) func forEach(_ body: (Int) -> Void) {
    for word in 0...size >> 6 {
      var bits = words[word]
      while bits != 0 {
        body(word << 6 + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
  }

  /// Takes out the members of a range, ascending. `body` may insert members that come later.
  @inline(__always) func takeAscending(_ range: Range<Int>, _ body: (Int) -> Void) {
    guard !range.isEmpty else { return }
    let last = (range.upperBound - 1) >> 6
    var word = range.lowerBound >> 6
    var mask = UInt64.max << UInt64(range.lowerBound & 63)
    while word <= last {
      if word == last { mask &= UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63) }
      let bits = words[word] & mask
      guard bits != 0 else {
        word += 1
        mask = .max
        continue
      }
      let bit = bits.trailingZeroBitCount
      words[word] &= ~(1 << UInt64(bit))
      body(word << 6 + bit)
    }
  }

  /// The same, descending; `body` may insert members that come before.
  @inline(__always) func takeDescending(_ range: Range<Int>, _ body: (Int) -> Void) {
    guard !range.isEmpty else { return }
    let first = range.lowerBound >> 6
    var word = (range.upperBound - 1) >> 6
    var mask = UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63)
    while word >= first {
      if word == first { mask &= UInt64.max << UInt64(range.lowerBound & 63) }
      let bits = words[word] & mask
      guard bits != 0 else {
        word -= 1
        mask = .max
        continue
      }
      let bit = 63 - bits.leadingZeroBitCount
      words[word] &= ~(1 << UInt64(bit))
      body(word << 6 + bit)
    }
  }

  /// The first member of a range.
  @inline(__always) func first(in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    let last = (range.upperBound - 1) >> 6
    var word = range.lowerBound >> 6
    var bits = words[word] & (UInt64.max << UInt64(range.lowerBound & 63))
    while bits == 0 && word < last {
      word += 1
      bits = words[word]
    }
    guard bits != 0 else { return nil }
    let found = word << 6 + bits.trailingZeroBitCount
    return found < range.upperBound ? found : nil
  }
}
