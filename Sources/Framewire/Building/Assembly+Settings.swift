internal import Geometry
internal import LayoutModel
internal import LayoutSyntax

/// What a clause sets instead of placing its view. What nothing would read, and what stands where no branch may change
/// it, goes by the text, which says so.
extension Assembly {
  mutating func say(_ clause: Clause, _ said: Said) throws(GoesByText) {
    if try place(clause, said) { return }
    let owner = said.owner
    switch clause.form {
    case .content(let content, let axis): try wish(content, axis, clause, said)
    case .gap(let gap, let lines):
      guard owner.kind.arrangesViews, lines == nil || owner.kind.packsViews, clause.priority == .required else {
        throw GoesByText()
      }
      let seat = try seat(said)
      let between = try lines.map { lines throws(GoesByText) in try number(lines) }
      builder.setGap(try number(gap), lines: between, identifier: try identifier(clause.id, said), seat)
    case .inset(let insets):
      guard owner.kind.arrangesViews || owner.kind.isScroll, clause.priority == .required else { throw GoesByText() }
      let seat = try seat(said)
      builder.setPadding(Inset(try form(of: insets)), identifier: try identifier(clause.id, said), seat)
    case .margins(let insets): builder.setMargins(Inset(try form(of: insets)), try seat(said))
    case .initial(let name):
      let seat = try seat(said)
      guard builder.mayBeFixed(seat) else { throw GoesByText() }
      builder.beginConfigured(try view(owner), builder.name(name.name), at: said.origin)
    case .conditions(let timing):
      guard builder.mayBeFixed(try seat(said)) else { throw GoesByText() }
      conditionTimings.append(Animation(subject: try view(owner), timing: timing, origin: said.origin))
    case .directConditions:
      guard builder.mayBeFixed(try seat(said)) else { throw GoesByText() }
      builder.applyConditionsAtOnce(of: view(of: said))
    case .turnedAutomatically:
      guard owner.kind.isStack else { throw GoesByText() }
      try setFixed(.automaticAxis, said)
    case .turned(let condition):
      guard owner.kind.isStack else { throw GoesByText() }
      let seat = try seat(said)
      let question = Question(condition: condition, asker: owner, owner: owner)
      let when = try self.condition(question, of: try view(owner))
      guard builder.setTurned(when: when, seat) else { throw GoesByText() }
    case .trait(let name, let value):
      guard case .word? = TraitDescription.named(name)?.form,
        TraitDescription.objection(toSetting: name, to: value) == nil
      else { throw GoesByText() }
      try setFixed(.trait(name: name, value: value), said)
    case .property(let name, let value): try set(name, to: value, said)
    case .remove(let attributes):
      for attribute in attributes {
        for part in attribute.parts {
          builder.remove(LayoutModel.Anchor(try view(owner), .frame, part), by: try view(owner), in: said.branch)
        }
      }
    default: try arrange(clause.form, said)
    }
  }

  /// What a container says of the views in it, or one of them of itself.
  private mutating func arrange(_ form: Clause.Form, _ said: Said) throws(GoesByText) {
    let kind = said.owner.kind
    let seat = try seat(said)
    switch form {
    case .hidden: builder.set(.hidden, seat)
    case .intrinsic(let width, let height):
      let size = try [width, height].map { length throws(GoesByText) -> Quantity? in
        try length.map { length throws(GoesByText) in try number(length) }
      }
      try setFixed(.intrinsicSize(width: size[0], height: size[1]), said)
    case .baselines(let first, let last):
      try setFixed(.baselines(first: try number(first), last: try number(last)), said)
    case .items(let items): builder.set(.items(try alignment(items, in: kind)), seat)
    case .columnItems(let items):
      guard kind == .grid else { throw GoesByText() }
      builder.set(.columnItems(try alignment(items.rawValue, in: kind)), seat)
    case .alone(let items):
      let own = try ownAlignment(items.rawValue, said)
      builder.set(parent(of: said.owner)?.kind == .grid ? .ownColumnAlignment(own) : .ownAlignment(own), seat)
    case .aloneInRow(let items): builder.set(.ownAlignment(try ownAlignment(items.rawValue, said)), seat)
    case .justify(let packing): builder.set(.justify(try self.packing(packing, in: kind)), seat)
    case .lines(let packing): builder.set(.lines(try self.packing(packing, in: kind)), seat)
    case .distribute(let distribution):
      guard kind.isStack, let distribution = LayoutModel.Distribution(rawValue: distribution.rawValue) else {
        throw GoesByText()
      }
      builder.set(.distribution(distribution), seat)
    case .columns(let tracks): builder.set(.columns(try trackList(tracks, in: kind)), seat)
    case .rows(let tracks): builder.set(.rows(try trackList(tracks, in: kind)), seat)
    case .span(let columns, let rows): builder.set(.span(try gridNumbers(columns, rows, from: 1, said)), seat)
    case .cell(let column, let row): builder.set(.cell(try gridNumbers(column, row, from: 0, said)), seat)
    default: throw GoesByText()
    }
  }

  private mutating func setFixed(_ setting: Setting, _ said: Said) throws(GoesByText) {
    guard builder.setFixed(setting, try seat(said)) else { throw GoesByText() }
  }

