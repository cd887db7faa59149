import ConstraintSolver
import LayoutModel

/// Which unknowns a view has: four, numbered so that they stand in document order with sizes before positions, as
/// the solver's rule for ties wants. Positions are relative to the parent's origin; in a scroll view to that of its
/// content, whose size is two more unknowns behind those of all views (`ScrollContent`).
extension ViewID {
  var width: VariableID { VariableID(index * 4) }
  var height: VariableID { VariableID(index * 4 + 1) }
  var x: VariableID { VariableID(index * 4 + 2) }
  var y: VariableID { VariableID(index * 4 + 3) }
}

/// The unknowns of what a scroll view scrolls.
struct ScrollContent {
  let width: VariableID
  let height: VariableID

  /// - Parameters:
  ///   - place: which of a layout's scroll views it is, from 0.
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
  /// The width of a view, or of what a scroll view scrolls.
  func width(of anchor: Anchor) -> VariableID {
    anchor.guide == .scrollContent ? widthOfSpace(anchor.view) : anchor.view.width
  }

  func height(of anchor: Anchor) -> VariableID {
    guard anchor.guide == .scrollContent else { return anchor.view.height }
    return scrollContent(of: anchor.view)?.height ?? anchor.view.height
  }

  /// Of what the positions in a view count from the right in: its content, where it scrolls.
  func widthOfSpace(_ view: ViewID) -> VariableID { scrollContent(of: view)?.width ?? view.width }

  /// Nil for a view that does not scroll.
  private func scrollContent(of view: ViewID) -> ScrollContent? {
    tree.kinds[Int(view.index)].isScroll ? scrollContents[view] : nil
  }

  /// Whether it is an unknown of what a scroll view scrolls.
  func isContent(_ variable: VariableID) -> Bool { Int(variable.index) >= tree.count * 4 }

  /// The view whose unknown it is, and which; of a content's the scroll view.
  func owner(of variable: VariableID) -> (view: ViewID, unknown: Unknown) {
    let index = Int(variable.index) - tree.count * 4
    if index < 0 { return (ViewID(variable.index / 4), Unknown(rawValue: variable.index % 4)!) }
    return (scrollViews[index / 2], Unknown(rawValue: Int32(index % 2))!)
  }
}
