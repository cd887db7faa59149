public import Posix

/// Watches through libinotifytools: changes are known within a tenth of a millisecond, and idling costs nothing.
///
/// Events are hints. This type decides what each may mean; what really is so is read from the disk.
/// Only one can exist in a process, and it belongs before the first connection: see `InotifyTools`.
public final class InotifyToolsWatcher: FileWatcher {
  private let tools: InotifyTools
  private var disk: DiskWatch
  /// Some root lies where inotify does not see everything.
  private let isAlwaysPolling: Bool
  /// When to look without a hint; `nil` while inotify sees everything.
  private var nextPoll: ContinuousClock.Instant?
  /// Roots that a person was told are polled, because there was no watch for what is in them.
  private var polledRoots: [String] = []
  /// The queue overflowed before; one warning is enough.
  private var hasWarned = false

  /// - Parameters:
  ///   - base: where relative paths begin.
  ///   - alsoPolling: some root lies where inotify does not see everything.
  public init(
    roots: [String], from base: String = FileSystem.currentFolder, alsoPolling: Bool = false,
    at now: ContinuousClock.Instant
  ) throws(WatchError) {
    tools = try InotifyTools()
    disk = DiskWatch(roots: roots, from: base, at: now)
    isAlwaysPolling = alsoPolling
    nextPoll = alsoPolling ? now + PollingWatcher.interval : nil
  }

  public var descriptor: DescriptorNumber? { tools.descriptor }
  public var served: Set<String> { disk.served }
  public var deadline: ContinuousClock.Instant? { earliest(disk.deadline, nextPoll) }

  public func follow(
    _ files: Set<String>, beginnings: [String: Int], folders: [String: Int], at now: ContinuousClock.Instant
  ) {
    disk.follow(files, beginnings: beginnings, folders: folders, at: now)
  }

  public func readAgain(_ path: String, at now: ContinuousClock.Instant) { disk.readAgain(path, at: now) }

  public func drain(at now: ContinuousClock.Instant) -> WatchReport {
    look(at: now) { disk, watch in disk.drain(at: now, watch: watch) }
  }

  public func catchUp(at now: ContinuousClock.Instant) -> WatchReport {
    look(at: now) { disk, watch in disk.catchUp(at: now, watch: watch) }
  }

  private func look(
    at now: ContinuousClock.Instant, _ body: (inout DiskWatch, (RealDirectory, WatchExtent) -> Void) -> WatchReport
  ) -> WatchReport {
    var notices = takeHints(at: now)
    if let due = nextPoll, due <= now {
      nextPoll = now + PollingWatcher.interval
      disk.gatherer.record(.everything, at: now)
    }

    var directories: Set<RealDirectory> = []
    var failures: [(path: String, error: WatchError)] = []
    var denials: [(directory: RealDirectory, error: WatchError)] = []
    var report = body(&disk) { directory, extent in
      directories.insert(directory)
      do throws(PosixError) { try tools.add(directory, extent) } catch {
        // One that vanished in the meantime raises an event in its parent.
        if error.isNotFound { return }
        if error.isPermissionDenied {
          if extent != .itself { denials.append((directory, WatchError(error))) }
        } else {
          failures.append((directory.path, WatchError(error)))
        }
      }
    }
    // Of a folder that cannot be seen into, its parent tells when it can. What is in one that may be entered and not be
    // listed is there, and nobody tells what becomes of it.
    for (directory, error) in denials where !disk.isBarred(directory) { failures.append((directory.path, error)) }
    // Empty when only single files were looked at: the set of directories is as it was.
    if !directories.isEmpty {
      tools.keep(only: directories)
      if !isAlwaysPolling { notices += failures.isEmpty ? watchedAgain() : polled(because: failures, at: now) }
    }
    report.notices = notices + report.notices
    return report
  }

  private func watchedAgain() -> [WatchNotice] {
    defer { (nextPoll, polledRoots) = (nil, []) }
    return polledRoots.map { .watching(root: $0) }
  }

  private func polled(
    because failures: [(path: String, error: WatchError)], at now: ContinuousClock.Instant
  ) -> [WatchNotice] {
    guard nextPoll == nil else { return [] }
    nextPoll = now + PollingWatcher.interval
    let polled = roots(concernedBy: failures)
    polledRoots = polled.map(\.root)
    return polled.map { .polling(root: $0.root, because: .inotifyUnavailable($0.error)) }
  }

