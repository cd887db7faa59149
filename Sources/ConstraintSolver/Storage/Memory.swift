/// All that is unsafe in this target: memory without the checks of arrays. No other file names a pointer.
///
/// An array asks with every write whether somebody else holds it, and an array and a `Span` check every index. A span
/// cannot be a property either (in Swift 6.3), and a solve reads and writes some forty tables. With every index
/// checked, the shapes of the benchmarks take more instructions: 1.40 times as many to build 1,000 views of cards, 1.35
/// to resize them, 1.51 for nested stacks, 1.54 for the smallest edit.
///
/// So there are three kinds of memory here that do not check an index in release builds. Debug builds check every
/// index, and say the numbers.
///
/// - `StoredSpan`, `StoredMutableSpan` and `Lent` are items, or a value, lent to a closure.
/// - `LentMemory` and `LentReadOnlyMemory` are pieces of memory, lent to a closure to be cut into such items.
/// - `OwnedMemory` has one owner, who frees it.
///
/// Nobody keeps what was lent beyond the closure. Only `TapeRunner` and the solvers of blocks have such properties, and
/// they are made in the closure and stay in it.

// MARK: Lent items

/// Items that are lent to be read, and may be a property meanwhile.
@safe struct StoredSpan<Item: BitwiseCopyable> {
  private let base: UnsafePointer<Item>
  #if DEBUG
    private let count: Int
  #endif

  @inline(__always) fileprivate init(_ base: UnsafePointer<Item>, count: Int) {
    unsafe self.base = base
    #if DEBUG
      self.count = count
    #endif
  }

  @inline(__always) subscript(_ index: Int) -> Item {
    #if DEBUG
      precondition(index >= 0 && index < count, "index \(index) outside 0..<\(count)")
    #endif
    return unsafe base[index]
  }

  /// The items from the `first` on, numbered anew.
  @inline(__always) func extracting(droppingFirst first: Int) -> StoredSpan {
    #if DEBUG
      precondition(first >= 0 && first <= count, "the items from \(first) on of \(count)")
      return unsafe StoredSpan(base + first, count: count - first)
    #else
      return unsafe StoredSpan(base + first, count: 0)
    #endif
  }
}

/// Items that are lent to be read and written, and may be a property meanwhile.
@safe struct StoredMutableSpan<Item: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Item>
  #if DEBUG
    private let count: Int
  #endif

  @inline(__always) fileprivate init(_ base: UnsafeMutablePointer<Item>, count: Int) {
    unsafe self.base = base
    #if DEBUG
      self.count = count
    #endif
  }

  @inline(__always) subscript(_ index: Int) -> Item {
    get {
      checkIndex(index)
      return unsafe base[index]
    }
    nonmutating set {
      checkIndex(index)
      unsafe base[index] = newValue
    }
  }

  @inline(__always) private func checkIndex(_ index: Int) {
    #if DEBUG
      precondition(index >= 0 && index < count, "index \(index) outside 0..<\(count)")
    #endif
  }

  /// The items from the `first` on, numbered anew.
  @inline(__always) func extracting(droppingFirst first: Int) -> StoredMutableSpan {
    #if DEBUG
      precondition(first >= 0 && first <= count, "the items from \(first) on of \(count)")
      return unsafe StoredMutableSpan(base + first, count: count - first)
    #else
      return unsafe StoredMutableSpan(base + first, count: 0)
    #endif
  }

  fileprivate func write(_ items: UnsafeBufferPointer<Item>) {
    #if DEBUG
      precondition(items.count <= count, "\(items.count) items for \(count)")
    #endif
    if let first = items.baseAddress { unsafe base.update(from: first, count: items.count) }
  }

  /// Sorts the first items.
  func sort(first sorted: Int, by precedes: (Item, Item) -> Bool) {
    #if DEBUG
      precondition(sorted <= count, "\(sorted) items of \(count) are to be sorted")
    #endif
    var items = unsafe UnsafeMutableBufferPointer(start: base, count: sorted)
    unsafe items.sort(by: precedes)
  }
}

