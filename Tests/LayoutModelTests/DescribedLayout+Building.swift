import Geometry
import LayoutModel
import LayoutSyntax

// Without `@testable`: what a program needs that builds layouts without a text.

extension DescribedLayout {
  /// Built by the builder alone; everything stands at the same place.
  func built() -> (layout: ResolvedLayout, diagnostics: [Diagnostic]) {
    var assembly = Assembly()
    assembly.declare(body, in: .root, branch: .always)
    assembly.settle(variables)
    for index in assembly.said.indices { assembly.say(index) }
    return assembly.finish()
  }
}

/// A builder, and what the description calls views and variables.
private struct Assembly {
  /// A statement with its view and its branch.
  struct Said {
    var statement: DescribedStatement
    var view: ViewID
    var branch: BranchID
    var anchorage: AnchorageID?
  }

  private static let nowhere = SourceSpan(start: 0, end: 0)
  /// Complaints of one kind are told apart by their places, so each thing that is said has one of its own.
  private var origin: Origin {
    mutating get {
      place += 1
      return Origin(file: 0, span: SourceSpan(start: place, end: place))
    }
  }
  private var place: Int32 = 0
  var builder = LayoutBuilder(
    name: "described", files: ["described"], span: nowhere, root: Origin(file: 0, span: nowhere))
  var said: [Said] = []
  private var views: [String: ViewID] = [:]
  private var variables: [String: Int32] = [:]
  private var branches: [(branch: BranchID, question: DescribedQuestion?)] = []
  private var configurations: [ConfigurationID] = []

  // MARK: Who there is

  mutating func declare(_ body: [DescribedStatement], in view: ViewID, branch: BranchID) {
    for statement in body {
      switch statement {
      case .view(let kind, let name, let text, let inner):
        let declaration = ViewDeclaration(kind, builder.name(name), at: origin)
        let declared = builder.declare(declaration, in: view, branch: branch)
        guard let own = declared.view else { continue }
        if case .new = declared, let text { builder.setText(text, of: own) }
        views[name] = own
        declare(inner, in: own, branch: branch)
      case .branch(let question, let isDirect, let then, let otherwise):
        let inner = builder.openBranch(.condition, in: branch, of: view, isDirect: isDirect, at: origin)
        branches.append((inner, question))
        let first = builder.viewCount
        declare(then, in: view, branch: inner)
        guard let otherwise else { continue }
        let other = builder.openBranch(.otherwise(inner), in: branch, of: view, at: origin)
        branches.append((other, nil))
        let firstOfElse = builder.viewCount
        declare(otherwise, in: view, branch: other)
        builder.checkMoves(first..<firstOfElse, firstOfElse..<builder.viewCount)
      case .configuration(let name, let inner):
        let name = builder.name(name)
        let opened = builder.openBranch(.configuration(name), in: branch, of: view, at: origin)
        branches.append((opened, nil))
        let configuration = builder.declareConfiguration(name, of: view, at: origin)
        if !configurations.contains(configuration) { configurations.append(configuration) }
        declare(inner, in: view, branch: opened)
      case .clause(let clause):
        builder.mention(clause.form.mentions, by: view, in: branch)
        said.append(Said(statement: statement, view: view, branch: branch))
      case .remove:
        builder.expectRemovals()
        said.append(Said(statement: statement, view: view, branch: branch))
      case .initial, .transition: said.append(Said(statement: statement, view: view, branch: branch))
      }
    }
  }

  /// Everything between declaring and saying.
  mutating func settle(_ names: [String]) {
    if let current = builder.settleViews() {
      for index in said.indices { said[index].view = current(said[index].view) }
      views = views.mapValues { current($0) }
    }
    for name in names {
      variables[name] = builder.declareVariable(name, initial: LinearExpression(.literal(8)), at: origin)
    }
    for (branch, question) in branches { builder.settleBranch(branch, asking: question.map(condition)) }
    for configuration in configurations { builder.settleConfiguration(configuration) }
    for index in said.indices { said[index].anchorage = anchorage(index) }
  }

