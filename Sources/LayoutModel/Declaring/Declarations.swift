import Geometry
import LayoutSyntax

/// The first pass: walks the layout's body once and notes what is declared where.
extension LayoutResolver {
  /// What the statements of a body belong to.
  struct Surroundings {
    /// The view that clauses are for and that views are put into.
    var view: ViewID
    /// The view in whose braces they are written. It differs from `view` only where a slot has put them elsewhere.
    var home: ViewID
    var file: Int32
    var scope: Int32
    var branch = BranchID.always
    var defaults: Int32 = 0
    /// How many blocks are around them, those of components included.
    var depth = 0
    /// The instance in whose component they are written; 0 for the layout.
    var instance: Int32 = 0
    /// What the `for`s around them add to the names of views, as a name; -1 without a `for`.
    var indices: Int32 = -1
    /// The repetition over records that they stand in directly; -1 for none.
    var repetition: Int32 = -1
    var part = Part.everything
    /// Whether they stand in a branch or a `for` inside the braces of a use.
    var isInBranchOfContent = false

    /// What is read of a block. The braces of a use are read for their clauses where the use stands, and for their
    /// views at each slot.
    enum Part {
      case everything
      case clauses
      case content
      /// The block of `slot NAME { }`: a clause in it is for no view.
      case filling
    }

    init(view: ViewID, file: Int32, scope: Int32) {
      self.view = view
      home = view
      self.file = file
      self.scope = scope
    }
  }

  mutating func declareLayout() {
    declareRoot()
    var surroundings = Surroundings(view: .root, file: 0, scope: 0)
    if let parameters = node.first(.parameterList) {
      surroundings.scope = scopes.open(in: 0)
      for parameter in parameters.children where parameter.kind == .parameter {
        declareParameter(parameter, in: surroundings)
      }
    }
    if let body = node.first(.block) { later.bodyScope = declareBody(body, in: surroundings) }
  }

  mutating func declareRoot() {
    builder.complaints.forgetUses()
    expansion.instances.append(
      Instance(component: -1, view: .root, outer: 0, origin: builder.views.drafts[0].origin))
    written.branches.append(WrittenBranch(file: 0, scope: 0))
    written.views.append(WrittenView(file: 0, node: node.index))
    defaults.append(Defaults(outer: 0, file: 0, scope: 0, view: .root))
  }

  /// Declares what is in a block. Its values go first, because they may be used before they are declared; then
  /// everything goes in order.
  ///
  /// - Returns: the scope of the block's values.
  @discardableResult mutating func declareBody(_ block: SyntaxNode, in outer: Surroundings) -> Int32 {
    guard outer.depth <= SyntaxLimits.depth else {
      report(.tooDeepComponents, at: block, in: outer.file)
      return outer.scope
    }
    guard spend(at: block, in: outer) else { return outer.scope }
    var inner = outer
    inner.depth = outer.depth + 1
    if block.first(.letDeclaration) != nil || block.first(.varDeclaration) != nil {
      inner.scope = declareValues(of: block, in: outer)
    }
    var lastWasClause = false
    var viewAbove: SyntaxNode?
    for child in block.children {
      guard spend(at: child, in: outer) else { break }
      warnIfIndented(child, under: &viewAbove, in: inner)
      warnIfBehindBraces(child, in: inner)
      let isClause = child.kind.isClause
      if isClause || child.kind == .remove {
        let goesOn = lastWasClause && isClause && !startsStatement(child, in: inner.file)
        switch inner.part {
        case .everything, .clauses: declareItem(child, as: goesOn ? .continuation : .statement, in: inner)
        case .content: break
        case .filling: report(.clauseInSlot, at: child, in: inner.file)
        }
      } else {
        declareStatement(child, in: inner)
      }
      lastWasClause = isClause
    }
    return inner.scope
  }

  /// The scope of a block's values. The braces of a use are read more than once, but their values are declared only
  /// once.
  private mutating func declareValues(of block: SyntaxNode, in outer: Surroundings) -> Int32 {
    if outer.part == .content, let known = expansion.contentScopes[block.index, outer.scope] { return known }
    var inner = outer
    inner.scope = scopes.open(in: outer.scope)
    if outer.part == .clauses { expansion.contentScopes[block.index, outer.scope] = inner.scope }
    for child in block.children where child.kind == .letDeclaration || child.kind == .varDeclaration {
      declareValue(child, in: inner)
    }
    return inner.scope
  }

