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
  /// Followed before and not any more; some may be served by a root all the same.
  private var released: Set<String> = []

  init(roots: [String], from base: String, at now: ContinuousClock.Instant) {
    self.roots = roots
    self.base = base
    survey = DiskSurvey(from: base)
    gatherer.record(.everything, at: now)
  }

  var deadline: ContinuousClock.Instant? { gatherer.deadline }

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

  mutating func insert(_ name: String, in directory: String) -> String? { survey.insert(name, in: directory) }

  /// Looks at what is due.
  ///
  /// - Parameter watch: as in `DiskSurvey`.
  mutating func drain(at now: ContinuousClock.Instant, watch: (RealDirectory, WatchExtent) -> Void) -> WatchReport {
    var report = WatchReport()
    switch gatherer.take(at: now) {
    case .everything?: lookEverywhere(at: now, &report, watch)
    case .paths(let paths)?: for path in paths { read(path, &report) }
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

  private mutating func lookEverywhere(
    at now: ContinuousClock.Instant, _ report: inout WatchReport, _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    survey = DiskSurvey(
      roots: roots, from: base, following: followed, folders: Set(folders.keys), watch: watch)
    if survey.isLocked { gatherer.hold(at: now) } else { gatherer.release(at: now) }
    for root in survey.missingRoots.subtracting(missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootMissing(root))
    }
    for root in missingRoots.subtracting(survey.missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootReturned(root))
    }
    missingRoots = survey.missingRoots

    served = survey.layouts.filter { survey.files[$0] != nil }
    for (path, identity) in survey.files where ledger.needsReading(path, identity) {
      read(path, &report)
    }
    for path in followed.union(survey.members.keys) where survey.files[path] == nil { ledger.expect(path) }
    for path in Array(ledger.paths)
    where survey.files[path] == nil && !followed.contains(path) && survey.members[path] == nil {
      // Nobody asks for it any more, or everybody knows that it is gone.
      if released.contains(path) || ledger.isReportedMissing(path) { ledger.forget(path) }
    }
    released = []
    for path in Array(ledger.paths) where survey.files[path] == nil {
      if let change = ledger.recordMissing(path) { report.changes.append(change) }
    }
  }

  private mutating func read(_ path: String, _ report: inout WatchReport) {
    let location = FileSystem.path(path, from: base)
    // Before reading: what happens to the file meanwhile makes it another one than that.
    let identity = try? FileSystem.status(of: location).identity
    let change: FileChange?
    var isThere = true
    do throws(PosixError) {
      let length = lengthThatMatters(of: path)
      let content =
        if let length { try FileSystem.readBeginning(location, length: length) } else { try FileSystem.readFile(location) }
      change = ledger.record(content, of: path, isBeginning: length != nil)
    } catch {
      isThere = !error.isNotFound
      change = isThere ? ledger.record(error, identity, of: path) : ledger.recordMissing(path)
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
