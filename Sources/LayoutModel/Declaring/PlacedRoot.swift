import LayoutSyntax

/// Tells of clauses that place the root, which is where its scene is: nearly always they were meant for the view before
/// them, whose line a `;` has ended.
extension LayoutResolver {
  /// Looks at the clauses of the statement that has just been read, which is in the layout's own body.
  mutating func warnOfPlacedRoot(_ standing: Standing) {
    if following.isReadingAgain { return }
    let file = standing.site.file
    // This has been told.
    if let first = statements.clauses.first, kindOfViewBefore(node(first.node, in: file), in: file) != nil { return }
    for clause in statements.clauses {
      let node = node(clause.node, in: file)
      if clause.kind == .property, node.semicolonBehindView != nil {
        report(.propertyOfRoot(node.name), at: node, in: file)
      }
      guard clause.kind.clauseRole.contains(.place) else { continue }
      // A number in it may change without this being said anew.
      let word = node.source.text(in: node.firstToken.span)
      if let semicolon = node.semicolonBehindView {
        // All of the statement goes back to the line with it.
        builder.complaints.report(.lineEndedEarly(word), at: place(semicolon, in: file))
        return
      }
      report(.placedRoot(word), at: node, in: file)
    }
  }
}

extension SyntaxNode {
  /// The `;` before a clause, where it ends the line of a view: `box b size 10; top 8`.
  fileprivate var semicolonBehindView: SourceSpan? {
    let bytes = source.bytes
    var index = Int(span.start) - 1
    while index > 0, bytes[index] == 0x20 || bytes[index] == 0x09 { index -= 1 }
    guard index > 0, bytes[index] == UInt8(ascii: ";") else { return nil }
    let line = source.lineSpan(source.position(of: Int32(index)).line)
    let before = bytes[Int(line.start)..<index]
    let brace = before.lastIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    let start = brace.map { $0 + 1 } ?? before.startIndex
    let first = String(decoding: before[start...], as: UTF8.self).split(separator: " ").first.map(String.init)
    guard let first, Word.all(.viewKind).contains(where: { $0.rawValue == first }) else { return nil }
    return SourceSpan(start: Int32(index), end: Int32(index + 1))
  }
}

extension Complaint {
  static func lineEndedEarly(_ clause: String) -> Complaint {
    Complaint(
      .unreadSetting, "this ';' ends the line of a view, so that '\(clause)' is about the root", replacement: "",
      help: ["help: the clauses of a view stand behind each other, or in its braces"])
  }

  static func propertyOfRoot(_ name: String) -> Complaint {
    Complaint(
      .indentedClause, "the ';' before it ends the line of a view, so that '\(name)' is about the root",
      help: ["help: the clauses of a view stand behind each other, or in its braces; those of the root on other lines"])
  }

  static func placedRoot(_ clause: String) -> Complaint {
    Complaint(
      .unreadSetting, "'\(clause)' has no effect on the root, which is where its scene is", replacement: "",
      help: ["help: what places a view stands on its line, or in its braces"])
  }
}
