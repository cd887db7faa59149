import ConstraintSolver
import Geometry
import LayoutModel
import LayoutSyntax

/// A layout in one structure, compiled: the solver, and which of its rows each emitter made.
///
/// When numbers change, the emitters that may read them write their rows again, and the constants that differ are set.
/// Of most rules nothing but their own constant can change, which is set as it is. If the rows themselves differ (a
/// variable is a multiplier, a text appears), nothing is patched: the caller lowers the layout anew. So the result
/// never depends on what was there before.
struct LoweredScene: Sendable {
  private(set) var structure: SceneStructure
  private(set) var solver: Solver
  /// By view: the natural size that the constants stand for.
  private(set) var naturals: [NaturalSize]
  /// What `solver` was last solved for; nil before that, and while it is being solved.
  var solution: Solution? { didSet { diagnostics = nil } }
  /// What is wrong with the solution; nil until somebody has looked.
  var diagnostics: [Diagnostic]?
  /// The number of the solution whose values the solver has taken note of; nil: none.
  private var notedSolution: Int?
  /// By emitter's number: its first row, and the number of rows at the end.
  private let emitterStarts: [Int32]
  /// The numbers of emitters that read numbers that may change, ascending.
  private let dynamicEmitters: [Int32]
  /// Those of emitters that read other views' contents: their baselines, their natural sizes.
  private let contentEmitters: [Int32]

  /// Rules whose rows say their own constant and no other number that may change.
  fileprivate let isPlain: [Bool]
  /// The sides of the scene as the rows of `Emitter.scene` say them; nil: a side wraps its content.
  private var sides: SceneSides
  /// Emitters that an edit gave other numbers; they write their rows again with the next `refresh`.
  private var editedEmitters: [Emission] = []
  /// Constants of rows that an edit changed; the next `refresh` sets them.
  private var editedConstants: [(row: Int32, value: Double)] = []

  /// Whether the solver is the one that was offered, and not a new one.
  let isContinued: Bool
  /// How many emitters wrote their rows to make this scene.
  let loweredEmitterCount: Int

  /// Lowers everything.
  ///
  /// - Parameter predecessor: a solver that is used instead of a new one when it has the very same rows.
  init(_ lowering: Lowering, continuing predecessor: consuming Solver? = nil) {
    var lowering = lowering
    let emitters = lowering.emitterCount
    let rows = lowering.rules.count + lowering.tree.count * 4
    var writer = SystemWriter(variables: lowering.tree.count * 4, constraints: rows, terms: rows * 2)
    lowering.addVariables(to: &writer)
    var starts: [Int32] = []
    starts.reserveCapacity(emitters + 1)
    var readings = EmitterReadings()
    readings.isPlain.reserveCapacity(lowering.rules.count)
    for emitter in 0..<Int32(emitters) {
      starts.append(Int32(writer.constraintCount))
      readings.emit(emitter, of: &lowering, into: &writer)
    }
    starts.append(Int32(writer.constraintCount))
    let system = writer.finish()
    loweredEmitterCount = emitters
    structure = lowering.structure
    naturals = lowering.naturals
    sides = SceneSides(lowering.environment)
    emitterStarts = starts
    dynamicEmitters = readings.dynamic
    contentEmitters = readings.content
    isPlain = readings.isPlain
    (solver, isContinued) = Self.solver(of: system, continuing: predecessor)
  }

