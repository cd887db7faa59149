import Geometry
import LayoutModel
import LayoutSyntax

/// A bar that is far longer across than what is in it, because the scroll view beside it does not want the room.
///
/// A stack that leaves its views their own size across is held by nothing but a weak wish to be short. A scroll view
/// has an even weaker one to be long, once all that it scrolls is in view. So the bar grows, where everybody expects
/// the scroll view to.
extension SceneLook {
  mutating func takersOfRoom() -> [Diagnostic] {
    var found: [Diagnostic] = []
    // Of several scroll views in one parent only the first is looked at.
    var parents: Set<ViewID> = []
    for scroll in facts.scrollViews {
      guard isSeen[scroll], let parent = facts.tree.parent(of: scroll), parents.insert(parent).inserted
      else { continue }
      let axis = kind(of: scroll) == .hscroll ? Axis.x : .y
      let sharesOut = solved.structure.stackAxes[parent] == axis
      for bar in facts.tree.children(of: parent) where isSeen[bar] {
        guard solved.structure.stackAxes[bar]?.other == axis,
          solved.structure.settings(of: bar).items != .fill, sharesOut || isTied(bar, to: scroll),
          !isSized(bar, along: axis)
        else { continue }
        let content = facts.tree.children(of: bar).filter { isSeen[$0] }.map { length(of: $0, axis) }.max()
        let padding = lowering.padding(of: bar)
        let room = length(of: bar, axis) - (axis == .x ? padding.left + padding.right : padding.top + padding.bottom)
        guard let content, content > 0, room > 2 * content else { continue }
        found.append(
          .tookTheRoom(
            path(of: bar), length(of: bar, axis), around: content, of: path(of: scroll), isHigh: axis == .y,
            at: place(of: bar)))
        break
      }
    }
    return found
  }

  /// Whether a rule in force names both views.
  private func isTied(_ view: ViewID, to other: ViewID) -> Bool {
    rulesByView[Int(view.index)].contains { (index: Int32) -> Bool in
      var namesOther = false
      layout.rules[Int(index)].forEachAnchor { if $0.view == other { namesOther = true } }
      return namesOther
    }
  }

  /// Whether a rule in force says how long a view is along an axis.
  private func isSized(_ view: ViewID, along axis: Axis) -> Bool {
    rulesByView[Int(view.index)].contains { (index: Int32) -> Bool in
      let rule = layout.rules[Int(index)]
      let size = Anchor(view, .frame, axis == .x ? .width : .height)
      return rule.item == size && rule.comparison != .atLeast
    }
  }
}

/// Texts, and what is pressed or written in, of which the edge of the scene cuts off a part; and rows that go on below
/// it, or below that of a view that clips.
///
/// What is beyond the edge as a whole is parked there, what is in a scroll view can be scrolled to, and of a page that
/// is pushed aside, with all that is on it, nothing is told.
extension SceneLook {
  func viewsCutByTheEdge() -> [Diagnostic] {
    guard let scene = rects.first else { return [] }
    var origins = [Point](repeating: .zero, count: facts.tree.count)
    // By view: whether it reaches beyond the edge, or is in something that does or that scrolls.
    var isAside = [Bool](repeating: false, count: facts.tree.count)
    // By view: the one whose lower edge cuts off what is in it.
    var cutting = [ViewID](repeating: .root, count: facts.tree.count)
    var found: [Diagnostic] = []
    for view in views {
      let (index, parent) = (Int(view.index), Int(facts.tree.parents[view]))
      let rect = rects[index]
      let origin = Point(x: origins[parent].x + rect.x, y: origins[parent].y + rect.y)
      origins[index] = origin
      if isAside[parent] || facts.tree.kinds[parent].isScroll {
        isAside[index] = true
        continue
      }
      cutting[index] = solved.structure.settings(of: view).clips == true ? view : cutting[parent]
      if let length = lengthBelow(view, at: origin, edgeOf: cutting[index], at: origins[cutting[index]]) {
        isAside[index] = true
        found.append(.goesOnBelow(path(of: view), by: length, path(of: cutting[index]), at: place(of: view)))
        continue
      }
      let letters =
        kind(of: view) == .label ? letters(of: view) : Rect(x: 0, y: 0, width: rect.width, height: rect.height)
      let seen = Rect(x: origin.x + letters.x, y: origin.y + letters.y, width: letters.width, height: letters.height)
      let (right, bottom) = (seen.x + seen.width, seen.y + seen.height)
      let cut = max(0 - seen.x, 0 - seen.y, right - scene.width, bottom - scene.height)
      isAside[index] = cut > 1
      guard cut > 1, isSeen[index], kind(of: view).hasText, showsContent[index] else { continue }
      guard right > 0, bottom > 0, seen.x < scene.width, seen.y < scene.height else { continue }
      found.append(.cutByTheEdge(path(of: view), by: cut, at: place(of: view)))
    }
    return found
  }

  /// How far the rows of a container go on below an edge that cuts them off; nil where they do not. It tells of those
  /// that can stand nowhere: they are longer than what cuts them off, or than their own container. What hangs over the
  /// edge otherwise may be on its way.
  private func lengthBelow(
    _ container: ViewID, at origin: Point, edgeOf cutting: ViewID, at start: Point
  ) -> Points? {
    guard isSeen[container], kind(of: container).arrangesViews, !kind(of: container).isScroll,
      solved.structure.stackAxes[container] != .x
    else {
      return nil
    }
    let rows = facts.tree.children(of: container).filter { isSeen[$0] && rects[$0].height > 0 }
    guard let first = rows.lazy.map({ rects[$0].y }).min(),
      let last = rows.lazy.map({ rects[$0].y + rects[$0].height }).max()
    else { return nil }
    let (top, bottom) = (origin.y + first, origin.y + last)
    let edge = start.y + rects[cutting].height
    guard top >= start.y - 1, top < edge, bottom > edge + 1, rows.contains(where: { rects[$0].y > first }) else {
      return nil
    }
    return last - first > rects[cutting].height || last > rects[container].height + 1 ? bottom - edge : nil
  }
}
