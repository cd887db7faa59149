/// What people write for flows and grids who know CSS, HTML or SwiftUI: `columns repeat(3, 1fr)`, `flex-wrap: wrap`,
/// `align-self: end`, `colspan 2`.
extension Parser {
  /// Throws where a clause begins that says something of a flow, of a grid, or of a view in one.
  mutating func refuseForeignArranging() throws(StatementAbandoned) {
    guard kind == .identifier, !token.startsLine || position > statementStart || peekKind() != .leftBrace else {
      return
    }
    let (name, length) = hyphenatedName(ahead: 0)
    guard let meant = ForeignArranging.clauses[name] else { return }
    let hasColon = rawToken(ahead: length).kind == .colon
    let first = length + (hasColon ? 1 : 0)
    let value = rawToken(ahead: first)
    // Without a `-` it may be anybody's own name, unless a value follows.
    guard !value.startsLine, hasColon || length > 1 || value.kind == .number || meant.isAboutPlace,
      position > statementStart || hasColon || length > 1 || value.kind == .number
    else { return }
    switch meant {
    case .tracks(let clause):
      guard let (tracks, last) = foreignTracks(ahead: first) else { return }
      throw fail(instead: "\(clause) \(tracks)", of: name, through: last)
    case .alignment(let clause, let isRow):
      let (word, end) = hyphenatedName(ahead: first)
      guard value.kind == .identifier else { return }
      throw fail(
        instead: "\(clause) \(ForeignArranging.alignment(word, isRow: isRow))", of: name, through: first + end - 1)
    case .packing(let clause):
      guard value.kind == .identifier, kindOfView.takesJustify else { return }
      let (word, end) = hyphenatedName(ahead: first)
      throw fail(
        instead: "\(clause) \(ForeignArranging.packing(word) ?? word)", of: name, through: first + end - 1)
    case .span(let isRow):
      let isSpan = value.word == .span
      let number = rawToken(ahead: first + (isSpan ? 1 : 0))
      guard number.kind == .number, isSpan || !name.hasPrefix("grid") else { return }
      let text = source.text(in: number.span)
      throw fail(instead: isRow ? "span 1, \(text)" : "span \(text)", of: name, through: first + (isSpan ? 1 : 0))
    }
  }

  /// Throws where the place of room is a word of CSS: `justify space-between`, `lines flex-end`.
  mutating func refuseForeignPacking() throws(StatementAbandoned) {
    guard kind == .identifier else { return }
    let (name, length) = hyphenatedName(ahead: 0)
    guard let meant = ForeignArranging.packing(name), meant != name else { return }
    throw fail(instead: meant, of: name, through: length - 1)
  }

  /// Throws where columns or rows are written as in CSS: `columns 1fr 2fr`, `columns repeat(3, 1fr)`.
  mutating func refuseForeignTracks() throws(StatementAbandoned) {
    var distance = 0
    var isForeign = false
    while distance < 3, !rawToken(ahead: distance).startsLine || distance == 0 {
      let text = source.text(in: rawToken(ahead: distance).span)
      isForeign =
        isForeign || text.hasSuffix("fr") && rawToken(ahead: distance).kind == .number
        || ["repeat", "minmax"].contains(text) && rawToken(ahead: distance + 1).kind == .leftParenthesis
      distance += 1
    }
    guard isForeign, let (tracks, last) = foreignTracks(ahead: 0) else { return }
    let written = source.text(in: SourceSpan(start: token.start, end: rawToken(ahead: last).end))
    throw fail(instead: tracks, of: written, through: last)
  }

  private mutating func fail(instead text: String, of name: String, through last: Int) -> StatementAbandoned {
    let span = SourceSpan(start: token.start, end: rawToken(ahead: last).end)
    withdrawComplaints(in: span)
    return fail(.foreignWord(name, text, at: place(span)))
  }

  /// A list of tracks of CSS in the words of this language, and how far ahead its last token is.
  private func foreignTracks(ahead first: Int) -> (String, Int)? {
    var tracks: [String] = []
    var distance = first
    while tracks.count <= 100, let (track, next) = foreignTrack(ahead: distance) {
      tracks += track
      distance = next
      if rawToken(ahead: distance).kind == .comma, foreignTrack(ahead: distance + 1) != nil { distance += 1 }
    }
    guard !tracks.isEmpty else { return nil }
    let isOnlyLength = tracks.count == 1 && !["*", "o"].contains(tracks[0].last!) && !tracks[0].hasPrefix("min ")
    let areEqual = tracks.allSatisfy { $0 == "1*" }
    let text = areEqual ? "\(tracks.count)" : isOnlyLength ? "(\(tracks[0]))" : tracks.joined(separator: ", ")
    return (text, distance - 1)
  }

