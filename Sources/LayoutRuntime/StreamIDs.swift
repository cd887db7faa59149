import Frames

/// Numbers for the paths of a scene: each path gets one when it first appears and keeps it, also while the view is
/// away and while the scene is closed.
struct StreamIDs: Equatable, Sendable {
  private var ids: [String: StreamID] = [:]

  mutating func id(of path: String) -> StreamID {
    if let id = ids[path] { return id }
    let id = StreamID(UInt32(ids.count))
    ids[path] = id
    return id
  }
}
