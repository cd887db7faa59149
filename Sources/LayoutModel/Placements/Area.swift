import Geometry
import LayoutSyntax

/// A rectangle to align with: a view or one of its guides.
struct Area: Equatable {
  var view: ViewID
  var guide: Guide

  func anchor(_ attribute: AnchorAttribute) -> Anchor { Anchor(view, guide, attribute) }
}

extension LayoutResolver {
  /// What `super` means for a view: its parent, in a scroll view the content; for the root, the root.
  func superArea(of view: ViewID) -> Area { drafts.superArea(of: view) }

  /// The rectangle that a `place` names for a view: its guides are those of the view's super, its names are looked
  /// up from `site`. Nil after a complaint.
  mutating func area(_ node: SyntaxNode, for view: ViewID, _ site: Site) -> Area? {
    let place = PlaceSyntax(node)
    let guide = place.guide?.guide
    if let path = place.path {
      guard let other = self.view(named: path, site) else { return nil }
      return Area(view: other, guide: guide ?? .frame)
    }
    let container = superArea(of: view)
    return guide.map { Area(view: container.view, guide: $0) } ?? container
  }
}

extension [ViewDraft] {
  /// `LayoutResolver.superArea`, for where clauses are read: a method of the resolver that changes nothing is handed
  /// a copy of it, which is larger than anything it asks here.
  func superArea(of view: ViewID) -> Area {
    let parent = self[Int(view.index)].parent ?? .root
    return Area(view: parent, guide: self[Int(parent.index)].kind.isScroll ? .scrollContent : .frame)
  }
}
