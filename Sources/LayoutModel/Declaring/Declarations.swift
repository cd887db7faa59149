import Geometry
import LayoutSyntax

/// The first pass: walks the layout's body once and notes what is declared where.
extension LayoutResolver {
  /// What a body's statements belong to.
  struct Surroundings {
    var view: ViewID
    var file: Int32
    var scope: Int32
    var context = ContextID.always
    var defaults: Int32 = 0
  }

  /// Views a layout may have.
  static let viewLimit = 200_000

  mutating func declareLayout() {
    let nameSpan = node.first(.name)?.span ?? node.span
    contexts.append(
      Context(kind: .always, parent: .always, file: 0, scope: 0, view: .root, span: nameSpan))
    defaults.append(Defaults(outer: 0, file: 0, scope: 0, view: .root))
    drafts.append(
      ViewDraft(
        name: nil, kind: .view, parent: nil, index: 0, context: .always, file: 0, node: node.index, span: nameSpan))
    var surroundings = Surroundings(view: .root, file: 0, scope: 0)
    if let parameters = node.first(.parameterList) {
      report(.notLaidOut(.parameters), at: parameters, in: 0)
      surroundings.scope = scopes.open(in: 0)
      for parameter in parameters.children where parameter.kind == .parameter {
        declareValue(parameter, in: surroundings)
      }
    }
    if let body = node.first(.block) { declareBody(body, in: surroundings) }
  }

  /// A `{ }`: its values first, because they may be used before they are declared, then everything in order.
  mutating func declareBody(_ block: SyntaxNode, in outer: Surroundings) {
    var inner = outer
    if block.first(.letDeclaration) != nil || block.first(.varDeclaration) != nil {
      inner.scope = scopes.open(in: outer.scope)
      for child in block.children where child.kind == .letDeclaration || child.kind == .varDeclaration {
        declareValue(child, in: inner)
      }
    }
    var lastWasClause = false
    for child in block.children {
      let isClause = child.kind.isClause
      if isClause || child.kind == .remove {
        let goesOn = lastWasClause && isClause && !startsStatement(child, in: inner.file)
        declareItem(child, as: goesOn ? .continuation : .statement, in: inner)
      } else {
        declareStatement(child, in: inner)
      }
      lastWasClause = isClause
    }
  }

  private mutating func declareStatement(_ node: SyntaxNode, in outer: Surroundings) {
    switch node.kind {
    case .view, .guide: declareView(node, in: outer)
    case .ifStatement: declareIf(node, in: outer)
    case .config: declareConfiguration(node, in: outer)
    case .with: declareWith(node, in: outer)
    case .forStatement: report(.notLaidOut(.loop), at: node, in: outer.file)
    case .slot: report(.notLaidOut(.slot), at: node, in: outer.file)
    case .transition: declareTransition(node, in: outer)
    case .test: report(.notLaidOut(.test), at: node.first(.string) ?? node, in: outer.file)
    case .expect: report(.notLaidOut(.expectation), at: node, in: outer.file)
    default: break  // Values were declared already; previews are read at the end; errors were reported by the parser.
    }
  }

  /// Whether a clause begins a statement of its own: a line end or `;` stands before it.
  private func startsStatement(_ clause: SyntaxNode, in file: Int32) -> Bool {
    if clause.firstToken.startsLine { return true }
    let before = Int(clause.tokenRange.lowerBound) - 1
    return before < 0 || files[Int(file)].tree.tokens[before].kind == .semicolon
  }

  private mutating func declareItem(_ node: SyntaxNode, as form: Item.Form, in outer: Surroundings) {
    var item = Item(
      node: node.index, kind: node.kind, file: outer.file, view: outer.view, scope: outer.scope,
      context: outer.context, defaults: outer.defaults, form: form)
    if node.kind == .remove {
      hasRemovals = true
    } else {
      clauseCount += 1
      item.hasAnchorage = node.kind.givesAnchorage
      mention(Mentions(of: node), view: outer.view, context: outer.context)
    }
    items.append(item)
  }

  private mutating func mention(_ said: Mentions, view: ViewID, context: ContextID) {
    if said.isEmpty { return }
    if context == .always {
      drafts[Int(view.index)].mentions.formUnion(said)
    } else {
      let before = mentions[view.index, context.index] ?? 0
      mentions[view.index, context.index] = before | said.rawValue
    }
  }