  private func condition(_ question: DescribedQuestion) -> Condition {
    func length(_ view: ViewID, _ dimension: AnchorAttribute, _ sign: DescribedSign, _ length: Double) -> Condition {
      let measured = LinearExpression(Anchor(view, .frame, dimension))
      return builder.condition(
        comparing: [measured], sign.sign, [LinearExpression(.literal(length))], of: .subject)!
    }
    return switch question {
    case .flag(let name): .flag(name)
    case .dark: .trait(.subject, name: "style", value: "dark")
    case .compact(let axis): .trait(.subject, name: "sizeClass.\(axis == .x ? "x" : "y")", value: "compact")
    case .length(let dimension, let sign, let bound): length(.subject, dimension, sign, bound)
    case .lengthOf(let view, let dimension, let sign, let bound): length(views[view]!, dimension, sign, bound)
    case .not(let inner): condition(inner).negated
    case .all(let one, let other): .joining([condition(one), condition(other)])
    case .any(let one, let other): .joiningAny([condition(one), condition(other)])
    }
  }

  // MARK: What the description means by its words

  private func area(_ described: DescribedArea?, for view: ViewID) -> Area? {
    guard let described else { return nil }
    if let name = described.view { return Area(views[name]!, described.guide) }
    let around = builder.superArea(of: view)
    return described.guide == .frame ? around : Area(around.view, described.guide)
  }

  private func anchor(_ described: DescribedAnchor, for view: ViewID) -> Anchor {
    switch described.view {
    case nil: Anchor(view, .frame, described.attribute)
    case "super": builder.superArea(of: view).anchor(described.attribute)
    case let name?: Anchor(views[name]!, .frame, described.attribute)
    }
  }

  private func expression(_ sum: DescribedSum, for view: ViewID) -> LinearExpression {
    var result = LinearExpression(.literal(sum.number))
    if let described = sum.anchor {
      let anchor = LinearExpression(anchor(described, for: view)).scaled(by: .literal(sum.factor))
      result = anchor.adding(result, type: anchor.type)
    }
    guard let variable = sum.variable else { return result }
    return result.adding(LinearExpression(.variable(variables[variable]!)), type: result.type)
  }

  private func inset(_ described: DescribedInset?) -> Inset? {
    switch described {
    case nil: nil
    case .all(let distance): Inset(.all(.literal(distance)))
    case .each(let top, let leading, let bottom, let trailing):
      Inset(
        .each(
          top: .literal(top), leading: .literal(leading), bottom: .literal(bottom), trailing: .literal(trailing)))
    case .named(let x, let top): Inset(.named([(.x, .literal(x)), (.top, .literal(top))]))
    }
  }

  private func offset(_ described: (Double, Double)?) -> Offset? {
    described.map { Offset(x: .literal($0.0), y: .literal($0.1)) }
  }

  private func mode(_ described: DescribedMode, for view: ViewID) -> AxisMode {
    switch described {
    case .none: .none
    case .fill(let area): .fill(in: self.area(area, for: view))
    case .center(let area, let between):
      .center(in: self.area(area, for: view), between: self.area(between, for: view))
    case .overflow(let edge): .overflow(edge, in: nil)
    case .edge(let edge, let area): .edge(edge, in: self.area(area, for: view))
    case .attach(let guide): .attach(guide)
    case .attachCenter: .attachCenter
    case .attachEdge(let edge): .attachEdge(edge)
    case .attachOverflow(let edge): .attachOverflow(edge)
    }
  }

  private func coordinates(_ numbers: [Double], _ id: IdentifierID?) -> Coordinates {
    Coordinates(
      x: .literal(numbers[0]), y: .literal(numbers[1]),
      size: numbers.count == 4 ? (.literal(numbers[2]), .literal(numbers[3])) : nil, identifier: id)
  }

  private mutating func identifier(_ clause: DescribedClause, _ said: Said) -> IdentifierID? {
    clause.id.flatMap { builder.identifier(builder.name($0), of: said.view, in: said.branch, at: origin) }
  }

  // MARK: Saying it

  /// Identifiers of docking placements are made here, before all others.
  private mutating func anchorage(_ index: Int) -> AnchorageID? {
    let said = said[index]
    guard case .clause(let clause) = said.statement else { return nil }
    let view = said.view
    var docking: Docking
    let (gap, inset): (Double?, DescribedInset?)
    switch clause.form {
    case .dock(let line, let target, let area, let own, let narrowed):
      let area = self.area(area, for: view) ?? builder.superArea(of: view)
      docking = .dock(line, to: area.anchor(target))
      (gap, inset) = (own, narrowed)
    case .beside(let line, let neighbour, let area, let takesRest, let own, let narrowed):
      let named = self.area(area, for: view)
      docking =
        takesRest
        ? .rest(views[neighbour]!, line, to: named ?? builder.superArea(of: view))
        : .beside(views[neighbour]!, line, in: named)
      (gap, inset) = (own, narrowed)
    case .align(let axis, _, let inset):
      let alignment = Alignment(axis, inset: self.inset(inset))
      return builder.anchorage(of: alignment, by: view, in: said.branch)
    default: return nil
    }
    docking.identifier = identifier(clause, said)
    docking.gap = gap.map { Docking.Gap(.literal($0)) }
    docking.inset = self.inset(inset)
    return builder.anchorage(of: docking, by: view, in: said.branch)
  }

