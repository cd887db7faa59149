/// The events along an edge, nearest first, without sorting those that are never reached.
///
/// At equal steps the smaller change comes first, so that the row that becomes active has a large pivot.
struct EventHeap {
  private let events: StoredMutableSpan<RatioEvent>
  private var count: Int

  init(_ events: StoredMutableSpan<RatioEvent>, count: Int) {
    self.events = events
    self.count = count
    for index in (0..<count / 2).reversed() { sift(index) }
  }

  mutating func popFirst() -> RatioEvent? {
    guard count > 0 else { return nil }
    let first = events[0]
    count -= 1
    events[0] = events[count]
    sift(0)
    return first
  }

  private func precedes(_ left: RatioEvent, _ right: RatioEvent) -> Bool {
    if left.step != right.step { return left.step < right.step }
    if left.size != right.size { return left.size < right.size }
    return left.row < right.row
  }

  private func sift(_ start: Int) {
    var parent = start
    while 2 * parent + 1 < count {
      var child = 2 * parent + 1
      if child + 1 < count && precedes(events[child + 1], events[child]) { child += 1 }
      guard precedes(events[child], events[parent]) else { return }
      let event = events[parent]
      events[parent] = events[child]
      events[child] = event
      parent = child
    }
  }
}
