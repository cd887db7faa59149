import DaemonHarness
import Frames
import FramewireClient
import Settables
import Testing
import Wire

@Suite("What a daemon answers") struct ServiceTests {
  let folder: ServedFolder

  init() throws { folder = try ServedFolder(["card.layout": SampleLayouts.card()]) }

  func frame(of path: String, in scene: String = "card") throws -> Frame? {
    guard case .event(let event) = try folder.ask(.snapshot(Request.Snapshot(scene: scene))) else { return nil }
    return event.diff.views.first { $0.path == path }?.frame
  }

  func apply(_ ops: Op..., scene: String? = "card") throws -> Reply.Applied? {
    guard case .applied(let applied) = try folder.ask(.apply(Request.Apply(scene: scene, ops: ops))) else { return nil }
    return applied
  }

  // MARK: About itself

  @Test func `it introduces itself and describes its interfaces`() throws {
    guard case .info(let info) = try folder.ask(.getInfo) else {
      Issue.record("it does not")
      return
    }
    #expect(info.product == "framewire")
    #expect(info.interfaces == ["org.varlink.service", "io.framewire.v1"])

    for interface in info.interfaces {
      let reply = try folder.ask(.getInterfaceDescription(interface: interface))
      guard case .interfaceDescription(let text) = reply else {
        Issue.record("\(interface) is not described: \(reply)")
        continue
      }
      #expect(text.contains("interface \(interface)\n"))
    }
    #expect(
      try folder.refusal(of: .getInterfaceDescription(interface: "io.framewire.v9"))
        == .interfaceNotFound("io.framewire.v9"))
  }

  @Test func `a method that nobody declared is not found`() throws {
    let response = try folder.connect().ask("Snapshoot")

    #expect(response.error == "org.varlink.service.MethodNotFound")
  }

  @Test func `it counts what it did`() throws {
    let numbers = try folder.metrics()
    #expect(numbers["scenes"] == 1)
    #expect(numbers["documents"] == 1)
    #expect(numbers["solves"] == 1)
  }

  // MARK: Scenes

  @Test func `served files are scenes, with their size and configurations`() throws {
    let scenes = try folder.scenes()
    let card = try #require(scenes.first)
    #expect(scenes.map(\.name) == ["card"])
    #expect(card.file == folder.file("card.layout"))
    #expect(card.state == .ok && card.rev == 1 && card.layoutRev == 1 && card.views == 6)
    #expect(card.width == 390 && card.height == 844)
    #expect(card.configs.map(\.view) == ["second"])
    #expect(card.configs.first?.active == "main")
    #expect(card.configs.first?.names.contains("wide") == true)
  }

  @Test func `a text becomes a scene, and its end is told to who watches it`() throws {
    let text = "layout extra { box a leading 1 top 2 width 3 height 4 }"
    guard case .loaded(let loaded) = try folder.ask(.load(Request.Load(.text(text), name: "extra"))) else {
      Issue.record("it is not loaded")
      return
    }
    #expect(loaded == [.init(name: "extra", layoutRev: 1)])
    #expect(try frame(of: "a", in: "extra") == Frame(x: 64, y: 128, width: 192, height: 256))

    let subscription = try folder.subscribe(Request.Subscribe(scene: "extra"))
    #expect(try subscription.event().kind == .snapshot)
    #expect(try folder.ask(.unload(scene: "extra")) == .done())
    #expect(try subscription.event().kind == .bye)
    #expect(try subscription.next(until: ServedFolder.deadline) == .end)
  }

  @Test func `a text with mistakes is refused with lines and columns`() throws {
    let refusal = try folder.refusal(
      of: .load(Request.Load(.text("layout extra {\n  box a widht 3\n}"), name: "extra")))

    guard case .layoutFailed(let diagnostics) = refusal, let first = diagnostics.first else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(first.severity == .error)
    #expect(first.span?.line == 2 && first.span?.column == 9)
    #expect(try folder.refusal(of: .snapshot(Request.Snapshot(scene: "extra"))) != nil)
  }

  @Test func `a file that is loaded by its path is watched from then on`() throws {
    try folder.save("note.txt", "layout note { box a leading 1 top 2 width 3 height 4 }")
    _ = try folder.ask(.load(Request.Load(.path(folder.file("note.txt")))))
    let subscription = try folder.subscribe(Request.Subscribe(scene: "note"))
    _ = try subscription.event()

    try folder.save("note.txt", "layout note { box a leading 1 top 2 width 5 height 4 }")

    #expect(try subscription.event().cause == "file:\(folder.file("note.txt"))")
    #expect(try frame(of: "a", in: "note")?.width == 5 * 64)
  }

  @Test func `a layout can be open in several environments`() throws {
    let environment = Environment([
      Assignment(.size, to: [100, 50]), Assignment(.trait, of: "style", to: "dark"),
      Assignment(.variable, of: "columns", to: 3),
    ])
    let open = Request.Open(layout: "card", scene: "small", environment: environment)
    #expect(try folder.ask(.open(open)) == .layoutRev(1))

    #expect(try frame(of: "root", in: "small") == Frame(x: 0, y: 0, width: 6400, height: 3200))
    #expect(try frame(of: "second", in: "small")?.width == 60 * 64)
    #expect(try frame(of: "night", in: "small")?.x == 60 * 64)
    #expect(try frame(of: "second")?.width == 40 * 64)

    #expect(try folder.refusal(of: .open(open)) == .invalidParameter("scene: 'small' is open already"))
    #expect(try folder.ask(.close(scene: "small")) == .done())
    #expect(try folder.refusal(of: .snapshot(Request.Snapshot(scene: "small"))) != nil)
  }

  @Test func `a reload keeps what was set from outside, unless it is told to forget it`() throws {
    _ = try apply(Op(.set(.constant, of: "#inset", to: 33)))
    #expect(try frame(of: "second")?.x == 33 * 64)

    _ = try folder.ask(.reload(scene: "card", resetState: false))
    #expect(try frame(of: "second")?.x == 33 * 64)

    _ = try folder.ask(.reload(scene: "card", resetState: true))
    #expect(try frame(of: "second")?.x == 16 * 64)
  }

  // MARK: Setting

  @Test func `everything in one Apply is one revision`() throws {
    let applied = try apply(
      Op(.set(.config, of: "second", to: "wide")), Op(.set(.trait, of: "style", to: "dark")),
      Op(.set(.flag, of: "editing", to: true)), Op(.set(.constant, of: "#inset", to: 5)),
      Op(.set(.size, to: [500, 400])), Op(.set(.text, of: "second.title", to: "Hello")))

    #expect(applied?.rev == 2 && applied?.layoutRev == 2)
    #expect(try frame(of: "second") == Frame(x: 5 * 64, y: 60 * 64, width: 200 * 64, height: 30 * 64))
    #expect(try frame(of: "bar")?.width == 40 * 64)
    #expect(try frame(of: "night")?.x == 460 * 64)
  }

  @Test func `one operation that cannot be done leaves everything as it was`() throws {
    let ops = [Op(.set(.constant, of: "#inset", to: 5)), Op(.set(.config, of: "second", to: "wdie"))]
    let refusal = try folder.refusal(of: .apply(Request.Apply(scene: "card", ops: ops)))

    guard case .unknownName(kind: "config", name: "wdie", let known)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(known.first == "wide")
    #expect(try frame(of: "second")?.x == 16 * 64)
  }

  @Test func `names that nothing has come back with those that were probably meant`() throws {
    #expect(
      try folder.refusal(of: .snapshot(Request.Snapshot(scene: "crad"))) == .unknownScene("crad", known: ["card"]))
    let hide = Request.Apply(scene: "card", ops: [Op(.set(.hidden, of: "secnd", to: true))])
    #expect(try folder.refusal(of: .apply(hide)) == .unknownView("secnd", near: ["second"]))
    let set = Request.Apply(scene: "card", ops: [Op(.set(.variable, of: "colums", to: 1))])
    #expect(try folder.refusal(of: .apply(set)) == .unknownName(kind: "variable", name: "colums", known: ["columns"]))
  }

  @Test func `an Apply for a layout that has changed since is refused`() throws {
    let apply = Request.Apply(scene: "card", ops: [Op(.set(.constant, of: "#inset", to: 5))], ifLayoutRev: 7)

    #expect(try folder.refusal(of: .apply(apply)) == .revisionConflict(current: 1))
  }

  @Test func `a snapshot of an earlier revision shows what was, and one of a later revision is refused`() throws {
    func snapshot(at rev: Int?) throws -> Event? {
      guard case .event(let event) = try folder.ask(.snapshot(Request.Snapshot(scene: "card", at: rev))) else {
        return nil
      }
      return event
    }
    let before = try snapshot(at: nil)
    _ = try apply(Op(.set(.constant, of: "#inset", to: 5)))

    #expect(try snapshot(at: 1) == before)
    #expect(try snapshot(at: 2)?.diff.views != before?.diff.views)
    #expect(
      try folder.refusal(of: .snapshot(Request.Snapshot(scene: "card", at: 3))) == .revisionGone(oldest: 1, newest: 2))
  }

  @Test func `the scene may be left out when there is one, and only then`() throws {
    #expect(try apply(Op(.set(.constant, of: "#inset", to: 5)), scene: nil)?.rev == 2)

    _ = try folder.ask(.open(Request.Open(layout: "card", scene: "other")))
    #expect(try folder.refusal(of: .snapshot(Request.Snapshot())) == .unknownScene("", known: ["card", "other"]))
  }

  // MARK: Files

  @Test func `after Sync everything that was saved before it is in effect`() throws {
    for width in 101...110 {
      try folder.save("card.layout", SampleLayouts.card(width: width))
      let synced = try folder.state(of: "card")
      #expect(synced.state == .ok)
      #expect(try frame(of: "first")?.width == Int32(width) * 64)
    }
  }

  @Test func `Sync tells what is wrong with a file that was saved with a mistake`() throws {
    try folder.save("card.layout", SampleLayouts.broken)

    let synced = try folder.state(of: "card")
    #expect(synced.state == .stale && synced.rev == 1 && synced.layoutRev == 1)
    #expect(synced.diagnostics.map(\.code) == ["E2003"])
    #expect(synced.diagnostics.first?.span?.line == 3)
  }

  @Test func `the same bytes saved again are no revision`() throws {
    for _ in 0..<3 {
      try folder.save("card.layout", SampleLayouts.card())
      try folder.sync("card")
    }

    let scenes = try folder.scenes()
    #expect(scenes.first?.rev == 1)
  }

  @Test func `Check reads a file or a text and loads neither`() throws {
    try folder.save("card.layout", SampleLayouts.card())
    let ofText = try folder.check(.text(SampleLayouts.broken))
    #expect(ofText.map(\.code) == ["E2003"])
    let ofFile = try folder.check(.path(folder.file("card.layout")))
    #expect(!ofFile.contains { $0.severity == .error })
    let scenes = try folder.scenes()
    #expect(scenes.map(\.name) == ["card"] && scenes.first?.state == .ok)
  }

  @Test func `Check takes a text for what is not saved yet of a file, imports and places included`() throws {
    try folder.save("tokens.layout", "let inset = 12\n")
    let buffer = "import \"tokens.layout\" as t\nlayout card { box a left t.inset top t.nothing size 1 }\n"
    let answer = try folder.connect().call(
      Call(
        method: Method.check.rawValue,
        parameters: ["path": .string(folder.file("card.layout")), "text": .string(buffer)]))

    let diagnostics = try #require(answer.parameters["diagnostics"]?.array)
    #expect(diagnostics.compactMap { $0["code"]?.string } == ["E2005"])
    #expect(diagnostics.first?["span"]?["file"]?.string == folder.file("card.layout"))
    #expect(diagnostics.first?["span"]?["line"]?.number == 2)
    #expect(try frame(of: "first")?.x == 640)
  }

  @Test func `a text that is to be loaded under the name of a served file is refused for that reason`() throws {
    let text = "layout other { box a left 1 top 2 size 3 }"
    let name = folder.file("card.layout")

    #expect(
      try folder.refusal(of: .load(Request.Load(.text(text), name: name)))
        == .invalidParameter("name: '\(name)' is a file that is served"))
  }

  @Test func `files that appear in the folder become scenes`() throws {
    try folder.save("later.layout", "layout later { box a leading 1 top 2 width 3 height 4 }")
    try folder.sync("later")

    #expect(try frame(of: "a", in: "later") == Frame(x: 64, y: 128, width: 192, height: 256))
  }
}
