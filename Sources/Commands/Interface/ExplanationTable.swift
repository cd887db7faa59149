import LayoutSyntax
import Wire

/// Prints why a view is where it is: a block for each attribute, with a line for each constraint.
///
/// All blocks share their columns, so that priorities and slacks can be compared.
struct ExplanationTable {
  private let view: String
  private let explained: Reply.Explained
  private let console: Console
  /// How many lines an attribute has at most. Hundreds of views may refer to one container, and nobody reads them all.
  private let mostLines: Int

  /// - Parameter mostLines: of one attribute; the table says how many it leaves out.
  init(_ explained: Reply.Explained, of view: String, mostLines: Int, _ console: Console) {
    self.view = view
    self.explained = explained
    self.console = console
    self.mostLines = mostLines
  }

  var lines: [ShownText] {
    let blocks = explained.attributes.map { Self.rows($0.because.prefix(mostLines)) }
    let columns = Columns(blocks.flatMap { $0 })
    var lines: [ShownText] = []
    for (attribute, rows) in zip(explained.attributes, blocks) {
      if !lines.isEmpty { lines.append("") }
      lines.append(heading(attribute))
      for (reason, row) in zip(attribute.because, rows) { lines.append(line(columns.cells(row), isOf: reason)) }
      let rest = attribute.because.count - rows.count
      if rest > 0 { lines.append(console.styled("  and \(rest) more: --all shows them", .dim)) }
    }
    for conflict in explained.conflicts { lines += [""] + self.lines(conflict) }
    return lines
  }

  private func heading(_ attribute: Reply.Explained.Attribute) -> ShownText {
    let status: ShownText =
      switch attribute.status {
      case .unique: ""
      case .ambiguous:
        "  "
          + console.styled(
            attribute.because.contains { $0.active }
              ? "ambiguous: these leave it open, so the order of views decides"
              : "ambiguous: nothing here says what it is", .yellow)
      case .broken: "  " + console.styled("broken: a required constraint does not hold", .red)
      }
    let name = console.styled("\(view).\(attribute.name)", .bold)
    let nothing: ShownText =
      attribute.because.isEmpty && attribute.status == .unique ? derivation(of: attribute.name) : ""
    return "\(name) is \(FrameTable.points(told: attribute.value))\(status)\(nothing)"
  }

  /// Says how an attribute that no constraint names follows from the others along its axis.
  private func derivation(of name: String) -> ShownText {
    let vertical = ["top", "centerY", "bottom", "firstBaseline", "lastBaseline", "height"]
    let others = explained.attributes.filter {
      $0.name != name && vertical.contains($0.name) == vertical.contains(name)
        && $0.because.contains { $0.active }
    }
    return others.isEmpty ? "" : console.styled(", by \(others.map(\.name).joined(separator: " and "))", .dim)
  }

  // MARK: Lines

  /// Of each: source, priority, state, place.
  private static func rows(_ reasons: some Collection<Reply.Explained.Reason>) -> [[String]] {
    reasons.map { reason in
      // A clause is in the file, and may be cut here. What is told in words is nowhere else.
      let source = reason.means == nil ? reason.source : oneLine(reason.source)
      // The text of a clause may contain the id already.
      let id = reason.id.flatMap { source.contains($0) ? nil : "  \($0)" } ?? ""
      // Only a placement needs its meaning told: a constraint is its own meaning.
      let means = reason.means.flatMap { means in source.contains { "=<>".contains($0) } ? nil : ": \(means)" } ?? ""
      let cells = [source + id + means, priority(reason.priority), state(of: reason), place(of: reason)]
      return cells.map(\.shownOnTerminal)
    }
  }

  private func line(_ cells: [String], isOf reason: Reply.Explained.Reason) -> ShownText {
    let cells = cells.enumerated().map { column, cell -> ShownText in
      reason.active ? styled("\(cell)", inColumn: column, isOf: reason) : "\(cell)"
    }
    let line: ShownText = "  " + cells.joined(separator: "  ")
    return reason.active ? line : console.styled(line, .dim)
  }

  private func styled(
    _ cell: ShownText, inColumn column: Int, isOf reason: Reply.Explained.Reason
  ) -> ShownText {
    switch column {
    case 3: console.styled(cell, .dim)
    case 2 where reason.slack < 0: console.styled(cell, reason.priority >= 1000 ? .red : .yellow)
    default: cell
    }
  }

  private static func state(of reason: Reply.Explained.Reason) -> String {
    if !reason.active { return "off: \(reason.when ?? "its branch does not hold")" }
    if reason.slack < 0 { return "missed by \(FrameTable.points(told: -reason.slack))" }
    return reason.slack > 0 ? "\(FrameTable.points(told: reason.slack)) to spare" : "holds"
  }

  private static func place(of reason: Reply.Explained.Reason) -> String {
    reason.span.map { "\($0.file):\($0.line):\($0.column)" } ?? ""
  }

  private static func priority(_ priority: Double) -> String {
    switch priority {
    case 1000: "required"
    case 750: "high"
    case 250: "low"
    case 50: "fitting"
    default: Int(exactly: priority).map { "\($0)" } ?? "\(priority)"
    }
  }

  private func lines(_ conflict: Reply.Explained.Conflict) -> [ShownText] {
    var lines: [ShownText] = [
      console.styled("conflict", .red)
        + ": '\(Self.oneLine(conflict.relaxed))' gave way by \(FrameTable.points(told: conflict.by)), "
        + "because these cannot all hold:"
    ]
    lines += conflict.constraints.map { "  \(Self.oneLine($0))" }
    if let suggestion = conflict.suggestion { lines.append("  try \(console.styled("\(suggestion)", .green))") }
    return lines
  }

  // MARK: Texts

  /// Puts a clause that goes over several lines on one.
  private static func oneLine(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= longest ? words : words.prefix(longest - 1) + "…"
  }

  private static let longest = 60
}
