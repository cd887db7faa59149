import Foundation
import TestSupport
import Testing

@Suite("Coverage of what users of other libraries expect") struct CoverageTests {
  private let table: CoverageTable

  init() throws { table = try CoverageTable() }

  @Test func `every row is shown by a fixture or a test, or says why not`() throws {
    try #require(!table.rows.isEmpty)
    #expect(table.rows.filter { $0.fixtures.isEmpty && $0.verdict == nil }.map(\.id) == [])
    #expect(table.mistakes == [])
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
