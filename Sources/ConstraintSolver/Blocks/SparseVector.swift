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

  /// Says whether that index is new in the list.
  @inline(__always) @discardableResult mutating func set(_ index: Int, _ value: Double) -> Bool {
    values[index] = value
    guard isListed[index] == 0 else { return false }
    isListed[index] = 1
    list[count] = Int32(truncatingIfNeeded: index)
    count += 1
    return true
  }

  @inline(__always) @discardableResult mutating func add(_ index: Int, _ value: Double) -> Bool {
    set(index, values[index] + value)
  }

  /// Takes a multiple of another vector out.
  mutating func subtract(_ factor: Double, _ other: SparseVector) {
    for position in 0..<other.count {
      let index = other.index(position)
      add(index, -factor * other[index])
    }
  }

  /// Numbers by place after an exchange: what the row at a place had is now of the row that `entering` expresses.
  mutating func exchange(_ place: Int, _ entering: SparseVector) {
    let share = values[place] / entering[place]
    if share != 0 { subtract(share, entering) }
    set(place, share)
  }

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
  /// Words that have any bits, as bits by word: of a large set that has few members nobody looks at the rest.
  private let summary: StoredMutableSpan<UInt64>
  private let size: Int

  /// - Parameter words: room for `wordCount(size)`.
  init(_ size: Int, _ words: StoredMutableSpan<UInt64>) {
    self.words = words
    self.size = size
    summary = words.extracting(droppingFirst: size >> 6 + 1)
    for word in 0..<PendingBits.wordCount(size) { words[word] = 0 }
  }

  static func wordCount(_ size: Int) -> Int { size >> 6 + size >> 12 + 2 }

  @inline(__always) func insert(_ index: Int) {
    words[index >> 6] |= 1 << UInt64(index & 63)
    summary[index >> 12] |= 1 << UInt64(index >> 6 & 63)
  }

  @inline(__always) func remove(_ index: Int) {
    let left = words[index >> 6] & ~(1 << UInt64(index & 63))
    words[index >> 6] = left
    if left == 0 { summary[index >> 12] &= ~(1 << UInt64(index >> 6 & 63)) }
  }

  /// Takes out the members of a range, ascending. `body` may insert members that come later.
  @inline(__always) func takeAscending(_ range: Range<Int>, _ body: (Int) -> Void) {
    var from = range.lowerBound
    while let index = first(in: from..<range.upperBound) {
      remove(index)
      body(index)
      from = index + 1
    }
  }

  /// The same, descending; `body` may insert members that come before.
  @inline(__always) func takeDescending(_ range: Range<Int>, _ body: (Int) -> Void) {
    var end = range.upperBound
    while let index = last(in: range.lowerBound..<end) {
      remove(index)
      body(index)
      end = index
    }
  }

  func removeAll() { takeAscending(0..<size) { _ in } }

  /// The first member of a range.
  @inline(__always) func first(in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    var word = range.lowerBound >> 6
    var bits = words[word] & (UInt64.max << UInt64(range.lowerBound & 63))
    if bits == 0 {
      let next = word + 1
      let last = (range.upperBound - 1) >> 12
      guard next >> 6 <= last else { return nil }
      var block = next >> 6
      var nonempty = summary[block] & (UInt64.max << UInt64(next & 63))
      while nonempty == 0 && block < last {
        block += 1
        nonempty = summary[block]
      }
      guard nonempty != 0 else { return nil }
      word = block << 6 + nonempty.trailingZeroBitCount
      bits = words[word]
    }
    let found = word << 6 + bits.trailingZeroBitCount
    return found < range.upperBound ? found : nil
  }

  /// The last member of a range.
  @inline(__always) func last(in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    var word = (range.upperBound - 1) >> 6
    var bits = words[word] & (UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63))
    if bits == 0 {
      let first = range.lowerBound >> 12
      guard word > 0 else { return nil }
      var block = (word - 1) >> 6
      guard block >= first else { return nil }
      var nonempty = summary[block] & (UInt64.max >> UInt64(63 - (word - 1) & 63))
      while nonempty == 0 && block > first {
        block -= 1
        nonempty = summary[block]
      }
      guard nonempty != 0 else { return nil }
      word = block << 6 + 63 - nonempty.leadingZeroBitCount
      bits = words[word]
    }
    let found = word << 6 + 63 - bits.leadingZeroBitCount
    return found >= range.lowerBound ? found : nil
  }
}
