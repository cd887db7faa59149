import Posix

extension DiskWatch {
  /// What is watched and what was handed out of it, as lines for a person who mends the watching.
  func dump(at now: ContinuousClock.Instant) -> String {
    var lines = ["surveys: \(surveys), next look: \(words(for: deadline, at: now))", "roots"]
    lines += roots.map { "  \($0)\(survey.missingRoots.contains($0) ? ", which is missing" : "")" }
    for (folder, error) in survey.closed.sorted(by: { FileSystem.precedes($0.key, $1.key) }) {
      lines.append("  \(folder) is closed: \(error)")
    }
    lines.append("files")
    let paths = survey.layouts.union(survey.members.keys).union(followed).union(beginnings.keys)
    for path in paths.sorted(by: FileSystem.precedes) {
      lines.append("  \(path): \(reason(for: path)), \(ledger.words(for: path))")
    }
    return lines.map(\.asOneLine).joined(separator: "\n") + "\n"
  }

  /// Why a file is watched.
  private func reason(for path: String) -> String {
    if survey.layouts.contains(path) { return "served" }
    return followed.contains(path) || beginnings[path] != nil ? "followed" : "in a followed folder"
  }

  private func words(for deadline: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> String {
    guard let deadline else { return "when something happens" }
    return "in \((deadline - now) / .milliseconds(1)) ms"
  }
}

extension String {
  /// With line ends written out: what is in a path begins no line of its own.
  var asOneLine: String { replacing("\n", with: "\\u{a}") }
}

extension FileLedger {
  /// What was handed out last of a file.
  fileprivate func words(for path: String) -> String {
    switch last(of: path) {
    case nil: "not looked at yet"
    case .state(.content(let bytes)): "\(bytes.count) bytes"
    case .state(.missing): "missing"
    case .state(.unreadable(let error)): "cannot be read: \(error)"
    case .beginning(let count, _): "the first \(count) bytes"
    }
  }
}