  /// `hug`, `shrink` and their kind, where something has a natural size that may be wished for.
  private mutating func wish(
    _ content: ContentWish, _ axis: Geometry.Axis?, _ clause: Clause, _ said: Said
  ) throws(GoesByText) {
    let kind = said.owner.kind
    let scrolled: Geometry.Axis = kind == .hscroll ? .x : .y
    // In a flow it depends on what that says whether somebody grows.
    guard parent(of: said.owner)?.kind.packsViews != true,
      kind.hasText || kind == .image || kind.isScroll && (axis == nil || axis == scrolled)
    else { throw GoesByText() }
    builder.setContentWish(content, axis, try seat(said, clause.priority))
  }

  /// What `items` of a container says, or `self` of a view in it.
  private func alignment(_ word: String, in container: ViewKind) throws(GoesByText) -> ItemsAlignment {
    guard container.isStack || container.packsViews, let alignment = ItemsAlignment(rawValue: word),
      container != .vstack && container != .vflow || alignment != .firstBaseline && alignment != .lastBaseline
    else { throw GoesByText() }
    return alignment
  }

  /// What `self` of a view says.
  private func ownAlignment(_ word: String, _ said: Said) throws(GoesByText) -> ItemsAlignment {
    guard let around = parent(of: said.owner)?.kind else { throw GoesByText() }
    return try alignment(word, in: around)
  }

  private func packing(_ packing: Packing, in kind: ViewKind) throws(GoesByText) -> LayoutModel.Packing {
    guard kind.packsViews, let packing = LayoutModel.Packing(rawValue: packing.rawValue) else { throw GoesByText() }
    return packing
  }

  private func trackList(_ tracks: GridTracks, in kind: ViewKind) throws(GoesByText) -> TrackList {
    guard kind == .grid else { throw GoesByText() }
    switch tracks.form {
    case .equal(let count): return .equal(try gridNumber(count, from: 1))
    case .atLeast(let points): return .atLeast(try number(points))
    case .each(let tracks):
      guard tracks.count <= Int(TrackList.most) else { throw GoesByText() }
      return .each(
        try tracks.map { track throws(GoesByText) -> TrackSize in
          switch track {
          case .points(let points): return .length(try number(points))
          case .share(let share):
            guard share > 0, share <= Double(TrackList.most) else { throw GoesByText() }
            return .share(share)
          case .auto: return .automatic
          }
        })
    }
  }

  private func gridNumbers(
    _ columns: Int, _ rows: Int, from least: Int32, _ said: Said
  ) throws(GoesByText) -> GridNumbers {
    guard parent(of: said.owner)?.kind == .grid else { throw GoesByText() }
    return GridNumbers(columns: try gridNumber(columns, from: least), rows: try gridNumber(rows, from: least))
  }

  /// How many columns or rows, or which of them.
  private func gridNumber(_ number: Int, from least: Int32) throws(GoesByText) -> Int32 {
    guard let number = Int32(exactly: number), number >= least, number <= TrackList.most else { throw GoesByText() }
    return number
  }

  // MARK: Properties

  private mutating func set(_ name: String, to value: PropertyValue, _ said: Said) throws(GoesByText) {
    let kind = said.owner.kind
    if PropertyDescription.isCustom(name), kind != .spacer, kind != .guide {
      return builder.set(.property(name: name, try self.value(value, said.owner)), try seat(said))
    }
    guard let known = PropertyDescription.named(name), name != "image", name != "text" else { throw GoesByText() }
    let value = try self.value(value, said.owner)
    if name == "was" { return try setFixed(.property(name: name, value), said) }
    guard known.form.takes(value), known.readers.map({ $0.contains(kind) }) ?? true,
      !known.isDrawn || kind != .spacer && kind != .guide, isRead(name, said.owner), isKnown(name, value, kind),
      known.correction(of: value) == nil
    else { throw GoesByText() }
    if name == "gapAfter", case .number(let gap) = value {
      try setFixed(.gapAfter(gap), said)
    } else if known.mayChange {
      builder.set(.property(name: name, value), try seat(said))
    } else {
      try setFixed(.property(name: name, value), said)
    }
  }

  private func value(_ value: PropertyValue, _ owner: Node) throws(GoesByText) -> LayoutModel.PropertyValue {
    switch value {
    case .number(let number): return .number(try self.number(number))
    case .text(let text): return .text(text)
    case .sum, .field: throw GoesByText()
    case .word(let word):
      // In quotes it would be a text, and digits are a number.
      guard Spelling.isIdentifier(word), Spelling.word(word) == word else { throw GoesByText() }
      return .word(word)
    case .colour(let colour):
      let digits = colour.digits.filter { $0.isLetter || $0.isNumber }
      guard let bytes = VariableValue.bytes(ofColour: "#" + digits) else { throw GoesByText() }
      return .colour(bytes)
    }
  }

  /// Whether what stands around a view reads a property.
  private func isRead(_ name: String, _ node: Node) -> Bool {
    let around = parent(of: node)?.kind
    switch name {
    case "gapAfter": return around?.arrangesViews == true && around != .grid
    case "animate":
      return node.kind == .list
        || around == .list && ["header", "footer"].contains(self.name(of: node) ?? "")
    // Only when all is said of the view is it known whether it has a border.
    case "borderColor": return false
    default: return true
    }
  }

  /// Whether a text is measured by a word. Another one may be a slip.
  private func isKnown(_ name: String, _ value: LayoutModel.PropertyValue, _ kind: ViewKind) -> Bool {
    guard kind.hasText, case .word(let word) = value else { return true }
    switch name {
    case "style": return TextStyle(named: word) != nil
    case "weight": return TextWeight(rawValue: word) != nil
    default: return true
    }
  }
}