  /// What the view's clauses in this branch and those around it speak of.
  func mentioned(_ view: ViewID, in context: ContextID) -> Mentions {
    var said = drafts[Int(view.index)].mentions
    var current = context
    while current != .always {
      said.formUnion(Mentions(rawValue: mentions[view.index, current.index] ?? 0))
      current = contexts[Int(current.index)].parent
    }
    return said
  }

  private mutating func declareValue(_ node: SyntaxNode, in outer: Surroundings) {
    guard let nameNode = node.first(.name) else { return }
    let value = DeclaredValue(
      name: name(of: nameNode, in: outer.file), node: node.index, file: outer.file, scope: outer.scope,
      view: outer.view, isVariable: node.kind == .varDeclaration)
    if !scopes.declare(value) { report(.duplicateValue(nameNode.name), at: nameNode, in: outer.file) }
  }

  // MARK: Views

  private mutating func declareView(_ node: SyntaxNode, in outer: Surroundings) {
    var typeName: SyntaxNode?
    var nameNode: SyntaxNode?
    var text: Int32 = -1
    var block: SyntaxNode?
    var said: Mentions = []
    var hasClauses = false
    var hasAnchorage = false
    for child in node.children {
      switch child.kind {
      case .typeName: typeName = child
      case .name: nameNode = child
      case .string: text = child.index
      case .block: block = child
      case .argumentList: report(.notLaidOut(.arguments), at: child, in: outer.file)
      default:
        guard child.kind.isClause else { continue }
        hasClauses = true
        clauseCount += 1
        hasAnchorage = hasAnchorage || child.kind.givesAnchorage
        said.formUnion(Mentions(of: child))
      }
    }
    let kind = node.kind == .guide ? .guide : kind(typeName, of: node, in: outer)
    let start = (typeName ?? node).span
    let span = nameNode.map { SourceSpan(start: start.start, end: $0.span.end) } ?? start
    var draft = ViewDraft(
      name: nil, kind: kind, parent: outer.view, index: 0, context: outer.context, file: outer.file,
      node: node.index, span: span, text: text)
    if let nameNode { draft.name = name(of: nameNode, in: outer.file) }
    // Not with `??`: its right side would be a closure with a copy of the draft.
    var known = merge(draft, nameNode, in: outer)
    if known == nil { known = add(draft, in: outer) }
    guard let view = known else { return }
    mention(said, view: view, context: outer.context)
    var inner = outer
    inner.view = view
    if hasClauses {
      items.append(
        Item(
          node: node.index, kind: node.kind, file: outer.file, view: view, scope: outer.scope,
          context: outer.context, defaults: outer.defaults, form: .line, hasAnchorage: hasAnchorage))
    }
    if let block { declareBody(block, in: inner) }
  }

  private mutating func kind(_ typeName: SyntaxNode?, of node: SyntaxNode, in outer: Surroundings) -> ViewKind {
    guard let typeName else { return .view }
    guard let kind = ViewKind(typeName.word) else {
      if components.contains(name(of: typeName, in: outer.file)) {
        report(.notLaidOut(.component), at: typeName, in: outer.file)
      } else {
        let known = Word.all(.viewKind).map(\.rawValue) + components.map { names.text(of: $0) }.sorted()
        report(
          .unknownKind(typeName.name, nearest: nearestName(to: typeName.name, in: known)), at: typeName, in: outer.file)
      }
      return .view
    }
    switch kind {
    case .vscroll, .hscroll: report(.notLaidOut(.scrollView), at: typeName, in: outer.file)
    case .list: report(.notLaidOut(.list), at: typeName, in: outer.file)
    default: break
    }
    return kind
  }

