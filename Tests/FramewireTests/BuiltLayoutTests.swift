import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@testable import Framewire

/// `built == resolve(parse(text))`, but for places; every sample, twin and random layout is held to it by
/// `expectRoundTrip`. Where the language has nothing to complain of, a layout is built.
@Suite("Layouts built from what a program says") struct BuiltLayoutTests {
  /// One word of each sort, each with an id where it can have one: what an id is of shows in its numbers.
  @Test func `every placement means what its text does`() throws {
    let (a, b, c) = (Box("a"), Box("b"), Box("c"))
    let other = Box("other")
    let all: [Clause] = [
      .fill(), .fill(.safe, inset: 8), .fill(.of(other), inset: Insets(top: 1, leading: 2, bottom: 3, trailing: 4)),
      .fill(.margins, along: .x), .fill(along: .y), .fill(x: .super, y: .safe, inset: 3),
      .fill(top: .safe, leading: .super), .fill(atMost: .safe, inset: 4), .fill(atLeast: .of(other), inset: 5),
      .fill(atMost: .safe, inset: 4, pin: .topLeading, to: .center),
      .fill(atMost: .margins(of: other), pin: .center), .center(), .center(.x), .center(.y, offset: 10),
      .center(in: .margins, offset: Offset(x: 1, y: 2)), .center(x: .super, y: .safe),
      .pin(.topLeading), .pin(.topCenter, to: .bottomTrailing, of: .of(other), offset: Offset(x: 3)),
      .pin(.leadingCenter, to: .trailingCenter, of: .safe), .pin(.bottomCenter, at: Point(x: 10, y: 20)),
      .at(x: 1, y: 2), .at(x: 1, y: 2, width: 30, height: 40, in: .safe), .top(10), .bottom(-4), .leading(3.5),
      .trailing(8, of: .safe), .left(2, of: .of(other)), .right(.atLeast(5)), .bottom(.atMost(7), of: .margins),
      .top(.centerY), .top(other.bottom + 10), .leading(other.left - 3), .below(other), .below(other, gap: 8),
      .above(other, inset: 4), .before(other, gap: 2, inset: 3), .after(other, gap: 1, y: .center, in: .safe),
      .rest(below: other), .rest(after: other, in: .safe, gap: 4), .dock(.top), .dock(.bottom, gap: 4, x: .center),
      .dock(.leading, to: .trailing, of: .of(other), y: .attach), .dock(.centerX, inset: 6),
      .below(other, x: .attach(.center)), .below(other, x: .attach(.leading)), .below(other, x: .attachMargins),
      .x(.center), .x(.leading(in: .margins), inset: 4), .y(.overflow(.center)), .y(.none), .x(.fill(.safe)),
      .y(.center(in: .super, between: .safe), inset: 2), .align(x: .center), .align(y: .bottom, inset: 6),
      .align(x: .trailing(in: .safe)), .width(10), .width(80%), .height(50% - 8), .width(.atMost(100)),
      .height(.atLeast(20)), .width(2 * other.height), .height(0.5 * other.width + 4), .width(10...20),
      .height(10..<20), .size(44), .size(100, 20), .size(nil, 20), .size(other.size), .size(.atMost(100, 50)),
      .size(80%, 20), .aspect(2), .aspect(16, 9), .width(other.width - other.height),
    ]
    for (index, clause) in all.enumerated() {
      for clause in [clause, clause.id("n"), clause ~ .high, clause.id("n") ~ 333] {
        try expectBuilt(
          Layout("placement") {
            other(.at(x: 1, y: 2, width: 30, height: 40))
            a(clause)
            b(clause, .width(20))
            c { a.width <= 30 ~ .low }
            VScroll("scroll", inset: 3) { Box("inside")(clause) }
          }, "clause \(index)")
        try expectBuilt(
          Layout("placement") {
            other
            With(.safe, inset: 2, gap: 4, x: .center, y: .bottom(in: .margins)) { a(clause) }
          }, "clause \(index)")
      }
    }
  }

