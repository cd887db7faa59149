import Posix
import TestSupport
import Testing

/// The pictures in `Documentation/pictures`: all previews of each sample, as anybody would draw them. `UPDATE_GOLDEN=1`
/// draws them anew, and they are looked at like any other change.
@Suite("Pictures of the samples") struct SampleSheetTests {
  static let samples = [
    "card", "chat", "columns", "dashboard", "example", "gallery", "inbox", "login", "settings", "sheet", "toast",
  ]

  @Test(arguments: samples) func `a sample is drawn as its page shows it`(name: String) throws {
    let run = try ChildProcess.run(
      Tour.toolFolder + "/framewire",
      ["render", "Layouts/\(name).layout", "--previews", "--format", "svg"], in: Tour.root)

    #expect(run.exit == .code(0), "\(run.errorText)")
    let picture = "Documentation/pictures/\(name).svg"
    #expect(Golden.difference(of: run.outputText, from: Tour.root + "/" + picture) == nil)
    #expect(try Tour.contents(of: "Layouts/README.md").contains("](../\(picture))"))
  }

  @Test func `every sample has a picture`() throws {
    let files = try FileSystem.list(Tour.root + "/Layouts").map(\.name).filter { $0.hasSuffix(".layout") }
    // These are values for others to import.
    #expect(files.sorted() == (Self.samples + ["tokens"]).sorted().map { $0 + ".layout" })
  }
}
