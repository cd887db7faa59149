import Posix

/// What the watchers of the real disk have in common: hints in, changes out.
///
/// It joins the three values that decide (schedule, ledger, survey) with the disk. It has the one list of what is
/// watched, and all bytes are read here. Where hints come from is its owner's affair.
struct DiskWatch {
  private let watched: WatchedRoots
  /// Files that are followed by their path as a whole.
  private(set) var followed: Set<String> = []
  /// Those that are followed by their beginning, and how many bytes of it matter. Some may be followed as a whole, too.
  private(set) var beginnings: [String: Int] = [:]
  /// Those among them to which nobody has found the way yet, and since when.
  private var newlyFollowed: [String: ContinuousClock.Instant] = [:]
  private(set) var survey: DiskSurvey
  /// How often the whole survey was made.
  private(set) var surveys = 0
  var schedule = LookSchedule()
  private(set) var ledger = FileLedger()
  /// The files that the roots lead to and that are there.
  private var served: Set<String> = []
  private var reportedServed: Set<String>?
  private var missingRoots: Set<String> = []
  /// Folders that a person was told cannot be read.
  private var closed: Set<String> = []
  /// What a person was told cannot be served.
  private var unserved: Set<String> = []

  init(_ watched: WatchedRoots, at now: ContinuousClock.Instant) {
    self.watched = watched
    survey = DiskSurvey(of: watched)
    schedule.hint(.everything, at: now)
  }

  var roots: [String] { watched.roots }

  var deadline: ContinuousClock.Instant? { [schedule.deadline, newlyFollowed.values.min()].compactMap { $0 }.min() }

  // MARK: What is watched

  mutating func follow(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    if !isFollowed(path), !survey.layouts.contains(path) { newlyFollowed[path] = now }
    switch extent {
    case .whole: followed.insert(path)
    case .beginning(let length): beginnings[path] = length
    }
  }

  mutating func release(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    switch extent {
    case .whole: followed.remove(path)
    case .beginning: beginnings[path] = nil
    }
    if self.extent(of: path) != nil { return }
    newlyFollowed[path] = nil
    ledger.forget(path)
    // The folders on the way to it are watched until somebody finds out that nothing else needs them.
    schedule.hint(.names(and: []), at: now)
  }

  /// How much matters of a file that is watched; nil of any other.
  private func extent(of path: String) -> FileExtent? {
    if survey.layouts.contains(path) { return .whole }
    if followed.contains(path) { return .whole }
    let length = beginnings[path] ?? survey.members[path].flatMap { watched.folders[$0] }
    return length.map { .beginning($0) }
  }

  private func isFollowed(_ path: String) -> Bool { followed.contains(path) || beginnings[path] != nil }

  func location(of path: String) -> String { FileSystem.path(path, from: watched.base) }

  /// Whether some file of these is handed out as one that cannot be read.
  func hasUnreadable(_ paths: Set<String>) -> Bool { paths.contains(where: ledger.isReportedUnreadable) }

  /// Whether nothing can be seen of a folder, which a person is told.
  func isBarred(_ directory: RealDirectory) -> Bool { survey.barred.contains(directory.path) }

  mutating func insert(_ name: String, in directory: String) -> String? { survey.insert(name, in: directory) }

  // MARK: Looking

  /// Looks at what is due.
  ///
  /// - Parameter watch: as in `DiskSurvey`.
  mutating func drain(at now: ContinuousClock.Instant, watch: (RealDirectory, WatchExtent) -> Void) -> WatchReport {
    // The lock is looked at first: a survey in the middle of a checkout is what it is there to avoid.
    if schedule.beginPoll(at: now) { holdWhileLocked(survey.locks.contains { FileSystem.exists($0) }, at: now) }
    return report { (disk, report) in
      switch disk.schedule.removeDue(at: now) {
      case .everything?: disk.lookEverywhere(at: now, &report, watch)
      case .names(let paths)?: disk.lookEverywhere(trustingEventsBut: paths, at: now, &report, watch)
      case .paths(let paths)?: for path in paths { disk.readNews(of: path, at: now, &report) }
      case nil: break
      }
      for path in disk.newlyFollowed.keys where disk.findIfNew(path, watch) {
        disk.readNews(of: path, at: now, &report)
      }
    }
  }

  /// Looks at everything now, whatever is pending, and waits for nothing.
  mutating func catchUp(at now: ContinuousClock.Instant, watch: (RealDirectory, WatchExtent) -> Void) -> WatchReport {
    report { (disk, report) in disk.lookEverywhere(at: now, &report, watch) }
  }

  /// Looks at one file now, and reports what is there in any case.
  mutating func look(
    at path: String, _ asked: FileExtent, at now: ContinuousClock.Instant, watch: (RealDirectory, WatchExtent) -> Void
  ) -> WatchReport {
    report { (disk, report) in
      _ = disk.findIfNew(path, watch)
      report.changes.append(disk.read(path, disk.extent(of: path) ?? asked, at: now).file)
    }
  }

  private mutating func report(_ look: (inout DiskWatch, inout WatchReport) -> Void) -> WatchReport {
    var report = WatchReport()
    look(&self, &report)
    report.changes.sort { FileSystem.precedes($0.path, $1.path) }
    report.changesInFolders.sort(by: FileSystem.precedes)
    if surveys > 0, served != reportedServed {
      reportedServed = served
      report.served = served
    }
    return report
  }

  /// Finds the way to a file if that has not been done since it is followed; returns whether it had not.
  private mutating func findIfNew(_ path: String, _ watch: (RealDirectory, WatchExtent) -> Void) -> Bool {
    guard newlyFollowed.removeValue(forKey: path) != nil else { return false }
    survey.add(path, watch)
    ledger.expect(path)
    return true
  }