  @Test func `so does every setting`() throws {
    let label = Label("label", text: "Hello"), stack = HStack("stack", gap: 3, inset: 4) { Label(text: "a") }
    let all: [Clause] = [
      .hug(.high), .resist(200, .x), .shrink(), .noshrink(.y), .grow(.x), .nogrow(), .exact(), .hidden, .lines(2),
      .alpha(0.5), .fontSize(20), .radius(4), .style("headline"), .weight(.bold), .truncate(.middle),
      .role("title"), .lines(align: .center), .font("Some Sans"), .clips(), .clips(false), .background("f80"),
      .border(2), .borderColor("08f"), .data("tilt", 0.5), .data("badge", "new"), .data("open", true),
      .color("#ff8800aa"), .was("former"), .trait("direction", "rtl"),
      .intrinsic(10, nil), .baselines(10, 4), .conditions(animate: .easeOut(.milliseconds(120))), .directConditions,
    ]
    for (index, clause) in all.enumerated() {
      try expectBuilt(
        Layout("setting") {
          label(clause)
          If(.dark) { label(.alpha(0.25), .hidden) }
        }, "clause \(index)")
    }
    for clause: Clause in [
      .gap(4), .gap(4).id("g"), .inset(8).id("i"), .inset(.top(3)), .rowItems(.firstBaseline), .items(.center),
      .distribute(.equalSpacing),
    ] {
      try expectBuilt(Layout("setting") { stack(clause, .fill()) })
    }
    let card = VScroll("card") { Box("inside")(.x(.fill(.margins))) }
    for clause: Clause in [.margins(4), .margins(.horizontal(2))] {
      try expectBuilt(Layout("setting") { card(clause, .fill()) })
    }
    try expectBuilt(
      Layout("stacks") {
        VStack(gap: 4, items: .center, auto: true) {
          label(.gapAfter(9)); Spacer(); Spacer(8); Spacer(min: 4)
        }
        HStack(autoWhen: .width(.atMost(200))) { Spacer(min: 30) }
        List("list", gap: 2, header: Label("a", text: "A"), footer: Box("b")) { Box("row")(.height(10)) }
      })
  }

  @Test func `so do branches, configurations and what has moved out of them`() throws {
    let (a, b) = (Box("a"), Box("b"))
    let inner = Label(text: "unnamed")
    try expectBuilt(
      Layout("branches") { screen in
        a(.initial(.hidden), .height(10)) {
          Config(.visible) { a.bottom == Super.safe.bottom - 16 }
          Config(.hidden, animate: .linear(.milliseconds(50))) { a.top == Super.bottom }
          Config("wide", when: screen.width >= 600 && !.phone) { a(.width(320), .remove(.height, .edges)) }
          Config("wide", when: a.width >= 100) { a(.leading(1)) }
          If(.configuration("wide")) {
            inner
          } else: {
            inner(.top(3))
          }
          Transition(to: .visible, .spring(0.8, response: .milliseconds(300)))
        }
        Transition(from: .hidden, to: .visible, on: a, .bezier(0, 0, 1, 1, .microseconds(1500)))
        Transition(.easeIn(.seconds(1), delay: .milliseconds(5)).stagger(.milliseconds(3)))
        If(screen.width >= 600, animate: .easeOut(.milliseconds(250))) {
          b(.width(1))
          If(a.is(.hidden || .width(.atLeast(10))) && .flag("two words")) { b.left == a.right }
        } else: {
          b(.width(2)) {
            If(.compact(.y)) { b.height == 2 * a.height }
          }
        }
        If(.any(.ltr, .rtl)) {
        } else: {
          a.width <= 40
        }
        If(.trait("contentSize", is: "small")) { a(.alpha(0)) }
        If(a.is(.configuration("wide")) || a.right - b.left >= 20) { b(.top(9)) }.direct()
      })
    // Said in the block of the screen, and again in a branch of it and in a configuration of its parent.
    try expectBuilt(
      Layout("moved") { screen in
        a {
          b(.top(1))
          Config("c") { b(.leading(2)) { Box("deep")(.width(3)) } }
        }
        If(screen.width > 10, animate: .ease(.milliseconds(9))) {
          a(.width(.atLeast(3))) { b.width == a.width }
        }
        If(.dark) {
        } else: {
          a { With(inset: 3) { b(.fill() ~ .low) } }
        }
      })
  }

