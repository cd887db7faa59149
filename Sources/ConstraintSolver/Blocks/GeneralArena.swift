/// The warm state of all general blocks of a run and their scratch, in one piece of memory.
struct GeneralArena: Sendable {
  var words: [UInt64]
  let layout: ArenaLayout

  init(_ table: BlockTable) {
    layout = ArenaLayout(table.arenas, blockCount: table.generals.count)
    words = Array(repeating: 0, count: layout.byteCount / 8)
  }

  func state(ofGeneral index: Int) -> GeneralState {
    words.withUnsafeBytes {
      $0.load(fromByteOffset: layout.states + index * MemoryLayout<GeneralState>.stride, as: GeneralState.self)
    }
  }
}

/// Byte offsets of the parts of a `GeneralArena`. All zero means that nothing is known, which is how a run begins.
struct ArenaLayout: Sendable {
  let inverse: Int
  let masks: Int
  let active: Int
  let place: Int
  let side: Int
  let isTight: Int
  let replayRow: Int
  let replayVariable: Int
  let states: Int
  let numbers: Int
  let flags: Int
  let events: Int
  let enteringMask: Int
  let byteCount: Int
  /// Rows and variables of the largest block: how `numbers` and `flags` are divided.
  let rowRoom: Int
  let variableRoom: Int

  init(_ sizes: ArenaSizes, blockCount: Int) {
    var end = 8
    func part<Item>(_ type: Item.Type, _ count: Int) -> Int {
      let start = end
      end += (count * MemoryLayout<Item>.stride + 7) & ~7
      return start
    }
    rowRoom = sizes.largestRowCount
    variableRoom = sizes.largestVariableCount
    states = part(GeneralState.self, blockCount)
    inverse = part(Double.self, sizes.inverse)
    masks = part(UInt64.self, sizes.masks)
    active = part(Int32.self, sizes.variables)
    place = part(Int32.self, sizes.rows)
    side = part(Int8.self, sizes.rows)
    isTight = part(Bool.self, sizes.rows)
    replayRow = part(Int32.self, sizes.variables)
    replayVariable = part(Int32.self, sizes.variables)
    numbers = part(Double.self, 3 * rowRoom + 5 * variableRoom)
    flags = part(Int32.self, 2 * rowRoom + 2 * variableRoom)
    events = part(RatioEvent.self, rowRoom)
    enteringMask = part(UInt64.self, variableRoom / 64 + 1)
    byteCount = end
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

  @inline(__always) init(_ base: UnsafeMutableRawPointer, _ layout: ArenaLayout) {
    inverse = (base + layout.inverse).assumingMemoryBound(to: Double.self)
    masks = (base + layout.masks).assumingMemoryBound(to: UInt64.self)
    active = (base + layout.active).assumingMemoryBound(to: Int32.self)
    place = (base + layout.place).assumingMemoryBound(to: Int32.self)
    side = (base + layout.side).assumingMemoryBound(to: Int8.self)
    isTight = (base + layout.isTight).assumingMemoryBound(to: Bool.self)
    replayRow = (base + layout.replayRow).assumingMemoryBound(to: Int32.self)
    replayVariable = (base + layout.replayVariable).assumingMemoryBound(to: Int32.self)
    states = (base + layout.states).assumingMemoryBound(to: GeneralState.self)
    numbers = (base + layout.numbers).assumingMemoryBound(to: Double.self)
    flags = (base + layout.flags).assumingMemoryBound(to: Int32.self)
    events = (base + layout.events).assumingMemoryBound(to: RatioEvent.self)
    enteringMask = (base + layout.enteringMask).assumingMemoryBound(to: UInt64.self)
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
