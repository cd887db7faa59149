import LayoutSyntax

/// What the copies of one layout may come to.
///
/// A few lines of loops in loops, or of components whose slots stand twice in each other, ask for more than any
/// machine has. Views have a limit of their own; these are for what has no view in it, and for what a copy has too
/// much of: a text of a megabyte is fine, and a hundred thousand are not.
struct CopyLimits: Sendable {
  /// Clauses, branches and scopes; likewise values, and blocks. Enough for as many views as there may be.
  var clauses = 2_000_000
  /// Bytes of all texts. A file has sixteen megabytes at most, and each text in it is read once or twice.
  var textBytes = 64_000_000
  /// Parts of all conditions, for as many branches as there may be views.
  var conditionParts = 8_000_000
}

extension LayoutResolver {
  /// Whether nothing more is expanded; complains at `node` when copies are why.
  mutating func isOverCopyLimit(at node: SyntaxNode, in outer: Surroundings) -> Bool {
    if reportedTooManyViews { return true }
    let clauses = items.count + contexts.count + scopes.count
    guard max(clauses, scopes.values.count, blockCount) > limits.clauses else { return false }
    report(.tooManyCopies(limits.clauses), at: node, in: outer.file)
    // Whatever they say, the document is wrong; nobody should wait for two million clauses to hear it.
    items.removeAll()
    reportedTooManyViews = true
    return true
  }

  /// Counts another text; false when all texts come to too much, which is complained about once.
  mutating func hasRoom(for text: String, at place: Diagnostic.Place) -> Bool {
    if textBytes > limits.textBytes { return false }
    textBytes += text.utf8.count
    guard textBytes > limits.textBytes else { return true }
    complaints.report(.tooMuchText(limits.textBytes), at: place)
    return false
  }

  /// Counts another condition; false when all of them come to too much, which is complained about once.
  mutating func hasRoom(for condition: Condition, at place: Diagnostic.Place) -> Bool {
    if conditionParts > limits.conditionParts { return false }
    conditionParts += condition.partCount
    guard conditionParts > limits.conditionParts else { return true }
    complaints.report(.tooManyConditions(limits.conditionParts), at: place)
    return false
  }
}

extension Complaint {
  static func tooManyCopies(_ most: Int) -> Complaint {
    Complaint(
      .tooManyCopies,
      "the copies in this layout are more than \(most) clauses, values or blocks; all clauses are left out")
  }

  static func tooMuchText(_ most: Int) -> Complaint {
    Complaint(
      .tooManyCopies,
      "the texts of this layout come to more than \(most) bytes; this one and those after it are left out")
  }

  static func tooManyConditions(_ most: Int) -> Complaint {
    Complaint(
      .tooManyCopies,
      "the conditions of this layout come to more than \(most) parts; this one and those after it never hold")
  }
}
