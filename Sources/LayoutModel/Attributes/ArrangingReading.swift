import Geometry
import LayoutSyntax

/// What flows and grids say, and the views in them: `justify`, `lines`, `columns`, `rows`, `self`, `span`, `cell`.
extension LayoutResolver {
  /// Reads `justify` or `lines`.
  mutating func readPacking(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let clause = node.firstToken.word.rawValue
    guard kind(of: seat.view).packsViews else {
      var complaint = Complaint.notAFlow(clause, kind(of: seat.view))
      complaint.help += helpOfInstance(seat.view)
      report(complaint, at: node, in: standing.site.file)
      return
    }
    guard let word = node.first(.word) else { return }
    guard let packing = Packing(rawValue: word.text) else {
      let known = Packing.allCases.map(\.rawValue)
      report(.unknownWord(clause, word.text, known), at: word, in: standing.site.file)
      return
    }
    builder.set(node.kind == .justifyClause ? .justify(packing) : .lines(packing), seat)
  }

  /// What lets a view of a component say what a flow does, where the component is a plain view with one in it.
  private func helpOfInstance(_ view: ViewID) -> [String] {
    let component = builder.views.drafts[view].component
    guard kind(of: view) == .view, component >= 0 else { return [] }
    let name = builder.names.text(of: components.all[Int(component)].name)
    return ["help: '\(name)' is a view with others in it; one that is a flow itself is `component \(name) hflow { … }`"]
  }

  /// Reads `self`, which is for a view in a stack, a flow or a grid.
  mutating func readOwnAlignment(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let around = kind(of: parent(of: seat.view))
    if let axis = node.axisOfPlacement, around.isStack || around == .hflow || around == .vflow {
      report(.axisOutsideOfGrid("self", axis, in: around), at: node, in: standing.site.file)
      return
    }
    guard let (alignment, isInColumn) = alignment(node, "self", in: around, standing) else { return }
    note(node.axisOfPlacement == nil ? .ownAlignment : .gridPlace, "self", seat)
    if !isInColumn { noteSide(alignment, "self", seat) }
    builder.set(isInColumn ? .ownColumnAlignment(alignment) : .ownAlignment(alignment), seat)
  }

  /// What `items` or `self` says of views that stand in a `container`, and whether that is about the columns of a grid;
  /// nil after a complaint.
  mutating func alignment(
    _ node: SyntaxNode, _ clause: String, in container: ViewKind, _ standing: Standing
  ) -> (ItemsAlignment, isInColumn: Bool)? {
    guard let word = node.first(.word) else { return nil }
    if node.axisOfPlacement == .x {
      let known: [ItemsAlignment] = [.fill, .leading, .center, .trailing]
      if let alignment = known.first(where: { $0.rawValue == word.text }) { return (alignment, true) }
      report(.unknownWord(clause + " x", word.text, known.map(\.rawValue)), at: word, in: standing.site.file)
      return nil
    }
    guard let alignment = ItemsAlignment(rawValue: word.text) else {
      let known = ItemsAlignment.allCases.map(\.rawValue)
      report(.unknownWord(clause, word.text, known), at: word, in: standing.site.file)
      return nil
    }
    if container == .vstack || container == .vflow, alignment == .firstBaseline || alignment == .lastBaseline {
      report(.baselinesInColumn, at: word, in: standing.site.file)
      return nil
    }
    if container == .vstack || container == .vflow, alignment == .top || alignment == .bottom {
      let meant = alignment == .top ? ItemsAlignment.leading : .trailing
      report(.rowWordInColumn(clause, word.text, meant, container), at: word, in: standing.site.file)
      return (meant, false)
    }
    return (alignment, false)
  }

  // MARK: Grids

