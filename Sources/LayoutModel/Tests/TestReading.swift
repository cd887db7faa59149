import Geometry
import LayoutSyntax
import Motion

/// Reads tests once everything that they can name is known. Names are looked up from the layout's own body: `super` is
/// the root, and an anchor without a view is the root's.
extension LayoutResolver {
  mutating func declareTest(_ node: SyntaxNode, in outer: Surroundings) {
    // The braces of a use are read for their clauses first, and once more for each slot.
    if outer.part == .content || outer.part == .filling { return }
    guard outer.branch == .always, outer.instance == 0, outer.indices < 0 else {
      report(.testPlace, at: node.first(.string) ?? node, in: outer.file)
      return
    }
    declareTest(node, file: outer.file, scope: outer.scope)
  }

  mutating func declareTest(_ node: SyntaxNode, file: Int32, scope: Int32) {
    later.tests.append(WrittenNode(node: node.index, file: file, scope: scope))
  }

  mutating func readTests() {
    namesReachInside = true
    defer { namesReachInside = false }
    for draft in later.tests {
      let node = node(draft.node, in: draft.file)
      let site = Site(file: draft.file, scope: draft.scope, view: .root)
      let name = node.first(.string)
      var steps: [TestStep] = []
      if let body = node.first(.block) { readSteps(of: body, site, into: &steps) }
      // The word is looked for, not the step: a step that is wrong has been reported.
      if !node.tokens.contains(where: { $0.word == .expect }) { report(.emptyTest, at: name ?? node, in: draft.file) }
      builder.layout.tests.append(
        LayoutTest(
          name: name?.string ?? "", environment: environment(node, site), steps: steps,
          origin: Origin(file: draft.file, span: (name ?? node).span)))
    }
  }

  private mutating func readSteps(of block: SyntaxNode, _ outer: Site, into steps: inout [TestStep]) {
    var site = outer
    if block.first(.letDeclaration) != nil {
      site.scope = scopes.open(in: outer.scope)
      let surroundings = Surroundings(view: .root, file: site.file, scope: site.scope)
      for child in block.children where child.kind == .letDeclaration { declareValue(child, in: surroundings) }
    }
    for child in block.children {
      let origin = Origin(file: site.file, span: child.span)
      switch child.kind {
      case .expect:
        guard let node = child.value(at: 0), let expectation = expectation(node, site) else { continue }
        steps.append(TestStep(.expect(expectation), origin: origin))
      case .useStatement, .setStatement:
        let changes = child.kind == .useStatement ? use(child, site) : changes(child, site)
        if !changes.isEmpty { steps.append(TestStep(.change(changes), origin: origin)) }
      case .afterStatement:
        if let duration = waitingTime(child, site) { steps.append(TestStep(.wait(duration), origin: origin)) }
        if let body = child.first(.block) { readSteps(of: body, site, into: &steps) }
      case .settleStatement: steps.append(TestStep(.settle, origin: origin))
      default: break  // Values were declared already; errors were reported by the parser.
      }
    }
  }

  private mutating func waitingTime(_ node: SyntaxNode, _ site: Site) -> Duration? {
    guard let written = node.value(at: 0), let value = value(written, site) else { return nil }
    guard case .duration(let milliseconds) = value else {
      report(.wrongType(written.text, value.noun, wanted: "a duration"), at: written, in: site.file)
      return nil
    }
    return duration(written, milliseconds, site)
  }
}

extension Complaint {
  static let testPlace = Complaint(
    .notInABranch, "a test stands in a layout or beside it, and in no branch, 'for' or component")

  static let emptyTest = Complaint(.emptyTest, "this test expects nothing, so it cannot fail")
}
