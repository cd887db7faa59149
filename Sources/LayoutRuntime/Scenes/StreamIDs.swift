import Frames

/// Numbers for the paths of a scene: each path gets one when it first appears and keeps it, also while the view is
/// away and while the scene is closed. No number is used twice.
struct StreamIDs: Equatable, Sendable {
  /// Of paths that are away so many keep their number: all of a large stack that is emptied and filled again, but not
  /// every name that edits ever made up.
  static let mostAbsent = 65_536

  private var ids: [String: StreamID] = [:]
  private var next: UInt32 = 0

  var count: Int { ids.count }

  func knows(_ path: String) -> Bool { ids[path] != nil }

  /// Gives the number of a path to another one, which had none.
  mutating func rename(_ former: String, to path: String) {
    guard let id = ids.removeValue(forKey: former) else { return }
    ids[path] = id
  }

  /// Makes room for so many paths, since a table that grows reads all that are in it anew.
  mutating func expect(_ count: Int) { if ids.capacity < count { ids.reserveCapacity(count) } }

  mutating func id(of path: String) -> StreamID {
    if let id = ids[path] { return id }
    let id = StreamID(next)
    next += 1
    ids[path] = id
    return id
  }

  /// Forgets paths that are away once they are too many: half of them, those that appeared first.
  ///
  /// - Parameter present: those that are not away; each has its number.
  mutating func forgetAbsent(besides present: some Collection<ViewRecord>) {
    guard ids.count - present.count > Self.mostAbsent else { return }
    let kept = Set(present.map(\.id))
    let absent = ids.filter { !kept.contains($0.value) }.sorted { $0.value < $1.value }
    for (path, _) in absent.dropLast(Self.mostAbsent / 2) { ids[path] = nil }
  }
}
