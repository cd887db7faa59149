/// Documents that wait to be compiled, in the order in which they come.
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

  /// They wait before all others.
  mutating func prepend(_ paths: [String]) {
    if paths.isEmpty { return }
    waiting.formUnion(paths)
    order = paths + order
  }

  mutating func remove(_ path: String) { waiting.remove(path) }

  /// The one that comes next.
  mutating func popFirst() -> String? {
    while let path = order.popFirst() {
      if waiting.remove(path) != nil { return path }
    }
    order = []
    return nil
  }
}
