extension SyntaxTree {
  /// The document in the one style, as UTF-8; nil while it has syntax errors, since whoever is in the middle of a
  /// line does not want it moved.
  ///
  /// What changes are blanks, line ends and needless `;`: tokens, comments and their order stay, so the tree of the
  /// result is the same. Formatting a formatted document changes nothing. Cost: linear in the text.
  ///
  /// - A block indents by two. At most one blank line in a row, none where a block begins or ends. Lines end with
  ///   `\n`, nothing stands behind them, and the last one has its end too.
  /// - A block written on one line stays on one line as long as that fits 120 columns; one written on several has
  ///   its statements on lines of their own, except those that `;` joins. No lines are joined, save that `{` goes to
  ///   the end of its line, and `else` behind the `}` of several lines.
  /// - One blank around operators and after commas, none inside parentheses, around `.` and before `:` (see
  ///   `TokenSpacing`).
  /// - Columns only where the author began them (see `ColumnAlignment`); comments at the ends of consecutive lines
  ///   always.
  public func formatted() -> [UInt8]? {
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    let elements = FormatElement.all(of: self)
    let roles = TokenRoles(of: self)
    var lines = LineLayout(tree: self, elements: elements, roles: roles)
    lines.layOut()
    var gaps = lines.gaps
    ColumnAlignment(elements: elements, roles: roles, layout: lines).align(&gaps)
    TrailingComments.align(&gaps, in: lines)
    return FormatWriter(source: source, layout: lines, gaps: gaps).text()
  }
}
