/// What a look at the disk may take before somebody else has his turn, in steps: a name in a folder that is gone
/// through is one.
struct LookBudget {
  /// A few milliseconds, with what is done about the files that are read. By measuring.
  static let portion = 600
  /// To find out what is in a file.
  static let read = 3
  /// To find the way to a file that no folder led to: name by name.
  static let way = 8
  /// So many names on the way to something are a step more. By measuring: a folder below a thousand others takes
  /// 0.3 ms.
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

/// Files that are to be read, each once: by turns one that is urgent and another one, each in the order in which they
/// came up.
struct ReadQueue {
  /// What waits, and some that waits no more, since it came to be urgent meanwhile.
  private var (urgent, others) = (ArraySlice<String>(), ArraySlice<String>())
  private var isTurnOfOthers = false
  private var waiting: Set<String> = []
  private var marked: Set<String> = []

  var count: Int { waiting.count }

  func contains(_ path: String) -> Bool { waiting.contains(path) }

  mutating func append(_ path: String, isUrgent: Bool = false) {
    let isNew = waiting.insert(path).inserted
    if isUrgent { urgent.append(path) } else if isNew { others.append(path) }
  }

  mutating func popFirst() -> String? {
    while !waiting.isEmpty {
      let next = isTurnOfOthers ? others.popFirst() ?? urgent.popFirst() : urgent.popFirst() ?? others.popFirst()
      guard let path = next, waiting.remove(path) != nil else { continue }
      isTurnOfOthers.toggle()
      marked.remove(path)
      return path
    }
    (urgent, others) = ([], [])
    return nil
  }

  mutating func removeAll() -> ArraySlice<String> {
    defer { self = ReadQueue() }
    return (urgent + others).filter(waiting.contains)[...]
  }

  /// What waits now is waited for: see `isPastMark`.
  mutating func setMark() { marked = waiting }

  /// Whether all has been taken that waited when the mark was set, whatever has come since.
  var isPastMark: Bool { marked.isEmpty }
}
