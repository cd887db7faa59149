import DaemonHarness
import Drawing
import Frames
import Geometry
import Posix
import Testing
import Wire

@testable import Commands

@Suite("What 'watch' shows") struct WatchScreenTests {
  @Test func `keys come as bytes or sequences, and nothing else means anything`() {
    #expect(Key.all(in: Array("\tje q".utf8)) == [.nextScene, .nextView, .why, .pageDown, .quit])
    #expect(
      Key.all(in: Array("\u{1B}[A\u{1B}OB\u{1B}[Z\u{1B}[5~".utf8)) == [
        .previousView, .nextView, .previousScene, .pageUp,
      ])
    #expect(Key.all(in: [0x1B, 0x03, 0x0D]) == [.back, .quit, .why])
    // Control-Up, a key that means nothing, and a sequence that is cut off; what comes behind them is read.
    #expect(Key.all(in: Array("\u{1B}[1;5Az\u{1B}[3~q".utf8)) == [.quit])
    #expect(Key.all(in: Array("\u{1B}[1;5".utf8)).isEmpty && Key.all(in: [0xFF, 0x00]).isEmpty)
  }

  /// A scene of 80 × 96 points with a box in it: 10 × 6 cells, with the edge around it 12 × 8.
  private var screen: WatchScreen {
    var screen = WatchScreen(scene: "a")
    let root = ViewRecord(id: StreamID(1), path: "root", kind: "box", parent: nil, index: 0, frame: frame(0, 0, 80, 96))
    let box = ViewRecord(
      id: StreamID(2), path: "b", kind: "box", parent: root.id, index: 0, frame: frame(16, 16, 48, 64))
    let frames = FrameSet([root, box])
    screen.drawn = DrawnScene(artwork: SceneDrawing(of: frames).artwork, theme: .light, frames: frames)
    return screen
  }

  private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Frame {
    Frame(Rect(x: x, y: y, width: width, height: height))
  }

  private let console = Console(choice: "never")

  @Test func `a scene is found by its file, also where the daemon names files from its own folder`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], isCurrent: true)
    let daemon = try DaemonCalls(Verb.watch.parse(["--socket", folder.socket]))

    #expect(try daemon.scene(FileSystem.join(folder.layouts, "card.layout")).name == "card")
  }

  @Test func `there are as many lines as the terminal has, and the last ones are about the scene`() {
    var screen = screen
    let lines = screen.lines(columns: 60, rows: 12, console)

    #expect(lines.count == 12 && lines[0] == "┌──────────┐" && lines[7] == "└──────────┘" && lines[8] == "")
    #expect(lines[10] == "a  80 × 96  revision 0")
    #expect(lines[11] == "Tab: next scene  arrows: views  e: why  Esc: back  q: quit")
    for rows in 1...9 { #expect(screen.lines(columns: 60, rows: rows, console).count == rows, "\(rows)") }
  }

  @Test func `what is wrong stands beside the picture, or below where that needs the width`() {
    var screen = screen
    screen.state = .stale
    screen.diagnostics = [WireDiagnostic(code: "E1", severity: .error, message: "no")]

    let wide = screen.lines(columns: 60, rows: 12, console)
    // 12 columns, two between, and the 15th.
    #expect(wide[0] == "┌──────────┐\u{1B}[15Gerror[E1] no")
    #expect(wide[10].hasSuffix("the last good frames"))

    let narrow = screen.lines(columns: 50, rows: 12, console)
    // One line less for the picture, which still has all it needs.
    #expect(narrow[0] == "┌──────────┐" && narrow[7] == "└──────────┘" && narrow[9] == "error[E1] no")
  }

  @Test func `what does not fit says how much it is, and can be reached`() {
    var screen = screen
    screen.reasons = (1...20).map { "line \($0)" }

    var lines = screen.lines(columns: 40, rows: 12, console)
    // Ten lines are left by what is about the scene; half of them.
    #expect(lines[5...9] == ["line 1", "line 2", "line 3", "line 4", "… 16 lines more: Page Down"])
    screen.scroll(by: 30)
    lines = screen.lines(columns: 40, rows: 12, console)
    #expect(lines[5...9] == ["line 16", "line 17", "line 18", "line 19", "line 20"])
    screen.scroll(by: -1)
    #expect(screen.lines(columns: 40, rows: 12, console)[5] == "line 15")
  }

  @Test func `arrows go along the tree`() {
    var screen = screen
    func press(_ key: Key) -> String? {
      screen.select(key)
      return screen.selection
    }
    #expect(press(.nextView) == "root" && press(.nextView) == "b" && press(.nextView) == "b")
    #expect(press(.previousView) == "root" && press(.previousView) == "root")
    #expect(press(.child) == "b" && press(.parent) == "root" && press(.parent) == "root")
    screen.selection = "gone"
    #expect(press(.nextView) == "root")
  }
}
