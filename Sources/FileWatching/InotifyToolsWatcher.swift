public import Posix

/// Watches through libinotifytools: changes are known within a tenth of a millisecond, and idling costs nothing.
///
/// Events are hints. This type decides what each may mean; what really is so is read from the disk.
/// Only one can exist in a process, and it belongs before the first connection: see `InotifyTools`.
public final class InotifyToolsWatcher: FileWatcher {
  private let tools: InotifyTools
  private var disk: DiskWatch
  /// When to look without a hint; `nil` while inotify sees everything.
  private var nextPoll: ContinuousClock.Instant?
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
    var report = body(&disk) { directory, extent in
      directories.insert(directory)
      do throws(PosixError) { try tools.add(directory, extent) } catch {
        // One that vanished in the meantime raises an event in its parent. And in somebody else's `/home` one may go
        // through without being allowed to watch.
        let isNoLoss = error.isNotFound || extent == .itself && error.isPermissionDenied
        if !isNoLoss { failures.append((directory.path, WatchError(error))) }
      }
    }
    // Empty when only single files were looked at: the set of directories is as it was.
    if !directories.isEmpty { tools.keep(only: directories) }

    if !failures.isEmpty && nextPoll == nil {
      nextPoll = now + PollingWatcher.interval
      notices += polled(because: failures)
    }
    report.notices = notices + report.notices
    return report
  }

  /// Which roots are polled from now on; all of them when the directories lie outside, behind links.
  private func polled(because failures: [(path: String, error: WatchError)]) -> [WatchNotice] {
    let notices = disk.roots.compactMap { root -> WatchNotice? in
      let real = (try? FileSystem.realPath(root)) ?? root
      let failure = failures.first { $0.path == real || $0.path.hasPrefix(FileSystem.join(real, "")) }
      return failure.map { .polling(root: root, because: .inotifyUnavailable($0.error)) }
    }
    if !notices.isEmpty { return notices }
    return disk.roots.map { .polling(root: $0, because: .inotifyUnavailable(failures[0].error)) }
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
      }
    }
    return notices
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
      let matters = isInServedFolder && (!isHidden || event.name == ".git") || isInFollowedFolder && !isHidden
      if matters { disk.gatherer.record(.everything, at: now) }
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
      disk.gatherer.record(.everything, at: now)
    } else if event.kind != .removed, DiskSurvey.isLayout(event.name),
      let served = disk.insert(event.name, in: event.directory)
    {
      disk.gatherer.record(.paths([served]), at: now)
    }
  }
}
