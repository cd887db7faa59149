/// The rows of a system as bare memory, for as long as it is compiled.
///
/// The phases that look at every term of every row would ask an array each time whether it is that long.
struct SystemRows {
  let starts: UnsafeBufferPointer<Int32>
  let variables: UnsafeBufferPointer<Int32>
  let coefficients: UnsafeBufferPointer<Double>
  let relations: UnsafeBufferPointer<Relation>
  let priorities: UnsafeBufferPointer<Float>

  var count: Int { relations.count }

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
    rowStarts.withUnsafeBufferPointer { starts in
      termVariables.withUnsafeBufferPointer { variables in
        termCoefficients.withUnsafeBufferPointer { coefficients in
          relations.withUnsafeBufferPointer { relations in
            priorities.withUnsafeBufferPointer { priorities in
              body(
                SystemRows(
                  starts: starts, variables: variables, coefficients: coefficients, relations: relations,
                  priorities: priorities))
            }
          }
        }
      }
    }
  }
}
