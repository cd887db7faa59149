import Foundation
import TestSupport
import Testing

@Suite("Coverage of what users of other libraries expect") struct CoverageTests {
  private let table: CoverageTable

  init() throws { table = try CoverageTable() }

  @Test func `every row is shown by a fixture or a test, or says why not`() throws {
    try #require(!table.rows.isEmpty)
    #expect(
      table.rows.filter { row in !row.fixtures.contains { $0.place != .swift } && row.verdict == nil }.map(\.id) == [])
    #expect(table.rows.filter { $0.cell(.swift) == "open" }.map(\.id) == [], "no program shows them, and none says why")
    #expect(table.mistakes == [])
  }

  @Test func `what is only refused says so, and so does what is shown elsewhere`() throws {
    let answers = Dictionary(uniqueKeysWithValues: table.rows.map { ($0.id, $0.answer) })
    #expect(
      ["Y-26", "C-201", "E-09", "Y-45", "Y-48", "A-22", "C-217"].map { answers[$0] } == [
        .file, .runtime, .refused, .warned, .swift, .notApplicable, .differs,
      ])

    let refused = try #require(table.rows.first { $0.id == "L-24" })
    #expect(refused.cell(.file) == "*only refused*")
    #expect(refused.cell(.diagnostic).hasPrefix("[position-against-length](../"))
    #expect(refused.cell(.swift).hasPrefix("[must not compile: Relations](../") && refused.cell(.runtime) == "")
    // An error beside frames that show the row is no refusal of it.
    let mistaken = try #require(table.rows.first { $0.id == "Y-10" })
    #expect(mistaken.answer == .file)
    #expect(mistaken.cell(.diagnostic).hasPrefix("[axis-mismatch]"))
    let programs = try #require(table.rows.first { $0.id == "E-01" })
    #expect(programs.cell(.file).hasPrefix("*only Swift*: "))
    #expect(programs.cell(.swift).contains("[providers are clauses of one's own](../Tests/FramewireTests/"))
    let files = try #require(table.rows.first { $0.noProgram != nil && !$0.fixtures.contains { $0.place == .swift } })
    #expect(files.cell(.swift) == files.noProgram.map { "*\($0)*" })
  }

  @Test func `a program says above a test which rows it shows`() {
    let claims = CoverageTable.rows(
      claimedByTests: """
        /// A sentence. Rows are not meant by it.
        ///
        /// Rows Y-08…Y-10,
        /// C-099.
        @Test func `a stack is a column`() {}
        @Test func `this one shows nothing`() {}
        // Row L-24.
        private func f0() {}
        """)

    #expect(claims.map(\.sentence) == ["a stack is a column", nil])
    #expect(claims.map(\.ids) == [["Y-08", "Y-09", "Y-10", "C-099"], ["L-24"]])
  }

  @Test func `every test that stands for a row exists`() throws {
    for row in table.rows {
      guard case .test(let file, let sentence) = row.verdict else { continue }
      #expect(try SourceTree.contents(of: file).contains("func `\(sentence)`"), "\(row.id): \(file)")
    }
  }

  @Test(arguments: ["Tests/LayoutEngineTests/Fixtures/Features", "Tests/LayoutRuntimeTests/Fixtures/rows"])
  func `a fixture that is there for rows says in its first comment which`(_ folder: String) throws {
    for path in try SourceTree.paths(below: folder) where path.hasSuffix(".layout") {
      #expect(CoverageTable.rows(claimedBy: try SourceTree.contents(of: path)) != [], "\(path)")
    }
  }

  @Test func `the published examples are many, and each says where its numbers come from`() throws {
    var layouts = 0
    for path in try SourceTree.paths(below: "Tests/LayoutEngineTests/Fixtures/World") where path.hasSuffix(".layout") {
      let lines = try SourceTree.contents(of: path).split(separator: "\n")
      #expect(lines.first?.hasPrefix("// Source") == true, "\(path)")
      layouts += lines.count { $0.hasPrefix("layout ") }
    }
    #expect(layouts >= 60)
  }

  @Test func `ranges of rows are written out`() {
    #expect(
      CoverageTable.rows(claimedBy: "// Rows Y-08…Y-10, C-099…C-101, A-1.\n") == [
        "Y-08", "Y-09", "Y-10", "C-099", "C-100", "C-101", "A-1",
      ])
    #expect(CoverageTable.rows(claimedBy: "// Row E-03.\nlayout a {}\n// Rows Y-01.") == ["E-03"])
    #expect(CoverageTable.rows(claimedBy: "layout a {}\n") == [])
  }

  @Test func `the page says what the fixtures say`() {
    let path = SourceTree.root.appending(path: CoverageTable.pagePath).path

    #expect(Golden.difference(of: table.page, from: path) == nil)
  }
}
