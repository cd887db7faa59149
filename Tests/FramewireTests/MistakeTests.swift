import Framewire
import Testing

@Suite("Mistakes in layouts said in Swift") struct MistakeTests {
  let a = Box("a"), b = Box("b"), c = Box("c")

  /// Row Y-14.
  @Test func `a view that stands in no block is told where it is mentioned, with where it was made`() throws {
    let stranger = Box("stranger")
    let made = #line - 1
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10))
      a.width == stranger.width
      b(.below(stranger), .size(5))
    }
    let told = layout.check().filter { $0.severity == .error }

    #expect(told.map(\.code) == ["E2501", "E2501"])
    #expect(told.map(\.site.line) == [made + 4, made + 5])
    #expect(told[0].site.file == "FramewireTests/MistakeTests.swift")
    #expect(told[0].message == "'stranger' stands in no block of this layout")
    #expect(told[0].notes.first?.site?.line == made)
    // What is wrong is left out, and the rest is laid out.
    #expect(layout.frames(width: 100, height: 100)[b].width == 5)
  }

  @Test func `a view in two parents stays in the first`() {
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10)) {
        c(.size(3))
      }
      b(.top(0), .leading(0), .size(20)) {
        c(.top(1))
      }
    }
    let told = layout.check().filter { $0.severity == .error }

    #expect(told.map(\.code) == ["E2502"])
    #expect(told[0].message == "'c' stands in 'b' here, and in 'a' before; a view has one parent")
    #expect(told[0].notes.first?.site?.line == told[0].site.line - 3)
    #expect(layout.frames(width: 100, height: 100).paths == ["root", "a", "a.c", "b"])
  }

  @Test func `a view cannot stand in itself, nor a screen in anything`() {
    let layout = Layout("t") { screen in
      a(.top(0), .leading(0), .size(10)) {
        a
        screen(.hidden)
      }
    }

    #expect(layout.check().map(\.code) == ["E2502", "E2502"])
  }

  @Test func `the root of another layout is a stranger`() {
    let other = Layout("other") { b }
    let layout = Layout("t") {
      a(.top(0), .leading(0), .height(10))
      a.width == other.root.width
    }

    #expect(layout.check().filter { $0.severity == .error }.map(\.code) == ["E2501"])
  }

  @Test func `two views of one name in one view`() {
    let again = Box("a")
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10))
      again(.top(20), .leading(0), .size(30))
      b(.below(again), .size(3))
    }
    let told = layout.check().filter { $0.severity == .error }

    #expect(told.map(\.code) == ["E2001"])
    #expect(layout.frames(width: 100, height: 100)[a].width == 10)
    #expect(layout.frames(width: 100, height: 100).frame(of: again) == nil)
  }

  /// Row L-30.
  @Test func `numbers, names, ids and priorities that there are not`() {
    let odd = Box("a.b"), empty = Box("")
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10))
      odd(.top(.nan), .leading(0), .size(3))
      empty(.top(0), .leading(0), .size(3))
      a.width == .infinity
      a.height <= 20 ~ 1200
      (a.height >= 2).id("two words")
      a.height == 10 ~ -3
      If(a.width >= .nan) { a.height == 10 }
    }

    #expect(
      layout.check().filter { $0.severity == .error }.map(\.code)
        == ["E2504", "E2504", "E2505", "E2505", "E2505", "E2209", "E2504", "E2209"])
    #expect(layout.frames(width: 100, height: 100)[a] == Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(layout.frames(width: 100, height: 100)[odd].width == 3)
  }

  /// Both say 10 and 20; the later one gives way.
  ///
  /// Row C-126.
  @Test func `contradictions are told with the lines of the program`() throws {
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10))
      a.width == 20
    }
    let line = #line - 2
    let told = try #require(layout.check().first)

    #expect(told.code == "E3001")
    #expect(told.site.line == line)
    #expect(told.statement == "a.width == 20")
    #expect(told.description.hasPrefix("FramewireTests/MistakeTests.swift:\(line): error: E3001: "))
    #expect(layout.frames(width: 100, height: 100)[a].width == 10)
  }

  /// Row C-056.
  @Test func `what nothing decides is a warning`() {
    let layout = Layout("t") { a(.top(0), .size(10)) }

    #expect(layout.check().map(\.code) == ["W3002"])
    #expect(throws: Never.self) { try layout.checked() }
  }

  @Test func `a layout with errors is not checked`() {
    let layout = Layout("t") { a.width == b.width }

    #expect(throws: LayoutMistakes.self) { try layout.checked() }
  }

  /// `attach` says something of a neighbour, and there is none: E2204 of the language.
  @Test func `what the language complains about is left out as well`() {
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10))
      b(.x(.attach), .top(0), .size(3))
    }
    let told = layout.check().filter { $0.severity == .error }

    #expect(told.map(\.code) == ["E2204"])
    #expect(told[0].statement == "box b x attach {")
    #expect(layout.frames(width: 100, height: 100)[a].width == 10)
  }

  @Test func `what a scroll view's guides are of its content is said in the view's own block`() {
    let page = VScroll("page") { a(.height(100)) }
    let layout = Layout("t") {
      page(.fill()) { a.top == Super.margins.top }
    }
    let mended = Layout("t") {
      page(.fill()) { a { a.top == Super.margins.top } }
    }

    #expect(layout.check().filter { $0.severity == .error }.map(\.code) == ["E2503"])
    #expect(mended.check().filter { $0.severity == .error } == [])
  }
}
