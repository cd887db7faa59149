import LayoutSyntax

/// How reading a layout's syntax is paid for: see `Budget`.
extension LayoutResolver {
  /// Counts a statement, or a turn of a `for`; false when nothing more is read.
  mutating func spend(at node: SyntaxNode, in outer: Surroundings) -> Bool {
    builder.spend(on: .statements, at: Origin(file: outer.file, span: node.span))
  }

  /// Counts parts of expressions that are looked at, likewise.
  mutating func spend(steps: Int, at node: SyntaxNode, _ site: Site) -> Bool {
    builder.spend(steps, on: .steps, at: Origin(file: site.file, span: node.span))
  }

  /// Counts what it has for itself of the lists of its files; false when there are too many layouts like it.
  ///
  /// - Parameter isKept: whether it stays after this resolution, as layouts do for the next edit.
  mutating func spendOnLists(isKept: Bool) -> Bool {
    let declared = builder.names.count + scopes.values.count + components.all.count
    // To copy a list takes a small part of what it takes to keep one.
    let name = Origin(file: 0, span: (node.first(.name) ?? node).span)
    return builder.spend(isKept ? 1_000 + declared : declared / 16, on: .entries, at: name)
  }

  /// Counts a value that a `let`, a variable or a parameter keeps. Its texts were counted when they were read.
  mutating func spend(on value: Value, at node: SyntaxNode, in file: Int32) -> Bool {
    func origin() -> Origin { Origin(file: file, span: node.span) }
    switch value {
    case .condition(let condition): return builder.spend(on: condition, at: origin())
    case .word(let word): return builder.spend(word.utf8.count, on: .names, at: origin())
    default: return builder.spend(value.partCount, on: .parts, at: origin())
    }
  }

  /// Says what there was too much of, at the outermost `for` or use of a component around it.
  mutating func reportOverrun() {
    // On their own: as arguments they would be looked for in a builder that is being changed.
    guard let overrun = builder.budget.overrun, !builder.isOverrunReported else { return }
    let place = outermostCopy(around: overrun)
    builder.reportOverrun { _ in place }
  }

  private func outermostCopy(around overrun: Budget.Overrun) -> Origin {
    var origin = overrun.origin
    var instance = Int(overrun.instance)
    while instance != 0, expansion.instances.indices.contains(instance) {
      origin = expansion.instances[instance].origin
      instance = Int(expansion.instances[instance].outer)
    }
    let root = files[Int(origin.file)].tree.root
    guard let copier = root.outermostCopier(around: origin.span) else { return origin }
    return Origin(file: origin.file, span: copier.kind == .forStatement ? copier.headerSpan : copier.useSpan)
  }
}

extension SyntaxNode {
  /// The outermost node around a span whose content is there more than once, or may be.
  fileprivate func outermostCopier(around span: SourceSpan) -> SyntaxNode? {
    var current: SyntaxNode? = self
    while let node = current {
      if node.isCopier { return node }
      current = node.children.first { $0.span.start <= span.start && span.end <= $0.span.end }
    }
    return nil
  }

  private var isCopier: Bool {
    if kind == .forStatement { return true }
    guard kind == .view, let typeName = first(.typeName) else { return false }
    return typeName.tokens.count > 1 || ViewKind(typeName.word) == nil
  }

  /// From `for` to the end of its range.
  fileprivate var headerSpan: SourceSpan { SourceSpan(start: span.start, end: header.span.end) }

  /// The kind and the name of a view.
  fileprivate var useSpan: SourceSpan {
    let start = (first(.typeName) ?? self).span
    return SourceSpan(start: start.start, end: (first(.name)?.span ?? start).end)
  }
}
