/// Writes a `ConstraintSystem` down, variable by variable and row by row.
///
/// Rows can be added to a system as well. But a system is a value: each of its arrays asks with every number whether
/// somebody else holds it, and grows to twice the room. A writer has one owner, its calls are inlined where rows are
/// made, and the system that it leaves has just the room it needs. That saves half of the time it takes to make the
/// rows of a layout. Whoever adds a row to a finished system needs no writer.
public struct SystemWriter: ~Copyable {
  @usableFromInline var naturalValues: Column<Double>
  @usableFromInline var isSize: Column<Bool>
  @usableFromInline var rowStarts: Column<Int32>
  @usableFromInline var termVariables: Column<Int32>
  @usableFromInline var termCoefficients: Column<Double>
  @usableFromInline var relations: Column<Relation>
  @usableFromInline var priorities: Column<Float>
  @usableFromInline var constants: Column<Double>
  @usableFromInline var isImported: Column<Bool>

  /// Makes room; more is made where it does not do.
  public init(variables: Int = 0, constraints: Int = 0, terms: Int = 0) {
    naturalValues = Column(capacity: variables)
    isSize = Column(capacity: variables)
    rowStarts = Column(capacity: constraints + 1)
    termVariables = Column(capacity: terms)
    termCoefficients = Column(capacity: terms)
    relations = Column(capacity: constraints)
    priorities = Column(capacity: constraints)
    constants = Column(capacity: constraints)
    isImported = Column(capacity: constraints)
    rowStarts.append(0)
  }

  /// How many rows were written.
  @inlinable public var constraintCount: Int { relations.count }

  /// Adds a position: any number, 0 when nothing decides.
  @inlinable @discardableResult public mutating func addPosition() -> VariableID {
    addVariable(natural: 0, isSize: false)
  }

  /// Adds a size: never negative, `natural` when nothing decides.
  @inlinable @discardableResult public mutating func addSize(natural: Double = 0) -> VariableID {
    addVariable(natural: natural, isSize: true)
  }

  @inlinable mutating func addVariable(natural: Double, isSize: Bool) -> VariableID {
    naturalValues.append(natural)
    self.isSize.append(isSize)
    return VariableID(Int32(naturalValues.count - 1))
  }

  /// Appends a term to the row that the next `endRow` closes. A variable may occur more than once.
  @inlinable public mutating func addTerm(_ variable: VariableID, _ coefficient: Double) {
    termVariables.append(variable.index)
    termCoefficients.append(coefficient)
  }

  /// Closes a row over the terms added since the last one.
  ///
  /// - Parameter constant: finite.
  @inlinable public mutating func endRow(
    _ relation: Relation, _ constant: Double, _ priority: Priority = .required, imported: Bool = false
  ) {
    rowStarts.append(Int32(truncatingIfNeeded: termVariables.count))
    relations.append(relation)
    priorities.append(priority.value)
    constants.append(constant)
    isImported.append(imported)
  }

  /// Adds a whole row at once.
  public mutating func add(
    _ terms: [(VariableID, Double)], _ relation: Relation, _ constant: Double, _ priority: Priority = .required,
    imported: Bool = false
  ) {
    for (variable, coefficient) in terms { addTerm(variable, coefficient) }
    endRow(relation, constant, priority, imported: imported)
  }

  /// Adds rows of a system.
  ///
  /// - Parameter variables: by variable of that system: what it is called here; nil: as there.
  public mutating func append(_ rows: Range<Int32>, of other: ConstraintSystem, calling variables: [Int32]? = nil) {
    let indices = Int(rows.lowerBound)..<Int(rows.upperBound)
    let firstTerm = other.rowStarts[indices.lowerBound]
    let terms = Int(firstTerm)..<Int(other.rowStarts[indices.upperBound])
    let shift = Int32(termVariables.count) - firstTerm
    for row in indices { rowStarts.append(other.rowStarts[row + 1] + shift) }
    relations.append(other.relations[indices])
    priorities.append(other.priorities[indices])
    constants.append(other.constants[indices])
    isImported.append(other.isImported[indices])
    if let variables {
      for variable in other.termVariables[terms] {
        let name = variables[Int(variable)]
        precondition(name >= 0, "variable \(variable) of rows \(rows) has no name")
        termVariables.append(name)
      }
    } else {
      termVariables.append(other.termVariables[terms])
    }
    termCoefficients.append(other.termCoefficients[terms])
  }

  /// What was written.
  public consuming func finish() -> ConstraintSystem { ConstraintSystem(self) }
}
