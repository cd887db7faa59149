internal import LayoutModel
internal import LayoutSyntax

extension Spelling {
  /// A clause of `owner`, with its priority and id.
  func clause(_ clause: Clause, of owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    let end = try ending(clause.priority, clause.id, site)
    switch clause.form {
    case .fill, .fillEach, .fillAtMost, .fillAtLeast: return try fill(clause.form, end, owner, site)
    case .center, .centerEach, .pin, .pinAt, .at: return try point(clause.form, end, owner, site)
    case .edge(let edge, let comparison, let inward, let area):
      return try self.edge(edge, comparison, inward, area, owner, site) + end
    case .position(let edge, let position):
      return "\(edge.rawValue) \(try sum(position.terms, position.constant, subject: owner, at: owner, site))\(end)"
    case .dock(let docking): return try dock(docking, end, owner, site)
    case .align(let axis, let mode, let inset, let isBounded):
      let words = "\(isBounded ? "align " : "")\(axis) \(try self.mode(mode, at: owner, site))"
      return try words + self.inset(inset, site) + end
    case .length, .range, .size, .sizeOf, .aspect, .spacer: return try size(clause.form, end, owner, site)
    case .content(let wish, let axis): return "\(wish)\(axis.map { " \($0)" } ?? "")\(end)"
    case .gap(let gap, let lines): return "gap \(try list([gap] + (lines.map { [$0] } ?? []), site))\(end)"
    case .inset(let insets): return "inset \(try Self.insets(insets, site))\(end)"
    case .margins(let insets): return "margins \(try Self.insets(insets, site))"
    case .hidden: return "hidden"
    case .items(let items): return "items \(items)"
    case .columnItems(let items): return "items x \(items.rawValue)"
    case .alone(let items):
      return "\(plan.census.parent(of: owner)?.kind == .grid ? "self x" : "self") \(items.rawValue)"
    case .aloneInRow(let items): return "self \(items.rawValue)"
    case .justify(let packing): return "justify \(packing.rawValue)"
    case .lines(let packing): return "lines \(packing.rawValue)"
    case .distribute(let distribution): return "distribute \(distribution.rawValue)"
    case .intrinsic(let width, let height): return "intrinsic \(try list([width, height], site))"
    case .baselines(let first, let last): return "baselines \(try list([first, last], site))"
    case .columns(let tracks): return "columns \(try self.tracks(tracks, of: "columns", site))"
    case .rows(let tracks): return "rows \(try self.tracks(tracks, of: "rows", site))"
    case .span(let columns, let rows):
      let across = try gridNumber(columns, from: 1, of: "span", site)
      let down = try gridNumber(rows, from: 1, of: "span", site)
      return "span \(across)" + (rows == 1 ? "" : ", \(down)")
    case .cell(let column, let row):
      let across = try gridNumber(column, from: 0, of: "cell", site)
      return "cell \(across), \(try gridNumber(row, from: 0, of: "cell", site))"
    case .turnedAutomatically: return "auto"
    case .turned(let when): return "auto when \(try condition(when, of: owner, at: owner, site))"
    case .initial(let name): return "initial \(try Self.freeName(name.name, site))"
    case .trait(let name, let value): return "trait \(try Self.trait(name, site)): \(Self.word(value))"
    case .property(let name, let value): return "\(name): \(try property(value, owner, site))"
    case .text(let text): return "text: \(try self.text(text, site))"
    case .conditions(let timing): return "conditions animate \(try Self.timing(timing, site))"
    case .directConditions: return "conditions direct"
    case .remove(let attributes): return "remove \(attributes.map(\.rawValue).joined(separator: ", "))"
    case .own: preconditionFailure("a clause of one's own is expanded before anything is written")
    }
  }

  // MARK: Placements

  private func fill(
    _ form: Clause.Form, _ end: String, _ owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    switch form {
    case .fill(let area, let inset, let axis):
      let place = try area.map { area throws(WrittenComplaint) in try self.area(area, at: owner, site) }
      let words = [axis.map { "\($0) fill" } ?? "fill", place].compactMap { $0 }.joined(separator: " ")
      return try words + self.inset(inset, site) + end
    case .fillEach(let edges, let inset): return try "fill" + places(edges, owner, site) + self.inset(inset, site) + end
    case .fillAtMost(let area, let inset, let pin):
      let words = try "fill <= \(self.area(area, at: owner, site))" + self.inset(inset, site)
      guard let pin else { return words + end }
      return try words + " " + self.pin(pin, owner, site) + end
    case .fillAtLeast(let area, let inset):
      return try "fill >= \(self.area(area, at: owner, site))" + self.inset(inset, site) + end
    default: preconditionFailure("\(form) fills nothing")
    }
  }

