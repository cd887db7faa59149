import ConstraintSolver
public import Frames
public import Geometry
public import LayoutModel
public import LayoutSyntax

/// A live instance of a layout: inputs in, frames out.
///
/// After `solve` the frames are a function of the layout and of `inputs` alone, to the bit, whatever was solved before.
/// A scene is a value, without I/O and without a clock. Everything else that it keeps only saves work: compiled solvers
/// for the structures of late, and measured texts (`Documentation/caches.md`).
///
/// A solve may ask for too much work, and then changes nothing of what is shown (`SolveOutcome`).
public struct LayoutScene: Sendable {
  /// What is solved: the file's layout with the views where `inputs` has arranged them. Views go by its numbers.
  public internal(set) var layout: ResolvedLayout
  /// The layout as the file has it, with a pattern for all records.
  public private(set) var written: ResolvedLayout
  /// The layout as the file has it, with the views of its records.
  public internal(set) var declared: ResolvedLayout
  /// How `declared` was made of `written`.
  var copying: (numbering: ViewNumbering, copies: RecordCopies?)
  /// How the views of `declared` are numbered in `layout`, and the inputs that `layout` was made for.
  private(set) var numbering: ViewNumbering
  var layoutInputs: LayoutInputs
  package let facts: LayoutFacts

  /// What the outside has set. Setting it only records; the next `solve` works out what it touches.
  public var inputs: SceneInputs
  var solvedInputs: SceneInputs?
  /// Those that were too much for the last solve: it would be of no use to try them again.
  private var refusedInputs: SceneInputs?
  /// Whether anything is shown: `rects` and `contents` are those of a solve.
  public private(set) var hasFrames = false
  private var mustLookAgain = false
  var values: QuantityValues

  /// Empty before the first solve.
  var texts = MeasuredTexts()
  /// The conditions that hold for those texts that branches give; empty before the first solve.
  var textConditions: [Bool] = []
  /// What the guides of `facts.guideReadings` look like in the frames last solved.
  var geometry: [ViewID: GuideGeometry] = [:]
  /// By flow or grid: the lengths that the structure in use goes by.
  var packLengths: [ViewID: PackLengths] = [:]

  /// The compiled structures; the one in use is the last.
  var lowered: [LoweredScene] = []
  /// How many solutions there have been.
  var solutions = 0
  /// The number of the solution that `rects` and `contents` show; 0: none.
  var shownSolution = 0
  /// Whether the structure in use has the natural sizes of what is shown, but for texts that were edited.
  var knowsNaturals = false
  /// The views that may have other rectangles in the structure in use than those shown, ascending; nil: any may.
  var changedViews: [ViewID]?
  /// What an edit of constants and texts ended; the natural sizes of the structure in use are still its own.
  var solutionBeforeEdit: Solution?
  var differences = SolutionDifferences()
  /// Solvers of the layout before an edit, until the first solve.
  var predecessors: [Predecessor] = []
  /// The scene before records came, went or moved, until the first solve.
  var former: FormerScene?

  /// The views whose text an edit changed, or what else they say of themselves; set from the edit to the next solve
  /// when the scene went on, else nil.
  var editedTexts: Set<ViewID>?

  /// Views by path; empty until an input names a view by its path.
  var viewsByPath: [String: ViewID] = [:]

  /// By view: its rectangle in its parent, in points. Empty before the first solve.
  public internal(set) var rects: [Rect] = []
  /// By view: what is shown of it besides that. Empty before the first solve.
  public internal(set) var contents: [ViewContent] = []
  /// By view: how it is drawn; empty while nobody asks.
  var drawings: [ViewDrawing] = []
  /// By view: what its lines were found for.
  var drawnTexts: [TextSetup?] = []
  /// Those of the views that the last solve changed whose content is another one, ascending.
  public internal(set) var viewsWithOtherContent: [ViewID] = []
  /// What the last solve found wrong or doubtful.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// What was done since the scene was made, or since it took over an edit.
  public internal(set) var statistics = Statistics()

