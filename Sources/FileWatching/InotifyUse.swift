import Posix

/// How much of inotify a user has, of how much there is (inotify(7)): both limits are of all processes of a user
/// together.
public struct InotifyUse: Equatable, Sendable {
  /// Folders and files that are watched.
  public let watches: Int
  /// nil where the kernel does not say.
  public let mostWatches: Int?
  /// Descriptors of inotify.
  public let instances: Int
  /// nil where the kernel does not say.
  public let mostInstances: Int?

  /// Counts what the processes of a user have, as far as this process may see.
  ///
  /// - Parameter processes: where the kernel tells of them.
  public init(of user: UInt32, in processes: String = "/proc") {
    var watches = 0
    var instances = 0
    for process in (try? FileSystem.list(processes)) ?? [] where Int32(process.name) != nil {
      let folder = FileSystem.join(processes, process.name)
      guard (try? FileSystem.status(of: folder))?.owner == user else { continue }
      let descriptors = FileSystem.join(folder, "fd")
      for descriptor in (try? FileSystem.list(descriptors)) ?? [] {
        let target = try? FileSystem.linkTarget(FileSystem.join(descriptors, descriptor.name))
        guard target == "anon_inode:inotify" else { continue }
        instances += 1
        let details = FileSystem.join(FileSystem.join(folder, "fdinfo"), descriptor.name)
        guard let content = try? FileSystem.readFile(details) else { continue }
        // A line `inotify wd:1a ino:…` for each watch.
        watches += String(decoding: content.bytes, as: UTF8.self).split(separator: "\n").count {
          $0.hasPrefix("inotify wd:")
        }
      }
    }
    self.watches = watches
    self.instances = instances
    mostWatches = WatchError.limit("max_user_watches")
    mostInstances = WatchError.limit("max_user_instances")
  }
}
