/// A number to be found. Variables are numbered from 0 in document order: whoever describes a view adds its
/// sizes before its positions, because ties are decided in this order (see `Solver`).
public struct VariableID: Hashable, Comparable, Sendable {
  /// From 0, in document order.
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }
  @inlinable public static func < (left: VariableID, right: VariableID) -> Bool { left.index < right.index }
}

/// A constraint of a `ConstraintSystem`, numbered from 0 in document order.
public struct ConstraintID: Hashable, Comparable, Sendable {
  /// From 0, in document order.
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }
  @inlinable public static func < (left: ConstraintID, right: ConstraintID) -> Bool { left.index < right.index }
}

/// How the two sides of a constraint compare.
public enum Relation: UInt8, BitwiseCopyable, Sendable {
  case equal, lessThanOrEqual, greaterThanOrEqual
}

/// How strongly a constraint is meant: 1000 and more must hold, anything below is a preference that yields to
/// every higher one. Preferences are ordered, never weighed against each other.
public struct Priority: Hashable, Comparable, Sendable {
  /// The higher, the stronger.
  public var value: Float

  @inlinable public init(_ value: Float) { self.value = value }

  /// Must hold.
  public static let required = Priority(1000)
  /// A strong preference.
  public static let high = Priority(750)
  /// A weak preference.
  public static let low = Priority(250)
  /// The weakest of the usual preferences: a size that fits its content.
  public static let fitting = Priority(50)

  /// Whether it must hold.
  @inlinable public var isRequired: Bool { value >= 1000 }
  @inlinable public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}

/// A system of linear constraints, row by row: `Σ coefficient · variable (== | <= | >=) constant @ priority`.
///
/// This is only the description, without views or axes; `Solver` compiles it. The violation of a row is measured in
/// units of its first term, which should therefore have the coefficient 1 or -1. Storage is flat: row `r` owns the
/// terms `rowStarts[r] ..< rowStarts[r + 1]`. Whoever makes many rows makes them with a `SystemWriter`.
public struct ConstraintSystem: Sendable {
  /// What each variable is nearest to when no constraint decides: a size its intrinsic size, a position 0.
  public private(set) var naturalValues: [Double] = []
  /// Variables that are sizes: never negative, without a row that says so.
  public private(set) var isSize: [Bool] = []

  /// By row, and one more: where its terms begin.
  public private(set) var rowStarts: [Int32] = [0]
  /// By term: the index of its variable.
  public private(set) var termVariables: [Int32] = []
  /// By term.
  public private(set) var termCoefficients: [Double] = []
  /// By row.
  public private(set) var relations: [Relation] = []
  /// By row.
  public private(set) var priorities: [Float] = []
  /// By row.
  public private(set) var constants: [Double] = []
  /// Rows that never yield when required rows contradict each other: what the surroundings dictate.
  public private(set) var isImported: [Bool] = []

  /// Most variables of a block that keeps the inverse of its active rows: the bits of one word. Larger ones keep sparse
  /// factors, with the same result to the last bit; tests hold one against the other.
  var largestDenseBlock = 64 {
    didSet { precondition(largestDenseBlock <= 64, "\(largestDenseBlock) bits in one word") }
  }
  /// Of a row of a block with sparse factors that is not kept apart from them (`LongRow`): most variables. Tests lower
  /// it.
  var longestShortRow = 32
  /// Whether a preference counts only if it can be met: what those before it leave no room for is left out, and those
  /// after it do not know of it (`YieldSearch`). No two have the same priority.
  var isAllOrNothing = false

  /// No variables and no rows.
  public init() {}

  /// All columns at once, as `SystemWriter` has them.
  init(
    naturalValues: [Double], isSize: [Bool], rowStarts: [Int32], termVariables: [Int32], termCoefficients: [Double],
    relations: [Relation], priorities: [Float], constants: [Double], isImported: [Bool]
  ) {
    self.naturalValues = naturalValues
    self.isSize = isSize
    self.rowStarts = rowStarts
    self.termVariables = termVariables
    self.termCoefficients = termCoefficients
    self.relations = relations
    self.priorities = priorities
    self.constants = constants
    self.isImported = isImported
  }

  /// How many variables there are.
  public var variableCount: Int { naturalValues.count }
  /// How many rows there are.
  public var constraintCount: Int { relations.count }

  /// Adds a position: any number, 0 when nothing decides.
  public mutating func addPosition() -> VariableID { addVariable(natural: 0, isSize: false) }

  /// Adds a size: never negative, `natural` when nothing decides.
  public mutating func addSize(natural: Double = 0) -> VariableID { addVariable(natural: natural, isSize: true) }

  private mutating func addVariable(natural: Double, isSize: Bool) -> VariableID {
    naturalValues.append(natural)
    self.isSize.append(isSize)
    return VariableID(Int32(naturalValues.count - 1))
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - terms: a variable may occur more than once.
  ///   - constant: finite.
  @discardableResult
  public mutating func add(
    _ terms: [(VariableID, Double)], _ relation: Relation, _ constant: Double, _ priority: Priority = .required,
    imported: Bool = false
  ) -> ConstraintID {
    for (variable, coefficient) in terms {
      termVariables.append(variable.index)
      termCoefficients.append(coefficient)
    }
    rowStarts.append(Int32(termVariables.count))
    relations.append(relation)
    priorities.append(priority.value)
    constants.append(constant)
    isImported.append(imported)
    return ConstraintID(Int32(relations.count - 1))
  }

  /// Whether `row` is the same as `otherRow` of `other`, apart from the constants.
  public func hasSameShape(_ row: ConstraintID, as otherRow: ConstraintID, of other: ConstraintSystem) -> Bool {
    let mine = Int(row.index)
    let theirs = Int(otherRow.index)
    let start = Int(rowStarts[mine])
    let otherStart = Int(other.rowStarts[theirs])
    let count = Int(rowStarts[mine + 1]) - start
    guard Int(other.rowStarts[theirs + 1]) - otherStart == count, relations[mine] == other.relations[theirs],
      priorities[mine] == other.priorities[theirs], isImported[mine] == other.isImported[theirs]
    else { return false }
    for term in 0..<count {
      guard termVariables[start + term] == other.termVariables[otherStart + term],
        termCoefficients[start + term] == other.termCoefficients[otherStart + term]
      else { return false }
    }
    return true
  }

  /// Replaces the constant of a row: finite.
  public mutating func setConstant(_ row: ConstraintID, _ value: Double) { constants[Int(row.index)] = value }

  /// Replaces the natural value of a variable: finite.
  public mutating func setNatural(_ variable: VariableID, _ value: Double) {
    naturalValues[Int(variable.index)] = value
  }

  /// Lets a required row yield to all other required rows, and to nothing else.
  mutating func demote(_ row: ConstraintID) { priorities[Int(row.index)] = Priority.required.value.nextDown }
}
