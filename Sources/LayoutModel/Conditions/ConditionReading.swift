import Geometry
import LayoutSyntax

extension ViewID {
  /// In a condition that is not bound yet: the view that a constraint inside the branch is for.
  static let subject = ViewID(-1)
  /// Likewise: that view's parent, for percentages.
  static let parentOfSubject = ViewID(-2)
}

/// Reads the conditions of branches. Bare sizes and traits are those of the view each constraint inside is for, so
/// they stay open until a constraint asks; configurations are those of the view whose body holds the branch.
extension LayoutResolver {
  /// Every branch once, outer ones first (they are declared before those in them).
  mutating func readConditions() {
    for index in contexts.indices.dropFirst() {
      let context = contexts[index]
      complaints.instance = scopes.instance(of: context.scope)
      switch context.kind {
      case .always: break
      case .condition(let node):
        var site = Site(file: context.file, scope: context.scope, view: context.view)
        site.bare = .subject
        contexts[index].condition = condition(self.node(node, in: context.file), site) ?? .constant(false)
        if !hasRoom(for: contexts[index].condition, at: place(context.span, in: context.file)) {
          contexts[index].condition = .constant(false)
        }
      case .otherwise(let then):
        contexts[index].condition = contexts[Int(then.index)].condition.negated
      case .configuration(let name):
        contexts[index].condition = .configuration(context.view, name: names.text(of: name))
      }
      let outer = contexts[Int(context.parent.index)].usesSubject
      contexts[index].usesSubject = outer || contexts[index].condition.usesSubject
    }
    finishConfigurations()
  }

  /// The condition of a branch and all around it, for a view's rule; nil for "always".
  mutating func conditionID(_ context: ContextID, for view: ViewID) -> ConditionID? {
    if context == .always { return nil }
    let subject: Int32 = contexts[Int(context.index)].usesSubject ? view.index : -1
    if let known = conditionTable[context.index, subject] { return known < 0 ? nil : ConditionID(known) }
    let branch = contexts[Int(context.index)]
    let condition = joined(context, for: view)
    var id: Int32 = -1
    if condition != .constant(true) {
      id = Int32(layout.conditions.count)
      layout.conditions.append(condition)
      layout.conditionOrigins.append(Origin(file: branch.file, span: branch.span))
    }
    conditionTable[context.index, subject] = id
    return id < 0 ? nil : ConditionID(id)
  }

  /// Outermost first; constants folded. Never, when there are too many conditions.
  mutating func joined(_ context: ContextID, for view: ViewID) -> Condition {
    if conditionParts > limits.conditionParts { return .constant(false) }
    var parts: [Condition] = []
    var current = context
    while current != .always {
      let branch = contexts[Int(current.index)]
      parts.append(branch.usesSubject ? bound(branch.condition, to: view) : branch.condition)
      current = branch.parent
    }
    let condition = Condition.joining(parts.reversed())
    let branch = contexts[Int(context.index)]
    return hasRoom(for: condition, at: place(branch.span, in: branch.file)) ? condition : .constant(false)
  }

  /// The condition with `view` as its subject.
  func bound(_ condition: Condition, to view: ViewID) -> Condition {
    switch condition {
    case .constant, .flag, .configuration: return condition
    case .trait(let owner, let name, let value):
      return .trait(owner == .subject ? view : owner, name: name, value: value)
    case .hidden(let owner): return .hidden(owner == .subject ? view : owner)
    case .compare(let left, let comparison, let right):
      return .compare(bound(left, to: view), comparison, bound(right, to: view))
    case .not(let inner): return .not(bound(inner, to: view))
    case .all(let parts): return .all(parts.map { bound($0, to: view) })
    case .any(let parts): return .any(parts.map { bound($0, to: view) })
    }
  }

  private func bound(_ measured: Measured, to view: ViewID) -> Measured {
    var result = measured
    for index in result.terms.indices {
      if result.terms[index].anchor.view == .subject {
        result.terms[index].anchor.view = view
      } else if result.terms[index].anchor.view == .parentOfSubject {
        let container = superArea(of: view)
        result.terms[index].anchor.view = container.view
        result.terms[index].anchor.guide = container.guide
      }
    }
    return result
  }

  // MARK: Reading

