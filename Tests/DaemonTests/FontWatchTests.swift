import DaemonHarness
import Frames
import FramewireClient
import Posix
import Testing
import Wire

@Suite("Fonts that change while the daemon runs") struct FontWatchTests {
  private static let layout = """
    layout page size 300, 100 {
      label one "Hello" font: "Reading One" pin top.leading
      label two "Hello" font: "Reading Two" pin bottom.leading
    }
    """

  /// A shipped font under another name of as many letters.
  private static func font(_ file: String, called family: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(root)/Sources/CShippedFonts/Fonts/\(file).ttf"
    let old = Array("DejaVu Sans".utf8)
    let new = Array(family.utf8)
    precondition(old.count == new.count)
    // Names stand in a font twice: in one byte a letter, and in two.
    let bytes = replace(old, by: new, in: try FileSystem.readFile(path).bytes)
    return replace(old.flatMap { [0, $0] }, by: new.flatMap { [0, $0] }, in: bytes)
  }

  private static func replace(_ old: [UInt8], by new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var position = 0
    while position + old.count <= bytes.count {
      guard bytes[position] == old[0], bytes[position..<position + old.count].elementsEqual(old) else {
        position += 1
        continue
      }
      result.replaceSubrange(position..<position + old.count, with: new)
      position += old.count
    }
    return result
  }

  /// A daemon that measures with the fonts in a folder, given as a folder or as one file in it.
  private final class Served {
    let fonts: String
    let folder: ServedFolder

    init(_ file: String?) throws {
      let fonts = try FileSystem.makeTemporaryDirectory()
      self.fonts = fonts
      let first = FileSystem.join(fonts, "one.ttf")
      try FileSystem.writeFile(first, try font("DejaVuSans", called: "Reading One"))
      folder = try ServedFolder(
        ["page.layout": layout],
        arguments: ["--text", "fonts", "--font", file.map { FileSystem.join(fonts, $0) } ?? fonts])
    }

    func save(_ name: String, _ bytes: [UInt8]) throws { try FileSystem.writeFile(FileSystem.join(fonts, name), bytes) }

    deinit { try? FileSystem.removeTree(fonts) }
  }

  private func width(_ path: String, _ mirror: SceneMirror) -> Int32? {
    mirror.frames.views.first { $0.path == path }?.frame.width
  }

  @Test func `texts are measured again when the file is another font`() throws {
    let served = try Served("one.ttf")
    let subscription = try served.folder.subscribe(Request.Subscribe(scene: "page"))
    var mirror = SceneMirror()
    _ = mirror.apply(try subscription.event())
    let (regular, other) = (try #require(width("one", mirror)), width("two", mirror))

    try served.save("one.ttf", try Self.font("DejaVuSans-Bold", called: "Reading One"))
    let event = try subscription.event()
    _ = mirror.apply(event)
    #expect(try #require(width("one", mirror)) > regular)
    #expect(width("two", mirror) == other)
    #expect(event.cause == "file:\(FileSystem.join(served.fonts, "one.ttf"))")

    // What is no font changes nothing, and is said.
    try served.save("one.ttf", Array("no font".utf8))
    #expect(try served.folder.waitForOutput("texts are measured as before"))
    try served.save("one.ttf", try Self.font("DejaVuSans", called: "Reading One"))
    _ = mirror.apply(try subscription.event())
    #expect(width("one", mirror) == regular)
  }

  @Test func `what is measured is counted, and what is known already is not`() throws {
    let served = try Served(nil)
    let before = try served.folder.metrics()["measurements"]

    try served.folder.ask(.open(Request.Open(layout: "page", scene: "again")))

    #expect(try #require(before) > 0)
    #expect(try served.folder.metrics()["measurements"] == before)
  }

  @Test func `a font that comes into the folder is used`() throws {
    let served = try Served(nil)
    let subscription = try served.folder.subscribe(Request.Subscribe(scene: "page", diagnostics: true))
    var mirror = SceneMirror()
    _ = mirror.apply(try subscription.event())
    let substitute = try #require(width("two", mirror))
    _ = mirror.apply(try subscription.event())
    #expect(mirror.diagnostics.map(\.code) == ["W3012"])
    #expect(mirror.diagnostics.first?.message.contains("'Reading Two'") == true)

    try served.save("two.ttf", try Self.font("DejaVuSans-Bold", called: "Reading Two"))
    while width("two", mirror) == substitute { _ = mirror.apply(try subscription.event()) }
    while !mirror.diagnostics.isEmpty { _ = mirror.apply(try subscription.event()) }

    #expect(try #require(width("two", mirror)) > substitute)
  }

  @Test func `so is one that comes into a folder which came empty`() throws {
    let served = try Served(nil)
    let subscription = try served.folder.subscribe(Request.Subscribe(scene: "page"))
    var mirror = SceneMirror()
    _ = mirror.apply(try subscription.event())
    let substitute = try #require(width("two", mirror))

    try FileSystem.createDirectory(FileSystem.join(served.fonts, "more"))
    // So that the daemon has seen the folder, and nothing in it.
    try served.folder.sync("page")
    try served.save("more/two.ttf", try Self.font("DejaVuSans-Bold", called: "Reading Two"))

    while width("two", mirror) == substitute { _ = mirror.apply(try subscription.event()) }
    #expect(try #require(width("two", mirror)) > substitute)
  }
}