  /// Counts of work. The same calls give the same counts.
  public struct Statistics: Equatable, Sendable {
    /// Solves that found their inputs changed.
    public var solves = 0
    /// Structures that were compiled, whether they were lowered from nothing or from another structure.
    public var compilations = 0
    /// Emitters that wrote their rows to make structures.
    var loweredEmitters = 0
    /// Rounds in which conditions and guides were looked at.
    public var rounds = 0
    /// Texts measured.
    public var measurements = 0
    /// Structures that were solved; one that is solved already is not counted again.
    var solutions = 0
    /// Views that were compared with what was shown before.
    public var comparisons = 0
    /// Contents of views that were worked out, for what is not known to stand still.
    var contents = 0
    /// What solves have spent of their budgets.
    public var operations = 0
  }

  /// A scene of a layout before its first solve.
  public init(_ layout: ResolvedLayout, inputs: SceneInputs) {
    let copied = layout.copied(with: inputs.records)
    self.init(layout, copied, copied.layout.made(for: inputs), inputs)
  }

  /// - Parameters:
  ///   - copied: the layout with the views of its records.
  ///   - arranged: what `inputs` makes of that.
  ///   - former: the facts of the scene that goes on with other records; nil for any other.
  init(
    _ written: ResolvedLayout, _ copied: CopiedLayout,
    _ arranged: (layout: ResolvedLayout, numbering: ViewNumbering), _ inputs: SceneInputs,
    after former: LayoutFacts? = nil
  ) {
    layout = arranged.layout
    self.written = written
    declared = copied.layout
    copying = (copied.numbering, copied.copies)
    numbering = arranged.numbering
    layoutInputs = inputs.ofLayout
    self.inputs = inputs
    facts = LayoutFacts(layout, after: former.flatMap { former in copied.carried.map { (former, $0) } })
    values = QuantityValues(self.declared, inputs)
    assert(former == nil || facts.saySame(as: LayoutFacts(layout)), "what stayed has other facts")
  }

  /// Takes the memory for what is kept of each view. A new scene has none of it: of a large layout it is megabytes, and
  /// whoever makes the scene may leave the solve to another thread.
  mutating func makeRoom() {
    let count = layout.views.count
    if texts.items.count != count { texts = MeasuredTexts(Array(repeating: nil, count: count)) }
    if rects.count != count { rects = Array(repeating: .zero, count: count) }
    if contents.count != count { contents = Array(repeating: ViewContent(), count: count) }
  }

  /// Brings the frames up to date with `inputs`, within the standard budget (`solve(measuring:within:)`).
  ///
  /// - Parameter stage: is told which stage of the work begins.
  /// - Returns: the views whose frame or content changed, ascending. These are all views the first time and after a
  ///   change of the arrangement, and none when the inputs are the same or the solve was too much work.
  @discardableResult
  public mutating func solve(
    measuring measurer: some TextMeasuring, entering stage: (SolveStage) -> Void = { _ in }
  ) -> [ViewID] {
    guard case .solved(let changed) = solve(measuring: measurer, within: .standard, entering: stage) else { return [] }
    return changed
  }

  /// Brings the frames up to date with `inputs`, unless that takes more work than it may.
  ///
  /// Neither of the two bounds ever has a say in the frames: they are all there, to the bit, or they are as before. A
  /// scene that is exhausted would be so if it were new. What would be too much for a new scene may be little for one
  /// that goes on from nearly the same.
  ///
  /// - Parameters:
  ///   - limit: more than this is a mistake in the layout. Of what is worked out again from the last solve it may be a
  ///     quarter; whatever takes more is worked out anew, with the whole. Another quarter may be spent on finding what
  ///     nothing decides; what is left then goes without a remark.
  ///   - allowance: more than this is not to be done here and now; nil: whatever it takes.
  ///   - stage: is told what the time goes into.
  public mutating func solve(
    measuring measurer: some TextMeasuring, within limit: SolveBudget, allowance: SolveBudget? = nil,
    entering stage: (SolveStage) -> Void = { _ in }
  ) -> SolveOutcome {
    viewsWithOtherContent = []
    if editedTexts == nil, !mustLookAgain {
      if solvedInputs.map({ $0 == inputs }) ?? false { return .solved([]) }
      if areRefused(inputs) { return .exhausted }
    }
    mustLookAgain = false
    let shown = arrange()
    makeRoom()
    statistics.solves += 1
    findPaths()
    values = QuantityValues(declared, inputs)
    measureTexts(measurer)
    let before = lowered.isEmpty ? nil : lowered[lowered.count - 1].structure.key
    var work = SolveWork(limit: limit, allowance: allowance)
    do throws(Tangle) {
      let oscillation = try solveInRounds(measurer, &work, stage)
      diagnostics = try diagnose(oscillation, &work)
      statistics.operations += work.spent
    } catch {
      statistics.operations += work.spent
      return refuse(work.isOverLimit ? complaint(about: error, work.limit) : nil, shown)
    }
    let changed = readBack(structureChanged: before != lowered[lowered.count - 1].structure.key, measurer)
    changedViews = nil
    lowered[lowered.count - 1].noteValues(of: shownSolution)
    solvedInputs = inputs
    refusedInputs = nil
    hasFrames = true
    editedTexts = nil
    (predecessors, former) = ([], nil)
    return .solved(changed)
  }

