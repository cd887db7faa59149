/// What people write for whole clauses who know CSS, SwiftUI or UIKit: `alpha 0.5`, `zIndex: 2`, `justify center`,
/// `padding: 8`, `pin topTrailing`, `above keyboard`. Names alone are in `Parser+Habits.swift`.
extension Parser {
  // MARK: Settings

  /// Throws where a clause sets something that is said otherwise here.
  mutating func refuseForeignSetting() throws(StatementAbandoned) {
    let isOther =
      word == .justify && !takesJustify() || word == .lines && !startsFreeClause || word == .overflow
      || word == .visible
    guard word == .none || isOther else { return }
    let (name, length) = hyphenatedName(ahead: 0)
    let hasColon = rawToken(ahead: length).kind == .colon
    let distance = length + (hasColon ? 1 : 0)
    let value = rawToken(ahead: distance)
    if name == "bold" || name == "semibold", !hasColon, position > statementStart, kindAround.isLeaf {
      throw fail(.foreignWord(name, "weight: \(name)", at: here))
    }
    if value.startsLine { return }
    if name == "lines", !hasColon, [.vstack, .hstack].contains(kindOfView) {
      let (word, end) = hyphenatedName(ahead: distance)
      guard WordsOfOthers.isDistribution(word) || value.word.roles.contains(.arrangement) else { return }
      throw fail(foreignDistribution(word, clause: "distribute ", from: 0, through: distance + end - 1))
    }
    let isNumber = [.number, .percent].contains(value.kind)
    switch WordsOfOthers.plain(name) {
    case "justify", "justify-content":
      guard value.kind == .identifier else { return }
      let (word, end) = hyphenatedName(ahead: distance)
      throw fail(foreignDistribution(word, clause: "distribute ", from: 0, through: distance + end - 1))
    case "z-index", "z-position":
      guard hasColon || isNumber else { return }
      let end = position + distance + (value.kind == .minus ? 1 : 0)
      throw fail(.orderOfDrawing(name, from(0, before: startOfWhatFollows(end))))
    case "margin-top", "margin-bottom", "margin-left", "margin-right", "padding-top", "padding-bottom",
      "padding-left", "padding-right":
      guard hasColon || isNumber else { return }
      throw fail(oneSide(name, hasColon ? distance : length))
    case "margin" where source.text(in: value.span) == "auto":
      throw fail(.foreignWord("margin: auto", "center x", at: from(0, through: distance)))
    case "padding", "margin":
      guard hasColon || isNumber else { return }
      throw fail(roomAround(name, value: distance))
    case "insets", "spacing":
      try refuseRoomBehindPlacement(name)
    case "flex", "flex-grow", "layout-weight":
      guard hasColon || isNumber else { return }
      var last = distance
      func isPart(_ token: SyntaxToken) -> Bool {
        !token.startsLine && ([.number, .percent, .slash].contains(token.kind) || token.word == .auto)
      }
      while isPart(rawToken(ahead: last + 1)) { last += 1 }
      throw fail(partOfRoom(name, last))
    case "weight" where value.kind == .number && source.text(in: value.span).utf8.count < 3:
      // Of a font it is 100 and more.
      throw fail(partOfRoom(name, distance))
    case "wrap", "flex-wrap":
      guard position > statementStart else { return }
      let end = distance - (hasColon || value.kind == .identifier && value.word == .none ? 0 : 1)
      let isFlow = takesJustify()
      throw fail(
        .withoutWord(
          name,
          isFlow
            ? "this needs no word for going on in a next line"
            : "a row does not go on in a second one: what does is an `hflow`, which needs no word for it",
          isFlow ? from(0, before: startOfWhatFollows(position + end)) : nil, at: here))
    case "visibility", "visible", "is-visible", "is-hidden":
      try refuseVisibility(name, value: distance)
    case "animation" where hasColon && (value.kind == .duration || value.kind == .identifier):
      let help =
        "a branch says how views move, as in `if flag(open) animate 200ms { … }`, and between configurations a "
        + "`transition main -> open 200ms` does"
      throw fail(.withoutWord(name, help, at: here))
    case "white-space", "text-wrap":
      guard hasColon || length > 1, value.kind == .identifier else { return }
      let (written, end) = hyphenatedName(ahead: distance)
      let whole = from(0, through: distance + end - 1)
      if ["nowrap", "no-wrap", "pre"].contains(written) { throw fail(.foreignWord(name, "lines: 1", at: whole)) }
      throw fail(.withoutWord(name, "a label wraps by itself, unless it says `lines: 1`", whole, at: here))
    case "text-overflow":
      guard hasColon || length > 1, value.kind == .identifier else { return }
      let (written, end) = hyphenatedName(ahead: distance)
      let meant = WordsOfOthers.value(written, of: "truncate") ?? written
      throw fail(.foreignWord(name, "truncate: \(meant)", at: from(0, through: distance + end - 1)))
    case "border" where hasColon && value.kind == .number:
      try refuseStyleOfBorder(value: distance)
    case "overflow" where value.word == .hidden:
      throw fail(.foreignWord("overflow: hidden", "clips: true", at: from(0, through: distance)))
    case "position", "display":
      guard hasColon || position > statementStart && value.kind == .identifier else { return }
      let written = source.text(in: value.span)
      if name == "display", written == "none" {
        throw fail(.foreignWord(name, "hidden", at: from(0, through: distance)))
      }
      let help =
        name == "display"
        ? "a row is an `hstack` and a column a `vstack`, what goes on in a next line an `hflow`, and columns and rows "
          + "are a `grid`; what is not to be seen is `hidden`"
        : "each view stands where its placements say, as in `top 8 leading 8`; in a stack, where the stack puts it"
      throw fail(.withoutWord(name, help, at: here))
    default:
      let isWord =
        (value.kind == .identifier && !value.word.roles.contains(.clause) || value.kind == .string)
        && position > statementStart
      guard !hasColon, length == 1, isNumber || isWord || value.kind == .hash, WordsOfOthers.properties.contains(name)
      else { return }
      throw fail(.propertyWithoutColon(name, at: here))
    }
  }

