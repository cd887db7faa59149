import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables
import Testing

@testable import LayoutRuntime

@Suite("Reading back what can be set") struct GetTests {
  static let text = """
    layout card size 300, 200 dark {
      var indent = 5
      box a top 20 height 40 left 10 @high #gap { width 100 }
      box b top 0 width 30 height 10 left indent #gap
      box c fill inset 1, 2, 3, 4 #edges
      if flag(tall) { box d top 1 }
    }
    """

  var world = World(serving: ["card.layout": text])

  private mutating func get(_ names: String...) -> (values: [SceneValue], failure: RequestFailure?) {
    let reply = world.call(.get(scene: nil, names: names))
    guard case .done(.values(let values, _)) = reply else { return ([], reply?.failure) }
    return (values, nil)
  }

  @Test mutating func `a field of one record is asked for as it is set`() {
    world.save(
      "card.layout",
      """
      layout card size 300, 200 {
        var rows: list(id: text, n: number) = [(id: "a", n: 1), (id: "b", n: 2)]
        for r in rows by r.id { box row width r.n }
      }
      """)
    #expect(get("rows[\"b\"].n").values.map(\.value) == [2])
    #expect(get("rows[\"b\"].id").values.map(\.value) == ["b"])
    _ = world.apply(.records(list: "rows", .change(key: "b", SettableRecord([("n", 7)]))), to: "card")
    let set = get("rows[\"b\"].n").values[0]
    #expect(set.value == 7 && set.source == .outside && set.name == "rows[\"b\"].n")

    #expect(get("rows[\"c\"].n").failure == .unknownName(kind: "record", "rows[\"c\"].n", known: ["a", "b"]))
    let fields = ["rows[\"a\"].id", "rows[\"a\"].n"]
    #expect(get("rows[\"a\"].m").failure == .unknownName(kind: "field", "rows[\"a\"].m", known: fields))
    #expect(get("rows[\"a\"]").failure == .unknownName(kind: "field", "rows[\"a\"]", known: fields))
  }

  @Test mutating func `texts of views and what is hidden are told of those that were set, and of all by name`() {
    world.save(
      "card.layout",
      "layout card size 300, 200 { box p { label t \"Hi\"; box q hidden; label u } }")
    #expect(get().values.filter { [.text, .hidden].contains($0.settable) } == [])
    let text = get("p.t.text").values[0]
    #expect(text.value == "Hi" && text.name == "p.t.text" && text.source == .file && text.settable == .text)
    #expect(get("t.text").values.map(\.name) == ["p.t.text"], "its last name is enough")
    #expect(get("q.hidden").values.map(\.value) == [true] && get("t.hidden").values.map(\.value) == [false])
    #expect(get("u.text").values.map(\.value) == [nil])
    #expect(get("z.text").failure == .unknownView("z", near: []))

    _ = world.apply(.set(.text, of: "p.t", to: "Ho"), .set(.hidden, of: "q", to: false))

    let set = get().values.filter { [.text, .hidden].contains($0.settable) }
    #expect(set.map(\.name) == ["p.t.text", "p.q.hidden"] && set.map(\.value) == ["Ho", false])
    #expect(set.map(\.source) == [.outside, .outside] && set[0].written == "Hi")
  }

  @Test mutating func `what surrounds a scene is told, unless a variable has the name`() {
    world.save("card.layout", "layout card size 300, _ safe 10, 0, 20, 0 { var scale = 5; box a size 10 }")
    #expect(get().values.suffix(5).map(\.name) == ["size", "scale", "safe", "margins", "keyboard"])
    #expect(get("scale").values.map(\.settable) == [.variable])
    let before = get("size", "safe", "margins", "keyboard").values
    #expect(before.map(\.value) == [[300, nil], [10, 0, 20, 0], [8, 8, 8, 8], 0])
    #expect(before.map(\.source) == [.file, .file, .standard, .standard])
    #expect(before.map(\.written) == ["300, _", "10, 0, 20, 0", nil, nil])

    _ = world.apply(
      .set(.size, to: [320, 480]), .set(.scale, to: 2), .set(.margins, to: [1, 2, 3, 4]),
      .set(.keyboard, to: [40, 300, 200, 100]))

    let set = get().values.suffix(5)
    #expect(set.map(\.value) == [[320, 480], 2, [10, 0, 20, 0], [1, 2, 3, 4], [40, 300, 200, 100]])
    #expect(set.map(\.source) == [.outside, .outside, .file, .outside, .outside])
    #expect(set.map(\.written) == ["300, _", nil, "10, 0, 20, 0", nil, nil])
    guard case .unknownName(kind: "value", "sise", let near)? = get("sise").failure else {
      Issue.record("nothing is called so")
      return
    }
    #expect(near.first == "size")
  }

