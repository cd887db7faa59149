import Foundation
import Framewire
import Testing

/// A line of text is 20 high, a character 8 wide.
@Suite("Layouts that are texts") struct ParsedLayoutTests {
  static let card = """
    layout card {
      var gap = 8
      box card top 10 leading 10 size 100, 50 {
        label title "Hello" top gap leading 8 #side
        config big { title.top == card.bottom }
      }
      vscroll page top 100 x fill height 50 { box long x fill y fill height 90 }
    }
    """

  @Test func `views are reached by their paths`() throws {
    let file = try Layout(parsing: Self.card)
    let frames = file.frames(width: 400, height: 300)

    #expect(frames.diagnostics == [])
    #expect(file.name == "card")
    #expect(file.paths == ["root", "card", "card.title", "page", "page.long"])
    #expect(frames[file["card.title"]] == Rect(x: 8, y: 8, width: 40, height: 20))
    #expect(frames[NamedView("page.long")] == Rect(x: 0, y: 0, width: 400, height: 90))
    #expect(frames.frame(of: NamedView("card.titel")) == nil)
  }

  @Test func `names that there are not are thrown, with the nearest`() throws {
    let file = try Layout(parsing: Self.card)
    #expect(throws: SceneError.unknownName(.view, "card.titel", nearest: "card.title")) {
      try file.view("card.titel")
    }
    #expect(throws: SceneError.unknownName(.view, "pagee", nearest: "page")) { try file.scrollView("pagee") }
    #expect(throws: SceneError.self) { try file.scrollView("card") }
    #expect(throws: SceneError.unknownName(.constraint, "sid", nearest: "side")) { try file.constraint("sid") }
    var scene = Scene(file)
    #expect(throws: SceneError.unknownName(.view, "cart", nearest: "card")) {
      try scene.setHidden(true, of: NamedView("cart"))
    }
    #expect(throws: SceneError.unknownName(.variable, "gab", nearest: "gap")) { try scene.setVariable("gab", to: 1) }
  }

  @Test func `a scene sets what its text has names for`() throws {
    let file = try Layout(parsing: Self.card)
    let title = file["card.title"]
    var scene = Scene(file, size: Size(width: 400, height: 300))
    try scene.setVariable("gap", to: 12)
    try scene.setText("Hello!", of: title)
    try scene.scroll(try file.scrollView("page"), to: Point(x: 0, y: 10))
    #expect(scene.turn(at: .zero).refused == [])
    #expect(scene[title] == Rect(x: 8, y: 12, width: 48, height: 20))

    // Another version of the text is an edit: what was set stays, and a path is the same view.
    scene.layout = try Layout(parsing: Self.card.replacing("leading 8", with: "leading 20"))
    #expect(scene.turn(at: .milliseconds(1)).refused == [])
    #expect(scene[title] == Rect(x: 20, y: 12, width: 48, height: 20))
    let explained = try #require(scene.explain(title, .left))
    let reasons = explained.attributes.flatMap(\.because)
    #expect(reasons.contains { $0.source.contains("leading") && $0.site.description == "text.layout:4" })
  }

  /// Its text is the text, in the one style.
  @Test func `what a program says, written and parsed, has the same frames`() throws {
    let (login, toast, panes) = (Login(), Toast(), Panes())
    for layout in [login.layout, toast.layout, panes.layout] {
      let parsed = try Layout(parsing: layout.text())
      #expect(parsed.text() == layout.text())
      for size in [Size(width: 390, height: 844), Size(width: 800, height: 600)] {
        let (said, read) = (layout.frames(in: Surroundings(size: size)), parsed.frames(in: Surroundings(size: size)))
        #expect(said.description == read.description)
      }
    }
  }

  @Test func `of several layouts one is meant, the first unless it is named`() throws {
    let text = "layout one { box a }\nlayout two { box b }\n"
    #expect(try Layout(parsing: text).paths == ["root", "a"])
    #expect(try Layout(parsing: text, named: "two").paths == ["root", "b"])
    let mistakes = #expect(throws: LayoutMistakes.self) { try Layout(parsing: text, named: "tow") }
    #expect(
      mistakes?.description == "text.layout:1: error: E2506: the text has no layout 'tow'; did you mean 'two'?")
  }

  @Test func `what is wrong has the line of the text`() throws {
    let mistakes = #expect(throws: LayoutMistakes.self) {
      try Layout(parsing: "layout a {\n  box b tpo 3\n}\n", file: "a.layout")
    }
    #expect(mistakes?.diagnostics.map(\.site.description) == ["a.layout:2"])

    var layout = try Layout(parsing: "layout a {\n  box b size 10 top 0 leading 0 width 20\n}\n", file: "a.layout")
    let told = layout.check()
    #expect(told.map(\.code) == ["E3001"] && told.map(\.site.description) == ["a.layout:2"])
    #expect(told.first?.statement == "box b size 10 top 0 leading 0 width 20")

    // What a program says of it has no place in the text.
    let box = Box("box")
    layout.add { box(.top(0)) }
    #expect(layout.check().map(\.code).sorted() == ["E2503", "E3001"])
    #expect(Layout("t") { NamedView("card.title") }.check().map(\.code) == ["E2501"])
  }

  /// What `framewire swift-names` prints, as its own tests have it, is a file of Swift.
  @Test func `the names of a file compile`() throws {
    let names = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../CommandsTests/Fixtures/swift-names/toast.names").standardizedFileURL
    let file = FileManager.default.temporaryDirectory.appending(path: "framewire-names-\(UUID().uuidString).swift")
    try FileManager.default.copyItem(at: names, to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    #expect(try Compiler.errors(in: [file]).isEmpty)
  }
}
