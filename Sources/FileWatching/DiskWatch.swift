import Posix

/// What the watchers of the real disk have in common: hints in, changes out.
///
/// It joins the three values that decide (schedule, ledger, survey) with the disk. It has the one list of what is
/// watched, and all bytes are read here. Where hints come from is its owner's affair. It is a class since each round of
/// a loop asks it some things, and a value of its size in another class is copied to be asked.
final class DiskWatch {
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
  /// What a look may take at a time.
  private let portion: Int
  /// A look at everything that is under way.
  private var look: Look?
  /// Whether everything is to be looked at anew, as soon as no look is under way.
  private var isCatchUpWanted = false
  /// Files to be read that were handed out before and are there: somebody may look at what is made of them.
  private var known = ReadQueue()
  /// Others that are to be read: they have come or gone.
  private var others = ReadQueue()
  /// Changes that belong together, and how far they are told.
  private enum Gathering {
    case nothing
    /// A look will find them, which has not begun.
    case announced
    /// They are told by the look that is under way, and by what is to be read.
    case underWay
  }

  private var gathering = Gathering.nothing
  /// Whether all was told that was there at the beginning; nothing belongs together before.
  private var hasBegun = false
  /// Whether the last thing that was told were saved files by themselves.
  private var hasHandedOnSaved = false
  /// The files that the roots lead to and that are there.
  private var served: Set<String> = []
  /// Which of them have come, and which have gone, since that was reported.
  private var found: Set<String> = []
  private var lost: Set<String> = []
  private var missingRoots: Set<String> = []
  /// Folders that a person was told cannot be read.
  private var closed: Set<String> = []
  /// What a person was told cannot be served.
  private var unserved: Set<String> = []

  /// A look at everything, which is done in portions: first the folders are gone through, then what was found is
  /// compared with what was handed out.
  private struct Look {
    var survey: DiskSurvey
    /// The known files that were closed after writing, as events told; another one that looks changed is still being
    /// written. Nil: events may be missing, so every file counts.
    let named: Set<String>?
    let isCatchUp: Bool
    /// What has been read since it began is newer than what it finds, so it is read again at its end and not taken for
    /// missing.
    var read = ReadQueue()
    /// Those of them that are to be read again yet; nil before all is compared.
    var again: ArraySlice<String>?
    /// Files that were followed since it began.
    var followed: ArraySlice<String> = []
    var isSurveyed = false
    /// What is to be compared yet: of what was found, and of what was handed out.
    var files: ArraySlice<String> = []
    var handedOut: ArraySlice<String> = []
    var formerMembers: [String: String] = [:]
  }

  /// - Parameter portion: how many steps are done at a time.
  init(_ watched: WatchedRoots, inPortionsOf portion: Int = LookBudget.portion, at now: ContinuousClock.Instant) {
    self.watched = watched
    self.portion = portion
    survey = DiskSurvey(of: watched)
    schedule.hint(.everything, at: now)
  }

  var roots: [String] { watched.roots }

  var deadline: ContinuousClock.Instant? {
    if isLooking { return .now }
    let endOfHold = isGathering && schedule.isHolding ? schedule.endOfHold : nil
    return [schedule.deadline, newlyFollowed.values.min(), endOfHold].compactMap { $0 }.min()
  }

  /// Whether there is something to go on with at once.
  var isLooking: Bool { isCatchUpWanted || look != nil || waiting > 0 }

  /// Whether folders are gone through: what events mean is known when that is done.
  var isSurveying: Bool { look.map { !$0.isSurveyed } ?? false }

  /// Whether several files are changing together, and not all of that was told.
  var isGathering: Bool { hasBegun && (schedule.isHolding || gathering != .nothing) }

  /// How many files are to be read.
  var waiting: Int { known.count + others.count }

  /// Whether not all has been reported that was on the disk when `catchUp` was called.
  var isCatchingUp: Bool { isCatchUpWanted || look?.isCatchUp ?? false || !known.isPastMark || !others.isPastMark }

