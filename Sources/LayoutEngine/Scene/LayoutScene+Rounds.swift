import ConstraintSolver
import Geometry
import LayoutModel

/// Conditions, guides and the lines of flows may depend on solved sizes. So a scene is solved in rounds: each assumes
/// what holds, solves, and looks whether the solved sizes agree with what it assumed.
extension LayoutScene {
  /// Two states between which the rounds go to and fro.
  enum Oscillation {
    /// The first condition in which the two differ.
    ///
    /// - Parameters:
    ///   - isKept: whether that condition holds in the state that is kept.
    ///   - kept: what the condition reads in the state that is kept; `other` in the other one.
    case condition(ConditionID, isKept: Bool, kept: String, other: String)
    /// The first flow or grid in which the two differ, with how many lines or columns it has in each.
    case lines(ViewID, kept: Int, other: Int)
  }

  /// What a round assumes: an answer to everything that is read from solved frames.
  private struct Assumption: Equatable {
    var conditions: [Bool]
    var geometry: [ViewID: GuideGeometry]
    /// By place in `LayoutFacts.packs`.
    var packs: [PackAssumption]
  }

  private static let mostRounds = 8
  /// To break lines takes two rounds or three, each time that something else has changed.
  private static let mostRoundsWithLines = 24

  /// Solves until what a round assumed of conditions, guides and lines agrees with the sizes that it solved.
  ///
  /// The first round knows no size but the scene's, so the outcome does not depend on what was solved before. If an
  /// assumption comes back, the rounds go in a circle: they end, and the first assumption of the circle is kept that
  /// has its lines. After `mostRounds` the last assumption is kept.
  ///
  /// - Parameter budget: for all rounds together.
  mutating func solveInRounds(
    _ measurer: some TextMeasuring, _ budget: inout WorkBudget, _ stage: (SolveStage) -> Void
  ) throws(Tangle) -> Oscillation? {
    let followed = facts.followedGuides(in: inputs.environment)
    var answer = Assumption(
      conditions: conditionsBeforeSolving,
      geometry: Dictionary(uniqueKeysWithValues: followed.keys.map { ($0, GuideGeometry()) }),
      packs: firstPacks)
    let mostRounds = facts.packs.isEmpty ? Self.mostRounds : Self.mostRoundsWithLines
    var history: [Assumption] = []
    while true {
      statistics.rounds += 1
      try solve(answer, measurer, &budget, stage)
      if !facts.readsSolution, followed.isEmpty, facts.packs.isEmpty { return nil }
      history.append(answer)
      var next = Assumption(
        conditions: solvedConditions, geometry: measuredGeometry(of: followed), packs: answer.packs)
      if !facts.packs.isEmpty {
        let isOther = next.conditions != answer.conditions || next.geometry != answer.geometry
        next.packs = isOther ? packsAnew(after: answer.packs) : nextPacks(after: answer.packs)
      }
      if next == answer { return nil }
      let repeated = history.firstIndex(of: next)
      if repeated != nil || history.count == mostRounds {
        let circle = history[(repeated ?? 0)...]
        let first = repeated.map { _ in circle.first { $0.packs.allSatisfy(\.hasLines) } ?? circle[circle.startIndex] }
        return try keep(first ?? history[history.count - 1], of: circle, measurer, &budget, stage)
      }
      answer = next
    }
  }

  /// Which conditions hold while no size is known but the scene's.
  private var conditionsBeforeSolving: [Bool] {
    // An evaluator has copies of much.
    if layout.conditions.isEmpty { return [] }
    var evaluator = evaluatorBeforeSolving()
    return evaluator.assignment()
  }

  /// Which conditions hold with what is solved.
  private var solvedConditions: [Bool] {
    if layout.conditions.isEmpty { return [] }
    var evaluator = evaluator()
    return evaluator.assignment()
  }

  private mutating func keep(
    _ answer: Assumption, of cycle: ArraySlice<Assumption>, _ measurer: some TextMeasuring,
    _ budget: inout WorkBudget, _ stage: (SolveStage) -> Void
  ) throws(Tangle) -> Oscillation? {
    guard let other = cycle.first(where: { $0.conditions != answer.conditions }),
      let index = answer.conditions.indices.first(where: { answer.conditions[$0] != other.conditions[$0] })
    else {
      try solve(answer, measurer, &budget, stage)
      for other in cycle {
        if let found = difference(of: answer.packs, from: other.packs) { return found }
      }
      return nil
    }
    let condition = layout.conditions[index]
    try solve(other, measurer, &budget, stage)
    let otherState = whatIsRead(by: condition)
    try solve(answer, measurer, &budget, stage)
    return .condition(
      ConditionID(Int32(index)), isKept: answer.conditions[index], kept: whatIsRead(by: condition), other: otherState)
  }

