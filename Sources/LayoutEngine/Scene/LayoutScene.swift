import ConstraintSolver
public import Frames
public import Geometry
public import LayoutModel
public import LayoutSyntax

/// A live instance of a layout: inputs in, frames out.
///
/// A value without I/O, clock or memory of its past: after `solve` the frames are a function of the layout and of
/// `inputs` alone, to the bit, whatever was solved before. What it does keep is work: compiled solvers for the
/// structures met lately, and measured texts.
public struct LayoutScene: Sendable {
  public let layout: ResolvedLayout
  let facts: LayoutFacts

  /// What the outside has set. Setting it only records; the next `solve` works out what it touches.
  public var inputs: SceneInputs
  var solvedInputs: SceneInputs?
  var values: QuantityValues

  /// By view: the room its text takes unwrapped; nil without text.
  var textSizes: [TextSize?]
  /// Wrapped texts by view: the width and what it led to, so that a text is measured once a width.
  var wrappings: [ViewID: Wrapping] = [:]
  /// What the guides of `facts.guideViews` look like in the frames last solved.
  var geometry: [ViewID: GuideGeometry] = [:]

  /// Compiled structures, the one in use at the end.
  var lowered: [LoweredScene] = []

  /// By view, relative to the parent.
  var rects: [Rect]
  var contents: [ViewContent]
  /// What the last solve found wrong or doubtful.
  public internal(set) var diagnostics: [Diagnostic] = []
  public internal(set) var statistics = Statistics()

  struct Wrapping: Sendable {
    var width: Points
    var size: TextSize
  }

  /// Counts that repeat exactly.
  public struct Statistics: Equatable, Sendable {
    /// Solves that found their inputs changed.
    public var solves = 0
    /// Structures lowered and compiled.
    public var compilations = 0
    /// Rounds of settling conditions and guides.
    public var rounds = 0
    /// Texts measured.
    public var measurements = 0
  }

  public init(_ layout: ResolvedLayout, inputs: SceneInputs) {
    self.layout = layout
    self.inputs = inputs
    facts = LayoutFacts(layout)
    values = QuantityValues(layout, inputs)
    textSizes = Array(repeating: nil, count: layout.views.count)
    rects = Array(repeating: .zero, count: layout.views.count)
    contents = Array(repeating: ViewContent(), count: layout.views.count)
  }

  /// Brings the frames up to date with `inputs`.
  ///
  /// - Returns: the views whose frame or content changed, ascending; all of them the first time, none when the
  ///   inputs are the same.
  public mutating func solve(measuring measurer: some TextMeasuring) -> [ViewID] {
    guard solvedInputs != inputs else { return [] }
    statistics.solves += 1
    values = QuantityValues(layout, inputs)
    measureTexts(measurer)
    let before = lowered.last?.structure.key
    let oscillation = settle(measurer)
    let changed = readBack(structureChanged: before != lowered.last?.structure.key)
    diagnose(oscillation)
    solvedInputs = inputs
    return changed
  }

  /// Where `view` is in its parent, in points.
  public func frame(of view: ViewID) -> Rect { rects[Int(view.index)] }

  /// What is shown of `view` besides its frame.
  public func content(of view: ViewID) -> ViewContent { contents[Int(view.index)] }

  /// The name of the configuration that `view` is in.
  public func activeConfiguration(of view: ViewID) -> String { evaluator().activeConfiguration(of: view) }

  /// Questions about the state as it is now solved; before the first solve only the scene's own size is known.
  func evaluator() -> ConditionEvaluator {
    guard let current = lowered.last else { return evaluatorBeforeSolving() }
    return ConditionEvaluator(layout: layout, inputs: inputs, values: values) { anchor in
      switch anchor.attribute {
      case .width: current.solver.value(of: anchor.view.width)
      case .height: current.solver.value(of: anchor.view.height)
      default: nil
      }
    }
  }

  /// Questions of which the sizes of views are no part yet.
  func evaluatorBeforeSolving() -> ConditionEvaluator {
    let environment = inputs.environment
    return ConditionEvaluator(layout: layout, inputs: inputs, values: values) { anchor in
      guard anchor.view == .root else { return nil }
      return anchor.attribute == .width ? environment.width : environment.height
    }
  }
}

/// What is true of a layout whatever its inputs are.
struct LayoutFacts: Sendable {
  let tree: ViewTree
  /// Rules about the size of each spacer.
  let spacerRules: [ViewID: [Int32]]
  /// Views whose safe, keyboard or readable guide a rule uses and the environment alone does not give: for these
  /// guides follow from frames. Ascending.
  let guideViews: [ViewID]
  /// Whether any rule ties a width to a height, so that a measured height can move a width.
  let mixesAxes: Bool
  /// Whether any condition compares solved sizes.
  let readsSizes: Bool
  let viewsByPath: [String: ViewID]
  /// Declared guides by the view that owns them.
  let declaredGuides: [ViewID: [ViewID]]
  /// Views that say how many lines of text they show.
  let viewsWithLines: [ViewID]

  init(_ layout: ResolvedLayout) {
    tree = ViewTree(layout.views)
    var spacerRules: [ViewID: [Int32]] = [:]
    var guideViews: Set<ViewID> = []
    var mixesAxes = false
    for (index, rule) in layout.rules.enumerated() {
      if tree.kinds[Int(rule.item.view.index)] == .spacer {
        spacerRules[rule.item.view, default: []].append(Int32(index))
      }
      func meet(_ anchor: Anchor) {
        if anchor.attribute.axis != rule.item.attribute.axis { mixesAxes = true }
        guard anchor.guide != .frame, anchor.guide != .margins else { return }
        if anchor.view != .root || anchor.guide == .readable { guideViews.insert(anchor.view) }
      }
      meet(rule.item)
      if let term = rule.term { meet(term.anchor) }
      for term in rule.moreTerms { meet(term.anchor) }
    }
    self.spacerRules = spacerRules
    self.guideViews = guideViews.sorted()
    self.mixesAxes = mixesAxes
    readsSizes =
      layout.conditions.contains(where: \.readsSizes)
      || layout.configurations.contains { $0.when?.readsSizes == true }
    var viewsByPath: [String: ViewID] = [:]
    viewsByPath.reserveCapacity(layout.views.count)
    var declaredGuides: [ViewID: [ViewID]] = [:]
    for (index, view) in layout.views.enumerated() {
      let id = ViewID(Int32(index))
      viewsByPath[view.path] = id
      if view.kind == .guide, let owner = view.parent { declaredGuides[owner, default: []].append(id) }
    }
    viewsWithLines = layout.settings.compactMap {
      if case .property(name: "lines", _) = $0.setting { $0.view } else { nil }
    }
    self.viewsByPath = viewsByPath
    self.declaredGuides = declaredGuides
  }
}
