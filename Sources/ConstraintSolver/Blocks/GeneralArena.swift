/// The warm state of all general blocks and their scratch: where it is in the memory of a run. All zero means that
/// nothing is known, which is how a run begins. Their inverses are apart (`RunLayout.inverses`).
struct GeneralArena: BitwiseCopyable, Sendable {
  /// Which entries of each row of the inverse, by variable, may differ from zero, as bits. A set of bits cannot hold an
  /// index twice, which a list of nonzeros can, with wrong optima as the price.
  let masks: MemoryPart<UInt64>
  /// Active row of each place, by variable number.
  let active: MemoryPart<Int32>
  /// Place of each row among the active ones, -1 when inactive.
  let place: MemoryPart<Int32>
  /// On which side of its target each inactive row is: +1 or -1. Known of rows that decide; of the others it was true
  /// at some time.
  let side: MemoryPart<Int8>
  /// Rows whose level was optimised. When nothing is open any more the levels that are left do not matter, nor does the
  /// tail of a variable that is not open.
  let decides: MemoryPart<Bool>
  /// By place, for either sign: the level at which that direction was closed, `GeneralBlock.open` if at none.
  let closing: MemoryPart<Int32>
  /// How each row stands at the optimum: tight (0), or inactive on the side that it has to stay on (+1 or -1), or on
  /// `GeneralBlock.eitherSide`.
  let standing: MemoryPart<Int8>
  /// How the optimum follows from the tight rows: `replayVariable` from `replayRow`, in order.
  let replayRow: MemoryPart<Int32>
  let replayVariable: MemoryPart<Int32>
  let states: MemoryPart<GeneralState>

  // Scratch, as large as the largest block needs.
  let numbers: MemoryPart<Double>
  let flags: MemoryPart<Int32>
  let events: MemoryPart<RatioEvent>
  /// Rows and variables of the largest block: how `numbers` and `flags` are divided.
  let rowRoom: Int
  let variableRoom: Int

  init(_ sizes: ArenaSizes, blockCount: Int, _ parts: inout MemoryParts) {
    rowRoom = sizes.largestRowCount
    variableRoom = sizes.largestVariableCount
    states = parts.part(GeneralState.self, blockCount)
    masks = parts.part(UInt64.self, sizes.variables)
    active = parts.part(Int32.self, sizes.variables)
    place = parts.part(Int32.self, sizes.rows)
    side = parts.part(Int8.self, sizes.rows)
    decides = parts.part(Bool.self, sizes.rows)
    closing = parts.part(Int32.self, 2 * sizes.variables)
    standing = parts.part(Int8.self, sizes.rows)
    replayRow = parts.part(Int32.self, sizes.variables)
    replayVariable = parts.part(Int32.self, sizes.variables)
    numbers = parts.part(Double.self, 3 * rowRoom + 5 * variableRoom)
    flags = parts.part(Int32.self, 2 * rowRoom + 2 * variableRoom)
    events = parts.part(RatioEvent.self, rowRoom)
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
  /// Variables at the end of the replay that a kernel of tight rows determines together, and the number of that one,
  /// from 1; 0 before the first.
  var kernelCount: Int32 = 0
  var kernel: Int32 = 0
  /// `LongRow.standIn`.
  var standIn: Int32 = -1
}

/// An inactive row whose target is crossed after `step` along an edge.
struct RatioEvent: BitwiseCopyable, Sendable {
  var step: Double
  /// |change of the row per step|.
  var size: Double
  var row: Int32
}