  private mutating func declareStatement(_ node: SyntaxNode, in outer: Surroundings) {
    switch node.kind {
    case .view, .guide: if outer.part != .clauses { declareView(node, in: outer) }
    case .ifStatement:
      warnIfEmpty(node, in: outer)
      declareIf(node, in: outer)
    case .config: declareConfiguration(node, in: outer)
    case .with:
      warnIfEmpty(node, in: outer)
      declareWith(node, in: outer)
    case .forStatement:
      warnIfEmpty(node, in: outer)
      declareLoop(node, in: outer)
    case .slot: declareSlotStatement(node, in: outer)
    case .transition: if outer.part == .everything || outer.part == .clauses { declareTransition(node, in: outer) }
    case .test: declareTest(node, in: outer)
    default: break  // Values were declared already; previews are read at the end; errors were reported by the parser.
    }
  }

  private mutating func declareSlotStatement(_ node: SyntaxNode, in outer: Surroundings) {
    let fills = node.first(.block) != nil && node.first(.name) != nil
    if fills, outer.part == .clauses || outer.part == .content {
      // A filling directly in the braces is found from the slot that it fills.
      if outer.isInBranchOfContent { report(.fillingInBranch, at: node.first(.name) ?? node, in: outer.file) }
    } else if outer.part != .clauses {
      declareSlot(node, in: outer)
    }
  }

  /// Warns of a clause that is indented as if it were for the view above, which has no braces.
  ///
  /// - Parameter view: the view that lines may seem to go on with.
  private mutating func warnIfIndented(_ node: SyntaxNode, under view: inout SyntaxNode?, in outer: Surroundings) {
    guard node.firstToken.startsLine, outer.part != .content else { return }
    if node.kind == .view {
      view = node.first(.block) == nil ? node : nil
    } else if node.kind.isClause, let above = view, isIndented(node, below: above, in: outer.file) {
      let name = (above.first(.name) ?? above).firstToken
      let words = files[Int(outer.file)].tree.source.text(in: name.span)
      report(.indentedClause(under: words, of: path(of: outer.view)), at: node, in: outer.file)
    } else {
      view = nil
    }
  }

  /// Warns of what places or describes a view where the braces of a view end right before it: it is for the view around
  /// both.
  private mutating func warnIfBehindBraces(_ node: SyntaxNode, in outer: Surroundings) {
    guard outer.part != .content, node.kind == .property || node.kind.clauseRole.contains(.place),
      let end = endOfView(before: node, in: outer.file), end.sign.kind == .rightBrace
    else { return }
    report(
      .clauseBehindBraces(
        node.source.text(in: node.firstToken.span), of: end.kind,
        owner: outer.view == .root ? "the root" : "'\(path(of: outer.view))'"),
      at: node, in: outer.file)
  }

  /// Where a view ends right before a clause on its line: `box b size 10; top 8`, `box b { … } top 8`.
  ///
  /// - Returns: the kind of the view, and the `;` or the brace.
  func endOfView(before clause: SyntaxNode, in file: Int32) -> (kind: String, sign: SyntaxToken)? {
    let end = Int(clause.tokenRange.lowerBound) - 1
    guard end > 0, !clause.firstToken.startsLine else { return nil }
    let tree = files[Int(file)].tree
    let tokens = tree.tokens
    var first = end
    switch tokens[end].kind {
    case .rightBrace:
      var depth = 0
      repeat {
        depth += tokens[first].kind == .rightBrace ? 1 : tokens[first].kind == .leftBrace ? -1 : 0
        first -= 1
      } while depth > 0 && first > 0
    case .semicolon where !tokens[end].startsLine && tokens[end - 1].kind != .rightBrace: first -= 1
    default: return nil
    }
    // A clause between two `;` may have been meant for the view as well.
    let stops: [TokenKind] =
      tokens[end].kind == .semicolon ? [.leftBrace, .rightBrace] : [.leftBrace, .rightBrace, .semicolon]
    while first > 0, !tokens[first].startsLine, !stops.contains(tokens[first - 1].kind) { first -= 1 }
    guard tokens[first].word.roles.contains(.viewKind) else { return nil }
    return (tree.source.text(in: tokens[first].span), tokens[end])
  }

