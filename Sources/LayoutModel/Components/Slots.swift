import LayoutSyntax

/// `slot`: where the views in the braces of a use stand in the component.
///
/// The braces of a use are read twice. Clauses, and branches of clauses, are for the instance, as in any view's braces:
/// they are read once, behind the component's own. Views are read at each slot. There they stand in the tree; but their
/// names belong to the place where they are written.
extension LayoutResolver {
  /// `slot NAME { default }` in a component's body.
  mutating func declareSlot(_ node: SyntaxNode, in outer: Surroundings) {
    guard outer.instance != 0 else {
      report(.slotOutsideComponent, at: node, in: outer.file)
      return
    }
    let name = node.first(.name).map { self.name(of: $0, in: outer.file) }
    let instance = expansion.instances[Int(outer.instance)]
    guard let content = instance.content, let given = filling(name, of: content, by: outer.instance) else {
      if let block = node.first(.block) { declareBody(block, in: outer) }
      return
    }
    guard outer.depth < SyntaxLimits.depth else {
      report(.tooDeepComponents, at: node, in: outer.file)
      return
    }
    var inner = content.surroundings
    inner.view = outer.view
    inner.branch = outer.branch
    inner.depth = outer.depth
    if outer.repetition >= 0 { (inner.indices, inner.repetition) = (outer.indices, outer.repetition) }
    inner.part = name == nil ? .content : .filling
    builder.complaints.instance = inner.instance
    declareBody(self.node(given, in: inner.file), in: inner)
    builder.complaints.instance = outer.instance
  }

  /// What a use gives to a slot: the block behind `slot NAME` in its braces, for the one without a name all of them.
  /// Nil when it gives nothing.
  private func filling(_ name: NameID?, of content: Instance.Content, by instance: Int32) -> Int32? {
    guard let name else { return content.hasViews ? content.block : nil }
    return expansion.fillings[instance, name.index]
  }

  /// Notes what the braces of a use give to which slot, and whether the component has a place for everything in them.
  ///
  /// - Returns: whether there is something for the slot without a name.
  mutating func noteFillings(
    of block: SyntaxNode, by instance: Int32, in component: Component, _ outer: Surroundings
  ) -> Bool {
    let own = builder.names.text(of: component.name)
    for child in block.children where child.kind == .slot {
      guard let body = child.first(.block), let nameNode = child.first(.name) else { continue }
      let name = name(of: nameNode, in: outer.file)
      if expansion.fillings[instance, name.index] != nil {
        report(.slotFilledTwice(nameNode.name), at: nameNode, in: outer.file)
        continue
      }
      expansion.fillings[instance, name.index] = body.index
      if !component.slots.contains(name), !builder.complaints.isFull(files[Int(outer.file)].name) {
        let known = component.slots.names.map { builder.names.text(of: $0) }
        let complaint = Complaint.unknownSlot(
          nameNode.name, of: own, nearest: nearestName(to: nameNode.name, in: known))
        report(complaint, at: nameNode, in: outer.file)
      }
    }
    guard let first = block.firstContent else { return false }
    if !component.slots.hasUnnamed { report(.noSlot(own), at: first, in: outer.file) }
    return true
  }
}

extension SyntaxNode {
  /// What a use's braces have for the slot without a name: the first of it.
  fileprivate var firstContent: SyntaxNode? {
    for child in children {
      switch child.kind {
      case .view, .guide: return child
      // A slot without a block of its own hands on what the component around it was given.
      case .slot where child.first(.block) == nil || child.first(.name) == nil: return child
      case .ifStatement, .forStatement, .with, .config, .block:
        for inner in child.kind == .block ? [child] : Array(child.children) {
          guard inner.kind == .block || inner.kind == .ifStatement else { continue }
          if let found = inner.kind == .block ? inner.firstContent : inner.firstContentOfBranches { return found }
        }
      default: break
      }
    }
    return nil
  }

  private var firstContentOfBranches: SyntaxNode? {
    for child in children {
      if child.kind == .block, let found = child.firstContent { return found }
      if child.kind == .ifStatement, let found = child.firstContentOfBranches { return found }
    }
    return nil
  }
}

extension Complaint {
  static let slotOutsideComponent = Complaint(
    .unknownSlot, "a slot belongs in a component, where what is in the braces of its use goes")

  static func unknownSlot(_ name: String, of component: String, nearest: String?) -> Complaint {
    Complaint(.unknownSlot, "'\(component)' has no slot '\(name)'\(didYouMean(nearest))", replacement: nearest)
  }

  static func slotFilledTwice(_ name: String) -> Complaint {
    Complaint(.unknownSlot, "slot '\(name)' has been filled before")
  }

  static func noSlot(_ component: String) -> Complaint {
    Complaint(
      .unknownSlot, "'\(component)' has no slot, so views in its braces have no place",
      help: ["write `slot` in the component where they belong"])
  }
}
