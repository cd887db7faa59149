/// `was: oldName`: a view that was renamed is the same view for whoever follows it.
extension ResolvedLayout {
  /// A view's path, and the one that it had before it, or a view around it, was renamed.
  public struct Renaming: Equatable, Sendable {
    /// What the view is called now.
    public var path: String
    /// What it was called before.
    public var former: String
  }

  /// Every view that a `was` concerns, in tree order: the renamed ones and what is in them.
  public var renamings: [Renaming] {
    var formerNames: [ViewID: String] = [:]
    for setting in settings {
      if case .property(name: "was", .word(let name)) = setting.setting { formerNames[setting.view] = name }
    }
    if formerNames.isEmpty { return [] }
    var formerPaths: [ViewID: String] = [:]
    var renamings: [Renaming] = []
    for index in views.indices.dropFirst() where views[index].kind != .guide {
      let view = ViewID(Int32(index))
      let parent = views[index].parent ?? .root
      guard formerNames[view] != nil || formerPaths[parent] != nil else { continue }
      let around = parent == .root ? "" : views[Int(parent.index)].path + "."
      var own = String(views[index].path.dropFirst(around.count))
      // Of a copy the number stays: `cell[2]` was `tile[2]`.
      if let name = formerNames[view] { own = name + (own.firstIndex(of: "[").map { own[$0...] } ?? "") }
      let former = (formerPaths[parent].map { $0 + "." } ?? around) + own
      formerPaths[view] = former
      renamings.append(Renaming(path: views[index].path, former: former))
    }
    return renamings
  }
}
