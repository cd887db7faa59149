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
  /// The headers and footers that are animated: neither they nor their lists say `animate: false`.
  var fittingViews: [ViewID] {
    // Views are looked at where they stand; to copy one costs more.
    views.indices.filter { index in
      guard let list = views[index].parent, views[list].kind == .list, views[index].kind != .guide else {
        return false
      }
      let isFitting = views[index].name == "header" || views[index].name == "footer"
      return isFitting && !isStill(index) && !isStill(Int(list.index))
    }.map { ViewID(Int32($0)) }
  }

  /// Whether a view says `animate: false`.
  private func isStill(_ view: Int) -> Bool {
    views[view].settings.contains { index in
      if case .property(name: "animate", .word("false")) = settings[Int(index)].setting { true } else { false }
    }
  }
}
