import ConstraintSolver
import Geometry
import LayoutModel

/// A list is a scroll view whose views stand in a column. Each view is as wide as the content and as high as what is in
/// it asks, and stands below the one before it, at the gap. If the column is shorter than the frame, the rest of the
/// frame stays empty.
extension Lowering {
  mutating func emitColumn(of list: ViewID, into system: inout SystemWriter) {
    let content = facts.scrollContents[list]!
    let gap = value(of: structure.distinctSettings[structure.settingsIndex(of: list)].gap)
    var previous: ViewID?
    for child in structure.children(of: list, in: tree) {
      let isHidden = structure.isHidden[child]
      if isExplaining { say("as wide as the content of \(name(list))", of: child, in: system) }
      system.addTerm(child.x, 1)
      system.endRow(.equal, 0)
      system.addTerm(child.width, 1)
      system.addTerm(content.width, -1)
      system.endRow(.equal, 0)
      let gapAfter = previous.flatMap { structure.distinctSettings[structure.settingsIndex(of: $0)].gapAfter }
      let distance = gapAfter.map { value(of: $0) } ?? gap
      if isExplaining { sayOrder(of: child, behind: previous, in: list, gap: distance, isHidden: isHidden, system) }
      system.addTerm(child.y, 1)
      if let previous {
        system.addTerm(previous.y, -1)
        system.addTerm(previous.height, -1)
      }
      system.endRow(.equal, previous == nil || isHidden ? 0 : distance)
      if isExplaining { say("in \(name(list)), no higher than its content asks", of: child, in: system) }
      system.addTerm(child.height, 1)
      system.endRow(.equal, 0, ContainerPriority.listShortness)
      if !isHidden { previous = child }
    }
    guard let last = previous else { return }
    if isExplaining { say("last in \(name(list)), whose content reaches down to it", of: list, in: system) }
    system.add([(last.y, 1), (last.height, 1), (content.height, -1)], .lessThanOrEqual, 0)
  }
}
