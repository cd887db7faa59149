import Frames
public import LayoutEngine
import LayoutModel
import LayoutSyntax
import Pictures

/// All scenes and all that happens to them over time, as a value: commands in, effects out.
///
/// `handle(_:at:)` only records. `turn(at:measuring:)` drains everything recorded, works once from the earliest
/// stage that is dirty, publishes one revision for each scene that shows something new, and answers. It does not
/// read files, clocks or sockets, so any sequence of events replays: the same commands at the same instants lead
/// to the same effects.
public struct Runtime: Sendable {
  /// What may differ between one runtime and another.
  public struct Options: Equatable, Sendable {
    /// How long a file with errors must be quiet before it is read again and the errors are believed. Zero:
    /// believed at once.
    public var quiet = Duration.milliseconds(30)
    /// How long a file that was asked for may be missing before that is reported.
    public var grace = Duration.milliseconds(500)
    /// Revisions kept for those who want every one: at most so many, and about so many bytes. While nobody does, it is
    /// `RevisionRing.Limits.recent`.
    public var maxRevisions = 4096
    /// See `maxRevisions`.
    public var maxRevisionBytes = 4 << 20
    /// What a layout may ask for when it is solved.
    public var workLimit = SolveBudget.standard
    /// What the outside may have of it.
    public var limits = RuntimeLimits()
    /// Between two frames of what moves, above 0.
    public var framePeriod = framePeriod(atRate: 60)
    /// From so many views on work is handed out as a `Job`, so that a turn is never long. Nil: a turn does everything.
    public var jobThreshold: Int?
    /// What a turn may spend on solving a scene that is smaller, if anything is handed out. What takes more becomes a
    /// job as well, and begins anew. Some milliseconds.
    public var solveAllowance = SolveBudget(operations: 2_000_000)

    public init() {}

    /// Frames a second that can be asked for: no screen shows more.
    public static let frameRates = 1...240

    /// The period of `rate` frames a second, rounded up: six frames at 60 Hz are not a hair less than the 100 ms
    /// that somebody wrote, which would make it seven.
    public static func framePeriod(atRate rate: Int) -> Duration {
      let second: Int64 = 1_000_000_000_000_000_000
      return Duration(secondsComponent: 0, attosecondsComponent: (second + Int64(rate) - 1) / Int64(rate))
    }
  }

  /// How many bytes from its beginning a picture file is read.
  public static let longestBeginning = PictureHeader.longestBeginning

  /// Tells the revisions of this runtime from those of the one before it.
  public let epoch: String
  /// As it was made with; they never change.
  public let options: Options

  var library: Library
  /// What files say that does not count yet, though it is certain.
  var holds = FileHolds()
  var scenes = SceneTable()
  /// Where each subscriber is found, until its `bye`.
  var seats: [SubscriberID: Seat] = [:]
  /// Said to those who have not taken it yet.
  var farewells: [Farewell] = []
  /// The scene whose audience comes first, since it was too much for one call to tell all of them what is next.
  var nextToTell: String?
  /// The name of the scene that a program has lent; nil: none has.
  var guest: String?
  /// That scene, if it was closed meanwhile.
  var guestThatLeft: Scene?
  /// Of scenes that are closed now.
  var lineages = Lineages()
  /// What layouts were called, and their scenes.
  var formerNames = FormerNames()
  /// Of files that are gone.
  var goneFiles = GoneFiles()
  /// What is to survive a restart.
  public internal(set) var memory = Memory()
  /// Whether a scene that is remembered has ended since that was last looked at.
  var mayForget = false
  /// A scene that the command at hand must not leave for the end of the turn.
  var urgentScene: String?
  /// Whether some document says something else than when the scenes were shared out, or some scene was not told then.
  var scenesAreStale = false
  /// The scenes that were not told then.
  var tellings = TellingQueue()

  /// A command, and when it came.
  typealias Recorded = (command: Command, arrival: Instant)

  private var inbox: [Recorded] = []
  var outcomes: [Outcome] = []
  var waiting: [Waiter] = []
  var checks: [CheckUnderWay] = []
  /// Where long work is handed out.
  var jobs: JobDesk
  /// Commands about scenes that are being solved elsewhere, until these are back.
  var deferred: [Recorded] = []
  /// Scenes that are back, and that calls are about which are left to the next turn: it solves them for all of them.
  var unfinished: Set<String> = []
  /// The time line that scenes are on.
  var clock = AnimationClock()
  var counters = Counters()
  /// What was saved, and what that came to.
  var saves = SaveLog()

