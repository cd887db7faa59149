import Framewire
import Testing

@Suite("Flows and grids said in Swift") struct FlowTests {
  let a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d")

  /// 120 + 8 + 120 have room in 300, and 120 more have not: the third begins a line, 20 + 12 further down.
  @Test func `a row goes on in lines below each other`() throws {
    let layout = Layout("t") {
      HFlow("flow", gap: 8, lineGap: 12) {
        a(.size(120, 20))
        b(.size(120, 10), .aloneInRow(.bottom))
        c(.size(120, 20))
      }(.at(x: 0, y: 0), .width(300))
    }
    let frames = layout.frames(width: 400, height: 400)

    #expect(frames[a] == Rect(x: 0, y: 0, width: 120, height: 20))
    #expect(frames[b] == Rect(x: 128, y: 10, width: 120, height: 10))
    #expect(frames[c] == Rect(x: 0, y: 32, width: 120, height: 20))
    try expectBuilt(layout)
  }

  /// Two of 40 and 10 between them are 90 of 100; the third stands in a column of its own, 30 + 24 further to the
  /// right, and what is left of the first, 10, goes between its views.
  @Test func `a column goes on in lines beside each other`() throws {
    let layout = Layout("t") {
      VFlow("flow", gap: 10, lineGap: 24, items: .leading, justify: .spaceBetween) {
        a(.size(30, 40))
        b(.size(20, 40), .alone(.trailing))
        c(.size(30, 40))
      }(.at(x: 0, y: 0), .height(100))
    }
    let frames = layout.frames(width: 400, height: 400)

    #expect(frames[a] == Rect(x: 0, y: 0, width: 30, height: 40))
    #expect(frames[b] == Rect(x: 10, y: 60, width: 20, height: 40))
    #expect(frames[c] == Rect(x: 54, y: 0, width: 30, height: 40))
    try expectBuilt(layout)
  }

  /// 350 less 80 and two gaps of 15 are 240: one part of 80 and two of 160. The second row is as high as `c`.
  @Test func `columns are points, parts of the rest, or as wide as what is in them`() throws {
    let layout = Layout("t") {
      Grid("grid", columns: .each(80, .share(1), .share(2)), gap: 15, rowGap: 10) {
        a(.height(20), .span(columns: 2))
        b(.height(20))
        c(.height(40))
        d(.height(10), .cell(column: 2, row: 1), .aloneInRow(.bottom))
      }(.at(x: 0, y: 0), .width(350))
    }
    let frames = layout.frames(width: 400, height: 400)

    #expect(frames[a] == Rect(x: 0, y: 0, width: 175, height: 20))
    #expect(frames[b] == Rect(x: 190, y: 0, width: 160, height: 20))
    #expect(frames[c] == Rect(x: 0, y: 30, width: 80, height: 40))
    #expect(frames[d] == Rect(x: 190, y: 60, width: 160, height: 10))
    try expectBuilt(layout)
  }

  /// The second column is 80 to 180, and both rows' views are as high as they say: 20 wide ends at 180, and stays at
  /// 160.
  @Test func `one view alone stands elsewhere across its column, or across its row`() throws {
    let layout = Layout("t") {
      Grid("grid", columns: .each(80, 100), items: .top) {
        a(.size(10, 40))
        b(.size(20, 10), .alone(.trailing))
        c(.size(10, 40))
        d(.size(20, 10), .alone(.trailing), .aloneInRow(.bottom))
      }(.at(x: 0, y: 0))
    }
    let frames = layout.frames(width: 400, height: 400)

    #expect(frames[b] == Rect(x: 160, y: 0, width: 20, height: 10))
    #expect(frames[d] == Rect(x: 160, y: 70, width: 20, height: 10))
    try expectBuilt(layout)
  }

  /// One of 100 alone leaves 200 of 300 to be halved on both sides.
  @Test func `one column of so many points is no hundred columns`() throws {
    let layout = Layout("t") {
      Grid("grid", columns: .each(100), justify: .center) { a(.height(20)) }(.at(x: 0, y: 0), .width(300))
    }

    #expect(layout.frames(width: 400, height: 400)[a] == Rect(x: 100, y: 0, width: 100, height: 20))
    #expect(layout.text().contains("columns (100)"))
    try expectBuilt(layout)
  }

