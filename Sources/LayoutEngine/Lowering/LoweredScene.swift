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

  /// Emitters that an edit gave other numbers, to be emitted when constants are next brought up to date.
  private var editedEmitters: [Int32] = []

  /// Whether it goes on with the solver it was offered.
  let isContinued: Bool

  /// - Parameter predecessor: a solver that is used instead of a new one when it has the very same rows.
  init(_ lowering: Lowering, continuing predecessor: consuming Solver? = nil) {
    var lowering = lowering
    let emitters = lowering.emitterCount
    var system = ConstraintSystem()
    let rows = lowering.rules.count + lowering.tree.count * 2
    system.reserve(variables: lowering.tree.count * 4, constraints: rows, terms: rows * 3)
    lowering.addVariables(to: &system)
    var starts: [Int32] = []
    starts.reserveCapacity(emitters + 1)
    var dynamic: [Int32] = []
    var content: [Int32] = []
    for emitter in 0..<Int32(emitters) {
      starts.append(Int32(system.constraintCount))
      lowering.readsDynamicNumber = false
      lowering.readsOtherContent = false
      lowering.emit(emitter, into: &system)
      if lowering.readsDynamicNumber { dynamic.append(emitter) }
      if lowering.readsOtherContent { content.append(emitter) }
    }
    starts.append(Int32(system.constraintCount))
    structure = lowering.structure
    naturals = lowering.naturals
    emitterStarts = starts
    dynamicEmitters = dynamic
    contentEmitters = content
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
    var emitters = editedEmitters
    editedEmitters = []
    let known = emitters.count
    for index in naturals.indices where naturals[index] != lowering.naturals[index] {
      let view = ViewID(Int32(index))
      let new = lowering.naturals[index]
      naturals[index] = new
      solver.setNatural(view.width, new.width.isNaN ? 0 : new.width)
      solver.setNatural(view.height, new.height.isNaN ? 0 : new.height)
      emitters.append(Lowering.emitter(of: view))
    }
    let contentChanged = emitters.count > known
    if numbersChanged { emitters += dynamicEmitters }
    if numbersChanged || contentChanged { emitters += contentEmitters }
    return refresh(emitters, lowering)
  }

  /// Takes over settings that differ from those before in numbers only.
  mutating func readAgain(_ settings: [ConditionalSetting], of views: [ResolvedView]) {
    structure = SceneStructure(structure, reading: settings, of: views)
  }

  /// Has emitters write their rows again before the next solve, because the file says other numbers.
  mutating func emitAgain(_ emitters: [Int32]) { editedEmitters += emitters }

  /// Emits all, then compares all, then sets all: handing out the system costs more than comparing some rows, and
  /// while it is handed out, setting a constant would copy it.
  private mutating func refresh(_ emitters: [Int32], _ lowering: Lowering) -> Bool {
    var lowering = lowering
    var emitted = ConstraintSystem()
    for emitter in emitters {
      let before = emitted.constraintCount
      lowering.emit(emitter, into: &emitted)
      guard emitted.constraintCount - before == rows(of: emitter).count else { return false }
    }
    guard hasSameRows(emitters, as: emitted) else { return false }
    var next = 0
    for emitter in emitters {
      for row in rows(of: emitter) {
        solver.setConstant(ConstraintID(row), emitted.constants[next])
        next += 1
      }
    }
    return true
  }

  private func hasSameRows(_ emitters: [Int32], as emitted: ConstraintSystem) -> Bool {
    let system = solver.system
    var next: Int32 = 0
    for emitter in emitters {
      for row in rows(of: emitter) {
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
