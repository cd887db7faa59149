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
///
/// What only reads is inlined where steps call it often: Swift 6.3 passes a copy of the whole struct otherwise.
struct Compiler: ~Copyable {
  /// - Parameters:
  ///   - firstFloorRow: rows from here on keep sizes from below zero; nil: there are none.
  ///   - budget: pays also for the memory that the blocks will need.
  static func compile(
    _ system: ConstraintSystem, firstFloorRow: Int? = nil, _ budget: inout WorkBudget
  ) throws(Tangle) -> Plan {
    let result: Result<Plan, Tangle> = system.withRows { rows in
      var compiler = Compiler(
        rows, variableCount: system.variableCount, firstFloorRow: firstFloorRow ?? rows.count, budget)
      compiler.largestDenseBlock = system.largestDenseBlock
      compiler.longestShortRow = system.longestShortRow
      compiler.isAllOrNothing = system.isAllOrNothing
      compiler.compile()
      budget = compiler.budget
      if budget.isExhausted { return .failure(compiler.tangle()) }
      return .success(compiler.plan(isSize: system.isSize))
    }
    return try result.get()
  }

  private mutating func compile() {
    budget.spend(Compiler.setUpWork * (rows.count + variableCount))
    buildAffineClasses()
    if budget.isExhausted { return }
    numberUnknowns()
    collectReducedRows()
    eliminateVariables()
    if budget.isExhausted { return }
    findBlocks()
    if budget.isExhausted { return }
    writeEliminatedVariables()
    writeValues()
    emit(.dot)  // ends the terms of the last op
  }

  // What is charged for things that are not numbers to be looked at; by feel, from the times they take.

  /// Of a row or a variable: what takes the same for each of them, all phases together.
  private static let setUpWork = 16
  /// Of a term that a substitution brings into a row: it is looked for, takes room for good, and is looked at later.
  static let termWork = 16
  /// Of an entry of the inverse of a block, which is room for a number, in most blocks unused.
  static let entryWork = 4
  /// Operations per row and variable of a block with sparse factors: room for them.
  static let sparseWork = 40

  /// |coefficient| below this counts as zero.
  static let zeroCoefficient = 1e-11
  /// A pivot smaller than this part of the largest coefficient of its row is left to the blocks: dividing by it
  /// would blow up the rounding of the others.
  static let smallestPivot = 1e-3
  /// Ratios inside a class stay in `1 / largestRatio ... largestRatio`.
  static let largestRatio = 1e6
  /// Levels: everything from here on is required.
  static let required: Float = 1000

  let rows: SystemRows
  let variableCount: Int
  let firstFloorRow: Int
  var budget: WorkBudget
  /// Where the budget came to its end.
  var tangled = TangledPlace.nowhere

  // The tape so far.
  var ops: Column<Instruction>
  var terms: Column<Term>
  var openTerm: Int32 = 0
  var constantReaders: Column<Int32>
  var naturalReaders: Column<Int32>

  // Affine classes.
  var classes: Column<ClassMembership>
  var classLinks: Column<ClassLinks>
  /// Scratch by variable: position in `collapsed`.
  var mark: Column<Int32>
  /// By row: whether the classes say all that it says.
  var isUsedUp: Column<Bool>
  /// Rows of which they do not say all.
  var rowsLeft: Int
  var watches = Watches()

  // The row that was collapsed last.
  var collapsed: Column<CollapsedTerm>
  var collapsedOffsets: Column<Term>

  // What is left after the classes.
  /// The representatives, ascending. From here on an unknown goes by its place in this list, and so does what `classes`
  /// say, until values are written.
  var unknowns = Column<Int32>()
  var multis: Column<MultiRow>
  var nodes = Column<Node>()
  var singles = Column<PendingSingle>()
  /// Live multi rows by block, once blocks are found.
  var blockRows = Column<Int32>()
  /// By unknown.
  var links = Column<VariableLinks>()
  var eliminations = Column<Elimination>()
  /// Variables that floors keep from being eliminated, in the order in which they would have been.
  var holds = Column<Int32>()
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
  /// As in `ConstraintSystem`.
  var largestDenseBlock = 0
  var longestShortRow = 0
  var isAllOrNothing = false
  /// Of the block at hand.
  var levels = PriorityLevels()
  var rowOrder = Column<Int32>()
  var levelEnds = Column<Int32>()

  init(_ rows: SystemRows, variableCount: Int, firstFloorRow: Int, _ budget: WorkBudget) {
    self.rows = rows
    self.budget = budget
    self.variableCount = variableCount
    self.firstFloorRow = firstFloorRow
    let opGuess = rows.count + variableCount + 16
    ops = Column(capacity: opGuess)
    terms = Column(capacity: 2 * opGuess)
    constantReaders = Column(repeating: -1, count: rows.count)
    naturalReaders = Column(repeating: -1, count: variableCount)
    classes = Column(unwritten: variableCount)
    classLinks = Column(unwritten: variableCount)
    for variable in 0..<Int32(variableCount) {
      classes[variable] = ClassMembership(representative: variable, offset: ClassMembership.noOffset, ratio: 1)
      classLinks[variable] = ClassLinks(lastMember: variable)
    }
    mark = Column(repeating: 0, count: variableCount)
    isUsedUp = Column(repeating: false, count: rows.count)
    rowsLeft = rows.count
    collapsed = Column(capacity: 64)
    collapsedOffsets = Column(capacity: 64)
    multis = Column(capacity: 64)
    valueSlots = Column(unwritten: variableCount)
    unattached = Column(capacity: 16)
    _ = emit(.dot)  // slot 0: the constant zero
  }
}
