import LayoutRuntime

/// What was read at the start and is not handed on to the runtime yet.
///
/// To understand thousands of layouts takes seconds. They are handed on in portions, so that what is there already is
/// served, and others are, in between.
struct FileBacklog {
  /// So many files wait for nothing, and are a portion of more: some milliseconds of work.
  static let portion = 50

  /// All that the served folders have.
  var served: Set<String>
  /// The newest that was read, of files that wait.
  private var waiting: [String: FileContent]
  /// Those files, and perhaps some that wait no more, in the order in which they were read.
  private var order: ArraySlice<String>

  init(_ contents: [(path: String, content: FileContent)], served: Set<String>) {
    self.served = served
    waiting = Dictionary(contents) { $1 }
    order = contents.map(\.path)[...]
  }

  /// How many files wait.
  var count: Int { waiting.count }

  /// Takes over what was read of a file that waits.
  ///
  /// - Returns: false when it does not.
  mutating func update(_ path: String, to content: FileContent) -> Bool {
    if waiting[path] == nil { return false }
    waiting[path] = content
    return true
  }

  /// Somebody is told what is in a file now; what was read of it before must not come behind that.
  mutating func remove(_ path: String) { waiting[path] = nil }

  /// Removes and returns the files that come next: those of them that are in the served folders, and what is in them.
  mutating func removePortion() -> (found: [String], contents: [(path: String, content: FileContent)]) {
    var portion: [(path: String, content: FileContent)] = []
    while portion.count < Self.portion, let path = order.popFirst() {
      if let content = waiting.removeValue(forKey: path) { portion.append((path, content)) }
    }
    return (portion.map(\.path).filter { served.contains($0) }, portion)
  }
}
