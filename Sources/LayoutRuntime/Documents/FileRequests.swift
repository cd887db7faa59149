/// What somebody wants of files: to follow them, and to have them looked at.
///
/// It keeps what the world has not been told or has not answered yet. Which files are followed by then is known to
/// whoever follows them, and nowhere else.
struct FileRequests: Sendable {
  /// How much of these files matters.
  let extent: FileExtent
  /// Looked for and not yet answered.
  private(set) var pending: Set<String> = []
  /// By path: whether it is followed from now on, or not any more. The world has not been told.
  private var changes: [String: Bool] = [:]
  /// Looks that the world has not been told of.
  private var looks: Set<String> = []
  /// How many looks the world was asked for.
  private(set) var count = 0

  init(_ extent: FileExtent) { self.extent = extent }

  /// Follows a file from now on, there or not.
  mutating func follow(_ path: String) { setFollowed(true, path) }

  /// Follows a file no longer; an answer to a look is not waited for.
  mutating func release(_ path: String) {
    setFollowed(false, path)
    close(path)
  }

  private mutating func setFollowed(_ isFollowed: Bool, _ path: String) {
    // There and back is no news.
    if changes.removeValue(forKey: path) == nil { changes[path] = isFollowed }
  }

  /// Asks what is in a file, unless that is under way.
  mutating func look(at path: String) {
    if pending.insert(path).inserted { looks.insert(path) }
  }

  /// Asks for a look whose answer is for somebody else: nothing waits for it here.
  mutating func lookForOthers(at path: String) { looks.insert(path) }

  /// The answer is there, or nobody wants it any more.
  mutating func close(_ path: String) {
    pending.remove(path)
    looks.remove(path)
  }

  /// Files that are followed from now on, or not any more, in byte order.
  mutating func removeChanges() -> [Effect] {
    if changes.isEmpty { return [] }
    defer { changes = [:] }
    return changes.sorted { precedesInBytes($0.key, $1.key) }.map { path, isFollowed in
      isFollowed ? .follow(path: path, extent) : .release(path: path, extent)
    }
  }

  /// The paths to be looked at now, in byte order.
  mutating func removeLooks() -> [String] {
    defer { looks = [] }
    count += looks.count
    return looks.sorted(by: precedesInBytes)
  }
}
