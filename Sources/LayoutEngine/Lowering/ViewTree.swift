import LayoutModel

/// The shape of a layout's tree in flat arrays, for the inner loops: by the preorder number of a view its parent, the
/// end of its subtree and its kind.
struct ViewTree: Sendable {
  /// By view: its parent; -1 for the root.
  let parents: [Int32]
  let subtreeEnds: [Int32]
  let kinds: [ViewKind]

  init(_ views: [ResolvedView]) {
    parents = views.map { $0.parent?.index ?? -1 }
    subtreeEnds = views.map(\.subtreeEnd)
    kinds = views.map(\.kind)
  }

  var count: Int { parents.count }

  func parent(of view: ViewID) -> ViewID? {
    let parent = parents[view]
    return parent < 0 ? nil : ViewID(parent)
  }

  /// Whether a view around `view` scrolls.
  func isInScrollView(_ view: ViewID) -> Bool {
    var current = parent(of: view)
    while let ancestor = current {
      if kinds[ancestor].isScroll { return true }
      current = parent(of: ancestor)
    }
    return false
  }

  /// The nearest view that has both in its subtree. It may be one of the two.
  ///
  /// Numbers grow downwards, so the larger one is never an ancestor of the smaller.
  func commonAncestor(_ first: ViewID, _ second: ViewID) -> ViewID {
    var first = first.index
    var second = second.index
    while first != second {
      if first > second { first = parents[Int(first)] } else { second = parents[Int(second)] }
    }
    return ViewID(first)
  }

  /// The view in whose space a rule's positions count: the nearest common ancestor of all views that the rule names
  /// with a position, or, where that is only one view, its parent.
  func commonSpace(_ item: Anchor, _ first: Anchor?, _ more: [Rule.Term]) -> ViewID {
    var space: ViewID?
    var positions = 0
    func meet(_ anchor: Anchor) {
      guard !anchor.attribute.isSize else { return }
      positions += 1
      space = space.map { commonAncestor($0, anchor.view) } ?? anchor.view
    }
    meet(item)
    if let first { meet(first) }
    for term in more { meet(term.anchor) }
    let found = space ?? .root
    return positions == 1 ? parent(of: found) ?? .root : found
  }

  /// The direct children of `view` in order, without guides.
  func children(of view: ViewID) -> [ViewID] {
    var children: [ViewID] = []
    var next = view.index + 1
    while next < subtreeEnds[view] {
      if kinds[Int(next)] != .guide { children.append(ViewID(next)) }
      next = subtreeEnds[Int(next)]
    }
    return children
  }
}
