import Foundation
import TestSupport
import Testing

/// `Documentation/porting.md`. Its blocks are quoted from the tests in `Pages`, which hold them to frames.
@Suite("The page for people who come from another library") struct PageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
  static let sections: [GuidePage.Section] = {
    let page = root.appending(path: "../../Documentation/porting.md").standardizedFileURL
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return GuidePage(text: text.replacingOccurrences(of: "```swift", with: "```")).sections
  }()

  /// The lines of code without what stands before them.
  private static func lines(_ code: String) -> String {
    "\n" + code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n") + "\n"
  }

  @Test func `there is a section for each of the five libraries`() {
    #expect(
      Self.sections.map(\.title) == [
        "Yalta and Align", "AutoLayoutConvenience", "AutolayoutExtension", "LayoutExpressions", "AutoLayoutAnchor",
      ])
  }

  @Test(arguments: sections) func `every block stands in a test`(_ section: GuidePage.Section) throws {
    let folder = Self.root.appending(path: "Pages")
    let tests = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .map { Self.lines(try String(contentsOf: $0, encoding: .utf8)) }

    #expect(section.plainBlocks.count > 1)
    for block in section.plainBlocks {
      #expect(tests.contains { $0.contains(Self.lines(block)) }, "\(block)")
    }
  }

  @Test(arguments: sections) func `what stands in the last column stands in a block of the section`(
    _ section: GuidePage.Section
  ) {
    let blocks = section.plainBlocks.joined()
    let code = section.codeInLastColumns

    #expect(code.count > 5)
    #expect(code.filter { !blocks.contains($0) } == [])
  }

  /// `Documentation/swift.md`, and the articles for who reads the library's own documentation, in the same way.
  @Test(arguments: guides) func `every block of a guide stands in a test`(page: URL) throws {
    let test = Self.lines(try String(contentsOf: Self.root.appending(path: "Pages/GuideTests.swift"), encoding: .utf8))
    let text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }

    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(test.contains(Self.lines(block.replacing("import Framewire\n", with: ""))), "\(block)")
    }
  }

  static let guides: [URL] = ["swift.md"].map(guide) + articles.map { guide("Framewire.docc/\($0).md") }
  private static let articles = ["Start", "Anchors", "Stacks", "Records", "Conditions", "Animation", "Testing"]

  private static func guide(_ path: String) -> URL {
    root.appending(path: "../../Documentation/\(path)").standardizedFileURL
  }
}
