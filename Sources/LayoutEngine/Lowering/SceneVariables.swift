import ConstraintSolver
import LayoutModel

/// The unknowns of a view: four, numbered so that views stand in document order and sizes before positions, as the
/// solver's rule for ties wants. Positions count from the parent's origin, in a scroll view from that of its content.
/// The content's size is two more unknowns, which stand behind those of all views (`ScrollContent`). Behind these are
/// those of lines, columns and rows (`TrackRun`).
extension ViewID {
  var width: VariableID { VariableID(index * 4) }
  var height: VariableID { VariableID(index * 4 + 1) }
  var x: VariableID { VariableID(index * 4 + 2) }
  var y: VariableID { VariableID(index * 4 + 3) }
}

/// The unknowns of the content of a scroll view.
struct ScrollContent {
  let width: VariableID
  let height: VariableID

  /// - Parameters:
  ///   - place: the number of the scroll view among those of the layout, from 0.
  ///   - viewCount: how many views the layout has.
  init(place: Int, viewCount: Int) {
    let first = Int32(viewCount * 4 + place * 2)
    width = VariableID(first)
    height = VariableID(first + 1)
  }
}

/// One unknown of a view, for messages.
enum Unknown: Int32 {
  case width, height, x, y
}

extension LayoutFacts {
  /// The width of a view, or of the content of a scroll view.
  func width(of anchor: Anchor) -> VariableID {
    anchor.guide == .scrollContent ? widthOfSpace(anchor.view) : anchor.view.width
  }

  func height(of anchor: Anchor) -> VariableID {
    guard anchor.guide == .scrollContent else { return anchor.view.height }
    return scrollContent(of: anchor.view)?.height ?? anchor.view.height
  }

  /// The width from whose right end the positions in a view count: that of the view, or of its content where it
  /// scrolls.
  func widthOfSpace(_ view: ViewID) -> VariableID { scrollContent(of: view)?.width ?? view.width }

  /// The content of a scroll view; nil for a view that does not scroll.
  private func scrollContent(of view: ViewID) -> ScrollContent? {
    tree.kinds[view].isScroll ? scrollContents[view] : nil
  }

  /// The first unknown behind those of views and contents.
  var firstTrackVariable: Int32 { Int32(tree.count * 4 + scrollViews.count * 2) }

  /// Whether a variable is an unknown of a scroll view's content.
  func isContent(_ variable: VariableID) -> Bool { Int(variable.index) >= tree.count * 4 }

  /// By variable of a former layout: the one of the same view here; -1 where none is, and for those of lines, columns
  /// and rows.
  func variables(_ carried: CarriedOver, from former: LayoutFacts) -> [Int32] {
    var variables = [Int32](repeating: -1, count: Int(former.firstTrackVariable))
    for (view, source) in carried.views.enumerated() where source >= 0 {
      for unknown in 0..<4 { variables[Int(source) * 4 + unknown] = Int32(view * 4 + unknown) }
    }
    for view in scrollViews {
      let source = ViewID(carried.views[view])
      guard source.index >= 0 else { continue }
      let (before, now) = (former.scrollContents[source]!, scrollContents[view]!)
      variables[Int(before.width.index)] = now.width.index
      variables[Int(before.height.index)] = now.height.index
    }
    return variables
  }

  /// The view that a variable belongs to, and which of its unknowns it is. A content belongs to its scroll view. Nil
  /// for those of lines, columns and rows.
  func owner(of variable: VariableID) -> (view: ViewID, unknown: Unknown)? {
    let index = Int(variable.index) - tree.count * 4
    if index < 0 { return (ViewID(variable.index / 4), Unknown(rawValue: variable.index % 4)!) }
    guard variable.index < firstTrackVariable else { return nil }
    return (scrollViews[index / 2], Unknown(rawValue: Int32(index % 2))!)
  }
}
