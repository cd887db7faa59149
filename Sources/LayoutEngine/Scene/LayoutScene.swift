import ConstraintSolver
public import Frames
public import Geometry
public import LayoutModel
public import LayoutSyntax

/// A live instance of a layout: inputs in, frames out.
///
/// After `solve` the frames are a function of the layout and of `inputs` alone, to the bit, whatever was solved before. A
/// scene is a value, without I/O and without a clock. What it keeps is work: compiled solvers for the structures met
/// lately, and measured texts (`Documentation/caches.md`).
public struct LayoutScene: Sendable {
  /// What is solved: the file's layout with the views where `inputs` has arranged them. Views go by its numbers.
  public internal(set) var layout: ResolvedLayout
  /// The layout as the file has it.
  public internal(set) var declared: ResolvedLayout
  /// How the views of `declared` are numbered in `layout`, and the arrangement and values that it follows.
  private(set) var numbering: ViewNumbering
  private var arrangement: Arrangement
  private var variableValues: [String: VariableValue]
  let facts: LayoutFacts

  /// What the outside has set. Setting it only records; the next `solve` works out what it touches.
  public var inputs: SceneInputs
  var solvedInputs: SceneInputs?
  private var mustLookAgain = false
  var values: QuantityValues

  /// By view: its text as measured; nil without text.
  var texts: [MeasuredText?]
  /// What the guides of `facts.guideViews` look like in the frames last solved.
  var geometry: [ViewID: GuideGeometry] = [:]

  /// Compiled structures, the one in use at the end.
  var lowered: [LoweredScene] = []
  /// How many solutions there were, which of them `rects` and `contents` show (0: none), and how it differs from
  /// others.
  var solutions = 0
  var shownSolution = 0
  var differences = SolutionDifferences()
  /// Solvers of the layout before an edit, until the first solve.
  var predecessors: [Predecessor] = []

  /// After an edit that the scene goes on with, until the next solve: the views whose text reads differently.
  var editedTexts: Set<ViewID>?

  /// Made when an input first names a view by its path.
  var viewsByPath: [String: ViewID] = [:]

  /// By view, relative to the parent.
  var rects: [Rect]
  var contents: [ViewContent]
  /// What the last solve found wrong or doubtful.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// What was done since the scene was made.
  public internal(set) var statistics = Statistics()

  /// Counts that repeat exactly.
  public struct Statistics: Equatable, Sendable {
    /// Solves that found their inputs changed.
    public var solves = 0
    /// Structures lowered and compiled, or put together from what others have lowered and compiled.
    public var compilations = 0
    /// For these structures: emitters that were asked for their rows.
    var loweredEmitters = 0
    /// Rounds in which conditions and guides were looked at.
    public var rounds = 0
    /// Texts measured.
    public var measurements = 0
    /// Structures whose numbers were brought up to date and solved; one that is solved already is not counted.
    var solutions = 0
    /// Views that were compared with what was shown before.
    public var comparisons = 0
  }

  /// A scene of a layout that has solved nothing yet.
  public init(_ layout: ResolvedLayout, inputs: SceneInputs) {
    self.init(layout, layout.made(for: inputs), inputs)
  }

  /// - Parameter arranged: what `inputs` makes of the layout.
  init(
    _ declared: ResolvedLayout, _ arranged: (layout: ResolvedLayout, numbering: ViewNumbering), _ inputs: SceneInputs
  ) {
    layout = arranged.layout
    self.declared = declared
    numbering = arranged.numbering
    arrangement = inputs.arrangement
    variableValues = inputs.values
    self.inputs = inputs
    facts = LayoutFacts(layout)
    values = QuantityValues(declared, inputs)
    texts = Array(repeating: nil, count: layout.views.count)
    rects = Array(repeating: .zero, count: layout.views.count)
    contents = Array(repeating: ViewContent(), count: layout.views.count)
  }

  /// Brings the frames up to date with `inputs`.
  ///
  /// - Parameter stage: is told what the time goes into.
  /// - Returns: the views whose frame or content changed, ascending; all of them the first time and after views were
  ///   arranged otherwise, none when the inputs are the same.
  public mutating func solve(
    measuring measurer: some TextMeasuring, entering stage: (SolveStage) -> Void = { _ in }
  ) -> [ViewID] {
    guard solvedInputs != inputs || editedTexts != nil || mustLookAgain else { return [] }
    mustLookAgain = false
    arrange()
    statistics.solves += 1
    findPaths()
    values = QuantityValues(declared, inputs)
    measureTexts(measurer)
    let before = lowered.last?.structure.key
    let oscillation = solveInRounds(measurer, stage)
    let changed = readBack(structureChanged: before != lowered.last?.structure.key)
    diagnose(oscillation)
    solvedInputs = inputs
    editedTexts = nil
    predecessors = []
    return changed
  }

  /// Forgets what texts were measured to be, when the measurer would answer something else now. All is solved anew
  /// then.
  public mutating func forgetMeasurements() { self = LayoutScene(declared, inputs: inputs) }

  /// Lets the views stand where the inputs want them, and say what variables say. Like an edit of the file.
  private mutating func arrange() {
    guard arrangement != inputs.arrangement || variableValues != inputs.values else { return }
    let counted = statistics
    self = LayoutScene(declared, inputs: inputs, continuing: self)
    statistics = counted
  }

  /// Goes on with a layout that has the same views in the same places.
  mutating func follow(
    _ declared: ResolvedLayout, _ arranged: (layout: ResolvedLayout, numbering: ViewNumbering), _ inputs: SceneInputs
  ) {
    layout = arranged.layout
    self.declared = declared
    numbering = arranged.numbering
    arrangement = inputs.arrangement
    variableValues = inputs.values
    self.inputs = inputs
  }

  private mutating func findPaths() {
    let isNeeded = !inputs.texts.isEmpty || !inputs.hidden.isEmpty || !inputs.intrinsicSizes.isEmpty
    guard isNeeded, viewsByPath.isEmpty else { return }
    viewsByPath.reserveCapacity(layout.views.count)
    for index in layout.views.indices { viewsByPath[layout.views[index].path] = ViewID(Int32(index)) }
  }

  /// Makes the next solve look at every condition again, even if the inputs are the same then.
  public mutating func lookAgain() { mustLookAgain = true }

  /// Where `view` is in its parent, in points.
  public func frame(of view: ViewID) -> Rect { rects[Int(view.index)] }

  /// What is shown of `view` besides its frame.
  public func content(of view: ViewID) -> ViewContent { contents[Int(view.index)] }

  /// What is shown of `view` besides its frame, unless that is `known`.
  public func content(of view: ViewID, besides known: ViewContent) -> ViewContent? {
    // Compared where it stands: contents are large, and nearly always the same.
    contents[Int(view.index)] == known ? nil : contents[Int(view.index)]
  }

  /// The name of the configuration that `view` is in.
  public func activeConfiguration(of view: ViewID) -> String {
    var evaluator = evaluator()
    return evaluator.activeConfiguration(of: view) ?? Configuration.main
  }

  /// Questions about the state as it is now solved; before the first solve only the scene's own size is known.
  func evaluator() -> ConditionEvaluator {
    guard let current = lowered.last else { return evaluatorBeforeSolving() }
    var lowering = self.lowering(for: current.structure, current.naturals)
    return ConditionEvaluator(layout: layout, facts: facts, inputs: inputs, values: values) { anchor in
      lowering.size(of: anchor, in: current.solver)
    } isHidden: { view in
      current.structure.hides(view, in: facts.tree)
    }
  }

  /// Questions of which the sizes of views are no part yet.
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