  /// Every word, alone and in a branch. 0.00000015 would be `1.5e-07` in Swift.
  @Test func `what flows and grids say is built as its text`() throws {
    let packings: [Packing] = [.leading, .center, .trailing, .fill, .spaceBetween, .spaceAround, .spaceEvenly]
    let tracks: [GridTracks] = [
      3, .equal(100), .atLeast(160), .atLeast(1.5e-7), .each(80), .each(.share(0.00000015)), .each(.auto),
      .each(12.5, .share(1), .share(2.5), .auto),
    ]
    let ofBoth: [Clause] =
      packings.flatMap { [Clause.justify($0), .lines($0)] } + [
        .gap(4), .gap(4, lines: 1.5e-7), .gap(4, lines: 6).id("g"), .inset(3), .fill(),
      ]
    for clause in ofBoth {
      try expectBuilt(
        Layout("t") { screen in
          let flow = HFlow("flow") { a(.size(10)) }
          let index = VFlow("index") { b(.size(10)) }
          flow(clause)
          index { If(screen.width > 300) { index(clause) } }
          Grid("grid", columns: .each(10, 20), rows: .each(10)) { c(.size(10)) }(clause, .hidden)
        })
    }
    for tracks in tracks {
      try expectBuilt(
        Layout("t") {
          Grid(
            "grid", columns: tracks, rows: tracks, gap: 1, rowGap: 2, inset: 3, items: .center, columnItems: .trailing
          ) {
            a(.size(10), .span(columns: 2, rows: 3), .cell(column: 1, row: 0), .aloneInRow(.firstBaseline), .x(.center))
            b(.size(10), .span(rows: 2), .width(.atMost(5)), .alone(.center))
            If(.light) { b(.alone(.fill)) }
            If(.dark) { c(.size(10), .cell(column: 0, row: 4)) }
          }(.rows(2), .columnItems(.leading))
        })
    }
    try expectBuilt(
      Layout("t") {
        HStack { a(.size(10), .aloneInRow(.lastBaseline)) }
        VStack { b(.size(10), .alone(.trailing)) }
        VFlow(items: .center) { c(.size(10), .alone(.fill)) }
        HFlow(items: .firstBaseline) { d(.size(10), .gapAfter(3)) }
      })
  }

  /// Each is told where it stands in the program, and the rest is laid out.
  @Test func `numbers that no grid can have are mistakes`() {
    let wrong: [(Clause, String)] = [
      (.columns(0), "E2212"), (.columns(.equal(.max)), "E2212"), (.rows(.equal(-1)), "E2212"),
      (.columns(.atLeast(.nan)), "E2505"), (.columns(.each(80, .points(.infinity))), "E2505"),
      (.columns(.each(.share(0))), "E2212"), (.columns(.each(.share(-1))), "E2212"),
      (.columns(.each(.share(.nan))), "E2505"), (.gap(1, lines: .nan), "E2505"), (.gap(.infinity, lines: 1), "E2505"),
    ]
    for (clause, code) in wrong {
      let here = Box("here")
      let layout = Layout("t") {
        Grid("grid", columns: 2) {
          here(.height(10))
        }(.at(x: 0, y: 0), .width(100), clause)
      }
      let told = layout.check().filter { $0.severity == .error }
      #expect(told.map(\.code) == [code], "\(told)")
      #expect(told.first?.site.line == #line - 6, "\(told)")
    }
    for clause: Clause in [.span(columns: 0), .span(rows: -3), .cell(column: -1, row: 0), .cell(column: 0, row: 1000)] {
      let layout = Layout("t") { Grid("grid", columns: 2) { a(.height(10), clause) }(.at(x: 0, y: 0), .width(100)) }
      #expect(layout.check().filter { $0.severity == .error }.map(\.code) == ["E2212"])
    }
  }

  @Test func `what nothing reads is told`() {
    let made = #line + 1
    let layout = Layout("t") {
      HFlow("flow") { Spacer() }
      a(.span(columns: 2))
      b(.alone(.center))
      VStack("column") { c(.aloneInRow(.firstBaseline)) }(.justify(.center), .gap(1, lines: 2), .columns(3))
    }
    let told = layout.check().filter { $0.code != "W3002" }

    // The last three are of one line, and are told of it.
    #expect(told.filter { $0.code == "W2208" }.map(\.site.line) == [made + 1, made + 2, made + 3], "\(told)")
    #expect(Set(told.map(\.code)) == ["W2208", "E1021", "E2202", "E2206"], "\(told)")
  }
}
