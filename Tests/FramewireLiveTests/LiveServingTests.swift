import DaemonHarness
import Framewire
import FramewireClient
import FramewireLive
import Geometry
import Posix
import Testing
import Wire

/// Tools that look into a program.
@Suite("Scenes that are looked into") struct LiveServingTests {
  private struct Panel {
    let panel = Box("panel")
    let layout: Layout

    init() {
      let panel = panel
      layout = Layout("page") {
        panel(.top(0), .leading(0), .height(20)); (panel.width == 40).id("wide")
      }
    }
  }

  /// The program and the tool, which asks as long as the program turns.
  private func ask(_ live: LiveScene, _ arguments: String...) throws -> ChildProcess {
    let start = ContinuousClock.now
    let tool = try ChildProcess(
      ServedFolder.tool, arguments, environment: ["FRAMEWIRE_SOCKET": socket], in: FileSystem.split(socket).directory)
    while try tool.wait(until: .now) == nil, ContinuousClock.now - start < ServedFolder.patience {
      try live.wait(atMost: .milliseconds(5))
      _ = try live.turn(at: ContinuousClock.now - start)
    }
    return tool
  }

  private let folder: TemporaryFolder
  private var socket: String { FileSystem.join(folder.path, "s") }

  private final class TemporaryFolder: Sendable {
    let path: String
    init() throws { path = try FileSystem.makeTemporaryDirectory() }
    deinit { try? FileSystem.removeTree(path) }
  }

  init() throws { folder = try TemporaryFolder() }

  private struct Message: LayoutRecord, Identifiable {
    var id: String, from: String
    static let fields = [RecordField("from", \Message.from)]
  }

  /// Rows of 20: what the tool puts in front moves the others down, and so does what the program does.
  @Test func `tools and the program change the same records`() throws {
    let messages = Records("messages", [Message(id: "a", from: "Ada")])
    let row = Label("row")
    let page = Layout("page") {
      VStack("rows") { ForEach(messages) { message in row(.text(message.from)) } }(.at(x: 0, y: 0))
    }
    let live = try Scene(page, size: Size(width: 200, height: 100)).serve(on: socket, allowingChanges: true)
    _ = try live.turn(at: .zero)
    #expect(live.scene[row.of("a")] == Rect(x: 0, y: 0, width: 24, height: 20))

    let tool = try ask(live, "record", "insert", "messages", "{\"id\": \"z\", \"from\": \"Konrad\"}", "--at", "0")
    #expect(tool.exit == .code(0), "\(tool.errorText)")
    #expect(live.scene[row.of("z")] == Rect(x: 0, y: 0, width: 48, height: 20) && live.scene[row.of("a")].y == 20)
    try live.scene.insert([Message(id: "b", from: "Grace")], into: messages, before: "a")
    _ = try live.turn(at: .seconds(60))

    #expect(live.scene[row.of("b")].y == 20 && live.scene[row.of("a")].y == 40)
  }

  @Test func `tools see the frames, the reasons and the values of a program`() throws {
    let sample = Panel()
    let live = try Scene(sample.layout, size: Size(width: 200, height: 100)).serve(on: socket)
    _ = try live.turn(at: .zero)

    let frames = try ask(live, "subscribe", "page", "--count", "1")
    #expect(frames.exit == .code(0) && frames.errorText == "")
    #expect(frames.outputText.contains("\"panel\"") && frames.outputText.contains("[0,0,40,20]"))
    let reasons = try ask(live, "explain", "panel", "width")
    #expect(reasons.outputText.contains("panel.width == 40"), "\(reasons.outputText)\(reasons.errorText)")
    #expect(try ask(live, "get", "#wide", "--value").outputText == "40\n")
    #expect(try ask(live, "scenes").outputText.contains("page"))
    #expect(try ask(live, "call", "Sync", "{\"scene\":\"page\"}").exit == .code(0))
  }

  @Test func `whoever only looks changes nothing, and whoever may does`() throws {
    let sample = Panel()
    let live = try Scene(sample.layout, size: Size(width: 200, height: 100)).serve(on: socket)
    _ = try live.turn(at: .zero)
    let refused = try ask(live, "set", "#wide=50")
    #expect(refused.exit != .code(0) && refused.errorText.contains("only look"))
    #expect(live.scene[sample.panel].width == 40)
    try live.close()

    let open = try LiveScene(Scene(sample.layout, size: Size(width: 200, height: 100)))
    let other = FileSystem.join(folder.path, "other")
    try open.serve(on: other, allowingChanges: true)
    _ = try open.turn(at: .zero)
    #expect(try ask(open, "set", "#wide=50", "--socket", other).exit == .code(0))
    #expect(open.scene[sample.panel].width == 50)
  }