  /// Throws where it is said with a value whether a view is seen: `visible: false`, `isHidden: true`,
  /// `visibility: gone`. What is seen needs no word.
  private mutating func refuseVisibility(_ name: String, value distance: Int) throws(StatementAbandoned) {
    let value = rawToken(ahead: distance)
    let isTurned = WordsOfOthers.plain(name) != "is-hidden"
    let whole = from(0, through: distance)
    switch (name, source.text(in: value.span)) {
    case ("visibility", "hidden"), ("visibility", "gone"), ("visibility", "collapse"), ("visibility", "invisible"),
      (_, isTurned ? "false" : "true"):
      throw fail(.foreignWord(name, "hidden", at: whole))
    case ("visibility", "visible"), (_, isTurned ? "true" : "false"):
      let needless = from(0, before: startOfWhatFollows(position + distance))
      throw fail(.withoutWord(name, "what is to be out of sight says `hidden`", needless, at: whole))
    case _ where rawToken(ahead: 1).kind == .colon && value.kind == .identifier:
      throw fail(
        .withoutWord(name, "what holds only sometimes says so: `if dark { hidden }`, in the view's braces", at: here))
    default: break
    }
  }

  /// What is meant by the part that a view takes of what others leave: `flex: 1`, `weight 1`.
  func partOfRoom(_ name: String, _ value: Int) -> Diagnostic {
    let whole = from(0, before: startOfWhatFollows(position + value))
    switch kindOfParent {
    case .grid:
      return .withoutWord(name, "the grid says which part a column takes, as in `columns 1*, 2*`", whole, at: here)
    case .hflow, .vflow:
      return .withoutWord(name, "with `justify fill` the views of a line share what it leaves", whole, at: here)
    case _ where [.box, .view, .vstack, .hstack].contains(kindAround):
      let length = kindOfParent == .vstack ? "height" : "width"
      let help =
        "what says no \(length) takes what its neighbours in the stack leave; of several all but one say how large they "
        + "are beside that, as in `\(length) == 2 * other.\(length)`"
      return .withoutWord(name, help, from(0, through: value), at: here)
    default:
      let axis = kindOfParent == .hstack ? " x" : kindOfParent == .vstack ? " y" : ""
      return .foreignWord(name, "grow" + axis, at: from(0, through: value))
    }
  }