/// A value that stays where it is while it is lent, and may be a property meanwhile.
@safe struct Lent<Value> {
  private let address: UnsafeMutablePointer<Value>

  @inline(__always) fileprivate init(_ address: UnsafeMutablePointer<Value>) { unsafe self.address = address }

  @inline(__always) var value: Value {
    _read { yield unsafe address.pointee }
    nonmutating _modify { yield unsafe &address.pointee }
  }
}

/// Lends a value in its place.
@inline(__always) func lend<Value>(_ value: inout Value, _ body: (Lent<Value>) -> Void) {
  unsafe withUnsafeMutablePointer(to: &value) { body(unsafe Lent($0)) }
}

/// Lends room for items that nobody has written yet.
@inline(__always)
func lendRoom<Item: BitwiseCopyable>(for count: Int, of type: Item.Type, _ body: (StoredMutableSpan<Item>) -> Void) {
  unsafe withUnsafeTemporaryAllocation(of: Item.self, capacity: count) { room in
    body(unsafe StoredMutableSpan(room.baseAddress!, count: count))
  }
}

extension Array where Element: BitwiseCopyable {
  /// Lends the items.
  @inline(__always) borrowing func lend<Result>(_ body: (StoredSpan<Element>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { items in
      // Empty storage has an address as well.
      let base = unsafe items.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Element>.alignment)!
      return body(unsafe StoredSpan(base, count: items.count))
    }
  }
}

// MARK: Lent memory

/// A piece of memory that is lent, to be cut into parts.
@safe struct LentMemory {
  private let base: UnsafeMutableRawPointer
  #if DEBUG
    private let byteCount: Int
  #endif

  @inline(__always) fileprivate init(_ base: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe self.base = base
    #if DEBUG
      self.byteCount = byteCount
    #endif
  }

  @inline(__always) func items<Item>(_ part: MemoryPart<Item>) -> StoredMutableSpan<Item> {
    #if DEBUG
      precondition(
        part.offset >= 0 && part.end <= byteCount, "part \(part.offset)..<\(part.end) of \(byteCount) bytes")
    #endif
    return unsafe StoredMutableSpan(
      (base + part.offset).bindMemory(to: Item.self, capacity: part.count), count: part.count)
  }

  /// Fills a part; there are as many items as it has room for.
  func write<Item>(_ items: borrowing [Item], to part: MemoryPart<Item>) {
    precondition(items.count == part.count, "\(items.count) items for \(part.count)")
    unsafe items.withUnsafeBufferPointer { unsafe self.items(part).write($0) }
  }

  /// Fills a part with as many items as it has room for.
  func write<Item>(_ items: borrowing OwnedMemory<Item>, to part: MemoryPart<Item>) {
    precondition(part.count <= items.capacity, "\(part.count) items of \(items.capacity)")
    unsafe self.items(part).write(UnsafeBufferPointer(start: items.base, count: part.count))
  }
}

/// A piece of memory that is lent to be read.
@safe struct LentReadOnlyMemory {
  private let base: UnsafeRawPointer
  #if DEBUG
    private let byteCount: Int
  #endif

  @inline(__always) fileprivate init(_ base: UnsafeRawPointer, byteCount: Int) {
    unsafe self.base = base
    #if DEBUG
      self.byteCount = byteCount
    #endif
  }

  @inline(__always) func items<Item>(_ part: MemoryPart<Item>) -> StoredSpan<Item> {
    #if DEBUG
      precondition(
        part.offset >= 0 && part.end <= byteCount, "part \(part.offset)..<\(part.end) of \(byteCount) bytes")
    #endif
    return unsafe StoredSpan(
      (base + part.offset).bindMemory(to: Item.self, capacity: part.count), count: part.count)
  }
}

extension [UInt64] {
  /// Lends the words as memory to be read; there is at least one.
  @inline(__always) borrowing func lendReadOnlyMemory<Result>(_ body: (LentReadOnlyMemory) -> Result) -> Result {
    unsafe withUnsafeBytes { bytes in
      let memory = bytes.baseAddress!
      // The array goes on to see words.
      defer { _ = unsafe memory.bindMemory(to: UInt64.self, capacity: bytes.count / 8) }
      return body(unsafe LentReadOnlyMemory(memory, byteCount: bytes.count))
    }
  }

