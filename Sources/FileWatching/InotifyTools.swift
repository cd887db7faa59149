internal import CInotifyTools
import Posix
import Synchronization

/// libinotifytools in Swift shape. Everything below was seen with version 3.22.6, in its source and
/// in test programs.
///
/// The library keeps all its state in globals without locks, so there is one of these in a process,
/// on one thread. It is used for reading events and for adding directories one by one; its own
/// recursive watching misses what appears while it lists, and fails when a file vanishes meanwhile.
final class InotifyTools {
  /// What happened in a watched directory, or to it.
  struct Event: Equatable {
    enum Kind: Equatable {
      /// A name appeared: a file that may still be empty, a link, a directory.
      case created
      /// Somebody who could write has closed the file.
      case written
      case movedIn
      /// The name is gone: deleted, or moved away.
      case removed
      /// Mode, owner, times or the like; of the directory itself when there is no name.
      case attributes
      /// The directory itself was deleted, moved or unmounted.
      case directoryGone
      /// Events were lost.
      case overflow
    }

    let kind: Kind
    /// The real path of the watched directory; empty for `overflow`.
    let directory: String
    /// Empty for `directoryGone`, `overflow`, and what happens to the directory itself.
    let name: String
    let isDirectory: Bool
  }

  /// A second `inotifytools_initialize` silently answers 1, and the two users would steal each other's events.
  private static let isClaimed = Mutex(false)

