/// A set of representatives that the rows left over couple, and that nothing outside couples with another set.
struct Block: BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    /// One variable, bounds and preferences on it alone.
    case singleVariable
    /// Variables that exactly one row couples.
    case singleRow
    /// Anything else.
    case general
  }

  var kind: Kind
  /// Whether level 0 of this block holds required rows.
  var hasRequiredRows: Bool
  /// The slot of its first variable; the others follow.
  var slot: Int32
  /// Its part of `BlockTable.variables`.
  var firstVariable: Int32
  var variableCount: Int32
  /// Its part of `BlockTable.rows`. For a single row block: that row. For a general block: all rows by level, those
  /// on one variable included, then one tail row a variable.
  var firstRow: Int32
  var rowCount: Int32
  var levelCount: Int32
  /// Its entry in `BlockTable.generals`, or -1.
  var general: Int32

  /// Its rows in `BlockTable.rows` but for the tail `x == natural value` of a general block, which reads no source.
  var realRows: Range<Int> {
    let tail = kind == .general ? variableCount : 0
    return Int(firstRow)..<Int(firstRow + rowCount - tail)
  }

  /// Of its variables, in `BlockTable.variables`.
  var places: Range<Int> { Int(firstVariable)..<Int(firstVariable + variableCount) }
}

/// A bound or preference on one variable: `coefficient · x (== | <= | >=) source`.
struct SingleRow: BitwiseCopyable, Sendable {
  var coefficient: Double
  var source: Source
  /// Rank of its priority in its block, 0 the highest.
  var level: Int32
  var relation: Relation
  var isRequired: Bool
}

/// A row of a block over local variable numbers.
struct BlockRow: BitwiseCopyable, Sendable {
  /// Its part of `BlockTable.terms` begins here and ends where the next row's begins.
  var firstTerm: Int32
  var source: Source
  var level: Int32
  var relation: Relation
}

struct BlockTerm: BitwiseCopyable, Sendable {
  var coefficient: Double
  /// Number of the variable in its block.
  var variable: Int32
}

/// Where a general block keeps its state in the arenas of `Run`, and the columns of its rows.
struct GeneralLayout: BitwiseCopyable, Sendable {
  /// First row of each level: `levelStarts[firstLevel ... firstLevel + levelCount]`; the tail rows come after.
  var firstLevel: Int32
  /// Rows of local variable `j`: `columns[columnStarts[firstColumn + j] ..< columnStarts[firstColumn + j + 1]]`.
  var firstColumn: Int32
  var rowState: Int32
  var variableState: Int32
  var inverse: Int
  /// Whether its active rows are kept as sparse factors, made anew for each solve, instead of their inverse.
  var isSparse: Bool
  /// With sparse factors: the row with so many variables that it is kept apart from them (`LongRow`), or -1.
  var longRow: Int32
}

/// All blocks of a plan in flat storage.
struct BlockTable: Sendable {
  var blocks: [Block] = []
  /// The representatives, block by block, ascending in each.
  var variables: [Int32] = []
  /// Rows on variable `i` of `variables` alone: `singles[singleStarts[i] ..< singleStarts[i + 1]]`, by level, then
  /// in document order.
  var singleStarts: [Int32] = []
  var singles: [SingleRow] = []
  /// One more than there are rows: the last one only ends the terms.
  var rows: [BlockRow] = []
  var terms: [BlockTerm] = []

  var generals: [GeneralLayout] = []
  var levelStarts: [Int32] = []
  var columnStarts: [Int32] = []
  /// With row numbers inside the block.
  var columns: [ColumnTerm] = []
  var arenas = ArenaSizes()

  /// The rows in `singles` on the variables of a block.
  func singleRange(of block: Block) -> Range<Int> {
    Int(singleStarts[block.places.lowerBound])..<Int(singleStarts[block.places.upperBound])
  }

  /// Appends the row that ends the terms of the last one.
  mutating func end() {
    rows.append(BlockRow(firstTerm: Int32(terms.count), source: .slot(0), level: 0, relation: .equal))
  }

  /// Calls `body` with every slot that a block reads and the slot of the block.
  func forEachSource(_ body: (_ slot: Int32, _ block: Int32) -> Void) {
    for block in blocks {
      if block.kind != .general {
        for single in singleRange(of: block) {
          if let slot = singles[single].source.slot { body(slot, block.slot) }
        }
      }
      for row in block.realRows {
        if let slot = rows[row].source.slot { body(slot, block.slot) }
      }
    }
  }
}

/// How much state and scratch the general blocks need.
struct ArenaSizes: BitwiseCopyable, Sendable {
  var rows = 0
  var variables = 0
  var inverse = 0
  var largestRowCount = 0
  var largestVariableCount = 0
  var sparse = SparseRoom()
}