  /// Throws where a view says of all views in it where they stand, and does not place them, or by a corner:
  /// `box card alignment: topTrailing`, `place-items: center`.
  mutating func refuseAlignmentOfContent() throws(StatementAbandoned) {
    guard word == .none || peekKind() == .minus else { return }
    let (name, length) = hyphenatedName(ahead: 0)
    guard ["align-items", "alignment", "content-alignment", "place-items"].contains(WordsOfOthers.plain(name)) else {
      return
    }
    let hasSign = [.colon, .equal].contains(rawToken(ahead: length).kind)
    let first = length + (hasSign ? 1 : 0) + (rawToken(ahead: length + (hasSign ? 1 : 0)).kind == .dot ? 1 : 0)
    guard rawToken(ahead: first).kind == .identifier, !rawToken(ahead: first).startsLine else { return }
    let (written, end) = hyphenatedName(ahead: first)
    let last = first + end - 1
    let around = kindAround
    if [.box, .view].contains(around) {
      let help = "each view in a \(around.rawValue) says itself where it stands, as in `center` or `pin top.trailing`"
      throw fail(
        .withoutWord(
          name, help, from(0, before: startOfWhatFollows(position + last)), at: from(0, through: length - 1)))
    }
    guard let corner = WordsOfOthers.corner(named: written) else { return }
    let parts = corner.split(separator: ".").map(String.init)
    let isRow = { (part: String) in part == "top" || part == "bottom" }
    let row = parts.first(where: isRow) ?? "center"
    let column = parts.first { !isRow($0) } ?? "center"
    let meant: String? =
      switch around {
      case .vstack, .vflow: "items \(column)"
      case .hstack, .hflow: "items \(row)"
      case .grid: "items \(row) items x \(column)"
      default: nil
      }
    if let meant { throw fail(.foreignWord(name, meant, at: from(0, through: last))) }
  }

  /// An identifier, with the `-` and the identifiers that are glued to it, and how many tokens that is.
  func hyphenatedName(ahead distance: Int) -> (String, Int) {
    var last = distance
    while rawToken(ahead: last + 1).kind == .minus, rawToken(ahead: last + 1).start == rawToken(ahead: last).end,
      rawToken(ahead: last + 2).kind == .identifier, rawToken(ahead: last + 2).start == rawToken(ahead: last + 1).end
    {
      last += 2
    }
    let span = SourceSpan(start: rawToken(ahead: distance).start, end: rawToken(ahead: last).end)
    return (source.text(in: span), last - distance + 1)
  }

  /// The points of a length as CSS has it: 40 of `40px`, 640 of `40rem`; nil for another unit, and for no number.
  func points(of token: SyntaxToken) -> String? {
    guard token.kind == .number else { return nil }
    let text = source.text(in: token.span)
    let number = text.prefix { $0.isNumber || $0 == "." }
    switch text[number.endIndex...] {
    case "", "px", "pt": return String(number)
    case "rem": return WordsOfOthers.points(ofTextSizes: String(number))
    default: return nil
    }
  }

  func from(_ distance: Int, before end: Int32) -> Diagnostic.Place {
    place(SourceSpan(start: rawToken(ahead: distance).start, end: end))
  }

  func from(_ distance: Int, through last: Int) -> Diagnostic.Place {
    from(distance, before: rawToken(ahead: last).end)
  }

  /// A number of points as CSS has it, `8px`, and anything else as it is written. Here a `px` is a device pixel.
  func withoutPixels(_ token: SyntaxToken) -> String {
    let text = source.text(in: token.span)
    return token.kind == .number && text.hasSuffix("px") ? String(text.dropLast(2)) : text
  }

