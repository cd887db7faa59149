import Framewire
import FramewireLive
import Geometry
import Posix
import Testing

/// The code of `Documentation/live.md`, run, and of the article for who reads the library's own documentation. The
/// blocks of both are compared with this file.
@Suite("The page about live scenes") struct LivePageTests {
  private func inFolder<Result>(_ body: (_ path: String, _ socket: String) throws -> Result) throws -> Result {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let path = FileSystem.join(folder, "card.layout")
    try FileSystem.writeFile(path, Array("layout card { label title \"Hello\" top 8 leading 8 }".utf8))
    return try body(path, FileSystem.join(folder, "s"))
  }

  @Test func `a file and a socket`() throws {
    try inFolder { path, socket in
      let live = try LiveScene(file: path, in: Surroundings(size: Size(width: 390, height: 844)))
      try live.serve(on: socket)
      let title = try live.scene.layout.view("title")
      let turn = try live.turn(at: .zero)
      for (view, frame) in turn.changed { print(view.name, frame) }
      print(live.scene[title], live.scene.diagnostics)

      #expect(live.scene[title] == Rect(x: 8, y: 8, width: 40, height: 20))
      #expect(FileSystem.exists(socket))
    }
  }

  @Test func `a scene of the program`() throws {
    try inFolder { _, socket in
      let scene = Scene(Layout("page") { Box("panel")(.size(4), .top(0), .leading(0)) })
      let live = try scene.serve(on: socket)

      #expect(try live.turn(at: .zero).changed.map(\.view.path) == ["root", "panel"])
    }
  }

  @Test(arguments: ["live.md", "Framewire.docc/Live.md"]) func `every block of the page stands here`(page: String)
    throws
  {
    let lines = { (code: String) in
      "\n" + code.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n") + "\n"
    }
    let here = lines(String(decoding: try FileSystem.readFile(#filePath).bytes, as: UTF8.self))
    let text = try FileSystem.readFile(FileSystem.split(#filePath).directory + "/../../Documentation/" + page).bytes
    let blocks = String(decoding: text, as: UTF8.self).split(separator: "```swift\n").dropFirst()

    #expect(blocks.count == 2)
    for block in blocks { #expect(here.contains(lines(String(block.split(separator: "```")[0])))) }
  }
}
