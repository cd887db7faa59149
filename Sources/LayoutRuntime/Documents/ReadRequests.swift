/// Files that somebody wants to know the bytes of, from the wish to the answer.
struct ReadRequests: Sendable {
  /// Asked for and not yet answered.
  private(set) var pending: Set<String> = []
  /// What the world has not been told of yet.
  private var new: Set<String> = []
  /// How many files the world was asked for.
  private(set) var count = 0

  /// Asks for a file, unless that is under way.
  mutating func ask(for path: String) {
    if pending.insert(path).inserted { new.insert(path) }
  }

  /// Asks for a file whose answer is for somebody else: nothing waits for it here.
  mutating func askForOthers(_ path: String) { new.insert(path) }

  /// The answer is there, or nobody wants it any more.
  mutating func close(_ path: String) {
    pending.remove(path)
    new.remove(path)
  }

  /// The reads to be done now, in byte order.
  mutating func take() -> [String] {
    defer { new = [] }
    count += new.count
    return new.sorted(by: precedesInBytes)
  }
}
