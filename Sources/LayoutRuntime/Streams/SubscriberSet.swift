/// Subscribers in ascending order. Most are added at the end, and all are gone through far more often than any is
/// looked for.
struct SubscriberSet: Equatable, Sendable {
  private(set) var ascending: [SubscriberID] = []

  var isEmpty: Bool { ascending.isEmpty }
  var count: Int { ascending.count }

  func contains(_ subscriber: SubscriberID) -> Bool {
    let index = index(of: subscriber)
    return index < ascending.endIndex && ascending[index] == subscriber
  }

  mutating func insert(_ subscriber: SubscriberID) { ascending.insert(subscriber, at: index(of: subscriber)) }

  /// - Returns: whether it was there.
  mutating func remove(_ subscriber: SubscriberID) -> Bool {
    let index = index(of: subscriber)
    guard index < ascending.endIndex, ascending[index] == subscriber else { return false }
    ascending.remove(at: index)
    return true
  }

  /// - Parameter others: none of them is here.
  mutating func insert(all others: SubscriberSet) {
    if others.isEmpty { return }
    ascending.append(contentsOf: others.ascending)
    ascending.sort()
  }

  /// Where it is, or would be.
  private func index(of subscriber: SubscriberID) -> Int { ascending.partitioningIndex { $0 >= subscriber } }
}
