/// A compiled system: everything that depends on its structure and on nothing that changes from solve to solve.
///
/// Immutable and shared by copies of a solver; what changes lives in `Run`.
final class Plan: Sendable {
  let tape: Tape
  /// Where each variable is read. Several variables may share a slot.
  let valueSlots: [Int32]
  /// The one op that reads the constant of a row; -1 when none does.
  let constantReaders: [Int32]
  /// The one op that reads the natural value of a variable; -1 when none does.
  let naturalReaders: [Int32]
  let blocks: BlockTable
  /// What the memory of every run of this plan begins with.
  let runLayout: RunLayout
  /// Slots that hold a size, each once: they are looked at for negative values.
  let sizeSlots: [Int32]
  /// By slot: the first variable that is read there, and by variable: the next one of the same slot, ascending; or -1.
  let firstVariables: [Int32]
  let nextVariables: [Int32]
  /// Representatives that no row is left to decide.
  let unattached: [Int32]
  /// `ClassMembership.representative` of each variable; how it follows from that one, its op says.
  let representatives: [Int32]
  let counts: CompileCounts

  init(
    tape: Tape, valueSlots: [Int32], constantReaders: [Int32], naturalReaders: [Int32], blocks: BlockTable,
    sizeSlots: [Int32], firstVariables: [Int32], nextVariables: [Int32], unattached: [Int32],
    representatives: [Int32], counts: CompileCounts
  ) {
    self.tape = tape
    self.valueSlots = valueSlots
    self.constantReaders = constantReaders
    self.naturalReaders = naturalReaders
    self.blocks = blocks
    runLayout = RunLayout(slotCount: tape.count, blocks)
    self.sizeSlots = sizeSlots
    self.firstVariables = firstVariables
    self.nextVariables = nextVariables
    self.unattached = unattached
    self.representatives = representatives
    self.counts = counts
  }
}

/// How a variable follows from its class: `ratio · representative + value of slot offset`.
struct ClassMembership: BitwiseCopyable, Sendable {
  static let constant: Int32 = -1
  /// A unit decides the variable, or it follows from one that a unit decides.
  static let elsewhere: Int32 = -2
  static let noOffset: Int32 = -1

  /// The lowest member of the class; `constant` when required rows alone decide, or `elsewhere`.
  var representative: Int32
  var offset: Int32
  var ratio: Double
}

/// What compiling found, for statistics and the dump.
struct CompileCounts: Sendable {
  /// Compiled by themselves.
  var units = 0
  var determined = 0
  var unions = 0
  var checks = 0
  var peeled = 0
  var aggregated = 0
  var slackened = 0
}
