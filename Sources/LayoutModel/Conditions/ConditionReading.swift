import Geometry
import LayoutSyntax

/// Reads the conditions of branches. A size or trait without a view asks the view that a constraint inside the branch
/// is for, so it stays open until a constraint names one. A configuration without a view asks the view whose body holds
/// the branch.
extension LayoutResolver {
  /// Reads the condition of every branch. Outer branches come first, because they are declared before those in them.
  mutating func readConditions() {
    for index in written.branches.indices.dropFirst() {
      let branch = BranchID(index: Int32(index))
      let place = written.branches[index]
      builder.complaints.instance = scopes.instance(of: place.scope)
      guard place.condition >= 0 else {
        builder.settleBranch(branch)
        continue
      }
      var site = Site(file: place.file, scope: place.scope, view: builder.branches.all[index].view)
      site.bare = .subject
      let condition = condition(node(place.condition, in: place.file), site)
      builder.settleBranch(branch, asking: condition)
    }
    readConfigurations()
  }

  // MARK: Reading

  /// Reads a condition; nil after a complaint.
  mutating func condition(_ node: SyntaxNode, _ site: Site) -> Condition? {
    // Of what is not finished the mistake is told already.
    if node.hasError, node.kind == .traitCondition || node.kind == .reference { return nil }
    guard canReadDeeper(at: node, site), spend(steps: 1, at: node, site) else { return nil }
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
      declareAskedConfiguration(node.first(.name), of: view, in: site.file)
      return .configuration(view, name: node.name)
    case .traitCondition: return trait(node, site)
    case .hiddenCondition: return .hidden(site.bare)
    case .isCondition:
      guard let path = node.first(.path), let inner = node.value(at: 0) else { return nil }
      if refusesVisible(node, of: path, inner, site) { return nil }
      guard let view = view(named: path, site) else { return nil }
      var tested = site
      tested.bare = view
      return condition(inner, tested)
    case .compare: return comparison(node, site)
    default:
      let isName = node.kind == .reference && node.first(.anchorSegment) == nil
      if isName, let (repetition, name) = field(of: node, site) {
        guard let value = value(ofField: name, of: repetition, site) else { return nil }
        if case .condition(let condition) = value { return condition }
        report(.notACondition(node.text, isName: false), at: node, in: site.file)
        return nil
      }
      if isName, let index = declaredValue(ofReference: node, site) {
        switch value(ofDeclared: index, node, site) {
        case .condition(let condition)?:
          return site.bare == .subject ? condition : builder.bound(condition, to: site.bare)
        case .word("true")?: return .constant(true)
        case .word("false")?: return .constant(false)
        case nil: return nil
        default: break
        }
      }
      let isPath = node.child(.pathSegment, at: 1) != nil
      if isUndeclaredVisible(node, site) {
        report(.visible(node.text, "!hidden"), at: node, in: site.file)
      } else if isName, isPath, node.text.hasSuffix(".hidden") {
        report(.hiddenAsMember(node.text), at: node, in: site.file)
      } else {
        let nearest = isName ? TraitName.nearest(to: node) : nil
        report(.notACondition(node.text, isName: isName && !isPath, nearest: nearest), at: node, in: site.file)
      }
      return nil
    }
  }

  /// Whether a name asks whether something is to be seen, which only what is hidden has a word for.
  private mutating func isUndeclaredVisible(_ node: SyntaxNode, _ site: Site) -> Bool {
    node.kind == .reference && ["visible", "shown", "isVisible"].contains(node.text)
      && declaredValue(ofReference: node, site) == nil
  }

  /// Whether a condition is `panel is visible`; reports that.
  mutating func refusesVisible(_ node: SyntaxNode, of path: SyntaxNode, _ inner: SyntaxNode, _ site: Site) -> Bool {
    guard isUndeclaredVisible(inner, site) else { return false }
    report(.visible(node.text, "!(\(path.text) is hidden)", of: path.text), at: node, in: site.file)
    return true
  }

  /// Reads a word that stands for a value of a trait: `phone`, `compact.x`.
  private mutating func trait(_ node: SyntaxNode, _ site: Site) -> Condition? {
    guard !node.flag, let (name, value) = TraitName.meaning(of: node) else {
      report(.traitAlone(node.text), at: node, in: site.file)
      return nil
    }
    return .trait(site.bare, name: name, value: value)
  }

  private mutating func comparison(_ node: SyntaxNode, _ site: Site) -> Condition? {
    guard let leftNode = node.value(at: 0), let rightNode = node.value(at: 1) else { return nil }
    if refusesComparison(node, leftNode, rightNode, site) { return nil }
    if leftNode.kind == .traitCondition { return traitComparison(node, leftNode, rightNode, site) }
    if rightNode.kind == .traitCondition, !rightNode.flag, node.relation == .equal {
      report(.conditionByItself(rightNode.text, meant: rightNode.text), at: node, in: site.file)
      return nil
    }
    let left = value(leftNode, site)
    if case .condition? = left, rightNode.kind == .boolean, node.relation == .equal {
      let meant = rightNode.flag ? leftNode.text : "!\(inParentheses(leftNode))"
      report(.conditionByItself(leftNode.text, meant: meant), at: node, in: site.file)
      return nil
    }
    let right = value(rightNode, site)
    guard let left, let right else { return nil }
    if node.relation == .equal, let condition = comparison(left, with: right) { return condition }
    let lefts = sizes(left, leftNode, site)
    let rights = sizes(right, rightNode, site)
    guard let lefts, let rights else { return nil }
    guard lefts.count == rights.count || lefts.count == 1 || rights.count == 1 else {
      report(.wrongCount(rightNode.text, wanted: "\(lefts.count) values", rights.count), at: rightNode, in: site.file)
      return nil
    }
    guard
      let condition = builder.condition(comparing: lefts, (node.relation ?? .equal).sign, rights, of: site.bare)
    else {
      report(.percentWithoutDimension(node.text), at: node, in: site.file)
      return nil
    }
    return condition
  }

  /// Whether a comparison is one of a condition, which is the answer by itself; reports that.
  mutating func refusesComparison(
    _ node: SyntaxNode, _ left: SyntaxNode, _ right: SyntaxNode, _ site: Site
  ) -> Bool {
    guard node.relation == .equal, let meant = conditionCompared(left, right, site) else { return false }
    report(.conditionByItself(meant.text, meant: meant.fix), at: node, in: site.file)
    return true
  }

  /// A condition that is compared as if it were a value, and what is meant: `dark == true`,
  /// `orientation == "landscape"`.
  private mutating func conditionCompared(
    _ left: SyntaxNode, _ right: SyntaxNode, _ site: Site
  ) -> (text: String, fix: String)? {
    if right.kind == .boolean, left.kind.isCondition, left.kind != .traitCondition || !left.flag {
      return (left.text, right.flag ? left.text : "!\(inParentheses(left))")
    }
    guard right.kind == .string, Word.all(.trait).contains(where: { $0.rawValue == right.string }),
      unknownName(left, site) != nil
    else { return nil }
    return (right.string, right.string)
  }

  /// A condition that `!` is to stand before.
  private func inParentheses(_ node: SyntaxNode) -> String {
    [.reference, .flagCondition, .traitCondition].contains(node.kind) || node.text.hasPrefix("(")
      ? node.text : "(\(node.text))"
  }

  /// The lengths on one side of a comparison: one, or two for `size`.
  private mutating func sizes(_ value: Value, _ node: SyntaxNode, _ site: Site) -> [LinearExpression]? {
    switch value {
    case _ where value.isRemembered:
      report(.rememberedInCondition(node.text), at: node, in: site.file)
      return nil
    case .linear(let expression) where !expression.type.isPosition: return [expression]
    case .compound(.size, let parts), .compound(.pair, let parts): return parts
    default:
      report(.positionInCondition(node.text, value.noun), at: node, in: site.file)
      return nil
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
    let known = TraitDescription.catalogue.map(\.name)
    if !known.contains(name), let nearest = nearestName(to: name, in: known) {
      report(.nearlyKnownTrait(leftNode.text, nearest: nearest), at: leftNode, in: site.file)
    }
    return .trait(site.bare, name: name, value: value)
  }
}