  /// One of them, or those that `repeat` means, and how far ahead the token behind it is.
  private func foreignTrack(ahead distance: Int) -> ([String], Int)? {
    let token = rawToken(ahead: distance)
    if token.startsLine, distance > 0 { return nil }
    switch token.kind {
    case .number:
      let text = source.text(in: token.span)
      let number = String(text.prefix { $0.isNumber || $0 == "." })
      return ([text.hasSuffix("fr") ? number + "*" : number], distance + 1)
    case .identifier:
      let (name, length) = hyphenatedName(ahead: distance)
      switch name {
      case "auto", "min-content", "max-content": return (["auto"], distance + length)
      case "minmax", "repeat": break
      default: return nil
      }
      guard rawToken(ahead: distance + 1).kind == .leftParenthesis else { return nil }
      let (fit, fitLength) = hyphenatedName(ahead: distance + 2)
      let isFit = fit == "auto-fit" || fit == "auto-fill"
      let comma = distance + 2 + (isFit ? fitLength : 1)
      guard rawToken(ahead: comma).kind == .comma,
        name == "minmax" || isFit || rawToken(ahead: distance + 2).kind == .number,
        let (inner, end) = foreignTrack(ahead: comma + 1), rawToken(ahead: end).kind == .rightParenthesis
      else { return nil }
      // A share is never smaller than what stands in it.
      if name == "minmax" {
        let least = source.text(in: rawToken(ahead: distance + 2).span).prefix { $0.isNumber || $0 == "." }
        return (least.isEmpty || !inner[0].hasSuffix("*") ? inner : ["min \(least)"], end + 1)
      }
      let plain = inner.map { $0.hasPrefix("min ") ? "1*" : $0 }
      if isFit { return (inner.map { $0.hasPrefix("min ") ? $0 : "min \($0)" }, end + 1) }
      let count = Int(source.text(in: rawToken(ahead: distance + 2).span)) ?? 0
      guard (1...100).contains(count) else { return nil }
      return (Array(repeating: plain, count: count).flatMap { $0 }, end + 1)
    default: return nil
    }
  }
}

/// What others call the clauses of flows and grids.
private enum ForeignArranging {
  case tracks(String)
  case alignment(String, isRow: Bool)
  case packing(String)
  case span(isRow: Bool)

  var isAboutPlace: Bool { if case .span = self { true } else { false } }

  static let clauses: [String: ForeignArranging] = [
    "grid-template-columns": .tracks("columns"), "gridTemplateColumns": .tracks("columns"),
    "grid-template-rows": .tracks("rows"), "gridTemplateRows": .tracks("rows"),
    "align-self": .alignment("self", isRow: true), "alignSelf": .alignment("self", isRow: true),
    "justify-self": .alignment("self x", isRow: false), "justifySelf": .alignment("self x", isRow: false),
    "justify-items": .alignment("items x", isRow: false), "justifyItems": .alignment("items x", isRow: false),
    "justify-content": .packing("justify"), "justifyContent": .packing("justify"),
    "align-content": .packing("lines"), "alignContent": .packing("lines"),
    "colspan": .span(isRow: false), "rowspan": .span(isRow: true), "grid-column": .span(isRow: false),
    "grid-row": .span(isRow: true), "gridColumn": .span(isRow: false), "gridRow": .span(isRow: true),
    "gridCellColumns": .span(isRow: false),
  ]

  static func alignment(_ name: String, isRow: Bool) -> String {
    if isRow, name == "start" || name == "flex-start" { return "top" }
    if isRow, name == "end" || name == "flex-end" { return "bottom" }
    return WordsOfOthers.alignment(name, isColumn: true) ?? name
  }

  static func packing(_ name: String) -> String? {
    switch name {
    case "start", "flex-start", "flexStart", "left", "top", "normal": "leading"
    case "end", "flex-end", "flexEnd", "right", "bottom": "trailing"
    case "middle", "centre": "center"
    case "stretch": "fill"
    case "space-between", "between": "spaceBetween"
    case "space-around", "around": "spaceAround"
    case "space-evenly", "evenly": "spaceEvenly"
    default: nil
    }
  }
}