  /// Lends the words as memory; there is at least one.
  @inline(__always) mutating func lendMemory<Result>(_ body: (LentMemory) -> Result) -> Result {
    unsafe withUnsafeMutableBytes { bytes in
      let memory = bytes.baseAddress!
      // The array goes on to see words.
      defer { _ = unsafe memory.bindMemory(to: UInt64.self, capacity: bytes.count / 8) }
      return body(unsafe LentMemory(memory, byteCount: bytes.count))
    }
  }

  /// Words of which only the first are written; the others are as the allocator left them.
  init(zeroes zeroCount: Int, unwritten: Int) {
    self = unsafe [UInt64](unsafeUninitializedCapacity: zeroCount + unwritten) { words, count in
      unsafe words[..<zeroCount].initialize(repeating: 0)
      count = zeroCount + unwritten
    }
  }

  /// An item of a part, when the words are memory that was cut. Checked in all builds.
  @inline(__always) func item<Item>(_ index: Int, of part: MemoryPart<Item>) -> Item {
    precondition(index >= 0 && index < part.count, "index \(index) outside 0..<\(part.count)")
    precondition(part.end <= 8 * count, "part \(part.offset)..<\(part.end) of \(8 * count) bytes")
    return unsafe withUnsafeBytes { bytes in
      unsafe bytes.load(fromByteOffset: part.offset + index * MemoryLayout<Item>.stride, as: Item.self)
    }
  }

  /// All items of a part.
  func items<Item>(of part: MemoryPart<Item>) -> [Item] {
    precondition(part.end <= 8 * count, "part \(part.offset)..<\(part.end) of \(8 * count) bytes")
    return unsafe [Item](unsafeUninitializedCapacity: part.count) { items, count in
      unsafe withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(items).copyMemory(from: .init(rebasing: bytes[part.offset..<part.end]))
      }
      count = part.count
    }
  }
}

// MARK: Owned memory

/// Room for items of which the owner knows which are written.
///
/// `Column` counts them; other modules inline that.
@usableFromInline @safe struct OwnedMemory<Item: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Item>
  @usableFromInline private(set) var capacity: Int

  @inlinable init(capacity: Int) {
    self.capacity = capacity
    unsafe base =
      capacity > 0 ? .allocate(capacity: capacity) : UnsafeMutablePointer(bitPattern: MemoryLayout<Item>.alignment)!
  }

  @inlinable deinit { if capacity > 0 { unsafe base.deallocate() } }

  @inlinable @inline(__always) subscript(_ index: Int) -> Item {
    get {
      assert(index >= 0 && index < capacity, "index \(index) outside 0..<\(capacity)")
      return unsafe base[index]
    }
    set {
      assert(index >= 0 && index < capacity, "index \(index) outside 0..<\(capacity)")
      unsafe base[index] = newValue
    }
  }

  @inlinable @inline(never) mutating func grow(to larger: Int, keeping count: Int) {
    precondition(count <= capacity && capacity <= larger, "\(count) items of \(capacity) are to be kept of \(larger)")
    let other = UnsafeMutablePointer<Item>.allocate(capacity: larger)
    unsafe other.update(from: base, count: count)
    if capacity > 0 { unsafe base.deallocate() }
    unsafe base = other
    capacity = larger
  }

  mutating func fill(_ count: Int, with item: Item) {
    precondition(count <= capacity, "\(count) items of \(capacity)")
    unsafe base.initialize(repeating: item, count: count)
  }

  /// The first items.
  func array(_ count: Int) -> [Item] {
    precondition(count <= capacity, "\(count) items of \(capacity)")
    return unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }

  /// Adds some of the items to an array.
  func append(_ range: Range<Int>, to items: inout [Item]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "items \(range) of \(capacity)")
    unsafe items.append(contentsOf: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}
