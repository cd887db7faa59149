import Posix

/// Watches through libinotifytools: changes are known within a tenth of a millisecond, and idling costs nothing.
///
/// Events are hints. This type decides what each may mean; what really is so is read from the disk.
/// Only one can exist in a process, and it belongs before the first connection: see `InotifyTools`.
final class InotifyToolsWatcher: FileWatcher {
  private let tools: InotifyTools
  private let disk: DiskWatch
  /// Roots that lie where inotify does not see everything. They are polled, which a person knows already.
  private let remoteRoots: Set<String>
  /// Other roots that are polled, because there is no watch for some folder in them. A person was told of each.
  private var unwatchedRoots: [String] = []
  /// The queue overflowed before; one warning is enough.
  private var hasWarned = false
  /// What was come by since the survey began that is under way.
  private var passed = Passed()
  /// Events since then. In folders that it has found they mean nothing before it is done.
  private var early: [InotifyTools.Event] = []
  /// So many are kept.
  private static let keptEvents = 10_000

  /// - Parameter remoteRoots: those of the roots that lie where inotify does not see everything.
  init(
    _ watched: WatchedRoots, polling remoteRoots: Set<String> = [], inPortionsOf portion: Int = LookBudget.portion,
    at now: ContinuousClock.Instant
  ) throws(WatchError) {
    tools = try InotifyTools()
    disk = DiskWatch(watched, inPortionsOf: portion, at: now)
    self.remoteRoots = remoteRoots
    pollWhereNeeded(at: now)
  }

  var descriptor: DescriptorNumber? { tools.descriptor }
  var deadline: ContinuousClock.Instant? { disk.deadline }

  func follow(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    disk.follow(path, extent, at: now)
  }

  func release(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    disk.release(path, extent, at: now)
  }

  func look(at path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) -> WatchReport {
    watching(at: now) { disk, watch in disk.look(at: path, extent, at: now, watch: watch) }
  }

  func drain(at now: ContinuousClock.Instant, firstThose isUrgent: (String) -> Bool) -> WatchReport {
    let notices = gatherHints(at: now)
    let surveys = disk.surveys
    var report = watching(at: now) { disk, watch in disk.drain(at: now, firstThose: isUrgent, watch: watch) }
    if disk.surveys > surveys {
      for event in early { interpret(event, at: now) }
      early = []
    }
    report.notices = notices + report.notices
    return report
  }

  func catchUp() { disk.catchUp() }
  var isCatchingUp: Bool { disk.isCatchingUp }
  var isLooking: Bool { disk.isLooking }
  var isGathering: Bool { disk.isGathering }
  var waiting: Int { disk.waiting }

  func dump(at now: ContinuousClock.Instant) -> String {
    let polled = remoteRoots.sorted(by: FileSystem.precedes) + unwatchedRoots
    return "by inotify\(polled.isEmpty ? "" : ", polling \(polled.joined(separator: ", "))")\n" + disk.dump(at: now)
      + "folders with a watch\n" + tools.folders.map { "  \($0.asOneLine)\n" }.joined()
  }

  // MARK: Directories

  /// Why there is no watch for a directory.
  private typealias Failure = (path: String, error: WatchError)

  /// Directories, and which of them there is no watch for.
  private struct Passed {
    var directories: Set<RealDirectory> = []
    var failures: [Failure] = []
    var denials: [(directory: RealDirectory, error: WatchError)] = []
  }

