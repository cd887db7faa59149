import DaemonHarness
import Posix
import Testing

@testable import Commands
@testable import LayoutRuntime

@Suite("What serve tells while it runs") struct ServeLogTests {
  static let doubtful = "layout doubtful { box first top 0 leading 0 height 10 }\n"

  /// How often a text stands in what the daemon has printed.
  private func count(of text: String, in folder: ServedFolder) -> Int {
    folder.daemon.outputText.split(separator: text, omittingEmptySubsequences: false).count - 1
  }

  @Test func `a warning is told with its lines when it comes up, and only counted from then on`() throws {
    let folder = try ServedFolder(["doubtful.layout": Self.doubtful])
    #expect(try folder.waitForOutput("doubtful.layout:1:19"))
    #expect(folder.daemon.outputText.contains("doubtful.layout: 1 warning\nwarning[W3002]: 'first' is ambiguous"))

    try folder.save("doubtful.layout", "// moved\n" + Self.doubtful)
    try folder.save("other.layout", "layout other { box a widht 1 }\n")
    #expect(try folder.waitForOutput("other.layout:1:22"))

    #expect(count(of: "doubtful.layout: 1 warning\n", in: folder) == 2)
    #expect(count(of: "warning[W3002]", in: folder) == 1)
  }

  @Test func `a save is one line: what moved, and how long it took`() throws {
    let folder = try ServedFolder([
      "card.layout": SampleLayouts.card(), "tokens.layout": "let far = 5\n",
      "page.layout": "import \"tokens.layout\"\nlayout page { box b left far top 0 size 1 }\n",
    ])

    try folder.save("card.layout", SampleLayouts.card(width: 120))
    #expect(try folder.waitForOutput("1 of 6 views moved"))
    try folder.save("card.layout", "// a comment\n" + SampleLayouts.card(width: 120))
    #expect(try folder.waitForOutput("nothing moved"))
    try folder.save("tokens.layout", "let far = 6\n")
    #expect(try folder.waitForOutput("1 of 2 views moved in page"))
    try folder.save("card.layout", SampleLayouts.broken)
    #expect(try folder.waitForOutput("stale    \(folder.file("card.layout"))"))

    let lines = folder.daemon.outputText.split(separator: "\n").filter { $0.hasPrefix("saved") }
    #expect(lines.count == 3)
    let files = ["card.layout", "card.layout", "tokens.layout"]
    for (line, file) in zip(lines, files) {
      #expect(line.hasPrefix("saved    \(folder.file(file))   "))
      #expect(line.hasSuffix(" ms"))
    }
    // What stands below each other is aligned.
    #expect(lines.first?.count == lines.dropFirst().first?.count)
  }

  @Test func `what a save changed is said in few words`() {
    func words(_ change: (inout SavedFile) -> Void) -> String {
      var saved = SavedFile(path: "a.layout", since: Instant())
      saved.views = 6
      change(&saved)
      return ServeLog.outcome(of: saved)
    }

    #expect(words { _ in } == "nothing moved")
    #expect(words { $0.moved = 2 } == "2 of 6 views moved")
    #expect(words { $0.changed = 1 } == "1 of 6 views changed")
    #expect(words { ($0.moved, $0.added, $0.removed) = (2, 1, 3) } == "2 of 6 views moved, 1 new, 3 gone")
    #expect(words { $0.added = 6 } == "6 views new")
    #expect(words { $0.removed = 1 } == "1 view gone")
    #expect(words { ($0.moved, $0.importers) = (1, ["a", "b"]) } == "1 of 6 views moved in a, b")
    #expect(
      words { ($0.moved, $0.importers) = (1, ["a", "b", "c", "d", "e"]) } == "1 of 6 views moved in a, b, c and 2 more")
  }

  @Test func `of many scenes the first are listed at the start`() throws {
    var files: [String: String] = [:]
    for number in 100...201 { files["f\(number).layout"] = "layout c\(number) { box a left 0 top 0 size 1 }\n" }
    let folder = try ServedFolder(files)

    #expect(try folder.waitForOutput("and 2 more; framewire scenes lists them all\n"))
    #expect(count(of: "f199.layout", in: folder) == 1)
    #expect(count(of: "f200.layout", in: folder) == 0)
  }

  @Test func `a mistake in an import is told once, and whose frames wait for it`() throws {
    let folder = try ServedFolder([
      "parts.layout": "let gap = 1\n",
      "page.layout": "import \"parts.layout\"\nlayout page { box b left gap top 0 size 1 }\n",
    ])

    try folder.save("parts.layout", "let gap = = 1\n")

    #expect(try folder.waitForOutput("stale    \(folder.file("parts.layout")): 1 error"))
    #expect(
      folder.daemon.outputText.contains(
        "\(folder.file("page.layout")): 1 error in \(folder.file("parts.layout")); its last good frames stay"))
    #expect(count(of: "error[E1011]", in: folder) == 1)
  }

  @Test func `a file with an error that is shown all the same is not called ok`() throws {
    let folder = try ServedFolder(["a.layout": "layout card { }\n"])

    try folder.save("b.layout", "layout card { }\nlayout other { }\n")

    #expect(try folder.waitForOutput("the first file, by name, keeps the scene"))
    #expect(
      folder.daemon.outputText.contains(
        "error    \(folder.file("b.layout")): 1 error; the rest of it is shown\nerror[E2901]"))
    // Both places with their lines.
    #expect(count(of: "| layout card { }", in: folder) == 2)
  }
}
