import Commands
import FileWatching
import Fleet
import Posix

/// Waits until something in a folder has changed: its layouts and whatever else is pushed with them.
///
/// What changes together is one change: it is over when nothing has come for a moment, and for longer where several
/// things came. One save alone waits for `settle`, which is what a push by hand would hardly feel.
final class FolderWatch {
  private let loop: EventLoop
  private let watcher: any FileWatcher
  /// After a single change.
  private static let settle = Duration.milliseconds(4)
  /// After one of several.
  private static let pause = Duration.milliseconds(60)
  /// In all: what changes without end is pushed now and then.
  private static let longest = Duration.seconds(1)

  init(_ folder: String) throws(Failure) {
    do throws(PosixError) {
      let place = try FileSystem.realPath(folder)
      loop = try EventLoop()
      watcher =
        openFileWatcher(
          WatchedRoots([place], following: [place: FleetLimits.mostFileBytes]), polling: false, at: .now
        ).watcher
      if let descriptor = watcher.descriptor {
        try loop.watch(descriptor, as: EventLoop.Token(rawValue: 0), for: .reading)
      }
      // What is there already is no change.
      repeat { _ = watcher.drain(at: .now) } while watcher.isLooking || watcher.waiting > 0
    } catch { throw Failure(message: "cannot watch '\(folder)': \(error)", code: .noInput) }
  }

  /// Returns when something has changed and the change is over.
  func wait() throws(PosixError) {
    var (first, last): (ContinuousClock.Instant?, ContinuousClock.Instant?)
    var count = 0
    while true {
      let report = watcher.drain(at: .now)
      let now = ContinuousClock.now
      let news = report.changes.count + report.changesInFolders.count + report.found.count + report.lost.count
      if news > 0 {
        (first, last) = (first ?? now, now)
        count += news
      }
      if watcher.isLooking { continue }
      var deadline = watcher.deadline
      if let first, let last {
        let end = min(last + (count > 2 ? Self.pause : Self.settle), first + Self.longest)
        if end <= now, !watcher.isGathering || first + Self.longest <= now { return }
        deadline = min(deadline ?? end, max(end, now + .milliseconds(1)))
      }
      _ = try loop.wait(until: deadline)
    }
  }
}
