import FileWatching
import LayoutEngine
public import LayoutRuntime
import LayoutSyntax
import Posix
import TextMeasurement
import Wire

/// The one place where the world and the core meet: bytes and file changes become commands, the runtime works,
/// and its effects are performed in order.
///
/// One thread, one loop. Each round waits, takes in everything that is there, runs turns until nothing new comes
/// of them, and writes. Nothing here decides anything about layouts.
public final class Daemon {
  let options: DaemonOptions
  private let listen: (DaemonReport) -> Void
  /// What there was to report before `started`; nil from then on.
  private var heldReports: [DaemonReport]? = []
  /// Whether all files of the start have been handed on.
  private var isReadOnce = false
  let loop: EventLoop
  /// Nil: nobody connects, or may only look.
  var listener: UnixListener?
  /// Where one may only look.
  var readOnlyListener: UnixListener?
  private let service: Supervisor
  private var signsOfLife: SignsOfLife
  /// All scenes; lent by the program that has them, where there is one.
  public var runtime: Runtime
  var files: ServedFiles
  var times = StageTimes()
  var frames: FrameTimes
  let measurer: TimedMeasuring
  let workers: Workers
  /// Whether workers have something that was not taken in.
  private var hasResults = false
  private(set) var journal: Journal
  private var memory = QuietMemory()
  private var saveNews = SaveNews()

  let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  /// Whether somebody started it in a terminal.
  private let isOnTerminal = StandardStream.error.isTerminal
  /// Random, so that a client can tell one daemon's revisions from another's.
  let epoch: String

  var clients: [EventLoop.Token: Client] = [:]
  /// Events that are about to be sent; empty outside of `sendStreams`.
  var batches: [EventBatch] = []
  /// Events that have not been sent to all their subscribers, the oldest first. The next round goes on with them.
  var sendings: [Sending] = []
  /// What is left of what the round sends; a program that turns the runtime says itself when it has time.
  var sendAllowance = SendAllowance(nil)
  /// What this round may look at to find out what is to be sent.
  var viewAllowance = ViewAllowance()
  /// Connections that have sent something, or had asked more than was answered at once.
  var talkers = WorkQueue<EventLoop.Token, Payer>()
  /// What they have asked of the runtime.
  var calls = CallQueue()
  /// Descriptions of interfaces that somebody asked for, by their text, as they are sent.
  var descriptions: [String: [UInt8]] = [:]
  /// What they hold in memory.
  var holdings = Holdings()
  /// Connections are numbered from here; no number is used twice.
  private var lastNumber: UInt64 = 16
  /// Somebody who asked to be certain of what is on the disk, with what and when: by `Sync`, or because what was saved
  /// before the end of a hold belongs to it.
  typealias Sync = (request: RequestID, command: Command, arrival: Instant)
  /// Those who have asked since the disk was looked at for such.
  var syncs: [Sync] = []
  /// Those for whom it is looked at.
  var syncsUnderWay: [Sync] = []
  /// Those who may have something that ends with them: holds of files, private scenes.
  var owners: Set<EventLoop.Token> = []
  /// Whether the runtime was told that several files are changing together.
  private var isGathering = false
  /// When files are to be looked at although nothing tells of them, as of the last wait.
  private var filesDeadline: ContinuousClock.Instant?
  /// So many events, far fewer than come at once at most, are surely all.
  private static let fewEvents = 64
  /// Files that the runtime asked for and that were not looked at.
  var looks: ArraySlice<(path: String, extent: LayoutRuntime.FileExtent)> = []
  /// What looks at them may take of a round.
  static let looksOfRound = Duration.milliseconds(3)
  /// When streams are to be looked at.
  var alarms = Alarms()
  /// False while the process has no descriptor left for another connection, and at the end.
  var isAccepting = true
  /// When to look whether there is a descriptor again.
  var acceptAgain: ContinuousClock.Instant?
  /// When the runtime wants its next turn.
  var wake: Instant?
  /// What time it is for the program that turns the runtime; nil: there is no such program.
  var hostTime: Instant?
  /// Set once nothing more is accepted; what is queued is still written until then.
  private var stopDeadline: ContinuousClock.Instant?

  var isStopping: Bool { stopDeadline != nil }

  func newToken() -> EventLoop.Token {
    lastNumber += 1
    return EventLoop.Token(rawValue: lastNumber)
  }

  /// The daemon's own request, answered when the files that were there at the start are all judged.
  static let firstSync = RequestID(0)
  /// Somebody may be writing a file for ever; the daemon starts all the same.
  private static let longestStart = Duration.seconds(1)

