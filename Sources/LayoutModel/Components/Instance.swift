import LayoutSyntax

/// A component in a view's place: the view, and what was given to it.
///
/// What is written in the component belongs to its instance: names in it are looked up in the instance alone, and
/// nobody outside sees them. What stands in the braces of the use belongs to where it is written.
struct Instance {
  /// Index into `components.all`.
  var component: Int32
  var view: ViewID
  /// The instance in whose component the use is written; 0 for the layout.
  var outer: Int32
  /// Where it is used.
  var origin: Origin
  /// What stands in the braces of the use; nil without braces.
  var content: Content?
  /// A block to be read at a slot, and how names in it are looked up.
  struct Content {
    var block: Int32
    var surroundings: LayoutResolver.Surroundings
    /// Whether it is the block of `slot NAME { }` and not all of a use's braces.
    var isFilling = false
  }
}

/// What components have come to in a layout so far.
struct Expansion {
  /// The layout itself, then every use of a component, in order of declaration.
  var instances: [Instance] = []
  var usedComponents: Set<Int32> = []
  /// (block, scope around it) → the scope of its values, in the braces of uses.
  var contentScopes = PairTable()
  /// Declared values that are parameters.
  var arguments: [Int32] = []
  /// Blocks read so far, those of components and loops once for each copy.
  var blockCount = 0
}

/// What an instance is told: the view that stands for it, and its component's body once more.
extension LayoutResolver {
  /// Expands a component into `view`, which has just been declared by `node` in `outer`.
  mutating func declareInstance(
    of component: Int32, in view: ViewID, _ node: SyntaxNode, _ outer: Surroundings, block: SyntaxNode?,
    isTrial: Bool = false
  ) {
    let declaration = components.all[Int(component)]
    let typeName = node.first(.typeName) ?? node
    if let cycle = cycle(of: component, from: outer.instance) {
      report(.componentCycle(cycle), at: typeName, in: outer.file)
      return
    }
    guard outer.depth < SyntaxLimits.depth else {
      report(.tooDeepComponents, at: typeName, in: outer.file)
      return
    }
    let instance = Int32(expansion.instances.count)
    let body = self.node(declaration.node, in: declaration.file)
    let origin = Origin(
      file: outer.file, span: node.first(.name).map { span(from: typeName, to: $0) } ?? typeName.span)
    expansion.instances.append(Instance(component: component, view: view, outer: outer.instance, origin: origin))
    builder.complaints.addUse(isTrial ? nil : place(origin.span, in: origin.file), in: outer.instance)
    expansion.usedComponents.insert(component)

    var inner = Surroundings(view: view, file: declaration.file, scope: 0)
    inner.home = view
    inner.scope = scopes.open(in: declaration.file, of: instance)
    inner.branch = outer.branch
    inner.depth = outer.depth
    inner.instance = instance
    giveArguments(of: isTrial ? nil : node, to: declaration, inner, outer)

    if let block {
      checkFillings(of: block, in: declaration, outer)
      var content = outer
      content.home = view
      content.view = view
      content.indices = -1
      expansion.instances[Int(instance)].content = Instance.Content(block: block.index, surroundings: content)
    }
    builder.complaints.instance = instance
    declareLine(of: body, view: view, in: inner)
    if let block = body.first(.block) { declareBody(block, in: inner) }
    builder.complaints.instance = outer.instance
  }

  private func span(from first: SyntaxNode, to last: SyntaxNode) -> SourceSpan {
    SourceSpan(start: first.span.start, end: last.span.end)
  }

  /// Puts a component together that nobody uses, for its mistakes alone.
  mutating func lookThrough(_ component: Int32) {
    declareRoot()
    let declaration = components.all[Int(component)]
    let origin = Origin(file: declaration.file, span: declaration.span)
    builder.views.drafts.append(
      ViewDraft(name: nil, kind: declaration.kind, parent: .root, branch: .always, origin: origin))
    written.views.append(WrittenView(file: declaration.file, node: declaration.node))
    declareInstance(
      of: component, in: ViewID(1), node, Surroundings(view: .root, file: declaration.file, scope: declaration.file),
      block: nil, isTrial: true)
    resolveDeclared()
  }

  /// The names of components from `component` back to itself, when it is being expanded already.
  private func cycle(of component: Int32, from instance: Int32) -> [String]? {
    var chain = [component]
    var current = instance
    while current != 0 {
      chain.append(expansion.instances[Int(current)].component)
      if chain.last == component {
        return chain.reversed().map { builder.names.text(of: components.all[Int($0)].name) }
      }
      current = expansion.instances[Int(current)].outer
    }
    return nil
  }

  /// Lists the uses for whoever finds something wrong only when solving.
  mutating func finishUses() {
    builder.layout.uses = expansion.instances.dropFirst().map { instance in
      let component = components.all[Int(instance.component)]
      let span = node(component.node, in: component.file).span
      return ComponentUse(
        view: instance.view, component: Origin(file: component.file, span: span), origin: instance.origin)
    }
  }

  /// The view that stands for the instance in which names of this scope are looked up: the root for the layout's own.
  /// Mutating because the resolver is then lent and not copied.
  mutating func owner(of scope: Int32) -> ViewID { expansion.instances[Int(scopes.instance(of: scope))].view }
}

extension Complaint {
  static func componentCycle(_ names: [String]) -> Complaint {
    let path = names.joined(separator: " → ")
    return Complaint(.componentCycle, "this component leads back to itself: \(path)")
  }

  static let tooDeepComponents = Complaint(
    .tooDeep, "blocks and components are nested more than \(SyntaxLimits.depth) deep here")
}