  /// Nil after a complaint.
  mutating func condition(_ node: SyntaxNode, _ site: Site) -> Condition? {
    guard canReadDeeper(at: node, site) else { return nil }
    expressionDepth += 1
    defer { expressionDepth -= 1 }
    switch node.kind {
    case .boolean: return .constant(node.flag)
    case .not: return node.value(at: 0).flatMap { condition($0, site) }?.negated
    case .and, .or:
      // Both sides are read before either is given up, so that both are checked.
      let parts = node.values.map { condition($0, site) }
      let known = parts.compactMap { $0 }
      guard known.count == parts.count else { return nil }
      return measured(node.kind == .and ? .joining(known) : .joiningAny(known), at: node, site)
    case .flagCondition: return .flag(node.name)
    case .configCondition:
      let view = site.bare == .subject ? site.view ?? .root : site.bare
      noteConfiguration(node.first(.name), of: view, in: site.file)
      return .configuration(view, name: node.name)
    case .traitCondition: return trait(node, site)
    case .hiddenCondition: return .hidden(site.bare)
    case .isCondition:
      guard let path = node.first(.path), let inner = node.values.first(where: { _ in true }) else { return nil }
      guard let view = view(named: path, site) else { return nil }
      var tested = site
      tested.bare = view
      return condition(inner, tested)
    case .compare: return comparison(node, site)
    default:
      let isName = node.kind == .reference && node.first(.anchorSegment) == nil
      if isName, let index = declaredValue(ofReference: node, site) {
        switch value(ofDeclared: index, node, site) {
        case .condition(let condition)?: return site.bare == .subject ? condition : bound(condition, to: site.bare)
        case .word("true")?: return .constant(true)
        case .word("false")?: return .constant(false)
        case nil: return nil
        default: break
        }
      }
      report(.notACondition(node.text, isName: isName), at: node, in: site.file)
      return nil
    }
  }

  /// `phone`, `compact.x`: one of the named values of a trait.
  private mutating func trait(_ node: SyntaxNode, _ site: Site) -> Condition? {
    guard !node.flag, let (name, value) = TraitName.meaning(of: node) else {
      report(.traitAlone(node.text), at: node, in: site.file)
      return nil
    }
    return .trait(site.bare, name: name, value: value)
  }

  private mutating func comparison(_ node: SyntaxNode, _ site: Site) -> Condition? {
    guard let leftNode = node.value(at: 0), let rightNode = node.value(at: 1) else { return nil }
    if leftNode.kind == .traitCondition { return traitComparison(node, leftNode, rightNode, site) }
    let left = value(leftNode, site)
    let right = value(rightNode, site)
    guard let left, let right else { return nil }
    let lefts = sizes(left, leftNode, site)
    let rights = sizes(right, rightNode, site)
    guard let lefts, let rights else { return nil }
    guard lefts.count == rights.count || lefts.count == 1 || rights.count == 1 else {
      report(.wrongCount(rightNode.text, wanted: "\(lefts.count) values", rights.count), at: rightNode, in: site.file)
      return nil
    }
    var parts: [Condition] = []
    for index in 0..<max(lefts.count, rights.count) {
      let left = lefts[min(index, lefts.count - 1)]
      let right = rights[min(index, rights.count - 1)]
      guard
        let axis = measuredAxis(left) ?? measuredAxis(right) ?? (left.percent == nil && right.percent == nil ? .x : nil)
      else {
        report(.percentWithoutDimension(node.text), at: node, in: site.file)
        return nil
      }
      parts.append(
        compare(measured(left, axis, site), node.relation ?? .equal, measured(right, axis, site)))
    }
    return .joining(parts)
  }

  /// The lengths of one side: one, or two for `size`.
  private mutating func sizes(_ value: Value, _ node: SyntaxNode, _ site: Site) -> [LinearExpression]? {
    switch value {
    case .linear(let expression) where !expression.type.isPosition: return [expression]
    case .compound(.size, let parts), .compound(.pair, let parts): return parts
    default:
      report(.positionInCondition(node.text, value.noun), at: node, in: site.file)
      return nil
    }
  }

  func measuredAxis(_ expression: LinearExpression) -> Axis? { expression.term?.anchor.attribute.axis }

