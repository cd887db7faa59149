import DaemonHarness
import Posix
import Testing

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
