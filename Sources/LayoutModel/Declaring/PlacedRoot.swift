import LayoutSyntax

/// Tells of clauses that place the root, which is where its scene is: nearly always they were meant for the view before
/// them, whose line a `;` has ended.
extension LayoutResolver {
  /// Looks at the clauses of the statement that has just been read, which is in the layout's own body.
  mutating func warnOfPlacedRoot(_ standing: Standing) {
    if following.isReadingAgain { return }
    let file = standing.site.file
    for clause in statements.clauses {
      let node = node(clause.node, in: file)
      let end = endOfView(before: node, in: file)?.sign
      // This has been told, of all of the statement.
      if end?.kind == .rightBrace { return }
      if clause.kind == .property, end != nil {
        report(.propertyOfRoot(node.name), at: node, in: file)
      }
      guard clause.kind.clauseRole.contains(.place) else { continue }
      // A number in it may change without this being said anew.
      let word = node.source.text(in: node.firstToken.span)
      if let semicolon = end {
        // All of the statement goes back to the line with it.
        builder.complaints.report(.lineEndedEarly(word), at: place(semicolon.span, in: file))
        return
      }
      report(.placedRoot(word), at: node, in: file)
    }
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
