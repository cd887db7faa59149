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
  /// Rows of another system that stand among those that are written. They are copied once, when the system is finished.
  private var takenRows: [TakenItems] = []
  @usableFromInline var takenCount = 0

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

  /// How many rows were written or taken.
  @inlinable public var constraintCount: Int { relations.count + takenCount }

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

  /// Adds rows of the system that `finish` is given.
  public mutating func take(_ rows: Range<Int32>) {
    takenRows.append(TakenItems(written: relations.count, items: Int(rows.lowerBound)..<Int(rows.upperBound)))
    takenCount += rows.count
  }

  /// What was written and taken.
  ///
  /// - Parameters:
  ///   - other: the system whose rows were taken.
  ///   - names: by variable of that system: what it is called here; nil: as there.
  public consuming func finish(
    taking other: ConstraintSystem = ConstraintSystem(), calling names: [Int32]? = nil
  ) -> ConstraintSystem {
    let takenTerms = takenRows.map { rows in
      TakenItems(
        written: Int(rowStarts[rows.written]),
        items: Int(other.rowStarts[rows.items.lowerBound])..<Int(other.rowStarts[rows.items.upperBound]))
    }
    return ConstraintSystem(
      naturalValues: naturalValues.array(), isSize: isSize.array(), rowStarts: starts(takenTerms, other.rowStarts),
      termVariables: variables(takenTerms, other.termVariables, names),
      termCoefficients: termCoefficients.array(with: takenTerms, of: other.termCoefficients),
      relations: relations.array(with: takenRows, of: other.relations),
      priorities: priorities.array(with: takenRows, of: other.priorities),
      constants: constants.array(with: takenRows, of: other.constants),
      isImported: isImported.array(with: takenRows, of: other.isImported))
  }

  /// Where the terms of each row begin, with those of the rows that were taken.
  private borrowing func starts(_ takenTerms: [TakenItems], _ others: [Int32]) -> [Int32] {
    if takenRows.isEmpty { return rowStarts.array() }
    var starts: [Int32] = []
    starts.reserveCapacity(constraintCount + 1)
    var (next, before) = (0, 0)
    for (rows, terms) in zip(takenRows, takenTerms) {
      for row in next..<rows.written { starts.append(rowStarts[row] + Int32(before)) }
      let shift = Int32(terms.written + before - terms.items.lowerBound)
      for row in rows.items { starts.append(others[row] + shift) }
      (next, before) = (rows.written, before + terms.items.count)
    }
    for row in next..<rowStarts.count { starts.append(rowStarts[row] + Int32(before)) }
    return starts
  }

  /// The variables of all terms, each as it is called here.
  private borrowing func variables(_ takenTerms: [TakenItems], _ others: [Int32], _ names: [Int32]?) -> [Int32] {
    var variables = termVariables.array(with: takenTerms, of: others)
    guard let names else { return variables }
    var all = variables.mutableSpan
    var before = 0
    for terms in takenTerms {
      for term in terms.written + before..<terms.written + before + terms.items.count {
        let name = names[Int(all[term])]
        precondition(name >= 0, "variable \(all[term]) of term \(term) has no name")
        all[term] = name
      }
      before += terms.items.count
    }
    return variables
  }
}
