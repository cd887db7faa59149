public import Posix

/// Something about the watching itself that a person should know.
public enum WatchNotice: Equatable, Sendable {
  /// The kernel's queue was full and events were lost; everything has been looked at again.
  case overflow(queueLimit: Int?)
  /// This root is looked at again and again instead of being watched.
  case polling(root: String, because: PollingReason)
  /// A root is not there (any more); it is picked up when it appears.
  case rootMissing(String)
  case rootReturned(String)
  /// What is in this folder cannot be seen, or not be read.
  case folderClosed(String, PosixError)
  case folderOpened(String)
  /// This is there, and is not served.
  case unserved(String, Unserved)
  /// This root was polled and is watched now.
  case watching(root: String)
}

/// Why inotify does not do.
public enum PollingReason: Equatable, Sendable {
  /// Changes made on other machines raise no events here.
  case remoteFileSystem
  case inotifyUnavailable(WatchError)
}

/// Why inotify cannot be used.
public enum WatchError: Error, Equatable, Sendable {
  /// The user's watches are used up (ENOSPC).
  case watchLimit(current: Int?)
  /// The user's inotify instances, or the descriptors of this process, are used up (EMFILE).
  case instanceLimit(current: Int?)
  /// libinotifytools has one state for the whole process, and a watcher owns it already.
  case alreadyWatching
  case system(PosixError)

  /// Tells apart the limits among the errors of inotify(7).
  init(_ error: PosixError) {
    if error.isOutOfWatches {
      self = .watchLimit(current: Self.limit("max_user_watches"))
    } else if error.isOutOfDescriptors {
      self = .instanceLimit(current: Self.limit("max_user_instances"))
    } else {
      self = .system(error)
    }
  }

  /// One of the limits in `/proc/sys/fs/inotify`. The library's own getter of `max_queued_events`
  /// opens a name that does not exist and always answers −1 (3.22.6).
  static func limit(_ name: String) -> Int? {
    guard let content = try? FileSystem.readFile("/proc/sys/fs/inotify/\(name)") else { return nil }
    return Int(String(decoding: content.bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

extension WatchNotice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .overflow(let limit):
      "more changes at once than the kernel queues\(limit.map { " (\($0))" } ?? ""); everything was read again. "
        + "Raise it with: sysctl fs.inotify.max_queued_events=65536"
    case .polling(let root, .remoteFileSystem):
      "\(root) is on a network file system, where changes raise no events; it is polled"
    case .polling(let root, .inotifyUnavailable(let error)): "\(root) is polled: \(error)"
    case .rootMissing(let root): "\(root) is not there; waiting for it"
    case .rootReturned(let root): "\(root) is there again"
    case .folderClosed(let folder, let error):
      "\(folder) cannot be read: \(error.reason); layouts in it are taken up as soon as it can"
    case .folderOpened(let folder): "\(folder) can be read again"
    case .unserved(let path, .notUnicode): "\(path) is not served: its name is not UTF-8. Rename it"
    case .unserved(let path, .twin):
      "\(path) is there twice, with letters put together in two ways (Unicode NFC and NFD); one of the two is not "
        + "served. Rename it"
    case .unserved(let path, .outside):
      "\(path) is not served: it leads out of the served folders. Serve the folder it leads to as well, or say "
        + "--follow-links"
    case .unserved(let path, .tooDeep):
      "\(path) is not served, with all that is in it: its path is longer than the 4,096 bytes that Linux takes"
    case .watching(let root): "\(root) is watched again"
    }
  }
}

extension WatchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .watchLimit(let current):
      "no more folders can be watched\(current.map { " (limit \($0))" } ?? ""). "
        + "Raise it with: sysctl fs.inotify.max_user_watches=524288"
    case .instanceLimit(let current):
      "no more inotify instances can be opened\(current.map { " (limit \($0))" } ?? ""). "
        + "Raise it with: sysctl fs.inotify.max_user_instances=512"
    case .alreadyWatching: "this process has a watcher already"
    case .system(let error): error.description
    }
  }
}