  /// What each scene may keep of its revisions, as of the last turn.
  var lastShare: RevisionShare?

  /// What was reported of each document.
  private(set) var logged: [String: DiagnosticReport] = [:]
  /// Documents of which something else may be to be reported.
  var reportsToMake: Set<String> = []
  private var reportsAreStale = false
  private var wish: Instant?
  /// When the next frame of what moves is due; nil while nothing moves, or the clock of scenes stands still.
  public private(set) var nextFrame: Instant?

  /// As of the last turn: how many views all scenes together show, and what the clocks of scenes show, which are the
  /// times that publications carry.
  public private(set) var (viewCount, sceneTimes) = (0, [Instant]())

  /// A runtime that serves nothing yet, at the start of its time line.
  ///
  /// - Parameter epoch: unlike that of any runtime before it.
  public init(epoch: String, options: Options = Options()) {
    self.epoch = epoch
    self.options = options
    library = Library(Patience(quiet: options.quiet, grace: options.grace))
    jobs = JobDesk(threshold: options.jobThreshold, allowance: options.solveAllowance)
  }

  /// Takes note of a command; the next turn acts on it. What it waits for is counted from `now`.
  public mutating func handle(_ command: Command, at now: Instant) { inbox.append((command, now)) }

  /// Whether there are commands that no turn has acted on.
  public var hasCommands: Bool { !inbox.isEmpty }

  /// Whether a turn now would have something to do.
  public func needsTurn(at now: Instant) -> Bool { hasCommands || wish.map { $0 <= now } ?? false }

  /// Forgets what scenes keep only because the same may be asked for again soon, for when nobody is at work.
  public mutating func forgetSpares() {
    for name in scenes.names where scenes[open: name].hasSpares { scenes[open: name].forgetSpares() }
  }

  /// Works on everything recorded so far.
  ///
  /// Commands take effect in the order they came in; answers come in that order too, apart from those that wait
  /// for files. A scene is solved once for all of them, and published once. Only where something that is set flips a
  /// condition that applies at once (a simple one, or `if direct`), or `update` asks for it, it is solved and
  /// published then, together with what came before in the turn.
  ///
  /// - Parameters:
  ///   - now: not earlier than the turn before.
  ///   - measurer: measures texts.
  ///   - stage: is told what the time goes into.
  ///   - next: hands out commands that follow those recorded, each with when it came, when the one before has taken
  ///     effect; nil: there are none, or they are for another turn.
  ///   - isEnough: whether commands that had to wait are left to another turn, but for one of them.
  /// - Returns: what the world should do, in order.
  public mutating func turn(
    at now: Instant, measuring measurer: some TextMeasuring, entering stage: (Stage) -> Void = { _ in },
    taking next: () -> (command: Command, arrival: Instant)? = { nil }, leaving isEnough: () -> Bool = { false }
  ) -> [Effect] {
    counters.turns += 1
    endLateHolds(at: now, entering: stage)
    unfinished = []
    var waited = takeDeferred()
    var commands = inbox
    inbox = []
    // What a round cannot judge needs a file or a job, and holds up no further round; so each but the first lets some
    // command take effect.
    repeat {
      act(on: waited, commands, at: now, measuring: measurer, entering: stage, taking: next, leaving: isEnough)
      judgeDocuments(at: now, entering: stage)
      // What waited for documents that are judged now waits no longer.
      waited = isEnough() ? [] : takeDeferred()
      commands = []
    } while !waited.isEmpty
    forgetGone(at: now, entering: stage)
    updateScenes(at: now, measuring: measurer, entering: stage)
    stage(.finish)
    runChecks(measuring: measurer)
    resolveWaiters(at: now)
    rememberState()
    shareOutRevisions(at: now)
    if !saves.open.isEmpty { finishSaves() }
    (viewCount, sceneTimes) = (scenes.viewCount, timesOfScenes(at: now))
    return effects(at: now)
  }

