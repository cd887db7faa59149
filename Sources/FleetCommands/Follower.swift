import Commands
import Fleet
import FramewireClient
import Nats
import Posix
import Wire

/// A machine that follows a fleet: what the broker says that it is to have becomes what its folder and its daemon have,
/// and what they have is reported.
///
/// One thread, one subscription. Nothing is assumed about what came before: what is to be is known by `DeskFeed`, and
/// what differs from it is done. What fails is tried again, with growing pauses and jitter.
final class Follower {
  private let names: FleetNames
  private let options: NatsOptions
  private let folder: FollowedFolder
  private let daemon: LocalDaemon
  private let membership: Membership
  private let interval: Duration
  private let console: Console

  private var line: FleetLine?
  /// What the desk has taken, as it is said to all.
  private var news: NatsSubscription?
  /// The last values of the desk, while they come.
  private var values: NatsSubscription?
  /// When the last values were asked for last.
  private var asked: ContinuousClock.Instant?
  private var feed: DeskFeed
  private var desk: Desk { feed.desk }
  private var reconnections = 0
  private var backoff = Backoff(first: .milliseconds(200), longest: .seconds(10))

  private var complaints: [String] = []
  /// What the daemon says of what is decided, and of scenes that are not well.
  private var daemonComplaints: [String] { applyComplaints + reasons }
  private var applyComplaints: [String] = []
  private var reasons: [String] = []
  private var unknown: [String] = []
  private var manifestNumber: UInt64 = 0
  private var applied: UInt64 = 0
  private var isServing = false
  /// Whether it was said that no daemon is there.
  private var lacksDaemon = false
  private var scenes: [Reply.Scene] = []
  private var told: Set<String> = []
  private var isOnRoster = false
  private var isDirty = true
  private var nextReport = ContinuousClock.now
  private var nextTry = ContinuousClock.now
  private var lastWord = ""

  /// Pieces of old news that are passed over at once.
  private static let mostNews = 10_000

  private var isCaughtUp: Bool { feed.knowledge == .whole }

  init(
    _ names: FleetNames, _ options: NatsOptions, folder: FollowedFolder, daemon: SocketAddress, membership: Membership,
    interval: Duration, console: Console
  ) {
    self.names = names
    self.options = options
    self.folder = folder
    self.daemon = LocalDaemon(daemon)
    self.membership = membership
    self.interval = interval
    self.console = console
    feed = DeskFeed(membership)
  }

  /// Follows until the process ends.
  ///
  /// - Parameter once: returns when what is wanted is there.
  /// - Throws: what cannot pass: a server that does not let this user in.
  func run(once: Bool) throws(Failure) {
    while true {
      do throws(NatsError) { try step() } catch {
        // A server that is away comes back; one that refuses will go on to.
        if case .refused = error { throw Failure(error) }
        feed.lostTouch()
        if case .notFound = error, !once {
          say("nothing was pushed to fleet '\(names.fleet)' yet; waiting for it")
          CurrentProcess.sleep(for: .milliseconds(500) * Double.random(in: 0.7...1.3))
          continue
        }
        if !once || error.mayPass { say("\(error); trying again") }
        if once, !error.mayPass { throw Failure(error) }
        let pause = backoff.next()
        CurrentProcess.sleep(for: pause * Double.random(in: 0.7...1.3))
        continue
      }
      if once, isCaughtUp, !isDirty, applied == desk.number, desk.wanted != nil { return }
    }
  }

  /// Takes in what has come, does what follows from it, and says so.
  private func step() throws(NatsError) {
    let line = try connected()
    if news == nil { news = try line.connection.subscribe(to: names.news(of: nil)) }
    if line.connection.reconnections != reconnections { feed.lostTouch() }
    switch feed.knowledge {
    case .none:
      reconnections = line.connection.reconnections
      // News that is no news would have all values asked for again with each piece of it.
      if let asked, asked + .seconds(1) > .now { CurrentProcess.sleep(for: asked + .seconds(1) - .now) }
      for _ in 0..<Self.mostNews { if try news?.next(within: .milliseconds(1)) == nil { break } }
      asked = .now
      // What is said meanwhile waits.
      feed.ask(try line.streams.state(of: names.desk)?.last ?? 0)
      values = try line.streams.read(names.keys(of: names.desk), of: names.desk, from: .lastOfEach)
    case .arriving: try catchUp(line)
    case .whole: try listen()
    }
    backoff.reset()
    if isCaughtUp, isDirty, nextTry <= .now { try reconcile(line) }
    if nextReport <= .now {
      if isCaughtUp { feed.compare(with: try line.streams.state(of: names.desk)?.last ?? 0) }
      lookAtDaemon()
      try report(line)
    }
  }

  /// Reads last values as long as some come.
  private func catchUp(_ line: FleetLine) throws(NatsError) {
    while let next = try values?.next(within: .seconds(1)) {
      feed.takeValue(
        names.key(of: next.subject, in: names.desk), FleetLine.bytes(of: next), number: next.sequence ?? 0,
        isLast: next.pending == 0)
      if isCaughtUp { break }
      if nextReport <= .now { return }
    }
    if !isCaughtUp { feed.noteSilence(deskHas: try line.streams.state(of: names.desk)?.messages ?? 0) }
    if isCaughtUp { (values, isDirty, nextTry) = (nil, true, .now) }
  }

