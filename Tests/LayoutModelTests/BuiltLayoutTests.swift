import Geometry
import LayoutModel
import LayoutSyntax
import Testing

/// `built == resolve(parse(text))`, but for places: a layout that is built without a text is the one that its text
/// resolves to.
@Suite("Layouts built without a text") struct BuiltLayoutTests {
  /// Every placement and setting, branches and configurations, ids and priorities; said by hand.
  @Test(arguments: samples.indices)
  func `a sample is what its text resolves to`(_ index: Int) throws {
    try compare(Self.samples[index])
  }

  @Test(arguments: 0..<300)
  func `so is whatever is made up`(_ seed: UInt64) throws {
    try compare(RandomDescription.layout(seed: seed), "seed \(seed)")
  }

  /// Mistakes that only the builder can see are told in the same words.
  @Test func `two views of one name are a mistake in code as well`() throws {
    let twice = DescribedLayout(.view(.box, "a", []), .view(.label, "a", text: "A", []))
    let (_, built) = twice.built()

    #expect(built.map(\.code.rawValue) == ["E2001"])
    #expect(built.map(\.message) == resolved(twice).diagnostics.map(\.message))
  }

  @Test func `an id is given once to a view`() {
    let twice = DescribedLayout(.view(.box, "a", [.says(.edge(.top, 1), id: "x"), .says(.edge(.leading, 2), id: "x")]))
    let (_, built) = twice.built()

    #expect(built.map(\.code.rawValue) == ["E2008"])
    #expect(built.map(\.message) == resolved(twice).diagnostics.map(\.message))
  }

  private func resolved(_ description: DescribedLayout) -> (document: ResolvedDocument, diagnostics: [Diagnostic]) {
    resolve(parse(SourceText(name: "described", bytes: Array(description.text.utf8))))
  }

  private func compare(_ description: DescribedLayout, _ origin: String = "") throws {
    let text = description.text
    let tree = parse(SourceText(name: "described", bytes: Array(text.utf8)))
    let (document, diagnostics) = resolve(tree)
    let comment = Comment(rawValue: "\(origin)\n\(text)")
    try #require(tree.diagnostics.isEmpty, comment)
    let built = description.built()

    let expected = try #require(document.layouts.first).withoutPlaces
    let layout = built.layout.withoutPlaces
    // What a kind of view does not read is told by who reads the text.
    let told = diagnostics.filter { $0.code != ResolutionCode.unreadSetting.code }
    #expect(built.diagnostics.map(\.message) == told.map(\.message), comment)
    // The dump tells what is different; the comparison behind it tells of everything.
    #expect(LayoutDump(layout: layout).lines == LayoutDump(layout: expected).lines, comment)
    #expect(layout == expected, comment)
  }

