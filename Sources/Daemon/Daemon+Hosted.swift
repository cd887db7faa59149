public import LayoutRuntime
public import Posix
import TextMeasurement

/// A daemon inside of a program that has the runtime itself, and turns it when it likes: what comes from files and from
/// clients is brought to it as commands, and what a turn came to is taken out to them.
///
/// The program lends the runtime, by `runtime`, for as long as one of these functions takes. Time is the program's.
extension Daemon {
  /// A daemon that serves nobody yet.
  ///
  /// - Parameters:
  ///   - roots: files and folders of layouts; there may be none.
  ///   - version: for `GetInfo`.
  ///   - report: is told of what is wrong with watching.
  public convenience init(
    hostedServing roots: [String], version: String, report: @escaping (DaemonReport) -> Void
  ) throws(DaemonError) {
    // There is no address before `open`.
    var options = DaemonOptions(
      roots: roots, address: SocketAddress(path: ""), text: .fixed, journal: .off, version: version)
    options.isHosted = true
    try self.init(options, report: report)
    hostTime = Instant(.zero)
    reportStart()
    do throws(PosixError) { try beginWatching() } catch { throw .system(error) }
  }

  /// Lets clients connect.
  ///
  /// - Parameter onlyLooks: whether they may change nothing.
  public func open(at address: SocketAddress, onlyLooks: Bool) throws(DaemonError) {
    precondition(listener == nil && readOnlyListener == nil, "it is served already")
    do throws(SocketError) {
      let opened = try UnixListener(at: address)
      if onlyLooks { readOnlyListener = opened } else { listener = opened }
    } catch { throw .socket(error) }
    do throws(PosixError) { try watchListeners() } catch { throw .system(error) }
  }

  /// Waits, and hands everything that is there to the runtime as commands.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for something to be there; zero: not at all.
  ///   - now: on the program's time line.
  public func takeIn(waiting patience: Duration, at now: Instant) throws(DaemonError) {
    hostTime = now
    let latest = clock.now + patience
    let deadline = min(nextDeadline() ?? latest, latest)
    do throws(PosixError) { _ = try takeInNews(until: deadline) } catch { throw .system(error) }
    lookForSyncs()
  }

  /// Reads the files that are there, with whatever they import, before the program has the runtime.
  ///
  /// - Parameter patience: after so long it goes on with what is read.
  /// - Returns: what is wrong with them, by file, and how long it took.
  public func readFiles(within patience: Duration) throws(DaemonError) -> (
    reports: [String: DiagnosticReport], took: Duration
  ) {
    let begin = clock.now
    func passed() -> Duration { min(clock.now - begin, patience) }
    repeat { try takeIn(waiting: .zero, at: Instant(passed())) } while files.isLooking && passed() < patience
    runtime.handle(.request(Self.firstSync, .sync(scene: nil, timeout: patience)), at: now)
    var reports: [String: DiagnosticReport] = [:]
    var isJudged = false
    while true {
      let effects = runtime.turn(at: now, measuring: measurer)
      for case .diagnosed(let file, let report) in effects { reports[file] = report }
      isJudged = isJudged || effects.contains { if case .reply(Self.firstSync, _) = $0 { true } else { false } }
      takeOut(effects, [])
      if isJudged { return (reports, passed()) }
      try takeIn(waiting: runtime.hasCommands ? .zero : patience, at: Instant(passed()))
    }
  }

  /// The layouts of a file, however its path is written.
  public func layouts(ofFile path: String) -> [String] {
    runtime.layouts(ofFile: ServedFiles.documentPath(path))
  }

  /// Answers clients and sends them what is new, and does what else a turn asks for; that may be commands again.
  public func takeOut(_ effects: [Effect], _ deliveries: [Delivery]) {
    for effect in effects { perform(effect) }
    lookAtFiles()
    for delivery in deliveries { send(delivery) }
    sendStreams()
  }

  /// Says farewell: clients are told that this is the end, and nobody connects any more. They are told by the next
  /// turn.
  public func close() {
    stop()
    listener = nil
    readOnlyListener = nil
  }
}
