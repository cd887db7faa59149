/// How much the copies in one layout may come to.
///
/// A few lines of loops in loops, or of components whose slots stand twice in each other, ask for more than any machine
/// has. Views have a limit of their own. These limits are for what has no view in it, and for what a copy has too much
/// of: one text of a megabyte is fine, a hundred thousand of them are not.
struct CopyLimits: Sendable {
  /// How many clauses, branches and scopes there may be together. The same limit holds for values, and for blocks. It
  /// is enough for as many views as there may be.
  var clauses = 2_000_000
  /// Bytes of all texts. A file has sixteen megabytes at most, and each text in it is read once or twice.
  var textBytes = 64_000_000
  /// Parts of all conditions: enough for as many branches as there may be views.
  var conditionParts = 8_000_000
}

/// How much of the limits is used up.
struct Room: Sendable {
  let limits: CopyLimits
  /// Bytes of all texts so far.
  fileprivate(set) var textBytes = 0
  /// Parts of all conditions read and joined so far.
  fileprivate(set) var conditionParts = 0

  init(limits: CopyLimits) { self.limits = limits }

  var hasTooMuchText: Bool { textBytes > limits.textBytes }
  var hasTooManyConditions: Bool { conditionParts > limits.conditionParts }
}

extension LayoutBuilder {
  /// Counts another text; false when all texts together are too long, which is reported once.
  mutating func hasRoom(for text: String, at origin: Origin) -> Bool {
    if room.hasTooMuchText { return false }
    room.textBytes += text.utf8.count
    guard room.hasTooMuchText else { return true }
    report(.tooMuchText(room.limits.textBytes), at: origin)
    return false
  }

  /// Counts another condition; false when all conditions together are too large, which is reported once.
  mutating func hasRoom(for condition: Condition, at origin: Origin) -> Bool {
    if room.hasTooManyConditions { return false }
    room.conditionParts += condition.partCount
    guard room.hasTooManyConditions else { return true }
    report(.tooManyConditions(room.limits.conditionParts), at: origin)
    return false
  }
}

extension Complaint {
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
