import LayoutSyntax

/// A component in the place of a view: the view, and what is given to the component.
///
/// What is written in the component belongs to its instance: names in it are looked up in the instance alone, and
/// nobody outside sees them. What stands in the braces of the use belongs to the text around the use.
struct Instance {
  /// Index into `components.all`.
  var component: Int32
  var view: ViewID
  /// The instance in whose component the use is written; 0 for the layout.
  var outer: Int32
  /// Where the component is used.
  var origin: Origin
  /// What stands in the braces of the use; nil when there are none.
  var content: Content?
  /// The braces, and how names in them are looked up.
  struct Content {
    var block: Int32
    var surroundings: LayoutResolver.Surroundings
    /// Whether something in it is for the slot without a name.
    var hasViews: Bool
  }
}

/// The uses of components that have been expanded in a layout so far.
struct Expansion {
  /// The layout itself, then the instance of every use of a component, in order of declaration.
  var instances: [Instance] = []
  var usedComponents: Set<Int32> = []
  /// For braces of uses: (block, scope around it) → the scope of the block's values.
  var contentScopes = PairTable()
  /// (instance, name) → the block behind `slot NAME` in the braces of its use.
  var fillings = PairTable()
  /// The declared values that are parameters, by index.
  var arguments: [Int32] = []
}

/// Expands the uses of components: each makes an instance by reading the component's body once more.
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
      let hasViews = noteFillings(of: block, by: instance, in: declaration, outer)
      var content = outer
      content.home = view
      content.view = view
      content.indices = -1
      content.repetition = -1
      expansion.instances[Int(instance)].content = Instance.Content(
        block: block.index, surroundings: content, hasViews: hasViews)
    }
    builder.complaints.instance = instance
    declareLine(of: body, view: view, in: inner)
    if let block = body.first(.block) { declareBody(block, in: inner) }
    builder.complaints.instance = outer.instance
  }

  private func span(from first: SyntaxNode, to last: SyntaxNode) -> SourceSpan {
    SourceSpan(start: first.span.start, end: last.span.end)
  }

  /// Expands a component that nobody uses, for its mistakes alone.
  mutating func lookThrough(_ component: Int32) {
    declareRoot()
    let declaration = components.all[Int(component)]
    let origin = Origin(file: declaration.file, span: declaration.span)
    guard builder.declare(ViewDeclaration(declaration.kind, nil, at: origin), in: .root).view != nil else { return }
    written.views.append(WrittenView(file: declaration.file, node: declaration.node))
    declareInstance(
      of: component, in: ViewID(1), node, Surroundings(view: .root, file: declaration.file, scope: declaration.file),
      block: nil, isTrial: true)
    resolveDeclared()
    reportOverrun()
  }

  /// The names of components from `component` back to itself; nil when it is not being expanded already.
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

  /// Lists the uses, for mistakes that are found only when solving.
  mutating func finishUses() {
    builder.layout.uses = expansion.instances.dropFirst().map { instance in
      let component = components.all[Int(instance.component)]
      let span = node(component.node, in: component.file).span
      return ComponentUse(
        view: instance.view, component: Origin(file: component.file, span: span), origin: instance.origin)
    }
  }

  /// The view of the instance in which names of this scope are looked up; the root for the layout's own text. The
  /// method is mutating so that the resolver is lent and not copied.
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