  /// Lowers another structure of the same layout, or the layout with other records: writes the rows in which the two
  /// differ, and takes over the rest.
  ///
  /// - Parameters:
  ///   - lowering: is for the new structure and the numbers of the moment.
  ///   - difference: leads from the structure of `other` to the new one.
  init(
    _ lowering: Lowering, _ difference: StructureDifference, from other: LoweredScene,
    continuing predecessor: consuming Solver?
  ) {
    var lowering = lowering
    let old = other.solver.system
    var writer = SystemWriter(variables: old.variableCount + 64, constraints: 1024, terms: 2048)
    lowering.addVariables(to: &writer)
    let sources = other.sources(for: lowering, difference)
    let variables = difference.former.map { lowering.facts.variables($0.carried, from: $0.facts) }
    var starts: [Int32] = []
    starts.reserveCapacity(sources.count + 1)
    var readings = EmitterReadings()
    readings.isPlain.reserveCapacity(lowering.rules.count)
    var (emitter, written) = (0, 0)
    while emitter < sources.count {
      let source = Int(sources[emitter])
      if source < 0 {
        starts.append(Int32(writer.constraintCount))
        readings.emit(Int32(emitter), of: &lowering, into: &writer)
        (emitter, written) = (emitter + 1, written + 1)
        continue
      }
      // The rows between two emitters that write are copied.
      let first = emitter
      let shift = Int32(writer.constraintCount) - other.emitterStarts[source]
      while emitter < sources.count, sources[emitter] == source + emitter - first {
        starts.append(other.emitterStarts[source + emitter - first] + shift)
        emitter += 1
      }
      let firstRule = max(first, lowering.firstRule)
      if firstRule < emitter {
        let known = source + firstRule - first - other.firstRule
        readings.isPlain += other.isPlain[known..<known + emitter - firstRule]
      }
      writer.take(other.emitterStarts[source]..<other.emitterStarts[source + emitter - first])
    }
    starts.append(Int32(writer.constraintCount))
    let system = writer.finish(taking: old, calling: variables)
    loweredEmitterCount = written
    structure = lowering.structure
    naturals = lowering.naturals
    sides = SceneSides(lowering.environment)
    emitterStarts = starts
    dynamicEmitters = readings.dynamic
    contentEmitters = readings.content
    isPlain = readings.isPlain
    (solver, isContinued) = Self.solver(of: system, continuing: predecessor)
    assert(hasRows(of: lowering), "what was taken over lacks an emitter")
  }

  private static func solver(
    of system: ConstraintSystem, continuing predecessor: consuming Solver?
  ) -> (solver: Solver, isContinued: Bool) {
    if var known = predecessor.take(), known.setNumbers(of: system) { return (known, true) }
    return (Solver(system), false)
  }

  /// By emitter of a lowering: the one here whose rows are the same but for the names of variables; -1 for one that
  /// writes its own. These are those of the difference, and all whose numbers may have changed.
  private func sources(for lowering: Lowering, _ difference: StructureDifference) -> [Int32] {
    let carried = difference.former?.carried
    var sources: [Int32] = [0]
    sources.reserveCapacity(lowering.emitterCount)
    let rules = Int32(firstRule)
    if let carried {
      for view in carried.views { sources.append(view < 0 ? -1 : 1 + view) }
      for rule in carried.rules { sources.append(rule < 0 ? -1 : rules + rule) }
    } else {
      sources += 1..<Int32(lowering.emitterCount)
    }
    for view in lowering.naturals.indices where sources[1 + view] >= 0 {
      if naturals[Int(sources[1 + view]) - 1] != lowering.naturals[view] { sources[1 + view] = -1 }
    }
    func writeAgain(_ emitter: Int32) {
      guard let carried, emitter > 0 else { return sources[Int(emitter)] = -1 }
      let (place, first) = emitter < rules ? (Int(emitter) - 1, 1) : (Int(emitter - rules), lowering.firstRule)
      let number = emitter < rules ? carried.viewsNow[place] : carried.rulesNow[place]
      if number >= 0 { sources[first + Int(number)] = -1 }
    }
    for emitter in dynamicEmitters { writeAgain(emitter) }
    for emitter in contentEmitters { writeAgain(emitter) }
    for edited in editedEmitters { writeAgain(number(of: edited.emitter)) }
    for (row, _) in editedConstants { writeAgain(Int32(emitterNumber(of: ConstraintID(row)))) }
    for emitter in difference.emitters { sources[Int(emitter.number(views: lowering.tree.count))] = -1 }
    return sources
  }

  /// The number of the first rule's emitter.
  private var firstRule: Int { 1 + naturals.count }