  enum Token {
    static let listener = EventLoop.Token(rawValue: 1)
    static let files = EventLoop.Token(rawValue: 2)
    static let workers = EventLoop.Token(rawValue: 3)
    static let readOnlyListener = EventLoop.Token(rawValue: 4)
  }

  /// From so many views on work goes to other threads. To solve them for the first time takes some 10 ms, which others
  /// can wait; for a thread to begin takes a tenth of one.
  private static let jobThreshold = 1_500

  /// How long slow readers may take to read their farewell.
  private static let farewell = Duration.milliseconds(500)

  /// Opens the socket and reads the served files; nothing is answered before `run`.
  ///
  /// - Parameter report: is told what a person running the daemon wants to know, `started` first.
  public init(_ options: DaemonOptions, report: @escaping (DaemonReport) -> Void) throws(DaemonError) {
    self.options = options
    listen = report
    start = clock.now
    var generator = SystemRandomNumberGenerator()
    epoch = String(UInt32.random(in: .min ... .max, using: &generator), radix: 36)
    var runtimeOptions = Runtime.Options()
    runtimeOptions.framePeriod = Runtime.Options.framePeriod(atRate: options.frameRate)
    // A program's turn does what it is asked for, however long that takes.
    runtimeOptions.jobThreshold = options.isHosted ? nil : Self.jobThreshold
    runtimeOptions.limits = options.limits.runtime
    runtime = Runtime(epoch: epoch, options: runtimeOptions)
    frames = FrameTimes(rate: options.frameRate)
    service = options.isHosted ? Supervisor(environment: [:], process: 0) : Supervisor.inherited()
    // Before anything is opened: a number that the manager only promised would be that of something of ours.
    let activated: UnixListener?
    do throws(SocketError) {
      activated =
        if let socket = service.takeSocket() {
          try UnixListener(activated: socket, at: options.address)
        } else {
          nil
        }
    } catch { throw .socket(error) }
    signsOfLife = SignsOfLife(every: service.signOfLifePeriod, from: clock.now)
    do throws(FontMeasurerError) {
      measurer = TimedMeasuring(try options.text.makeMeasurer(), by: clock)
    } catch { throw .text(error) }
    do throws(PosixError) {
      loop = try EventLoop(signals: options.isHosted ? [] : [.interrupt, .terminate, .hangUp])
      if !options.isHosted { _ = try CurrentProcess.raiseDescriptorLimit() }
      workers = try Workers(measuringBy: options.text)
    } catch { throw .system(error) }
    // The watcher comes before the clients: its library uses select(), which ends at descriptor 1023.
    do throws(PosixError) {
      files = try ServedFiles(
        options.roots, fonts: options.text.fontPaths, polls: options.polls, followsLinks: options.followsLinks,
        at: clock.now)
    } catch { throw .root(error) }
    do throws(SocketError) {
      listener =
        if let activated {
          activated
        } else if options.isHosted {
          nil
        } else {
          try UnixListener(at: options.address)
        }
      readOnlyListener = try options.readOnlyAddress.map { address throws(SocketError) in try UnixListener(at: address)
      }
    } catch { throw .socket(error) }
    // Last, so that a daemon that comes to nothing touches nobody's state.
    let records: [MemoryRecord]
    (journal, records) = Journal.open(for: options)
    runtime.restore(records)
  }

  deinit { workers.close() }

  /// Serves until a signal ends it: SIGINT and SIGTERM. SIGHUP reads all files again, and ends it when it comes because
  /// its terminal is closed.
  public func run() throws(DaemonError) {
    do throws(PosixError) { try serve() } catch { throw .system(error) }
  }

  private func serve() throws(PosixError) {
    try beginWatching()
    // Whoever is there first is answered when it is known which files there are.
    repeat { takeInFiles(files.drain(at: clock.now)) } while files.isLooking && files.waiting == 0
    attendToStart()
    work()
    memory.recordWork(at: clock.now)
    while true {
      let woken = try takeInNews(until: nextDeadline())
      if !isReadOnce { attendToStart() }
      work()
      lookAfterMemory(at: woken)
      if signsOfLife.areDue(at: woken) { service.notify(.alive) }
      // However soon it ends, it says what it found at the start.
      let isDone = clients.isEmpty && heldReports == nil
      if let stopDeadline, isDone || clock.now >= stopDeadline { break }
    }
    journal.finish(at: clock.now) { runtime.memory.records }
    reportStart()
    report(.stopped(reason: Event.shutdown))
  }

  /// Has the loop tell of all that there is to be taken in.
  func beginWatching() throws(PosixError) {
    try watchListeners()
    if let descriptor = files.descriptor { try loop.watch(descriptor, as: Token.files, for: .reading) }
    try loop.watch(workers.bell.number, as: Token.workers, for: .reading)
  }