  private func point(
    _ form: Clause.Form, _ end: String, _ owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    switch form {
    case .center(let axis, let area, let offset):
      var words = "center\(axis.map { " \($0)" } ?? "")"
      if let area { words += " in \(try self.area(area, at: owner, site))" }
      return try words + self.offset(offset, site) + end
    case .centerEach(let axes, let offset):
      return try "center" + places(axes, owner, site) + self.offset(offset, site) + end
    case .pin(let pin): return try self.pin(pin, owner, site) + end
    case .pinAt(let point, let position):
      return "pin \(point.rawValue) at \(try list([position.x, position.y], site))\(end)"
    case .at(let numbers, let area):
      var words = "at \(try list(numbers, site))"
      if let area { words += " in \(try self.area(area, at: owner, site))" }
      return words + end
    default: preconditionFailure("\(form) is no point")
    }
  }

  private func pin(_ pin: Clause.Pin, _ owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    var words = "pin \(pin.point.rawValue)"
    if let other = pin.other, other != pin.point { words += " to \(other.rawValue)" }
    if let area = pin.area { words += " of \(try areaBehindOf(area, at: owner, site))" }
    return try words + offset(pin.offset, site)
  }

  private func edge(
    _ edge: Attribute, _ comparison: Comparison, _ inward: Double, _ area: Area?, _ owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    if comparison == .equal && area == nil { return "\(edge.rawValue) \(try Self.number(inward, site))" }
    // Inward from a far edge is down in numbers.
    let isFar = edge == .bottom || edge == .trailing || edge == .right
    let place = (area ?? .super).place
    let term = Sum.Term(place: place, attribute: edge)
    let words = try sum([term], isFar ? -inward : inward, subject: owner, at: owner, isBare: false, site)
    return "\(edge.rawValue) \((isFar ? comparison.turned : comparison).rawValue) \(words)"
  }

  private func dock(
    _ docking: Clause.Docking, _ end: String, _ owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    var words: String
    switch docking.line {
    case .edge(let line, let other, let area):
      words = "dock \(line)\(other.map { " to \($0)" } ?? "")"
      if let area { words += " of \(try areaBehindOf(area, at: owner, site))" }
    case .beside(let side, let node, let area):
      words = "\(side) \(try view(node, at: owner, site))"
      if let area { words += " in \(try self.area(area, at: owner, site))" }
    case .rest(let side, let node, let area):
      words = "rest \(side) \(try view(node, at: owner, site))"
      if let area { words += " in \(try self.area(area, at: owner, site))" }
    }
    if let gap = docking.gap { words += " gap \(try Self.number(gap, site))" }
    words += try inset(docking.inset, site) + end
    if let other = docking.other { words += " \(other.axis) \(try mode(other.mode, at: owner, site))" }
    return words
  }

  func mode(_ mode: Mode, at owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    func within(_ area: Area?, _ word: String) throws(WrittenComplaint) -> String {
      guard let area else { return "" }
      return " \(word)\(try self.area(area, at: owner, site))"
    }
    switch mode {
    case .fill(let area): return try "fill" + within(area, "")
    case .center(let area, let bounds): return try "center" + within(area, "in ") + within(bounds, "between ")
    case .edge(let edge, let area): return try edge + within(area, "in ")
    case .overflow(let line): return "overflow \(line)"
    case .attach(let line): return "attach\(line.map { " \($0)" } ?? "")"
    case .none: return "none"
    }
  }

  private func places(
    _ edges: [Clause.EdgeOfArea], _ owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    var words: [String] = []
    for edge in edges { words.append("\(edge.edge): \(try area(edge.area, at: owner, site))") }
    return words.isEmpty ? "" : "(\(words.joined(separator: ", ")))"
  }

  private func inset(_ insets: Insets?, _ site: Site) throws(WrittenComplaint) -> String {
    guard let insets else { return "" }
    return " inset \(try Self.insets(insets, site))"
  }

  private func offset(_ offset: Offset?, _ site: Site) throws(WrittenComplaint) -> String {
    guard let offset else { return "" }
    return " offset \(try list([offset.x, offset.y], site))"
  }