  /// Lets `body` look at the disk, and watches the directories that it comes by.
  private func watching(
    at now: ContinuousClock.Instant, _ body: (DiskWatch, (RealDirectory, WatchExtent) -> Void) -> WatchReport
  ) -> WatchReport {
    let surveys = disk.surveys
    var report = body(disk) { directory, extent in
      passed.directories.insert(directory)
      do throws(PosixError) { try tools.add(directory, extent) } catch {
        // One that vanished in the meantime raises an event in its parent.
        if error.isNotFound { return }
        if error.isPermissionDenied {
          if extent != .itself { passed.denials.append((directory, WatchError(error))) }
        } else {
          passed.failures.append((directory.path, WatchError(error)))
        }
      }
    }
    // What it means is known at the end of the survey.
    if disk.isSurveying { return report }
    var failures = passed.failures
    // The parent of a folder that shows nothing tells when it can be read. A folder that can be entered and not be
    // listed is another case: its files are there, and no event tells of them.
    for (directory, error) in passed.denials where !disk.isBarred(directory) {
      failures.append((directory.path, error))
    }
    let isSurvey = disk.surveys > surveys
    if isSurvey { tools.keep(only: passed.directories) }
    passed = Passed()
    if isSurvey || !failures.isEmpty {
      report.notices = setUnwatched(roots(concernedBy: failures), keepingOthers: !isSurvey, at: now) + report.notices
    }
    return report
  }

  /// - Parameter keepsOthers: nobody has looked whether there are watches for the other roots by now.
  /// - Returns: which roots are polled that were not, and which are watched again.
  private func setUnwatched(
    _ unwatched: [(root: String, error: WatchError)], keepingOthers keepsOthers: Bool, at now: ContinuousClock.Instant
  ) -> [WatchNotice] {
    let before = unwatchedRoots
    let after = unwatched.map(\.root)
    unwatchedRoots = after + (keepsOthers ? before.filter { !after.contains($0) } : [])
    pollWhereNeeded(at: now)
    return before.filter { !unwatchedRoots.contains($0) }.map { .watching(root: $0) }
      + unwatched.filter { !before.contains($0.root) }.map {
        .polling(root: $0.root, because: .inotifyUnavailable($0.error))
      }
  }

  private func pollWhereNeeded(at now: ContinuousClock.Instant) {
    let isNeeded = !remoteRoots.isEmpty || !unwatchedRoots.isEmpty
    disk.schedule.poll(every: isNeeded ? PollingWatcher.interval : nil, at: now)
  }

  /// The roots that the directories lie in. What lies in none of them is behind links, which may be in any.
  private func roots(concernedBy failures: [Failure]) -> [(root: String, error: WatchError)] {
    guard let first = failures.first else { return [] }
    let concerned = disk.roots.compactMap { root -> (root: String, error: WatchError)? in
      let real = (try? FileSystem.realPath(disk.location(of: root))) ?? root
      let failure = failures.first { failure in
        failure.path == real || failure.path.hasPrefix(FileSystem.join(real, ""))
          // A root that is a file: what can be watched of it is the folder that it lies in.
          || failure.path == FileSystem.split(real).directory
      }
      return failure.map { (root, $0.error) }
    }
    let found = concerned.isEmpty ? disk.roots.map { ($0, first.error) } : concerned
    return found.filter { !remoteRoots.contains($0.root) }
  }

  // MARK: Events

  /// Reads all events and tells the schedule what each may mean.
  private func gatherHints(at now: ContinuousClock.Instant) -> [WatchNotice] {
    var notices: [WatchNotice] = []
    for event in tools.read() {
      if disk.isSurveying { keep(event, at: now) }
      switch event.kind {
      case .overflow:
        disk.schedule.hint(.everything, at: now)
        if !hasWarned { notices.append(.overflow(queueLimit: WatchError.limit("max_queued_events"))) }
        hasWarned = true
      // Deleted and perhaps made again, or moved: later events would still come under the old path.
      case .directoryGone: disk.schedule.hint(.everything, at: now)
      case .created, .written, .movedIn, .removed, .attributes: interpret(event, at: now)
      }
    }
    return notices
  }

  /// Keeps an event for the end of the survey; where there are too many, all is looked at anew.
  private func keep(_ event: InotifyTools.Event, at now: ContinuousClock.Instant) {
    if event.kind == .overflow || event.kind == .directoryGone { return }
    early.append(event)
    guard early.count > Self.keptEvents else { return }
    early = []
    disk.schedule.hint(.everything, at: now)
  }

