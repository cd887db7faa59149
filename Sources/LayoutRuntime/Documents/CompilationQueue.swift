/// Documents whose attempt is out of date, and which of them are compiled first.
///
/// What was saved itself comes before what only imports something that was: somebody may have saved the one and look at
/// it, and hundreds may import the other. Those wait in the order in which they began to. Of both, what has an audience
/// comes first; of those that wait it is each other's turn, so that nobody waits for ever. A turn does as many as it
/// can take on; the next ones go on with the others, after what has changed since.
struct CompilationQueue: Sendable {
  /// Those that have changed since they were last looked through, and those that cannot be compiled yet.
  private var changed: Set<String> = []
  /// Those of them whose own file is another than before.
  private var renewed: Set<String> = []
  /// Those of them that need a file that is being read. Nothing a turn does brings them further, so nobody waits for
  /// them in it.
  private var stalled: Set<String> = []
  /// All others.
  private var waiting: Set<String> = []
  /// Those of them that had an audience when they began to wait, and the others.
  private var (watched, unwatched) = (Line(), Line())
  private var isTurnOfUnwatched = false

  /// Some that wait, in their order, and some that wait no more: to take one costs the same however many wait.
  private struct Line {
    var order: ArraySlice<String> = []

    mutating func takeFirst(of waiting: inout Set<String>) -> String? {
      while let path = order.popFirst() { if waiting.remove(path) != nil { return path } }
      order = []
      return nil
    }
  }

  var isEmpty: Bool { changed.isEmpty && waiting.isEmpty }
  var hasWaiting: Bool { !waiting.isEmpty }

  func contains(_ path: String) -> Bool { changed.contains(path) || waiting.contains(path) }
  func isWaiting(_ path: String) -> Bool { waiting.contains(path) }

  /// Something that the documents import is another. What waits keeps its turn, or it would never come while an import
  /// is saved again and again.
  mutating func add(_ paths: some Sequence<String>) {
    for path in paths where !waiting.contains(path) {
      changed.insert(path)
      stalled.remove(path)
    }
  }

  /// The document itself is another.
  mutating func addRenewed(_ path: String) {
    waiting.remove(path)
    add(CollectionOfOne(path))
    renewed.insert(path)
  }

  /// The document cannot be compiled before a file has been read.
  mutating func stall(_ path: String) {
    changed.insert(path)
    stalled.insert(path)
  }

  /// A file has been read.
  mutating func endStalls() { stalled = [] }

  mutating func remove(_ path: String) {
    changed.remove(path)
    waiting.remove(path)
  }

  /// The documents that come before those that wait: what has changed itself since the last time, and what has come
  /// back. What only imports something that changed begins to wait. Both in byte order, those with an audience first.
  ///
  /// - Parameters:
  ///   - onlySaved: leaves out what needs files that are being read.
  ///   - back: what has come back from being compiled elsewhere.
  ///   - isImported: whether a document is compiled with those who import it.
  ///   - isCompiling: whether it is being compiled elsewhere.
  ///   - hasAudience: whether somebody sees what it comes to.
  mutating func takeDue(
    onlySaved: Bool, back: some Collection<String>, isImported: (String) -> Bool, isCompiling: (String) -> Bool,
    hasAudience: (String) -> Bool
  ) -> [String] {
    defer { renewed = [] }
    if changed.isEmpty && back.isEmpty { return [] }
    changed = changed.filter { !isImported($0) }
    let due = changed.intersection(renewed).union(back)
    let others = changed.subtracting(due).filter { !isCompiling($0) && !(onlySaved && stalled.contains($0)) }
    changed.subtract(others)
    for path in others.sorted(by: precedesInBytes) where waiting.insert(path).inserted {
      if hasAudience(path) { watched.order.append(path) } else { unwatched.order.append(path) }
    }
    let (first, rest) = split(due.sorted(by: precedesInBytes), by: hasAudience)
    return Array(first + rest)
  }

  /// These were due, but the turn cannot take them on: they wait before all others.
  mutating func postpone(_ paths: [String], hasAudience: (String) -> Bool) {
    if paths.isEmpty { return }
    changed.subtract(paths)
    waiting.formUnion(paths)
    let (first, rest) = split(paths, by: hasAudience)
    watched.order = first + watched.order
    unwatched.order = rest + unwatched.order
  }

  /// Of those that wait the one that comes next, as if it had changed just now.
  mutating func takeWaiting() -> String? {
    let next =
      isTurnOfUnwatched
      ? unwatched.takeFirst(of: &waiting) ?? watched.takeFirst(of: &waiting)
      : watched.takeFirst(of: &waiting) ?? unwatched.takeFirst(of: &waiting)
    guard let path = next else { return nil }
    isTurnOfUnwatched.toggle()
    changed.insert(path)
    return path
  }

  /// Those with an audience, and the others.
  private func split(
    _ paths: [String], by hasAudience: (String) -> Bool
  ) -> (with: ArraySlice<String>, without: ArraySlice<String>) {
    var split: (with: ArraySlice<String>, without: ArraySlice<String>) = ([], [])
    for path in paths { if hasAudience(path) { split.with.append(path) } else { split.without.append(path) } }
    return split
  }
}
