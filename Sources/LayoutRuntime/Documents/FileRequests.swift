/// What somebody wants of files: to follow them, and to have them looked at.
///
/// It keeps what the world has not been told or has not answered yet. Which files are followed by then is known to
/// whoever follows them, and nowhere else.
struct FileRequests: Sendable {
  /// How much of these files matters.
  let extent: FileExtent
  /// Looked for and not yet answered.
  private(set) var pending: Set<String> = []
  /// What the world has not been told of a file.
  private struct News {
    /// Whether it is followed from now on, or not any more.
    var isFollowed: Bool?
    /// Asked for here, until nobody waits for it any more.
    var isLook = false
    /// Asked for by somebody else, whom nothing here takes it from.
    var isLookForOthers = false

    /// There and back is no news.
    mutating func follow(_ isFollowed: Bool) { self.isFollowed = self.isFollowed == nil ? isFollowed : nil }
  }

  private var news: [String: News] = [:]
  /// The files there is news of, in the order in which it came. Of some there is none any more.
  private var order: ArraySlice<String> = []
  /// How many looks the world was asked for.
  private(set) var lookCount = 0

  init(_ extent: FileExtent) { self.extent = extent }

  /// Whether there is something that the world has not been told.
  var hasNews: Bool { !news.isEmpty }

  /// Follows a file from now on, there or not.
  mutating func follow(_ path: String) { note(path) { $0.follow(true) } }

  /// Follows a file no longer; an answer to a look is not waited for.
  mutating func release(_ path: String) {
    pending.remove(path)
    note(path) {
      $0.follow(false)
      $0.isLook = false
    }
  }

  /// Asks what is in a file, unless that is under way.
  mutating func look(at path: String) {
    if pending.insert(path).inserted { note(path) { $0.isLook = true } }
  }

  /// Asks for a look whose answer is for somebody else: nothing waits for it here.
  mutating func lookForOthers(at path: String) { note(path) { $0.isLookForOthers = true } }

  /// The answer is there, or nobody wants it any more.
  mutating func close(_ path: String) {
    pending.remove(path)
    news[path]?.isLook = false
  }

  private mutating func note(_ path: String, _ change: (inout News) -> Void) {
    if news[path] == nil { order.append(path) }
    change(&news[path, default: News()])
  }

  /// What the world is told now, in byte order: files that are followed from now on, or not any more, and those to be
  /// looked at.
  ///
  /// - Parameter most: the files it is of; the next calls go on with the others.
  mutating func removeNews(atMost most: Int = .max) -> (changes: [Effect], looks: [String]) {
    if news.isEmpty { return ([], []) }
    var told: [(path: String, news: News)] = []
    while told.count < most, let path = order.popFirst() { told.append((path, news.removeValue(forKey: path)!)) }
    if order.isEmpty { order = [] }
    told.sort { precedesInBytes($0.path, $1.path) }
    let looks = told.filter { $0.news.isLook || $0.news.isLookForOthers }.map(\.path)
    lookCount += looks.count
    return (told.compactMap { effect(of: $0.news, on: $0.path) }, looks)
  }

  private func effect(of news: News, on path: String) -> Effect? {
    guard let isFollowed = news.isFollowed else { return nil }
    return isFollowed ? .follow(path: path, extent) : .release(path: path, extent)
  }
}