  /// Lets commands take effect, one after the other, those first that have waited; but those that have to wait are
  /// deferred.
  private mutating func act(
    on waited: [Recorded], _ others: [Recorded], at now: Instant, measuring measurer: some TextMeasuring,
    entering stage: (Stage) -> Void, taking next: () -> Recorded?, leaving isEnough: () -> Bool
  ) {
    var commands = (waited + others)[...]
    // Of those at the front, which have waited.
    var (left, isFirst) = (waited.count, true)
    while let (command, arrival) = commands.popFirst() ?? next() {
      if left > 0 {
        left -= 1
        if !isFirst, isEnough() {
          leave((command, arrival))
          continue
        }
        isFirst = false
      }
      var isDeferred = mustWait(command)
      if !isDeferred, case .request(_, let demand) = command, demand.asksForNames {
        // Its names are those of documents as they are now. What is compiled elsewhere for that is waited for, and so
        // is what the turn comes to only after all that was saved.
        judgeDocuments(at: now, onlySaved: jobs.isOpen, entering: stage)
        isDeferred = mustWait(command)
      }
      if isDeferred {
        deferred.append((command, arrival))
        continue
      }
      counters.commands += 1
      switch command {
      case .finished(let job):
        let waited = takeBack(job, at: now, entering: stage)
        commands.insert(contentsOf: waited, at: commands.startIndex)
        left += waited.count
        updateUrgentScene(at: now, measuring: measurer, entering: stage)
      case .request(_, .clock):
        // What came before is to begin before the clock moves, however commands fall into turns. And the clock is set
        // at the time of the turn: scenes have been shown at that already.
        judgeDocuments(at: now, entering: stage)
        updateScenes(at: now, measuring: measurer, entering: stage)
        perform(command, at: now, entering: stage)
      default:
        perform(command, at: arrival, entering: stage)
        guard let name = updateUrgentScene(at: now, measuring: measurer, entering: stage) else { continue }
        if case .request(let request, .update) = command {
          let answer = Outcome.Result.answered(.updated(scenes[open: name].revision))
          outcomes.append(
            Outcome(request: request, result: scenes[open: name].isAbsent ? .updated(scene: name) : answer))
        }
      }
    }
  }

  /// Leaves a command to the next turn.
  private mutating func leave(_ command: Recorded) {
    deferred.append(command)
    if case .request(_, .apply(let scene, _, _, _, _)) = command.command, let name = try? sceneName(scene) {
      unfinished.insert(name)
    }
  }

  /// - Returns: the scene that could not wait for the end of the turn; nil: there is none.
  @discardableResult private mutating func updateUrgentScene(
    at now: Instant, measuring measurer: some TextMeasuring, entering stage: (Stage) -> Void
  ) -> String? {
    guard let name = urgentScene.take() else { return nil }
    updateScene(name, at: now, measuring: measurer, entering: stage)
    return name
  }

  /// What the clocks of scenes show: the times that publications carry.
  private func timesOfScenes(at now: Instant) -> [Instant] {
    let time = clock.time(at: now)
    return scenes.clocked.isEmpty ? [time] : [time] + scenes.clocked.map { clock(of: $0).time(at: now) }
  }

  /// Whether somebody follows a scene of this file, and so sees what is saved in it.
  public func hasAudience(for file: String) -> Bool { scenes.haveAudience(from: file) }

  /// All scenes but private ones.
  public var sceneList: SceneList { sceneList(for: nil) }

  /// The same, each summed up; sorted by name.
  public var summaries: [SceneSummary] { sceneList.summaries }

  // MARK: Stages

  /// Compiles what changed and shares the layouts out to the scenes.
  ///
  /// - Parameter onlySaved: leaves what was not saved itself to the end of the turn.
  mutating func judgeDocuments(at now: Instant, onlySaved: Bool = false, entering stage: (Stage) -> Void) {
    let judged = library.compileAndJudge(
      at: now, onlySaved: onlySaved, firstThose: { [scenes] in scenes.haveAudience(from: $0) }, handing: &jobs,
      entering: stage)
    shareOutPictures()
    if library.takeReturned() || !judged.isEmpty || jobs.isEnough(documents: library.documents.changed) {
      scenesAreStale = true
    }
    rejectFailedLoads()
    if scenesAreStale {
      scenesAreStale = false
      reportsAreStale = true
      shareOutLayouts(judged: Set(judged), at: now)
    }
  }

  /// Tells the scenes whose pictures are others than before.
  private mutating func shareOutPictures() {
    let changed = library.pictures.takeChanged()
    guard !changed.isEmpty else { return }
    for name in scenes.names {
      let pictures = library.pictures.pictures(of: scenes[open: name].document.file)
      scenes[open: name].adopt(pictures: pictures, because: "file:\(changed.joined(separator: ", file:"))")
    }
  }

  private mutating func updateScenes(
    at now: Instant, measuring measurer: some TextMeasuring, entering stage: (Stage) -> Void
  ) {
    for name in scenes.active where !unfinished.contains(name) {
      updateScene(name, at: now, measuring: measurer, entering: stage)
    }
  }

