import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

@Suite("The examples") struct ExampleTests {
  let folder: ServedFolder

  init() throws { folder = try ServedFolder(["card.layout": SampleLayouts.card()]) }

  func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      program, arguments,
      environment: [
        "FRAMEWIRE_SOCKET": folder.socket, "FRAMEWIRE": ServedFolder.tool, "PATH": "/usr/local/bin:/usr/bin:/bin",
      ]
    )
  }

  func expect(_ text: String, from example: ChildProcess) throws {
    let isThere = try example.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains(text) }
    #expect(isThere, "'\(text)' is not in \(example.outputText)\(example.errorText)")
  }

  @Test func `the table in Python follows saves, mistakes and a new daemon`() throws {
    let table = try start(try Python.path(), [Repository.path("Examples/scene_table.py"), "card"])
    try expect("first                                  10       20      100       30", from: table)

    try folder.save("card.layout", SampleLayouts.card(width: 150))
    try expect("first                                  10       20      150       30", from: table)
    try folder.save("card.layout", SampleLayouts.broken)
    try expect("card.layout:3: no view 'nowhere' here", from: table)

    try folder.daemon.send(.terminate)
    _ = try folder.daemon.wait(until: ServedFolder.deadline)
    try folder.save("card.layout", SampleLayouts.card(width: 160))
    let second = try folder.startAnother()
    try expect("first                                  10       20      160       30", from: table)
    try second.send(.kill)
    try table.send(.kill)
  }

  /// A label in a box with a colour, and a scroll view: whatever a renderer has to think of.
  @Test func `the renderer in Python draws what was measured`() throws {
    try folder.save(
      "drawn.layout",
      """
      layout drawn size 100, 60 {
        box b at 10, 10, 80, 20 background: #ff0000 radius: 4 border: 2 borderColor: #000000 {
          label t "ab <c>" leading 0 top 0 color: #0000ff
        }
      }
      """)
    try folder.sync("drawn")
    let picture = try ChildProcess.run(
      try Python.path(), [Repository.path("Examples/scene_svg.py"), "drawn", folder.socket], environment: [:],
      timeout: ServedFolder.patience)
    #expect(picture.exit == .code(0) && picture.errorText == "")
    let svg = picture.outputText
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"60\">"))
    // The border lies along the inside of the edge.
    #expect(
      svg.contains(
        ##"<rect x="1" y="1" width="78" height="18" rx="3" fill="#ff0000ff" stroke="#000000ff" stroke-width="2"/>"##))
    // Six characters of 8 points, on a baseline 15 below the top.
    #expect(
      svg.contains(
        ##"<text x="0" y="15" textLength="48" font-size="17" font-weight="400" font-family="sans-serif" fill="#0000ffff">ab &lt;c&gt;</text>"##
      ))
  }

  @Test func `a client written from the page of the protocol comes to what there is`() throws {
    try folder.save(
      "drawn.layout",
      """
      layout drawn size 200, 200 {
        var tint = #ff0000
        box a at 0, 0, 10, 10 background: tint
        label t "text" leading 0 top 20 color: tint { trailing <= super.trailing }
        vscroll s at 0, 100, 50, 50 { box c size 50, 80 { if flag(wide) { radius: 4; remove height; height 90 } } }
      }
      """)
    try folder.sync("drawn")
    let client = try ChildProcess.run(
      try Python.path(),
      [
        Repository.path("Tests/EndToEndTests/protocol_page.py"), Repository.path("Documentation/protocol.md"),
        folder.socket, "drawn",
      ], environment: [:], timeout: ServedFolder.patience)
    #expect(client.exit == .code(0), "\(client.errorText)")
  }

  /// The window is SDL's own that nobody sees. In the picture the rows go upwards, blue before green before red.
  @Test func `the window draws a file`() throws {
    let path = folder.file("window.layout")
    try folder.save(
      "window.layout",
      "layout window { box b top 20 leading 10 size 30, 40 { button c size 10 bottom 0 trailing 0 } }")
    let picture = FileSystem.join(folder.path, "window.bmp")
    let window = try ChildProcess.run(
      FileSystem.join(FileSystem.split(ServedFolder.tool).directory, "live-window"), [path, "-", picture],
      environment: ["SDL_VIDEODRIVER": "dummy"], timeout: ServedFolder.patience)
    #expect(window.exit == .code(0) && window.errorText == "")

    let bytes = try FileSystem.readFile(picture).bytes
    let start = Int(bytes[10]) | Int(bytes[11]) << 8
    func colour(_ x: Int, _ y: Int) -> [UInt8] {
      let place = start + ((843 - y) * 390 + x) * 4
      return [bytes[place + 2], bytes[place + 1], bytes[place]]
    }
    let (white, grey, blue): ([UInt8], [UInt8], [UInt8]) = ([255, 255, 255], [229, 229, 234], [0, 122, 255])
    #expect(bytes.count == start + 390 * 844 * 4)
    #expect(colour(9, 20) == white && colour(10, 19) == white && colour(40, 20) == white && colour(10, 60) == white)
    #expect(colour(10, 20) == grey && colour(39, 20) == grey && colour(29, 50) == grey && colour(30, 49) == grey)
    #expect(colour(30, 50) == blue && colour(39, 59) == blue)
  }

  @Test func `a switch after a while is animated as the file says, and ends when it is over`() throws {
    try folder.save(
      "toast.layout",
      """
      layout toast {
        button toggle center {
          config main { size 44 }
          config alternative animate 2s ease-out { size 24 }
        }
      }
      """)
    try folder.sync("card")
    let subscription = try folder.subscribe(
      Request.Subscribe(scene: "toast", filter: Filter(root: "toggle"), mode: .every))
    var mirror = SceneMirror()
    _ = mirror.apply(try subscription.event())

    let script = try start("sh", [Repository.path("Examples/shrink-later.sh"), "0"])

    try expect("small\n", from: script)
    var widths: [Double] = []
    repeat {
      let event = try subscription.event()
      _ = mirror.apply(event)
      widths.append(mirror.frames.views[0].frame.rect.width)
      if event.settled == true, widths.last == 24 { break }
    } while true
    // In two seconds even a busy machine finds time for some frames; each is smaller than the one before.
    #expect(widths.count > 1 && widths == widths.sorted(by: >) && widths.allSatisfy { (24..<44).contains($0) })
  }

  @Test func `the table in Python says what is wrong with a name`() throws {
    let table = try start(try Python.path(), [Repository.path("Examples/scene_table.py"), "crad"])

    #expect(try table.wait(until: ServedFolder.deadline) == .code(1))
    #expect(table.errorText.contains("UnknownScene"))
  }

  @Test func `the shell script names what moves`() throws {
    let script = try start("sh", [Repository.path("Examples/what-moves.sh"), "card"])
    // It prints nothing before something moves, so its subscription is what shows that it runs.
    try waitForSubscriber()

    try folder.save("card.layout", SampleLayouts.card(width: 150))
    try expect("first 10 20 150 30\n", from: script)
    try folder.save("card.layout", SampleLayouts.broken)
    try expect("error in line 3: no view 'nowhere' here\n", from: script)
    // Its programs end with the daemon's stream, not with the shell.
    try script.send(.kill)
  }

  @Test func `the program in Swift tells the widest view`() throws {
    let tools = FileSystem.split(ServedFolder.tool).directory
    let widest = try start(FileSystem.join(tools, "widest-view"), ["card"])
    try expect("first is 100.0 points wide\n", from: widest)

    _ = try folder.run("use", "wide", "--scene", "card")
    try expect("second is 200.0 points wide\n", from: widest)
    try widest.send(.kill)
  }

  private func waitForSubscriber() throws {
    let deadline = ServedFolder.deadline
    while try folder.metrics()["subscribers"] != 1 {
      try #require(ContinuousClock.now < deadline, "nobody subscribes")
      // Nothing to wait for on the way: the script starts two programs.
      _ = try folder.daemon.waitForOutput(until: .now + .milliseconds(20)) { _ in false }
    }
  }
}
