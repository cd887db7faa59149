import LayoutSyntax

/// The lines that differ between two texts, as `diff -u` writes them and `patch` reads them.
struct LineDiff {
  /// How many lines stay around each change, so that a reader knows where it is.
  private static let context = 3

  /// How many lines between two that stay are compared one by one.
  private static let comparedAtOnce = 500

  private enum Line {
    case kept(Substring)
    case removed(Substring)
    case added(Substring)

    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  private var lines: [Line] = []

  /// - Parameters:
  ///   - old: the text as it is.
  ///   - new: the text as it would be.
  init(from old: String, to new: String) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    var (left, right) = (0, 0)
    for anchor in Self.anchors(old, new) {
      lines += Self.changes(from: old[left..<anchor.left], to: new[right..<anchor.right])
      lines.append(.kept(old[anchor.left]))
      (left, right) = (anchor.left + 1, anchor.right + 1)
    }
    lines += Self.changes(from: old[left...], to: new[right...])
  }

  /// The lines that each text has once, as many of them as stand in the same order in both.
  private static func anchors(_ old: [Substring], _ new: [Substring]) -> [(left: Int, right: Int)] {
    let places = placesOfSingles(in: old)
    let common = placesOfSingles(in: new).compactMap { line, right in places[line].map { (left: $0, right: right) } }
      .sorted { $0.left < $1.left }
    return common.longestAscendingPart(by: \.right).map { common[$0] }
  }

  /// Where the lines stand that a text has once.
  private static func placesOfSingles(in lines: [Substring]) -> [Substring: Int] {
    Dictionary(lines.enumerated().map { ($1, $0) }, uniquingKeysWith: { _, _ in -1 }).filter { $0.value >= 0 }
  }

  /// How the lines between two anchors differ. Many lines differ altogether: to compare them grows with their square.
  private static func changes(from old: ArraySlice<Substring>, to new: ArraySlice<Substring>) -> [Line] {
    guard old.count + new.count <= comparedAtOnce else { return old.map(Line.removed) + new.map(Line.added) }
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map { old.startIndex + offset($0) })
    let added = Set(difference.insertions.map { new.startIndex + offset($0) })
    var lines: [Line] = []
    var (left, right) = (old.startIndex, new.startIndex)
    while left < old.endIndex || right < new.endIndex {
      if removed.contains(left) {
        lines.append(.removed(old[left]))
        left += 1
      } else if added.contains(right) {
        lines.append(.added(new[right]))
        right += 1
      } else {
        lines.append(.kept(old[left]))
        (left, right) = (left + 1, right + 1)
      }
    }
    return lines
  }

  /// The changes with their surroundings; empty where nothing differs.
  func text(name: String) -> String {
    var output = ""
    /// The numbers, from 1, of the next line on either side.
    var (left, right) = (1, 1)
    var index = 0
    while let change = lines[index...].firstIndex(where: { !$0.isKept }) {
      let start = max(index, change - Self.context)
      (left, right) = (left + start - index, right + start - index)
      let end = self.end(ofHunkAt: change)
      let hunk = lines[start..<end]
      let removed = hunk.count { if case .added = $0 { false } else { true } }
      let added = hunk.count { if case .removed = $0 { false } else { true } }
      output += "@@ -\(Self.range(left, removed)) +\(Self.range(right, added)) @@\n"
      for line in hunk {
        switch line {
        case .kept(let text): output += Self.line(" ", text)
        case .removed(let text): output += Self.line("-", text)
        case .added(let text): output += Self.line("+", text)
        }
      }
      (left, right, index) = (left + removed, right + added, end)
    }
    return output.isEmpty ? "" : "--- \(name)\n+++ \(name) (formatted)\n" + output
  }

  /// One past the last line of the hunk that begins at a change. Changes whose surroundings touch are one hunk.
  private func end(ofHunkAt change: Int) -> Int {
    var end = change
    while let next = lines[end...].firstIndex(where: { !$0.isKept }), next - end <= 2 * Self.context || end == change {
      end = next + 1
    }
    return min(lines.count, end + Self.context)
  }

  private static func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start)" : "\(count == 0 ? start - 1 : start),\(count)"
  }

  private static func line(_ sign: String, _ text: Substring) -> String {
    // A letter for Swift may be "\r\n".
    text.utf8.last == UInt8(ascii: "\n") ? sign + text : sign + text + "\n\\ No newline at end of file\n"
  }

  /// The lines of a text with their ends.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = Substring(text).unicodeScalars
    while let end = rest.firstIndex(of: "\n") {
      let next = rest.index(after: end)
      lines.append(Substring(rest[..<next]))
      rest = rest[next...]
    }
    if !rest.isEmpty { lines.append(Substring(rest)) }
    return lines
  }

  private static func offset(_ change: CollectionDifference<Substring>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
