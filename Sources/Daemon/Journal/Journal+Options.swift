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
  /// Whoever has set something is told when it will not survive.
  func adding(_ trouble: Journal.Trouble?) -> Wire.Reply {
    guard let trouble, case .applied(var applied) = self else { return self }
    applied.warnings.append(
      WireDiagnostic(
        code: "W2908", severity: .warning,
        message: "what is set now will not survive a restart of the daemon: \(trouble.reason)", span: nil))
    return .applied(applied)
  }
}
