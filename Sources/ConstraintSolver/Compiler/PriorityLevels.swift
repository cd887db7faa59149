/// The distinct priorities of a block, highest first: a row's level is the place of its priority.
struct PriorityLevels {
  fileprivate let priorities: [Float]

  var count: Int { priorities.count }
  var highest: Float? { priorities.first }

  /// - Parameter priority: one of these.
  func level(of priority: Float) -> Int32 {
    var (low, high) = (0, priorities.count)
    while low < high {
      let middle = (low + high) / 2
      if priorities[middle] > priority { low = middle + 1 } else { high = middle }
    }
    assert(priorities[low] == priority, "\(priority) is no priority of the block")
    return Int32(low)
  }

  /// Gathers priorities. Nearly all blocks have a handful, which are put into their places as they come; of thousands
  /// that would take the square.
  struct Finder {
    private static let handful = 32

    private var few: [Float] = []
    /// All of them, once they are more than a handful.
    private var many: Set<Float> = []

    @inline(__always) mutating func insert(_ priority: Float) {
      guard many.isEmpty else {
        many.insert(priority)
        return
      }
      var place = 0
      while place < few.count && few[place] > priority { place += 1 }
      if place < few.count && few[place] == priority { return }
      few.insert(priority, at: place)
      if few.count > Finder.handful { many = Set(few) }
    }

    var found: PriorityLevels { PriorityLevels(priorities: many.isEmpty ? few : many.sorted(by: >)) }
  }
}
