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
      var site = Site(file: draft.file, scope: draft.scope, view: .root)
      let name = node.first(.string)
      let environment = environment(node, site)
      // What is remembered is known from there on in the whole test.
      site.scope = scopes.open(in: site.scope)
      var reading = StepReading(scope: site.scope)
      if let body = node.first(.block) { readSteps(of: body, site, into: &reading) }
      // The word is looked for, not the step: a step that is wrong has been reported.
      if !node.tokens.contains(where: { $0.word == .expect }) { report(.emptyTest, at: name ?? node, in: draft.file) }
      builder.layout.tests.append(
        LayoutTest(
          name: name?.string ?? "", environment: environment, steps: reading.steps,
          origin: Origin(file: draft.file, span: (name ?? node).span)))
    }
  }

  /// The steps of a test as far as they have been read.
  private struct StepReading {
    /// The scope of what the test remembers.
    let scope: Int32
    var steps: [TestStep] = []
    /// How many numbers it remembers.
    var remembered = 0
  }

  private mutating func readSteps(of block: SyntaxNode, _ outer: Site, into reading: inout StepReading) {
    var site = outer
    if block.first(.letDeclaration) != nil {
      site.scope = scopes.open(in: outer.scope)
      let surroundings = Surroundings(view: .root, file: site.file, scope: site.scope)
      for child in block.children where child.kind == .letDeclaration { declareValue(child, in: surroundings) }
    }
    for child in block.children {
      let origin = Origin(file: site.file, span: child.span)
      if let action = action(child, site, &reading) { reading.steps.append(TestStep(action, origin: origin)) }
      if child.kind == .afterStatement, let body = child.first(.block) { readSteps(of: body, site, into: &reading) }
    }
  }

  /// Reads what one step does; nil after a complaint, and for values, which were declared already.
  private mutating func action(
    _ node: SyntaxNode, _ site: Site, _ reading: inout StepReading
  ) -> TestStep.Action? {
    switch node.kind {
    case .expect: return node.value(at: 0).flatMap { expectation($0, site) }.map { .expect($0) }
    case .useStatement:
      let changes = use(node, site)
      return changes.isEmpty ? nil : .change(changes)
    case .setStatement:
      let (changes, fields) = changes(node, site)
      return changes.isEmpty && fields.isEmpty ? nil : .change(changes, fields: fields)
    case .scrollStatement: return scrolling(node, site).map { .change([$0]) }
    case .appendStatement: return appending(node, site)
    case .removeStatement: return viewsListed(node, site).map { .remove($0) }
    case .rememberStatement: return remembering(node, site, &reading)
    case .afterStatement: return waitingTime(node, site).map { .wait($0) }
    case .settleStatement: return .settle
    default: return nil
    }
  }

  /// Reads `remember NAME = expr`, and declares the name.
  private mutating func remembering(
    _ node: SyntaxNode, _ site: Site, _ reading: inout StepReading
  ) -> TestStep.Action? {
    guard let nameNode = node.first(.name), let written = node.value(at: 0) else { return nil }
    let (kept, action) = kept(value(written, site), written, site, &reading)
    let declared = DeclaredValue(
      name: name(of: nameNode, in: site.file), node: node.index, file: site.file, scope: reading.scope, view: .root)
    if scopes.declare(declared) {
      scopes.setState(.read(kept), of: scopes.values.count - 1)
    } else {
      report(.duplicateValue(nameNode.name), at: nameNode, in: site.file)
    }
    return action
  }

  /// What a name stands for that remembers a value, and the step that remembers it; nil after a complaint.
  private mutating func kept(
    _ value: Value?, _ written: SyntaxNode, _ site: Site, _ reading: inout StepReading
  ) -> (Value?, TestStep.Action?) {
    let parts: [LinearExpression]
    switch value {
    case nil: return (nil, nil)
    case .linear(let expression): parts = [expression]
    case .compound(_, let all): parts = all
    case let other?:
      report(
        .wrongType(written.text, other.noun, wanted: "a position, a length or a number"), at: written, in: site.file)
      return (nil, nil)
    }
    var remembered = RememberedValue(first: reading.remembered, parts: [], attributes: [])
    var standIns: [LinearExpression] = []
    for part in parts {
      guard part.percent == nil || part.axis != nil else {
        report(.percentWithoutDimension(written.text), at: written, in: site.file)
        return (nil, nil)
      }
      let attribute = part.standInAttribute
      let standIn = Anchor(.remembered(reading.remembered), attribute)
      standIns.append(LinearExpression(type: part.type, term: Rule.Term(standIn)))
      remembered.parts.append(builder.measured(part, part.axis ?? .x, of: part.viewMeasured ?? site.bare))
      remembered.attributes.append(attribute)
      reading.remembered += 1
    }
    guard case .compound(let kind, _) = value else { return (.linear(standIns[0]), .remember(remembered)) }
    return (.compound(kind, standIns), .remember(remembered))
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

extension LinearExpression {
  /// The attribute that a remembered number of this type has.
  fileprivate var standInAttribute: AnchorAttribute {
    switch type {
    case .xPosition: .left
    case .yPosition: .top
    case .number, .length: axis == .y ? .height : .width
    }
  }

  /// The view of the first anchor, as far as that is a view.
  var viewMeasured: ViewID? {
    let view = term?.anchor.view
    return view?.rememberedNumber == nil ? view : nil
  }
}

extension Complaint {
  static let testPlace = Complaint(
    .notInABranch, "a test stands in a layout or beside it, and in no branch, 'for' or component")

  static let emptyTest = Complaint(.emptyTest, "this test expects nothing, so it cannot fail")
}