  // MARK: Grids

  private func tracks(_ tracks: GridTracks, of word: String, _ site: Site) throws(WrittenComplaint) -> String {
    switch tracks.form {
    case .equal(let count): return try gridNumber(count, from: 1, of: word, site)
    case .atLeast(let points): return "min \(try Self.number(points, site))"
    case .each(let list):
      var words: [String] = []
      for track in list {
        switch track {
        case .points(let points): words.append(try Self.number(points, site))
        case .share(let share):
          let number = try Self.number(share, site)
          // In front of `*` a sign would be another statement.
          guard share >= 0 else {
            throw WrittenComplaint(.badRange, message: "a share is above 0, and this is \(number)", site: site)
          }
          words.append(number + "*")
        case .auto: words.append("auto")
        }
      }
      // One number alone would say how many there are.
      if words.count == 1, case .points = list[0] { return "(\(words[0]))" }
      return words.joined(separator: ", ")
    }
  }

  /// How many columns or rows, or which of them. What is too much for a grid the language says, which has no sign here.
  private func gridNumber(
    _ number: Int, from least: Int, of word: String, _ site: Site
  ) throws(WrittenComplaint) -> String {
    guard number >= 0 else {
      throw WrittenComplaint(
        .badRange, message: "'\(word)' takes a whole number from \(least) on, not \(number)", site: site)
    }
    return "\(number)"
  }

  // MARK: Sizes and properties

  private func size(
    _ form: Clause.Form, _ end: String, _ owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    func sign(_ comparison: Comparison) -> String { comparison == .equal ? "" : comparison.rawValue + " " }
    switch form {
    case .length(let side, let comparison, let extent):
      return "\(side.rawValue) \(sign(comparison))\(try self.extent(extent, owner, site))\(end)"
    case .range(let side, let lower, let upper, let isHalfOpen):
      let bounds = try Self.number(lower, site) + (isHalfOpen ? "..<" : "...") + Self.number(upper, site)
      return "\(side.rawValue) \(bounds)\(end)"
    case .size(let comparison, let width, let height):
      func side(_ extent: Extent?) throws(WrittenComplaint) -> String {
        guard let extent else { return "_" }
        return try self.extent(extent, owner, site)
      }
      let (first, second) = (try side(width), try side(height))
      return "size \(sign(comparison))\(first == second ? first : "\(first), \(second)")\(end)"
    case .sizeOf(_, let place):
      // The view itself has no place here: `size` alone would be its own.
      let owned = Place(node: place.node, guide: place.guide)
      let name = owned.node == nil ? "super" : try view(owned.node!, at: owner, site)
      return "size \(name)\(owned.guide == .frame ? "" : ".\(owned.guide.rawValue)").size\(end)"
    case .aspect(let width, let height):
      let ratio = try Self.number(width, site) + (height == 1 ? "" : ":\(Self.number(height, site))")
      return "aspect \(ratio)\(end)"
    case .spacer(let comparison, let length):
      let isRow = plan.census.parent(of: owner)?.kind == .hstack
      return "\(isRow ? "width" : "height") \(sign(comparison))\(try Self.number(length, site))\(end)"
    default: preconditionFailure("\(form) is no size")
    }
  }

  private func extent(_ extent: Extent, _ owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    guard let percent = extent.percent else {
      return try sum(extent.terms, extent.points, subject: owner, at: owner, site)
    }
    let words = "\(try Self.number(percent, site))%"
    if extent.points == 0 { return words }
    return words + (extent.points < 0 ? " - " : " + ") + (try Self.number(abs(extent.points), site))
  }

  private func property(_ value: PropertyValue, _ owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    switch value {
    case .number(let number): return try Self.number(number, site)
    case .text(let text): return SourceText.literal(text)
    case .word(let word): return Self.word(word)
    case .colour(let colour): return "#" + colour.digits.filter { $0.isLetter || $0.isNumber }
    case .sum(let sum): return try self.sum(sum.terms, sum.constant, subject: owner, at: owner, isBare: false, site)
    case .field(let use): return try field(use, site)
    }
  }

  private func list(_ numbers: [Double?], _ site: Site) throws(WrittenComplaint) -> String {
    var words: [String] = []
    for number in numbers {
      guard let number else {
        words.append("_")
        continue
      }
      words.append(try Self.number(number, site))
    }
    return words.joined(separator: ", ")
  }
}
