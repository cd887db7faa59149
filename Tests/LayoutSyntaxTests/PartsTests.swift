import LayoutSyntax
import Testing

@Suite("Asking nodes for their parts") struct PartsTests {
  /// The first node of a kind in a layout with the given body.
  private func node(_ kind: SyntaxKind, in body: String) throws -> SyntaxNode {
    let tree = parse(SourceText(name: "a", text: "layout a {\n\(body)\n}"))
    #expect(tree.diagnostics == [])
    return try #require((0..<Int32(tree.nodeCount)).map { tree.node(at: $0) }.first { $0.kind == kind })
  }

  @Test func `a view has its kind, name, arguments, repeated text, clauses and body`() throws {
    let view = ViewSyntax(try node(.view, in: "card sub(wide: 3, true) \"ab\\n\" * 2 top 10 height >= 4 { label sub }"))

    #expect(view.kindName == "card")
    #expect(view.name == "sub")
    #expect(view.arguments.map { $0.map(\.name) } == ["wide", ""])
    #expect(view.text == "ab\nab\n")
    #expect(view.clauses.map(\.kind) == [.edgeClause, .constraint])
    #expect(view.body?.children.map(\.kind) == [.view])
  }

  @Test func `a text is repeated up to a million bytes and no further`() throws {
    let view = ViewSyntax(try node(.view, in: "label l \"twenty bytes of text\" * 20000000"))

    #expect(view.textCount == 50_000)
    #expect(view.text?.utf8.count == 1_000_000)
  }

  @Test func `a constraint has two sides, a relation, a priority and an id`() throws {
    let constraint = ConstraintSyntax(try node(.constraint, in: "row[2].safe.top <= 2 * super.top + 3 @high-1 #gap"))
    let left = ReferenceSyntax(try #require(constraint.left))

    #expect(left.path.map(\.name) == ["row"])
    #expect(left.guide == .safe)
    #expect(left.anchor == .top)
    #expect(constraint.relation == .atMost)
    #expect(constraint.right?.arithmetic == .add)
    #expect(constraint.right?.text == "2 * super.top + 3")
    #expect(constraint.priority?.base?.word == .high)
    #expect(constraint.priority?.offset == -1)
    #expect(constraint.identifier?.name == "gap")
  }

  @Test func `operators bind as in arithmetic, equal ones from the left`() throws {
    let sum = try node(.binary, in: "top == 1 - 2 - 3 * (4 + 5)")

    #expect(sum.arithmetic == .subtract)
    #expect(sum.values.map(\.text) == ["1 - 2", "3 * (4 + 5)"])
    #expect(sum.value(at: 0)?.arithmetic == .subtract)
    #expect(sum.value(at: 1)?.value(at: 1)?.text == "4 + 5")
  }

  @Test(arguments: [("16", 16.0), ("0.1", 0.1), ("2px", 2), ("123456789.123456789", 123456789.123456789)])
  func `numbers are the nearest Double`(_ written: String, _ value: Double) throws {
    #expect(try node(.number, in: "width \(written)").number == value)
  }

  @Test func `units, percents and durations are told apart`() throws {
    #expect(try node(.number, in: "width 2px").unit == .pixels)
    #expect(try node(.number, in: "width 2pt").unit == .points)
    #expect(try node(.percent, in: "width 12.5%").number == 12.5)
    #expect(try node(.duration, in: "let a = 0.25s").milliseconds == 250)
    #expect(try node(.duration, in: "let a = 40ms").milliseconds == 40)
  }

  @Test(arguments: [
    (#""plain""#, "plain"), (#""a\tb\n\"\\""#, "a\tb\n\"\\"), (#""\u{1F600}\u{e9}""#, "😀é"),
    ("\"\"\"\n    one\n      two\n    \"\"\"", "one\n  two"),
    ("\"\"\"inline \"quoted\" text\"\"\"", "inline \"quoted\" text"),
  ])
  func `texts are decoded`(_ written: String, _ text: String) throws {
    #expect(try node(.string, in: "label \(written)").string == text)
  }

  @Test(arguments: [
    ("#f80", UInt32(0xff88_00ff)), ("#f808", 0xff88_0088), ("#12aB9f", 0x12ab_9fff), ("#12ab9f80", 0x12ab_9f80),
  ])
  func `colours are read in all four forms`(_ written: String, _ colour: UInt32) throws {
    #expect(try node(.colour, in: "tint: \(written)").colour == colour)
  }

  @Test func `corners, places and sides of a placement are words`() throws {
    let pin = try node(.pinClause, in: "box pin top.leading to center of safe of card")
    let positions = pin.children.filter { $0.kind == .position }.map(PositionSyntax.init)
    let place = PlaceSyntax(try #require(pin.first(.place)))

    #expect(positions.map(\.first) == [.top, .center])
    #expect(positions.map(\.second) == [.leading, nil])
    #expect(place.guide == .safe)
    #expect(place.path?.name == "card")
    #expect(try node(.restClause, in: "box rest after a").adjacency == .after)
    #expect(try node(.mode, in: "box x center in safe between margins").placementMode == .center)
  }

  @Test func `both branches of a condition, and its timing`() throws {
    let tree = try node(.ifStatement, in: "if direct phone animate 200ms ease-in-out { hidden } else if pad { auto }")
    let condition = IfSyntax(tree)

    #expect(condition.isDirect)
    #expect(condition.condition?.kind == .traitCondition)
    #expect(condition.timing?.first(.easing)?.name == "ease-in-out")
    #expect(condition.body?.children.map(\.kind) == [.hiddenClause])
    #expect(condition.elseBranch?.kind == .ifStatement)
  }

  @Test func `a name in backticks is the name without them`() throws {
    #expect(ViewSyntax(try node(.view, in: "view `size` { }")).name == "size")
  }

  @Test func `a broken statement keeps its block and says that it is broken`() throws {
    let tree = parse(SourceText(name: "a", text: "layout a { box b widht 3 { label c }\n label d }"))
    let views = try #require(tree.root.first(.layout)?.first(.block)).children.map(ViewSyntax.init)

    #expect(views.map(\.name) == ["b", "d"])
    #expect(views.map(\.node.hasError) == [true, false])
    #expect(views[0].body?.children.map(\.kind) == [.view])
  }
}
