import Geometry
import LayoutSyntax

/// The first pass: walks the layout's body once and notes what is declared where.
extension LayoutResolver {
  /// What a body's statements belong to.
  struct Surroundings {
    /// The view that clauses are for and that views are put into.
    var view: ViewID
    /// The view in whose braces they are written; another one only for what a slot has put elsewhere.
    var home: ViewID
    var file: Int32
    var scope: Int32
    var context = ContextID.always
    var defaults: Int32 = 0
    /// Blocks around it, those of components included.
    var depth = 0
    /// The instance in whose component it is written; 0 for the layout.
    var instance: Int32 = 0
    /// What `for`s put behind the names of views, as a name; -1 outside of them.
    var indices: Int32 = -1
    var part = Part.everything
    /// Whether it stands in a branch or a `for` of the braces of a use.
    var isInBranchOfContent = false

    /// What is read of a block. The braces of a component's use are read for their clauses where the use stands, and
    /// for their views at each slot.
    enum Part {
      case everything
      case clauses
      case content
      /// The content of `slot NAME { }`: clauses in it are for nobody.
      case filling
    }

    init(view: ViewID, file: Int32, scope: Int32) {
      self.view = view
      home = view
      self.file = file
      self.scope = scope
    }
  }

  /// Views a layout may have.
  static let viewLimit = 200_000

  mutating func declareLayout() {
    declareRoot()
    var surroundings = Surroundings(view: .root, file: 0, scope: 0)
    if let parameters = node.first(.parameterList) {
      surroundings.scope = scopes.open(in: 0)
      for parameter in parameters.children where parameter.kind == .parameter {
        declareParameter(parameter, in: surroundings)
      }
    }
    if let body = node.first(.block) { bodyScope = declareBody(body, in: surroundings) }
  }

  mutating func declareRoot() {
    let nameSpan = node.first(.name)?.span ?? node.span
    complaints.forgetUses()
    instances.append(
      Instance(component: -1, view: .root, outer: 0, origin: Origin(file: 0, span: nameSpan)))
    contexts.append(
      Context(kind: .always, parent: .always, file: 0, scope: 0, view: .root, span: nameSpan))
    defaults.append(Defaults(outer: 0, file: 0, scope: 0, view: .root))
    drafts.append(
      ViewDraft(
        name: nil, kind: .view, parent: nil, index: 0, context: .always, file: 0, node: node.index, span: nameSpan))
  }