  /// Waits, and takes in everything that is there.
  ///
  /// - Returns: when the waiting was over.
  func takeInNews(until deadline: ContinuousClock.Instant?) throws(PosixError) -> ContinuousClock.Instant {
    let events = try loop.wait(until: deadline)
    let woken = clock.now
    // What was saved before somebody asked is told no later than that. Of many at once some may come with the next.
    var isFilesTurn = events.count > Self.fewEvents || filesDeadline.map { $0 <= woken } ?? false
    for event in events {
      if event == .readable(Token.files) { isFilesTurn = true }
      takeIn(event)
    }
    goOnConversing()
    if let acceptAgain, woken >= acceptAgain { resumeAccepting() }
    // Most rounds are about calls.
    if isFilesTurn || files.isLooking { takeInFiles(drainFiles(since: woken)) } else { times.beginRound() }
    takeInResults()
    return woken
  }

  /// The daemon has started when all files that were there are read and judged, or after a while: whoever waits for it
  /// is to find the scenes, and is not to wait for thousands of them.
  private func attendToStart() {
    if !files.isLooking {
      isReadOnce = true
      runtime.handle(.request(Self.firstSync, .sync(scene: nil, timeout: Self.longestStart)), at: now)
      if heldReports == nil { report(.watching("all files are read")) }
    } else if heldReports != nil, clock.now - start >= Self.longestStart {
      reportStart()
      report(.watching("\(files.waiting) files are still to be read; what is read is served"))
    }
  }

  /// Has the loop tell of those who connect.
  func watchListeners() throws(PosixError) {
    if let listener { try loop.watch(listener.descriptor.number, as: Token.listener, for: .reading) }
    guard let readOnlyListener else { return }
    try loop.watch(readOnlyListener.descriptor.number, as: Token.readOnlyListener, for: .reading)
  }

  var now: Instant { hostTime ?? Instant(clock.now - start) }

  /// When to wake up although nothing arrives.
  func nextDeadline() -> ContinuousClock.Instant? {
    filesDeadline = files.deadline
    var earliest = wake.map { clock.now + ($0 - now) }
    func consider(_ instant: ContinuousClock.Instant?) {
      guard let instant else { return }
      earliest = earliest.map { min($0, instant) } ?? instant
    }
    consider(filesDeadline)
    consider(memory.deadline)
    consider(signsOfLife.deadline)
    consider(stopDeadline)
    consider(acceptAgain)
    consider(alarms.earliest)
    consider(saveNews.deadline)
    let hasSyncs = !syncs.isEmpty && syncsUnderWay.isEmpty
    let hasWork = !sendings.isEmpty || !talkers.isEmpty || calls.count > 0 || !looks.isEmpty
    if hasWork || hasSyncs || runtime.isTelling { consider(clock.now) }
    return earliest
  }

  private func lookAfterMemory(at woken: ContinuousClock.Instant) {
    guard memory.isTimeToLook(at: woken) else {
      memory.recordWork(at: woken)
      if memory.isTimeToCount(at: woken), memory.isWorthwhile(free: FreedMemory.bytes, while: .atWork) {
        giveBackMemory()
      }
      return
    }
    let isEndOfStart = memory.takeEndOfStart()
    // The loader's each time: a library's function that is called for the first time is looked up in all of them.
    if isEndOfStart { FilePages.release() } else { FilePages.releaseLoaderTables() }
    let isAtRest = memory.isAtRest(at: woken)
    if isAtRest {
      measurer.forgetAnswers()
      runtime.forgetSpares()
    }
    guard isEndOfStart || memory.isWorthwhile(free: FreedMemory.bytes, while: isAtRest ? .atRest : .paused) else {
      return
    }
    giveBackMemory()
  }

  private func giveBackMemory() {
    FreedMemory.giveBack()
    memory.recordKept(FreedMemory.bytes)
  }

  // MARK: Taking in

  private func takeIn(_ event: EventLoop.Event) {
    switch event {
    case .readable(Token.listener): if let listener { acceptClients(from: listener) }
    case .readable(Token.readOnlyListener): if let readOnlyListener { acceptClients(from: readOnlyListener) }
    case .readable(Token.files): break
    case .readable(Token.workers): hasResults = true
    case .readable(let token):
      guard let client = clients[token] else { return }
      client.receive()
      putOff(client)
    case .writable(let token):
      guard let client = clients[token] else { return }
      guard client.flush(at: clock.now) else { return drop(client) }
      // What it asked meanwhile waits until it has read the answers it has.
      converse(client)
      attend(to: client)
    case .hangUp(let token):
      if let client = clients[token] { hangUp(client) }
    // The terminal that it was started on is closed, and not somebody asks it to look again.
    case .signal(.hangUp) where isOnTerminal && !StandardStream.error.isTerminal: stop()
    case .signal(.hangUp):
      report(.watching("SIGHUP: all files are looked at again"))
      files.catchUp()
    case .signal: stop()
    case .deadline: break
    }
  }

