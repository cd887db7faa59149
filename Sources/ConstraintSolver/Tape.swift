/// One step of the tape: writes its slot from slots before it.
struct Instruction: BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    /// `scale · constant[row] + Σ terms`; `row` is -1 when no constant is read.
    case dot
    /// Copies its one term, which must be about 0 (or on the right side of it, as `row` relates): else row `row`
    /// contradicts the required rows compiled before it.
    case check
    /// The natural value of variable `row`: nothing says anything about its class.
    case natural
    /// The natural value of variable `row`, but at most the one term.
    case naturalAtMost
    /// The natural value of variable `row`, but at least the one term.
    case naturalAtLeast
    /// The greater of the two terms.
    case greater
    /// The lesser of the two terms.
    case lesser
    /// Solves block `row` and writes this slot and the outputs that follow.
    case block
    /// A further variable of the block before it.
    case blockOutput
  }

  var scale: Double
  var row: Int32
  /// Its terms begin here and end where those of the next op begin.
  var firstTerm: Int32
  /// The ops that read its slot: from here to where the readers of the next op begin.
  var firstReader: Int32 = 0
  var kind: Kind
  /// Of the row of a check.
  var relation = Relation.equal
  /// Whether a size is read from its slot.
  var holdsSize = false
}

/// A multiple of an earlier slot.
struct Term: BitwiseCopyable, Sendable {
  var coefficient: Double
  var slot: Int32
}

/// A straight-line program from constants to values: op `i` writes slot `i` and reads only smaller slots.
///
/// Presolve does not compute what its steps do to the constants of the rows; it writes it down here. Running the
/// tape solves the system for the constants of the moment. Slot 0 holds the constant zero.
struct Tape: Sendable {
  /// One more than there are slots: the last one only ends the terms and readers.
  var ops: [Instruction]
  var terms: [Term]
  var readers: [Int32]

  var count: Int { ops.count - 1 }

  func terms(of op: Int) -> ArraySlice<Term> {
    terms[Int(ops[op].firstTerm)..<Int(ops[op + 1].firstTerm)]
  }

  func readers(of op: Int) -> ArraySlice<Int32> {
    readers[Int(ops[op].firstReader)..<Int(ops[op + 1].firstReader)]
  }
}

/// Where a number that changes at run time is found: a slot of the tape, or the constant of a row that needed no
/// op because no offsets were left in it.
struct Source: BitwiseCopyable, Sendable, Equatable {
  private var code: Int32

  static func slot(_ slot: Int32) -> Source { Source(code: slot) }
  static func constant(ofRow row: Int32) -> Source { Source(code: ~row) }

  @inline(__always) var slot: Int32? { code >= 0 ? code : nil }
  @inline(__always) var row: Int32? { code < 0 ? ~code : nil }
  @inline(__always) var isSlot: Bool { code >= 0 }
  @inline(__always) var index: Int { code >= 0 ? Int(code) : Int(~code) }
}
