/// Documents that wait to be compiled, in the order in which they were postponed.
///
/// To take one costs the same however many wait.
struct Postponed: Sendable {
  private var waiting: Set<String> = []
  /// Those, and some that wait no more.
  private var order: ArraySlice<String> = []

  var isEmpty: Bool { waiting.isEmpty }

  func contains(_ path: String) -> Bool { waiting.contains(path) }

  /// It waits behind all others; one that waits already stays where it is.
  mutating func append(_ path: String) {
    if waiting.insert(path).inserted { order.append(path) }
  }

  mutating func remove(_ path: String) { waiting.remove(path) }

  /// The one that waits longest.
  mutating func popFirst() -> String? {
    while let path = order.popFirst() {
      if waiting.remove(path) != nil { return path }
    }
    order = []
    return nil
  }
}
