import ConstraintSolver
import Geometry
import LayoutModel

/// Turns a layout in a given structure into rows for the solver, emitter by emitter.
///
/// The rows of one emitter stand together. So after a change only the emitters that it can touch write their rows
/// again, and these are compared.
struct Lowering {
  // Every row asks for these. As fields of a class they would be retained each time.
  let rules: RuleList
  let facts: LayoutFacts
  let tree: ViewTree
  let structure: SceneStructure
  let values: QuantityValues
  let environment: Environment
  /// By view.
  let naturals: [NaturalSize]
  /// By view, for the guides that follow from solved frames: what these look like.
  var geometry: [ViewID: GuideGeometry]
  /// By flow or grid: lengths that were solved before.
  let packLengths: [ViewID: PackLengths]

  init(
    rules: RuleList, facts: LayoutFacts, structure: SceneStructure, values: QuantityValues, environment: Environment,
    naturals: [NaturalSize], geometry: [ViewID: GuideGeometry], packLengths: [ViewID: PackLengths]
  ) {
    self.rules = rules
    self.facts = facts
    tree = facts.tree
    self.structure = structure
    self.values = values
    self.environment = environment
    self.naturals = naturals
    self.geometry = geometry
    self.packLengths = packLengths
  }

  var form = LinearForm()
  /// Set when the emitter read a number that can change without the file: a variable, an identified constant, a pixel,
  /// a guide of the environment.
  var readsDynamicNumber = false
  /// Set while emitting when the content of another view was read: its baseline, its natural size.
  var readsOtherContent = false
  /// What the rule last emitted adds to its own constant: insets of guides, baselines, paddings.
  var offset = 0.0
  /// Whether the rule last emitted read a number that can change besides its own constant.
  var hasDynamicTerms = false
  /// Whether the rule last emitted says its own constant and no other number that may change.
  var hasWrittenPlainRule: Bool { offset == 0 && !hasDynamicTerms && !readsOtherContent }
  /// What rows are for, while somebody asks (`explainedRows(of:)`).
  var notes: EmissionNotes?

  /// How many emitters there are, and so numbers of them.
  var emitterCount: Int { 1 + tree.count + rules.count }

  /// The number of the first rule's emitter.
  var firstRule: Int { 1 + tree.count }

  func emitter(_ number: Int32) -> Emitter { Emitter(number, views: tree.count) }

  /// Adds the four unknowns of every view, then the two of every scroll view's content, then those of lines, columns
  /// and rows.
  func addVariables(to system: inout SystemWriter) {
    for natural in naturals {
      system.addSize(natural: natural.width.isNaN ? 0 : natural.width)
      system.addSize(natural: natural.height.isNaN ? 0 : natural.height)
      system.addPosition()
      system.addPosition()
    }
    for _ in facts.scrollViews {
      system.addSize(natural: 0)
      system.addSize(natural: 0)
    }
    for pack in structure.packs {
      for run in pack.runs { run.addVariables(to: &system) }
    }
  }

  /// Writes the rows of an emitter.
  ///
  /// - Parameter upToGaps: for a stack, leaves out what follows the last row that says a gap.
  mutating func emit(_ emitter: Emitter, upToGaps: Bool = false, into system: inout SystemWriter) {
    switch emitter {
    case .scene: emitScene(into: &system)
    case .rule(let rule): emitRule(rule, into: &system)
    case .view(let view):
      emitNaturalSize(of: view, into: &system)
      if let axis = structure.stackAxes[view] {
        emitStack(view, along: axis, upToGaps: upToGaps, into: &system)
      }
      if tree.kinds[view].isScroll { emitScrollView(view, into: &system) }
      if let pack = structure.pack(of: view, facts) {
        if let plan = pack.plan { emitGrid(pack, plan, into: &system) } else { emitFlow(pack, into: &system) }
      }
    }
  }

  /// The value of a quantity; notes whether it may change.
  mutating func value(of quantity: Quantity) -> Double {
    if case .literal(let value) = quantity { return value.withinReach }
    readsDynamicNumber = readsDynamicNumber || quantity.isDynamic
    return values.value(of: quantity).withinReach
  }

  // MARK: The scene