  private mutating func holdWhileLocked(_ isLocked: Bool, at now: ContinuousClock.Instant) {
    if isLocked { schedule.hold(at: now) } else { schedule.release(at: now) }
  }

  /// - Parameter named: the known files that were closed after writing, as events told; another one that looks changed
  ///   is still being written. Nil: events may be missing, so every file counts.
  private mutating func lookEverywhere(
    trustingEventsBut named: Set<String>? = nil, at now: ContinuousClock.Instant, _ report: inout WatchReport,
    _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    let formerMembers = survey.members
    survey = DiskSurvey(
      watched, following: followed.union(beginnings.keys), knowing: served, watch: watch)
    surveys += 1
    newlyFollowed = [:]
    holdWhileLocked(survey.isLocked, at: now)
    reportRoots(&report)
    reportClosed(at: now, &report)
    reportUnserved(&report)

    served = survey.layouts.filter { survey.files[$0] != nil || survey.unreachable[$0] != nil }
    for (path, identity) in survey.files where ledger.needsReading(path, identity) {
      if let named, !named.contains(path), ledger.isSameFile(path, identity) { continue }
      readNews(of: path, at: now, &report)
    }
    for (path, error) in survey.unreachable {
      if let change = ledger.record(error, nil, of: path) { add(change, to: &report) }
      if error.isPassing { schedule.tryAgain(.names(and: [path]), at: now) }
    }
    let isAway = { [survey] path in survey.files[path] == nil && survey.unreachable[path] == nil }
    for path in survey.members.keys where isAway(path) { ledger.expect(path) }
    for path in followed.union(beginnings.keys) where isAway(path) { ledger.expect(path) }
    for path in Array(ledger.paths) where isAway(path) {
      // Everybody knows that it is gone, and nobody asks for it.
      if ledger.isReportedMissing(path), !isFollowed(path), survey.members[path] == nil { ledger.forget(path) }
      guard let change = ledger.recordMissing(path) else { continue }
      add(change, to: &report, wasInFolder: formerMembers[path] != nil)
    }
  }

  /// Reads a file that may have changed; reports it if it has.
  private mutating func readNews(of path: String, at now: ContinuousClock.Instant, _ report: inout WatchReport) {
    guard let extent = extent(of: path) else { return }
    let (file, isNews) = read(path, extent, at: now)
    if isNews { add(file, to: &report) }
  }

  private func add(_ change: FileChange, to report: inout WatchReport, wasInFolder: Bool = false) {
    let isInFolder = wasInFolder || survey.members[change.path] != nil
    if isInFolder { report.changesInFolders.append(change.path) }
    if !isInFolder || isFollowed(change.path) || survey.layouts.contains(change.path) {
      report.changes.append(change)
    }
  }

  /// The one place where a file is read.
  ///
  /// - Returns: what is there, and whether that is another thing than was handed out last.
  private mutating func read(
    _ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant
  ) -> (file: FileChange, isNews: Bool) {
    let isWatched = self.extent(of: path) != nil
    let location = location(of: path)
    // Asked before reading: if the file changes meanwhile, it has another identity at the next look.
    let enclosure = survey.members[path] == nil ? watched.enclosure : .anywhere
    let identity = try? enclosure.status(of: location).identity
    let state: FileChange.State
    var change: FileChange?
    do throws(PosixError) {
      let content: FileContent
      switch extent {
      case .whole: content = try enclosure.readFile(location)
      case .beginning(let length): content = try enclosure.readBeginning(location, length: length)
      }
      state = .content(content.bytes)
      if isWatched { change = ledger.record(content, of: path, isBeginning: extent != .whole) }
    } catch {
      state = error.isNotFound ? .missing : .unreadable(error)
      if isWatched {
        change = error.isNotFound ? ledger.recordMissing(path) : ledger.record(error, identity, of: path)
      }
      if error.isPassing { schedule.tryAgain(.paths([path]), at: now) }
    }
    if state == .missing {
      served.remove(path)
    } else if survey.layouts.contains(path), !served.contains(path) {
      // Only then: what is not touched is the set that was reported, which a comparison sees at once.
      served.insert(path)
    }
    return (FileChange(path: path, state: state), change != nil)
  }

  // MARK: What a person is told

  private mutating func reportRoots(_ report: inout WatchReport) {
    for root in survey.missingRoots.subtracting(missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootMissing(root))
    }
    for root in missingRoots.subtracting(survey.missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootReturned(root))
    }
    missingRoots = survey.missingRoots
  }

  private mutating func reportClosed(at now: ContinuousClock.Instant, _ report: inout WatchReport) {
    // What the machine had no means for is tried again, which is soon enough to say nothing of it.
    if survey.closed.values.contains(where: \.isPassing) { schedule.tryAgain(.everything, at: now) }
    schedule.setWayBarred(survey.isWayBarred, at: now)
    let refused = survey.closed.filter { !$0.value.isPassing }
    for (folder, error) in refused.sorted(by: { FileSystem.precedes($0.key, $1.key) }) where !closed.contains(folder) {
      report.notices.append(.folderClosed(folder, error))
    }
    for folder in closed.sorted(by: FileSystem.precedes) where survey.closed[folder] == nil {
      report.notices.append(.folderOpened(folder))
    }
    closed = closed.filter { survey.closed[$0] != nil }.union(refused.keys)
  }

  private mutating func reportUnserved(_ report: inout WatchReport) {
    for (path, why) in survey.unserved.sorted(by: { FileSystem.precedes($0.key, $1.key) })
    where !unserved.contains(path) {
      report.notices.append(.unserved(path, why))
    }
    unserved = Set(survey.unserved.keys)
  }
}