  /// A new view at the end of its parent; nil beyond the limit.
  private mutating func add(_ draft: ViewDraft, in outer: Surroundings) -> ViewID? {
    guard drafts.count < LayoutResolver.viewLimit else {
      if !reportedTooManyViews {
        complaints.report(.tooManyViews, at: place(draft.span, in: draft.file))
        reportedTooManyViews = true
      }
      return nil
    }
    var draft = draft
    let view = ViewID(Int32(drafts.count))
    let parent = Int(outer.view.index)
    draft.index = drafts[parent].childCount
    drafts[parent].childCount += 1
    if let name = draft.name {
      if children[outer.view.index, name.index] == nil { children[outer.view.index, name.index] = view.index }
      note(view, named: name)
    } else {
      let kind = UnnamedKey.kind(draft.kind)
      draft.ordinal = (unnamed[outer.view.index, kind] ?? 0) + 1
      unnamed[outer.view.index, kind] = draft.ordinal
      unnamed[outer.view.index, UnnamedKey.view(draft.kind, draft.ordinal)] = view.index
    }
    if !isOpen(outer.view) { needsReordering = true }
    drafts.append(draft)
    return view
  }

  /// Whether a new view of `parent` would stand behind its subtree: every later view is inside it.
  private mutating func isOpen(_ parent: ViewID) -> Bool {
    var last = Int32(drafts.count - 1)
    while last > parent.index { last = drafts[Int(last)].parent?.index ?? 0 }
    return last == parent.index
  }

  private mutating func note(_ view: ViewID, named name: NameID) {
    while viewOfName.count <= Int(name.index) {
      viewOfName.append(-1)
      viewsOfName.append(0)
    }
    if viewOfName[Int(name.index)] < 0 { viewOfName[Int(name.index)] = view.index }
    viewsOfName[Int(name.index)] += 1
  }

  /// The view that another branch has declared already; nil when this is a new one, or a mistake.
  private mutating func merge(_ draft: ViewDraft, _ nameNode: SyntaxNode?, in outer: Surroundings) -> ViewID? {
    guard let nameNode, let name = draft.name, let known = children[outer.view.index, name.index] else { return nil }
    let earlier = drafts[Int(known)]
    let place = place(nameNode, in: outer.file)
    let note = Diagnostic.Note("declared here before", at: self.place(earlier.span, in: earlier.file))
    guard !isInside(draft.context, earlier.context), !isInside(earlier.context, draft.context) else {
      complaints.report(.duplicateView(nameNode.name), at: place, notes: [note])
      return nil
    }
    drafts[Int(known)].otherContexts.append(draft.context)
    if draft.kind != earlier.kind {
      complaints.report(.otherKind(nameNode.name, draft.kind, earlier.kind), at: place, notes: [note])
      return ViewID(known)
    }
    if draft.text >= 0 {
      if earlier.text < 0 {
        drafts[Int(known)].text = draft.text
        drafts[Int(known)].node = draft.node
        drafts[Int(known)].file = draft.file
      } else if text(of: draft) != text(of: earlier) {
        complaints.report(.otherText(nameNode.name), at: place, notes: [note])
      }
    }
    return ViewID(known)
  }

  // MARK: Branches

  private mutating func branch(
    _ kind: Context.Kind, _ span: SourceSpan, in outer: Surroundings, animation: Int32
  ) -> Surroundings {
    var inner = outer
    inner.context = ContextID(index: Int32(contexts.count))
    contexts.append(
      Context(
        kind: kind, parent: outer.context, file: outer.file, scope: outer.scope, view: outer.view, span: span,
        animation: animation))
    return inner
  }

  private mutating func declareIf(_ node: SyntaxNode, in outer: Surroundings) {
    let statement = IfSyntax(node)
    if statement.isDirect, let word = node.tokens.first(where: { $0.word == .direct }) {
      complaints.report(.notLaidOut(.direct), at: place(word.span, in: outer.file))
    }
    guard let condition = statement.condition else { return }
    let animation = statement.timing?.index ?? -1
    let then = branch(.condition(node: condition.index), condition.span, in: outer, animation: animation)
    let firstOfThen = drafts.count
    if let body = statement.body { declareBody(body, in: then) }
    guard let otherwise = statement.elseBranch else { return }
    let inner = branch(.otherwise(then.context), condition.span, in: outer, animation: animation)
    let firstOfElse = drafts.count
    if otherwise.kind == .ifStatement {
      declareIf(otherwise, in: inner)
    } else {
      declareBody(otherwise, in: inner)
    }
    checkMoves(firstOfThen..<firstOfElse, firstOfElse..<drafts.count)
  }