  @Test func `so do pictures and components`() throws {
    let icon = Image("icon", "icons/star.png"), photo = Image()
    try expectBuilt(
      Layout("pictures") {
        icon(.size(24), .grow())
        photo(.below(icon), .exact())
        Image("empty", "")
        Separated(first: icon, second: photo)
      })
    try expectBuilt(Layout("pictures") { Image("far", "https://example.org/star.png") })
  }

  private struct Separated: Component {
    let first: Image, second: Image
    var body: Block { first.bottom <= second.top - 8 }
  }

  @Test func `relations are told on one side, whichever they were said on`() throws {
    let (a, b) = (Box("a"), Box("b"))
    try expectBuilt(
      Layout("relations") {
        VScroll("scroll") { a { b } }
        a.left - 4 == b.right
        (2 * a.width - 8 <= b.height / 3 + a.width ~ 12).id("n")
        (a.centerX - b.centerX == 0.5 * a.width + 3).id("m")
        a.top + b.height >= Super.top + 4
        a.width.within(10...20)
        b.width.within(10..<20)
        a.edges == b.edges - 3
        (a.edges <= b.edges - Insets(top: 1, leading: 2, bottom: 3, trailing: 4)).id("e") ~ .low
        a.center == b.center + Offset(x: 1, y: -2)
        (a.size >= Super.size - Size(width: 3, height: 4)).id("s")
        b.size <= Size(width: 20, height: 20)
        b.safe.top == Super.margins.top + 1
        (-1 * a.width >= -20).id("turned")
        a.firstBaseline == b.lastBaseline
      })
  }
}

/// A layout is built, and is what its text means; or there is something that only the text says.
func expectBuilt(
  _ layout: Layout, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let compiled = CompiledLayout(layout)
  let text = Comment(rawValue: "\(comment)\n\(layout.text())")
  guard compiled.diagnostics.isEmpty, compiled.resolved.repetitions.isEmpty else {
    #expect(BuiltLayout(layout)?.layout == nil, "\(compiled.diagnostics)\n\(text)", sourceLocation: sourceLocation)
    return
  }
  let built = try #require(BuiltLayout(layout), text, sourceLocation: sourceLocation)
  #expect(built.layout.lines == compiled.resolved.lines, text, sourceLocation: sourceLocation)
  #expect(
    built.layout.withoutPlaces == compiled.resolved.withoutPlaces, text, sourceLocation: sourceLocation)
  // What needs no plan can be built by one.
  let planned = try #require(BuiltLayout.buildByPlan(layout), text, sourceLocation: sourceLocation)
  #expect(planned.layout == built.layout, text, sourceLocation: sourceLocation)
}

extension ResolvedLayout {
  /// What a reader sees first where two layouts differ.
  fileprivate var lines: [String] {
    views.map { "\($0.path) \($0.kind) \($0.text ?? "")" }
      + rules.map {
        "\($0.item) \($0.comparison) \($0.term.map { "\($0)" } ?? "") \($0.moreTerms) \($0.constant) "
          + "@\($0.priority) \($0.condition.map { "\(conditions[Int($0.index)])" } ?? "")"
      }
      + settings.map { "\($0.view) \($0.setting) \($0.condition.map { "\(conditions[Int($0.index)])" } ?? "")" }
      + identifiers.map { "\($0.name) \($0.view) \($0.written)" } + configurations.map { "\($0.name) \($0.view)" }
  }

  /// The same with every place at the beginning: what a layout without a text has not.
  fileprivate var withoutPlaces: ResolvedLayout {
    let nowhere = Origin(file: 0, span: SourceSpan(start: 0, end: 0))
    var result = self
    result.span = nowhere.span
    result.conditionOrigins = conditionOrigins.map { _ in nowhere }
    for index in views.indices { result.views[index].origin = nowhere }
    for index in rules.indices { result.rules[index].origin = nowhere }
    for index in settings.indices { result.settings[index].origin = nowhere }
    for index in identifiers.indices { result.identifiers[index].origin = nowhere }
    for index in configurations.indices { result.configurations[index].origin = nowhere }
    for index in transitions.indices { result.transitions[index].origin = nowhere }
    for index in animations.indices { result.animations[index].origin = nowhere }
    for index in pictures.indices { result.pictures[index].origin = nowhere }
    return result
  }
}
