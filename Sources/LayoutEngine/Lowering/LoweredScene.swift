import ConstraintSolver
import LayoutModel

/// A layout in one structure, compiled: the solver, and which of its rows each emitter made.
///
/// When numbers change, the emitters that may read them write their rows again, and the constants that differ are set.
/// If the rows themselves differ (a variable is a multiplier, a text appears), nothing is patched: the caller lowers
/// the layout anew. So the result never depends on what was there before.
struct LoweredScene: Sendable {
  private(set) var structure: SceneStructure
  private(set) var solver: Solver
  /// By view: the natural size that the constants stand for.
  private(set) var naturals: [NaturalSize]
  /// What `solver` was last solved for; nil before that, and while it is being solved.
  var solution: Solution?
  /// The first row of each emitter, and the number of rows at the end.
  private let emitterStarts: [Int32]
  /// Emitters that read numbers that may change, ascending.
  private let dynamicEmitters: [Int32]
  /// Emitters that read other views' contents: their baselines, their natural sizes.
  private let contentEmitters: [Int32]

  /// Rules whose rows say their own constant and no other number that may change.
  private let isPlain: [Bool]
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
    var readings = EmitterReadings(isPlain: Array(repeating: false, count: lowering.rules.count))
    for emitter in 0..<Int32(emitters) {
      starts.append(Int32(writer.constraintCount))
      readings.emit(emitter, of: &lowering, into: &writer)
    }
    starts.append(Int32(writer.constraintCount))
    let system = writer.finish()
    loweredEmitterCount = emitters
    structure = lowering.structure
    naturals = lowering.naturals
    emitterStarts = starts
    dynamicEmitters = readings.dynamic
    contentEmitters = readings.content
    isPlain = readings.isPlain
    (solver, isContinued) = Self.solver(of: system, continuing: predecessor)
  }

  /// Lowers another structure of the same layout: writes the rows in which the two differ, and takes over the rest.
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
    var writer = SystemWriter(
      variables: old.variableCount, constraints: old.constraintCount + 64, terms: old.termVariables.count + 128)
    lowering.addVariables(to: &writer)
    var starts = other.emitterStarts
    var readings = EmitterReadings(isPlain: other.isPlain)
    var copied = 0
    let emitters = other.emittersToRepeat(lowering, difference)
    for emitter in emitters + [Int32(lowering.emitterCount)] {
      // The rows between two emitters that write again are copied.
      let shift = Int32(writer.constraintCount) - other.emitterStarts[copied]
      for between in copied...Int(emitter) { starts[between] = other.emitterStarts[between] + shift }
      writer.append(other.emitterStarts[copied]..<other.emitterStarts[Int(emitter)], of: old)
      guard emitter < lowering.emitterCount else { break }
      readings.emit(emitter, of: &lowering, into: &writer)
      copied = Int(emitter) + 1
    }
    let system = writer.finish()
    loweredEmitterCount = emitters.count
    structure = lowering.structure
    naturals = lowering.naturals
    emitterStarts = starts
    dynamicEmitters = other.dynamicEmitters.replacing(emitters, by: readings.dynamic)
    contentEmitters = other.contentEmitters.replacing(emitters, by: readings.content)
    isPlain = readings.isPlain
    (solver, isContinued) = Self.solver(of: system, continuing: predecessor)
    assert(hasRows(of: lowering), "a switch forgot an emitter")
  }

  private static func solver(
    of system: ConstraintSystem, continuing predecessor: consuming Solver?
  ) -> (solver: Solver, isContinued: Bool) {
    if var known = predecessor.take(), known.setNumbers(of: system) { return (known, true) }
    return (Solver(system), false)
  }

  /// The emitters of the difference, and all others whose numbers may have changed, ascending.
  private func emittersToRepeat(_ lowering: Lowering, _ difference: StructureDifference) -> [Int32] {
    var emitters = Set(difference.emitters + editedEmitters.map(\.emitter) + dynamicEmitters + contentEmitters)
    for (row, _) in editedConstants { emitters.insert(emitter(of: ConstraintID(row))) }
    for index in naturals.indices where naturals[index] != lowering.naturals[index] {
      emitters.insert(Lowering.emitter(of: ViewID(Int32(index))))
    }
    return emitters.sorted()
  }

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
        emitters.append(Lowering.emitter(of: view))
      }
    }
    let contentChanged = !emitters.isEmpty
    if numbersChanged { emitters += dynamicEmitters }
    if numbersChanged || contentChanged { emitters += contentEmitters }
    return refresh(edited + emitters.map { Emission(emitter: $0) }, lowering)
  }

  /// Takes over settings that differ from the old ones in numbers only.
  mutating func readAgain(_ settings: [ConditionalSetting], of views: [ResolvedView]) {
    structure = SceneStructure(structure, reading: settings, of: views)
  }

  /// What an emitter writes again: all of its rows, or those up to the last one that says a gap.
  private struct Emission {
    var emitter: Int32
    var isUpToGaps = false
  }

  /// Makes a view write its rows again before the next solve, because the file says other numbers.
  ///
  /// - Parameter upToGaps: whether only gaps changed.
  mutating func emitAgain(_ view: ViewID, upToGaps: Bool = false) {
    editedEmitters.append(Emission(emitter: Lowering.emitter(of: view), isUpToGaps: upToGaps))
  }

  /// Takes over another constant of a rule before the next solve. Most rows just say that constant, and are not written
  /// again.
  mutating func setConstant(ofRule rule: Int, to constant: Quantity) {
    let emitter = Int32(emitterStarts.count - 1 - isPlain.count + rule)
    guard isPlain[rule], case .literal(let number) = constant else {
      editedEmitters.append(Emission(emitter: emitter))
      return
    }
    // `LinearForm` negates twice in the same way; so zeros have the same sign.
    let written = 0 - (0 - number.withinReach)
    for row in rows(of: emitter) { editedConstants.append((row, written)) }
  }

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

  private func rows(of emitter: Int32) -> Range<Int32> {
    emitterStarts[Int(emitter)]..<emitterStarts[Int(emitter) + 1]
  }

  /// Takes what it costs from `budget`; when that comes to its end this value is of no more use.
  mutating func solve(_ budget: inout WorkBudget) throws(Tangle) {
    if case .exhausted(let tangle) = solver.solve(spending: &budget) { throw tangle }
  }

  func firstRow(of emitter: Int32) -> Int32 { emitterStarts[Int(emitter)] }

  /// The emitter that made a row.
  func emitter(of row: ConstraintID) -> Int32 {
    var low = 0
    var high = emitterStarts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if emitterStarts[middle] <= row.index { low = middle } else { high = middle }
    }
    // An emitter without rows has the start of the one behind it; so the last one with this start made the row.
    return Int32(low)
  }
}

/// What emitters read while they wrote their rows.
private struct EmitterReadings {
  /// Emitters that read numbers that may change, and those that read other views' contents, in the order of writing.
  var dynamic: [Int32] = []
  var content: [Int32] = []
  /// By rule: `LoweredScene.isPlain`.
  var isPlain: [Bool]

  mutating func emit(_ emitter: Int32, of lowering: inout Lowering, into writer: inout SystemWriter) {
    lowering.readsDynamicNumber = false
    lowering.readsOtherContent = false
    lowering.emit(emitter, into: &writer)
    if lowering.readsDynamicNumber { dynamic.append(emitter) }
    if lowering.readsOtherContent { content.append(emitter) }
    let rule = Int(emitter) - (lowering.emitterCount - isPlain.count)
    if rule >= 0 { isPlain[rule] = lowering.hasWrittenPlainRule }
  }
}

extension [Int32] {
  /// This list with `emitters` taken out and `kept` put in. All three are ascending.
  fileprivate func replacing(_ emitters: [Int32], by kept: [Int32]) -> [Int32] {
    let replaced = Set(emitters)
    return (filter { !replaced.contains($0) } + kept).sorted()
  }
}
