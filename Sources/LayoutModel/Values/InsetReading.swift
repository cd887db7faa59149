import Geometry
import LayoutSyntax

/// Four inward distances of a placement.
struct Insets {
  var top = Quantity.zero
  var leading = Quantity.zero
  var bottom = Quantity.zero
  var trailing = Quantity.zero

  /// The distance at an edge; 0 for a centre. `left` and `right` take those of leading and trailing.
  subscript(_ edge: AnchorAttribute) -> Quantity {
    switch edge {
    case .top: top
    case .bottom: bottom
    case .leading, .left: leading
    case .trailing, .right: trailing
    default: .zero
    }
  }

  /// What is added to an edge's coordinate to move it inwards.
  func shift(at edge: AnchorAttribute) -> Quantity { edge.isFar ? -self[edge] : self[edge] }
}

extension AnchorAttribute {
  /// Whether inward means up or towards the start.
  var isFar: Bool { self == .bottom || self == .trailing || self == .right }

  /// The other edge of the axis.
  var opposite: AnchorAttribute {
    switch self {
    case .top: .bottom
    case .bottom: .top
    case .leading: .trailing
    case .trailing: .leading
    case .left: .right
    case .right: .left
    default: self
    }
  }
}

extension Axis {
  /// The edges that placements use on this axis.
  var edges: (near: AnchorAttribute, far: AnchorAttribute) { self == .x ? (.leading, .trailing) : (.top, .bottom) }
  var center: AnchorAttribute { self == .x ? .centerX : .centerY }
  var dimension: AnchorAttribute { self == .x ? .width : .height }
}

extension LayoutResolver {
  /// The numbers of an `insets` node; each written number becomes one of `identifier`.
  mutating func insets(_ node: SyntaxNode, _ site: Site, identifier: Int32? = nil) -> Insets? {
    if node.first(.edgeValue) != nil { return namedInsets(node, site, identifier) }
    var parts: [Quantity] = []
    for child in node.values {
      if child.kind == .wildcard {
        parts.append(.zero)
        continue
      }
      if child.kind != .number, let value = value(child, site), case .compound(.insets, let four) = value {
        for part in four {
          guard part.isConstant else {
            report(.notKnownBeforeSolving(child.text), at: child, in: site.file)
            return nil
          }
          parts.append(part.constant)
        }
        continue
      }
      guard let part = quantity(child, site) else { return nil }
      parts.append(part)
    }
    switch parts.count {
    case 1:
      let all = identify(parts[0], as: identifier)
      return Insets(top: all, leading: all, bottom: all, trailing: all)
    case 4:
      let four = parts.map { identify($0, as: identifier) }
      return Insets(top: four[0], leading: four[1], bottom: four[2], trailing: four[3])
    default:
      report(.wrongCount(node.text, wanted: "one value or four", parts.count), at: node, in: site.file)
      return nil
    }
  }

  /// `(top: 4, x: 8)`: an edge that is not named is 0.
  private mutating func namedInsets(_ node: SyntaxNode, _ site: Site, _ identifier: Int32?) -> Insets? {
    var result = Insets()
    for child in node.children where child.kind == .edgeValue {
      guard let expression = child.value(at: 0), let part = quantity(expression, site) else { return nil }
      let value = identify(part, as: identifier)
      switch child.firstToken.word {
      case .top: result.top = value
      case .leading: result.leading = value
      case .bottom: result.bottom = value
      case .trailing: result.trailing = value
      case .x: (result.leading, result.trailing) = (value, value)
      case .y: (result.top, result.bottom) = (value, value)
      case let word:
        complaints.report(.physicalInset(word.rawValue), at: place(child.firstToken.span, in: site.file))
        return nil
      }
    }
    return result
  }

  /// `(base, top: 4)`, `(8, x: 4)`, `(top: 4)`: four insets, or one number for all, and what is different about them.
  mutating func namedInsets(_ node: SyntaxNode, _ site: Site) -> [LinearExpression]? {
    let bases = Array(node.values)
    guard bases.count <= 1 else {
      report(.wrongCount(node.text, wanted: "one before the edges with a name", bases.count), at: node, in: site.file)
      return nil
    }
    let nothing = LinearExpression(type: .length)
    var four = [nothing, nothing, nothing, nothing]
    if let base = bases.first {
      guard let value = value(base, site), let parts = insetParts(value, base, site) else { return nil }
      four = parts
    }
    for child in node.children where child.kind == .edgeValue {
      guard let expression = child.value(at: 0), let part = length(expression, site) else { return nil }
      switch child.firstToken.word {
      case .top: four[0] = part
      case .leading: four[1] = part
      case .bottom: four[2] = part
      case .trailing: four[3] = part
      case .x: (four[1], four[3]) = (part, part)
      case .y: (four[0], four[2]) = (part, part)
      case let word:
        complaints.report(.physicalInset(word.rawValue), at: place(child.firstToken.span, in: site.file))
        return nil
      }
    }
    return four
  }

  /// The insets of a placement: its own `inset`, else those of the `with` around it, else none. Without an `inset` of
  /// its own, `identifier` still names one number, the 0 that is not written.
  mutating func insets(of placement: Placement, _ seat: Seat, identifier: Int32? = nil) -> Insets {
    if placement.inset >= 0, case let node = node(placement.inset, in: seat.site.file), let own = node.first(.insets) {
      let named = node.first(.identifier) == nil ? identifier : self.identifier(node.first(.identifier), seat)
      return insets(own, seat.site, identifier: named) ?? Insets()
    }
    if let (node, site) = defaultNode(.inset, seat), let list = node.first(.insets) {
      return insets(list, site, identifier: identifier) ?? Insets()
    }
    if identifier == nil { return Insets() }
    let all = identify(.zero, as: identifier)
    return Insets(top: all, leading: all, bottom: all, trailing: all)
  }

  /// What the nearest `with` around a clause says about something, and how its names are looked up.
  func defaultNode(_ part: Defaults.Part, _ seat: Seat) -> (SyntaxNode, Site)? {
    var current = seat.defaults
    while current != 0 {
      let set = defaults[Int(current)]
      let index = set[part]
      if index >= 0 { return (node(index, in: set.file), Site(file: set.file, scope: set.scope, view: set.view)) }
      current = set.outer
    }
    return nil
  }
}

extension Complaint {
  static func physicalInset(_ edge: String) -> Complaint {
    let meant = edge == "left" ? "leading" : edge == "right" ? "trailing" : nil
    let hint = meant.map { "; insets follow the direction of reading, so say '\($0)'" } ?? ""
    return Complaint(.physicalInset, "insets have no '\(edge)'\(hint)", replacement: meant)
  }
}