  /// The number of points at a token, perhaps behind its sign, where it is written in pixels; and where it ends.
  func pixels(at index: Int) -> (text: String, end: Int32)? {
    let isNegative = tokens[index].kind == .minus
    let number = tokens[min(index + (isNegative ? 1 : 0), tokens.count - 1)]
    let text = withoutPixels(number)
    guard !number.startsLine, text.utf8.count < Int(number.end - number.start) else { return nil }
    return ((isNegative ? "-" : "") + text, number.end)
  }

  /// Throws where the room between the views of a view, or around them, is said behind a placement, which would take
  /// the word of this language for its own: `vstack v below title spacing 8`.
  private mutating func refuseRoomBehindPlacement(_ name: String) throws(StatementAbandoned) {
    let hasSign = [.colon, .equal].contains(peekKind())
    let first = position + (hasSign ? 2 : 1)
    guard kindAround.hasPadding, let clause = WordsOfOthers.meaning(of: name), let last = endOfOperands(from: first),
      hasSign || [.number, .percent].contains(tokens[first].kind)
    else { return }
    let value = first == last ? withoutPixels(tokens[first]) : text(first, last)
    let whole = from(0, through: last - position)
    let own = ownClause("\(clause) \(value)", instead: whole)
    if own.place == whole { return }
    throw fail(.foreignWord(name, clause, at: here, instead: own.place, by: own.text))
  }

  /// A clause that is about the inside of its view, in place of what ends here, and where it stands. An `inset` or a
  /// `gap` behind a placement is that placement's, so it goes before the first that would take it.
  func ownClause(_ clause: String, instead whole: Diagnostic.Place) -> (text: String, place: Diagnostic.Place) {
    let taker = clause.hasPrefix("inset") ? firstTakers.inset : clause.hasPrefix("gap") ? firstTakers.gap : nil
    guard let taker, taker >= statementStart, taker < position else { return (clause, whole) }
    let all = SourceSpan(start: tokens[taker].start, end: whole.span.end)
    return ("\(clause) \(text(taker, position - 1))", place(all))
  }

  private func text(_ first: Int, _ last: Int) -> String {
    source.text(in: SourceSpan(start: tokens[first].start, end: tokens[last].end))
  }

  /// What is meant by room inside of a view (`padding`) or around it (`margin`).
  ///
  /// - Parameter distance: how far ahead its value stands.
  private func roomAround(_ name: String, value distance: Int) -> Diagnostic {
    let first = position + distance
    if [.number, .percent].contains(tokens[first].kind), case let insets = insetsWithoutComma(from: first),
      insets.last > first || !tokens[first + 1].kind.joinsOperands
    {
      return roomAround(name, insets.text, through: insets.last - position)
    }
    guard let last = endOfOperands(from: first) else { return roomAround(name, nil, through: 0) }
    return roomAround(name, text(first, last), through: last - position)
  }

  /// - Parameter insets: how much room; nil where nothing says so.
  private func roomAround(_ name: String, _ insets: String?, through last: Int) -> Diagnostic {
    let whole = from(0, through: last)
    let number = insets ?? "8"
    let before = clauseBefore.flatMap {
      $0.token >= statementStart && $0.kind.clauseRole.contains(.takesInset) ? $0.token : nil
    }
    let behind = rawToken(ahead: last + 1)
    let isSingle = insets != nil && (behind.startsLine || ![.comma, .number, .percent].contains(behind.kind))
    if name == "margin" {
      return .margin(before != nil && isSingle ? "inset \(number)" : nil, instead: whole, at: here)
    }
    if !kindAround.hasPadding, kindAround.isLeaf { return .paddingOfLeaf(kindAround.rawValue, at: here) }
    let meant = kindAround.hasPadding ? "inset" : "margins"
    guard isSingle, let insets else {
      return .padding(meant, from(0, before: startOfWhatFollows(position + 1)), by: meant + " ", at: here)
    }
    var own = ownClause("\(meant) \(insets)", instead: whole)
    if meant == "margins", let before {
      // Behind a placement it would be the guide.
      own.text += " " + text(before, position - 1)
      own.place = place(SourceSpan(start: tokens[before].start, end: whole.span.end))
    }
    return .padding(meant, own.place, by: own.text, at: here)
  }

