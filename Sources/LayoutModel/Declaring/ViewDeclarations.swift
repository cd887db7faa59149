import LayoutSyntax

/// Declares views, guides and uses of components. Branches may declare the same view again: it is then one view, whose
/// clauses add up.
extension LayoutResolver {
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
        hasAnchorage = hasAnchorage || child.kind.clauseRole.contains(.anchorage)
        said.formUnion(Mentions(of: child))
        guard spend(at: child, in: outer) else { return }
      }
    }
    let (kind, component) = node.kind == .guide ? (.guide, nil) : kind(typeName, in: outer)
    if component == nil, let arguments, let typeName, ViewKind(typeName.word) != nil {
      report(.argumentsOfAKind(typeName.name), at: arguments, in: outer.file)
    }
    let start = (typeName ?? node).span
    let span = nameNode.map { SourceSpan(start: start.start, end: $0.span.end) } ?? start
    var declaration = ViewDeclaration(kind, nil, at: Origin(file: outer.file, span: span))
    declaration.owner = expansion.instances[Int(outer.instance)].view
    declaration.component = component ?? -1
    if let nameNode {
      let written = name(of: nameNode, in: outer.file)
      declaration.name = outer.indices < 0 ? written : copyName(written, nameNode, in: outer)
      declaration.writtenName = written
      declaration.nameOrigin.span = nameNode.span
      if let index = node.first(.nameIndex) { checkIndex(index, nameNode, in: outer) }
    } else if outer.repetition >= 0 {
      report(.unnamedRow((typeName ?? node).text), at: typeName ?? node, in: outer.file)
    }
    declaration.repetition = outer.repetition
    let draft = WrittenView(file: outer.file, node: node.index, text: component == nil ? text : -1)
    guard let view = declare(declaration, draft, in: outer) else { return }
    if text >= 0, kind.hasText || component != nil, !following.isReadingAgain {
      noteBraces(in: self.node(text, in: outer.file), of: node, isComponent: component != nil, in: outer)
      warnOfCut(node, in: outer)
    }
    if draft.text >= 0 {
      refuseUnreadText(node, of: kind, in: outer)
      repeatText(of: view, node, in: outer)
    }
    builder.mention(said, by: view, in: outer.branch)
    if let component { declareInstance(of: component, in: view, node, outer, block: block) }
    var inner = outer
    inner.view = view
    inner.home = view
    inner.indices = -1
    inner.repetition = -1
    inner.part = component == nil ? .everything : .clauses
    inner.isInBranchOfContent = false
    if hasClauses { addLine(node, view: view, hasAnchorage: hasAnchorage, in: outer) }
    if let block { declareBody(block, in: inner) }
  }

  /// Tells of a text in quotes at the name of a view that shows none.
  private mutating func refuseUnreadText(_ node: SyntaxNode, of kind: ViewKind, in outer: Surroundings) {
    // Of an unknown kind enough is said.
    guard !ViewKind.texted.contains(kind), let text = node.first(.string),
      node.first(.typeName).map({ ViewKind($0.word) == kind }) == true
    else { return }
    let span = SourceSpan(start: text.span.start, end: (node.first(.textRepeat) ?? text).span.end)
    let complaint = Complaint.unreadSetting("a text in quotes", of: kind, readers: ViewKind.texted)
    builder.report(complaint, at: Origin(file: outer.file, span: span))
  }

  /// Tells of a text that is to stand more often at the name of a view than a text may be long.
  private mutating func warnOfCut(_ node: SyntaxNode, in outer: Surroundings) {
    guard let written = node.first(.textRepeat)?.first(.number) else { return }
    let times = ViewSyntax(node).textCount
    guard Double(times) < written.number.rounded(.down) else { return }
    report(.cutText(times, of: written.number, isWritten: true), at: written, in: outer.file)
  }

  /// Gives a view the text in quotes so many times as the expression behind `*` says, if there is one.
  private mutating func repeatText(of view: ViewID, _ node: SyntaxNode, in outer: Surroundings) {
    guard let count = ViewSyntax(node).textCountExpression, let text = ViewSyntax(node).text else { return }
    let origin = Origin(file: outer.file, span: count.span)
    switch constant(count, Site(file: outer.file, scope: outer.scope, view: outer.home)) {
    case .known(.number(let number)):
      let times = ViewSyntax.times(number, text)
      if Double(times) < number.rounded(.down) {
        builder.report(.cutText(times, of: number, isWritten: false), at: origin)
      }
      let text = String(repeating: text, count: times)
      guard builder.spend(on: text, at: origin) else { return }
      let seat = Seat(view: view, branch: .always, condition: nil, origin: origin)
      if case .insteadOfAnother = builder.give(TextTemplate([.text(text)]), insteadOf: nil, seat) {
        builder.report(.otherTextGiven, at: origin)
      }
    case .broken: break
    case .known, .unknown, .isVariable: report(.timesNotKnown(count.text), at: count, in: outer.file)
    }
  }

  /// Adds the clauses on a view's line, which are `node`'s children.
  private mutating func addLine(_ node: SyntaxNode, view: ViewID, hasAnchorage: Bool, in outer: Surroundings) {
    statements.items.append(
      Item(
        node: node.index, kind: node.kind, file: outer.file, view: view, scope: outer.scope,
        branch: outer.branch, defaults: outer.defaults, form: .line, hasAnchorage: hasAnchorage))
  }

  /// Adds the clauses on a component's line, as if they stood on the line of its instance.
  mutating func declareLine(of component: SyntaxNode, view: ViewID, in inner: Surroundings) {
    var said: Mentions = []
    var hasClauses = false
    var hasAnchorage = false
    for child in component.children where child.kind.isClause {
      hasClauses = true
      hasAnchorage = hasAnchorage || child.kind.clauseRole.contains(.anchorage)
      said.formUnion(Mentions(of: child))
      guard spend(at: child, in: inner) else { return }
    }
    guard hasClauses else { return }
    builder.mention(said, by: view, in: inner.branch)
    addLine(component, view: view, hasAnchorage: hasAnchorage, in: inner)
  }

  /// What a view in a `for` is called. A view that is called like a kind is reported: it would share its path with an
  /// unnamed view.
  private mutating func copyName(_ name: NameID, _ nameNode: SyntaxNode, in outer: Surroundings) -> NameID {
    if ViewKind(nameNode.word) != nil { report(.copyNamedLikeAKind(nameNode.name), at: nameNode, in: outer.file) }
    viewNames.repeated[expansion.instances[Int(outer.instance)].view.index, name.index] = 1
    return self.name(name, at: outer.indices, origin: Origin(file: outer.file, span: nameNode.span))
  }

  /// The kind of a view, and its component when it is an instance of one.
  private mutating func kind(_ typeName: SyntaxNode?, in outer: Surroundings) -> (ViewKind, component: Int32?) {
    guard let typeName else { return (.view, nil) }
    guard typeName.tokens.count == 1, let kind = ViewKind(typeName.word) else {
      if let component = component(named: typeName, in: outer.file) {
        return (components.all[Int(component)].kind, component)
      }
      if wants(.unknownKind, at: typeName, in: outer.file) {
        if viewNames.count(name(of: typeName, in: outer.file)) > 0 {
          report(.viewAsKind(typeName.name), at: typeName, in: outer.file)
          return (.view, nil)
        }
        let nearest =
          WordsOfOthers.kind(named: typeName.name)
          ?? nearestName(to: typeName.name, in: kindNames(in: outer.file))
        report(.unknownKind(typeName.name, nearest: nearest), at: typeName, in: outer.file)
      }
      return (.view, nil)
    }
    return (kind, nil)
  }

  /// Declares a view and takes note of where it and its text are written; nil when there is too much.
  private mutating func declare(
    _ declaration: ViewDeclaration, _ draft: WrittenView, in outer: Surroundings
  ) -> ViewID? {
    switch builder.declare(declaration, in: outer.view, branch: outer.branch) {
    case .new(let view):
      written.views.append(draft)
      if let name = declaration.name { addName(name, of: view, in: outer) }
      return view
    case .again(let view):
      if draft.text >= 0 { addText(of: draft, to: view, declaration) }
      return view
    case .ofOtherKind(let view): return view
    case .refused: return nil
    }
  }

  /// Takes the text of a view that another branch has declared already.
  private mutating func addText(of draft: WrittenView, to view: ViewID, _ declaration: ViewDeclaration) {
    let earlier = written.views[view]
    if earlier.text < 0 {
      written.views[view] = draft
    } else if text(of: draft, at: declaration.origin) != writtenText(of: view) {
      let name = declaration.writtenName.map { builder.names.text(of: $0) } ?? ""
      let note = builder.declaredBefore(at: builder.views.drafts[view].origin)
      builder.report(.otherText(name), at: declaration.nameOrigin, notes: [note])
    }
  }

  /// Makes a view known by its name.
  private mutating func addName(_ name: NameID, of view: ViewID, in outer: Surroundings) {
    // A view in the braces of a use is seen from outside as a part of the instance, wherever its slot is.
    if outer.home != outer.view, viewNames.contents[outer.home.index, name.index] == nil {
      viewNames.contents[outer.home.index, name.index] = view.index
    }
    guard outer.instance == 0 else {
      let owner = expansion.instances[Int(outer.instance)].view.index
      viewNames.owned[owner, name.index] = viewNames.owned[owner, name.index] == nil ? view.index : -2
      return
    }
    viewNames.add(name, of: view)
  }
}