  /// A `{ }`: its values first, because they may be used before they are declared, then everything in order.
  ///
  /// - Returns: the scope of its values.
  @discardableResult mutating func declareBody(_ block: SyntaxNode, in outer: Surroundings) -> Int32 {
    guard outer.depth <= SyntaxLimits.depth else {
      report(.tooDeepComponents, at: block, in: outer.file)
      return outer.scope
    }
    blockCount += 1
    if isOverCopyLimit(at: block, in: outer) { return outer.scope }
    var inner = outer
    inner.depth = outer.depth + 1
    if block.first(.letDeclaration) != nil || block.first(.varDeclaration) != nil {
      inner.scope = declareValues(of: block, in: outer)
    }
    var lastWasClause = false
    for child in block.children {
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

  /// The scope of a block's values. The braces of a use are read more than once, and their values declared only once.
  private mutating func declareValues(of block: SyntaxNode, in outer: Surroundings) -> Int32 {
    if outer.part == .content, let known = contentScopes[block.index, outer.scope] { return known }
    var inner = outer
    inner.scope = scopes.open(in: outer.scope)
    if outer.part == .clauses { contentScopes[block.index, outer.scope] = inner.scope }
    for child in block.children where child.kind == .letDeclaration || child.kind == .varDeclaration {
      declareValue(child, in: inner)
    }
    return inner.scope
  }

  private mutating func declareStatement(_ node: SyntaxNode, in outer: Surroundings) {
    switch node.kind {
    case .view, .guide: if outer.part != .clauses { declareView(node, in: outer) }
    case .ifStatement: declareIf(node, in: outer)
    case .config: declareConfiguration(node, in: outer)
    case .with: declareWith(node, in: outer)
    case .forStatement: declareLoop(node, in: outer)
    case .slot: declareSlotStatement(node, in: outer)
    case .transition: if outer.part == .everything || outer.part == .clauses { declareTransition(node, in: outer) }
    case .test: declareTest(node, in: outer)
    default: break  // Values were declared already; previews are read at the end; errors were reported by the parser.
    }
  }

  private mutating func declareSlotStatement(_ node: SyntaxNode, in outer: Surroundings) {
    let fills = node.first(.block) != nil && node.first(.name) != nil
    if fills, outer.part == .clauses || outer.part == .content {
      // Those directly in the braces were found from the slot they fill.
      if outer.isInBranchOfContent { report(.fillingInBranch, at: node.first(.name) ?? node, in: outer.file) }
    } else if outer.part != .clauses {
      declareSlot(node, in: outer)
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

  mutating func declareValue(_ node: SyntaxNode, in outer: Surroundings) {
    guard let nameNode = node.first(.name) else { return }
    let value = DeclaredValue(
      name: name(of: nameNode, in: outer.file), node: node.index, file: outer.file, scope: outer.scope,
      view: outer.home, isVariable: node.kind == .varDeclaration)
    if !scopes.declare(value) { report(.duplicateValue(nameNode.name), at: nameNode, in: outer.file) }
  }

  /// A layout's parameter is a `var` of the layout with a type: what opens a scene, a preview or a caller, gives it,
  /// and nobody has to.
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
        let nearest = nearestName(to: written.name, in: known)
        report(.unknownType(written.name, nearest: nearest, known), at: written, in: outer.file)
      }
    }
    var declared = DeclaredValue(
      name: name(of: nameNode, in: outer.file), node: node.index, file: outer.file, scope: outer.scope,
      view: outer.home, isVariable: true)
    declared.type = type
    if !scopes.declare(declared) { report(.duplicateValue(nameNode.name), at: nameNode, in: outer.file) }
  }

  // MARK: Views

  private mutating func declareView(_ node: SyntaxNode, in outer: Surroundings) {
    var typeName: SyntaxNode?
    var nameNode: SyntaxNode?
    var arguments: SyntaxNode?
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
      case .argumentList: arguments = child
      default:
        guard child.kind.isClause else { continue }
        hasClauses = true
        clauseCount += 1
        hasAnchorage = hasAnchorage || child.kind.givesAnchorage
        said.formUnion(Mentions(of: child))
      }
    }
    let (kind, component) = node.kind == .guide ? (.guide, nil) : kind(typeName, in: outer)
    if component == nil, let arguments, let typeName, ViewKind(typeName.word) != nil {
      report(.argumentsOfAKind(typeName.name), at: arguments, in: outer.file)
    }
    let start = (typeName ?? node).span
    let span = nameNode.map { SourceSpan(start: start.start, end: $0.span.end) } ?? start
    var draft = ViewDraft(
      name: nil, kind: kind, parent: outer.view, index: 0, context: outer.context, file: outer.file,
      node: node.index, span: span, text: component == nil ? text : -1)
    draft.owner = instances[Int(outer.instance)].view
    draft.component = component ?? -1
    if let nameNode {
      let written = name(of: nameNode, in: outer.file)
      draft.name = outer.indices < 0 ? written : copyName(written, nameNode, in: outer)
    }
    // Not with `??`: its right side would be a closure with a copy of the draft.
    var known = merge(draft, nameNode, in: outer)
    if known == nil { known = add(draft, in: outer) }
    guard let view = known else { return }
    mention(said, view: view, context: outer.context)
    if let component { declareInstance(of: component, in: view, node, outer, block: block) }
    var inner = outer
    inner.view = view
    inner.home = view
    inner.indices = -1
    inner.part = component == nil ? .everything : .clauses
    inner.isInBranchOfContent = false
    if hasClauses { addLine(node, view: view, hasAnchorage: hasAnchorage, in: outer) }
    if let block { declareBody(block, in: inner) }
  }

  /// The clauses on a view's line, which are `node`'s children.
  private mutating func addLine(_ node: SyntaxNode, view: ViewID, hasAnchorage: Bool, in outer: Surroundings) {
    items.append(
      Item(
        node: node.index, kind: node.kind, file: outer.file, view: view, scope: outer.scope,
        context: outer.context, defaults: outer.defaults, form: .line, hasAnchorage: hasAnchorage))
  }

  /// The clauses of a component, as if they stood on the line of its instance.
  mutating func declareLine(of component: SyntaxNode, view: ViewID, in inner: Surroundings) {
    var said: Mentions = []
    var hasClauses = false
    var hasAnchorage = false
    for child in component.children where child.kind.isClause {
      hasClauses = true
      clauseCount += 1
      hasAnchorage = hasAnchorage || child.kind.givesAnchorage
      said.formUnion(Mentions(of: child))
    }
    guard hasClauses else { return }
    mention(said, view: view, context: inner.context)
    addLine(component, view: view, hasAnchorage: hasAnchorage, in: inner)
  }

  /// What a view in a `for` is called. One that is called like a kind would share its path with an unnamed view.
  private mutating func copyName(_ name: NameID, _ nameNode: SyntaxNode, in outer: Surroundings) -> NameID {
    if ViewKind(nameNode.word) != nil { report(.copyNamedLikeAKind(nameNode.name), at: nameNode, in: outer.file) }
    repeated[instances[Int(outer.instance)].view.index, name.index] = 1
    return self.name(name, at: outer.indices)
  }

  /// The kind of a view, and the component when it is one.
  private mutating func kind(_ typeName: SyntaxNode?, in outer: Surroundings) -> (ViewKind, component: Int32?) {
    guard let typeName else { return (.view, nil) }
    guard typeName.tokens.count == 1, let kind = ViewKind(typeName.word) else {
      if let component = component(named: typeName, in: outer.file) {
        return (components.all[Int(component)].kind, component)
      }
      let nearest = nearestName(to: typeName.name, in: kindNames(in: outer.file))
      report(.unknownKind(typeName.name, nearest: nearest), at: typeName, in: outer.file)
      return (.view, nil)
    }
    return (kind, nil)
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
      note(view, named: name, in: outer)
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

  private mutating func note(_ view: ViewID, named name: NameID, in outer: Surroundings) {
    // In the braces of a use: for those who look from outside, it is in the instance, wherever its slot is.
    if outer.home != outer.view, contents[outer.home.index, name.index] == nil {
      contents[outer.home.index, name.index] = view.index
    }
    guard outer.instance == 0 else {
      let owner = instances[Int(outer.instance)].view.index
      owned[owner, name.index] = owned[owner, name.index] == nil ? view.index : -2
      return
    }
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
    if draft.kind != earlier.kind || draft.component != earlier.component {
      complaints.report(.otherKind(nameNode.name, kindName(draft), kindName(earlier)), at: place, notes: [note])
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

  private func kindName(_ draft: ViewDraft) -> String {
    draft.component < 0 ? draft.kind.rawValue : names.text(of: components.all[Int(draft.component)].name)
  }

  // MARK: Branches

  private mutating func branch(
    _ kind: Context.Kind, _ span: SourceSpan, in outer: Surroundings, animation: Int32
  ) -> Surroundings {
    var inner = outer
    inner.context = ContextID(index: Int32(contexts.count))
    inner.isInBranchOfContent = outer.part != .everything
    contexts.append(
      Context(
        kind: kind, parent: outer.context, file: outer.file, scope: outer.scope, view: outer.home, span: span,
        animation: animation))
    return inner
  }

  private mutating func declareIf(_ node: SyntaxNode, in outer: Surroundings) {
    let statement = IfSyntax(node)
    guard let condition = statement.condition else { return }
    if let holds = settled(condition, in: outer) {
      declareSettledBranch(statement, holds, in: outer)
      return
    }
    let animation = statement.timing?.index ?? -1
    let then = branch(.condition(node: condition.index), condition.span, in: outer, animation: animation)
    contexts[Int(then.context.index)].isDirect = statement.isDirect
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
    checkMoves(firstOfThen..<firstOfElse, firstOfElse..<drafts.count, in: outer)
  }

  /// A branch whose condition is known in the file (`if i == 0`) is no branch: what it says is there or it is not.
  private mutating func declareSettledBranch(_ statement: IfSyntax, _ holds: Bool, in outer: Surroundings) {
    var inner = outer
    inner.isInBranchOfContent = outer.part != .everything
    if holds {
      if let body = statement.body { declareBody(body, in: inner) }
    } else if let otherwise = statement.elseBranch {
      if otherwise.kind == .ifStatement { declareIf(otherwise, in: inner) } else { declareBody(otherwise, in: inner) }
    }
  }

  /// One view cannot have two parents: a name that each branch gives to one view stands for the same view.
  private mutating func checkMoves(_ then: Range<Int>, _ otherwise: Range<Int>, in outer: Surroundings) {
    if then.isEmpty || otherwise.isEmpty { return }
    // Names that components use inside are nobody's business here.
    let owner = instances[Int(outer.instance)].view
    var ofThen: [NameID: (view: Int, count: Int)] = [:]
    for view in then where drafts[view].owner == owner {
      if let name = drafts[view].name { ofThen[name, default: (view, 0)].count += 1 }
    }
    var ofElse: [NameID: Int] = [:]
    for view in otherwise where drafts[view].owner == owner {
      if let name = drafts[view].name { ofElse[name, default: 0] += 1 }
    }
    for view in otherwise where drafts[view].owner == owner {
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
    if outer.part == .everything || outer.part == .clauses {
      declareConfiguration(
        name, of: outer.view, span: nameNode.span, file: outer.file, when: statement.condition?.index,
        scope: outer.scope)
    }
    if let body = statement.body { declareBody(body, in: inner) }
  }

  // MARK: Defaults

  private mutating func declareWith(_ node: SyntaxNode, in outer: Surroundings) {
    var inner = outer
    inner.isInBranchOfContent = outer.part != .everything
    var set = Defaults(outer: outer.defaults, file: outer.file, scope: outer.scope, view: outer.home)
    for child in node.children {
      switch child.kind {
      case .place: set.place = child.index
      case .insetClause:
        refusePriority(of: child, in: outer.file)
        set.inset = child.index
      case .gapClause:
        refusePriority(of: child, in: outer.file)
        set.gap = child.index
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

  static func otherKind(_ name: String, _ kind: String, _ earlier: String) -> Complaint {
    Complaint(.movedView, "'\(name)' is a \(kind) here and a \(earlier) in another branch; it is one view")
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

  static func parameterWithoutDefault(_ name: String) -> Complaint {
    Complaint(
      .badArgument, "'\(name)' needs a default: the scene of the layout's own name is given no values",
      help: ["write `\(name) = …`"])
  }

  static func unknownKind(_ kind: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownKind, "there is no kind of view '\(kind)'\(hint)", replacement: nearest)
  }

  static func copyNamedLikeAKind(_ name: String) -> Complaint {
    Complaint(
      .duplicateView, "'\(name)[1]' is the first \(name) without a name; call the views of a 'for' something else")
  }

  static let clauseInSlot = Complaint(
    .modifierWithoutPlacement, "this is for no view: the braces of a slot hold views, and a clause stands in theirs")

  static let fillingInBranch = Complaint(
    .unknownSlot, "what fills a slot stands directly in the braces of the component's use")

  static let tooManyViews = Complaint(
    .tooManyViews, "a layout has at most \(LayoutResolver.viewLimit) views; this one and those after it are left out")
}