  /// IN_ONLYDIR: a path that has become a file in between is an error, not a watch on a file.
  private static func mask(of extent: WatchExtent) -> Int32 {
    switch extent {
    case .itself: Int32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    case .names:
      mask(of: .itself)
        | Int32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB)
    }
  }

  let descriptor: DescriptorNumber

  private struct Watch {
    let directory: RealDirectory
    let extent: WatchExtent
    let number: Int32
  }

  /// Our own tables: `inotifytools_watch_file` does not return the number, the library never
  /// forgets a removed directory, and `inotifytools_wd_from_filename` then answers with the dead one.
  private var byNumber: [Int32: Watch] = [:]
  private var byKey: [RealDirectory.Key: Watch] = [:]
  private var lastNumber: Int32 = 0
  /// The numbers the kernel still knows; read when needed, at most once between two `read()`s.
  private var living: Set<Int32>?

  /// The real paths of the folders with a watch, those that only matter as a way in brackets; sorted.
  var folders: [String] {
    byNumber.values.sorted { FileSystem.precedes($0.directory.path, $1.directory.path) }.map { watch in
      watch.extent == .itself ? "(\(watch.directory.path))" : watch.directory.path
    }
  }

  init() throws(WatchError) {
    let isFirst = Self.isClaimed.withLock { claimed in
      defer { claimed = true }
      return !claimed
    }
    guard isFirst else { throw .alreadyWatching }
    do throws(PosixError) {
      descriptor = try Self.initialize()
    } catch {
      Self.isClaimed.withLock { $0 = false }
      throw WatchError(error)
    }
  }

  deinit {
    // Cleaning up does not empty the library's static buffer: old events would come back after the
    // next initialize, under numbers that name other directories by then.
    while unsafe inotifytools_next_events(0, 1) != nil {}
    inotifytools_cleanup()
    Self.isClaimed.withLock { $0 = false }
  }

  private static func initialize() throws(PosixError) -> DescriptorNumber {
    let before = openInotifyDescriptors()
    guard inotifytools_initialize() != 0 else {
      throw PosixError(code: inotifytools_error(), call: "inotify_init")
    }
    do throws(PosixError) {
      // The library does not show its descriptor.
      guard let number = openInotifyDescriptors().subtracting(before).first else {
        throw PosixError(code: 9, call: "inotify_init", path: "/proc/self/fd")
      }
      // It reads with select(2), which writes beyond its set from 1024 on.
      precondition(number.rawValue < 1024, "descriptor \(number.rawValue): open the watcher before the connections")
      // It is opened without CLOEXEC and NONBLOCK.
      try number.adopt()
      return number
    } catch {
      inotifytools_cleanup()
      throw error
    }
  }

  private static func openInotifyDescriptors() -> Set<DescriptorNumber> {
    let names = ((try? FileSystem.list("/proc/self/fd")) ?? []).map(\.name)
    let found = names.filter { (try? FileSystem.linkTarget("/proc/self/fd/\($0)")) == "anon_inode:inotify" }
    return Set(found.compactMap { Int32($0).map(DescriptorNumber.init(rawValue:)) })
  }

  /// Watches a directory, once: adding a path again would leak 128 bytes in the library. One that is watched for
  /// more than is asked for stays so.
  func add(_ directory: RealDirectory, _ extent: WatchExtent) throws(PosixError) {
    if let known = byKey[directory.key] {
      if known.directory.path == directory.path, known.extent == extent || extent == .itself { return }
      // It moved, or now its names matter. The kernel would answer with the same number, and the library would keep the
      // old name.
      drop(known)
    }
    guard unsafe inotifytools_watch_file(directory.path, Self.mask(of: extent)) != 0 else {
      throw PosixError(code: inotifytools_error(), call: "inotify_add_watch", path: directory.path)
    }
    let number = newestNumber(directory.path)
    lastNumber = max(lastNumber, number)
    living?.insert(number)
    let watch = Watch(directory: directory, extent: extent, number: number)
    byNumber[number] = watch
    byKey[directory.key] = watch
  }

  /// Stops watching every directory that is not among these.
  func keep(only directories: Set<RealDirectory>) {
    for watch in byKey.values where !directories.contains(watch.directory) { drop(watch) }
  }

  /// Everything that has happened since the last time. Never blocks.
  ///
  /// One read of the library takes many events into its static buffer, so they are drained to the
  /// end: the descriptor says nothing about what lies there.
  func read() -> [Event] {
    living = nil
    var events: [Event] = []
    // Only (0, 1) is a poll: `next_event(0)` waits for ever, other timeouts are whole seconds, and
    // more than one event spins until they are there.
    while let pointer = unsafe inotifytools_next_events(0, 1) {
      // The result lies in the buffer, which the next call overwrites.
      let event = unsafe pointer.pointee
      var name = ""
      if event.len > 0 {
        // `name` is a flexible array, behind the fields that are imported.
        let bytes = unsafe UnsafeRawBufferPointer(
          start: UnsafeRawPointer(pointer).advanced(by: MemoryLayout<inotify_event>.size), count: Int(event.len))
        name = unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let event = translate(event.mask, event.wd, name) { events.append(event) }
    }
    if events.contains(where: { $0.kind == .overflow }) { forgetDead() }
    return events
  }

  private func translate(_ mask: UInt32, _ number: Int32, _ name: String) -> Event? {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      return Event(kind: .overflow, directory: "", name: "", isDirectory: false)
    }
    // Late events of a directory we dropped carry a number that means nothing any more.
    guard let watch = byNumber[number] else { return nil }
    if mask & UInt32(IN_IGNORED) != 0 {
      // The kernel has removed it. Asking the library to remove it would fail for ever, on stderr.
      forget(watch)
    }
    let kind: Event.Kind? =
      if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 {
        .directoryGone
      } else if mask & UInt32(IN_CLOSE_WRITE) != 0 {
        .written
      } else if mask & UInt32(IN_MOVED_TO) != 0 {
        .movedIn
      } else if mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
        .removed
      } else if mask & UInt32(IN_CREATE) != 0 {
        .created
      } else if mask & UInt32(IN_ATTRIB) != 0 {
        .attributes
      } else {
        nil
      }
    return kind.map {
      Event(kind: $0, directory: watch.directory.path, name: name, isDirectory: mask & UInt32(IN_ISDIR) != 0)
    }
  }

  /// The number of the watch that was just added. The kernel counts upwards (idr_alloc_cyclic), and
  /// the library says which path a number belongs to; the other way round it answers with dead ones.
  private func newestNumber(_ path: String) -> Int32 {
    if let name = unsafe inotifytools_filename_from_wd(lastNumber + 1) {
      let name = unsafe String(cString: name)
      if name == path || name == path + "/" { return lastNumber + 1 }
    }
    return unsafe inotifytools_wd_from_filename(path.hasSuffix("/") ? path : path + "/")
  }

  private func drop(_ watch: Watch) {
    forget(watch)
    if living == nil { living = readLivingNumbers() }
    // After an overflow the note that the kernel has removed it may be lost.
    if living?.remove(watch.number) != nil { _ = inotifytools_remove_watch_by_wd(watch.number) }
  }

  /// Forgets the directories whose end was among the lost events. Their keys prove nothing: ext4 gives
  /// a directory that is made right after another was removed the same inode.
  private func forgetDead() {
    let alive = readLivingNumbers()
    for watch in byNumber.values where !alive.contains(watch.number) { forget(watch) }
    living = alive
  }

  private func forget(_ watch: Watch) {
    byNumber[watch.number] = nil
    if byKey[watch.directory.key]?.number == watch.number { byKey[watch.directory.key] = nil }
  }

  /// From `/proc/self/fdinfo`: one line `inotify wd:1a ino:…` for each watch, the number in hexadecimal.
  private func readLivingNumbers() -> Set<Int32> {
    guard let content = try? FileSystem.readFile("/proc/self/fdinfo/\(descriptor.rawValue)") else { return [] }
    let lines = String(decoding: content.bytes, as: UTF8.self).split(separator: "\n")
    return Set(
      lines.compactMap { line in
        guard line.hasPrefix("inotify wd:") else { return nil }
        return Int32(line.dropFirst(11).prefix { $0 != " " }, radix: 16)
      })
  }
}