extension Value {
  /// Whether something that a test remembers is in it.
  fileprivate var isRemembered: Bool {
    switch self {
    case .linear(let part): part.terms.contains { $0.anchor.view.rememberedNumber != nil }
    case .compound(_, let parts): parts.contains { Value.linear($0).isRemembered }
    default: false
    }
  }
}

extension Complaint {
  static func rememberedInCondition(_ text: String) -> Complaint {
    Complaint(.conditionAsValue, "'\(text)' is remembered, and only 'expect' itself compares that")
  }

  static func notACondition(_ text: String, isName: Bool, nearest: String? = nil) -> Complaint {
    if let nearest {
      return Complaint(
        .notACondition, "'\(text)' is no condition\(didYouMean(nearest))", replacement: nearest)
    }
    let hint = isName ? ", or ask flag(\(text))" : ""
    return Complaint(.notACondition, "'\(text)' is no condition; compare it\(hint)")
  }

  /// `orientation == landscape`, as others ask.
  static func conditionByItself(_ text: String, meant: String) -> Complaint {
    Complaint(.conditionAsValue, "'\(text)' is a condition by itself", replacement: meant)
  }

  /// `panel is visible`, as others ask.
  static func visible(_ text: String, _ meant: String, of view: String? = nil) -> Complaint {
    let isConfiguration = text.hasSuffix("visible") ? view : nil
    return Complaint(
      .notACondition, "'\(text)' is no condition; use '\(meant)'", replacement: meant,
      help: isConfiguration.map { ["help: the configuration 'visible' is asked for by `\($0) is config visible`"] }
        ?? [])
  }

  /// `panel.hidden`, which others write for `panel is hidden`.
  static func hiddenAsMember(_ text: String) -> Complaint {
    let meant = "\(text.dropLast(".hidden".count)) is hidden"
    return Complaint(.notACondition, "'\(text)' is no condition; use '\(meant)'", replacement: meant)
  }

  static func positionInCondition(_ text: String, _ noun: String) -> Complaint {
    Complaint(.positionInCondition, "'\(text)' is \(noun), and conditions compare sizes and numbers")
  }

  static func nearlyKnownTrait(_ text: String, nearest: String) -> Complaint {
    Complaint(
      .nearlyKnownWord, "'\(text)' is a trait that only the outside can set\(didYouMean(nearest, "trait."))",
      replacement: "trait.\(nearest)")
  }

  static func traitAlone(_ text: String) -> Complaint {
    Complaint(.traitComparison, "'\(text)' is no condition by itself; compare it, as in '\(text) == bold'")
  }

  static func traitOrder(_ text: String) -> Complaint {
    Complaint(.traitComparison, "traits have no order and no parts; '\(text)' can only be one of trait.name == value")
  }
}
