import Posix

/// When each connection wants to be looked at although nothing happens.
///
/// One alarm a connection counts, the earliest it asked for. Whoever finds when it goes off that there is nothing to do
/// yet asks again; so what puts an alarm off, like each event that makes a heartbeat needless, costs nothing.
struct Alarms {
  private struct Entry {
    let instant: ContinuousClock.Instant
    let connection: EventLoop.Token
  }

  /// A heap with the earliest first. Entries that are not in `instants` any more are left until their time comes.
  private var heap: [Entry] = []
  private var instants: [EventLoop.Token: ContinuousClock.Instant] = [:]

  /// When `takeDue` may next return something; nil: never.
  var earliest: ContinuousClock.Instant? { heap.first?.instant }

  /// Looks at a connection at `instant` at the latest.
  mutating func set(_ connection: EventLoop.Token, at instant: ContinuousClock.Instant) {
    if let known = instants[connection], known <= instant { return }
    instants[connection] = instant
    heap.append(Entry(instant: instant, connection: connection))
    var child = heap.count - 1
    while child > 0, heap[child].instant < heap[(child - 1) / 2].instant {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    forgetStale()
  }

  mutating func remove(_ connection: EventLoop.Token) { instants[connection] = nil }

  /// How many entries there are, those that nobody waits for any more among them.
  var entryCount: Int { heap.count }

  /// Drops the entries that do not count any more once they are most of them: their time may be hours away, and one
  /// comes with each event of a stream that has both a pace and a heartbeat.
  private mutating func forgetStale() {
    guard heap.count > 2 * instants.count + 64 else { return }
    // In order, and so a heap.
    heap = instants.map { Entry(instant: $1, connection: $0) }.sorted { $0.instant < $1.instant }
  }

  /// The connections to be looked at now. Their alarms are over.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [EventLoop.Token] {
    var due: [EventLoop.Token] = []
    while let first = heap.first, first.instant <= now {
      removeFirst()
      guard instants[first.connection] == first.instant else { continue }
      instants[first.connection] = nil
      due.append(first.connection)
    }
    return due
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    if heap.isEmpty { return }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].instant < heap[least].instant { least = child }
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