  /// The stream has what the program sets, a revision for each turn that moves something, and its end.
  @Test func `a subscriber follows what the program does, to its end`() throws {
    let sample = Panel()
    var live: LiveScene? = try Scene(sample.layout, size: Size(width: 200, height: 100)).serve(on: socket)
    let tool = try ChildProcess(
      ServedFolder.tool, ["subscribe", "page", "--every", "--no-reconnect"], environment: ["FRAMEWIRE_SOCKET": socket])
    func turn(until isDone: (String) -> Bool) throws -> Bool {
      let start = ContinuousClock.now
      while ContinuousClock.now - start < ServedFolder.patience {
        _ = try live?.turn(at: ContinuousClock.now - start)
        try live?.wait(atMost: .milliseconds(5))
        if try tool.waitForOutput(until: .now, where: { isDone($0.outputText) }) { return true }
      }
      return false
    }
    #expect(try turn { $0.contains("\"snapshot\"") })
    try live?.scene.set("wide", to: 60)
    #expect(try turn { $0.contains("\"set\":[1,0,0,60,20]") }, "\(tool.outputText)")
    try live?.scene.set("wide", to: 70)
    #expect(try turn { $0.contains("\"set\":[1,0,0,70,20]") })

    try live?.close()
    live = nil
    #expect(try tool.wait(until: ServedFolder.deadline) != nil)
    #expect(tool.outputText.contains("\"bye\""))
    #expect(!FileSystem.exists(socket))
  }

  @Test func `whoever follows a scene is told when the program shows another layout`() throws {
    let sample = Panel()
    var live: LiveScene? = try Scene(sample.layout, size: Size(width: 200, height: 100)).serve(on: socket)
    let tool = try ChildProcess(
      ServedFolder.tool, ["subscribe", "page", "--no-reconnect"], environment: ["FRAMEWIRE_SOCKET": socket])
    let start = ContinuousClock.now
    func turn(until isDone: () throws -> Bool) throws -> Bool {
      while ContinuousClock.now - start < ServedFolder.patience {
        _ = try live?.turn(at: ContinuousClock.now - start)
        try live?.wait(atMost: .milliseconds(5))
        if try isDone() { return true }
      }
      return false
    }
    #expect(try turn { try tool.waitForOutput(until: .now) { $0.outputText.contains("\"snapshot\"") } })

    let other = Box("other")
    live?.scene.layout = Layout("another") { other(.top(0), .leading(0), .width(30), .height(20)) }

    #expect(try turn { try tool.wait(until: .now) != nil }, "\(tool.outputText)")
    #expect(tool.outputText.contains("\"bye\""))
    // The other one is there for all who ask.
    let again = try ask(try #require(live), "scenes")
    #expect(again.outputText.contains("another"), "\(again.outputText) \(again.errorText)")
    try live?.close()
    live = nil
  }

  @Test func `whoever asks to be certain is answered, also where the layout is a file`() throws {
    let path = FileSystem.join(folder.path, "page.layout")
    try FileSystem.writeFile(path, Array("layout page { box b size 4 top 0 leading 0 }".utf8))
    let live = try LiveScene(file: path)
    try live.serve(on: socket)
    _ = try live.turn(at: .zero)
    try FileSystem.writeFile(path, Array("layout page { box b size 5 top 0 leading 0 }".utf8))

    #expect(try ask(live, "call", "Sync", "{\"scene\":\"page\"}").exit == .code(0))
    #expect(live.scene[try live.scene.layout.view("b")].width == 5)
  }

  @Test func `a socket that is served already is told`() throws {
    let live = try LiveScene(Scene(Panel().layout))
    try live.serve(on: socket)
    let other = try LiveScene(Scene(Panel().layout))

    do throws(LiveError) {
      try other.serve(on: socket)
      Issue.record("two serve one socket")
    } catch { #expect(error.description.hasPrefix("cannot serve at '\(socket)': ")) }
  }

  /// Forty clients that ask at once, beside a program that turns.
  @Test func `many who ask are all answered`() throws {
    let sample = Panel()
    let live = try Scene(sample.layout, size: Size(width: 200, height: 100)).serve(on: socket)
    _ = try live.turn(at: .zero)
    var waiting: [Connection] = []
    for _ in 0..<40 {
      let client = try Connection(to: SocketAddress(path: socket))
      try client.send(Call(method: "io.framewire.v1.ListScenes"))
      waiting.append(client)
    }
    let start = ContinuousClock.now
    while !waiting.isEmpty, ContinuousClock.now - start < ServedFolder.patience {
      _ = try live.turn(at: ContinuousClock.now - start)
      try live.wait(atMost: .milliseconds(5))
      try waiting.removeAll { try $0.receive(until: .now) != nil }
    }
    #expect(waiting.isEmpty)
  }
}
