/// `was: oldName`: whoever follows a view takes the renamed one for the same view.
extension ResolvedLayout {
  /// The path of a view now, and its path before it or a view around it was renamed.
  public struct Renaming: Equatable, Sendable {
    /// The path of the view now.
    public var path: String
    /// The path of the view before.
    public var former: String
  }

  /// Every view that a `was` concerns, in tree order: the renamed views and what is in them.
  public var renamings: [Renaming] {
    var formerNames: [ViewID: String] = [:]
    // Looked at in place: to copy one counts references.
    for index in settings.indices {
      guard case .property(name: "was", .word(let name)) = settings[index].setting else { continue }
      formerNames[settings[index].view] = name
    }
    if formerNames.isEmpty { return [] }
    var formerPaths: [ViewID: String] = [:]
    var renamings: [Renaming] = []
    for index in views.indices.dropFirst() where views[index].kind != .guide {
      let view = ViewID(Int32(index))
      let parent = views[index].parent ?? .root
      guard formerNames[view] != nil || formerPaths[parent] != nil else { continue }
      let around = parent == .root ? "" : views[parent].path + "."
      var own = String(views[index].path.dropFirst(around.count))
      // A copy of a `for` keeps its number: `cell[2]` was `tile[2]`.
      if let name = formerNames[view] { own = name + (own.firstIndex(of: "[").map { own[$0...] } ?? "") }
      let former = (formerPaths[parent].map { $0 + "." } ?? around) + own
      formerPaths[view] = former
      renamings.append(Renaming(path: views[index].path, former: former))
    }
    return renamings
  }
}