  /// Starts with what is kept from before; when that takes too much, all is worked out anew.
  private mutating func solveInRounds(
    _ measurer: some TextMeasuring, _ work: inout SolveWork, _ stage: (SolveStage) -> Void
  ) throws(Tangle) -> Oscillation? {
    if !lowered.isEmpty || !predecessors.isEmpty || former != nil {
      do throws(Tangle) {
        return try work.spend(work.quarter) { budget throws(Tangle) in try solveInRounds(measurer, &budget, stage) }
      } catch {
        if !work.isOverLimit { throw error }
        forgetWork()
      }
    }
    return try work.spend(work.limit) { budget throws(Tangle) in try solveInRounds(measurer, &budget, stage) }
  }

  /// Leaves all that is shown as it was.
  ///
  /// - Parameters:
  ///   - complaint: that it is over the limit; nil: it was only not allowed here and now.
  ///   - shown: what was shown before, if views were arranged otherwise.
  private mutating func refuse(_ complaint: Diagnostic?, _ shown: Shown) -> SolveOutcome {
    let (wanted, counted) = (inputs, statistics)
    if case .former(let former) = shown { self = former }
    inputs = wanted
    statistics = counted
    forgetWork()
    guard let complaint else { return .exceeded }
    diagnostics = [complaint]
    refusedInputs = wanted
    return .exhausted
  }

  /// Whether a solve with these inputs was too much already. How views are drawn makes none of it easier.
  private func areRefused(_ inputs: SceneInputs) -> Bool {
    guard var refused = refusedInputs else { return false }
    refused.tellsAppearance = inputs.tellsAppearance
    return refused == inputs
  }

  /// Forgets all but what is shown and what texts were measured to be: the next solve works out everything anew.
  mutating func forgetWork() {
    lowered = []
    (predecessors, former) = ([], nil)
    geometry = [:]
    packLengths = [:]
    solvedInputs = nil
    refusedInputs = nil
    editedTexts = nil
    solutionBeforeEdit = nil
    // What is shown has a number that no solution has.
    solutions += 1
    shownSolution = solutions
    differences = SolutionDifferences()
  }

  /// Whether something is kept only because the same may be asked for again.
  public var hasSpares: Bool { lowered.count > 1 || !predecessors.isEmpty }

  /// Forgets structures that are not in use. A switch back to one compiles it anew, and comes to the same.
  public mutating func forgetSpares() {
    lowered.removeFirst(max(0, lowered.count - 1))
    (predecessors, former) = ([], nil)
    differences = SolutionDifferences()
  }

  /// Forgets the measured texts, when the measurer would now answer something else. The next solve starts from nothing.
  public mutating func forgetMeasurements() {
    forgetWork()
    texts = MeasuredTexts(Array(repeating: nil, count: texts.items.count))
    for index in drawnTexts.indices { drawnTexts[index] = nil }
  }

  /// Takes over what of the inputs makes another layout. This is like an edit of the file.
  ///
  /// - Returns: the scene as it is shown, if views may stand elsewhere now.
  private mutating func arrange() -> Shown {
    if layoutInputs.areThose(of: inputs) { return .itself }
    let counted = statistics
    defer { statistics = counted }
    return followRecords() ? .itself : edit(to: written, copied(), inputs)
  }