  /// What is meant by room at one edge: `margin-top: 8` keeps the view itself away, `padding-top: 8` what is in it.
  private func oneSide(_ name: String, _ value: Int) -> Diagnostic {
    let edges = ["top", "bottom", "left", "right"]
    let edge = edges.first { name.lowercased().hasSuffix($0) } ?? "top"
    let last = rawToken(ahead: value).kind == .minus ? value + 1 : value
    let whole = from(0, through: last)
    let number = pixels(at: position + value)?.text ?? text(position + value, position + last)
    if number == "auto" { return .room(name, edge, at: whole) }
    guard name.hasPrefix("padding") else { return roomOutside(name, edge, number, whole) }
    if kindAround.isLeaf { return .paddingOfLeaf(kindAround.rawValue, at: here) }
    let side = ["left": "leading", "right": "trailing"][edge] ?? edge
    let meant = "\(kindAround.hasPadding ? "inset" : "margins") (0, \(side): \(number))"
    let own = ownClause(meant, instead: whole)
    return .foreignWord(name, meant, at: whole, instead: own.place, by: own.text)
  }

  /// What is meant by room outside of one edge. Where the views stand in a row, each is where the one before it ends.
  private func roomOutside(_ name: String, _ edge: String, _ number: String, _ whole: Diagnostic.Place) -> Diagnostic {
    kindOfParent.arrangesViews
      ? .margin(nil, instead: whole, at: here) : .foreignWord(name, "\(edge) \(number)", at: whole)
  }

  /// The kind of the view whose clause stands here: the one of the statement, else of the nearest braces.
  var kindAround: Word { kindsAround.first ?? .none }

  /// The kind of the view in which the view stands whose clause this is.
  var kindOfParent: Word { kindsAround.dropFirst().first ?? .none }

  /// The kinds of the view whose clause stands here and of the one around it.
  private var kindsAround: [Word] { viewsAround.map(\.kind) }

  /// The same, and the token of each kind.
  var viewsAround: [(kind: Word, token: Int)] {
    var kinds: [(kind: Word, token: Int)] = []
    if isFull { return kinds }
    var index = statementStart
    var open = 0
    while true {
      if let kind = kindOfView(at: index) {
        kinds.append((kind, index))
        if kinds.count == 2 { return kinds }
      }
      // Back to the brace that is open here, and from there to where its statement begins.
      repeat {
        index -= 1
        if index < 0 { return kinds }
        if tokens[index].kind == .rightBrace { open += 1 }
        if tokens[index].kind == .leftBrace { open -= 1 }
      } while open >= 0
      open = 0
      while index > 0, !tokens[index].startsLine || tokens[index].kind == .leftBrace,
        ![.leftBrace, .rightBrace, .semicolon].contains(tokens[index - 1].kind)
      {
        index -= 1
      }
    }
  }

  /// Throws where a clause is a word of Tailwind, which has a `-` glued to a name: `gap-4`, `w-full`.
  mutating func refuseUtility() throws(StatementAbandoned) {
    var last = 0
    while case let next = rawToken(ahead: last + 1), next.start == rawToken(ahead: last).end,
      [.minus, .identifier, .number, .slash, .duration].contains(next.kind)
    {
      last += 1
    }
    guard last > 1, rawToken(ahead: last + 1).kind != .colon else { return }
    let whole = from(0, through: last)
    let text = source.text(in: whole.span)
    if word == .justify, last == 2 {
      let name = source.text(in: rawToken(ahead: 2).span)
      if takesJustify(), let meant = ForeignArranging.packing(name) ?? (name == "center" ? name : nil) {
        throw fail(.foreignWord(text, "justify \(meant)", at: whole))
      }
      guard [.vstack, .hstack].contains(kindAround), WordsOfOthers.isDistribution(name) else { return }
      throw fail(foreignDistribution(name, clause: "distribute ", from: 0, through: last))
    }
    if text == "col-span-full" { throw fail(.foreignWord(text, "span \(columnsAround)", at: whole)) }
    guard let utility = Utility(text) else { return }
    withdrawComplaints(in: whole.span)
    switch utility {
    case .clause(let clause):
      let own = ownClause(clause, instead: whole)
      throw fail(.foreignWord(text, clause, at: whole, instead: own.place, by: own.text))
    case .padding(let insets): throw fail(roomAround("padding", insets, through: last))
    case .margin(let insets): throw fail(roomAround("margin", insets, through: last))
    case .side(let edge, let points): throw fail(roomOutside(text, edge, points, whole))
    case .help(let help): throw fail(.withoutWord(text, help, at: whole))
    }
  }

