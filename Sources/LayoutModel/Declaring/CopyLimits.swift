import LayoutSyntax

extension LayoutResolver {
  /// Whether nothing more is to be expanded. Reports at `node` when the copies are too many.
  mutating func isOverCopyLimit(at node: SyntaxNode, in outer: Surroundings) -> Bool {
    if builder.views.isFull { return true }
    let clauses = statements.items.count + builder.branches.all.count + scopes.count
    guard max(clauses, scopes.values.count, expansion.blockCount) > builder.room.limits.clauses else { return false }
    report(.tooManyCopies(builder.room.limits.clauses), at: node, in: outer.file)
    // The document is wrong whatever the clauses say, and nobody should wait until two million of them are read.
    statements.items.removeAll()
    builder.views.isFull = true
    return true
  }
}

extension Complaint {
  static func tooManyCopies(_ most: Int) -> Complaint {
    Complaint(
      .tooManyCopies,
      "the copies in this layout are more than \(most) clauses, values or blocks; all clauses are left out")
  }
}