  private mutating func solve(
    _ answer: Assumption, _ measurer: some TextMeasuring, _ budget: inout WorkBudget, _ stage: (SolveStage) -> Void
  ) throws(Tangle) {
    geometry = answer.geometry
    packLengths = lengths(of: answer.packs)
    stage(.lower)
    defer { stage(.solve) }
    measureChosenTexts(answer.conditions, measurer)
    changedViews = nil
    let isLoweredAnew = activate(structureKey(for: answer.conditions, answer.packs.map(\.breaks)))
    let current = lowered.count - 1
    let former = lowered[current].solution
    if former?.holds(for: inputs, geometry, packLengths) == true { return }
    lowered[current].solution = nil
    let known = isLoweredAnew ? nil : former ?? solutionBeforeEdit
    solutionBeforeEdit = nil
    let hasInputs = known?.hasNumbers(for: inputs, geometry, packLengths) == true
    knowsNaturals = hasInputs && known?.number == shownSolution && known?.hasTexts(of: inputs) == true
    // What an edit of constants changed, the structure was told already.
    let restless = try solveWithContentLengths(
      measurer, isLoweredAnew ? lowered[current].naturals : nil, known?.restlessTexts ?? [],
      numbersChanged: !isLoweredAnew && !hasInputs, &budget, stage)
    statistics.solutions += 1
    solutions += 1
    lowered[current].solution = Solution(
      number: solutions, for: inputs, geometry, packLengths, restlessTexts: restless)
  }

  // MARK: Lengths of contents

  /// Solves; where scroll views say how firmly they hold to the lengths of their contents, measures these and solves
  /// again. A content is measured while nothing stretches it: first for all, later only where it is longer than its
  /// frame. The lengths may move each other, so there are a few rounds.
  ///
  /// - Parameters:
  ///   - naturals: those that the structure in use was just lowered for; nil: it was lowered before.
  ///   - restless: texts that wanted another height in the solution that is gone on from.
  private mutating func solveWithContentLengths(
    _ measurer: some TextMeasuring, _ naturals: [NaturalSize]?, _ restless: [ViewID], numbersChanged: Bool,
    _ budget: inout WorkBudget, _ stage: (SolveStage) -> Void
  ) throws(Tangle) -> [ViewID] {
    var lengths: [ViewID: Points] = [:]
    var restless = try solveWithWrappedTexts(
      measurer, naturals, restless, lengths, numbersChanged: numbersChanged, &budget, stage)
    for _ in 1...Self.wrappingRounds {
      let measured = contentLengths(instead: lengths)
      if measured == lengths { break }
      lengths = measured
      restless = try solveWithWrappedTexts(measurer, nil, restless, lengths, numbersChanged: false, &budget, stage)
    }
    return restless
  }

  /// How long the contents are of scroll views that hold to them, with their padding.
  private func contentLengths(instead known: [ViewID: Points]) -> [ViewID: Points] {
    if facts.scrollViews.isEmpty { return known }
    let current = lowered[lowered.count - 1]
    var lowering = lowering(for: current.structure, current.naturals)
    var lengths: [ViewID: Points] = [:]
    for view in facts.scrollViews where lowering.holdsToContent(view) {
      let isVertical = facts.tree.kinds[view].scrollAxis == .y
      let (insets, padding) = (lowering.scrollInsets(of: view), lowering.padding(of: view))
      let variables = facts.scrollContents[view]!
      let content = current.solver.value(of: isVertical ? variables.height : variables.width)
      let frame = current.solver.value(of: isVertical ? view.height : view.width)
      let inset = isVertical ? insets.top + insets.bottom : insets.left + insets.right
      let length = content + (isVertical ? padding.top + padding.bottom : padding.left + padding.right)
      let isSame = known[view].map { abs($0 - length) < 1e-6 || content < frame - inset + 1e-6 } ?? false
      lengths[view] = isSame ? known[view] : length
    }
    return lengths
  }

  // MARK: Wrapped texts

  /// How often the widths of texts and their heights may answer each other.
  private static let wrappingRounds = 4

