import ConstraintSolver
import LayoutModel

/// A layout in one structure, compiled: the solver, and which of its rows each emitter made.
///
/// Numbers that change are brought up to date by emitting again what may have changed and setting the constants
/// that differ. Should the rows themselves differ (a variable is a multiplier, a text appears), nothing is patched
/// and the caller lowers anew; so the result never depends on what was there before.
struct LoweredScene: Sendable {
  private(set) var structure: SceneStructure
  private(set) var solver: Solver
  /// The natural sizes that the constants stand for, by view.
  private(set) var naturals: [NaturalSize]
  /// What `solver` was last solved for; nil before that, and while it is being solved.
  var solution: Solution?
  /// First row of each emitter; one more at the end.
  private let emitterStarts: [Int32]
  /// Emitters that read numbers that may change, ascending.
  private let dynamicEmitters: [Int32]
  /// Emitters that read other views' contents: their baselines, their natural sizes.
  private let contentEmitters: [Int32]

  /// Rules whose rows say their own constant and no other number that may change.
  private let isPlain: [Bool]
  /// Emitters that an edit gave other numbers, to be emitted when constants are next brought up to date.
  private var editedEmitters: [Emission] = []
  /// Constants of rows, likewise.
  private var editedConstants: [(row: Int32, value: Double)] = []

  /// Whether it goes on with the solver it was offered.
  let isContinued: Bool

  /// - Parameter predecessor: a solver that is used instead of a new one when it has the very same rows.
  init(_ lowering: Lowering, continuing predecessor: consuming Solver? = nil) {
    var lowering = lowering
    let emitters = lowering.emitterCount
    let rows = lowering.rules.count + lowering.tree.count * 4
    var writer = SystemWriter(variables: lowering.tree.count * 4, constraints: rows, terms: rows * 2)
    lowering.addVariables(to: &writer)
    var starts: [Int32] = []
    starts.reserveCapacity(emitters + 1)
    var dynamic: [Int32] = []
    var content: [Int32] = []
    var isPlain = [Bool](repeating: false, count: lowering.rules.count)
    for emitter in 0..<Int32(emitters) {
      starts.append(Int32(writer.constraintCount))
      lowering.readsDynamicNumber = false
      lowering.readsOtherContent = false
      lowering.emit(emitter, into: &writer)
      if lowering.readsDynamicNumber { dynamic.append(emitter) }
      if lowering.readsOtherContent { content.append(emitter) }
      let rule = Int(emitter) - (emitters - isPlain.count)
      if rule >= 0, lowering.offset == 0 {
        isPlain[rule] = !lowering.readsDynamicNumber && !lowering.readsOtherContent
      }
    }
    starts.append(Int32(writer.constraintCount))
    let system = writer.finish()
    structure = lowering.structure
    naturals = lowering.naturals
    emitterStarts = starts
    dynamicEmitters = dynamic
    contentEmitters = content
    self.isPlain = isPlain
    if var known = predecessor.take(), known.takeNumbers(from: system) {
      solver = known
      isContinued = true
    } else {
      solver = Solver(system)
      isContinued = false
    }
  }

  /// Brings every constant up to date with `lowering`, which has the same structure.
  ///
  /// - Parameter numbersChanged: whether anything but natural sizes may be different.
  /// - Returns: false when a row is no longer the same but for its constant; then this value is of no more use.
  mutating func refresh(_ lowering: Lowering, numbersChanged: Bool) -> Bool {
    let edited = editedEmitters
    editedEmitters = []
    for (row, value) in editedConstants { solver.setConstant(ConstraintID(row), value) }
    editedConstants = []
    var emitters: [Int32] = []
    for index in naturals.indices where naturals[index] != lowering.naturals[index] {
      let view = ViewID(Int32(index))
      let new = lowering.naturals[index]
      naturals[index] = new
      solver.setNatural(view.width, new.width.isNaN ? 0 : new.width)
      solver.setNatural(view.height, new.height.isNaN ? 0 : new.height)
      emitters.append(Lowering.emitter(of: view))
    }
    let contentChanged = !emitters.isEmpty
    if numbersChanged { emitters += dynamicEmitters }
    if numbersChanged || contentChanged { emitters += contentEmitters }
    return refresh(edited + emitters.map { Emission(emitter: $0) }, lowering)
  }

  /// Takes over settings that differ from those before in numbers only.
  mutating func readAgain(_ settings: [ConditionalSetting], of views: [ResolvedView]) {
    structure = SceneStructure(structure, reading: settings, of: views)
  }

  /// What of an emitter is written again: all of its rows, or those up to the last that says a gap.
  private struct Emission {
    var emitter: Int32
    var isUpToGaps = false
  }

  /// Has a view write its rows again before the next solve, because the file says other numbers.
  ///
  /// - Parameter upToGaps: the numbers are gaps.
  mutating func emitAgain(_ view: ViewID, upToGaps: Bool = false) {
    editedEmitters.append(Emission(emitter: Lowering.emitter(of: view), isUpToGaps: upToGaps))
  }

  /// Takes over another constant of a rule, which most rows just say, before the next solve.
  mutating func setConstant(ofRule rule: Int, to constant: Quantity) {
    let emitter = Int32(emitterStarts.count - 1 - isPlain.count + rule)
    guard isPlain[rule], case .literal(let number) = constant else {
      editedEmitters.append(Emission(emitter: emitter))
      return
    }
    // As `LinearForm` has it, so that zeros have the same sign.
    let written = 0 - (0 - number.withinReach)
    for row in rows(of: emitter) { editedConstants.append((row, written)) }
  }

  /// Emits all, then compares all, then sets all: handing out the system costs more than comparing some rows, and
  /// while it is handed out, setting a constant would copy it.
  private mutating func refresh(_ emissions: [Emission], _ lowering: Lowering) -> Bool {
    var lowering = lowering
    let most = emissions.reduce(0) { $0 + rows(of: $1.emitter).count }
    var writer = SystemWriter(constraints: most, terms: most * 3)
    /// The rows that were written again, by emission.
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

  mutating func solve() { solver.solve() }

  func firstRow(of emitter: Int32) -> Int32 { emitterStarts[Int(emitter)] }

  /// The emitter that made a row.
  func emitter(of row: ConstraintID) -> Int32 {
    var low = 0
    var high = emitterStarts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if emitterStarts[middle] <= row.index { low = middle } else { high = middle }
    }
    // Emitters without rows share their start with the one behind them; the last of them made the row.
    return Int32(low)
  }
}
