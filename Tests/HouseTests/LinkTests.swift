import Foundation
import Testing

/// Links between the pages of the repository.
@Suite("Links between pages") struct LinkTests {
  /// All that people read. Pages that are made from tables are as full of links as the others.
  private static func pages() throws -> [String] {
    let folders = try ["Layouts", "Documentation", "Sources", "Examples", "Clients"].flatMap(SourceTree.paths)
    return ["README.md"] + folders.filter { $0.hasSuffix(".md") }
  }

  @Test func `every link leads to a file that is there, and to a heading in it`() throws {
    let pages = try Self.pages()
    try #require(pages.contains("Layouts/COMING-FROM.md"))
    for page in pages {
      for link in Self.links(in: try SourceTree.contents(of: page)) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = try #require(parts.first)
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        let path =
          target.isEmpty ? page : URL(filePath: "/\(folder)/\(target)").standardized.path.dropFirst().description
        let isThere = FileManager.default.fileExists(atPath: SourceTree.root.appending(path: path).path)
        #expect(isThere, "\(page) leads to \(link)")
        guard isThere, parts.count == 2, path.hasSuffix(".md") else { continue }
        let headings = Self.headings(in: try SourceTree.contents(of: path))
        #expect(headings.contains(String(parts[1])), "\(page) leads to \(link)")
      }
    }
  }

  @Test func `links and headings are found, but not in code`() {
    let page = """
      # The `fine` print, twice
      [a](#the-fine-print-twice) and [b](../x/y.md), `[c](d)`, [e](https://example.org)
      ```
      # no heading
      [f](g)
      ```
      """

    #expect(Self.links(in: page) == ["#the-fine-print-twice", "../x/y.md"])
    #expect(Self.headings(in: page) == ["the-fine-print-twice"])
  }

  private static func links(in page: String) -> [String] {
    let prose = lines(in: page).joined(separator: "\n").replacing(/`[^`\n]*`/, with: "")
    return prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") }
  }

  /// The headings as links name them: small letters, hyphens for blanks, nothing else but letters and digits.
  private static func headings(in page: String) -> [String] {
    lines(in: page).filter { $0.hasPrefix("#") }.map { line in
      let words = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
      return String(words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.map { $0 == " " ? "-" : $0 })
    }
  }

  /// The lines outside of fences.
  private static func lines(in page: String) -> [String] {
    var isCode = false
    return page.components(separatedBy: "\n").filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("```")
    }
  }
}