  /// Goes on with a layout that has the same views in the same places.
  mutating func follow(
    _ written: ResolvedLayout, _ copied: CopiedLayout,
    _ arranged: (layout: ResolvedLayout, numbering: ViewNumbering), _ inputs: SceneInputs
  ) {
    layout = arranged.layout
    self.written = written
    declared = copied.layout
    copying = (copied.numbering, copied.copies)
    numbering = arranged.numbering
    layoutInputs = inputs.ofLayout
    self.inputs = inputs
  }

  private mutating func findPaths() {
    let isNeeded = !inputs.texts.isEmpty || !inputs.hidden.isEmpty || !inputs.intrinsicSizes.isEmpty
    guard isNeeded, viewsByPath.isEmpty else { return }
    viewsByPath.reserveCapacity(layout.views.count)
    for index in layout.views.indices { viewsByPath[layout.views[index].path] = ViewID(Int32(index)) }
  }

  /// About how many views a solve with these inputs has to work on: all of them where nothing is compiled that could
  /// go on, the surroundings are others, or somebody asks for the first time how they are drawn; else those whose texts
  /// were edited, and few more, of which no count is made.
  public func viewsToSolve(with inputs: SceneInputs) -> Int {
    // What was too much is not tried again.
    if editedTexts == nil, areRefused(inputs) { return 0 }
    let isDrawn = !inputs.tellsAppearance || !drawings.isEmpty
    let goesOn =
      !lowered.isEmpty && isDrawn && layoutInputs.areThose(of: inputs, besidesRecords: true)
      && (layoutInputs.records == inputs.records || hasSameRecords(for: inputs))
      && solvedInputs.map { $0.environment == inputs.environment } ?? false
    // Those of records that have come are written out only then.
    return goesOn ? editedTexts?.count ?? 0 : max(layout.views.count, written.viewCount(with: inputs.records))
  }

  /// Makes the next solve look at every condition again, even if the inputs do not change.
  public mutating func lookAgain() { mustLookAgain = true }

  /// Where `view` is in its parent, in points; nothing before the first solve.
  public func frame(of view: ViewID) -> Rect { rects.isEmpty ? .zero : rects[view] }

  /// What is shown of `view` besides its frame.
  public func content(of view: ViewID) -> ViewContent { contents.isEmpty ? ViewContent() : contents[view] }

  /// What is shown of `view` besides its frame, unless that is `known`.
  public func content(of view: ViewID, besides known: ViewContent) -> ViewContent? {
    // The content is compared in place: contents are large, and nearly always the same.
    contents[view] == known ? nil : contents[view]
  }

  /// How `view` is drawn; plain while `inputs.tellsAppearance` is false.
  public func drawing(of view: ViewID) -> ViewDrawing {
    drawings.isEmpty ? ViewDrawing() : drawings[view]
  }

  /// The name of the configuration that `view` is in.
  public func activeConfiguration(of view: ViewID) -> String {
    var evaluator = evaluator()
    return evaluator.activeConfiguration(of: view) ?? Configuration.main
  }

  /// An evaluator for the state that is now solved; before the first solve it knows only the scene's own size.
  func evaluator() -> ConditionEvaluator {
    guard let current = lowered.last else { return evaluatorBeforeSolving() }
    var lowering = self.lowering(for: current.structure, current.naturals)
    return ConditionEvaluator(layout: layout, facts: facts, inputs: inputs, values: values) { anchor in
      lowering.size(of: anchor, in: current.solver)
    } isHidden: { view in
      current.structure.hides(view, in: facts.tree)
    }
  }

  /// An evaluator that knows no size but the scene's.
  func evaluatorBeforeSolving() -> ConditionEvaluator {
    let environment = inputs.environment
    return ConditionEvaluator(layout: layout, facts: facts, inputs: inputs, values: values) { anchor in
      guard anchor.view == .root, anchor.guide == .frame else { return nil }
      return anchor.attribute == .width ? environment.width : environment.height
    } isHidden: { _ in
      false
    }
  }
}