  /// Whether lowering from nothing gives the same rows.
  private func hasRows(of lowering: Lowering) -> Bool {
    let other = LoweredScene(lowering)
    return emitterStarts == other.emitterStarts && dynamicEmitters == other.dynamicEmitters
      && contentEmitters == other.contentEmitters && solver.system.isSame(as: other.solver.system)
      && solver.system.constants == other.solver.system.constants
      && solver.system.naturalValues == other.solver.system.naturalValues
  }

  /// Brings every constant up to date with `lowering`, which has the same structure.
  ///
  /// - Parameter numbersChanged: whether anything but natural sizes may differ.
  /// - Returns: false when a row differs in more than its constant; this value is then of no more use.
  mutating func refresh(_ lowering: Lowering, numbersChanged: Bool) -> Bool {
    let edited = editedEmitters
    editedEmitters = []
    for (row, value) in editedConstants { solver.setConstant(ConstraintID(row), value) }
    editedConstants = []
    var emitters: [Int32] = []
    if !naturals.span.isIdentical(to: lowering.naturals.span) {
      for index in naturals.indices where naturals[index] != lowering.naturals[index] {
        let view = ViewID(Int32(index))
        let new = lowering.naturals[index]
        naturals[index] = new
        solver.setNatural(view.width, new.width.isNaN ? 0 : new.width)
        solver.setNatural(view.height, new.height.isNaN ? 0 : new.height)
        emitters.append(number(of: .view(view)))
      }
    }
    let contentChanged = !emitters.isEmpty
    if numbersChanged {
      let sides = SceneSides(lowering.environment)
      let isResized = sides != self.sides
      self.sides = sides
      // The first one is the scene's.
      for number in isResized ? dynamicEmitters[...] : dynamicEmitters.dropFirst() {
        let rule = Int(number) - firstRule
        guard rule >= 0, isPlain[rule] else {
          emitters.append(number)
          continue
        }
        let constant = Self.written(lowering.values.value(of: lowering.rules[rule].constant).withinReach)
        for row in emitterStarts[Int(number)]..<emitterStarts[Int(number) + 1] {
          solver.setConstant(ConstraintID(row), constant)
        }
      }
    }
    if numbersChanged || contentChanged { emitters += contentEmitters }
    if edited.isEmpty, emitters.isEmpty { return true }
    return refresh(edited + emitters.map { Emission(emitter: lowering.emitter($0)) }, lowering)
  }

  /// Takes over settings that differ from the old ones in numbers only.
  mutating func readAgain(_ settings: [ConditionalSetting], of views: [ResolvedView]) {
    structure = SceneStructure(structure, reading: settings, of: views)
  }

  /// What an emitter writes again: all of its rows, or those up to the last one that says a gap.
  private struct Emission {
    var emitter: Emitter
    var isUpToGaps = false
  }

  /// Makes a view write its rows again before the next solve, because the file says other numbers.
  ///
  /// - Parameter upToGaps: whether only gaps changed.
  mutating func emitAgain(_ view: ViewID, upToGaps: Bool = false) {
    editedEmitters.append(Emission(emitter: .view(view), isUpToGaps: upToGaps))
  }

  /// Takes over another constant of a rule before the next solve. Most rows just say that constant, and are not written
  /// again.
  mutating func setConstant(ofRule rule: Int, to constant: Quantity) {
    guard isPlain[rule], case .literal(let number) = constant else {
      editedEmitters.append(Emission(emitter: .rule(rule)))
      return
    }
    for row in rows(of: .rule(rule)) { editedConstants.append((row, Self.written(number.withinReach))) }
  }

  /// What the rows of a plain rule say. `LinearForm` negates twice in the same way; so zeros have the same sign.
  private static func written(_ constant: Double) -> Double { 0 - (0 - constant) }