  /// Whether a line begins with what another one begins with, and more blanks.
  private func isIndented(_ node: SyntaxNode, below above: SyntaxNode, in file: Int32) -> Bool {
    let source = files[Int(file)].tree.source
    func blanks(before token: SyntaxToken) -> ArraySlice<UInt8> {
      let start = Int(token.start)
      let line = source.bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      return source.bytes[line..<start]
    }
    let (deeper, indent) = (blanks(before: node.firstToken), blanks(before: above.firstToken))
    return deeper.count > indent.count && deeper.starts(with: indent)
  }

  /// Whether a clause begins a statement: a line end or `;` stands before it.
  private func startsStatement(_ clause: SyntaxNode, in file: Int32) -> Bool {
    if clause.firstToken.startsLine { return true }
    let before = Int(clause.tokenRange.lowerBound) - 1
    return before < 0 || files[Int(file)].tree.tokens[before].kind == .semicolon
  }

  private mutating func declareItem(_ node: SyntaxNode, as form: Item.Form, in outer: Surroundings) {
    var item = Item(
      node: node.index, kind: node.kind, file: outer.file, view: outer.view, scope: outer.scope,
      branch: outer.branch, defaults: outer.defaults, form: form)
    if node.kind == .remove {
      builder.expectRemovals()
    } else {
      item.hasAnchorage = node.kind.clauseRole.contains(.anchorage)
      builder.mention(Mentions(of: node), by: outer.view, in: outer.branch)
    }
    statements.items.append(item)
  }

  mutating func declareValue(_ node: SyntaxNode, in outer: Surroundings) {
    guard let nameNode = node.first(.name) else { return }
    let value = DeclaredValue(
      name: name(of: nameNode, in: outer.file), node: node.index, file: outer.file, scope: outer.scope,
      view: outer.home, isVariable: node.kind == .varDeclaration)
    if node.first(.listType) != nil, outer.branch != .always || outer.instance != 0 || outer.indices >= 0 {
      report(.listInBranch, at: nameNode, in: outer.file)
    }
    if !scopes.declare(value) { report(.duplicateValue(nameNode.name), at: nameNode, in: outer.file) }
  }

  /// Declares a parameter of a layout, which is a `var` of the layout with a type. Whoever opens a scene may give it a
  /// value; so may a preview or a test.
  private mutating func declareParameter(_ node: SyntaxNode, in outer: Surroundings) {
    guard let nameNode = node.first(.name) else { return }
    guard let value = node.value(at: 0) else {
      report(.parameterWithoutDefault(nameNode.name), at: nameNode, in: outer.file)
      return
    }
    var type = ParameterType(of: value)
    if let written = node.first(.typeName) {
      let known = ParameterType.allCases.compactMap(\.name)
      if let named = ParameterType.named(written.name) {
        type = named
      } else {
        let nearest = WordsOfOthers.type(named: written.name) ?? nearestName(to: written.name, in: known)
        report(.unknownType(written.name, nearest: nearest, known), at: written, in: outer.file)
      }
    }
    var declared = DeclaredValue(
      name: name(of: nameNode, in: outer.file), node: node.index, file: outer.file, scope: outer.scope,
      view: outer.home, isVariable: true)
    declared.type = type
    if !scopes.declare(declared) { report(.duplicateValue(nameNode.name), at: nameNode, in: outer.file) }
  }
}

extension Complaint {
  static func indentedClause(under view: String, of owner: String) -> Complaint {
    Complaint(
      .indentedClause, "this is indented under '\(view)' but is for '\(owner)'",
      help: ["help: write it on the line of '\(view)', or in braces behind that"])
  }

  static func clauseBehindBraces(_ clause: String, of kind: String, owner: String) -> Complaint {
    Complaint(
      .indentedClause, "'\(clause)' stands behind the braces of the \(kind) before it, and is for \(owner)",
      help: ["help: the clauses of a view stand before its braces, or in them; those of \(owner) on other lines"])
  }

  static func duplicateValue(_ name: String) -> Complaint {
    Complaint(.duplicateValue, "'\(name)' has a value here already")
  }

  static func parameterWithoutDefault(_ name: String) -> Complaint {
    Complaint(
      .badArgument, "'\(name)' needs a default: the scene of the layout's own name is given no values",
      help: ["write `\(name) = …`"])
  }

  static let clauseInSlot = Complaint(
    .modifierWithoutPlacement, "this is for no view: the braces of a slot hold views, and a clause stands in theirs")

  static let fillingInBranch = Complaint(
    .unknownSlot, "what fills a slot stands directly in the braces of the component's use")
}