  /// Reads `columns` or `rows`.
  mutating func readTracks(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let clause = node.firstToken.word.rawValue
    guard kind(of: seat.view) == .grid else {
      let isInGrid = kind(of: parent(of: seat.view)) == .grid
      var complaint = Complaint.notAGrid(clause, kind(of: seat.view), isInGrid: isInGrid)
      complaint.help += helpOfInstance(seat.view)
      report(complaint, at: node, in: standing.site.file)
      return
    }
    guard let list = node.first(.trackList), let tracks = trackList(list, clause, standing.site) else { return }
    builder.set(node.kind == .columnsClause ? .columns(tracks) : .rows(tracks), seat)
  }

  private mutating func trackList(_ list: SyntaxNode, _ clause: String, _ site: Site) -> TrackList? {
    if let least = list.first(.leastTrack) {
      guard let value = least.value(at: 0), let length = quantity(value, site) else { return nil }
      if case .literal(let number) = length, number <= 0 {
        report(.noSize(clause, value.text, isLeast: true), at: value, in: site.file)
      }
      return .atLeast(length)
    }
    // One number without parentheses says how many, and in parentheses how large.
    if let only = list.onlyValue, only.kind != .word, list.firstToken.kind != .leftParenthesis, !only.hasUnit {
      return gridNumber(only, from: 1, of: clause, site).map { .equal($0) }
    }
    var tracks: [TrackSize] = []
    for child in list.children {
      if tracks.count == Int(TrackList.most) {
        report(.tooManyTracks(clause), at: list, in: site.file)
        return nil
      }
      switch child.kind {
      case .share:
        let share = child.first(.number)?.number ?? 0
        guard share > 0, share <= Double(TrackList.most) else {
          report(.badShare(child.text), at: child, in: site.file)
          return nil
        }
        tracks.append(.share(share))
      case .word: tracks.append(.automatic)
      case let kind where kind.isValue:
        guard let length = quantity(child, site) else { return nil }
        if case .literal(let number) = length, number < 0 {
          report(.noSize(clause, child.text, isLeast: false), at: child, in: site.file)
        }
        tracks.append(.length(length))
      default: return nil
      }
    }
    return .each(tracks)
  }

  /// Reads `span` or `cell`.
  mutating func readGridPlace(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let (isSpan, clause) = (node.kind == .spanClause, node.firstToken.word.rawValue)
    var numbers: [Int32] = []
    for value in node.values {
      guard let number = gridNumber(value, from: isSpan ? 1 : 0, of: clause, standing.site) else { return }
      numbers.append(number)
    }
    guard numbers.count == 2 || isSpan && numbers.count == 1 else {
      var complaint = Complaint.wrongCount(node.text, wanted: isSpan ? "one or two" : "two", numbers.count)
      if numbers.count == 1 { complaint.help.append("help: `cell \(numbers[0]), 0` is column \(numbers[0]) and row 0") }
      report(complaint, at: node, in: standing.site.file)
      return
    }
    note(.gridPlace, clause, seat)
    let place = GridNumbers(columns: numbers[0], rows: numbers.count > 1 ? numbers[1] : 1)
    builder.set(isSpan ? .span(place) : .cell(place), seat)
  }

  /// Reads how many columns or rows, or which of them; nil after a complaint.
  private mutating func gridNumber(
    _ node: SyntaxNode, from least: Int32, of clause: String, _ site: Site
  ) -> Int32? {
    // Which places there are is found out once all is known.
    if following.isReadingAgain { following.isLost = true }
    switch constant(node, site) {
    case .known(.number(let number)):
      if let whole = Int32(exactly: number), whole >= least, whole <= TrackList.most { return whole }
      report(.badGridNumber(node.text, clause, least), at: node, in: site.file)
    case .known: report(.badGridNumber(node.text, clause, least), at: node, in: site.file)
    case .unknown where node.kind == .reference && node.first(.anchorSegment) == nil:
      if declaredValue(ofReference: node, site) != nil { fallthrough }
      reportUnknownValue(node.name, node, site)
    case .unknown:
      var complaint = Complaint.notKnownBeforeSolving(node.text)
      complaint.help = ["help: say it in branches: `if regular.x { \(clause) 2 } else { \(clause) 1 }`"]
      report(complaint, at: node, in: site.file)
    case .isVariable(let name): report(.gridNumberOfVariable(name, clause), at: node, in: site.file)
    case .broken: break
    }
    return nil
  }
}

