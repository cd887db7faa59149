import ConstraintSolver
import Frames
import Geometry
import LayoutModel

/// Solved numbers become frames and contents; only what differs is reported.
extension LayoutScene {
  /// Reads the solved numbers.
  ///
  /// - Returns: the views whose frame or content changed, or how they are drawn, ascending; the first time all of them.
  ///   Guides are not views: one that moved changes the content of its owner.
  mutating func readBack(structureChanged: Bool, _ measurer: some TextMeasuring) -> [ViewID] {
    let looksMayDiffer = structureChanged || looksMayDiffer
    let changed = readBackFrames(structureChanged: structureChanged)
    let redrawn = updateDrawings(changed, looksMayDiffer: looksMayDiffer, measurer)
    return redrawn.isEmpty ? changed : Set(changed).union(redrawn).sorted()
  }

  private mutating func readBackFrames(structureChanged: Bool) -> [ViewID] {
    guard let solution = lowered[lowered.count - 1].solution?.number else { preconditionFailure("nothing is solved") }
    defer { shownSolution = solution }
    if let known = differences.between(shownSolution, solution) { return readBack(known, by: contentReading()) }
    /// Nil until the content of some view may be another one: most of the time views only move.
    var reading: ContentReading?
    let isFirst = !hasFrames
    var guides: [ViewID] = []
    let anyContentMayDiffer = isFirst || structureChanged || contentInputsDiffer(from: solvedInputs)
    let askForTheSame = viewsThatAskForTheSame()
    var changed: [ViewID] = []
    // The content of a scroll view may change while the view stands still, and so may that of an edited view.
    var owners = (editedTexts ?? []).union(facts.scrollViews)
    // Of all views, or of those that may have moved.
    let few = anyContentMayDiffer ? nil : changedViews
    let count = few?.count ?? rects.count
    statistics.comparisons += count
    if !isFirst, few != nil { changed.reserveCapacity(count) }
    let solved = lowered[lowered.count - 1].rects(of: few)
    for place in 0..<count {
      let view = few?[place] ?? ViewID(Int32(place))
      let index = Int(view.index)
      let rect = solved[place]
      let moved = rect != rects[index]
      let resized = rect.width != rects[index].width || rect.height != rects[index].height
      guard moved || anyContentMayDiffer else { continue }
      rects[index] = rect
      if facts.tree.kinds[index] == .guide {
        if moved {
          guides.append(view)
          if let owner = facts.tree.parent(of: view) { owners.insert(owner) }
        }
        continue
      }
      // A content counts from the view's own corner, so it does not depend on where that is.
      let isKept = !resized && !askForTheSame.isEmpty && askForTheSame[index]
      assert(!isKept || !updateContent(of: view, by: &reading), "view \(index) has another content than was kept")
      let mayDiffer = (resized || anyContentMayDiffer) && !isKept
      if mayDiffer { statistics.contents += 1 }
      let hasOtherContent = mayDiffer && updateContent(of: view, by: &reading)
      if hasOtherContent || isFirst { viewsWithOtherContent.append(view) }
      if hasOtherContent || moved || isFirst { changed.append(view) }
    }
    let others = owners.sorted().filter {
      facts.tree.kinds[$0] != .guide && updateContent(of: $0, by: &reading)
    }
    if !others.isEmpty {
      changed = changed.merged(with: others)
      viewsWithOtherContent = viewsWithOtherContent.merged(with: others)
    }
    if !isFirst {
      let kept = lowered.indices.compactMap { lowered[$0].solution?.number }
      differences.remember(
        (changed + guides).sorted(), between: shownSolution, solution, of: kept, inSceneOf: rects.count)
    }
    return changed
  }

  /// Reads back only views that are known to differ.
  ///
  /// - Parameter differing: all views and guides that differ from what is shown.
  private mutating func readBack(_ differing: [ViewID], by reading: ContentReading) -> [ViewID] {
    statistics.comparisons += differing.count
    for view in differing {
      rects[view] = reading.solver.rect(of: view)
      if facts.tree.kinds[view] != .guide, updateContent(of: view, by: reading) {
        viewsWithOtherContent.append(view)
      }
    }
    return differing.filter { facts.tree.kinds[$0] != .guide }
  }

