import Foundation

/// The behaviours that Framewire answers for, and where each is shown.
///
/// `rows.txt` names them, one a line: `Y-26 | what it is | why no fixture shows it`. A fixture says in its first
/// comment which rows it shows: `// Rows Y-26, C-025…C-030.` The table on `Layouts/COVERAGE.md` is made from both.
struct CoverageTable {
  struct Row {
    var id: String
    var behaviour: String
    /// Why there is no fixture, or what else shows it; empty where fixtures say all.
    var verdict: Verdict?
    /// Paths from the package root, sorted.
    var fixtures: [String] = []
  }

  /// What `rows.txt` says of a row beside its fixtures.
  enum Verdict {
    /// A test by its file and its sentence.
    case test(file: String, sentence: String)
    /// Only a program that builds layouts can ask for it.
    case swift(String)
    /// There is nothing to do in a runtime that is no view toolkit, or the language says it otherwise.
    case notNeeded(String)
    /// It is otherwise here, for this reason; the fixture shows how, and what is written to have it as there.
    case differs(String)
    /// Not there yet.
    case open(String)

    /// Reads `test: FILE: SENTENCE`, `swift: …`, `none: …`, `differs: …` or `open: …`; nil for anything else.
    init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, !parts[1].isEmpty else { return nil }
      switch parts[0] {
      case "test":
        let words = parts[1].split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard words.count == 2 else { return nil }
        self = .test(file: words[0], sentence: words[1])
      case "swift": self = .swift(parts[1])
      case "none": self = .notNeeded(parts[1])
      case "differs": self = .differs(parts[1])
      case "open": self = .open(parts[1])
      default: return nil
      }
    }
  }

  private(set) var sections: [(title: String, rows: [Row])] = []
  /// What is wrong with `rows.txt` or with a fixture's first comment, in sentences.
  private(set) var mistakes: [String] = []

  static let rowsPath = "Tests/LayoutEngineTests/Fixtures/Features/rows.txt"
  static let pagePath = "Layouts/COVERAGE.md"
  private static let fixtureFolders = [
    "Tests/LayoutEngineTests/Fixtures", "Tests/LayoutModelTests/Fixtures", "Tests/LayoutRuntimeTests/Fixtures",
  ]

  var rows: [Row] { sections.flatMap(\.rows) }

  init() throws {
    try readRows()
    for folder in Self.fixtureFolders {
      for path in try SourceTree.paths(below: folder) where path.hasSuffix(".layout") {
        claim(Self.rows(claimedBy: try SourceTree.contents(of: path)), for: path)
      }
    }
  }

  private mutating func readRows() throws {
    for line in try SourceTree.contents(of: Self.rowsPath).split(separator: "\n") {
      if line.hasPrefix("# ") {
        sections.append((String(line.dropFirst(2)), []))
        continue
      }
      let cells = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, !sections.isEmpty else {
        mistakes.append("no row: \(line)")
        continue
      }
      let row = Row(id: cells[0], behaviour: cells[1], verdict: Verdict(cells[2]))
      if row.verdict == nil, !cells[2].isEmpty { mistakes.append("\(cells[0]) has no such verdict: \(cells[2])") }
      if rows.contains(where: { $0.id == row.id }) { mistakes.append("\(cells[0]) is there twice") }
      sections[sections.count - 1].rows.append(row)
    }
  }

  private mutating func claim(_ ids: [String], for path: String) {
    for id in ids {
      var isKnown = false
      for section in sections.indices {
        guard let row = sections[section].rows.firstIndex(where: { $0.id == id }) else { continue }
        isKnown = true
        sections[section].rows[row].fixtures.append(path)
      }
      if !isKnown { mistakes.append("\(path) shows \(id), which is no row") }
    }
  }

  /// The rows in the first comment, `// Rows Y-26, C-025…C-030.`, ranges written out.
  static func rows(claimedBy text: String) -> [String] {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("// Row") else { return [] }
    var ids: [String] = []
    for word in line.split(whereSeparator: { " ,.".contains($0) }).dropFirst(2) {
      let ends = word.split(separator: "…").map { $0.split(separator: "-") }
      guard let first = ends.first, let last = ends.last, first.count == 2, last.count == 2, first[0] == last[0],
        let lower = Int(first[1]), let upper = Int(last[1]), lower <= upper
      else { return ids + [String(word)] }
      ids += (lower...upper).map { number in
        let digits = String(number)
        return "\(first[0])-" + String(repeating: "0", count: max(0, first[1].count - digits.count)) + digits
      }
    }
    return ids
  }
}

// MARK: The page

extension CoverageTable {
  /// `Layouts/COVERAGE.md`.
  var page: String {
    var page = """
      # Coverage

      \(rows.count) behaviours of five libraries for automatic layout, whose users should find here what they are used \
      to, and what shows each of them in a file. A fixture's first comment says how its numbers come about; the frames \
      stand beside it. *Swift* are rows about building layouts in a program, *nothing to do* those that this runtime \
      or language has no need of, *differs* those that are otherwise here on purpose, and *open* is not there yet.

      This page is made from the fixtures and `\(Self.rowsPath)` by `UPDATE_GOLDEN=1 make test`.

      | | rows |
      | --- | --- |

      """
    for (name, count) in counts { page += "| \(name) | \(count) |\n" }
    for section in sections {
      page += "\n## \(section.title)\n\n| row | behaviour | shown by |\n| --- | --- | --- |\n"
      for row in section.rows { page += "| \(row.id) | \(row.behaviour) | \(Self.answer(row)) |\n" }
    }
    return page
  }

  /// How many rows have which kind of answer; a row with a fixture counts there unless a part of it is open.
  var counts: [(String, Int)] {
    var counts = [0, 0, 0, 0, 0, 0]
    for row in rows {
      switch row.verdict {
      case .open: counts[5] += 1
      case .differs: counts[4] += 1
      case _ where !row.fixtures.isEmpty: counts[0] += 1
      case .test: counts[1] += 1
      case .swift: counts[2] += 1
      case .notNeeded: counts[3] += 1
      case nil: counts[5] += 1
      }
    }
    return Array(zip(["fixture", "test", "Swift", "nothing to do", "differs", "open"], counts))
  }

  private static func answer(_ row: Row) -> String {
    var parts = row.fixtures.map { path in
      let name = path.split(separator: "/").last?.dropLast(".layout".count) ?? ""
      return "[\(name)](../\(path))"
    }
    switch row.verdict {
    case .test(let file, let sentence): parts.append("[\(sentence)](../\(file))")
    case .swift(let reason): parts.append("Swift: \(reason)")
    case .open(let reason): parts.append("**open**: \(reason)")
    case .differs(let reason): parts.append("differs: \(reason)")
    case .notNeeded(let reason): parts.append("nothing to do: \(reason)")
    case nil: break
    }
    return parts.joined(separator: ", ")
  }
}
