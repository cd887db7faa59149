/// The rows of a system, lent for as long as it is compiled.
struct SystemRows {
  let count: Int
  let starts: StoredSpan<Int32>
  let variables: StoredSpan<Int32>
  let coefficients: StoredSpan<Double>
  let relations: StoredSpan<Relation>
  let priorities: StoredSpan<Float>

  @inline(__always) func isRequired(_ row: Int) -> Bool { priorities[row] >= Compiler.required }

  @inline(__always) func isRequiredEquality(_ row: Int) -> Bool { relations[row] == .equal && isRequired(row) }

  /// All required priorities are one.
  @inline(__always) func priority(of row: Int) -> Float { min(priorities[row], Compiler.required) }

  @inline(__always) func terms(of row: Int) -> Range<Int> { Int(starts[row])..<Int(starts[row + 1]) }

  @inline(__always) func smallestPivot(of row: Int) -> Double {
    var largest = 0.0
    for term in terms(of: row) { largest = max(largest, abs(coefficients[term])) }
    return Compiler.smallestPivot * largest
  }
}

extension ConstraintSystem {
  func withRows<Result>(_ body: (SystemRows) -> Result) -> Result {
    rowStarts.lend { starts in
      termVariables.lend { variables in
        termCoefficients.lend { coefficients in
          relations.lend { relations in
            priorities.lend { priorities in
              body(
                SystemRows(
                  count: constraintCount, starts: starts, variables: variables, coefficients: coefficients,
                  relations: relations, priorities: priorities))
            }
          }
        }
      }
    }
  }
}