  /// By view: whether it was there before other records came, and has the content that it had if it has the size that
  /// it had. Empty where somebody has to look.
  private func viewsThatAskForTheSame() -> [Bool] {
    guard let former, !contentInputsDiffer(from: former.inputs), facts.declaredGuides.isEmpty else { return [] }
    let (before, now) = (former.lowered.structure.key, lowered[lowered.count - 1].structure.key)
    let hasSameConditions = now.conditions.indices.allSatisfy {
      let source = Int(former.carried.conditions[$0])
      return source < 0 || before.conditions[source] == now.conditions[$0]
    }
    guard hasSameConditions, before.hidden.isEmpty, now.hidden.isEmpty,
      former.inputs.environment == inputs.environment
    else { return [] }
    let (formerNaturals, naturals) = (former.lowered.naturals, lowered[lowered.count - 1].naturals)
    return former.carried.views.indices.map { view in
      let source = Int(former.carried.views[view])
      // How far something scrolls is asked by itself.
      return source >= 0 && !facts.tree.kinds[view].isScroll && formerNaturals[source] == naturals[view]
    }
  }

  /// Whether an input differs from a former one that can change the content of a view that did not move.
  private func contentInputsDiffer(from former: SceneInputs?) -> Bool {
    guard let before = former else { return true }
    return before.texts != inputs.texts || before.hidden != inputs.hidden
      || before.intrinsicSizes != inputs.intrinsicSizes || before.environment.scale != inputs.environment.scale
      || facts.hasDynamicSettings
        && (before.variables != inputs.variables || before.constants != inputs.constants)
  }

  /// Whether something has changed that views may look otherwise for, besides which conditions hold.
  private var looksMayDiffer: Bool {
    guard let before = solvedInputs else { return true }
    return editedTexts != nil || before.variables != inputs.variables || before.constants != inputs.constants
      || before.environment.scale != inputs.environment.scale || before.environment.traits != inputs.environment.traits
      || before.pictures != inputs.pictures
  }

  /// Brings the content of a view up to date.
  ///
  /// - Returns: whether it has changed.
  private mutating func updateContent(of view: ViewID, by reading: ContentReading) -> Bool {
    let index = Int(view.index)
    let isOther = reading.update(&contents[index], of: view, width: rects[index].width, height: rects[index].height)
    guard facts.tree.kinds[index].isScroll else { return isOther }
    var lowering = lowering(for: reading.structure, reading.naturals)
    let scroll = ViewContent.Scroll(scrollPosition(of: view, &lowering, in: lowered[lowered.count - 1]))
    return contents[index].scroll.update(to: scroll) || isOther
  }

  /// The same for whoever has read nothing yet.
  private mutating func updateContent(of view: ViewID, by reading: inout ContentReading?) -> Bool {
    let known = reading ?? contentReading()
    reading = known
    return updateContent(of: view, by: known)
  }

  private func contentReading() -> ContentReading {
    let current = lowered.count - 1
    return ContentReading(
      structure: lowered[current].structure, solver: lowered[current].solver, naturals: lowered[current].naturals,
      facts: facts, layout: layout, givenTexts: inputs.texts, texts: texts.items, values: values)
  }
}

/// What contents are read from, gathered once for all views: a scene that is asked for each part hands out copies. It
/// is a class since it is handed on for each view.
private final class ContentReading {
  let structure: SceneStructure
  let solver: Solver
  let naturals: [NaturalSize]
  let facts: LayoutFacts
  let layout: ResolvedLayout
  /// The texts that the outside set, by path.
  let givenTexts: [String: String]
  let texts: [MeasuredText?]
  let values: QuantityValues

  init(
    structure: SceneStructure, solver: Solver, naturals: [NaturalSize], facts: LayoutFacts, layout: ResolvedLayout,
    givenTexts: [String: String], texts: [MeasuredText?], values: QuantityValues
  ) {
    self.structure = structure
    self.solver = solver
    self.naturals = naturals
    self.facts = facts
    self.layout = layout
    self.givenTexts = givenTexts
    self.texts = texts
    self.values = values
  }

