import Posix

/// What the watchers of the real disk have in common: hints in, changes out.
///
/// It joins the three values that decide (gatherer, ledger, survey) with the disk. Where hints come
/// from is its owner's affair.
struct DiskWatch {
  let roots: [String]
  /// Where relative paths begin: the current folder, by the name it had at the start. A process goes on standing in a
  /// folder that was removed, while everybody else sees the one that was made in its place.
  private let base: String
  private(set) var followed: Set<String> = []
  /// How many bytes matter of files that are not read whole; of those that the roots lead to, all do.
  private var beginnings: [String: Int] = [:]
  /// Of all that is in these folders; what is followed by its name, too, is read as that says.
  private var folders: [String: Int] = [:]
  private(set) var survey: DiskSurvey
  var gatherer = ChangeGatherer()
  private(set) var ledger = FileLedger()
  /// The files that the roots lead to and that are there.
  private(set) var served: Set<String> = []
  private var missingRoots: Set<String> = []
  /// Folders that a person was told cannot be read.
  private var closed: Set<String> = []
  /// What a person was told has a name that cannot be served.
  private var misnamed: Set<String> = []
  /// What could not be looked at, although it may be there, and when to try again.
  private var postponed: (scope: ChangeGatherer.Scope, until: ContinuousClock.Instant)?
  /// Followed before and not any more; some may be served by a root all the same.
  private var released: Set<String> = []

  init(roots: [String], from base: String, at now: ContinuousClock.Instant) {
    self.roots = roots
    self.base = base
    survey = DiskSurvey(from: base)
    gatherer.record(.everything, at: now)
  }

  /// Long beside what a look costs, short beside the patience of whoever waits for it.
  static let patience = Duration.milliseconds(250)
  /// What stays forbidden is asked for less and less often.
  private static let longestPatience = Duration.seconds(4)
  private var patienceWithRoots = patience

  var deadline: ContinuousClock.Instant? { earliest(gatherer.deadline, postponed?.until) }

  mutating func follow(
    _ named: Set<String>, beginnings: [String: Int], folders: [String: Int], at now: ContinuousClock.Instant
  ) {
    let files = named.union(beginnings.keys)
    self.beginnings = beginnings
    if folders != self.folders { gatherer.record(.everything, at: now) }
    self.folders = folders
    guard files != followed else { return }
    let changed = files.symmetricDifference(followed)
    released.formUnion(followed.subtracting(files))
    followed = files
    // What the roots lead to is looked at in any case.
    if !changed.isSubset(of: survey.layouts) { gatherer.record(.everything, at: now) }
  }

  func location(of path: String) -> String { FileSystem.path(path, from: base) }

  /// Whether some file of these is handed out as one that cannot be read.
  func hasUnreadable(_ paths: Set<String>) -> Bool { paths.contains(where: ledger.isReportedUnreadable) }

  /// Somebody else read the file in vain, for want of means: hands it out again when it can be read.
  mutating func readAgain(_ path: String, at now: ContinuousClock.Instant) {
    ledger.distrust(path)
    postpone(.paths([path]), at: now)
  }

  private mutating func postpone(
    _ scope: ChangeGatherer.Scope, at now: ContinuousClock.Instant, by patience: Duration = Self.patience
  ) {
    let until = now + patience
    postponed = (postponed?.scope.union(scope) ?? scope, postponed.map { min($0.until, until) } ?? until)
  }

  /// Whether nothing can be seen of a folder, which a person is told.
  func isBarred(_ directory: RealDirectory) -> Bool { survey.barred.contains(directory.path) }

  mutating func insert(_ name: String, in directory: String) -> String? { survey.insert(name, in: directory) }

  /// Looks at what is due.
  ///
  /// - Parameter watch: as in `DiskSurvey`.
  mutating func drain(at now: ContinuousClock.Instant, watch: (RealDirectory, WatchExtent) -> Void) -> WatchReport {
    var report = WatchReport()
    if let due = postponed, due.until <= now {
      postponed = nil
      gatherer.record(due.scope, at: now)
    }
    switch gatherer.take(at: now) {
    case .everything?: lookEverywhere(at: now, &report, watch)
    case .names(let paths)?: lookEverywhere(trustingEventsBut: paths, at: now, &report, watch)
    case .paths(let paths)?: for path in paths { read(path, at: now, &report) }
    case nil: break
    }
    return sorted(report)
  }

  /// Looks at everything now, whatever is pending, and waits for nothing.
  mutating func catchUp(at now: ContinuousClock.Instant, watch: (RealDirectory, WatchExtent) -> Void) -> WatchReport {
    var report = WatchReport()
    lookEverywhere(at: now, &report, watch)
    return sorted(report)
  }

