import Frames

/// Numbers for the paths of a scene: each path gets one when it first appears and keeps it, also while the view is
/// away and while the scene is closed.
struct StreamIDs: Equatable, Sendable {
  private var ids: [String: StreamID] = [:]

  func knows(_ path: String) -> Bool { ids[path] != nil }

  /// Gives the number of a path to another one, which had none.
  mutating func rename(_ former: String, to path: String) {
    guard let id = ids.removeValue(forKey: former) else { return }
    ids[path] = id
  }

  mutating func id(of path: String) -> StreamID {
    if let id = ids[path] { return id }
    let id = StreamID(UInt32(ids.count))
    ids[path] = id
    return id
  }
}
