/// A piece of a system, compiled by itself: a tape and blocks over its own rows, variables and slots, to be linked with
/// others into a plan. Immutable, and shared by all that have such a piece.
///
/// Whether a unit may be solved by itself is found out when the trunk is compiled. What the trunk's required equalities
/// give a border variable, whatever the units say, is an *import* of these. Any other border variable is the *export* of
/// its unit, and the trunk takes it as given. That is right as long as the trunk does not mind: its best is equally good
/// for every value. It minds when the value gets into a check, a block, or a preference that no variable is left to
/// follow for; there it would rather have another one, and the export is *contested*. Whatever else reads it is a
/// variable of the trunk that follows, and no row is worse for that.
final class CompiledPart: Sendable {
  /// One more than there are slots.
  let ops: [Op]
  let terms: [Term]
  let constantReaders: [Int32]
  let naturalReaders: [Int32]
  let valueSlots: [Int32]
  let representatives: [Int32]
  let unattached: [Int32]
  let blocks: BlockTable
  let counts: CompileCounts

  /// The slot that stands for the value of a border variable until parts are linked, by variable; -1: none does.
  let placeholders: [Int32]
  /// By slot: whether its value follows from an export.
  let follows: [Bool]
  /// Exports that are contested: their units cannot be solved by themselves.
  let contested: [Int32]
  /// By variable: whether its value is chosen.
  let isChosen: [Bool]

  var slotCount: Int { ops.count - 1 }

  /// Takes over what was compiled.
  init(_ columns: borrowing PlanColumns, placeholders: [Int32], follows: [Bool], contested: [Int32]) {
    ops = columns.ops.array()
    terms = columns.terms.array()
    constantReaders = columns.constantReaders.array()
    naturalReaders = columns.naturalReaders.array()
    valueSlots = columns.valueSlots.array()
    representatives = columns.representatives.array()
    unattached = columns.unattached.array()
    blocks = columns.blocks
    counts = columns.counts
    self.placeholders = placeholders
    self.follows = follows
    self.contested = contested
    isChosen = columns.variablesByChoice()
  }
}

extension Compiler {
  /// Compiles the piece that a key describes.
  static func compilePart(_ key: PartKey) -> CompiledPart {
    let piece = key.piece()
    return piece.system.withRows { rows in compilePart(piece, rows) }
  }

  private static func compilePart(_ piece: PartKey.Piece, _ rows: SystemRows) -> CompiledPart {
    var compiler = Compiler(rows, variableCount: piece.system.variableCount, firstFloorRow: piece.firstFloorRow)
    var placeholders = [Int32](repeating: -1, count: piece.system.variableCount)
    for variable in piece.imports { placeholders[Int(variable)] = compiler.takeAsGiven(variable) }
    compiler.buildAffineClasses()
    var contested: [Int32] = []
    for variable in piece.border.filter({ !compiler.isConstant($0) }) {
      if compiler.isConstant(variable) {
        // Another export has determined it meanwhile: the two are tied together.
        contested.append(variable)
      } else {
        placeholders[Int(variable)] = compiler.takeAsGiven(variable)
      }
    }
    compiler.compileReducedRows()
    let preferences = compiler.settledPreferences.array()
    let columns = compiler.columns()
    let dependence = ExportDependence(columns, on: piece.border.map { placeholders[Int($0)] }, preferences)
    contested += piece.border.filter { placeholders[Int($0)] >= 0 && dependence.isContested(placeholders[Int($0)]) }
    return CompiledPart(columns, placeholders: placeholders, follows: dependence.follows, contested: contested)
  }

  private func isConstant(_ variable: Int32) -> Bool {
    classes[variable].representative == ClassMembership.constant
  }

  /// Lets another piece decide a variable, and with it the others of its class.
  ///
  /// - Returns: the slot that stands for its value.
  private mutating func takeAsGiven(_ variable: Int32) -> Int32 {
    let placeholder = emit(.dot)
    let given = classes[variable]
    var value = placeholder
    if given.representative != variable {
      addTerm(placeholder, 1 / given.ratio)
      if given.offset >= 0 { addTerm(given.offset, -1 / given.ratio) }
      value = emit(.dot)
    }
    var member = given.representative
    while member >= 0 {
      let old = classes[member]
      let slot = member == variable ? placeholder : emitAffine(old.ratio, value, offset: old.offset)
      classes[member] = ClassMembership(representative: ClassMembership.constant, offset: slot, ratio: 1)
      member = classLinks[member].nextMember
    }
    wake(given.representative)
    solveWokenRows()
    return placeholder
  }
}

/// What the exports of units lead to in the trunk.
private struct ExportDependence {
  /// By slot: whether its value follows from an export.
  private(set) var follows: [Bool]
  /// By slot that follows: whether it leads to something that minds.
  private var leadsToMinding: [Bool]

  /// - Parameters:
  ///   - placeholders: where exports stand; negative ones are none.
  ///   - preferences: slots of preferences for which nothing is left to follow.
  init(_ columns: borrowing PlanColumns, on placeholders: [Int32], _ preferences: [Int32]) {
    let slotCount = columns.ops.count - 1
    var seeds = [Bool](repeating: false, count: slotCount)
    for slot in placeholders where slot >= 0 { seeds[Int(slot)] = true }
    follows = columns.slotsReached(from: seeds)
    leadsToMinding = Array(repeating: false, count: slotCount)
    for slot in 0..<slotCount where follows[slot] { leadsToMinding[slot] = columns.ops[slot].kind == .check }
    for slot in preferences where follows[Int(slot)] { leadsToMinding[Int(slot)] = true }
    columns.blocks.forEachSource { slot, _ in if follows[Int(slot)] { leadsToMinding[Int(slot)] = true } }
    for slot in (0..<slotCount).reversed() where leadsToMinding[slot] {
      for term in Int(columns.ops[slot].firstTerm)..<Int(columns.ops[slot + 1].firstTerm) {
        let source = Int(columns.terms[term].slot)
        if follows[source] { leadsToMinding[source] = true }
      }
    }
  }

  func isContested(_ placeholder: Int32) -> Bool { leadsToMinding[Int(placeholder)] }
}

extension PlanColumns {
  /// By variable: whether a natural value gets into it.
  fileprivate borrowing func variablesByChoice() -> [Bool] {
    var seeds = [Bool](repeating: false, count: ops.count - 1)
    for slot in seeds.indices {
      switch ops[slot].kind {
      case .natural, .naturalAtMost, .naturalAtLeast: seeds[slot] = true
      case .dot, .check, .greater, .lesser, .block, .blockOutput: break
      }
    }
    let isChosen = slotsReached(from: seeds)
    return (0..<valueSlots.count).map { isChosen[Int(valueSlots[$0])] }
  }

  /// By slot: whether it is one of `seeds`, or the value of one gets into it, through ops and blocks.
  fileprivate borrowing func slotsReached(from seeds: [Bool]) -> [Bool] {
    guard seeds.contains(true) else { return seeds }
    var isReached = seeds
    var blocksByReading: [Int32: [Int32]] = [:]
    blocks.forEachSource { slot, block in blocksByReading[slot, default: []].append(block) }
    for slot in isReached.indices {
      if ops[slot].kind == .blockOutput { isReached[slot] = isReached[slot - 1] }
      for term in Int(ops[slot].firstTerm)..<Int(ops[slot + 1].firstTerm) where isReached[Int(terms[term].slot)] {
        isReached[slot] = true
      }
      if isReached[slot] { for block in blocksByReading[Int32(slot)] ?? [] { isReached[Int(block)] = true } }
    }
    return isReached
  }
}