  /// - Parameter named: of the files that are known no other has been closed by who wrote to it, or somebody would have
  ///   said so: whichever looks changed is just being written. `nil`: nobody can be trusted to have said so.
  private mutating func lookEverywhere(
    trustingEventsBut named: Set<String>? = nil, at now: ContinuousClock.Instant, _ report: inout WatchReport,
    _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    survey = DiskSurvey(
      roots: roots, from: base, following: followed, folders: Set(folders.keys), knowing: served,
      watch: watch)
    if survey.isLocked { gatherer.hold(at: now) } else { gatherer.release(at: now) }
    for root in survey.missingRoots.subtracting(missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootMissing(root))
    }
    for root in missingRoots.subtracting(survey.missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootReturned(root))
    }
    missingRoots = survey.missingRoots
    noteClosed(at: now, &report)
    for (path, why) in survey.misnamed.sorted(by: { FileSystem.precedes($0.key, $1.key) })
    where !misnamed.contains(path) {
      report.notices.append(.misnamed(path, why))
    }
    misnamed = Set(survey.misnamed.keys)

    served = survey.layouts.filter { survey.files[$0] != nil || survey.unreachable[$0] != nil }
    for (path, identity) in survey.files where ledger.needsReading(path, identity) {
      if let named, !named.contains(path), ledger.isSameFile(path, identity) { continue }
      read(path, at: now, &report)
    }
    for (path, error) in survey.unreachable {
      if let change = ledger.record(error, nil, of: path) { report.changes.append(change) }
      if error.isPassing { postpone(.names(and: [path]), at: now) }
    }
    let isAway = { [survey] path in survey.files[path] == nil && survey.unreachable[path] == nil }
    for path in followed.union(survey.members.keys) where isAway(path) { ledger.expect(path) }
    for path in Array(ledger.paths)
    where isAway(path) && !followed.contains(path) && survey.members[path] == nil {
      // Nobody asks for it any more, or everybody knows that it is gone.
      if released.contains(path) || ledger.isReportedMissing(path) { ledger.forget(path) }
    }
    released = []
    for path in Array(ledger.paths) where isAway(path) {
      if let change = ledger.recordMissing(path) { report.changes.append(change) }
    }
  }

  private mutating func noteClosed(at now: ContinuousClock.Instant, _ report: inout WatchReport) {
    // What the machine had no means for is tried again, which is soon enough to say nothing of it. So is the way to a
    // root: of the folders above it nobody tells that they may be passed again.
    if survey.closed.values.contains(where: \.isPassing) { postpone(.everything, at: now) }
    if survey.isWayBarred {
      postpone(.everything, at: now, by: patienceWithRoots)
      patienceWithRoots = min(patienceWithRoots * 2, Self.longestPatience)
    } else {
      patienceWithRoots = Self.patience
    }
    let refused = survey.closed.filter { !$0.value.isPassing }
    for (folder, error) in refused.sorted(by: { FileSystem.precedes($0.key, $1.key) }) where !closed.contains(folder) {
      report.notices.append(.folderClosed(folder, error))
    }
    for folder in closed.sorted(by: FileSystem.precedes) where survey.closed[folder] == nil {
      report.notices.append(.folderOpened(folder))
    }
    closed = closed.filter { survey.closed[$0] != nil }.union(refused.keys)
  }

  private mutating func read(_ path: String, at now: ContinuousClock.Instant, _ report: inout WatchReport) {
    let location = location(of: path)
    // Before reading: what happens to the file meanwhile makes it another one than that.
    let identity = try? FileSystem.status(of: location).identity
    let change: FileChange?
    var isThere = true
    do throws(PosixError) {
      let length = lengthThatMatters(of: path)
      let content =
        if let length { try FileSystem.readBeginning(location, length: length) } else {
          try FileSystem.readFile(location)
        }
      change = ledger.record(content, of: path, isBeginning: length != nil)
    } catch {
      isThere = !error.isNotFound
      change = isThere ? ledger.record(error, identity, of: path) : ledger.recordMissing(path)
      if error.isPassing { postpone(.paths([path]), at: now) }
    }
    if let change { report.changes.append(change) }
    if !isThere {
      served.remove(path)
    } else if survey.layouts.contains(path) {
      served.insert(path)
    }
  }

  /// Nil: all of it.
  private func lengthThatMatters(of path: String) -> Int? {
    if survey.layouts.contains(path) { return nil }
    if followed.contains(path) { return beginnings[path] }
    return survey.members[path].flatMap { folders[$0] }
  }

  private func sorted(_ report: WatchReport) -> WatchReport {
    var report = report
    report.changes.sort { FileSystem.precedes($0.path, $1.path) }
    return report
  }
}

/// The earlier of two instants that may not exist.
func earliest(
  _ left: ContinuousClock.Instant?, _ right: ContinuousClock.Instant?
) -> ContinuousClock.Instant? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
