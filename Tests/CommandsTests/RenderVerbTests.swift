import DaemonHarness
import Posix
import Testing

@Suite("Drawing layouts") struct RenderVerbTests {
  /// Runs the tool in the folder of fixtures.
  func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(ServedFolder.tool, ["render"] + arguments, in: OfflineVerbTests.fixtures)
  }

  /// Runs the tool in a folder of its own.
  func run(_ arguments: [String], _ files: [String: [UInt8]], _ body: (String, ChildProcess) throws -> Void) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    for (name, bytes) in files { try FileSystem.writeFile(FileSystem.join(folder, name), bytes) }
    try body(folder, try ChildProcess.run(ServedFolder.tool, ["render"] + arguments, in: folder))
  }

  /// 200 × 100 points are 25 cells in 7 rows. The box at 10, 20 of 40 × 30 takes the columns from 1 to 6, and has its
  /// middle at 35, in the third row; the one at 180 of 20 × 4 is a line of the columns from 23 on. Around them is a
  /// line for the edge of the screen.
  @Test func `without a file to write it draws with characters`() throws {
    let run = try run("card.layout")

    #expect(
      run.outputText == """
        ┌─────────────────────────┐
        │                       ──│
        │                         │
        │ [   ]                   │
        │                         │
        │                         │
        │                         │
        │                         │
        └─────────────────────────┘

        """)
    #expect(run.errorText == "")
    #expect(run.exit == .code(0))
  }

  /// Edges are half a point inside of the boxes.
  @Test func `a file is what its name ends in`() throws {
    try run(["a.layout", "-o", "a.svg"], ["a.layout": Array("layout a size 40, 30 { box b at 2, 3, 10, 20 }".utf8)]) {
      folder, run in
      #expect(run.exit == .code(0) && run.outputText == "" && run.errorText == "")
      let svg = String(decoding: try FileSystem.readFile(FileSystem.join(folder, "a.svg")).bytes, as: UTF8.self)
      #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\""))
      #expect(svg.contains(#"<rect x="2.5" y="3.5" width="9" height="19""#))
    }
    for (ending, beginning) in [("png", [0x89, 0x50, 0x4E, 0x47]), ("pdf", Array("%PDF".utf8))] as [(String, [UInt8])] {
      try run(["a.layout", "-o", "a." + ending], ["a.layout": Array("layout a { box b size 10 }".utf8)]) {
        folder, run in
        let picture = try FileSystem.readFile(FileSystem.join(folder, "a." + ending)).bytes
        #expect(run.exit == .code(0) && run.errorText.contains("W3002"))
        #expect(picture.starts(with: beginning))
      }
    }
  }

  /// A point has two pixels unless it is said.
  @Test(arguments: [([], 80, 60), (["--scale", "1"], 40, 30), (["--size", "50x20", "--scale", "3"], 150, 60)])
  func `a PNG has two pixels a point, or as many as --scale says`(options: [String], columns: UInt8, rows: UInt8) throws
  {
    let file = Array("layout a size 40, 30 { box b at 2, 3, 10, 20 }".utf8)
    try run(["a.layout", "--format", "png"] + options, ["a.layout": file]) { _, run in
      // PNG, 11.2.2: width and height follow the chunk's name, four bytes each.
      #expect(Array(run.output.dropFirst(12).prefix(12)) == Array("IHDR".utf8) + [0, 0, 0, columns, 0, 0, 0, rows])
    }
  }

  @Test func `a table has a column and a row for each state`() throws {
    let svg = try run("card.layout", "--each", "size=200x100,50x40", "--each", "trait=light,dark", "--format", "svg")

    for caption in ["200x100 · light", "50x40 · light", "200x100 · dark", "50x40 · dark"] {
      #expect(svg.outputText.contains(">\(caption)</text>"), "\(caption)")
    }
    // In the dark the box is 40 wide: from 160, half a point in, in the second row.
    #expect(svg.outputText.contains(#"<rect x="184.5" y="200.5" width="39" height="3""#))
  }

  @Test func `a file that only others import is passed over in a folder, and told of alone`() throws {
    let files = ["a.layout": Array("layout a size 80, 32 { }".utf8), "b.layout": Array("let gap = 8".utf8)]
    try run(["."], files) { _, run in
      #expect(run.exit == .code(0) && run.errorText == "", "\(run.errorText)")
      #expect(run.outputText.hasPrefix("┌──────────┐\n│          │\n"), "\(run.outputText)")
    }
    try run(["b.layout"], files) { _, run in
      #expect(run.exit == .code(66) && run.errorText.contains("b.layout has no layout"), "\(run.errorText)")
    }
  }

  /// Four clauses, as they stand in the file.
  @Test func `what constraints say has a row each, also in characters`() throws {
    let text = "layout a size 320, 64 { box b left 10 top 12 width 30 height 20 }"
    try run(["a.layout", "--show", "constraints", "--view", "b"], ["a.layout": Array(text.utf8)]) { _, run in
      let rows = run.outputText.split(separator: "\n").map { $0.trimmingPrefix("│ ") }
      for (number, clause) in ["left 10", "width 30", "top 12", "height 20"].enumerated() {
        #expect(rows.count { $0.hasPrefix("\(number + 1)  \(clause) ") } == 1, "\(run.outputText)")
      }
    }
  }

  @Test func `previews are on one sheet, each with its name`() throws {
    let svg = try run("card.layout", "--previews", "--format", "svg").outputText

    #expect(svg.contains(">card</text>") && svg.contains(">card/big</text>"))
  }

  /// The box is at 0 and goes to 80. The first picture begins at 24, the second 100 + 24 further on.
  @Test func `a page has every picture with its name and its size`() throws {
    let page = try run("card.layout", "--previews", "--format", "html").outputText

    #expect(page.hasPrefix("<!DOCTYPE html>"))
    #expect(page.contains(#"<figcaption>card <small>200 × 100</small>"#))
    #expect(page.contains(#"<figcaption>card/big <small>400 × 300</small>"#))
    #expect(page.ranges(of: "<svg ").count == 2)
  }

  @Test func `moments of an animation stand beside each other`() throws {
    let svg = try run("animated.layout", "--config", "away", "--at", "0,settled", "--format", "svg").outputText

    #expect(svg.contains(">0 ms</text>") && svg.contains(">settled</text>"))
    #expect(svg.contains(#"<rect x="24.5" y="50.5" width="9" height="9""#))
    #expect(svg.contains(#"<rect x="228.5" y="50.5" width="9" height="9""#))
  }

  @Test func `colours that only a renderer knows are made up, and said`() throws {
    let file = Array("layout a size 40, 30 { box b at 2, 3, 10, 20 background: brand }".utf8)
    try run(["a.layout", "--format", "svg"], ["a.layout": file]) { _, run in
      #expect(
        run.errorText.contains("'brand' has a colour made up for the picture; say which with --paint brand=#rrggbb"))
      #expect(run.exit == .code(0))
    }
    try run(["a.layout", "--format", "svg", "--paint", "brand=#0a5bd8"], ["a.layout": file]) { _, run in
      #expect(run.errorText == "")
      #expect(run.outputText.contains(##"fill="#0a5bd8""##))
    }
  }

  /// The beginning of a GIF is all that it takes to be one.
  @Test func `pictures of a layout are in the picture`() throws {
    let gif = Array("GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}".utf8)
    let file = Array("layout a size 40, 30 { image i \"b.gif\" at 2, 3, 10, 20 }".utf8)
    try run(["a.layout", "--format", "svg"], ["a.layout": file, "b.gif": gif]) { _, run in
      #expect(run.outputText.contains(#"href="data:image/gif;base64,R0lGODlhAQABAAAAAA==""#), "\(run.outputText)")
    }
  }

  @Test func `what is wrong can be seen`() throws {
    let conflict = try run("conflict.layout", "--show", "conflicts", "--format", "svg")
    #expect(conflict.outputText.contains(">E3001</text>"))
    #expect(conflict.exit == .code(1) && conflict.errorText.contains("E3001"))

    let doubtful = try run("doubtful.layout", "--show", "ambiguous", "--format", "svg")
    #expect(doubtful.outputText.contains(">W3002</text>"))
    #expect(doubtful.exit == .code(0))

    let crowded = try run("crowded.layout", "--show", "constraints", "--view", "panel", "--format", "svg")
    #expect(crowded.outputText.contains("  trailing 10 #end  (30 missing)</text>"), "\(crowded.outputText)")
  }

  @Test func `a file with mistakes leaves the others their pictures`() throws {
    let file = Array("layout a size 40, 30 { box b at 2, 3, 10, 20 }".utf8)
    try run(["a.layout", "b.layout", "--format", "svg"], ["a.layout": file, "b.layout": Array("layout b { box".utf8)]) {
      _, run in
      #expect(run.exit == .code(1))
      #expect(run.errorText.contains("b.layout"))
      #expect(run.outputText.contains(#"width="9" height="19""#))
    }
    #expect(try self.run("broken.layout").exit == .code(1))
  }

  /// Each with a part of what is said.
  @Test(arguments: [
    (["card.layout", "-o", "card.jpeg"], "'card.jpeg' does not say what it is"),
    (["card.layout", "--format", "gif"], "--format is cells, svg, png, pdf or html, not 'gif'"),
    (["card.layout", "--show", "nmes"], "--show has no 'nmes'; did you mean 'names'?"),
    (["card.layout", "--show", "constraints"], "--show constraints needs --view VIEW"),
    (["card.layout", "--view", "first"], "--view goes with --show constraints"),
    (["card.layout", "--theme", "blue"], "--theme is light, dark or print, not 'blue'"),
    (["card.layout", "--each", "sise=1x1"], "--each has no 'sise'; did you mean 'size'?"),
    (["card.layout", "--each", "size=1x1", "--size", "2x2"], "--each size= and --size do not go together"),
    (["card.layout", "--each", "flag=a", "--each", "flag=b", "--each", "flag=c"], "for two at most"),
    (["card.layout", "--each", "flag=a", "--at", "0"], "--at and --each do not go together"),
    (["card.layout", "--at", "100ms,0"], "'0' does not come after the time before it"),
    (["card.layout", "--at", "settled,1s"], "nothing comes after 'settled'"),
    (["card.layout", "--scene", "card"], "so no file"),
    (["--scene", "card", "--size", "1x1"], "--size is for files"),
    (["card.layout", "--show", "constraints", "--view", "frist"], "frist"),
    (["card.layout", "--previews", "--layout", "card"], "--layout and --previews do not go together"),
  ])
  func `what does not go together is said`(arguments: [String], words: String) throws {
    let run = try ChildProcess.run(ServedFolder.tool, ["render"] + arguments, in: OfflineVerbTests.fixtures)

    #expect(run.exit != .code(0))
    #expect(run.errorText.contains(words), "\(run.errorText)")
    #expect(run.outputText == "")
  }

  @Test func `a colour is a colour`() throws {
    let run = try run("card.layout", "--paint", "brand=blueish")

    #expect(run.errorText.contains("'blueish' is no colour") && run.errorText.contains("write brand=#rrggbb"))
  }

  @Test func `a scene of a daemon is drawn as it is now`() throws {
    let folder = try ServedFolder(["a.layout": "layout a size 40, 30 { box b left 2 top 3 width 10 #wide height 20 }"])
    _ = try folder.run("set", "#wide=30")

    let run = try folder.run("render", "--scene", "a", "--format", "svg", "--show", "names,margins,conflicts")

    #expect(run.exit == .code(0), "\(run.errorText)")
    #expect(run.outputText.contains(#"<rect x="2.5" y="3.5" width="29" height="19""#), "\(run.outputText)")
    #expect(run.outputText.contains(">b</text>") && run.outputText.contains(">safe</text>"))
  }
}