extension Complaint {
  static func otherText(_ name: String) -> Complaint {
    Complaint(.movedView, "'\(name)' has another text in another branch; branches switch constraints alone")
  }

  static func unknownKind(_ kind: String, nearest: String?) -> Complaint {
    var help: [String] = []
    if kind.lowercased() == "zstack" { help.append("help: views in the same braces lie over each other by themselves") }
    if ["gridrow", "row", "tr"].contains(kind.lowercased()) {
      help.append("help: in a grid views go into its columns one after the other, without a word for a row")
    }
    let kinds = Word.all(.viewKind).map(\.rawValue).joined(separator: ", ")
    if nearest == nil { help.append("help: the kinds are \(kinds), and your components") }
    return Complaint(
      .unknownKind, "there is no kind of view '\(kind)'\(didYouMean(nearest))", replacement: nearest, help: help)
  }

  /// `cover height 60%`, where a view `cover` is declared elsewhere.
  static func viewAsKind(_ name: String) -> Complaint {
    Complaint(
      .unknownKind, "'\(name)' is a view and no kind of view",
      help: [
        "help: what is said of it elsewhere is a constraint, `\(name).height == 60%`, or stands behind its kind: `box \(name) …`"
      ])
  }

  static func timesNotKnown(_ text: String) -> Complaint {
    Complaint(
      .notKnownBeforeSolving, "'\(text)' is no number that is known in the file, and this says how often a text stands")
  }

  static func copyNamedLikeAKind(_ name: String) -> Complaint {
    Complaint(
      .duplicateView, "'\(name)[1]' is the first \(name) without a name; call the views of a 'for' something else")
  }
}