  /// The kind that a token is, in whatever letters.
  private func kindOfView(at index: Int) -> Word? {
    if tokens[index].word.roles.contains(.viewKind) { return tokens[index].word }
    guard tokens[index].kind == .identifier, source.bytes[Int(tokens[index].start)] < 0x5B else { return nil }
    return ownKind(source.text(in: tokens[index].span)).flatMap { Word(rawValue: $0) }
  }

  // MARK: Words of stacks

  /// Throws where `align`, which is about one axis, says how a stack's views stand, or where a view does:
  /// `hstack h align center`, `box b align top.trailing`.
  mutating func refuseAlignOfStack() throws(StatementAbandoned) {
    guard word == .align, peekKind() == .identifier, peekWord() != .x, peekWord() != .y else { return }
    if [.vstack, .hstack].contains(kindAround) { throw fail(.foreignWord("align", "items", at: here)) }
    if peekWord() == .center { throw fail(.foreignWord("align center", "center", at: from(0, through: 1))) }
    if peekWord().roles.contains(.edge) { throw fail(.foreignWord("align", "pin", at: here)) }
  }

  /// Throws where others name how views stand in their row: `distribute spaceBetween`, `items stretch`.
  mutating func refuseForeignWord(of clause: Word) throws(StatementAbandoned) {
    guard kind == .identifier else { return }
    let (name, length) = hyphenatedName(ahead: 0)
    if clause == .distribute {
      let known = ["fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering"]
      if known.contains(name) || !WordsOfOthers.isDistribution(name) { return }
      throw fail(foreignDistribution(name, clause: "", from: 0, through: length - 1))
    }
    // The view that says `self` stands in what has the axis.
    let isColumn = [.vstack, .vflow].contains(clause == .self ? kindOfParent : kindAround)
    let isAlongX = position > 0 && tokens[position - 1].word == .x
    if isAlongX, name == "baseline" { return }
    if let meant = WordsOfOthers.alignment(name, isColumn: isColumn || isAlongX) {
      throw fail(.foreignWord(name, meant, at: from(0, through: length - 1)))
    }
  }

  private func foreignDistribution(
    _ name: String, clause: String, from first: Int, through last: Int
  ) -> Diagnostic {
    let place = from(first, through: last)
    if let meant = WordsOfOthers.distribution(name) { return .foreignWord(name, clause + meant, at: place) }
    return .packing(name, source.text(in: place.span), isColumn: kindAround != .hstack, at: place)
  }

  // MARK: Places

  /// Throws where a corner is one word: `pin topTrailing`.
  mutating func refuseCornerInOneWord() throws(StatementAbandoned) {
    guard kind == .identifier, let meant = WordsOfOthers.corner(named: currentText) else { return }
    throw fail(.foreignWord(currentText, meant, at: here))
  }

