import Foundation
import Testing

/// Every code of a complaint has one owner, and a section of the page that people look it up on.
@Suite("Codes of diagnostics") struct DiagnosticCodeTests {
  @Test func `a code is a case of one enum, and stands as a text nowhere else`() throws {
    let codes = try Self.codes()

    try #require(codes.count > 100)
    #expect(Set(codes).count == codes.count, "\(Dictionary(grouping: codes) { $0 }.filter { $1.count > 1 }.keys)")
  }

  @Test func `the page has a section for each code and for no other, in their order`() throws {
    let page = try SourceTree.contents(of: "Layouts/DIAGNOSTICS.md").components(separatedBy: "\n")
    let sections = page.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }

    #expect(sections == (try Self.codes()).sorted())
  }

  @Test func `pages name no code that there is not`() throws {
    let codes = Set(try Self.codes())
    let pages = try ["Layouts", "Documentation", "Sources"].flatMap(SourceTree.paths).filter { $0.hasSuffix(".md") }
    for page in pages + ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
      for match in try SourceTree.contents(of: page).matches(of: /\b[EW][0-9]{4}\b/) {
        #expect(codes.contains(String(match.0)), "\(page) names \(match.0)")
      }
    }
  }

  /// The raw values of all enums of codes. A code as a text that is none of them is recorded as an issue.
  private static func codes() throws -> [String] {
    var codes: [String] = []
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for match in line.matches(of: /"([EW][0-9]{4})"/) {
          if line.wholeMatch(of: /\s+case \w+ = "\w+"/) == nil {
            Issue.record("\(file.path):\(number + 1) spells a code: \(line)")
          }
          codes.append(String(match.1))
        }
      }
    }
    return codes
  }
}
