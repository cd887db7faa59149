import LayoutRuntime

/// What was read at the start and is not handed on to the runtime yet.
///
/// To understand thousands of layouts takes seconds. They are handed on in portions, so that what is there already is
/// served, and others are, in between. Each portion is an eighth of what was handed on before: a turn looks at all
/// documents that it knows, and so the sum of that stays in proportion to their number.
struct FileBacklog {
  /// So many files wait for nothing, and are the first portion of more.
  static let least = 200

  /// All that the served folders have.
  private var served: [String] = []
  /// The newest that was read, of files that wait.
  private var waiting: [String: FileContent] = [:]
  /// Those files, and perhaps some that wait no more, in the order in which they were read.
  private var order: ArraySlice<String> = []
  private var handedOn: Set<String> = []

  /// How many files wait.
  var count: Int { waiting.count }

  /// Takes over what was read, and which files there are where that is told.
  mutating func add(_ contents: [(path: String, content: FileContent)], served: [String]?) {
    for (path, content) in contents where waiting.updateValue(content, forKey: path) == nil { order.append(path) }
    if let served { self.served = served }
  }

  /// Somebody is told what is in a file now; what was read of it before must not come behind that.
  mutating func remove(_ path: String) {
    if waiting.removeValue(forKey: path) != nil { handedOn.insert(path) }
  }

  /// Removes and returns the next portion: the files to be served from now on, none of those before left out that is
  /// there still, and what is in those that are new.
  mutating func removePortion() -> (served: [String], contents: [(path: String, content: FileContent)]) {
    var portion: [(path: String, content: FileContent)] = []
    let size = max(Self.least, handedOn.count / 8)
    while portion.count < size, let path = order.popFirst() {
      guard let content = waiting.removeValue(forKey: path) else { continue }
      handedOn.insert(path)
      portion.append((path, content))
    }
    return (served.filter { waiting[$0] == nil || handedOn.contains($0) }, portion)
  }
}