  /// Throws behind an edge where another follows without `.`: `pin top-trailing`, `pin top trailing`.
  mutating func refuseCornerWithoutDot() throws(StatementAbandoned) {
    let isGlued = kind == .minus
    let second = rawToken(ahead: isGlued ? 1 : 0)
    guard let first = EdgeName(tokens[position - 1].word), let edge = EdgeName(second.word), !second.startsLine,
      first.isVertical != edge.isVertical
    else { return }
    // An edge of its own has a value: `pin top leading 8`.
    guard isGlued || peekKind().endsClauses || peekWord() != .none else { return }
    let whole = place(SourceSpan(start: tokens[position - 1].start, end: second.end))
    let meant = "\(first.rawValue).\(edge.rawValue)"
    throw fail(.foreignWord(source.text(in: whole.span), meant, at: whole))
  }

  /// Throws where a guide stands in the place of a view: `above keyboard`.
  mutating func refuseGuideAsNeighbour(rest isRest: Bool, _ lines: String) throws(StatementAbandoned) {
    guard kind == .identifier, let guide = GuideName(word), peekKind() != .dot else { return }
    let before = tokens[position - 1].start
    let whole = place(SourceSpan(start: before, end: token.end))
    throw fail(.guideAsNeighbour(guide.rawValue, isRest ? nil : "dock \(lines) of \(guide.rawValue)", whole, at: here))
  }

  /// Throws where an edge has no distance because it is said once for two edges: `left top 5`.
  mutating func refuseEdgeBehindEdge(_ edge: Word) throws(StatementAbandoned) {
    guard kind == .identifier, let first = EdgeName(edge), let second = EdgeName(word),
      first.isVertical != second.isVertical
    else { return }
    if peekKind() == .identifier || peekKind().endsClauses {
      let whole = place(SourceSpan(start: tokens[position - 1].start, end: token.end))
      throw fail(
        .foreignWord(source.text(in: whole.span), "pin \(first.rawValue).\(second.rawValue)", at: whole))
    }
    guard peekKind() == .number || peekKind() == .percent else { return }
    let number = source.text(in: rawToken(ahead: 1).span)
    throw fail(.edgeWithoutDistance(first.rawValue, number, at: place(tokens[position - 1].span)))
  }
}

extension EdgeName {
  fileprivate var isVertical: Bool { self == .top || self == .bottom }
}

extension TokenKind {
  fileprivate var endsClauses: Bool {
    [.semicolon, .rightBrace, .leftBrace, .endOfFile, .at, .lessTilde, .hash].contains(self)
  }
}

extension Word {
  /// Whether a view of this kind keeps its views away from its edges by an `inset`.
  var hasPadding: Bool {
    [.vstack, .hstack, .vscroll, .hscroll, .list, .hflow, .vflow, .grid].contains(self)
  }

  /// Whether a view of this kind says where the views in it stand.
  var arrangesViews: Bool { [.vstack, .hstack, .vflow, .hflow, .grid, .list].contains(self) }

  /// Whether a view of this kind shows a text or a picture, and rarely has views in it.
  var isLeaf: Bool { [.label, .button, .input, .image, .spacer].contains(self) }

  /// Whether a view of this kind puts its views into lines or columns.
  var takesJustify: Bool { [.hflow, .vflow, .grid].contains(self) }
}

