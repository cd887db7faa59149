import ConstraintSolver
import LayoutModel

extension UnitMap {
  /// By feel: a switch inside of a view compiles no more than this many anew, and fewer than two are not worth it.
  private static let viewsInside = 2...64

  /// What stands inside of views: of the largest whose inside is not too large.
  init(of tree: ViewTree) {
    self.init()
    var view = 1
    while view < tree.count {
      let end = Int(tree.subtreeEnds[view])
      guard Self.viewsInside.contains(end - view - 1) else {
        view += 1
        continue
      }
      let edge = ViewID(Int32(view))
      let inside = 4 * Int32(view + 1)..<4 * Int32(end)
      add(inside: inside.map(VariableID.init), edge: [edge.width, edge.height])
      view = end
    }
  }
}