  // MARK: What is watched

  func follow(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    if !isFollowed(path), !survey.layouts.contains(path) { newlyFollowed[path] = now }
    switch extent {
    case .whole: followed.insert(path)
    case .beginning(let length): beginnings[path] = length
    }
  }

  func release(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    switch extent {
    case .whole: followed.remove(path)
    case .beginning: beginnings[path] = nil
    }
    // It came and went in a served folder, so no way to it is watched.
    if !isFollowed(path), ledger.isReportedMissing(path), survey.forget(inserted: path) { return ledger.forget(path) }
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

  func insert(_ name: String, in directory: String) -> String? { survey.insert(name, in: directory) }

  // MARK: Looking

  /// Files were written and closed.
  func hintWritten(_ paths: Set<String>, at now: ContinuousClock.Instant) {
    let saved = paths.filter(ledger.hasHandedOutContent)
    if !saved.isEmpty { schedule.hintSaved(saved, at: now) }
    if saved.count < paths.count { schedule.hint(.paths(paths.subtracting(saved)), at: now) }
  }

  /// Looks at what is due.
  ///
  /// - Parameters:
  ///   - isUrgent: as in `FileWatcher`.
  ///   - watch: as in `DiskSurvey`.
  func drain(
    at now: ContinuousClock.Instant, firstThose isUrgent: (String) -> Bool,
    watch: (RealDirectory, WatchExtent) -> Void
  ) -> WatchReport {
    // The lock is looked at first: a survey in the middle of a checkout is what it is there to avoid.
    if schedule.beginPoll(at: now) { lookForLocks(at: now) }
    schedule.giveUpHold(at: now)
    defer { endGathering(at: now) }
    return report { (disk, report) in
      disk.takeUpWhatIsDue(at: now, firstThose: isUrgent)
      // A document may name thousands. Who saves a file does not wait for these.
      var newcomers = LookBudget(disk.portion / 2)
      for path in disk.newlyFollowed.keys where !newcomers.isSpent && disk.findIfNew(path, watch) {
        newcomers.spend(LookBudget.way + disk.readNews(of: path, at: now, &report))
      }
      var budget = LookBudget(disk.portion)
      if disk.handOnSaved(&budget, at: now, &report) { return }
      while !budget.isSpent, disk.look != nil || disk.waiting > 0 {
        if disk.look != nil {
          // Who saves a file does not wait for a look, and whoever saves again and again must not keep it from its end.
          let steps = (budget.left + 1) / 2
          var (saved, looked) = (LookBudget(steps), LookBudget(steps))
          while !saved.isSpent, let path = disk.known.popFirst() {
            saved.spend(disk.readNews(of: path, at: now, &report))
          }
          disk.goOnLooking(&looked, at: now, &report, watch)
          budget.spend(2 * steps - saved.left - looked.left)
        }
        while !budget.isSpent, let path = disk.known.popFirst() ?? disk.others.popFirst() {
          budget.spend(disk.readNews(of: path, at: now, &report))
        }
      }
    }
  }

  private func endGathering(at now: ContinuousClock.Instant) {
    guard look == nil, waiting == 0, surveys > 0 else { return }
    hasBegun = true
    schedule.endBurst(at: now)
    if gathering == .underWay, !schedule.isInBurst { gathering = .nothing }
  }

  /// Reads known files. What is new in them is told by itself, so that whoever saved one does not wait for what is done
  /// about others; but every other time only, so that the others come as well.
  ///
  /// - Returns: whether there was something to tell.
  private func handOnSaved(
    _ budget: inout LookBudget, at now: ContinuousClock.Instant, _ report: inout WatchReport
  ) -> Bool {
    if hasHandedOnSaved {
      hasHandedOnSaved = false
      return false
    }
    let before = report.changes.count
    while !budget.isSpent, let path = known.popFirst() { budget.spend(readNews(of: path, at: now, &report)) }
    hasHandedOnSaved = report.changes.count > before
    return hasHandedOnSaved
  }

  /// Has everything looked at that is on the disk now, whatever is pending. `drain` does it.
  func catchUp() { isCatchUpWanted = true }

  private func takeUpWhatIsDue(at now: ContinuousClock.Instant, firstThose isUrgent: (String) -> Bool) {
    // Who saves a file does not wait for a look, whether it begins now or is under way.
    let saved = schedule.removeDueSaves(at: now).sorted(by: FileSystem.precedes)
    for path in saved { known.append(path, isUrgent: isUrgent(path)) }
    if schedule.isInBurst, gathering == .nothing { gathering = .underWay }
    if look == nil {
      if isCatchUpWanted {
        isCatchUpWanted = false
        // Which is found out by the same look.
        _ = schedule.removeDue(at: now)
        beginLook(trustingEventsBut: nil, isCatchUp: true)
      } else {
        switch schedule.removeDue(at: now) {
        case .everything?: beginLook(trustingEventsBut: nil)
        case .names(let paths)?:
          beginLook(trustingEventsBut: paths)
          for path in paths.sorted(by: FileSystem.precedes) where isSaved(path) { known.append(path) }
        case .paths(let paths)?: read(paths)
        case nil: break
        }
      }
    }
    if look != nil { read(schedule.removeDuePaths(at: now)) }
  }

  /// Has files read, by and by.
  private func read(_ paths: Set<String>) {
    for path in paths.sorted(by: FileSystem.precedes) { read(path) }
  }

  private func read(_ path: String) {
    // Thousands may come or go at once; what is saved again does not wait for them.
    if isSaved(path) { known.append(path) } else { others.append(path) }
  }

  /// Whether a file was handed out and is there.
  private func isSaved(_ path: String) -> Bool {
    ledger.last(of: path) != nil && FileSystem.exists(location(of: path))
  }

  /// Looks at one file now, and reports what is there in any case. A file that nobody has written to is not read again.
  func look(
    at path: String, _ asked: FileExtent, at now: ContinuousClock.Instant, watch: (RealDirectory, WatchExtent) -> Void
  ) -> WatchReport {
    report { (disk, report) in
      _ = disk.findIfNew(path, watch)
      let extent = disk.extent(of: path) ?? asked
      report.changes.append(disk.unwritten(path, extent) ?? disk.read(path, extent, at: now).file)
    }
  }

  /// What was handed out last of a file that is kept whole, if it still says that.
  private func unwritten(_ path: String, _ extent: FileExtent) -> FileChange? {
    guard extent == .whole, let content = ledger.content(of: path),
      let status = try? enclosure(of: path).status(of: location(of: path)), !ledger.needsReading(path, status.identity)
    else { return nil }
    return FileChange(path: path, state: content)
  }

  private func enclosure(of path: String) -> Enclosure {
    survey.members[path] == nil ? watched.enclosure : .anywhere
  }

  private func report(_ look: (DiskWatch, inout WatchReport) -> Void) -> WatchReport {
    var report = WatchReport()
    look(self, &report)
    report.changes.sort { FileSystem.precedes($0.path, $1.path) }
    report.changesInFolders.sort(by: FileSystem.precedes)
    report.found = found.sorted(by: FileSystem.precedes)
    report.lost = lost.sorted(by: FileSystem.precedes)
    (found, lost) = ([], [])
    return report
  }

  /// Finds the way to a file if that has not been done since it is followed; returns whether it had not.
  private func findIfNew(_ path: String, _ watch: (RealDirectory, WatchExtent) -> Void) -> Bool {
    guard newlyFollowed.removeValue(forKey: path) != nil else { return false }
    survey.add(path, watch)
    look?.followed.append(path)
    ledger.expect(path)
    return true
  }

  /// A lock has come or gone, or may have. Of several repositories each has one.
  func lookForLocks(at now: ContinuousClock.Instant) {
    holdWhileLocked(survey.locks.contains { FileSystem.exists($0) }, at: now)
  }

  private func holdWhileLocked(_ isLocked: Bool, at now: ContinuousClock.Instant) {
    if isLocked { return schedule.hold(at: now) }
    if schedule.isHolding { gathering = .announced }
    schedule.release(at: now)
  }

  private func beginLook(trustingEventsBut named: Set<String>?, isCatchUp: Bool = false) {
    let survey = DiskSurvey(of: watched, following: followed.union(beginnings.keys), knowing: served)
    look = Look(survey: survey, named: named, isCatchUp: isCatchUp)
    if gathering == .announced, named == nil { gathering = .underWay }
    // Those are found by it.
    newlyFollowed = [:]
  }

  private func goOnLooking(
    _ budget: inout LookBudget, at now: ContinuousClock.Instant, _ report: inout WatchReport,
    _ watch: (RealDirectory, WatchExtent) -> Void
  ) {
    if isSurveying {
      look!.survey.goOn(&budget, watch)
      guard look!.survey.isComplete else { return }
      while !budget.isSpent, let path = look!.followed.popFirst() {
        guard isFollowed(path), !look!.survey.layouts.contains(path) else { continue }
        budget.spend(LookBudget.way)
        look!.survey.add(path, watch)
      }
      if look!.followed.isEmpty { takeOverSurvey(at: now, &report) }
      return
    }
    while !budget.isSpent, let path = look!.files.popFirst() {
      budget.spend(1)
      compare(path)
    }
    while !budget.isSpent, let path = look!.handedOut.popFirst() {
      budget.spend(1)
      if let change = recordIfMissing(path) {
        budget.spend(LookBudget.news)
        add(change, to: &report, wasInFolder: look!.formerMembers[path] != nil)
      }
    }
    guard look!.files.isEmpty, look!.handedOut.isEmpty else { return }
    if look!.again == nil { look!.again = look!.read.removeAll() }
    while !budget.isSpent, let path = look!.again!.popFirst() {
      budget.spend(1)
      read(path)
    }
    guard look!.again!.isEmpty, let done = look.take() else { return }
    if done.isCatchUp {
      known.setMark()
      others.setMark()
    }
  }

  /// All folders have been gone through.
  private func takeOverSurvey(at now: ContinuousClock.Instant, _ report: inout WatchReport) {
    look!.formerMembers = survey.members
    survey = look!.survey
    look!.survey = DiskSurvey(of: watched)
    look!.isSurveyed = true
    surveys += 1
    holdWhileLocked(survey.isLocked, at: now)
    reportRoots(&report)
    reportClosed(at: now, &report)
    reportUnserved(&report)

    for (path, error) in survey.unreachable {
      if survey.layouts.contains(path) { noteServed(path) }
      if let change = ledger.record(error, nil, of: path) { add(change, to: &report) }
      if error.isPassing { schedule.tryAgain(.names(and: [path]), at: now) }
    }
    for path in survey.members.keys where isMissing(path) { ledger.expect(path) }
    for path in survey.missing where isFollowed(path) && isMissing(path) { ledger.expect(path) }
    // Whoever comes first finds the first files by name there.
    look!.files = surveys == 1 ? survey.found.sorted(by: FileSystem.precedes)[...] : survey.found[...]
    look!.handedOut = Array(ledger.paths)[...]
  }

  private func isMissing(_ path: String) -> Bool { survey.files[path] == nil && survey.unreachable[path] == nil }

  /// Has a file read that may be another than was handed out.
  private func compare(_ path: String) {
    guard let identity = survey.files[path], !look!.read.contains(path) else { return }
    if ledger.needsReading(path, identity) {
      if look!.named?.contains(path) ?? true || !ledger.isSameFile(path, identity) { return read(path) }
    }
    if survey.layouts.contains(path) { noteServed(path) } else { noteLost(path) }
  }

  /// Takes note that a file is not there any more which was handed out.
  private func recordIfMissing(_ path: String) -> FileChange? {
    guard isMissing(path), !look!.read.contains(path) else { return nil }
    noteLost(path)
    // Everybody knows that it is gone, and nobody asks for it.
    if ledger.isReportedMissing(path), !isFollowed(path), survey.members[path] == nil { ledger.forget(path) }
    return ledger.recordMissing(path)
  }

  private func noteServed(_ path: String) {
    guard served.insert(path).inserted else { return }
    if lost.remove(path) == nil { found.insert(path) }
  }

  private func noteLost(_ path: String) {
    guard served.remove(path) != nil else { return }
    if found.remove(path) == nil { lost.insert(path) }
  }

  /// Reads a file that may have changed; reports it if it has.
  ///
  /// - Returns: how many steps that was.
  private func readNews(
    of path: String, at now: ContinuousClock.Instant, _ report: inout WatchReport
  ) -> Int {
    guard let extent = extent(of: path) else { return 1 }
    let (file, isNews) = read(path, extent, at: now)
    if isNews { add(file, to: &report) }
    let steps = LookBudget.read + (isNews ? LookBudget.news : 0)
    if case .content(let bytes) = file.state { return steps + bytes.count / LookBudget.bytes }
    return steps
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
  private func read(
    _ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant
  ) -> (file: FileChange, isNews: Bool) {
    let isWatched = self.extent(of: path) != nil
    let location = location(of: path)
    let enclosure = enclosure(of: path)
    func content() throws(PosixError) -> FileContent {
      switch extent {
      case .whole: try enclosure.readFile(location)
      case .beginning(let length): try enclosure.readBeginning(location, length: length)
      }
    }
    var identity: FileIdentity?
    var state: FileChange.State
    var change: FileChange?
    do throws(PosixError) {
      var found: FileContent
      do throws(PosixError) { found = try content() } catch {
        if error.isNotFound { throw error }
        // Asked before reading: if the file changes meanwhile, it has another identity at the next look.
        identity = try? enclosure.status(of: location).identity
        found = try content()
      }
      state = .content(found.bytes)
      if isWatched {
        change = ledger.record(found, of: path, isBeginning: extent != .whole)
        // Others have that array, and compare it with itself at no cost.
        if change == nil, let kept = ledger.content(of: path) { state = kept }
      }
    } catch {
      state = error.isNotFound ? .missing : .unreadable(error)
      if isWatched {
        change = error.isNotFound ? ledger.recordMissing(path) : ledger.record(error, identity, of: path)
      }
      if error.isPassing { schedule.tryAgain(.paths([path]), at: now) }
    }
    if look?.again == nil { look?.read.append(path) }
    if state == .missing {
      noteLost(path)
      if !isFollowed(path), survey.forget(inserted: path) { ledger.forget(path) }
    } else if survey.layouts.contains(path) {
      noteServed(path)
    }
    return (FileChange(path: path, state: state), change != nil)
  }

  // MARK: What a person is told

  private func reportRoots(_ report: inout WatchReport) {
    for root in survey.missingRoots.subtracting(missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootMissing(root))
    }
    for root in missingRoots.subtracting(survey.missingRoots).sorted(by: FileSystem.precedes) {
      report.notices.append(.rootReturned(root))
    }
    missingRoots = survey.missingRoots
  }

  private func reportClosed(at now: ContinuousClock.Instant, _ report: inout WatchReport) {
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

  private func reportUnserved(_ report: inout WatchReport) {
    for (path, why) in survey.unserved.sorted(by: { FileSystem.precedes($0.key, $1.key) })
    where !unserved.contains(path) {
      report.notices.append(.unserved(path, why))
    }
    unserved = Set(survey.unserved.keys)
  }
}