extension Diagnostic {
  fileprivate static func propertyWithoutColon(_ name: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "'\(name)' is a property, which has a ':' before its value", at: place,
      fixes: [Fix("write '\(name):'", replace: place, by: "\(name):")])
  }

  /// - Parameter needless: what is to be removed, where that is all.
  static func withoutWord(
    _ name: String, _ help: String, _ needless: Place? = nil, at place: Place
  ) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no '\(name)' here", at: place, notes: [Note("help: " + help)],
      fixes: needless.map { [Fix("remove it", replace: $0, by: "")] } ?? [])
  }

  fileprivate static func orderOfDrawing(_ name: String, _ whole: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no '\(name)' here: of views in the same braces the later one is over the earlier",
      at: whole, notes: [Note("help: write the view that is to be seen whole behind the others")],
      fixes: [Fix("remove it", replace: whole, by: "")])
  }

  fileprivate static func padding(_ meant: String, _ whole: Place, by text: String, at place: Place) -> Diagnostic {
    let notes =
      meant == "inset" ? [] : [Note("help: what fills the view says so: `fill margins`, `top == super.margins.top`")]
    return Diagnostic(
      .foreignOperator, "there is no 'padding' here; use '\(meant)'", at: place, notes: notes,
      fixes: [Fix("write '\(meant)' instead", replace: whole, by: text)])
  }

  /// Padding of a label, which nothing that is in it keeps away from its edges.
  fileprivate static func paddingOfLeaf(_ kind: String, at place: Place) -> Diagnostic {
    let example = kind == "image" || kind == "spacer" ? "" : " \"…\""
    return Diagnostic(
      .foreignOperator, "there is no 'padding' of a \(kind)", at: place,
      notes: [Note("help: put it into a box, from whose edges it stays away: `box { \(kind)\(example) fill inset 8 }`")]
    )
  }

  fileprivate static func margin(_ meant: String?, instead whole: Place, at place: Place) -> Diagnostic {
    guard let meant else {
      return Diagnostic(
        .foreignOperator, "there is no 'margin' here: a placement says how far away a view stays", at: place,
        notes: [
          Note("help: write `fill inset 8`, `below title gap 8` or `top 8`; in a stack its `gap` or `gapAfter: 8`")
        ])
    }
    return Diagnostic(
      .foreignOperator, "there is no 'margin' here; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: whole, by: meant)])
  }

  /// `margin-left: auto`, which pushes a view to the other end.
  fileprivate static func room(_ name: String, _ edge: String, at place: Place) -> Diagnostic {
    let (side, end) = [
      "left": ("before", "trailing 0"), "right": ("behind", "leading 0"), "top": ("before", "bottom 0"),
    ][edge, default: ("behind", "top 0")]
    return Diagnostic(
      .foreignOperator, "there is no '\(name)' here", at: place,
      notes: [
        Note("help: in a stack a `spacer` \(side) it takes what is left; elsewhere `\(end)` says where it stands")
      ])
  }

  /// - Parameters:
  ///   - whole: what is replaced, where that is more than the place.
  ///   - text: by what.
  static func foreignWord(
    _ name: String, _ meant: String, at place: Place, instead whole: Place? = nil, by text: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "there is no '\(name)' here; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: whole ?? place, by: text ?? meant)])
  }

  /// `justify center`: where the room goes that views leave is said by spacers.
  fileprivate static func packing(
    _ name: String, _ written: String, isColumn: Bool, at place: Place
  ) -> Diagnostic {
    let length = isColumn ? "height" : "width"
    let help =
      switch WordsOfOthers.plain(name) {
      case "center", "centre", "middle":
        "put `spacer room` before the first view and `spacer \(length) == room.\(length)` behind the last"
      case "start", "flex-start", "leading", "left", "top": "put a `spacer` behind the last view"
      case "end", "flex-end", "trailing", "right", "bottom": "put a `spacer` before the first view"
      default: "write `distribute equalSpacing`, and put a `spacer` before the first view and behind the last"
      }
    return Diagnostic(
      .foreignOperator, "there is no '\(written)' here: the room that views leave goes to a 'spacer'", at: place,
      notes: [Note("help: " + help)])
  }

  fileprivate static func guideAsNeighbour(
    _ guide: String, _ meant: String?, _ whole: Place, at place: Place
  ) -> Diagnostic {
    guard let meant else {
      return Diagnostic(
        .expectedPlace, "'\(guide)' is a guide and no view", at: place,
        notes: [Note("help: what lies inside of a guide is filled by naming it: `fill keyboardSafe`")])
    }
    return Diagnostic(
      .expectedPlace, "'\(guide)' is a guide and no view; use '\(meant)'", at: place,
      fixes: [Fix("write '\(meant)' instead", replace: whole, by: meant)])
  }

  fileprivate static func edgeWithoutDistance(_ edge: String, _ number: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .foreignOperator, "each edge has a distance of its own, and '\(edge)' has none", at: place,
      fixes: [Fix("write '\(edge) \(number)'", replace: place, by: "\(edge) \(number)")])
  }
}
