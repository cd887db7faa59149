import LayoutSyntax

/// Decides which complaints a terminal has not shown yet.
///
/// A warning is told when it first appears and only counted from then on; else it would come again with every save. A
/// file's own error is told with every save until it is mended. An error in a file that several others import is told
/// once.
struct DiagnosticNews {
  /// What a complaint says, whatever its place.
  private struct Words: Hashable {
    var code: DiagnosticCode
    var message: String

    init(_ diagnostic: Diagnostic) { (code, message) = (diagnostic.code, diagnostic.message) }
  }

  /// By file: the complaints when it was last reported.
  private var last: [String: Set<Diagnostic>] = [:]
  /// How many files report each complaint.
  private var counts: [Diagnostic: Int] = [:]

  /// Replaces what is known to be wrong with a file.
  ///
  /// - Returns: the complaints to be told, in their order.
  mutating func record(_ diagnostics: [Diagnostic], of file: String) -> [Diagnostic] {
    let before = last[file] ?? []
    let remarks = Set(before.map(Words.init))
    forget(file)
    let news = diagnostics.filter { diagnostic in
      if diagnostic.severity != .error, remarks.contains(Words(diagnostic)) { return false }
      let isOwn = diagnostic.place.map { $0.file == file } ?? true
      if isOwn, before.contains(diagnostic) { return true }
      return counts[diagnostic] == nil
    }
    let now = Set(diagnostics)
    last[file] = now.isEmpty ? nil : now
    for diagnostic in now { counts[diagnostic, default: 0] += 1 }
    return news
  }

  /// Drops a file that is gone. Whatever was wrong with it is news when it comes back.
  mutating func forget(_ file: String) {
    for diagnostic in last.removeValue(forKey: file) ?? [] {
      let others = counts[diagnostic]! - 1
      counts[diagnostic] = others == 0 ? nil : others
    }
  }
}