  /// Brings a view's content up to date, except what a scroll view says of its scrolling.
  ///
  /// It changes the content in place, part by part: contents are large, and most parts of most of them stay as they
  /// are.
  ///
  /// - Returns: whether any part has changed.
  func update(_ content: inout ViewContent, of view: ViewID, width: Points, height: Points) -> Bool {
    let index = Int(view.index)
    var alpha = 1.0
    var clips = facts.tree.kinds[index].isScroll
    if structure.hasSettings(view) {
      let settings = structure.settingsIndex(of: view)
      alpha = values.value(of: structure.distinctSettings[settings].alpha)
      clips = structure.distinctSettings[settings].clips ?? clips
    }
    let natural = naturals[index]
    var baselines: ViewContent.Baselines?
    if texts[index] != nil || natural.firstBaseline != 0 || natural.lastBaseline != 0 {
      baselines = ViewContent.Baselines(
        first: natural.firstBaseline.in64ths, last: (height - natural.lastBaseline).in64ths)
    }
    let isHidden = structure.hides(view, in: facts.tree)
    var truncation: ViewContent.Truncation?
    if !isHidden, natural.lines > 0, let attributes = texts[index]?.attributes,
      natural.isTruncated(width: width, height: height, breaksLines: attributes.lines != 1)
    {
      truncation = ViewContent.Truncation(attributes.truncation)
    }
    var isOther = content.isHidden.update(to: isHidden)
    isOther = content.text.update(to: shownText(of: view)) || isOther
    isOther = content.alpha.update(to: min(1, max(0, alpha))) || isOther
    isOther = content.clips.update(to: clips) || isOther
    isOther = content.truncation.update(to: truncation) || isOther
    isOther = content.baselines.update(to: baselines) || isOther
    if !facts.declaredGuides.isEmpty { isOther = content.guides.update(to: guides(of: view)) || isOther }
    return isOther
  }

  /// What can be read in a view. An image's text in the file is the name of its picture.
  private func shownText(of view: ViewID) -> String? {
    facts.tree.kinds[view] == .image
      ? givenTexts[layout.views[view].path]
      : LayoutScene.text(of: view, in: layout, facts, where: structure.key.conditions, given: givenTexts)
  }

  private func guides(of view: ViewID) -> [ViewContent.NamedGuide] {
    guard let guides = facts.declaredGuides[view] else { return [] }
    return guides.map { guide in
      ViewContent.NamedGuide(name: layout.views[guide].name, frame: Frame(solver.rect(of: guide)))
    }.sorted { $0.name < $1.name }
  }
}

extension [ViewID] {
  /// What is in one of two ascending lists, or in both, ascending.
  fileprivate func merged(with others: [ViewID]) -> [ViewID] {
    var merged: [ViewID] = []
    merged.reserveCapacity(count + others.count)
    var next = 0
    for view in self {
      while next < others.count, others[next] <= view {
        if others[next] < view { merged.append(others[next]) }
        next += 1
      }
      merged.append(view)
    }
    return merged + others[next...]
  }
}

extension Equatable {
  /// Becomes `value`, and says whether it was another value before.
  @inline(__always) fileprivate mutating func update(to value: Self) -> Bool {
    if self == value { return false }
    self = value
    return true
  }
}

extension Solver {
  /// The solved rectangle of `view` in its parent.
  ///
  /// No zero is negative: -0 equals 0, so which of the two is shown would depend on what was shown before.
  func rect(of view: ViewID) -> Rect {
    let (width, height, x, y) = fourValues(from: view.width)
    return Rect(x: x + 0, y: y + 0, width: width + 0, height: height + 0)
  }
}

extension LoweredScene {
  /// The same.
  func rect(of view: ViewID) -> Rect { solver.rect(of: view) }

  /// The same of several views; nil: of all of them.
  ///
  /// It is mutating since an array hands out a copy of what is in it to be asked.
  mutating func rects(of views: [ViewID]?) -> [Rect] {
    views?.map { solver.rect(of: $0) } ?? naturals.indices.map { solver.rect(of: ViewID(Int32($0))) }
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
