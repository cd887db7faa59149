import Geometry
import LayoutSyntax

extension LayoutResolver {
  /// Reads the numbers of an `insets` node; nil after a complaint.
  mutating func inset(_ node: SyntaxNode, _ site: Site) -> Inset.Form? {
    if node.first(.edgeValue) != nil { return namedInset(node, site) }
    var first: Quantity?
    var parts: [Quantity] = []
    func add(_ part: Quantity) {
      if first == nil {
        first = part
      } else {
        parts.append(part)
      }
    }
    for child in node.values {
      if child.kind == .wildcard {
        add(.zero)
        continue
      }
      if child.kind != .number, let value = value(child, site), case .compound(.insets, let four) = value {
        for part in four {
          guard part.isConstant else {
            report(.notKnownBeforeSolving(child.text), at: child, in: site.file)
            return nil
          }
          add(part.constant)
        }
        continue
      }
      guard let part = quantity(child, site) else { return nil }
      add(part)
    }
    if let first, parts.isEmpty { return .all(first) }
    if let first, parts.count == 3 { return .each(top: first, leading: parts[0], bottom: parts[1], trailing: parts[2]) }
    let count = first == nil ? 0 : parts.count + 1
    report(.insetCount(node.text, count, node.values.map(\.text)), at: node, in: site.file)
    return nil
  }

  /// Reads `(top: 4, x: 8)`: an edge that is not named has 0.
  private mutating func namedInset(_ node: SyntaxNode, _ site: Site) -> Inset.Form? {
    var distances: [(edges: Inset.Edges, distance: Quantity)] = []
    for child in node.children where child.kind == .edgeValue {
      guard let expression = child.value(at: 0), let part = quantity(expression, site),
        let edges = insetEdges(child, site)
      else { return nil }
      distances.append((edges, part))
    }
    return .named(distances)
  }

  /// Reads the edges that a word means; nil after a complaint.
  private mutating func insetEdges(_ node: SyntaxNode, _ site: Site) -> Inset.Edges? {
    switch node.firstToken.word {
    case .top: return .top
    case .leading: return .leading
    case .bottom: return .bottom
    case .trailing: return .trailing
    case .x: return .x
    case .y: return .y
    case let word:
      builder.complaints.report(.physicalInset(word.rawValue), at: place(node.firstToken.span, in: site.file))
      return nil
    }
  }

  /// Reads `(base, top: 4)`, `(8, x: 4)`, `(top: 4)`: four insets or one number for all, and then the edges that
  /// differ.
  mutating func namedInsets(_ node: SyntaxNode, _ site: Site) -> [LinearExpression]? {
    let bases = Array(node.values)
    guard bases.count <= 1 else {
      report(.wrongCount(node.text, wanted: "one before the edges with a name", bases.count), at: node, in: site.file)
      return nil
    }
    let nothing = LinearExpression(.zero, type: .length)
    var four = [nothing, nothing, nothing, nothing]
    if let base = bases.first {
      guard let value = value(base, site), let parts = insetParts(value, base, site) else { return nil }
      four = parts
    }
    for child in node.children where child.kind == .edgeValue {
      guard let expression = child.value(at: 0), let part = length(expression, site),
        let edges = insetEdges(child, site)
      else { return nil }
      for (index, edge) in [Inset.Edges.top, .leading, .bottom, .trailing].enumerated() where edges.contains(edge) {
        four[index] = part
      }
    }
    return four
  }

  /// The inset of a placement: its own, else that of the `with` around it, else none.
  mutating func inset(of clause: WrittenClause, _ standing: Standing) -> Inset? {
    if clause.inset >= 0, case let node = node(clause.inset, in: standing.site.file), let own = node.first(.insets) {
      let identifier = identifier(node.first(.identifier), standing)
      // A wrong inset counts as none, and the identifier names no number of it.
      return Inset(inset(own, standing.site) ?? .named([]), identifier: identifier)
    }
    guard let (node, site) = defaultNode(.inset, standing), let list = node.first(.insets) else { return nil }
    return Inset(inset(list, site) ?? .named([]), isOwn: false)
  }

  /// Reports an inset that names only edges across the axis of its placement: `x fill inset(y: 8)`.
  mutating func warnOfInset(of clause: WrittenClause, across axis: Axis, in file: Int32) {
    guard clause.inset >= 0, case let node = node(clause.inset, in: file), let list = node.first(.insets) else {
      return
    }
    let edges = list.children.filter { $0.kind == .edgeValue }.map(\.firstToken.word)
    let along: [Word] = axis == .x ? [.leading, .trailing, .x] : [.top, .bottom, .y]
    if edges.isEmpty || edges.contains(where: along.contains) { return }
    report(.insetAcross(axis), at: node, in: file)
  }
}

extension Complaint {
  static func insetAcross(_ axis: Axis) -> Complaint {
    let other = axis.other
    return Complaint(
      .unreadSetting, "this 'inset' has no effect: it belongs to the placement along \(axis) before it",
      help: [
        "help: behind the placement along \(other) it has one, as in `\(other) fill inset 8`; the padding of a stack "
          + "stands before all placements"
      ])
  }

  /// Two and three values are CSS's, with the edges that they mean there.
  ///
  /// - Parameters:
  ///   - count: of the numbers; a name may have four.
  ///   - values: as they are written.
  static func insetCount(_ text: String, _ count: Int, _ values: [String]) -> Complaint {
    var complaint = wrongCount(text, wanted: "one value or four", count)
    let edges: [Int: [String]] = [2: ["y", "x"], 3: ["top", "x", "bottom"]]
    if let edges = edges[count], values.count == count, !values.contains("_") {
      let meant = "(\(zip(edges, values).map { "\($0): \($1)" }.joined(separator: ", ")))"
      complaint.message += didYouMean(meant)
      complaint.replacement = meant
    }
    return complaint
  }

  static func physicalInset(_ edge: String) -> Complaint {
    let meant = edge == "left" ? "leading" : edge == "right" ? "trailing" : nil
    let hint = meant.map { "; insets follow the direction of reading, so say '\($0)'" } ?? ""
    return Complaint(.physicalInset, "insets have no '\(edge)'\(hint)", replacement: meant)
  }
}