  /// Waits for news and takes all that is there.
  private func listen() throws(NatsError) {
    guard let news else { return }
    let now = ContinuousClock.now
    let deadline = min(nextReport, isDirty ? nextTry : now + interval)
    let before = desk.number
    var message = try news.next(within: max(.milliseconds(1), min(deadline - now, .seconds(1))))
    while let next = message, isCaughtUp {
      if let key = names.key(ofNews: next.subject), let number = next.storedNumber {
        feed.takeNews(key, FleetLine.bytes(of: next), number: number)
      }
      message = try news.next(within: .milliseconds(1))
    }
    if desk.number != before { (isDirty, nextTry) = (true, .now) }
  }

  private func connected() throws(NatsError) -> FleetLine {
    if let line { return line }
    let line = try FleetLine(names, options, patience: .seconds(5))
    self.line = line
    reconnections = line.connection.reconnections
    say("follows fleet '\(names.fleet)' as '\(membership.machine)'")
    return line
  }

  // MARK: Doing

  private func reconcile(_ line: FleetLine) throws(NatsError) {
    isDirty = false
    complaints = desk.complaints
    let number = desk.number
    if let wanted = desk.wanted {
      do throws(FollowedFolder.Problem) {
        if folder.digest != wanted.manifest.digest || folder.manifest != wanted.manifest {
          let paths = Set(wanted.manifest.files.map(\.path))
          let gone = folder.actual.keys.filter { !paths.contains($0) }
          let isOther = folder.digest != wanted.manifest.digest
          try folder.apply(wanted.manifest) { (file) throws(FollowedFolder.Problem) in
            // What takes longer than a report counts would make it look as if nobody were there.
            func pause() { if nextReport <= .now { _ = try? report(line) } }
            do throws(NatsError) { return try line.content(of: file, got: pause) } catch {
              throw .content("'\(file.path)' of manifest \(wanted.number) cannot be had: \(error)")
            }
          } exchanging: { (step) throws(PosixError) in
            try daemon.holding(step)
          }
          if isOther {
            let count = wanted.manifest.files.count
            daemon.sync()
            daemon.forget(gone)
            say(
              "has the \(counted(count, "file")) of manifest \(wanted.number), by \(wanted.manifest.author)"
            )
          }
        }
        manifestNumber = wanted.number
      } catch {
        complaints.append(error.words)
        again()
      }
    }
    decide()
    if !isDirty { applied = number }
    lookAtDaemon()
    let all = complaints + daemonComplaints + unknown
    for complaint in all where !told.contains(complaint) { say(complaint) }
    told = Set(all)
    try report(line)
  }

  /// Brings scenes to what is decided.
  private func decide() {
    var held = folder.held
    let outcome = daemon.apply(desk, &held)
    do throws(FollowedFolder.Problem) { try folder.keep(held) } catch { complaints.append(error.words) }
    isServing = outcome != nil
    unknown = outcome?.unknown ?? []
    applyComplaints = outcome?.complaints ?? []
    // Without a daemon there is nothing to apply to; the report says so, and the next look notices when there is one.
    if outcome == nil { scenes = [] }
  }

  private func again() {
    isDirty = true
    nextTry = .now + backoff.next() * Double.random(in: 0.7...1.3)
  }

  /// Whether the daemon is there and has the scenes it had: another one is told what is decided.
  private func lookAtDaemon() {
    guard let found = daemon.scenes() else {
      (isServing, scenes, applyComplaints, reasons) = (false, [], [], [])
      if !lacksDaemon { say("no daemon answers at \(daemon.address); waiting for one") }
      lacksDaemon = true
      return
    }
    lacksDaemon = false
    let isOther = !isServing || found.map(\.name) != scenes.map(\.name)
    (isServing, scenes, reasons) = (true, found, daemon.reasons(for: found))
    if isOther, isCaughtUp { decide() }
  }

  // MARK: Saying

  private func report(_ line: FleetLine) throws(NatsError) {
    nextReport = .now + interval * Double.random(in: 0.8...1)
    let now = CurrentProcess.wallMilliseconds
    let key = SubjectToken.escaped(membership.machine)
    if !isOnRoster {
      let member = MachineReport(membership: membership, written: now)
      try line.put(member.encoded, at: key, in: names.roster, expecting: .anything)
      isOnRoster = true
    }
    let report = MachineReport(
      membership: membership, digest: folder.digest, files: folder.actual.count, manifest: manifestNumber,
      applied: applied, isServing: isServing,
      scenes: scenes.map { .init(name: $0.name, state: $0.state.rawValue, revision: $0.rev) },
      complaints: complaints + daemonComplaints + unknown, written: now)
    try line.put(report.encoded, at: key, in: names.reports, expecting: .anything)
  }

  private func say(_ words: ShownText) {
    guard words.text != lastWord else { return }
    lastWord = words.text
    console.print("framewire-nats: \(words)")
  }

  private func say(_ words: String) { say("\(words)" as ShownText) }
}
