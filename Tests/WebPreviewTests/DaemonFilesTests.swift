import HTTPServer
import JSONText
import Posix
import Testing

@testable import WebPreview

@Suite("Files that the daemon names") final class DaemonFilesTests {
  let place: String
  /// The folder that is previewed.
  let folder: String

  init() throws {
    place = try FileSystem.realPath(try FileSystem.makeTemporaryDirectory())
    folder = FileSystem.join(place, "layouts")
    for part in ["layouts", "layouts/sub", "layouts/other", "outside"] {
      try FileSystem.createDirectory(FileSystem.join(place, part))
    }
    try write("layouts/sub/a.layout", "first\nsecond\r\n")
    try write("outside/a.layout", "secret")
  }

  deinit { try? FileSystem.removeTree(place) }

  private func write(_ path: String, _ text: String) throws {
    try FileSystem.writeFile(FileSystem.join(place, path), Array(text.utf8))
  }

  private func read(_ file: String, previewing enclosure: String?) -> String? {
    let files = DaemonFiles(folder: folder, enclosure: enclosure.map { Enclosure([$0]) })
    return files.read(file).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `what stands in the folder is read`() {
    #expect(read("sub/a.layout", previewing: folder) == "first\nsecond\r\n")
  }

  @Test func `a folder that has become a link leads nowhere outside, and anywhere inside`() throws {
    try FileSystem.rename(folder + "/sub", to: folder + "/moved")
    try FileSystem.createLink(folder + "/sub", to: FileSystem.join(place, "outside"))
    try FileSystem.createLink(folder + "/other/in", to: "../moved")

    #expect(read("sub/a.layout", previewing: folder) == nil)
    #expect(read("other/in/a.layout", previewing: folder) == "first\nsecond\r\n")
    // Nor where another folder is previewed, or none that is known.
    #expect(read("sub/a.layout", previewing: folder + "/other") == nil)
    #expect(read("sub/a.layout", previewing: nil) == nil)
  }

  @Test func `of what is served besides, a file is read to which no link leads`() {
    #expect(read("../outside/a.layout", previewing: folder) == nil)
    #expect(read(FileSystem.join(place, "outside/a.layout"), previewing: folder + "/sub") == "secret")
  }

  /// Lines by their numbers.
  @Test func `a line is one of those that there are`() {
    let text = Array("first\nsecond\r\n".utf8)
    #expect((1...4).map { LayoutLine.line($0, of: text) } == ["first", "second", "", nil])
    #expect(LayoutLine.line(1, of: []) == "")
    #expect(LayoutLine.line(2, of: []) == nil)
    let long = String(repeating: "\u{1F600}", count: LayoutLine.longest + 1)
    #expect(LayoutLine.line(1, of: Array(long.utf8)) == String(long.dropLast()))
    // As long as a file may be: nothing but ends of lines.
    let ends = [UInt8](repeating: 10, count: 1 << 24)
    #expect(LayoutLine.line(1 << 24, of: ends) == "")
    #expect(LayoutLine.line((1 << 24) + 2, of: ends) == nil)
  }

  @Test func `a failure moves no cursor`() {
    #expect(PreviewFailure("there is no '\u{1B}[2J\nok'", .noInput).message == "there is no '\\u{1b}[2J\\u{a}ok'")
  }
}
