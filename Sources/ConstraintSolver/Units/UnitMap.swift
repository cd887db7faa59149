/// Which variables belong together: what stands inside a view, as against what stands around it.
///
/// A *unit* is compiled by itself, and what is compiled is kept for every system that has the same unit again: the same
/// card twenty times in a list, the nineteen cards that a switch in the twentieth does not concern. To say which
/// variables may become units is a matter of speed alone and never of truth: a unit that the rest of its system leaves
/// no choice but to be solved together with it is (`Partition`, `Trunk`).
///
/// Whoever describes views names, for each unit, the variables inside and those at its *edge*: the sizes of the view
/// that it is the inside of. Rows on nothing but the edge count to the unit.
public struct UnitMap: Equatable, Sendable {
  /// By variable, as `code(of:)` says; those beyond the end are in no unit.
  private var codes: [Int32] = []
  public private(set) var count = 0

  /// No units: a system is compiled as a whole.
  public init() {}

  /// - Parameters:
  ///   - inside: in no other unit.
  ///   - edge: in no other unit.
  public mutating func add(inside: [VariableID], edge: [VariableID]) {
    for variable in inside { note(variable, code: 2 * Int32(count)) }
    for variable in edge { note(variable, code: 2 * Int32(count) + 1) }
    count += 1
  }

  private mutating func note(_ variable: VariableID, code: Int32) {
    let index = Int(variable.index)
    while index >= codes.count { codes.append(-1) }
    precondition(codes[index] < 0, "variable \(index) is in two units")
    codes[index] = code
  }

  /// Twice the number of the unit that a variable is in, one more at its edge; negative for those in none.
  @inline(__always) func code(of variable: Int32) -> Int32 { variable < codes.count ? codes[Int(variable)] : -1 }
}
