import Foundation

/// The behaviours that Framewire answers for, and where each is shown.
///
/// `rows.txt` names them, one a line: `Y-26 | what it is | why no fixture shows it | why no program does`. A fixture
/// says in its first comment which rows it shows: `// Rows Y-26, C-025…C-030.` So does the comment of a test of the
/// Swift library, and that of what must not compile. The table on `Layouts/COVERAGE.md` is made from all of these.
struct CoverageTable {
  struct Row {
    var id: String
    var behaviour: String
    /// Why there is no fixture, or what else shows it; empty where fixtures say all.
    var verdict: Verdict?
    /// Why no program shows it; nil where one does or could.
    var noProgram: String?
    /// Sorted by path.
    var fixtures: [Fixture] = []
  }

  /// A layout or a program that shows a row.
  struct Fixture {
    /// From the package root.
    var path: String
    /// What it goes by on the page.
    var title: String
    var place: Place
    /// Whether something in it is an error.
    var isRefusal: Bool

    init(path: String, text: String) {
      self.path = path
      title = String(path.split(separator: "/").last?.dropLast(".layout".count) ?? "")
      place = path.contains("/diagnostics/") ? .diagnostic : path.contains("LayoutRuntimeTests") ? .runtime : .file
      isRefusal = text.contains(" error[")
    }

    /// A program: a test by its sentence, or a file with lines that must not compile.
    init(path: String, program title: String) {
      (self.path, self.title, place, isRefusal) = (path, title, .swift, false)
    }
  }

  /// Where a row can be shown: the columns of the page, in their order.
  enum Place: String, CaseIterable {
    /// A layout by itself: what it is read as, and its frames.
    case file
    /// A program that builds layouts, or one that must not compile.
    case swift = "Swift"
    /// A scene that runs: what time and the outside do to it, and what it answers.
    case runtime
    /// What is told about a layout.
    case diagnostic
  }

  /// What all that is said of a row comes to; each row is one of these.
  enum Answer: String, CaseIterable {
    case file, runtime
    /// Shown by an error and by nothing else: what it says is not to be had.
    case refused = "only refused"
    /// Shown by a warning and by nothing else.
    case warned = "only warned of"
    case swift = "only Swift"
    case notApplicable = "not applicable"
    case differs, open
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

  private static let programFolder = "Tests/FramewireTests"

  var rows: [Row] { sections.flatMap(\.rows) }

  init() throws {
    try readRows()
    for folder in Self.fixtureFolders {
      for path in try SourceTree.paths(below: folder) where path.hasSuffix(".layout") {
        let text = try SourceTree.contents(of: path)
        claim(Self.rows(claimedBy: text), for: Fixture(path: path, text: text))
      }
    }
    for path in try SourceTree.paths(below: Self.programFolder) where path.hasSuffix(".swift") {
      let name = String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
      for (sentence, ids) in Self.rows(claimedByTests: try SourceTree.contents(of: path)) {
        claim(ids, for: Fixture(path: path, program: sentence ?? "must not compile: \(name)"))
      }
    }
  }

  private mutating func readRows() throws {
    for line in try SourceTree.contents(of: Self.rowsPath).split(separator: "\n") {
      if line.hasPrefix("# ") {
        sections.append((String(line.dropFirst(2)), []))
        continue
      }
      let cells = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 3, !sections.isEmpty else {
        mistakes.append("no row: \(line)")
        continue
      }
      var row = Row(id: cells[0], behaviour: cells[1], verdict: Verdict(cells[2]))
      if case .notNeeded = row.verdict { row.noProgram = Answer.notApplicable.rawValue }
      if cells.count > 3 { row.noProgram = cells[3] }
      if row.verdict == nil, !cells[2].isEmpty { mistakes.append("\(cells[0]) has no such verdict: \(cells[2])") }
      if rows.contains(where: { $0.id == row.id }) { mistakes.append("\(cells[0]) is there twice") }
      sections[sections.count - 1].rows.append(row)
    }
  }

  private mutating func claim(_ ids: [String], for fixture: Fixture) {
    for id in ids {
      var isKnown = false
      for section in sections.indices {
        guard let row = sections[section].rows.firstIndex(where: { $0.id == id }) else { continue }
        isKnown = true
        sections[section].rows[row].fixtures.append(fixture)
      }
      if !isKnown { mistakes.append("\(fixture.path) shows \(id), which is no row") }
    }
  }

  /// The rows in the first comment, `// Rows Y-26, C-025…C-030.`, ranges written out.
  static func rows(claimedBy text: String) -> [String] {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("// Row") else { return [] }
    return ids(in: line)
  }

