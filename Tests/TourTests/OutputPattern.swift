/// Printed lines in which `…` stands for any text of a line, or, as a line of its own, for any number of lines.
struct OutputPattern {
  let lines: [String]

  static let gap: Character = "…"

  /// Whether `printed` is exactly this.
  func matches(_ printed: [String]) -> Bool { prefixes(of: printed).contains(printed.count) }

  /// With how many lines of `printed` this can end: where a program goes on printing, the least of them is the part
  /// that has been shown.
  func prefixes(of printed: [String]) -> [Int] {
    var ends: Set = [0]
    for line in lines {
      if line == String(Self.gap) {
        ends = Set((ends.min() ?? printed.count + 1)..<printed.count + 1)
      } else {
        ends = Set(ends.filter { $0 < printed.count && Self.matches(line, printed[$0]) }.map { $0 + 1 })
      }
      if ends.isEmpty { return [] }
    }
    return ends.sorted()
  }

  /// Whether a line is as `pattern` says: its pieces between the gaps, in order, the outer ones at the ends.
  static func matches(_ pattern: String, _ line: String) -> Bool {
    let pieces = pattern.split(separator: gap, omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return pattern == line }
    guard line.hasPrefix(pieces[0]) else { return false }
    var rest = line.dropFirst(pieces[0].count)
    for piece in pieces[1..<pieces.count - 1] where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(pieces[pieces.count - 1])
  }
}
