/// The warm state of all general blocks and their scratch: where it is in the memory of a run. All zero means that
/// nothing is known, which is how a run begins.
struct GeneralArena: BitwiseCopyable, Sendable {
  let inverse: MemoryPart<Double>
  let masks: MemoryPart<UInt64>
  let active: MemoryPart<Int32>
  let place: MemoryPart<Int32>
  let side: MemoryPart<Int8>
  let isTight: MemoryPart<Bool>
  let replayRow: MemoryPart<Int32>
  let replayVariable: MemoryPart<Int32>
  let states: MemoryPart<GeneralState>
  let numbers: MemoryPart<Double>
  let flags: MemoryPart<Int32>
  let events: MemoryPart<RatioEvent>
  let enteringMask: MemoryPart<UInt64>
  /// Rows and variables of the largest block: how `numbers` and `flags` are divided.
  let rowRoom: Int
  let variableRoom: Int

  init(_ sizes: ArenaSizes, blockCount: Int, _ parts: inout MemoryParts) {
    rowRoom = sizes.largestRowCount
    variableRoom = sizes.largestVariableCount
    states = parts.part(GeneralState.self, blockCount)
    inverse = parts.part(Double.self, sizes.inverse)
    masks = parts.part(UInt64.self, sizes.masks)
    active = parts.part(Int32.self, sizes.variables)
    place = parts.part(Int32.self, sizes.rows)
    side = parts.part(Int8.self, sizes.rows)
    isTight = parts.part(Bool.self, sizes.rows)
    replayRow = parts.part(Int32.self, sizes.variables)
    replayVariable = parts.part(Int32.self, sizes.variables)
    numbers = parts.part(Double.self, 3 * rowRoom + 5 * variableRoom)
    flags = parts.part(Int32.self, 2 * rowRoom + 2 * variableRoom)
    events = parts.part(RatioEvent.self, rowRoom)
    enteringMask = parts.part(UInt64.self, variableRoom / 64 + 1)
  }
}

/// A `GeneralArena` as bare memory.
struct GeneralMemory {
  /// Inverse of the active rows, `variableCount²` a block: entry (variable, place).
  let inverse: UnsafeMutablePointer<Double>
  /// Which entries of each row of `inverse` may differ from zero, as bits. A set of bits cannot hold an index twice,
  /// which a list of nonzeros can, with wrong optima as the price.
  let masks: UnsafeMutablePointer<UInt64>
  /// Active row of each place, by variable number.
  let active: UnsafeMutablePointer<Int32>
  /// Place of each row among the active ones, -1 when inactive.
  let place: UnsafeMutablePointer<Int32>
  /// On which side of its target each inactive row is: +1 or -1.
  let side: UnsafeMutablePointer<Int8>
  /// Rows that hold as equalities at the optimum.
  let isTight: UnsafeMutablePointer<Bool>
  /// How the optimum follows from the tight rows: `replayVariable` from `replayRow`, in order.
  let replayRow: UnsafeMutablePointer<Int32>
  let replayVariable: UnsafeMutablePointer<Int32>
  let states: UnsafeMutablePointer<GeneralState>

  // Scratch, as large as the largest block needs.
  let numbers: UnsafeMutablePointer<Double>
  let flags: UnsafeMutablePointer<Int32>
  let events: UnsafeMutablePointer<RatioEvent>
  let enteringMask: UnsafeMutablePointer<UInt64>
  let rowRoom: Int
  let variableRoom: Int

  @inline(__always) init(_ base: UnsafeMutableRawPointer, _ layout: GeneralArena) {
    inverse = layout.inverse.start(in: base)
    masks = layout.masks.start(in: base)
    active = layout.active.start(in: base)
    place = layout.place.start(in: base)
    side = layout.side.start(in: base)
    isTight = layout.isTight.start(in: base)
    replayRow = layout.replayRow.start(in: base)
    replayVariable = layout.replayVariable.start(in: base)
    states = layout.states.start(in: base)
    numbers = layout.numbers.start(in: base)
    flags = layout.flags.start(in: base)
    events = layout.events.start(in: base)
    enteringMask = layout.enteringMask.start(in: base)
    rowRoom = layout.rowRoom
    variableRoom = layout.variableRoom
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
