/// Growable flat storage for one field of many items: working memory of the compiler, of `ConflictTrace` and of
/// `SystemWriter`, which other modules inline.
///
/// Unlike an `Array` it is owned by exactly one place, so a write never asks whether the buffer is shared, and an
/// index is checked in debug builds only (`Memory.swift` has the numbers).
@usableFromInline struct Column<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var memory: OwnedMemory<Element>
  @usableFromInline private(set) var count = 0

  @inlinable init(capacity: Int = 16) { memory = OwnedMemory(capacity: max(capacity, 4)) }

  /// Without items, and without memory until there is one.
  init() { memory = OwnedMemory(capacity: 0) }

  init(repeating value: Element, count: Int) {
    self.init(unwritten: count)
    memory.fill(count, with: value)
  }

  /// - Parameter count: items that are all written before one of them is read.
  init(unwritten count: Int) {
    self.init(capacity: count)
    self.count = count
  }

  @inlinable @inline(__always) mutating func append(_ value: Element) {
    if count == memory.capacity { memory.grow(to: max(4, 2 * count), keeping: count) }
    memory[count] = value
    count &+= 1
  }

  mutating func removeAll() { count = 0 }

  /// So many items that are all the same, in the same memory.
  mutating func refill(_ count: Int, with value: Element) {
    if count > memory.capacity { memory.grow(to: max(count, 2 * memory.capacity), keeping: 0) }
    memory.fill(count, with: value)
    self.count = count
  }

  mutating func truncate(to length: Int) {
    assert(length <= count, "cannot truncate \(count) items to \(length)")
    count = length
  }

  @inline(__always) subscript(_ index: Int) -> Element {
    get {
      assert(index >= 0 && index < count, "index \(index) outside 0..<\(count)")
      return memory[index]
    }
    set {
      assert(index >= 0 && index < count, "index \(index) outside 0..<\(count)")
      memory[index] = newValue
    }
  }

  @inline(__always) subscript(_ index: Int32) -> Element {
    get { self[Int(index)] }
    set { self[Int(index)] = newValue }
  }

  /// Fills a part of memory with the items.
  func write(to part: MemoryPart<Element>, of memory: LentMemory) {
    precondition(part.count == count, "\(count) items for \(part.count)")
    memory.write(self.memory, to: part)
  }

  /// The items as an array, for the finished plan.
  func array() -> [Element] { memory.array(count) }

  /// The same, with parts of another array among them.
  func array(with parts: [TakenItems], of other: [Element]) -> [Element] {
    if parts.isEmpty { return array() }
    var items: [Element] = []
    items.reserveCapacity(parts.reduce(count) { $0 + $1.items.count })
    var next = 0
    for part in parts {
      memory.append(next..<part.written, to: &items)
      items += other[part.items]
      next = part.written
    }
    memory.append(next..<count, to: &items)
    return items
  }
}

/// A part of an array that stands among written items.
struct TakenItems {
  /// How many items are written before it.
  var written: Int
  var items: Range<Int>
}