  mutating func say(_ index: Int) {
    let said = said[index]
    switch said.statement {
    case .clause(let clause): say(clause, said)
    case .remove(let attribute):
      builder.remove(Anchor(said.view, .frame, attribute), by: said.view, in: said.branch)
    case .initial(let name): builder.beginConfigured(said.view, builder.name(name), at: origin)
    case .view, .branch, .configuration, .transition: break
    }
  }

  private mutating func say(_ clause: DescribedClause, _ said: Said) {
    let view = said.view
    let seat = builder.seat(of: view, in: said.branch, priority: clause.priority, at: origin)
    let isAnchored = said.anchorage != nil && !clause.form.isAlignment
    let id = isAnchored ? nil : identifier(clause, said)
    switch clause.form {
    case .constraint(let left, let sign, let right):
      let left = LinearExpression(anchor(left, for: view))
      mustHold(builder.relate(left, sign.sign, expression(right, for: view), identifier: id, seat))
    case .within(let left, let lower, let upper, let isHalfOpen):
      mustHold(
        builder.relate(
          LinearExpression(anchor(left, for: view)), within: LinearExpression(.literal(lower)),
          LinearExpression(.literal(upper)), isHalfOpen: isHalfOpen, identifier: id, seat))
    case .composite(let composite, let sign, let other):
      let (kind, lefts, rights) = composite.parts(of: view, views[other]!)
      mustHold(builder.relate(kind, lefts, sign.sign, rights, identifier: id, seat))
    case .gap(let gap): builder.setGap(.literal(gap), identifier: id, seat)
    case .padding(let padding): builder.setPadding(inset(padding)!, identifier: id, seat)
    case .items(let alignment): builder.set(.items(alignment), seat)
    case .distribution(let distribution): builder.set(.distribution(distribution), seat)
    case .hidden: builder.set(.hidden, seat)
    case .wish(let wish, let axis): builder.setContentWish(wish, axis, seat)
    case .alpha(let alpha): builder.set(.property(name: "alpha", .number(.literal(alpha))), seat)
    default: builder.place(placement(clause.form, said, id), seat)
    }
  }

  private func mustHold(_ mistake: RelationMistake?) {
    precondition(mistake == nil, "a description has constraints that can be, and this is wrong: \(mistake!)")
  }

  private func placement(_ form: DescribedClause.Form, _ said: Said, _ id: IdentifierID?) -> Placement {
    let view = said.view
    switch form {
    case .fill(let edges, let sign, let inset):
      return .fill(Fill(self.edges(edges, for: view), sign.sign, inset: self.inset(inset), identifier: id))
    case .center(let axes, let offset):
      return .center(Centering(self.axes(axes, for: view), offset: self.offset(offset), identifier: id))
    case .pin(let point, let target, let area, let inset, let offset):
      return .pin(
        Pin(
          point.point,
          at: .point(
            target.point, in: self.area(area, for: view), inset: self.inset(inset), offset: self.offset(offset)),
          identifier: id))
    case .pinAt(let point, let numbers):
      return .pin(Pin(point.point, at: .coordinates(coordinates(numbers, id), in: nil)))
    case .at(let numbers, let area): return .at(coordinates(numbers, id), in: self.area(area, for: view))
    case .dock, .beside: return .docking(said.anchorage!, other: .fill(in: nil))
    case .align(_, let mode, let inset):
      return .alignment(
        AlignedPlacement(said.anchorage!, self.mode(mode, for: view), inset: self.inset(inset), identifier: id))
    case .onAxis(let axis, let mode, let inset):
      return .onAxis(
        AxisPlacement(axis, self.mode(mode, for: view), inset: self.inset(inset), identifier: id))
    case .edge(let edge, let distance): return .edge(edge, LinearExpression(.literal(distance)), in: nil, id)
    case .edgeAt(let edge, let anchor, let distance):
      return .edge(edge, expression(DescribedSum(1, anchor, plus: distance), for: view), in: nil, id)
    case .length(let dimension, let length): return .length(dimension, LinearExpression(.literal(length)), id)
    case .share(let dimension, let percent):
      return .length(dimension, LinearExpression(type: .length, percent: .literal(percent / 100)), id)
    case .range(let dimension, let lower, let upper, let isHalfOpen):
      return .range(
        dimension, LinearExpression(.literal(lower)), LinearExpression(.literal(upper)), isHalfOpen: isHalfOpen, id)
    case .size(let width, let height):
      return .size(
        width.map { LinearExpression(.literal($0)) }, height.map { LinearExpression(.literal($0)) }, id)
    case .aspect(let ratio): return .aspect(.literal(ratio), id)
    default: preconditionFailure("\(form) is no placement")
    }
  }

