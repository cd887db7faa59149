/// The largest of numbers by index, while one after another changes: a tree, each node the larger of the two below it.
struct LargestTree {
  private let keys: StoredMutableSpan<Double>
  private let width: Int

  /// - Parameter keys: room for `room(size)`.
  init(_ size: Int, _ keys: StoredMutableSpan<Double>) {
    self.keys = keys
    width = LargestTree.room(size) / 2
    for node in 0..<2 * width { keys[node] = -.infinity }
  }

  static func room(_ size: Int) -> Int { 2 << (Int.bitWidth - max(0, size - 1).leadingZeroBitCount) }

  @inline(__always) subscript(_ index: Int) -> Double { keys[width + index] }

  @inline(__always) func set(_ index: Int, _ key: Double) {
    var node = width + index
    guard keys[node] != key else { return }
    keys[node] = key
    while node > 1 {
      let larger = max(keys[node], keys[node ^ 1])
      node >>= 1
      if keys[node] == larger { return }
      keys[node] = larger
    }
  }

  /// The first index that has it; nil if all are minus infinity.
  var largest: Int? {
    guard keys[1] > -.infinity else { return nil }
    var node = 1
    while node < width { node = keys[2 * node] == keys[node] ? 2 * node : 2 * node + 1 }
    return node - width
  }
}