  func measured(_ expression: LinearExpression, _ axis: Axis, _ site: Site) -> Measured {
    var terms = expression.terms.map { Measured.Term($0.anchor, times: $0.multiplier) }
    if let percent = expression.percent {
      let attribute: AnchorAttribute = axis == .x ? .width : .height
      let anchor: Anchor
      if site.bare == .subject {
        anchor = Anchor(.parentOfSubject, .frame, attribute)
      } else {
        anchor = superArea(of: site.bare).anchor(attribute)
      }
      terms.append(Measured.Term(anchor, times: percent))
    }
    return Measured(terms: terms, constant: expression.constant)
  }

  /// `<` and `>` are one device pixel away from their closed twins.
  private func compare(_ left: Measured, _ relation: Relation, _ right: Measured) -> Condition {
    var right = right
    switch relation {
    case .equal: return .compare(left, .equal, right)
    case .atMost: return .compare(left, .atMost, right)
    case .atLeast: return .compare(left, .atLeast, right)
    case .less:
      right.constant = right.constant - .pixels(1)
      return .compare(left, .atMost, right)
    case .greater:
      right.constant = right.constant + .pixels(1)
      return .compare(left, .atLeast, right)
    }
  }

  /// `trait.legibility == bold`.
  mutating func traitComparison(
    _ node: SyntaxNode, _ leftNode: SyntaxNode, _ rightNode: SyntaxNode, _ site: Site
  ) -> Condition? {
    guard node.relation == .equal, leftNode.flag else {
      report(.traitOrder(leftNode.text), at: node, in: site.file)
      return nil
    }
    let (name, value) = (TraitName.written(leftNode), TraitName.value(rightNode))
    if let objection = TraitDescription.objection(to: value, of: name) {
      report(.impossibleTrait(objection), at: rightNode, in: site.file)
      return nil
    }
    return .trait(site.bare, name: name, value: value)
  }
}

extension Condition {
  /// The opposite, with double negations and constants folded.
  var negated: Condition {
    switch self {
    case .constant(let value): .constant(!value)
    case .not(let inner): inner
    default: .not(self)
    }
  }

  /// All of them; nested conjunctions are joined and constants folded.
  static func joining(_ parts: [Condition]) -> Condition {
    var result: [Condition] = []
    for part in parts {
      switch part {
      case .constant(true): continue
      case .constant(false): return part
      case .all(let inner): result += inner
      default: result.append(part)
      }
    }
    return result.isEmpty ? .constant(true) : result.count == 1 ? result[0] : .all(result)
  }

  /// Any of them; nested disjunctions are joined and constants folded.
  static func joiningAny(_ parts: [Condition]) -> Condition {
    var result: [Condition] = []
    for part in parts {
      switch part {
      case .constant(false): continue
      case .constant(true): return part
      case .any(let inner): result += inner
      default: result.append(part)
      }
    }
    return result.isEmpty ? .constant(false) : result.count == 1 ? result[0] : .any(result)
  }

  /// Whether something in it is open until a constraint says for which view.
  var usesSubject: Bool {
    switch self {
    case .constant, .flag, .configuration: false
    case .trait(let view, _, _), .hidden(let view): view == .subject
    case .compare(let left, _, let right):
      (left.terms + right.terms).contains { $0.anchor.view == .subject || $0.anchor.view == .parentOfSubject }
    case .not(let inner): inner.usesSubject
    case .all(let parts), .any(let parts): parts.contains(where: \.usesSubject)
    }
  }
}

extension Complaint {
  static func notACondition(_ text: String, isName: Bool) -> Complaint {
    let hint = isName ? ", or ask flag(\(text))" : ""
    return Complaint(.notACondition, "'\(text)' is no condition; compare it\(hint)")
  }

  static func positionInCondition(_ text: String, _ noun: String) -> Complaint {
    Complaint(.positionInCondition, "'\(text)' is \(noun), and conditions compare sizes and numbers")
  }

  static func traitAlone(_ text: String) -> Complaint {
    Complaint(.traitComparison, "'\(text)' is no condition by itself; compare it, as in '\(text) == bold'")
  }

  static func traitOrder(_ text: String) -> Complaint {
    Complaint(.traitComparison, "traits have no order and no parts; '\(text)' can only be one of trait.name == value")
  }
}