  mutating func updateScene(
    _ name: String, at now: Instant, measuring measurer: some TextMeasuring, entering stage: (Stage) -> Void
  ) {
    let (isDirty, isNew) = (scenes[open: name].pending.isDirty, scenes[open: name].pending.isNewlyLive)
    let known = scenes[open: name].readNewest { $0.diagnostics }
    let work = scenes[open: name].update(
      at: clock(of: name).time(at: now), every: options.framePeriod, within: options.workLimit, measuring: measurer,
      handing: &jobs,
      entering: stage)
    // Nearly always numbers were set, and what is wrong is what was wrong before.
    if isDirty, isNew || scenes[open: name].isAbsent || known != scenes[open: name].readNewest({ $0.diagnostics }) {
      reportsToMake.insert(scenes[open: name].document.file)
    }
    count(work, of: name)
  }

  mutating func count(_ work: Scene.Work, of scene: String) {
    if !saves.open.isEmpty, let changes = work.changes { saves.count(changes, of: scene) }
    if work.isSolved {
      counters.solves += 1
      reportsAreStale = true
    }
    counters.compilations += work.structures
    if work.isPublished { counters.revisions += 1 }
  }

  // MARK: Effects

  private mutating func effects(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    let records = memory.takeNews()
    if !records.isEmpty { effects.append(.remember(records)) }
    let answered = outcomes
    outcomes = []
    for var outcome in answered {
      let telling = outcome.telling ?? tellings.lastNumber
      outcome.telling = telling
      if isEarly(outcome, since: telling) {
        outcomes.append(outcome)
      } else if !handOut(outcome) {
        effects.append(.reply(outcome.request, reply(to: outcome, at: now)))
      }
    }
    effects += jobs.takeJobs().map { .perform($0) }
    if reportsAreStale { effects += reports() }
    reportsAreStale = false
    effects += holds.takeEnded().map { .holdEnded(reason: $0) }
    effects += library.removeRequests()
    nextFrame = scenes.active.compactMap { name in
      scenes[open: name].frameDue.flatMap { clock(of: name).worldTime(of: $0) }
    }.min()
    // What a turn has left to be done is done at once, after whatever else has come by then.
    let rest = library.isPostponing || scenesAreStale || deferred.contains { !mustWait($0.command) } ? now : nil
    let next = [
      rest, library.deadline, holds.deadline, waiting.compactMap(\.deadline).min(), goneDeadline, revisionDeadline,
      nextFrame,
    ]
    .compactMap { $0 }.min()
    if next != wish {
      wish = next
      effects.append(.wake(at: next))
    }
    return effects
  }

  /// What changed in the complaints about documents, those of their scenes included.
  private mutating func reports() -> [Effect] {
    if reportsToMake.isEmpty { return [] }
    var gone: [Effect] = []
    var diagnosed: [Effect] = []
    var later: Set<String> = []
    for file in reportsToMake.sorted(by: precedesInBytes) {
      guard let report = complaints(about: file) else {
        if logged.removeValue(forKey: file)?.hasSomethingToSay == true { gone.append(.gone(file: file)) }
        continue
      }
      // Nobody knows yet whether a file that has just gone comes back, goes by another name now, or neither.
      if library.isInGrace(file) {
        later.insert(file)
        continue
      }
      let isNews = logged[file].map { !report.readsLike($0) } ?? report.hasSomethingToSay
      if isNews { diagnosed.append(.diagnosed(file: file, report)) }
      logged[file] = report
    }
    reportsToMake = later
    return gone + diagnosed
  }

  /// All that is wrong with a document and its scenes; nil while there is no verdict, or where it opens none.
  func complaints(about file: String) -> DiagnosticReport? {
    guard let document = library[file], document.role != .imported, let verdict = document.verdict else { return nil }
    let others = document.collisions.flatMap(\.notes).compactMap { library[$0.place?.file ?? ""]?.tree?.source }
    var diagnostics = verdict.diagnostics + document.collisions
    // What somebody tries for himself is no mistake of the file.
    let found = scenes.names(from: file).filter { scenes[open: $0].owner == nil }
      .flatMap { scenes[open: $0].settings.lost + (scenes[open: $0].readNewest { $0.diagnostics } ?? []) }
    if !found.isEmpty { diagnostics = (diagnostics + found).firstOccurrences }
    return DiagnosticReport(
      status: document.status, diagnostics: diagnostics, sources: verdict.sources + others)
  }
}

/// What the runtime counts, exactly.
struct Counters: Equatable, Sendable {
  var turns = 0
  var commands = 0
  var solves = 0
  /// Structures of scenes compiled for the solver.
  var compilations = 0
  var revisions = 0
  var publications = 0
}
