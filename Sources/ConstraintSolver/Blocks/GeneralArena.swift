/// The warm state of all general blocks of a run, in arenas shared by all of them, and their scratch.
struct GeneralArena: Sendable {
  /// Inverse of the active rows, `variableCount²` a block: entry (variable, place).
  var inverse: [Double]
  /// Which entries of each row of `inverse` may differ from zero, as bits. A set of bits cannot hold an index twice,
  /// which a list of nonzeros can, with wrong optima as the price.
  var masks: [UInt64]
  /// Active row of each place, by variable number.
  var active: [Int32]
  /// Place of each row among the active ones, -1 when inactive.
  var place: [Int32]
  /// On which side of its target each inactive row is: +1 or -1.
  var side: [Int8]
  /// Rows that hold as equalities at the optimum.
  var isTight: [Bool]
  /// How the optimum follows from the tight rows: `replayVariable` from `replayRow`, in order.
  var replayRow: [Int32]
  var replayVariable: [Int32]
  var states: [GeneralState]

  // Scratch, as large as the largest block needs.
  var numbers: [Double]
  var flags: [Int32]
  var events: [RatioEvent]
  var enteringMask: [UInt64]

  init(_ table: BlockTable) {
    let sizes = table.arenas
    inverse = Array(repeating: 0, count: sizes.inverse)
    masks = Array(repeating: 0, count: sizes.masks)
    active = Array(repeating: 0, count: sizes.variables)
    place = Array(repeating: -1, count: sizes.rows)
    side = Array(repeating: 1, count: sizes.rows)
    isTight = Array(repeating: false, count: sizes.rows)
    replayRow = Array(repeating: -1, count: sizes.variables)
    replayVariable = Array(repeating: 0, count: sizes.variables)
    states = Array(repeating: GeneralState(), count: table.generals.count)
    numbers = Array(repeating: 0, count: 3 * sizes.largestRowCount + 5 * sizes.largestVariableCount)
    flags = Array(repeating: 0, count: 2 * sizes.largestRowCount + 2 * sizes.largestVariableCount)
    enteringMask = Array(repeating: 0, count: sizes.largestVariableCount / 64 + 1)
    events = Array(repeating: RatioEvent(step: 0, size: 0, row: 0), count: sizes.largestRowCount)
  }
}

struct GeneralState: BitwiseCopyable, Sendable {
  enum Phase: UInt8 {
    /// Nothing is known.
    case cold
    /// The active rows were optimal, and the replay gives the optimum.
    case optimal
  }

  var phase = Phase.cold
  /// Whether the real levels may have left something open.
  var needsTail = false
  /// Variables at the end of the replay that a kernel of tight rows determines together.
  var kernelCount: Int32 = 0
}

/// An inactive row whose target is crossed after `step` along an edge.
struct RatioEvent: BitwiseCopyable, Sendable {
  var step: Double
  /// |change of the row per step|.
  var size: Double
  var row: Int32
}

/// Dense equations for the few variables that tight rows determine only together.
struct Kernel: Sendable {
  var matrix: [Double] = []
  var right: [Double] = []
  var pivotColumns: [Int] = []
  var equation: [Double] = []
}
