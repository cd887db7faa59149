/// A map from two numbers to one, for the look-ups that happen for every view: (parent, name) → view, (context, view) →
/// condition. It uses open addressing without a hasher, and nothing is ever removed. A document keeps a dozen, most of
/// them empty.
struct PairTable {
  private var keys: [UInt64] = []
  private var values: [Int32] = []
  private var count = 0

  /// The key of an empty slot. It is no pair in use: both numbers would have to be -1.
  private static let empty = UInt64.max

  subscript(first: Int32, second: Int32) -> Int32? {
    get {
      if count == 0 { return nil }
      let slot = slot(of: PairTable.key(first, second))
      return keys[slot] == PairTable.empty ? nil : values[slot]
    }
    set {
      guard let newValue else { return }
      if count * 2 >= keys.count { grow() }
      let key = PairTable.key(first, second)
      let slot = slot(of: key)
      if keys[slot] == PairTable.empty { count += 1 }
      keys[slot] = key
      values[slot] = newValue
    }
  }

  /// The same map with other numbers.
  func mapping(first: (Int32) -> Int32, value: (Int32) -> Int32) -> PairTable {
    var result = PairTable()
    for index in keys.indices where keys[index] != PairTable.empty {
      let old = Int32(truncatingIfNeeded: keys[index] >> 32)
      result[first(old), Int32(truncatingIfNeeded: keys[index])] = value(values[index])
    }
    return result
  }

  private static func key(_ first: Int32, _ second: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
  }

  /// The slot of `key`, or the empty slot where it would go.
  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    let hash = (key ^ (key >> 29)) &* 0x9e37_79b9_7f4a_7c15
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while keys[slot] != key && keys[slot] != PairTable.empty { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let oldKeys = keys
    let oldValues = values
    let room = max(16, oldKeys.count * 2)
    keys = Array(repeating: PairTable.empty, count: room)
    values = Array(repeating: 0, count: room)
    for index in oldKeys.indices where oldKeys[index] != PairTable.empty {
      let slot = slot(of: oldKeys[index])
      keys[slot] = oldKeys[index]
      values[slot] = oldValues[index]
    }
  }
}
