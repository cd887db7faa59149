/// Turns a system into a plan: a tape that solves it for any constants.
///
/// The phases of "a layout compiler and a tape": required equalities are solved symbolically (affine classes), what
/// is left is reduced by eliminating variables (peel, aggregate, slack rule), the remainder falls apart into blocks,
/// and everything eliminated is computed after them. Each phase appends ops; none reads a constant. Invariants, kept
/// after every step:
///
/// - I1: an op reads only smaller slots.
/// - I2: the constant of a row is read by exactly one op.
/// - I3: a live row is equivalent to the row it came from, given the rows processed so far.
struct Compiler: ~Copyable {
  /// - Parameter firstFloorRow: rows from here on keep sizes from below zero; nil: there are none.
  static func compile(_ system: ConstraintSystem, firstFloorRow: Int? = nil) -> Plan {
    var compiler = Compiler(system, firstFloorRow ?? system.constraintCount)
    compiler.buildAffineClasses()
    compiler.compileReducedRows()
    return compiler.columns().plan(isSize: system.isSize)
  }

  /// All that follows on the classes.
  mutating func compileReducedRows() {
    numberUnknowns()
    collectReducedRows()
    eliminateVariables()
    findBlocks()
    writeEliminatedVariables()
    writeValues()
    emit(.dot)  // ends the terms of the last op
  }

  /// |coefficient| below this counts as zero.
  static let zeroCoefficient = 1e-11
  /// A pivot smaller than this part of the largest coefficient of its row is left to the blocks: dividing by it
  /// would blow up the rounding of the others.
  static let smallestPivot = 1e-3
  /// Ratios inside a class stay in `1 / largestRatio ... largestRatio`.
  static let largestRatio = 1e6
  /// Levels: everything from here on is required.
  static let required: Float = 1000

  let system: ConstraintSystem
  let variableCount: Int
  let rowCount: Int
  let firstFloorRow: Int

  // The tape so far.
  var ops: Column<Op>
  var terms: Column<Term>
  var openTerm: Int32 = 0
  var constantReaders: Column<Int32>
  var naturalReaders: Column<Int32>

  // Affine classes.
  var classes: Column<ClassMembership>
  /// Next member of the same class; -1 ends the list that starts at the representative.
  var nextMember: Column<Int32>
  var lastMember: Column<Int32>
  var classSize: Column<Int32>
  /// Scratch by variable: position in `collapsed`.
  var mark: Column<Int32>
  var rowStates: Column<RowState>
  /// Rows to look at, first in, first out; up to `nextInWorklist` they have been.
  var worklist: Column<Int32>
  var nextInWorklist = 0
  var watches: Watches

  // The row that was collapsed last.
  var collapsed: Column<CollapsedTerm>
  var collapsedOffsets: Column<Term>
  /// Largest |coefficient| of the original row.
  var collapsedLargest = 0.0

  // What is left after the classes.
  /// The representatives, ascending. From here on an unknown goes by its place in this list, and so does what `classes`
  /// say, until values are written.
  var unknowns = Column<Int32>()
  var multis: Column<MultiRow>
  var nodes: Column<Node>
  var singles: Column<PendingSingle>
  /// By unknown.
  var links = Column<VariableLinks>()
  var eliminations = Column<Elimination>()
  /// Slots that preferences are about which are left without a variable: nothing can be done for them.
  var settledPreferences: Column<Int32>
  var peelable = HighestFirstQueue()
  var aggregable = HighestFirstQueue()

  /// By unknown: its slot, once written; -1 before.
  var unknownSlots = Column<Int32>()
  /// The unknowns in blocks, block by block, and by unknown its place there.
  var blockMembers = Column<Int32>()
  var blockPlaces = Column<Int32>()
  var valueSlots: Column<Int32>
  var unattached: Column<Int32>
  var blocks = BlockTable()
  /// Of the block at hand.
  var levels = PriorityLevels()
  var counts = CompileCounts()

  init(_ system: ConstraintSystem, _ firstFloorRow: Int) {
    self.system = system
    self.firstFloorRow = firstFloorRow
    variableCount = system.variableCount
    rowCount = system.constraintCount
    let opGuess = rowCount + variableCount + 16
    ops = Column(capacity: opGuess)
    terms = Column(capacity: 2 * opGuess)
    constantReaders = Column(repeating: -1, count: rowCount)
    naturalReaders = Column(repeating: -1, count: variableCount)
    classes = Column(capacity: variableCount)
    nextMember = Column(repeating: -1, count: variableCount)
    lastMember = Column(capacity: variableCount)
    classSize = Column(repeating: 1, count: variableCount)
    mark = Column(repeating: 0, count: variableCount)
    rowStates = Column(repeating: .pending, count: rowCount)
    worklist = Column(capacity: rowCount)
    watches = Watches(rowCount: rowCount, variableCount: variableCount)
    collapsed = Column(capacity: 64)
    collapsedOffsets = Column(capacity: 64)
    multis = Column(capacity: 64)
    nodes = Column(capacity: 256)
    singles = Column(capacity: rowCount / 2)
    settledPreferences = Column(capacity: 16)
    valueSlots = Column(unwritten: variableCount)
    unattached = Column(capacity: 16)
    for variable in 0..<Int32(variableCount) {
      classes.append(ClassMembership(representative: variable, offset: ClassMembership.noOffset, ratio: 1))
      lastMember.append(variable)
    }
    _ = emit(.dot)  // slot 0: the constant zero
  }

  func priority(ofRow row: Int) -> Float { min(system.priorities[row], Compiler.required) }
  func isRequired(_ row: Int) -> Bool { system.priorities[row] >= Compiler.required }
}

enum RowState: UInt8 { case pending, queued, done }
