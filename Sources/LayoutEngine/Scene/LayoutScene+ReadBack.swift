import Frames
import Geometry
import LayoutModel

/// Solved numbers become frames and contents; only what differs is reported.
extension LayoutScene {
  /// - Returns: the views whose frame or content changed, ascending; all of them the first time. Guides are not
  ///   views: one that moved changes the content of its owner.
  mutating func readBack(structureChanged: Bool) -> [ViewID] {
    let current = lowered[lowered.count - 1]
    guard let solution = current.solution?.number else { preconditionFailure("nothing is solved") }
    defer { shownSolution = solution }
    if let known = differences.between(shownSolution, solution) { return readBack(known, of: current) }
    let isFirst = solvedInputs == nil
    statistics.comparisons += rects.count
    var guides: [ViewID] = []
    let hasEditedTexts = editedTexts?.isEmpty == false
    let anyContentMayDiffer = isFirst || structureChanged || contentInputsChanged || hasEditedTexts
    var changed: [ViewID] = []
    // What a scroll view scrolls may change while the view stands still.
    var owners = Set(facts.scrollViews)
    for index in rects.indices {
      let view = ViewID(Int32(index))
      let rect = current.rect(of: view)
      let moved = rect != rects[index]
      guard moved || anyContentMayDiffer else { continue }
      rects[index] = rect
      if facts.tree.kinds[index] == .guide {
        if moved {
          guides.append(view)
          if let owner = facts.tree.parent(of: view) { owners.insert(owner) }
        }
        continue
      }
      if updateContent(of: view, in: current) || moved || isFirst { changed.append(view) }
    }
    if !owners.isEmpty {
      let known = Set(changed)
      for owner in owners where updateContent(of: owner, in: current) && !known.contains(owner) {
        changed.append(owner)
      }
      changed.sort()
    }
    if !isFirst { differences.note((changed + guides).sorted(), between: shownSolution, solution) }
    return changed
  }

  /// - Parameter differing: all views and guides that are not as they are shown.
  private mutating func readBack(_ differing: [ViewID], of current: LoweredScene) -> [ViewID] {
    statistics.comparisons += differing.count
    for view in differing {
      rects[Int(view.index)] = current.rect(of: view)
      if facts.tree.kinds[Int(view.index)] != .guide { _ = updateContent(of: view, in: current) }
    }
    return differing.filter { facts.tree.kinds[Int($0.index)] != .guide }
  }

  /// Whether an input differs that can change the content of a view that did not move.
  private var contentInputsChanged: Bool {
    guard let before = solvedInputs else { return true }
    return before.texts != inputs.texts || before.hidden != inputs.hidden
      || before.intrinsicSizes != inputs.intrinsicSizes || before.variables != inputs.variables
      || before.constants != inputs.constants || before.environment.scale != inputs.environment.scale
  }

  /// - Returns: whether it is another content than before.
  private mutating func updateContent(of view: ViewID, in current: LoweredScene) -> Bool {
    let content = content(of: view, in: current)
    guard contents[Int(view.index)] != content else { return false }
    contents[Int(view.index)] = content
    return true
  }

  private func content(of view: ViewID, in current: LoweredScene) -> ViewContent {
    let index = Int(view.index)
    var content = ViewContent()
    content.isHidden = isHidden(view, in: current.structure)
    content.text = text(of: view)
    if current.structure.hasSettings(view) {
      let settings = current.structure.settingsIndex(of: view)
      content.alpha = min(1, max(0, values.value(of: current.structure.distinctSettings[settings].alpha)))
    }
    let natural = current.naturals[index]
    if texts[index] != nil || natural.firstBaseline != 0 || natural.lastBaseline != 0 {
      content.baselines = ViewContent.Baselines(
        first: natural.firstBaseline.in64ths,
        last: (rects[index].height - natural.lastBaseline).in64ths)
    }
    if !content.isHidden, let text = texts[index], natural.lines > 0 {
      let isTruncated = natural.isTruncated(
        width: rects[index].width, height: rects[index].height, breaksLines: text.attributes.lines != 1)
      if isTruncated { content.truncation = ViewContent.Truncation(text.attributes.truncation) }
    }
    if !facts.declaredGuides.isEmpty, let guides = facts.declaredGuides[view] {
      content.guides = guides.map { guide in
        ViewContent.NamedGuide(name: layout.views[Int(guide.index)].name, frame: Frame(current.rect(of: guide)))
      }.sorted { $0.name < $1.name }
    }
    if facts.tree.kinds[index].isScroll {
      var lowering = lowering(for: current.structure, current.naturals)
      content.scroll = ViewContent.Scroll(scrollPosition(of: view, &lowering, in: current))
    }
    return content
  }

  /// Hidden itself, or inside of something hidden.
  func isHidden(_ view: ViewID, in structure: SceneStructure) -> Bool {
    guard !structure.key.hidden.isEmpty else { return false }
    var current: ViewID? = view
    while let candidate = current {
      if structure.isHidden[Int(candidate.index)] { return true }
      current = facts.tree.parent(of: candidate)
    }
    return false
  }
}

extension LoweredScene {
  /// The solved rectangle of `view` in its parent.
  ///
  /// Zeros are plain ones: -0 equals 0, so which of the two is shown would depend on what was shown before.
  func rect(of view: ViewID) -> Rect {
    Rect(
      x: solver.value(of: view.x) + 0, y: solver.value(of: view.y) + 0, width: solver.value(of: view.width) + 0,
      height: solver.value(of: view.height) + 0)
  }
}

extension ViewContent.Truncation {
  init(_ truncation: TextTruncation) {
    switch truncation {
    case .tail: self = .tail
    case .head: self = .head
    case .middle: self = .middle
    case .clip: self = .clip
    }
  }
}
