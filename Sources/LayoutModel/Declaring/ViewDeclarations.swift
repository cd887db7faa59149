import LayoutSyntax

/// A view, a guide or a use of a component, where it is declared. Branches may declare the same view again: it is then
/// one view, whose clauses add up.
extension LayoutResolver {
  /// Views a layout may have.
  static let viewLimit = 200_000

  mutating func declareView(_ node: SyntaxNode, in outer: Surroundings) {
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

  static func unknownKind(_ kind: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownKind, "there is no kind of view '\(kind)'\(hint)", replacement: nearest)
  }

  static func copyNamedLikeAKind(_ name: String) -> Complaint {
    Complaint(
      .duplicateView, "'\(name)[1]' is the first \(name) without a name; call the views of a 'for' something else")
  }

  static let tooManyViews = Complaint(
    .tooManyViews, "a layout has at most \(LayoutResolver.viewLimit) views; this one and those after it are left out")
}
