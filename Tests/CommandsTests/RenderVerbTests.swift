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

  /// From 0 to 80 in 2 s: at 500 ms the box has another place than at 0, and at 1.9 s again.
  @Test func `a picture that moves has at each time what a picture of that time has`() throws {
    let layout = Array(
      "layout a size 40, 30 { box b size 10 top 5 { config main { leading 0 } config away animate 1s { leading 30 } } }"
        .utf8)
    let arguments = ["a.layout", "--config", "b:away", "--scale", "1.5"]
    try run(arguments + ["-o", "a.apng", "--at", "0,250ms...750ms,settled", "--fps", "8"], ["a.layout": layout]) {
      folder, run in
      #expect(run.exit == .code(0) && run.errorText == "", "\(run.errorText)")
      let film = try Film(FileSystem.readFile(FileSystem.join(folder, "a.apng")).bytes)
      // Eight a second are 125 ms from each other. What moves arrives in the 60th frame of a second; the end stays.
      let times = ["0", "250ms", "375ms", "500ms", "625ms", "750ms", "settled"]
      #expect(film.frames.map(\.milliseconds) == [250, 125, 125, 125, 125, 250, 1000])
      for (frame, time) in zip(film.frames, times) {
        let still = try ChildProcess.run(
          ServedFolder.tool, ["render"] + arguments + ["-o", "still.png", "--at", time], in: folder)
        #expect(still.exit == .code(0))
        #expect(try frame.pixels == Pixels(FileSystem.readFile(FileSystem.join(folder, "still.png")).bytes), "\(time)")
      }
    }
  }

  /// Two frames a second are needed for a second: 0, 500 ms, and 1 s, where it is over.
  @Test func `a picture that moves ends when nothing moves any more`() throws {
    let layout = Array(
      "layout a size 40, 30 { box b size 10 top 5 { config main { leading 0 } config away animate 1s { leading 30 } } }"
        .utf8)
    try run(["a.layout", "--config", "b:away", "-o", "a.apng", "--fps", "2"], ["a.layout": layout]) { folder, _ in
      let film = try Film(FileSystem.readFile(FileSystem.join(folder, "a.apng")).bytes)
      #expect(film.frames.map(\.milliseconds) == [500, 500, 1000])
    }
    // Nothing is set, so nothing moves.
    try run(["a.layout", "-o", "a.apng"], ["a.layout": layout]) { folder, _ in
      let film = try Film(FileSystem.readFile(FileSystem.join(folder, "a.apng")).bytes)
      #expect(film.frames.map(\.milliseconds) == [1000])
    }
  }

  /// The box comes up from below a screen of 60 points, not of the 30 that the file has: from 60 to 50. A sheet's
  /// pictures begin at 50, and outlines are half a point inside.
  @Test func `what is set moves on a screen that has its size already`() throws {
    let layout = Array(
      "layout a size 40, 30 { box b size 10 left 5 initial down { config down { top == super.bottom } config up animate 1s linear { bottom 0 } } }"
        .utf8)
    let arguments = ["a.layout", "--size", "40x60", "--format", "svg", "--at", "0,500ms"]
    try run(arguments + ["--config", "b:up"], ["a.layout": layout]) { _, run in
      #expect(run.outputText.contains(#"y="110.5" width="9""#), "\(run.outputText)\(run.errorText)")
      #expect(run.outputText.contains(#"y="105.5" width="9""#))
    }
  }

  @Test func `a test moves from step to step, each for a second`() throws {
    let layout = Array(
      """
      layout a size 40, 30 {
        var gap = 0
        box b size 10 top 5 leading gap
        test "it goes" { set gap = 10; expect b.left == super.left + 10; set gap = 20 }
      }
      """.utf8)
    try run(["a.layout", "--test", "goes", "-o", "a.apng"], ["a.layout": layout]) { folder, run in
      #expect(run.exit == .code(0), "\(run.errorText)")
      let film = try Film(FileSystem.readFile(FileSystem.join(folder, "a.apng")).bytes)
      #expect(film.frames.map(\.milliseconds) == [1000, 1000, 1000])
    }
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
    (["card.layout", "--format", "gif"], "--format is cells, svg, png, apng, pdf or html, not 'gif'"),
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
    (["card.layout", "--at", "0...1s,500ms"], "'500ms' does not come after the time before it"),
    (["card.layout", "--at", "0...settled,1s"], "nothing comes after 'settled'"),
    (["card.layout", "--at", "0...1s", "--fps", "61"], "at most 60, not '61'"),
    (["card.layout", "--at", "0...1s", "--fps", "nan"], "'nan'"),
    (["card.layout", "--at", "0...1h"], "'1h' is no time"),
    (["card.layout", "--at", "0...10s"], "301 pictures are more than 100"),
    (["card.layout", "--at", "0...30s", "-o", "card.apng"], "901 pictures are more than 600"),
    (
      ["animated.layout", "--config", "away", "-o", "a.apng", "--at", "0...settled", "--fps", "60", "--scale", "400"],
      "pixels cannot be drawn"
    ),
    (["card.layout", "--scale", "500", "-o", "card.png"], "--scale 57.92 is the most that can be drawn"),
    (["card.layout", "--fps", "10"], "--fps goes with a span of time"),
    (["card.layout", "--at", "0,1s", "--fps", "10"], "--fps goes with a span of time"),
    (["card.layout", "--previews", "-o", "card.apng"], "'card/big' would be a second one"),
    (["card.layout", "--each", "flag=a,b", "-o", "card.apng"], "a picture that moves has no --each"),
    (["--scene", "card", "-o", "card.apng"], "as it is now, which does not move"),
    (["card.layout", "--scene", "card"], "so no file"),
    (["--scene", "card", "--size", "1x1"], "--size is for files"),
    (["card.layout", "--show", "constraints", "--view", "frist"], "frist"),
    (["card.layout", "--previews", "--layout", "card"], "--previews and --layout do not go together"),
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

  /// The beginning of a GIF.
  static let gif = "GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}"

  @Test(arguments: [true, false]) func `a scene of a daemon has its pictures`(isCurrent: Bool) throws {
    let layout = "layout a size 40, 30 { image i \"art/b.gif\" at 2, 3, 10, 20 }"
    let folder = try ServedFolder(["a.layout": layout], isCurrent: isCurrent)
    try FileSystem.createDirectory(FileSystem.join(folder.layouts, "art"))
    try FileSystem.writeFile(FileSystem.join(folder.layouts, "art/b.gif"), Array(Self.gif.utf8))
    try folder.waitForPicture(in: "a")

    let run = try folder.run("render", "--scene", "a", "--format", "svg")

    #expect(run.exit == .code(0) && run.errorText == "", "\(run.errorText)")
    #expect(run.outputText.contains(#"href="data:image/gif;base64,R0lGODlhAQABAAAAAA==""#), "\(run.outputText)")
  }

  @Test func `a scene of a daemon has no pictures from outside of its folder`() throws {
    let layout = "layout a size 40, 30 { image i \"b.gif\" at 2, 3, 10, 20; image o \"../o.gif\" at 20, 3, 10, 20 }"
    let folder = try ServedFolder(["a.layout": layout, "b.gif": Self.gif])
    let outside = FileSystem.join(folder.path, "o.gif")
    try FileSystem.writeFile(outside, Array(Self.gif.utf8))
    try folder.waitForPicture(in: "a")
    let picture = FileSystem.join(folder.layouts, "b.gif")

    let before = try folder.run("render", "--scene", "a", "--format", "svg")
    #expect(before.outputText.ranges(of: "<image").count == 1, "\(before.outputText)")
    // The daemon is stopped, so it still says that the file is there.
    try folder.daemon.send(.stop)
    try FileSystem.remove(picture)
    #expect(try ChildProcess.run("ln", ["-s", outside, picture]).exit == .code(0))
    try folder.daemon.send(.continue)
    let after = try folder.run("render", "--scene", "a", "--format", "svg")

    #expect(after.exit == .code(0) && !after.outputText.contains("<image"), "\(after.outputText)")
  }
}

extension ServedFolder {
  /// Waits until a view of the scene has a picture that was found.
  fileprivate func waitForPicture(in scene: String) throws {
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      let snapshot = try run("call", "Snapshot", #"{"scene":"\#(scene)","filter":{"fields":["look"]}}"#)
      if snapshot.outputText.contains("\"width\"") { return }
    }
    Issue.record("no picture was found")
  }
}
