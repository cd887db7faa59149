/// Growable flat storage for one field of many items, working memory of the compiler, of `ConflictTrace` and of
/// `SystemWriter`, which other modules inline.
///
/// Unlike an `Array` it is owned by exactly one place, so a write never asks whether the buffer is shared, and an
/// index is checked in debug builds only. That is worth a factor of two in the phases that touch every term of
/// every row.
@usableFromInline struct Column<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline private(set) var count = 0

  @inlinable init(capacity: Int = 16) {
    self.capacity = max(capacity, 4)
    base = .allocate(capacity: self.capacity)
  }

  /// Without items, and without memory until there is one.
  init() {
    capacity = 0
    base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)!
  }

  init(repeating value: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  /// - Parameter count: items that are all written before one of them is read.
  init(unwritten count: Int) {
    self.init(capacity: count)
    self.count = count
  }

  @inlinable deinit { if capacity > 0 { base.deallocate() } }

  @inlinable @inline(__always) mutating func append(_ value: Element) {
    if count == capacity { grow() }
    base[count] = value
    count &+= 1
  }

  mutating func append(_ values: ArraySlice<Element>) {
    while capacity - count < values.count { grow() }
    let end = base + count
    values.withUnsafeBufferPointer { if let first = $0.baseAddress { end.update(from: first, count: $0.count) } }
    count += values.count
  }

  @inlinable @inline(never) mutating func grow() {
    let room = max(4, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
    larger.update(from: base, count: count)
    if capacity > 0 { base.deallocate() }
    base = larger
    capacity = room
  }

  mutating func removeAll() { count = 0 }

  mutating func truncate(to length: Int) {
    assert(length <= count, "cannot truncate \(count) items to \(length)")
    count = length
  }

  @inline(__always) subscript(_ index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "index \(index) outside 0..<\(count)")
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count, "index \(index) outside 0..<\(count)")
      base[index] = newValue
    }
  }

  @inline(__always) subscript(_ index: Int32) -> Element {
    get { self[Int(index)] }
    nonmutating set { self[Int(index)] = newValue }
  }

  /// Lends the items of `range` for sorting in place.
  func withItems<Result>(_ range: Range<Int>, _ body: (inout UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range \(range) outside 0..<\(count)")
    var items = UnsafeMutableBufferPointer(start: base + range.lowerBound, count: range.count)
    return body(&items)
  }

  /// The items as an array, for the finished plan.
  func array() -> [Element] {
    let base = base
    let count = count
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.baseAddress?.update(from: base, count: count)
      initialized = count
    }
  }
}