  /// The rows in comments of a program, `/// Rows Y-26, C-025…C-030.`, each with the sentence of the test below it. Of
  /// what must not compile there is no sentence.
  static func rows(claimedByTests text: String) -> [(sentence: String?, ids: [String])] {
    var claims: [(sentence: String?, ids: [String])] = []
    var claimed = ""
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      let words = line.drop { $0 == "/" }
      let isOpen = !claimed.isEmpty && !claimed.hasSuffix(".")
      if line.hasPrefix("//"), isOpen || words.hasPrefix(" Row ") || words.hasPrefix(" Rows ") { claimed += words }
      guard !claimed.isEmpty, let name = line.firstMatch(of: /func (?:`([^`]+)`|\w+)/) else { continue }
      claims.append((name.1.map(String.init), ids(in: Substring(claimed))))
      claimed = ""
    }
    return claims
  }

  private static func ids(in line: Substring) -> [String] {
    let words = line.split(whereSeparator: { " ,.".contains($0) }).drop { !$0.hasPrefix("Row") }.dropFirst()
    var ids: [String] = []
    for word in words {
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

// MARK: What it comes to

extension CoverageTable.Row {
  var answer: CoverageTable.Answer {
    switch verdict {
    case .open: return .open
    case .differs: return .differs
    case .swift: return .swift
    case .notNeeded: return .notApplicable
    case .test: return isShown(in: .file) ? .file : .runtime
    case nil: break
    }
    if isShown(in: .file) { return .file }
    if isShown(in: .runtime) { return .runtime }
    guard isShown(in: .diagnostic) else { return .open }
    return fixtures.contains(where: \.isRefusal) ? .refused : .warned
  }

  fileprivate func isShown(in place: CoverageTable.Place) -> Bool { fixtures.contains { $0.place == place } }

  /// What stands in a column of the page: links, and in the first column the words that go before them.
  func cell(_ place: CoverageTable.Place) -> String {
    var parts = fixtures.filter { $0.place == place }.map { "[\($0.title)](../\($0.path))" }
    if place == .swift, parts.isEmpty { parts.append(noProgram.map { "*\($0)*" } ?? "open") }
    if place == .runtime, case .test(let file, let sentence) = verdict { parts.append("[\(sentence)](../\(file))") }
    if place == .file {
      switch verdict {
      case .swift(let reason), .notNeeded(let reason), .differs(let reason), .open(let reason):
        parts.append("*\(answer.rawValue)*: \(reason)")
      case .test, nil: if answer == .refused || answer == .warned { parts.append("*\(answer.rawValue)*") }
      }
    }
    return parts.joined(separator: ", ")
  }
}

// MARK: The page

extension CoverageTable {
  /// `Layouts/COVERAGE.md`.
  var page: String {
    let columns = Place.allCases.map(\.rawValue)
    let shown = rows.filter { $0.isShown(in: .swift) }, others = rows.filter { !$0.isShown(in: .swift) }
    var page = """
      # Coverage

      \(rows.count) behaviours of five libraries for automatic layout, whose users should find here what they are used \
      to, and what shows each of them. *file* is a layout: a fixture's first comment says how its numbers come about, the \
      frames stand beside it. *runtime* is a scene that runs: a layout with tests in it, or a test by its sentence. \
      *diagnostic* is what is told about a layout. *Swift* is a program that builds layouts, or lines \
      of one that must not compile; \(shown.count) rows are shown so, \(others.count { $0.noProgram != nil }) say why \
      not, and \(others.count { $0.noProgram == nil }) are open. What is *only refused* is an error here that says \
      what to write instead, and what is *only warned of* has no effect. *only Swift* are rows that a file cannot ask for, *not applicable* those \
      that this runtime or language has no need of, *differs* those that are otherwise here on purpose, and *open* is \
      not there yet.

      This page is made from the fixtures and `\(Self.rowsPath)` by `UPDATE_GOLDEN=1 make test`.

      | shown by | rows |
      | --- | --- |

      """
    for answer in Answer.allCases {
      page += "| \(answer.rawValue) | \(rows.count { $0.answer == answer }) |\n"
    }
    for section in sections {
      page += "\n## \(section.title)\n\n| row | behaviour | \(columns.joined(separator: " | ")) |\n"
      page += "|" + String(repeating: " --- |", count: columns.count + 2) + "\n"
      for row in section.rows {
        let cells = [row.id, row.behaviour] + Place.allCases.map(row.cell)
        page += "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
      }
    }
    return page
  }
}