  /// Eight letters of 8 points, in a line of 20 whose baseline is 15 below its top.
  @Test mutating func `of a view its configuration, natural size and offset are told, set or not`() {
    world.save(
      "card.layout",
      """
      layout card size 300, 200 {
        label t "Hi there" top 4 leading 4
        box panel size 40 top 40 leading 0 { config wide { width 100 } }
        vscroll page top 100 leading 0 size 100, 50 { box inner height 200 width 10 top 0 leading 0 }
        box seal top 0 trailing 0 intrinsic 30, 20
        box plain size 10 bottom 0 trailing 0
      }
      """)
    let before = get("panel.config", "t.intrinsic", "seal.intrinsic", "plain.intrinsic", "page.scroll", "plain.scroll")
    let sizes: [SettableValue?] = [[64, 20, 15, 15], [30, 20, nil, nil], nil]
    #expect(before.values.map(\.value) == ["main"] + sizes + [[0, 0], nil])
    #expect(before.values.map(\.source) == [.standard, .standard, .file, .standard, .standard, .standard])

    _ = world.apply(
      .set(.scroll, of: "page", to: [0, 30]), .set(.config, of: "panel", to: "wide"),
      .set(.intrinsic, of: "t", to: [40, 30, nil, 24]))

    let set = get().values.filter { $0.settable.subject.isView }
    #expect(set.map(\.name) == ["panel.config", "t.intrinsic", "page.scroll"])
    #expect(set.map(\.value) == ["wide", [40, 30, nil, 24], [0, 30]])
    #expect(set.allSatisfy { $0.source == .outside })
    #expect(get("page.scroll", "panel.config").values == [set[2], set[0]])
  }

  @Test mutating func `a constant has its numbers, its priority and what the file says`() {
    let gap = get("a.#gap").values[0]
    #expect(gap.name == "a.#gap")
    #expect(gap.value == [10])
    #expect(gap.priority == 750)
    #expect(gap.source == .file)
    #expect(gap.written == "10")
    #expect(get("#edges").values[0].value == [1, 2, 3, 4])
    #expect(get("#edges").values[0].priority == 1000)

    _ = world.apply(.set(.constant, of: "#edges", to: 7))

    #expect(get("#edges").values[0].value == [7])
    #expect(get("#edges").values[0].priority == 1000)
    #expect(get("#edges").values[0].source == .outside)
    #expect(get("#edges").values[0].written == "1, 2, 3, 4")
    #expect(get("c.#edges").values[0].name == "#edges", "its view may be named where it need not be")
  }

  /// The words of the file are told to whoever asks for them, and to nobody else.
  @Test mutating func `whoever asks is told the clause of each value, and the words to exchange`() throws {
    let text = """
      layout card size 300, 200 {
        let six = 6
        var indent = -5
        box a left 10 #l top == super.bottom - 52 #t height 40% #h width six #six
        box b fill inset 1, 2, 3, 4 #edges
      }
      """
    world = World(serving: ["card.layout": text])
    #expect(get().values.allSatisfy { $0.clause == nil && $0.literals == nil })
    func words(_ world: inout World) -> [String: [String]] {
      guard case .done(.values(let values, _))? = world.call(.get(scene: nil, names: [], clauses: true)) else {
        return [:]
      }
      let source = SourceText(name: "card.layout", text: text)
      let told = values.compactMap { value in
        value.clause.map { (value.name, [$0] + (value.literals ?? []).map { source.text(in: $0.span) }) }
      }
      return Dictionary(told, uniquingKeysWith: { $1 })
    }
    let expected = [
      "#l": ["left 10 #l", "10"], "#t": ["top == super.bottom - 52 #t", "- 52"], "#h": ["height 40% #h"],
      "#six": ["width six #six", "6"], "#edges": ["inset 1, 2, 3, 4 #edges", "1", "2", "3", "4"],
      "indent": ["var indent = -5", "-5"],
    ]
    #expect(words(&world) == expected)

    // It is the file's words, whatever is set.
    _ = world.apply(.set(.constant, of: "#l", to: 99))
    #expect(words(&world) == expected)

    // A mistake: places in the file are no longer those of the layout that is shown.
    world.save("card.layout", "// moved\n" + text.replacing("10", with: "middel"))
    world.advance(milliseconds: 1000)
    #expect(world.status(of: "card") == .stale)
    #expect(words(&world).isEmpty)
  }

