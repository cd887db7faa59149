/// What people write for flows and grids who know CSS, HTML or SwiftUI: `columns repeat(3, 1fr)`, `flex-wrap: wrap`,
/// `align-self: end`, `colspan 2`.
extension Parser {
  /// Throws where a clause begins that says something of a flow, of a grid, or of a view in one.
  mutating func refuseForeignArranging() throws(StatementAbandoned) {
    guard kind == .identifier, !token.startsLine || position > statementStart || peekKind() != .leftBrace else {
      return
    }
    let (name, length) = hyphenatedName(ahead: 0)
    try refuseForeignSpan()
    try refuseLeastTrack()
    if takesJustify(), position > statementStart || length > 1, let packing = ForeignArranging.packing(name),
      name.hasPrefix("space"), !rawToken(ahead: length).isValue
    {
      throw fail(instead: "justify \(packing)", of: name, through: length - 1)
    }
    guard let meant = ForeignArranging(name) else { return }
    let hasColon = [.colon, .equal].contains(rawToken(ahead: length).kind)
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
    case .alignment(let clause, var isRow):
      let (word, end) = hyphenatedName(ahead: first)
      guard value.kind == .identifier else { return }
      // Across a column is along its rows.
      if clause == "self", kindOfParent == .vstack || kindOfParent == .vflow { isRow = false }
      throw fail(
        instead: "\(clause) \(ForeignArranging.word(ofAlignment: word, isRow: isRow))", of: name,
        through: first + end - 1)
    case .packing(let clause):
      guard value.kind == .identifier, takesJustify() else { return }
      let (word, end) = hyphenatedName(ahead: first)
      throw fail(
        instead: "\(clause) \(ForeignArranging.packing(word) ?? word)", of: name, through: first + end - 1)
    case .span(let isRow):
      let hasParenthesis = value.kind == .leftParenthesis
      let distance = first + (hasParenthesis || value.word == .span ? 1 : 0)
      guard rawToken(ahead: distance).kind == .number else { return }
      let text = source.text(in: rawToken(ahead: distance).span)
      throw fail(
        instead: isRow ? "span 1, \(text)" : "span \(text)", of: name, through: distance + (hasParenthesis ? 1 : 0))
    case .lines(let isRow):
      throw foreignLines(ahead: first, of: name, isRow: isRow)
    case .area:
      let (numbers, last) = slashed(ahead: first)
      guard numbers.count == 4, numbers[2] > numbers[0], numbers[3] > numbers[1] else {
        let help = "a view's place is `cell COLUMN, ROW`, each counted from 0, and `span COLUMNS, ROWS`"
        throw fail(.withoutWord(name, help, at: place(span(through: first))))
      }
      let (columns, rows) = (numbers[3] - numbers[1], numbers[2] - numbers[0])
      let span = columns == 1 && rows == 1 ? "" : rows == 1 ? " span \(columns)" : " span \(columns), \(rows)"
      throw fail(instead: "cell \(numbers[1] - 1), \(numbers[0] - 1)\(span)", of: name, through: last)
    case .place(let isRow):
      guard value.kind == .number else { return }
      let number = source.text(in: value.span)
      if kindOfView == .grid {
        throw fail(instead: "\(isRow ? "rows" : "columns") \(number)", of: name, through: first)
      }
      let (other, length) = hyphenatedName(ahead: first + 1)
      let second = rawToken(ahead: first + 1 + length)
      if case .place(!isRow) = ForeignArranging(other), second.kind == .number {
        let text = source.text(in: second.span)
        throw fail(
          instead: isRow ? "cell \(text), \(number)" : "cell \(number), \(text)", of: name,
          through: first + 1 + length)
      }
      let example = isRow ? "`cell 0, \(number)`" : "`cell \(number), 0`"
      let help = "a view's place is its column and its row, each counted from 0, as in \(example)"
      throw fail(.withoutWord(name, help, at: place(span(through: first))))
    case .gap(let isBetween):
      if kindAround.isLeaf, let help = WordsOfOthers.absence(of: "line-height"), value.kind == .number {
        throw fail(.withoutWord(name, help, from(0, before: startOfWhatFollows(position + first)), at: here))
      }
      guard value.kind == .number, points(of: value) != nil else { return }
      throw foreignGap(name, isBetween, ahead: first)
    case .both(let clause):
      guard value.kind == .identifier else { return }
      // Of two words the first one is about the rows.
      let (word, end) = hyphenatedName(ahead: first)
      let (second, length) = hyphenatedName(ahead: first + end)
      // A word that is a clause here as well begins the next one.
      let areTwo =
        !rawToken(ahead: first + end).startsLine && !rawToken(ahead: first + end).word.roles.contains(.clause)
        && ForeignArranging.packing(second) != nil
      let (row, column) = (word, areTwo ? second : word)
      let text: String
      if clause == "justify" {
        guard takesJustify() else { return }
        text =
          "justify \(ForeignArranging.packing(column) ?? column) lines \(ForeignArranging.packing(row) ?? row)"
      } else {
        let (y, x) = (
          ForeignArranging.word(ofAlignment: row, isRow: true), ForeignArranging.word(ofAlignment: column, isRow: false)
        )
        text = "\(clause) \(y) \(clause) x \(x)"
      }
      throw fail(instead: text, of: name, through: first + end - 1 + (areTwo ? length : 0))
    case .areas:
      var last = first
      while rawToken(ahead: last + 1).kind == .string { last += 1 }
      let help = "a view's place is `cell COLUMN, ROW`, each counted from 0, and `span COLUMNS, ROWS`"
      throw fail(.withoutWord(name, help, from(0, before: startOfWhatFollows(position + last)), at: here))
    case .needless(let help):
      let last = value.kind == .minus ? first + 1 : first + hyphenatedName(ahead: first).1 - 1
      let needless = from(0, before: startOfWhatFollows(position + last))
      throw fail(.withoutWord(name, help, hasColon ? needless : nil, at: here))
    }
  }

  private func span(through last: Int) -> SourceSpan {
    SourceSpan(start: token.start, end: rawToken(ahead: last).end)
  }

  // MARK: Places

  /// `span all`, `span 1 / -1`: over all columns.
  private mutating func refuseForeignSpan() throws(StatementAbandoned) {
    guard word == .span else { return }
    let value = rawToken(ahead: 1)
    let isAll = !value.startsLine && ["all", "full"].contains(source.text(in: value.span))
    let (numbers, last) = slashed(ahead: 1)
    if numbers.count == 2, numbers[0] > 1 { throw foreignLines(ahead: 1, of: currentText, isRow: false) }
    guard let count = isAll ? columnsAround : tracks(between: numbers, isRow: false) else { return }
    let written = source.text(in: span(through: isAll ? 1 : last))
    throw fail(instead: "span \(count)", of: written, through: isAll ? 1 : last)
  }

  /// What is meant by lines between tracks: `grid-column: 1 / 3`.
  private mutating func foreignLines(ahead first: Int, of name: String, isRow: Bool) -> StatementAbandoned {
    func spanning(_ count: Int) -> String { isRow ? "span 1, \(count)" : "span \(count)" }
    let (numbers, last) = slashed(ahead: first)
    let count = tracks(between: numbers, isRow: isRow)
    if let count, numbers[0] == 1 { return fail(instead: spanning(count), of: name, through: last) }
    let (isSpan, number) = (rawToken(ahead: first).word == .span, rawToken(ahead: first + 1))
    if isSpan, number.kind == .number {
      return fail(instead: spanning(Int(source.text(in: number.span)) ?? 1), of: name, through: first + 1)
    }
    let track = max(1, numbers.first ?? 1) - 1
    let help =
      "a view's place is its column and its row, each counted from 0, as in "
      + (isRow ? "`cell 0, \(track)" : "`cell \(track), 0") + (count.map { " \(spanning($0))" } ?? "") + "`"
    return fail(.withoutWord(name, help, at: place(span(through: last))))
  }

  /// How many tracks are between two lines, counted from 1, those below 0 from the end; nil where that is not seen.
  private func tracks(between lines: [Int], isRow: Bool) -> Int? {
    guard lines.count == 2, lines[0] > 0, lines[1] > 0 || !isRow else { return nil }
    let end = lines[1] > 0 ? lines[1] : columnsAround + 2 + lines[1]
    return end > lines[0] ? end - lines[0] : nil
  }

  /// Whole numbers with `/` between them, and how far ahead the last token is.
  private func slashed(ahead first: Int) -> ([Int], Int) {
    var numbers: [Int] = []
    var distance = first
    while numbers.count < 4 {
      let isMinus = rawToken(ahead: distance).kind == .minus
      let number = rawToken(ahead: distance + (isMinus ? 1 : 0))
      // No grid has so many lines, and differences are numbers.
      guard number.kind == .number, !number.startsLine, let value = Int(source.text(in: number.span)), value <= 1000
      else { break }
      numbers.append(isMinus ? -value : value)
      distance += isMinus ? 2 : 1
      guard rawToken(ahead: distance).kind == .slash else { break }
      distance += 1
    }
    return (numbers, max(first, distance - 1))
  }

  /// How many columns the grid has around the view whose clause stands here: as many as are written, else the most.
  var columnsAround: Int {
    guard !isFull, let grid = viewsAround.dropFirst().first, grid.kind == .grid,
      let clause = tokens[grid.token..<position].firstIndex(where: { $0.word == .columns })
    else { return 1 }
    if tokens[clause + 1].word == .min { return 100 }
    var commas = 0
    var index = clause + 1
    while index < position, !tokens[index].startsLine,
      [.number, .percent, .comma, .star].contains(tokens[index].kind) || tokens[index].word == .auto
    {
      commas += tokens[index].kind == .comma ? 1 : 0
      index += 1
    }
    if commas > 0 || tokens[index - 1].kind != .number { return commas + 1 }
    return Int(source.text(in: tokens[clause + 1].span)) ?? 1
  }

  // MARK: Gaps

  /// What is meant by gaps that have names of their own: `row-gap: 8`, which may stand beside `column-gap` and `gap`.
  private mutating func foreignGap(_ name: String, _ isBetween: Bool?, ahead first: Int) -> StatementAbandoned {
    var gaps: [Bool: String] = [:]
    var start = token.start
    if position >= statementStart + 2, tokens[position - 1].kind == .number, tokens[position - 2].word == .gap {
      gaps = [false: source.text(in: tokens[position - 1].span), true: source.text(in: tokens[position - 1].span)]
      start = tokens[position - 2].start
    }
    // Between its rows, or along its columns: which is which depends on how the lines go.
    func add(_ isBetweenRows: Bool?, _ number: String) {
      guard let isBetweenRows else { return gaps = [false: number, true: number] }
      gaps[isBetweenRows != (kindOfView == .vflow)] = number
    }
    add(isBetween, points(of: rawToken(ahead: first)) ?? "0")
    var last = first
    let (other, length) = hyphenatedName(ahead: first + 1)
    if case .gap(let isOtherBetween) = ForeignArranging(other), !rawToken(ahead: first + 1).startsLine {
      let value = first + 1 + length + (rawToken(ahead: first + 1 + length).kind == .colon ? 1 : 0)
      if let number = points(of: rawToken(ahead: value)) {
        add(isOtherBetween, number)
        last = value
      }
    }
    let (along, between) = (gaps[false] ?? "0", gaps[true] ?? "0")
    let isOne = along == between || !takesJustify()
    // The gap of a stack is along it: that of its rows in a column, that of its columns in a row.
    let ofStack = gaps[kindOfView == .vstack] ?? gaps[false] ?? between
    let text = isOne ? "gap \(along == between ? along : ofStack)" : "gap \(along), \(between)"
    let whole = place(SourceSpan(start: start, end: rawToken(ahead: last).end))
    // A `gap` right before it is where it is.
    let own = start == token.start ? ownClause(text, instead: whole) : (text, whole)
    return fail(.foreignWord(name, text, at: whole, instead: own.1, by: own.0))
  }

  /// Throws behind a gap where a second number stands without a comma: `gap 4 8`.
  mutating func refuseGapsWithoutComma() throws(StatementAbandoned) {
    guard takesJustify(), kind == .number, tokens[position - 1].kind == .number else { return }
    let gap = place(SourceSpan(start: tokens[position - 1].end, end: token.start))
    throw fail(.gapsWithoutComma(gap, at: here))
  }

  // MARK: Columns

  /// `min 280` without `columns`, `columns >= 280`: as many as have room.
  private mutating func refuseLeastTrack() throws(StatementAbandoned) {
    guard kindOfView == .grid else { return }
    if word == .min, peekKind() == .number {
      let written = source.text(in: span(through: 1))
      throw fail(instead: "columns \(written)", of: written, through: 1)
    }
    guard word == .columns || word == .rows, peekKind() == .greaterEqual, rawToken(ahead: 2).kind == .number else {
      return
    }
    let (clause, number) = (currentText, source.text(in: rawToken(ahead: 2).span))
    if let count = Int(number), count <= 12 {
      let help =
        "so many are `\(clause) \(count)`, and `\(clause) min 160` are as many as have room, each as long or longer"
      throw fail(.withoutWord("\(clause) >=", help, at: place(span(through: 2))))
    }
    throw fail(instead: "\(clause) min \(number)", of: "\(clause) >=", through: 2)
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
    try refusePercentOfGrid()
    try refuseOtherLeastTracks()
    guard areForeignTracks(ahead: 0), let (tracks, last) = foreignTracks(ahead: 0) else { return }
    let written = source.text(in: SourceSpan(start: token.start, end: rawToken(ahead: last).end))
    throw fail(instead: tracks, of: written, through: last)
  }

  /// Throws where they do so behind a sign: `columns: repeat(3, 1fr)`.
  mutating func refuseForeignTracksBehindSign() throws(StatementAbandoned) {
    guard word == .columns || word == .rows, areForeignTracks(ahead: 2), let (tracks, last) = foreignTracks(ahead: 2)
    else { return }
    let (clause, sign) = (currentText, source.text(in: rawToken(ahead: 1).span))
    throw fail(instead: "\(clause) \(tracks)", of: clause + sign, through: last)
  }

  /// Whether a word or a unit that only CSS has is among the first tokens of tracks.
  private func areForeignTracks(ahead first: Int) -> Bool {
    var distance = first
    while distance < first + 3, !rawToken(ahead: distance).startsLine || distance == 0 {
      let text = source.text(in: rawToken(ahead: distance).span)
      if text.hasSuffix("fr") && rawToken(ahead: distance).kind == .number
        || ["repeat", "minmax"].contains(text) && rawToken(ahead: distance + 1).kind == .leftParenthesis
      {
        return true
      }
      distance += 1
    }
    return false
  }

  /// Throws behind one of the columns or rows where the next one stands without a comma: `columns 80 1* auto`.
  ///
  /// - Parameter first: the token with which the first of them begins.
  mutating func refuseTracksWithoutComma(from first: Int) throws(StatementAbandoned) {
    guard kind == .number || word == .auto && peekKind() != .minus, !token.startsLine,
      kindOfView == .grid || componentOfView != nil
    else { return }
    var tracks: [String] = []
    var (index, last) = (first, first)
    while index == first || !tokens[index].startsLine, tracks.count <= 100 {
      guard tokens[index].kind == .number || tokens[index].word == .auto else { break }
      let isShare = tokens[index].kind == .number && tokens[index + 1].kind == .star
      tracks.append(source.text(in: tokens[index].span) + (isShare ? "*" : ""))
      last = index + (isShare ? 1 : 0)
      index = last + (tokens[last + 1].kind == .comma ? 2 : 1)
    }
    // Not all of them are plain.
    guard last >= position else { return }
    let whole = place(SourceSpan(start: tokens[first].start, end: tokens[last].end))
    throw fail(.tracksWithoutComma(tracks.joined(separator: ", "), at: whole))
  }

  /// Parts of a grid are shares: `columns 33%, 1*`.
  private mutating func refusePercentOfGrid() throws(StatementAbandoned) {
    var (parts, shares, last) = (0.0, 0, -1)
    var tracks: [String] = []
    var isWhole = true
    while tracks.count <= 100, !rawToken(ahead: last + 1).startsLine {
      let token = rawToken(ahead: last + 1)
      let text = source.text(in: token.span)
      switch token.kind {
      case .percent:
        parts += Double(text.dropLast()) ?? 0
        tracks.append(text.dropLast() + "*")
        last += 1
      case .number where rawToken(ahead: last + 2).kind == .star, .number where text.hasSuffix("fr"):
        shares += 1
        tracks.append("")
        last += text.hasSuffix("fr") ? 1 : 2
      default:
        isWhole = false
        last += token.word == .auto || token.kind == .number ? 1 : 0
        tracks.append(text)
      }
      let next = rawToken(ahead: last + 1)
      if next.kind == .comma { last += 1 } else if next.kind != .percent && next.kind != .number { break }
    }
    guard parts > 0 else { return }
    let help = "a part of what there is is a share, as in `1*, 2*`"
    guard isWhole, shares < 2, parts < 100 || shares == 0 && parts == 100 else {
      throw fail(.withoutWord("%", help, at: here))
    }
    let rest = 100 - parts
    let others = rest == rest.rounded() ? "\(Int(rest))*" : "\(rest)*"
    if shares == 0, rest > 0 { tracks.append(others) }
    let written = source.text(in: span(through: last))
    throw fail(instead: tracks.map { $0.isEmpty ? others : $0 }.joined(separator: ", "), of: written, through: last)
  }

  /// `adaptive(280)`, `auto-fill 280`, `min: 280`, and `min` beside other columns.
  private mutating func refuseOtherLeastTracks() throws(StatementAbandoned) {
    let (name, length) = hyphenatedName(ahead: 0)
    if ["adaptive", "auto-fill", "auto-fit", "minimum"].contains(name) || name == "min" && peekKind() == .colon {
      let isOpen = [.leftParenthesis, .colon].contains(rawToken(ahead: length).kind)
      let number = length + (isOpen ? 1 : 0)
      guard rawToken(ahead: number).kind == .number else { return }
      let isClosed = rawToken(ahead: number + 1).kind == .rightParenthesis
      let last = number + (isClosed ? 1 : 0)
      throw fail(
        instead: "min \(source.text(in: rawToken(ahead: number).span))", of: source.text(in: span(through: last)),
        through: last)
    }
    if name == "fit-content", rawToken(ahead: length).kind == .leftParenthesis {
      throw fail(instead: "auto", of: name, through: length + 2)
    }
    var distance = 0
    while [.number, .star, .comma].contains(rawToken(ahead: distance).kind)
      || rawToken(ahead: distance).word == .auto, distance < 200
    {
      distance += 1
    }
    guard distance > 0, rawToken(ahead: distance).word == .min, rawToken(ahead: distance + 1).kind == .number,
      rawToken(ahead: distance - 1).kind == .comma
    else { return }
    let least = "min \(source.text(in: rawToken(ahead: distance + 1).span))"
    throw fail(.leastAmongOthers(least, place(span(through: distance + 1))))
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
    var next = first
    while tracks.count <= 100, let (track, end) = foreignTrack(ahead: next) {
      tracks += track
      distance = end
      next = rawToken(ahead: end).kind == .comma ? end + 1 : end
    }
    guard !tracks.isEmpty else { return nil }
    // As many as have room stand alone, and a share is never smaller than a word in it.
    if tracks.count > 1 { tracks = tracks.map { $0.hasPrefix("min ") ? "1*" : $0 } }
    let isOnlyLength = tracks.count == 1 && !["*", "o"].contains(tracks[0].last!) && !tracks[0].hasPrefix("min ")
    let areEqual = tracks.allSatisfy { $0 == "1*" }
    let text = areEqual ? "\(tracks.count)" : isOnlyLength ? "(\(tracks[0]))" : tracks.joined(separator: ", ")
    return (text, distance - 1)
  }

  /// One of them, or those that `repeat` means, and how far ahead the token behind it is.
  ///
  /// - Parameter function: whose argument it is. As in CSS, only a `minmax` may stand in a `repeat`, and neither in a
  ///   `minmax`.
  private func foreignTrack(ahead distance: Int, in function: String = "") -> ([String], Int)? {
    let token = rawToken(ahead: distance)
    if token.startsLine, distance > 0 { return nil }
    switch token.kind {
    case .number:
      let text = source.text(in: token.span)
      if text.hasSuffix("fr") { return ([text.dropLast(2) + "*"], distance + 1) }
      // One that is of this language already.
      if rawToken(ahead: distance + 1).kind == .star { return ([text + "*"], distance + 2) }
      return points(of: token).map { ([$0], distance + 1) }
    case .identifier:
      let (name, length) = hyphenatedName(ahead: distance)
      switch name {
      case "auto", "min-content", "max-content": return (["auto"], distance + length)
      case "minmax" where function != "minmax": break
      case "repeat" where function.isEmpty: break
      default: return nil
      }
      guard rawToken(ahead: distance + 1).kind == .leftParenthesis else { return nil }
      let (fit, fitLength) = hyphenatedName(ahead: distance + 2)
      let isFit = fit == "auto-fit" || fit == "auto-fill"
      let isLeast = name == "minmax" && fit == "min" && rawToken(ahead: distance + 3).kind == .leftParenthesis
      let comma = distance + 2 + (isFit ? fitLength : isLeast ? 6 : 1)
      guard rawToken(ahead: comma).kind == .comma,
        name == "minmax" || isFit || rawToken(ahead: distance + 2).kind == .number,
        var (inner, end) = foreignTrack(ahead: comma + 1, in: name)
      else { return nil }
      while name == "repeat", !isFit, inner.count <= 100, let (next, nextEnd) = foreignTrack(ahead: end, in: name) {
        inner += next
        end = nextEnd
      }
      guard rawToken(ahead: end).kind == .rightParenthesis else { return nil }
      // A share is never smaller than a word in it.
      if name == "minmax" {
        // Of `min(100%, 200px)` it is the one that is no part of the grid.
        let first = isLeast ? distance + 4 : distance + 2
        let least = rawToken(ahead: isLeast && rawToken(ahead: first).kind == .percent ? first + 2 : first)
        if least.kind != .number || !inner[0].hasSuffix("*") { return (inner, end + 1) }
        return points(of: least).map { (["min \($0)"], end + 1) }
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

extension SyntaxToken {
  fileprivate var isValue: Bool { !startsLine && [.number, .colon, .percent].contains(kind) }
}

extension Diagnostic {
  fileprivate static func gapsWithoutComma(_ gap: Place, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "a comma stands between the gap along a line and the one between lines", at: place,
      fixes: [Fix("put a comma there", replace: gap, by: ", ")])
  }

  fileprivate static func tracksWithoutComma(_ meant: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "a comma stands between columns, and between rows; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: place, by: meant)])
  }

  fileprivate static func leastAmongOthers(_ least: String, _ whole: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "'\(least)' stands alone: it is as many as have room, all equally wide", at: whole,
      notes: [Note("help: a share like `1*` is no smaller than what stands in it, be that `width >= 80`")],
      fixes: [Fix("write '\(least)' instead", replace: whole, by: least)])
  }
}

/// What others call the clauses of flows and grids.
enum ForeignArranging {
  case tracks(String)
  case alignment(String, isRow: Bool)
  case packing(String)
  case span(isRow: Bool)
  /// Lines of CSS: `grid-column: 1 / 3`.
  case lines(isRow: Bool)
  case area
  /// Names of areas in texts.
  case areas
  /// A column or a row by its number.
  case place(isRow: Bool)
  /// Nil: both.
  case gap(isBetweenRows: Bool?)
  /// The same word along and across.
  case both(String)
  case needless(String)

  /// Nil for what nobody is known to write.
  init?(_ name: String) {
    guard let meant = Self.clauses[WordsOfOthers.plain(name)] else { return nil }
    self = meant
  }

  var isAboutPlace: Bool { if case .span = self { true } else { false } }

  private static let clauses: [String: ForeignArranging] = [
    "grid-template-columns": .tracks("columns"), "grid-template-rows": .tracks("rows"),
    "align-self": .alignment("self", isRow: true), "justify-self": .alignment("self x", isRow: false),
    "justify-items": .alignment("items x", isRow: false), "justify-content": .packing("justify"),
    "align-content": .packing("lines"), "colspan": .span(isRow: false), "rowspan": .span(isRow: true),
    "column-span": .span(isRow: false), "columnspan": .span(isRow: false), "row-span": .span(isRow: true),
    "grid-cell-columns": .span(isRow: false), "grid-column": .lines(isRow: false), "grid-row": .lines(isRow: true),
    "grid-template-areas": .areas, "grid-column-start": .lines(isRow: false),
    "grid-row-start": .lines(isRow: true), "grid-area": .area,
    "column": .place(isRow: false), "row": .place(isRow: true), "row-gap": .gap(isBetweenRows: true),
    "row-spacing": .gap(isBetweenRows: true), "grid-row-gap": .gap(isBetweenRows: true),
    "line-gap": .gap(isBetweenRows: true), "line-spacing": .gap(isBetweenRows: true),
    "vertical-spacing": .gap(isBetweenRows: true), "column-gap": .gap(isBetweenRows: false),
    "column-spacing": .gap(isBetweenRows: false), "grid-column-gap": .gap(isBetweenRows: false),
    "horizontal-spacing": .gap(isBetweenRows: false), "grid-gap": .gap(isBetweenRows: nil),
    "place-items": .both("items"), "place-self": .both("self"), "place-content": .both("justify"),
    "order": .needless("views stand in the order in which they are written"), "flex-direction": .needless(directions),
    "grid-auto-flow": .needless(flowOfGrid),
    "grid-auto-rows": .needless(rowHeights), "auto-rows": .needless(rowHeights),
    "auto-flow": .needless(flowOfGrid),
    "flex-shrink": .needless("what is not to be smaller than its content says `noshrink`"),
    "flex-basis": .needless("along its row a view is as wide as its `width`, or as its content"),
  ]

  private static let flowOfGrid =
    "views of a grid stand in rows, one behind the other, but for those with a `cell`"

  private static let rowHeights =
    "a row is as high as what is in it; `rows (100), auto` says how high the first ones are"

  private static let directions =
    "the kind of the view says it: `hstack` and `hflow` are rows, `vstack` and `vflow` are columns"

  static func word(ofAlignment name: String, isRow: Bool) -> String {
    let place = WordsOfOthers.plain(name)
    if isRow, place == "start" || place == "flex-start" { return "top" }
    if isRow, place == "end" || place == "flex-end" { return "bottom" }
    return WordsOfOthers.alignment(name, isColumn: true) ?? name
  }

  static func packing(_ name: String) -> String? {
    switch WordsOfOthers.plain(name) {
    case "start", "flex-start", "left", "top", "normal": "leading"
    case "end", "flex-end", "right", "bottom": "trailing"
    case "middle", "centre": "center"
    case "stretch": "fill"
    case "space-between", "between": "spaceBetween"
    case "space-around", "around": "spaceAround"
    case "space-evenly", "evenly": "spaceEvenly"
    default: nil
    }
  }
}
