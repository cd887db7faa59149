/// The distinct priorities of a block, highest first: a row's level is the place of its priority.
///
/// Gathered anew for each block, in the same memory. Nearly all blocks have a handful of priorities, which are put into
/// their places as they come; of thousands that would take the square.
struct PriorityLevels: ~Copyable {
  private static let handful = 32

  private var priorities = Column<Float>(capacity: 2 * handful)
  /// All of them, once they are more than a handful.
  private var many: Set<Float> = []

  var count: Int { priorities.count }
  var highest: Float? { count > 0 ? priorities[0] : nil }

  /// Begins another block.
  mutating func removeAll() {
    priorities.removeAll()
    if !many.isEmpty { many = [] }
  }

  @inline(__always) mutating func insert(_ priority: Float) {
    guard many.isEmpty else {
      many.insert(priority)
      return
    }
    var place = count
    while place > 0 && priorities[place - 1] < priority { place -= 1 }
    if place > 0 && priorities[place - 1] == priority { return }
    priorities.append(priority)
    var moved = count - 1
    while moved > place {
      priorities[moved] = priorities[moved - 1]
      moved -= 1
    }
    priorities[place] = priority
    if count > PriorityLevels.handful { many = Set(priorities.array()) }
  }

  /// After the last priority of the block.
  mutating func finish() {
    guard !many.isEmpty else { return }
    priorities.removeAll()
    for priority in many.sorted(by: >) { priorities.append(priority) }
  }

  /// - Parameter priority: one of these.
  func level(of priority: Float) -> Int32 {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if priorities[middle] > priority { low = middle + 1 } else { high = middle }
    }
    assert(priorities[low] == priority, "\(priority) is no priority of the block")
    return Int32(low)
  }
}