  /// One view cannot have two parents: a name that each branch gives to one view stands for the same view.
  private mutating func checkMoves(_ then: Range<Int>, _ otherwise: Range<Int>) {
    if then.isEmpty || otherwise.isEmpty { return }
    var ofThen: [NameID: (view: Int, count: Int)] = [:]
    for view in then { if let name = drafts[view].name { ofThen[name, default: (view, 0)].count += 1 } }
    var ofElse: [NameID: Int] = [:]
    for view in otherwise { if let name = drafts[view].name { ofElse[name, default: 0] += 1 } }
    for view in otherwise {
      guard let name = drafts[view].name, ofElse[name] == 1, let first = ofThen[name], first.count == 1,
        drafts[first.view].parent != drafts[view].parent
      else { continue }
      let earlier = drafts[first.view]
      complaints.report(
        .movedView(names.text(of: name), self.path(of: parent(of: ViewID(Int32(first.view))))),
        at: place(drafts[view].span, in: drafts[view].file),
        notes: [Diagnostic.Note("declared here before", at: place(earlier.span, in: earlier.file))])
    }
  }

  private mutating func declareConfiguration(_ node: SyntaxNode, in outer: Surroundings) {
    let statement = ConfigSyntax(node)
    guard let nameNode = node.first(.name) else { return }
    let name = name(of: nameNode, in: outer.file)
    let inner = branch(
      .configuration(name), nameNode.span, in: outer, animation: statement.timing?.index ?? -1)
    declareConfiguration(
      name, of: outer.view, span: nameNode.span, file: outer.file, when: statement.condition?.index,
      scope: outer.scope)
    if let body = statement.body { declareBody(body, in: inner) }
  }

  // MARK: Defaults

  private mutating func declareWith(_ node: SyntaxNode, in outer: Surroundings) {
    var inner = outer
    var set = Defaults(outer: outer.defaults, file: outer.file, scope: outer.scope, view: outer.view)
    for child in node.children {
      switch child.kind {
      case .place: set.place = child.index
      case .insetClause: set.inset = child.index
      case .gapClause: set.gap = child.index
      case .axisClause:
        guard let mode = child.first(.mode) else { continue }
        if child.first(.axis)?.axis == .x { set.modeX = mode.index } else { set.modeY = mode.index }
      default: break
      }
    }
    inner.defaults = Int32(defaults.count)
    defaults.append(set)
    if let body = node.first(.block) { declareBody(body, in: inner) }
  }
}

/// Keys of unnamed views beside the names of `LayoutResolver.unnamed`.
enum UnnamedKey {
  /// For the number of views of one kind.
  static func kind(_ kind: ViewKind) -> Int32 { code(kind) << 24 }
  /// For the `ordinal`-th view of one kind, from 1.
  static func view(_ kind: ViewKind, _ ordinal: Int32) -> Int32 { code(kind) << 24 | ordinal }

  private static func code(_ kind: ViewKind) -> Int32 {
    switch kind {
    case .view: 1
    case .box: 2
    case .label: 3
    case .button: 4
    case .image: 5
    case .input: 6
    case .spacer: 7
    case .vstack: 8
    case .hstack: 9
    case .vscroll: 10
    case .hscroll: 11
    case .list: 12
    case .guide: 13
    }
  }
}

extension Complaint {
  static func duplicateView(_ name: String) -> Complaint {
    Complaint(.duplicateView, "there is another '\(name)' in the same view")
  }

  static func otherKind(_ name: String, _ kind: ViewKind, _ earlier: ViewKind) -> Complaint {
    Complaint(
      .movedView, "'\(name)' is a \(kind.rawValue) here and a \(earlier.rawValue) in another branch; it is one view")
  }

  static func otherText(_ name: String) -> Complaint {
    Complaint(.movedView, "'\(name)' has another text in another branch; branches switch constraints alone")
  }

  static func movedView(_ name: String, _ parent: String) -> Complaint {
    Complaint(.movedView, "'\(name)' is in '\(parent)' in the other branch; a view cannot change its parent")
  }

  static func duplicateValue(_ name: String) -> Complaint {
    Complaint(.duplicateValue, "'\(name)' has a value here already")
  }

  static func unknownKind(_ kind: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownKind, "there is no kind of view '\(kind)'\(hint)", replacement: nearest)
  }

  static let tooManyViews = Complaint(
    .tooManyViews, "a layout has at most \(LayoutResolver.viewLimit) views; this one and those after it are left out")
}
