import LayoutRuntime
import Posix
import Wire

extension Journal {
  /// Opens the journal that the options ask for.
  static func open(for options: DaemonOptions) -> (Journal, [MemoryRecord]) {
    guard case .on(let path, let isSynced) = options.journal else { return (.off, []) }
    Signal.ignoreFileSizeLimit()
    // A root that has no real path is one that could not be served.
    let roots = options.roots.map { (try? FileSystem.realPath($0)) ?? $0 }
    let usual = JournalLocation(environment: CurrentProcess.environment, address: options.address, roots: roots)
    guard let location = path.map({ JournalLocation(path: $0) }) ?? usual else {
      return (.missing(because: "neither XDG_STATE_HOME nor HOME says where to keep it"), [])
    }
    return open(
      JournalFile(location, isSynced: isSynced), Header(roots: roots, socket: options.address.path))
  }
}

extension Wire.Reply {
  /// Whoever has changed what is remembered is told when that will not survive.
  func warning(of journal: Journal) -> Wire.Reply {
    guard let trouble = journal.trouble else { return self }
    let warning = WireDiagnostic(
      code: DaemonCode.willNotSurvive.rawValue, severity: .warning,
      message: "what is set now will not survive a restart of the daemon: \(trouble.reason)", span: nil)
    switch self {
    case .applied(var applied):
      applied.warnings.append(warning)
      return .applied(applied)
    case .done(let warnings): return .done(warnings: warnings + [warning])
    case .forgotten(let scenes, let warnings): return .forgotten(scenes, warnings: warnings + [warning])
    case .layoutRev(let revision, let warnings): return .layoutRev(revision, warnings: warnings + [warning])
    case .info, .streaming, .interfaceDescription, .rev, .scenes, .loaded, .event, .revisions, .synced, .holds, .clock,
      .values,
      .explained,
      .diagnostics, .stats, .dump:
      return self
    }
  }
}
