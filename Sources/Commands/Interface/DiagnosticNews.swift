import LayoutSyntax

/// Which complaints a terminal does not say already.
///
/// A warning is told when it comes up and only counted from then on: it would come again with every save. An error of
/// a file itself is told with every save until it is mended. What is wrong in a file that several import is told once.
struct DiagnosticNews {
  /// A complaint wherever it stands.
  private struct Words: Hashable {
    var code: DiagnosticCode
    var message: String

    init(_ diagnostic: Diagnostic) { (code, message) = (diagnostic.code, diagnostic.message) }
  }

  /// By file: what was wrong with it when it was last reported.
  private var last: [String: Set<Diagnostic>] = [:]
  /// With how many files each of them is wrong.
  private var counts: [Diagnostic: Int] = [:]

  /// Takes in all that is wrong with a file now.
  ///
  /// - Returns: what of it is to be told, in its order.
  mutating func take(_ diagnostics: [Diagnostic], of file: String) -> [Diagnostic] {
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

  /// The file is gone; whatever was wrong with it is news when it comes up again.
  mutating func forget(_ file: String) {
    for diagnostic in last.removeValue(forKey: file) ?? [] {
      let others = counts[diagnostic]! - 1
      counts[diagnostic] = others == 0 ? nil : others
    }
  }
}