  /// Which roots are polled from now on; all of them when the directories lie outside, behind links.
  private func roots(
    concernedBy failures: [(path: String, error: WatchError)]
  ) -> [(root: String, error: WatchError)] {
    let concerned = disk.roots.compactMap { root -> (root: String, error: WatchError)? in
      let real = (try? FileSystem.realPath(disk.location(of: root))) ?? root
      let failure = failures.first { $0.path == real || $0.path.hasPrefix(FileSystem.join(real, "")) }
      return failure.map { (root, $0.error) }
    }
    return concerned.isEmpty ? disk.roots.map { ($0, failures[0].error) } : concerned
  }

  /// Reads all events and notes what each may mean.
  private func takeHints(at now: ContinuousClock.Instant) -> [WatchNotice] {
    var notices: [WatchNotice] = []
    for event in tools.read() {
      switch event.kind {
      case .overflow:
        disk.gatherer.record(.everything, at: now)
        if !hasWarned { notices.append(.overflow(queueLimit: WatchError.limit("max_queued_events"))) }
        hasWarned = true
      // Deleted and perhaps made again, or moved: later events would still come under the old path.
      case .directoryGone: disk.gatherer.record(.everything, at: now)
      case .created, .written, .movedIn, .removed: note(event, at: now)
      case .attributes: noteAttributes(event, at: now)
      }
    }
    return notices
  }

  /// Tools set modes and times all day, on files that everybody can read before and after. What matters is only whether
  /// we can: what could not be read is looked at, what can be is asked about (one `access`) and left alone.
  private func noteAttributes(_ event: InotifyTools.Event, at now: ContinuousClock.Instant) {
    let path = event.name.isEmpty ? event.directory : FileSystem.join(event.directory, event.name)
    if event.isDirectory {
      let isServed = disk.survey.served[path] != nil || disk.survey.followedFolders.contains(path)
      let matters =
        disk.survey.barred.contains(path) || isServed && !FileSystem.isReadable(path, asFolder: true)
      if matters { disk.gatherer.record(.everything, at: now) }
    } else if let known = disk.survey.aliases[path] {
      let matters = disk.hasUnreadable(known) || !FileSystem.isReadable(path, asFolder: false)
      if matters { disk.gatherer.record(.paths(known), at: now) }
    }
  }

  private func note(_ event: InotifyTools.Event, at now: ContinuousClock.Instant) {
    let path = FileSystem.join(event.directory, event.name)
    if disk.survey.locks.contains(path) {
      switch event.kind {
      case .created, .movedIn: disk.gatherer.hold(at: now)
      case .removed: disk.gatherer.release(at: now)
      default: break
      }
      return
    }
    // A link on the way to something served (the `..data` of a Kubernetes ConfigMap), or a name that was missing.
    if disk.survey.crossings.contains(path) { return disk.gatherer.record(.everything, at: now) }

    let isHidden = event.name.hasPrefix(".")
    let isInServedFolder = disk.survey.served[event.directory] != nil
    let isInFollowedFolder = disk.survey.followedFolders.contains(event.directory)
    if event.isDirectory {
      // Not in folders that are watched for one name only: a root's neighbours in /tmp come and go.
      let matters =
        isInServedFolder && (!isHidden || event.name == ".git") || isInFollowedFolder && !isHidden
        // A root that was missing may be a folder now.
        || disk.survey.aliases[path] != nil
      // A folder that was moved away and back tells so itself.
      if matters { disk.gatherer.record(.names(and: []), at: now) }
      return
    }
    let known = disk.survey.aliases[path]
    guard known != nil || (isInServedFolder || isInFollowedFolder) && !isHidden else { return }

    if event.kind == .created || event.kind == .movedIn {
      let status = try? FileSystem.status(of: path, followingLink: false)
      // A link may lead to a file or a folder elsewhere, which then has to be watched too.
      if status?.kind == .symbolicLink { return disk.gatherer.record(.everything, at: now) }
      // A new file is being written and will be closed; only a second name for an old one is complete.
      if event.kind == .created, (status?.links ?? 1) < 2 { return }
    }
    if let known {
      disk.gatherer.record(.paths(known), at: now)
    } else if event.kind != .removed, isInFollowedFolder {
      disk.gatherer.record(.names(and: []), at: now)
    } else if event.kind != .removed, DiskSurvey.isLayout(event.name), event.name.unicodeScalars.contains("\u{FFFD}") {
      // Hardly anybody's letter: it stands for bytes that are none, and only the survey can tell.
      disk.gatherer.record(.names(and: []), at: now)
    } else if event.kind != .removed, DiskSurvey.isLayout(event.name),
      let served = disk.insert(event.name, in: event.directory)
    {
      disk.gatherer.record(.paths([served]), at: now)
    }
  }
}