  private func edges(_ described: DescribedEdges, for view: ViewID) -> Fill.Edges {
    switch described {
    case .all(let area): .all(self.area(area, for: view))
    case .along(let axis): .along(axis, nil)
    case .each(let edges): .each(edges.map { ($0.edge, area($0.area, for: view)!) })
    }
  }

  private func axes(_ described: DescribedAxes, for view: ViewID) -> Centering.Axes {
    switch described {
    case .both(let area): .both(self.area(area, for: view))
    case .along(let axis, let area): .along(axis, self.area(area, for: view))
    case .each(let x, let y): .each([(.x, area(x, for: view)!), (.y, area(y, for: view)!)])
    }
  }

  mutating func finish() -> (layout: ResolvedLayout, diagnostics: [Diagnostic]) {
    for said in said {
      guard case .transition(let from, let to) = said.statement else { continue }
      builder.add(
        Transition(
          from: from, to: to, view: said.view == .root ? nil : said.view, timing: .init(.linear(.milliseconds(250))),
          origin: origin))
    }
    builder.finish()
    return (builder.layout, builder.diagnostics)
  }
}

extension DescribedClause.Form {
  fileprivate var isAlignment: Bool { if case .align = self { true } else { false } }

  fileprivate var mentions: Mentions {
    switch self {
    case .constraint(let left, _, _), .within(let left, _, _, _):
      left.view == nil ? .constraint(on: left.attribute) : []
    case .composite(.edges, _, _), .composite(.center, _, _): .positions(nil)
    case .composite(.size, _, _), .size: .sizes
    case .fill(.along(let axis), let sign, _): .fill(axis, isEqual: sign == .equal)
    case .fill(_, let sign, _): .fill(nil, isEqual: sign == .equal)
    case .center(.along(let axis, _), _): .positions(axis)
    case .center: .positions(nil)
    case .pin(let point, _, _, _, _): .pin(point.point)
    case .pinAt(let point, let numbers): .pin(point.point, hasSize: numbers.count == 4)
    case .at(let numbers, _): .at(hasSize: numbers.count == 4)
    case .dock(let line, _, _, _, _), .beside(let line, _, _, _, _, _): .position(line.axis)
    case .align(let axis, _, _), .onAxis(let axis, _, _): .position(axis)
    case .edge(let edge, _), .edgeAt(let edge, _, _): .position(edge.axis)
    case .length(let dimension, _), .share(let dimension, _), .range(let dimension, _, _, _): .size(dimension.axis)
    case .aspect, .gap, .padding, .items, .distribution, .hidden, .wish, .alpha: []
    }
  }
}

extension DescribedComposite {
  fileprivate func parts(
    of view: ViewID, _ other: ViewID
  ) -> (CompoundKind, lefts: [LinearExpression], rights: [LinearExpression?]) {
    let (kind, attributes, numbers): (CompoundKind, [AnchorAttribute], [Double]) =
      switch self {
      case .edges(let inset): (.edges, [.top, .left, .bottom, .right], [inset, inset, -inset, -inset])
      case .center(let x, let y): (.center, [.centerX, .centerY], [x, y])
      case .size(let width, let height): (.size, [.width, .height], [width, height])
      }
    return (
      kind, attributes.map { LinearExpression(Anchor(view, .frame, $0)) },
      zip(attributes, numbers).map { attribute, number in
        let anchor = LinearExpression(Anchor(other, .frame, attribute))
        return anchor.adding(LinearExpression(.literal(number)), type: anchor.type)
      }
    )
  }
}
