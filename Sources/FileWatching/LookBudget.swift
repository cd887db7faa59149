/// What a look at the disk may take before somebody else has his turn, in steps: a name in a folder that is gone
/// through is one.
struct LookBudget {
  /// A few milliseconds, with what is done about the files that are read. By measuring.
  static let portion = 600
  /// To find out what is in a file.
  static let read = 3
  /// To find the way to a file that no folder led to: name by name.
  static let way = 8
  /// So many names on the way to something are a step more. By measuring: a folder below a thousand others takes 0.3 ms.
  static let names = 32
  /// To understand what is new in a file, or that it is gone, takes far longer than to read it.
  static let news = 27
  /// So many bytes of it are a step more.
  static let bytes = 4_096

  private(set) var left: Int

  init(_ steps: Int) { left = steps }

  var isSpent: Bool { left <= 0 }

  mutating func spend(_ steps: Int) { left -= steps }
}

/// Files that are to be read, each once, in the order in which they came up.
struct ReadQueue {
  private var order: ArraySlice<String> = []
  private var waiting: Set<String> = []
  private var added = 0
  private var taken = 0
  private var mark = 0

  var count: Int { waiting.count }

  func contains(_ path: String) -> Bool { waiting.contains(path) }

  mutating func append(_ path: String) {
    guard waiting.insert(path).inserted else { return }
    order.append(path)
    added += 1
  }

  mutating func popFirst() -> String? {
    guard let path = order.popFirst() else { return nil }
    waiting.remove(path)
    taken += 1
    if order.isEmpty { order = [] }
    return path
  }

  mutating func removeAll() -> ArraySlice<String> {
    defer { (order, waiting, taken) = ([], [], added) }
    return order
  }

  /// What waits now is waited for: see `isPastMark`.
  mutating func setMark() { mark = added }

  /// Whether all has been taken that waited when the mark was set, whatever has come since.
  var isPastMark: Bool { taken >= mark }
}
