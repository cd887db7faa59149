/// Where the compiler was when the budget came to its end.
enum TangledPlace {
  case nowhere
  /// Collapsing a row onto classes, again and again.
  case row(Int32)
  /// Eliminating an unknown.
  case unknown(Int32)
  /// Making room for a block.
  case block(Int)
}

extension Compiler {
  /// What hangs together there.
  func tangle() -> Tangle {
    switch tangled {
    case .nowhere: return Tangle(variables: [])
    case .row(let row):
      let variables = Set(rows.terms(of: Int(row)).map { classes[rows.variables[$0]].representative })
      return Tangle(variables: variables.subtracting([ClassMembership.constant]).sorted().map(VariableID.init))
    case .unknown(let unknown):
      var components = Components(uniting: self)
      let root = components.root(of: unknown)
      var variables: [VariableID] = []
      for other in 0..<Int32(unknowns.count) where components.root(of: other) == root {
        variables.append(VariableID(unknowns[other]))
      }
      return Tangle(variables: variables)
    case .block(let index):
      return Tangle(variables: blocks.blocks[index].places.map { VariableID(blocks.variables[$0]) })
    }
  }
}
