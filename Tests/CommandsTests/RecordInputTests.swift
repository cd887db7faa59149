import Posix
import Settables
import Testing

@testable import Commands

/// Records as they are written on a command line and in files that it names.
@Suite("Records on a command line") struct RecordInputTests {
  private func message(of text: String, _ read: (String) throws -> Void) throws -> String? {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let path = FileSystem.join(folder, "one.json")
    try FileSystem.writeFile(path, Array(text.utf8))
    do { try read("@\(path)") } catch {
      let failure = error as? Failure
      return failure.map { [$0.message, $0.help].compactMap { $0 }.joined(separator: "; ").replacing(path, with: "F") }
    }
    return nil
  }

  @Test func `a list is not replaced by the one record of a file, which may be inserted`() throws {
    let one = #"{"id": "a"}"#
    #expect(
      try message(of: one) { _ = try RecordInput.setting("messages=\($0)") }
        == "'F' is one record, and 'messages' is set to a list of records: a JSON array of objects; to add it: "
        + "framewire record insert messages @F; to have it alone, put it into [ ]")
    #expect(try message(of: "[\(one)]") { _ = try RecordInput.setting("messages=\($0)") } == nil)
    var read: [SettableRecord] = []
    #expect(try message(of: one) { read = try RecordInput.records($0) } == nil)
    #expect(read == [SettableRecord([("id", .text("a"))])])
  }

  @Test func `what is no JSON in a file is told with its line and column`() throws {
    let words = try message(of: "[\n  {\"id\": \"ä\" \"from\": 3}]") { _ = try RecordInput.records($0) }
    #expect(words == "F:2:14: this is no JSON: expected ',' or '}'")
  }
}
