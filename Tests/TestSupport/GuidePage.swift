import Foundation

/// A page that people learn from, cut into what tests look at.
public struct GuidePage: Sendable {
  /// What stands under a heading of the second level, up to the next one.
  public struct Section: Sendable, CustomStringConvertible {
    public let title: String
    fileprivate(set) public var lines: [String] = []
    public var description: String { title }

    /// What stands between fences without a language, a block each.
    public var plainBlocks: [String] { GuidePage.plainBlocks(of: lines) }

    /// The code in the last column of its tables, in the order of the text. Headings of columns are not among it.
    public var codeInLastColumns: [String] {
      lines.filter { $0.hasPrefix("|") && $0.hasSuffix("|") }.flatMap { line -> [String] in
        let cell = line.dropLast().split(separator: "|", omittingEmptySubsequences: false).last ?? ""
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
      }
    }
  }

  /// What stands above the first of them is in none.
  public private(set) var sections: [Section] = []
  /// What stands between fences without a language anywhere on the page.
  public let plainBlocks: [String]

  /// - Parameter name: a file in `Layouts`.
  public init(_ name: String) {
    let folder = FixtureFolder(at: Corpus.root.appendingPathComponent("Layouts").path)
    self.init(text: String(decoding: folder.bytes(of: name), as: UTF8.self))
  }

  public init(text: String) {
    let lines = text.components(separatedBy: "\n")
    plainBlocks = Self.plainBlocks(of: lines)
    for line in lines {
      if line.hasPrefix("## ") {
        sections.append(Section(title: String(line.dropFirst(3))))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
    }
  }

  fileprivate static func plainBlocks(of lines: [String]) -> [String] {
    var blocks: [String] = []
    var fence: String?
    for line in lines {
      if fence == "```", line != "```" { blocks[blocks.count - 1] += line + "\n" }
      guard line.hasPrefix("```") else { continue }
      fence = fence == nil ? line : nil
      if fence == "```" { blocks.append("") }
    }
    return blocks
  }
}
