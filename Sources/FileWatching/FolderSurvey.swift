import Posix

/// What a watcher would find in a folder now, for somebody who asks without watching it.
public struct FolderSurvey: Sendable {
  /// The layouts that would be served, by the paths they would be served under, in byte order.
  public let layouts: [String]
  /// Those of them that this process may not read.
  public let unreadable: [String]
  /// Folders that cannot be listed, and what is there and cannot be served; sorted by path.
  public let notices: [WatchNotice]
  /// How many folders need a watch.
  public let watches: Int
  /// Whether it lies where changes raise no events.
  public let isRemote: Bool

  /// Looks at a folder, or at a single file.
  ///
  /// - Parameter followsLinks: whether links may lead out of it.
  public init(_ root: String, followingLinks followsLinks: Bool = false) {
    var watched: Set<RealDirectory> = []
    let survey = DiskSurvey(WatchedRoots([root], followingLinks: followsLinks), following: []) { directory, _ in
      watched.insert(directory)
    }
    layouts = survey.files.keys.sorted(by: FileSystem.precedes)
    unreadable = layouts.filter { !FileSystem.isReadable($0, asFolder: false) }
    let closed = survey.closed.map { ($0.key, WatchNotice.folderClosed($0.key, $0.value)) }
    let unserved = survey.unserved.map { ($0.key, WatchNotice.unserved($0.key, $0.value)) }
    notices = (closed + unserved).sorted { FileSystem.precedes($0.0, $1.0) }.map(\.1)
    watches = watched.count
    isRemote = FileSystem.isRemote(root)
  }
}
