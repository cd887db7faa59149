import ConstraintSolver
import LayoutModel

/// Which unknowns a view has: four, numbered so that they stand in document order with sizes before positions, as
/// the solver's rule for ties wants. Positions are relative to the parent's origin.
extension ViewID {
  var width: VariableID { VariableID(index * 4) }
  var height: VariableID { VariableID(index * 4 + 1) }
  var x: VariableID { VariableID(index * 4 + 2) }
  var y: VariableID { VariableID(index * 4 + 3) }

  init(owning variable: VariableID) { self.init(variable.index / 4) }
}

/// One unknown of a view, for messages.
enum Unknown: Int32 {
  case width, height, x, y

  init(_ variable: VariableID) { self = Unknown(rawValue: variable.index % 4)! }
}
