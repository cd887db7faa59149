/// Numbers of views, from 0 in the order in which they were first met: what is known of views then stands in arrays.
///
/// A layout asks this of every anchor, so it uses open addressing without a hasher. Nothing is ever removed.
struct NodeNumbers: Sendable {
  /// By number.
  private(set) var nodes: [Node] = []
  /// Addresses of nodes, which are held above; 0 in an empty slot.
  private var keys = [UInt](repeating: 0, count: 64)
  private var numbers = [Int32](repeating: 0, count: 64)

  var count: Int { nodes.count }

  /// The number of a view; nil for one that was never met.
  subscript(node: Node) -> Int? {
    let slot = slot(of: UInt(bitPattern: ObjectIdentifier(node)))
    return keys[slot] == 0 ? nil : Int(numbers[slot])
  }

  /// Meets a view.
  ///
  /// - Returns: its number, the next one where it is new.
  mutating func number(of node: Node) -> Int {
    if nodes.count * 2 >= keys.count { grow() }
    let key = UInt(bitPattern: ObjectIdentifier(node))
    let slot = slot(of: key)
    if keys[slot] == 0 {
      keys[slot] = key
      numbers[slot] = Int32(nodes.count)
      nodes.append(node)
    }
    return Int(numbers[slot])
  }

  /// The slot of a key, or the empty slot where it would go.
  private func slot(of key: UInt) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    while keys[slot] != key && keys[slot] != 0 { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    keys = Array(repeating: 0, count: keys.count * 2)
    numbers = Array(repeating: 0, count: keys.count)
    for (number, node) in nodes.enumerated() {
      let slot = slot(of: UInt(bitPattern: ObjectIdentifier(node)))
      keys[slot] = UInt(bitPattern: ObjectIdentifier(node))
      numbers[slot] = Int32(number)
    }
  }
}
