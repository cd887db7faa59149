public import Geometry
public import LayoutModel

/// The views of a list that are called `header` and `footer` are as high as what is in them asks, like all of its
/// views. When that height changes, the list is seen to make room.
extension LayoutScene {
  /// The solved heights of headers and footers, ascending by view. Empty for a layout without any.
  public var fittingHeights: [(view: ViewID, height: Points)] {
    facts.fittingViews.map { ($0, frame(of: $0).height) }
  }
}

extension ResolvedLayout {
  private static let names: Set<String> = ["header", "footer"]

  /// The headers and footers that are animated: neither they nor their lists say `animate: false`.
  var fittingViews: [ViewID] {
    let still = Set(
      settings.lazy.compactMap {
        if case .property(name: "animate", .word("false")) = $0.setting { $0.view } else { nil }
      })
    return views.indices.lazy.map { ViewID(Int32($0)) }.filter { id in
      let view = self.views[Int(id.index)]
      guard Self.names.contains(view.name), view.kind != .guide, let list = view.parent else { return false }
      return self.views[Int(list.index)].kind == .list && !still.contains(id) && !still.contains(list)
    }
  }
}
