import Commands
import Fleet
import Nats
import Posix

/// `push --watch`: what is saved in a folder is pushed, and what is wrong is told and waits for the next save.
final class PushedSaves {
  private let source: PushSource
  private let watch: FolderWatch
  private let line: FleetLine
  private let level: FleetLevel
  private let format: String
  private let console: Console
  /// What was read last.
  private var folder: PushedFolder?
  /// What the level has by our last push; nil: nothing was pushed yet.
  private var before: Push.Before?
  private var pushes = 0
  /// Whether somebody else has pushed since.
  private var isBeaten = false

  init(
    _ source: PushSource, _ watch: FolderWatch, _ line: FleetLine, to level: FleetLevel, format: String,
    _ console: Console
  ) {
    (self.source, self.watch, self.line, self.level) = (source, watch, line, level)
    (self.format, self.console) = (format, console)
  }

  /// Every so many pushes what nothing names any more is removed.
  private static let tidying = 32

  /// - Throws: when somebody else has pushed, and what the first push would have thrown.
  func run() throws(Failure) -> Never {
    try pushSaved(isFirst: true)
    console.note("watches '\(source.folder)'")
    while true {
      do throws(PosixError) { try watch.wait() } catch { throw Failure(message: "\(error)", code: .internalError) }
      while try !attempt() { CurrentProcess.sleep(for: .seconds(1)) }
    }
  }

  /// Pushes what was saved, or says why not.
  ///
  /// - Returns: false where it is to be tried again, without another save.
  private func attempt() throws(Failure) -> Bool {
    do throws(Failure) { try pushSaved(isFirst: false) } catch {
      switch error.code {
      // A mistake, or a file that cannot be pushed: the next save may mend it.
      case .badLayout, .badValue, .noInput: console.report(error)
      case .unavailable,
        .temporary where !isBeaten:
        console.report(error)
        return false
      default: throw error
      }
    }
    return true
  }

  private func pushSaved(isFirst: Bool) throws(Failure) {
    do throws(Failure) { folder = try source.read(after: folder) } catch {
      // What was wrong when it began is mended by a save like any other mistake.
      guard isFirst, error.code == .badLayout else { throw error }
      return console.report(error)
    }
    guard let folder else { return }
    let push = Push(line: line, folder: folder, console: console, isTold: format == "lines")
    do throws(NatsError) {
      let known = if let before { before } else { try push.current(level) }
      // A save that changed no byte.
      if !isFirst, known?.manifest?.digest == folder.manifest.digest { return }
      let outcome = try push.run(to: level, after: known)
      before = (folder.manifest, outcome.number ?? 0)
      if format == "json" { console.print(json: outcome.json(of: folder.manifest).text) }
    } catch {
      isBeaten = error == .conflict
      throw try push.failure(error, level)
    }
    if pushes % Self.tidying == 0 { push.tidy() }
    pushes += 1
  }
}