  /// Solves, gives every text the height it needs in the width it got, and solves again.
  ///
  /// Where no rule ties widths to heights, the widths are final after the first round. Then the first round starts from
  /// the heights that the texts last had. Otherwise it starts from unwrapped texts, so that the past makes no
  /// difference.
  ///
  /// - Parameters:
  ///   - known: the natural sizes that the structure in use was just lowered for; nil: they are to be found.
  ///   - former: texts that wanted another height before.
  ///   - lengths: of contents that were measured.
  ///   - numbersChanged: whether the structure in use may have other numbers besides its natural sizes.
  /// - Returns: texts that wanted another height after the last round; they keep the one that it gave them.
  private mutating func solveWithWrappedTexts(
    _ measurer: some TextMeasuring, _ known: [NaturalSize]?, _ former: [ViewID], _ lengths: [ViewID: Points],
    numbersChanged: Bool, _ budget: inout WorkBudget, _ stage: (SolveStage) -> Void
  ) throws(Tangle) -> [ViewID] {
    let structure = lowered[lowered.count - 1].structure
    let goesOn = known == nil && knowsNaturals && !facts.mixesAxes
    var wrapping = goesOn ? [] : wrappingViews(in: structure)
    var naturals: [NaturalSize]
    if let known {
      naturals = known
    } else if knowsNaturals {
      naturals = naturalSizes(in: structure, asIn: lowered[lowered.count - 1].naturals)
      if facts.mixesAxes {
        for view in wrapping { naturals[view] = naturalSize(ofText: view, in: structure) }
      }
    } else {
      naturals = naturalSizes(in: structure)
      expectWrapping(of: wrapping, in: &naturals)
    }
    for (view, length) in lengths { naturals[view].contentLength = length }
    var restless: [ViewID] = []
    for round in 1...Self.wrappingRounds {
      stage(.lower)
      apply(naturals, numbersChanged: numbersChanged && round == 1)
      stage(.solve)
      try lowered[lowered.count - 1].solve(&budget)
      changedViews = lowered[lowered.count - 1].changedViews(since: shownSolution)
      if goesOn { wrapping = textsToLookAt(besides: former, in: structure) }
      restless = []
      for view in wrapping {
        let index = Int(view.index)
        let unwrapped = naturalSize(ofText: view, in: structure)
        let width = lowered[lowered.count - 1].solver.value(of: view.width)
        let wanted =
          width > unwrapped.width - 1e-6
          ? unwrapped : NaturalSize(wrapped(view, to: width, measurer), asWideAs: unwrapped)
        if naturals[index] != wanted {
          naturals[index] = wanted
          restless.append(view)
        }
      }
      if restless.isEmpty { break }
    }
    return restless
  }

  /// The texts that may want another height than in the solution that is shown: all others have their widths.
  private func textsToLookAt(besides restless: [ViewID], in structure: SceneStructure) -> [ViewID] {
    guard let changedViews else { return wrappingViews(in: structure) }
    var views = changedViews
    if editedTexts?.isEmpty == false || !restless.isEmpty {
      views = Set(views).union(editedTexts ?? []).union(restless).sorted()
    }
    return views.filter { wraps($0, in: structure) }
  }

  /// Puts in the heights that wrapped texts last had, where that cannot change the outcome.
  private func expectWrapping(of wrapping: [ViewID], in naturals: inout [NaturalSize]) {
    guard !facts.mixesAxes else { return }
    for view in wrapping {
      let index = Int(view.index)
      guard let known = texts[index]?.wrapping else { continue }
      let natural = NaturalSize(known.size, asWideAs: naturals[index])
      // What nobody writes to is not copied.
      if natural != naturals[index] { naturals[index] = natural }
    }
  }

  /// Brings the constants of the structure in use up to date, or lowers it anew where rows themselves differ.
  private mutating func apply(_ naturals: [NaturalSize], numbersChanged: Bool) {
    let current = lowered.count - 1
    let structure = lowered[current].structure
    let lowering = lowering(for: structure, naturals)
    if !lowered[current].refresh(lowering, numbersChanged: numbersChanged) {
      lowered[current] = count(LoweredScene(lowering))
    }
  }

  // MARK: Structures

  /// How many structures stay compiled: in a scene of ordinary size every combination of a few independent switches, in
  /// a large one those that it goes to and fro between. A view takes 1 to 2 KB in each structure.
  private var keptStructures: Int { min(64, max(8, 32_768 / layout.views.count)) }

  /// Makes the compiled structure for `key` the one in use.
  ///
  /// - Returns: whether it was lowered for this, and so has the numbers of the moment.
  private mutating func activate(_ key: StructureKey) -> Bool {
    if let found = lowered.lastIndex(where: { $0.structure.key == key }) {
      if found != lowered.count - 1 { lowered.append(lowered.remove(at: found)) }
      return false
    }
    if lowered.count >= keptStructures { lowered.removeFirst() }
    let structure = SceneStructure(key, layout: layout, facts: facts, evaluator: evaluatorBeforeSolving())
    var naturals = naturalSizes(in: structure)
    expectWrapping(of: wrappingViews(in: structure), in: &naturals)
    let lowering = lowering(for: structure, naturals)
    let predecessor = removePredecessor(for: key)
    let other = lowered.last ?? former?.lowered
    if let other, let difference = difference(from: other.structure, to: structure) {
      lowered.append(count(LoweredScene(lowering, difference, from: other, continuing: predecessor)))
    } else {
      lowered.append(count(LoweredScene(lowering, continuing: predecessor)))
    }
    return true
  }

