import Geometry
import LayoutSyntax

/// The rectangles that placements name, and what a `with` around them says where they say nothing.
extension LayoutResolver {
  /// The rectangle that a `place` names for a view; nil after a complaint. A guide without a view is one of the view's
  /// super. Names are looked up from `site`.
  mutating func area(_ node: SyntaxNode, for view: ViewID, _ site: Site) -> Area? {
    let place = PlaceSyntax(node)
    let guide = place.guide?.guide
    if let path = place.path {
      guard let other = self.view(named: path, site) else { return nil }
      return Area(other, guide ?? .frame)
    }
    let container = builder.views.drafts.superArea(of: view)
    return guide.map { Area(container.view, $0) } ?? container
  }

  /// The container of a placement that names none: the one that the `with` around it names; nil for super.
  mutating func container(_ standing: Standing) -> Area? {
    guard let (node, site) = defaultNode(.place, standing) else { return nil }
    return area(node, for: standing.view, site)
  }

  /// The container that `place` names, or the default without one. The outer nil is a mistake, the inner one means
  /// super.
  mutating func container(_ place: SyntaxNode?, _ standing: Standing) -> Area?? {
    guard let place else { return .some(container(standing)) }
    return area(place, for: standing.view, standing.site).map { .some($0) }
  }

  /// What the nearest `with` around a clause says about something, and the site for its names; of what does not count
  /// one looks further out.
  func defaultNode(
    _ part: Defaults.Part, _ standing: Standing, where counts: (SyntaxNode) -> Bool = { _ in true }
  ) -> (SyntaxNode, Site)? {
    var current = standing.defaults
    while current != 0 {
      let set = defaults[Int(current)]
      let index = set[part]
      if index >= 0 {
        let node = node(index, in: set.file)
        if counts(node) { return (node, Site(file: set.file, scope: set.scope, view: set.view)) }
      }
      current = set.outer
    }
    return nil
  }
}
