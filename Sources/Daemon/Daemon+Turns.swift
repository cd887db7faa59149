import LayoutRuntime
import Wire

/// The loop of turns: the runtime works, what it asks for is done, and that may be work for it again.
extension Daemon {
  /// Runs turns until they ask for nothing more that is there at once, or calls have taken as long as a round's may,
  /// then sends. Whoever cannot be sent to is forgotten, which is work for the runtime again.
  func work() {
    sendAllowance = SendAllowance(SendAllowance.round)
    viewAllowance = .round
    calls.beginRound(at: clock.now)
    // Before the turns and not with each: what is found is a command, and leads to another turn.
    lookAtFiles(until: clock.now + Self.looksOfRound)
    repeat {
      repeat {
        lookForSyncs()
        for effect in runTurn() { perform(effect) }
        calls.endTurn(at: clock.now)
        forgetPreparedEntries()
      } while runtime.hasCommands || calls.goesOn(at: clock.now)
      sendStreams()
      // Nobody who follows a scene waits for the log.
      reportSaves()
    } while runtime.hasCommands
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .remember(let records): remember(records)
    case .reply(Self.firstSync, _):
      reportStart()
      runtime.keepSaves()
    case .reply(let request, let reply): answer(request, reply)
    case .diagnosed(let file, let diagnostics): report(.diagnosed(file: file, diagnostics))
    case .gone(let file): report(.gone(file: file))
    case .holdEnded(let reason): report(.holdEnded(reason: reason, after: options.limits.runtime.hold))
    case .follow(let path, let extent): files.follow(path, extent, at: clock.now)
    case .release(let path, let extent): files.release(path, extent, at: clock.now)
    case .look(let path, let extent): looks.append((path, extent))
    case .perform(let job): add(.job(job))
    case .wake(let instant): wake = instant
    }
  }

  /// Looks at files that the runtime asked for, of which one document may name thousands: at one in any case. The rest
  /// is left to the next round.
  func lookAtFiles(until end: ContinuousClock.Instant? = nil) {
    while let (path, extent) = looks.popFirst() {
      takeInFiles(timing(.read) { files.look(at: path, extent, at: clock.now) })
      if let end, clock.now >= end { break }
    }
    // What was taken from it is let go of.
    if looks.isEmpty { looks = [] }
  }

  // MARK: Measured

  /// Lets the runtime work once, and notes what that took.
  func runTurn() -> [Effect] {
    let instant = now
    if let due = runtime.nextFrame, due <= instant { frames.record(lateness: instant - due) }
    times.enter(.finish, at: clock.now, measured: measurer.duration)
    let effects = runtime.turn(at: instant, measuring: measurer) {
      let part = StageTimes.Part($0)
      if !times.isIn(part) { times.enter(part, at: clock.now, measured: measurer.duration) }
    } taking: {
      calls.takeNext(at: clock.now)
    } leaving: {
      calls.isSpent(at: clock.now)
    }
    measurer.endTurn(showing: runtime.viewCount)
    times.enter(nil, at: clock.now, measured: measurer.duration)
    times.measurements = measurer.count
    times.finishTurn(at: runtime.sceneTimes)
    return effects
  }

  /// Begins a round in which files are looked at: what changed on the disk.
  ///
  /// - Parameter woken: when the loop was told that something happened.
  func drainFiles(since woken: ContinuousClock.Instant) -> [Command] {
    let start = clock.now
    let commands = files.drain(at: start) { runtime.hasAudience(for: $0) }
    times.beginRound()
    guard !commands.isEmpty else { return [] }
    times.add(start - woken, to: .settle)
    times.add(clock.now - start, to: .read)
    return commands
  }

  /// Runs `body` and counts its time as `part`.
  func timing<Result>(_ part: StageTimes.Part, _ body: () -> Result) -> Result {
    let start = clock.now
    defer { times.add(clock.now - start, to: part) }
    return body()
  }
}