  /// Goes on with what workers have done.
  private func takeInResults() {
    guard hasResults else { return }
    hasResults = false
    for result in workers.takeResults() {
      switch result {
      case .finished(let job, let payer, let duration, let entry):
        times.add(duration, to: StageTimes.Part(payer))
        if let entry { journal.prepare(entry) }
        runtime.handle(.finished(job), at: now)
      case .refused(.job(let job)): runtime.handle(.finished(job.run(measuring: measurer)), at: now)
      case .understood(let call, let token): goOn(with: call, of: token)
      case .rewritten(let number, let written): timing(.remember) { journal.finish(number, written) }
      case .refused(.journal(let rewriting, let memory)):
        journal.finish(rewriting.number, rewriting.write(memory.records))
      case .encoded(let bytes, let token): goOn(with: bytes, to: token)
      case .written(let bytes, let event, let duration):
        times.add(duration, to: .encode)
        goOn(with: bytes, of: event)
      case .refused(.event(let event)): goOn(with: timing(.encode) { event.encoded() }, of: event)
      case .refused(.answer(let answer)): goOn(with: answer.encoded(), to: answer.client)
      case .refused(.message(let message)): goOn(with: message.understand(), of: message.client)
      }
    }
  }

  func takeInFiles(_ commands: [Command]) {
    // Between the two stands all that belongs together.
    let wasGathering = isGathering
    isGathering = files.isGathering
    if isGathering, !wasGathering { runtime.handle(.gather(true), at: now) }
    for command in commands { runtime.handle(command, at: now) }
    if !isGathering, wasGathering { runtime.handle(.gather(false), at: now) }
    for message in files.removeMessages() { report(.watching(message)) }
    let fonts = files.removeChangedFonts()
    if !fonts.isEmpty { openFonts(because: fonts) }
  }

  /// Measures with the fonts that are there now; with those from before while one of them is no font.
  private func openFonts(because changed: [String]) {
    do throws(FontMeasurerError) { measurer.ask(try options.text.makeMeasurer()) } catch {
      return report(.watching("\(error); texts are measured as before"))
    }
    workers.openFontsAgain()
    runtime.handle(.measureAgain(because: changed.map { "file:\($0)" }.joined(separator: ", ")), at: now)
  }

  func remember(_ records: [MemoryRecord]) {
    timing(.remember) {
      journal.write(records, at: clock.now) { [workers, memory = runtime.memory] rewriting in
        workers.add(.journal(rewriting, memory), for: .job(.request(Self.firstSync)))
      } memory: {
        runtime.memory.records
      }
    }
    reportJournal()
  }

  /// Lets go of entries that nobody has written: their calls came to nothing.
  func forgetPreparedEntries() { journal.forgetPrepared() }

  private func reportJournal() {
    for notice in journal.takeNotices() { report(.journal(notice)) }
  }

  func stop() {
    guard stopDeadline == nil else { return }
    stopDeadline = clock.now + Self.farewell
    service.notify(.stopping)
    pauseAccepting()
    runtime.handle(.stop(reason: Event.shutdown), at: now)
    // Whoever waits for an answer gets it; the others are done.
    for client in Array(clients.values) {
      converse(client)
      attend(to: client)
    }
  }

  /// Tells of files that were saved; what is read at the start was not.
  func reportSaves() {
    let (saves, others) = runtime.takeSaves()
    for saved in saves where saveNews.admit(at: clock.now) { report(.saved(saved, took: now - saved.since)) }
    if others > 0 { saveNews.count(others, at: clock.now) }
    if let count = saveNews.takeRest(at: clock.now) { report(.savedMore(count)) }
  }

  /// Tells it now, or after `started`.
  func report(_ news: DaemonReport) {
    if heldReports == nil { listen(news) } else { heldReports?.append(news) }
  }

  func reportStart() {
    reportJournal()
    guard let held = heldReports else { return }
    heldReports = nil
    listen(.started(roots: options.roots, socket: options.address.path, scenes: runtime.sceneList))
    let restored = runtime.scenesWithState
    if !restored.isEmpty { listen(.journal(.restored(scenes: restored))) }
    held.forEach(listen)
    if !isStopping { service.notify(.ready) }
  }
}