  /// Tools set modes and times all day, and hardly ever change who can read. So a file is looked at if it could not be
  /// read before, or if it cannot be read now, which costs one `access`. All others are left alone.
  private func interpretAttributes(_ event: InotifyTools.Event, at now: ContinuousClock.Instant) {
    let path = event.name.isEmpty ? event.directory : FileSystem.join(event.directory, event.name)
    if event.isDirectory {
      let isServed = disk.survey.served[path] != nil || disk.survey.followedFolders.contains(path)
      let matters =
        disk.survey.barred.contains(path) || isServed && !FileSystem.isReadable(path, asFolder: true)
      if matters { disk.schedule.hint(.everything, at: now) }
    } else if let known = disk.survey.aliases[path] {
      let matters = disk.hasUnreadable(known) || !FileSystem.isReadable(path, asFolder: false)
      if matters { disk.schedule.hint(.paths(known), at: now) }
    }
  }

  private func interpret(_ event: InotifyTools.Event, at now: ContinuousClock.Instant) {
    if event.kind == .attributes { return interpretAttributes(event, at: now) }
    let path = FileSystem.join(event.directory, event.name)
    if disk.survey.locks.contains(path) {
      switch event.kind {
      case .created, .movedIn, .removed: disk.lookForLocks(at: now)
      default: break
      }
      return
    }
    // A link on the way to something served, like `..data` of a Kubernetes ConfigMap; or a name that was missing.
    if disk.survey.crossings.contains(path) { return disk.schedule.hint(.everything, at: now) }

    let isHidden = event.name.hasPrefix(".")
    let isInServedFolder = disk.survey.served[event.directory] != nil
    let isInFollowedFolder = disk.survey.followedFolders.contains(event.directory)
    if event.isDirectory {
      // In a folder that is watched for one name only the others do not matter: a root's neighbours in /tmp come and
      // go.
      let matters =
        isInServedFolder && (!isHidden || event.name == ".git") || isInFollowedFolder && !isHidden
        // A root that was missing may be a folder now.
        || disk.survey.aliases[path] != nil
      // A folder that was moved away and back tells so itself.
      if matters { disk.schedule.hint(.names(and: []), at: now) }
      return
    }
    let known = disk.survey.aliases[path]
    guard known != nil || (isInServedFolder || isInFollowedFolder) && !isHidden else { return }

    var isComplete = true
    if event.kind == .created || event.kind == .movedIn {
      let status = try? FileSystem.status(of: path, followingLink: false)
      // It may lead to a file or a folder elsewhere, which then has to be watched too.
      if status?.kind == .symbolicLink { return disk.schedule.hint(.everything, at: now) }
      // A new file is being written and will be closed; only a second name for an old one is complete. One with bytes
      // in it may have been that, and have lost the first name since then, of which no event tells.
      isComplete = event.kind == .movedIn || (status?.links ?? 1) > 1
      if !isComplete, (status?.identity.size ?? 0) == 0 { return }
    }
    func look(_ scope: LookSchedule.Scope) {
      if isComplete { disk.schedule.hint(scope, at: now) } else { disk.schedule.tryAgain(scope, at: now) }
    }
    if let known {
      if isComplete, event.kind != .removed { disk.hintWritten(known, at: now) } else { look(.paths(known)) }
    } else if event.kind != .removed, isInFollowedFolder {
      look(.names(and: []))
    } else if event.kind != .removed, DiskSurvey.isLayout(event.name), event.name.unicodeScalars.contains("\u{FFFD}") {
      // This character stands for bytes that are no UTF-8. A file may really have it in its name; the survey can tell.
      look(.names(and: []))
    } else if event.kind != .removed, DiskSurvey.isLayout(event.name),
      let served = disk.insert(event.name, in: event.directory)
    {
      look(.paths([served]))
    }
  }
}