  /// The root stands at 0, 0 and has the scene's size; a side without one wraps its content.
  private mutating func emitScene(into system: inout SystemWriter) {
    readsDynamicNumber = true
    func side(_ variable: VariableID, _ length: Points?, _ size: String) {
      if isExplaining {
        let words = length.map { "the scene is \($0.words) \(size)" } ?? "the scene is no more \(size) than its content"
        say(words, of: .root, in: system)
      }
      system.addTerm(variable, 1)
      if let length {
        system.endRow(.equal, length.withinReach, imported: true)
      } else {
        system.endRow(.equal, 0, ContainerPriority.fitting)
      }
    }
    if isExplaining { say("the root stands at 0, 0", of: .root, in: system) }
    system.add([(ViewID.root.x, 1)], .equal, 0, imported: true)
    system.add([(ViewID.root.y, 1)], .equal, 0, imported: true)
    side(ViewID.root.width, environment.width, "wide")
    side(ViewID.root.height, environment.height, "high")
  }

  // MARK: Natural sizes

  /// Not larger than the content at the hugging priority, not smaller at the compression resistance.
  private mutating func emitNaturalSize(of view: ViewID, into system: inout SystemWriter) {
    let natural = naturals[view]
    if !natural.width.isNaN || !natural.height.isNaN {
      let settings = structure.settingsIndex(of: view)
      let hugging = structure.distinctSettings[settings].hugging
      let resistance = structure.distinctSettings[settings].compressionResistance
      if !natural.width.isNaN {
        if !fillsTrack(view, along: .x) {
          sayNatural(natural.width, .x, of: view, in: system)
          system.addTerm(view.width, 1)
          let isInput = tree.kinds[view] == .input && hugging.x == NamedPriority.low
          system.endRow(
            .lessThanOrEqual, natural.width, Priority(isInput ? NamedPriority.inputHugging : hugging.x))
        }
        let step = yieldingStep(of: view)
        if step > 0 {
          if isExplaining { say("holds its longest word, \(natural.leastWidth.words)", of: view, in: system) }
          system.addTerm(view.width, 1)
          system.endRow(.greaterThanOrEqual, natural.leastWidth, ContainerPriority.longestWord)
        }
        sayResistance(natural.width, .x, of: view, isYielding: step > 0, in: system)
        system.addTerm(view.width, 1)
        system.endRow(
          .greaterThanOrEqual, natural.width,
          step > 0 ? ContainerPriority.resistance(yieldingBy: step) : Priority(resistance.x))
      }
      if !natural.height.isNaN {
        if !fillsTrack(view, along: .y) {
          sayNatural(natural.height, .y, of: view, in: system)
          system.addTerm(view.height, 1)
          system.endRow(.lessThanOrEqual, natural.height, Priority(hugging.y))
        }
        sayResistance(natural.height, .y, of: view, in: system)
        system.addTerm(view.height, 1)
        system.endRow(.greaterThanOrEqual, natural.height, Priority(resistance.y))
      }
    }
    if tree.kinds[view] == .spacer { emitSpacer(view, into: &system) }
  }

  /// By how much less than others a label in a share of a grid resists being narrower; 0 where it does not yield, or
  /// the file says how firmly it holds.
  private func yieldingStep(of view: ViewID) -> Float {
    let step = structure.yielding(of: view)
    guard step > 0, tree.kinds[view] == .label,
      structure.distinctSettings[structure.settingsIndex(of: view)].saidResistance(along: .x) == nil
    else { return 0 }
    return step
  }

  private mutating func sayNatural(
    _ length: Points, _ axis: Axis, of view: ViewID, in system: borrowing SystemWriter
  ) {
    guard isExplaining else { return }
    say("hugs its content, \(length.words) \(axis == .x ? "wide" : "high")", of: view, in: system) {
      $0.isHugging(along: axis)
    }
  }

  private mutating func sayResistance(
    _ length: Points, _ axis: Axis, of view: ViewID, isYielding: Bool = false, in system: borrowing SystemWriter
  ) {
    guard isExplaining else { return }
    let words =
      isYielding ? "wraps in its share, where it would be" : "resists being smaller than its content,"
    say("\(words) \(length.words)", of: view, in: system) {
      $0.isResistance(along: axis)
    }
  }
}