extension SyntaxNode {
  /// The only child, where it is a value.
  fileprivate var onlyValue: SyntaxNode? {
    var children = self.children
    guard let first = children.next(), children.next() == nil, first.kind.isValue else { return nil }
    return first
  }

  /// Whether it is a number with a unit, which can only be a length.
  fileprivate var hasUnit: Bool { kind == .number && detail != 0 }
}

extension ViewKind {
  /// Whether a view of this kind puts its views into lines, or columns and rows.
  package var packsViews: Bool { self == .hflow || self == .vflow || self == .grid }
}

extension Complaint {
  static func axisOutsideOfGrid(_ clause: String, _ axis: Axis, in kind: ViewKind) -> Complaint {
    Complaint(
      .notAStack, "'\(clause) \(axis)' is for grids, and this is \(clause == "self" ? "in " : "")a \(kind.rawValue)",
      help: ["help: `\(clause) center` is about the one axis across which it has its views"])
  }

  /// `vstack items top`: in a column the word means a side, and what is meant is rather where the column stands.
  static func rowWordInColumn(
    _ clause: String, _ word: String, _ meant: ItemsAlignment, _ kind: ViewKind
  ) -> Complaint {
    let help =
      kind == .vstack
      ? "where its views go along it says a `spacer`, behind the last or before the first"
      : "where its views go along it says `justify leading` or `justify trailing`"
    return Complaint(
      .unreadSetting, "'\(clause)' is about the width of a \(kind.rawValue), where '\(word)' is '\(meant.rawValue)'",
      replacement: meant.rawValue, help: ["help: " + help])
  }

  static func notAFlow(_ clause: String, _ kind: ViewKind) -> Complaint {
    let help =
      kind.isStack
      ? "help: in a stack the room that views leave goes to a 'spacer', or is shared out by 'distribute'" : nil
    return Complaint(
      .notAStack, "'\(clause)' is for flows and grids, and this is a \(kind.rawValue)", help: help.map { [$0] } ?? [])
  }

  static func notAGrid(_ clause: String, _ kind: ViewKind, isInGrid: Bool) -> Complaint {
    Complaint(
      .notAStack, "'\(clause)' is for grids, and this is a \(kind.rawValue)",
      help: isInGrid ? ["help: a view's place is `cell COLUMN, ROW`, each counted from 0"] : [])
  }

  static func badGridNumber(_ text: String, _ clause: String, _ least: Int32) -> Complaint {
    let help =
      clause == "columns" || clause == "rows"
      ? ["one that is \(text) large is `\(clause) (\(text))`, and as many as have room `\(clause) min \(text)`"] : []
    return Complaint(
      .badRange, "'\(clause)' takes a whole number from \(least) to \(TrackList.most), not '\(text)'", help: help)
  }

  static func noSize(_ clause: String, _ text: String, isLeast: Bool) -> Complaint {
    Complaint(
      .uselessInGrid,
      isLeast
        ? "'\(clause) min \(text)' has room for any number, so there are as many as the views can be in"
        : "'\(text)' is no size for any of the '\(clause)', and counts as 0")
  }

  static func gridNumberOfVariable(_ name: String, _ clause: String) -> Complaint {
    Complaint(
      .badRange, "'\(name)' is set from outside, and '\(clause)' is known in the file",
      help: ["help: say it in branches: `if \(name) == 2 { … }`"])
  }

  static func badShare(_ text: String) -> Complaint {
    Complaint(.badRange, "a share is a number from above 0 to \(TrackList.most) before '*', not '\(text)'")
  }

  static func tooManyTracks(_ clause: String) -> Complaint {
    Complaint(.tooLarge, "a grid has at most \(TrackList.most) \(clause)")
  }

  static func oneGap(_ owner: String) -> Complaint {
    Complaint(
      .wrongCount, "the 'gap' of \(owner) is one number", help: ["help: two are for flows and grids"])
  }
}