  /// Writes all rows, then compares all, then sets all constants. To lend the system costs more than to compare some
  /// rows, and to set a constant while it is lent would copy it.
  private mutating func refresh(_ emissions: [Emission], _ lowering: Lowering) -> Bool {
    var lowering = lowering
    let most = emissions.reduce(0) { $0 + rows(of: $1.emitter).count }
    var writer = SystemWriter(constraints: most, terms: most * 3)
    /// By emission: the rows that were written again.
    var written: [Range<Int32>] = []
    written.reserveCapacity(emissions.count)
    for emission in emissions {
      let before = writer.constraintCount
      lowering.emit(emission.emitter, upToGaps: emission.isUpToGaps, into: &writer)
      let (count, rows) = (writer.constraintCount - before, rows(of: emission.emitter))
      guard count == rows.count || emission.isUpToGaps && count < rows.count else { return false }
      written.append(rows.lowerBound..<rows.lowerBound + Int32(count))
    }
    let emitted = writer.finish()
    guard hasSameRows(written, as: emitted) else { return false }
    var next = 0
    for rows in written {
      for row in rows {
        solver.setConstant(ConstraintID(row), emitted.constants[next])
        next += 1
      }
    }
    return true
  }

  private func hasSameRows(_ written: [Range<Int32>], as emitted: ConstraintSystem) -> Bool {
    let system = solver.system
    var next: Int32 = 0
    for rows in written {
      for row in rows {
        guard system.hasSameShape(ConstraintID(row), as: ConstraintID(next), of: emitted) else { return false }
        next += 1
      }
    }
    return true
  }

  private func number(of emitter: Emitter) -> Int32 { emitter.number(views: naturals.count) }

  /// Where the rows of an emitter stand.
  func rows(of emitter: Emitter) -> Range<Int32> {
    let number = Int(number(of: emitter))
    return emitterStarts[number]..<emitterStarts[number + 1]
  }

  /// Takes what it costs from `budget`; when that comes to its end this value is of no more use.
  mutating func solve(_ budget: inout WorkBudget) throws(Tangle) {
    if case .exhausted(let tangle) = solver.solve(spending: &budget) { throw tangle }
  }

  /// What no row decides; mutating as `changedViews`.
  mutating func ambiguousVariables(_ work: inout SolveWork) throws(Tangle) -> [VariableID] {
    try work.ambiguousVariables(of: solver)
  }

  /// Takes note that what is solved is a certain solution; `changedViews` counts from here.
  mutating func noteValues(of solution: Int) {
    solver.forgetChanges()
    notedSolution = solution
  }

  /// The views that may have other rectangles than in a solution, ascending; nil: any may.
  ///
  /// It is mutating since an array hands out a copy of what is in it to be asked.
  mutating func changedViews(since solution: Int) -> [ViewID]? {
    guard notedSolution == solution, let variables = solver.changedVariables else { return nil }
    var views: [ViewID] = []
    views.reserveCapacity(variables.count)
    for variable in variables where Int(variable.index) < naturals.count * 4 {
      let view = ViewID(variable.index / 4)
      if views.last != view { views.append(view) }
    }
    return views
  }

  /// The emitter that made a row.
  func emitter(of row: ConstraintID) -> Emitter { Emitter(Int32(emitterNumber(of: row)), views: naturals.count) }

  private func emitterNumber(of row: ConstraintID) -> Int {
    // An emitter without rows has the start of the one behind it; so the last one with this start made the row.
    emitterStarts.partitioningIndex { $0 > row.index } - 1
  }
}

/// How large a scene is to be.
private struct SceneSides: Equatable {
  let width: Points?
  let height: Points?

  init(_ environment: Environment) { (width, height) = (environment.width, environment.height) }
}

/// What emitters read while they wrote their rows, one after the other.
private struct EmitterReadings {
  /// Emitters that read numbers that may change, and those that read other views' contents, in the order of writing.
  var dynamic: [Int32] = []
  var content: [Int32] = []
  /// By rule: `LoweredScene.isPlain`.
  var isPlain: [Bool] = []

  mutating func emit(_ number: Int32, of lowering: inout Lowering, into writer: inout SystemWriter) {
    let emitter = lowering.emitter(number)
    lowering.readsDynamicNumber = false
    lowering.readsOtherContent = false
    lowering.emit(emitter, into: &writer)
    if lowering.readsDynamicNumber { dynamic.append(number) }
    if lowering.readsOtherContent { content.append(number) }
    if case .rule = emitter { isPlain.append(lowering.hasWrittenPlainRule) }
  }
}