  static let samples: [DescribedLayout] = [
    DescribedLayout(
      .view(.box, "a", [.says(.size(300, 200)), .says(.center(.both(nil), offset: nil))]),
      .view(.box, "b", [.says(.fill(.all(DescribedArea(.safe)), .equal, .all(8)), id: "inset")]),
      .view(.box, "c", [.says(.fill(.along(.x), .equal, nil)), .says(.edge(.top, 10), priority: 500, id: "top")]),
      .view(
        .box, "d",
        [.says(.fill(.each([(.top, DescribedArea(.safe)), (.leading, DescribedArea())]), .equal, nil), id: "d")]),
      .view(
        .box, "e",
        [
          .says(.fill(.all(DescribedArea(.margins)), .atMost, .named(x: 4, top: 2))),
          .says(.pin(DescribedPoint(.top, .leading), to: DescribedPoint(), nil, nil, offset: (1, 2)), id: "move"),
        ]),
      .view(.box, "f", [.says(.fill(.all(nil), .less, nil))])),
    DescribedLayout(
      .view(.box, "a", [.says(.at([10, 20, 100, 40], nil), id: "at")]),
      .view(.box, "b", [.says(.at([1, 2], DescribedArea(.safe, of: "a")))]),
      .view(.box, "c", [.says(.pinAt(DescribedPoint(.top, .trailing), [20, 10, 5, 6]), id: "p")]),
      .view(
        .box, "d",
        [
          .says(
            .pin(
              DescribedPoint(.bottom, .leading), to: DescribedPoint(.top, .trailing), DescribedArea(of: "a"), .all(4),
              offset: nil), id: "q")
        ]),
      .view(.box, "e", [.says(.center(.each(x: DescribedArea(), y: DescribedArea(.safe)), offset: (3, 0)), id: "e")])),
    DescribedLayout(
      .view(.box, "a", [.says(.size(40, 40)), .says(.center(.both(nil), offset: nil))]),
      .view(
        .box, "b",
        [
          .says(.beside(.top, "a", nil, takesRest: false, gap: 8, nil), id: "gap"),
          .says(.onAxis(.x, .attachCenter, nil)),
        ]),
      .view(
        .box, "c", [.says(.beside(.bottom, "a", DescribedArea(.safe), takesRest: true, gap: nil, .all(3)), id: "i")]),
      .view(.box, "d", [.says(.beside(.trailing, "a", nil, takesRest: false, gap: 1, .each(1, 2, 3, 4)))]),
      .view(
        .box, "e", [.says(.beside(.leading, "a", nil, takesRest: false, gap: nil, nil)), .says(.length(.height, 9))]),
      .view(.box, "f", [.says(.dock(.top, to: .bottom, DescribedArea(.margins), gap: 2, nil), priority: 750)]),
      .view(
        .box, "g",
        [
          .says(.dock(.leading, to: .trailing, DescribedArea(of: "a"), gap: nil, nil)),
          .says(.onAxis(.y, .attach(.margins), .all(2))),
        ]),
      .view(
        .box, "h",
        [.says(.align(.x, .center(DescribedArea(.margins), between: DescribedArea(.safe)), .all(1)), id: "h")]),
      .view(.box, "i", [.says(.align(.y, .edge(.bottom, nil), nil)), .says(.onAxis(.x, .overflow(.trailing), nil))])),
    DescribedLayout(
      variables: ["spacing"],
      .view(.box, "a", [.says(.size(300, nil)), .says(.aspect(2), priority: 250, id: "ratio")]),
      .view(
        .box, "b",
        [
          .says(.constraint(.init(nil, .width), .equal, DescribedSum(0.5, .init("a", .width), plus: 8)), id: "half"),
          .says(.constraint(.init(nil, .top), .greater, DescribedSum(1, .init("a", .bottom), plus: -4))),
          .says(.constraint(.init(nil, .height), .atMost, DescribedSum(plus: 10, "spacing"))),
        ]),
      .view(.box, "c", [.says(.composite(.edges(inset: 5), .equal, of: "a"), priority: 999, id: "edges")]),
      .view(.box, "d", [.says(.composite(.center(x: 1, y: -2), .equal, of: "a"), id: "center")]),
      .view(.box, "e", [.says(.composite(.size(width: 3, height: 3), .less, of: "a"), id: "size")]),
      .view(
        .box, "f",
        [
          .says(.within(.init(nil, .width), 10, 20, isHalfOpen: true), id: "w"),
          .says(.range(.height, 10, 20, isHalfOpen: true)), .says(.share(.width, percent: 80)),
          .says(.edgeAt(.trailing, .init("super", .centerX), 5), id: "x"),
        ])),
    DescribedLayout(
      .view(
        .vstack, "column",
        [
          .says(.gap(4), id: "gap"), .says(.padding(.each(1, 2, 3, 4)), id: "padding"), .says(.items(.center)),
          .says(.distribution(.equalSpacing)), .view(.label, "title", text: "Title", [.says(.wish(.noshrink, .x))]),
          .view(.label, "more", text: "More", [.says(.wish(.exact, nil), priority: 600), .says(.alpha(0.5))]),
        ]),
      .view(
        .vscroll, "list",
        [.says(.padding(.all(8))), .view(.box, "content", [.says(.fill(.all(nil), .equal, nil)), .says(.hidden)])])),
    DescribedLayout(
      .view(
        .box, "panel",
        [
          .initial("hidden"), .says(.fill(.along(.x), .equal, .all(16))), .says(.length(.height, 64)),
          .configuration("visible", [.says(.edge(.bottom, 16), id: "gap")]),
          .configuration("folded", [.remove(.height), .says(.length(.height, 20))]),
          .transition(from: "folded", to: "visible"), .transition(from: nil, to: "folded"),
        ]),
      .branch(
        .length(.width, .atLeast, 600),
        [.view(.box, "wide", [.says(.edge(.top, 1))]), .view(.box, "both", [.says(.edge(.top, 2))])],
        otherwise: [.view(.box, "both", [.says(.edge(.top, 3))])]),
      .view(
        .box, "last",
        [
          .says(.length(.width, 10)),
          .branch(
            .all(.not(.flag("editing")), .any(.dark, .lengthOf("panel", .height, .less, 50))), isDirect: true,
            [
              .says(.length(.height, 1), id: "one"), .remove(.width),
              .branch(.compact(.y), [.says(.length(.height, 2), id: "two"), .says(.hidden)]),
            ], otherwise: [.says(.length(.height, 3), id: "one")]),
        ])),
  ]
}

extension ResolvedLayout {
  /// Where something is written aside: what a layout without a text has not.
  fileprivate var withoutPlaces: ResolvedLayout {
    let nowhere = Origin(file: 0, span: SourceSpan(start: 0, end: 0))
    var result = self
    result.span = nowhere.span
    result.conditionOrigins = conditionOrigins.map { _ in nowhere }
    for index in views.indices { result.views[index].origin = nowhere }
    for index in rules.indices { result.rules[index].origin = nowhere }
    for index in settings.indices { result.settings[index].origin = nowhere }
    for index in variables.indices { result.variables[index].origin = nowhere }
    for index in identifiers.indices { result.identifiers[index].origin = nowhere }
    for index in configurations.indices { result.configurations[index].origin = nowhere }
    for index in transitions.indices { result.transitions[index].origin = nowhere }
    for index in animations.indices { result.animations[index].origin = nowhere }
    for index in animatedRecords.indices { result.animatedRecords[index].origin = nowhere }
    return result
  }
}