  @Test mutating func `variables, flags and traits too, whoever says them`() {
    #expect(get("indent").values.map(\.value) == [5])
    #expect(get("tall").values.map(\.value) == [false])
    #expect(get("tall").values.map(\.source) == [.standard])
    #expect(get("style").values.map(\.value) == ["dark"])
    #expect(get("style").values.map(\.source) == [.file])
    #expect(get("direction").values.map(\.source) == [.standard])

    _ = world.apply(
      .set(.variable, of: "indent", to: 8), .set(.flag, of: "tall", to: true), .set(.trait, of: "style", to: "light"))

    let values = get("indent", "tall", "style").values
    #expect(values.map(\.value) == [8, true, "light"])
    #expect(values.map(\.settable) == [.variable, .flag, .trait])
    #expect(values.allSatisfy { $0.source == .outside })
    #expect(values.map(\.written) == ["5", nil, "dark"])
  }

  @Test mutating func `a variable that is a text is told as it was set`() {
    world = World(
      serving: [
        "card.layout": """
        layout card size 300, 200 {
          var greeting = "Hi"
          label title { text: greeting }
        }
        """
      ])
    #expect(get("greeting").values.map(\.value) == ["Hi"])

    _ = world.apply(.set(.variable, of: "greeting", to: "Good evening"))

    let value = get("greeting").values[0]
    #expect(value.value == "Good evening")
    #expect(value.source == .outside)
    #expect(value.written == "Hi")
  }

  @Test mutating func `without a name it is all there is to set, in a fixed order`() {
    let names = get().values.map(\.name)

    #expect(names.prefix(5) == ["a.#gap", "b.#gap", "#edges", "indent", "tall"])
    #expect(names.contains("contentSize"))
  }

  @Test mutating func `what nobody has is refused, and an id that two views have needs one`() {
    guard case .unknownName(kind: "constant", "#gap", let known)? = get("#gap").failure else {
      Issue.record("two views have it")
      return
    }
    #expect(known.contains("a.#gap") && known.contains("b.#gap"))
    guard case .unknownName(kind: "value", "idnent", let near)? = get("idnent").failure else {
      Issue.record("nobody has it")
      return
    }
    #expect(near.first == "indent")
  }

  @Test mutating func `an id finds its constraint, and one that nobody has finds none`() {
    #expect(get("a.#gap").values.map(\.value) == [[10]])
    #expect(get("#edges", "b.#gap").values.map(\.value) == [[1, 2, 3, 4], [5]])
    guard case .unknownName(kind: "constant", "#egdes", let near)? = get("#egdes").failure else {
      Issue.record("nobody has it")
      return
    }
    #expect(near.first == "#edges")
  }

  @Test mutating func `what was set of an id beside its numbers is told with them`() {
    _ = world.apply(.set(.priority, of: "#edges", to: 250), .set(.active, of: "#edges", to: false))

    let values = get("#edges").values
    #expect(values.map(\.settable) == [.constant, .priority, .active])
    #expect(values.map(\.value) == [[1, 2, 3, 4], 250, false])
    #expect(values.map(\.source) == [.file, .outside, .outside])
    #expect(values.map(\.written) == ["1, 2, 3, 4", "1000", nil])
    #expect(values[0].priority == 250)
  }

  @Test mutating func `after a reload that says it differently, the file has the word again`() {
    _ = world.apply(.set(.constant, of: "#edges", to: 7))
    world.save("card.layout", Self.text.replacing("inset 1, 2, 3, 4", with: "inset 5, 2, 3, 4"))

    #expect(get("#edges").values[0].value == [5, 2, 3, 4])
    #expect(get("#edges").values[0].priority == 1000)
    #expect(get("#edges").values[0].source == .file)
  }
}