  /// What another structure has in common with the one in use; while none is, with that of the former records.
  private func difference(from other: SceneStructure, to structure: SceneStructure) -> StructureDifference? {
    guard lowered.isEmpty, let former else {
      return StructureDifference(from: other, to: structure, of: layout, facts)
    }
    return StructureDifference(former.carried, from: (other, former.facts), to: structure, of: layout, facts)
  }

  /// Counts the work of lowering and compiling a structure.
  private mutating func count(_ scene: LoweredScene) -> LoweredScene {
    if !scene.isContinued { statistics.compilations += 1 }
    statistics.loweredEmitters += scene.loweredEmitterCount
    return scene
  }

  func lowering(for structure: SceneStructure, _ naturals: [NaturalSize]) -> Lowering {
    Lowering(
      rules: layout.rules, facts: facts, structure: structure, values: values, environment: inputs.environment,
      naturals: naturals, geometry: geometry, packLengths: packLengths)
  }

  private func structureKey(for conditions: [Bool], _ breaks: [LineBreaks]) -> StructureKey {
    let environment = inputs.environment
    return StructureKey(
      conditions: conditions, hidden: hiddenViews(conditions),
      readableIsCapped: facts.readableViews.map { geometry[$0]?.cappedReadableWidth != nil },
      direction: environment.trait("direction"), heightClass: environment.trait("sizeClass.y"),
      contentSize: environment.trait("contentSize"), breaks: breaks)
  }

  /// Views that a setting or the outside hides, ascending; what is inside of them is not listed.
  private func hiddenViews(_ conditions: [Bool]) -> [ViewID] {
    var hidden: Set<ViewID> = []
    for index in facts.hidingSettings {
      let setting = layout.settings[index]
      if setting.condition.map({ conditions[Int($0.index)] }) ?? true { hidden.insert(setting.view) }
    }
    for (path, isHidden) in inputs.hidden {
      guard let view = viewsByPath[path] else { continue }
      if isHidden { hidden.insert(view) } else { hidden.remove(view) }
    }
    return hidden.sorted()
  }

  // MARK: Guides

  /// What the guides of views look like in the frames just solved.
  ///
  /// - Parameter readings: what is read of them.
  func measuredGeometry(of readings: [ViewID: GuideReadings]) -> [ViewID: GuideGeometry] {
    if readings.isEmpty { return [:] }
    let current = lowered[lowered.count - 1]
    var lowering = lowering(for: current.structure, current.naturals)
    var measured: [ViewID: GuideGeometry] = [:]
    for (view, readings) in readings { measured[view] = measuredGeometry(of: view, readings, &lowering, in: current) }
    return measured
  }

  private func measuredGeometry(
    of view: ViewID, _ readings: GuideReadings, _ lowering: inout Lowering, in current: LoweredScene
  ) -> GuideGeometry {
    let root = current.rect(of: .root)
    let scene = Size(width: root.width, height: root.height)
    let frame = frameInScene(of: view, &lowering, in: current)
    var measured = GuideGeometry()
    if readings.contains(.safe) { measured.safe = inputs.environment.safeInsets(in: frame, scene: scene) }
    if readings.contains(.keyboard) {
      let height = inputs.environment.keyboard.height(under: frame, sceneHeight: scene.height)
      measured.setKeyboard(height, viewHeight: frame.height)
    }
    if readings.contains(.readable) {
      let margins = lowering.margins(of: view)
      measured.setReadable(
        marginsWidth: frame.width - margins.left - margins.right, readableWidth: readableWidth(of: view))
    }
    if readings.contains(.avoided) { measured.avoided = avoidedInsets(of: view, &lowering, in: current) }
    if readings.contains(.scrollOffset) {
      measured.scrollOffset = scrollPosition(of: view, &lowering, in: current).offset
    }
    return measured
  }

  /// What the trait says, else what goes with the size of texts; a trait that is no length says nothing.
  private func readableWidth(of view: ViewID) -> Points {
    let evaluator = evaluatorBeforeSolving()
    let trait = evaluator.trait("readableWidth", of: view)
    if let written = trait.flatMap({ Points($0) }), written.isFinite, written >= 0 {
      return written
    }
    return ContentSize(trait: evaluator.trait("contentSize", of: view)).readableWidth
  }
}
