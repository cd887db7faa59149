import Geometry
import LayoutSyntax

/// `size`, `width`, `height`, `aspect` and `EDGE n`.
extension LayoutResolver {
  /// `size 44`, `size 100, 30`, `size _, 30`, `size other.size`.
  mutating func placeSize(_ node: SyntaxNode, _ seat: Seat) {
    let identifier = identifier(node.first(.identifier), seat)
    if placePlainSize(node, identifier, seat) { return }
    guard let sides = sizeValues(Array(node.values), node, seat) else { return }
    emitSides(sides, .equal, pixels: 0, of: seat.view, identifier)
  }

  /// One or two numbers, as most sizes are. False for every other one, which is then as it was.
  private mutating func placePlainSize(_ node: SyntaxNode, _ identifier: Int32?, _ seat: Seat) -> Bool {
    var values = node.values
    let firstUse = uses.count
    guard let first = values.next(), let width = plainSum(first, seat.site), width.isConstant else { return false }
    var height = width
    let used = firstUse..<uses.count
    let second = values.next()
    if let second {
      guard let own = plainSum(second, seat.site), own.isConstant, values.next() == nil else { return false }
      height = own
    }
    let across = identify(.literal(width.constant), as: identifier)
    // One written number for both sides is one number of the identifier.
    let down = height.constant == width.constant ? across : identify(.literal(height.constant), as: identifier)
    emit(Anchor(seat.view, .width), .equal, nil, across)
    emit(Anchor(seat.view, .height), .equal, nil, down)
    if identifier == nil, second == nil {
      keepSum(first, seat.site, using: used, as: constantOfLastRules(2))
    }
    return true
  }

  /// Width and height; nil for `_`. One number stands for both.
  mutating func sizeValues(_ values: [SyntaxNode], _ node: SyntaxNode, _ seat: Seat) -> [LinearExpression?]? {
    if values.count == 1 {
      guard let value = value(values[0], seat.site) else { return nil }
      switch value {
      case .linear(let side) where !side.type.isPosition: return [side, side]
      case .compound(.size, let sides), .compound(.pair, let sides): return sides
      default:
        report(.wrongType(values[0].text, value.noun, wanted: "a length or a size"), at: values[0], in: seat.site.file)
        return nil
      }
    }
    guard values.count == 2 else {
      report(.wrongCount(node.text, wanted: "one or two", values.count), at: node, in: seat.site.file)
      return nil
    }
    var sides: [LinearExpression?] = []
    for value in values {
      if value.kind == .wildcard {
        sides.append(nil)
      } else {
        guard let side = length(value, seat.site) else { return nil }
        sides.append(side)
      }
    }
    return sides
  }

  mutating func emitSides(
    _ sides: [LinearExpression?], _ comparison: Comparison, pixels: Double, of view: ViewID, guide: Guide = .frame,
    _ identifier: Int32?
  ) {
    // One written number for both sides is one number of the identifier.
    var shared: Quantity?
    if let first = sides[0], let second = sides[1], first.isConstant, second.isConstant,
      first.constant == second.constant
    {
      shared = identify(first.constant, as: identifier)
    }
    for (side, attribute) in zip(sides, [AnchorAttribute.width, .height]) {
      guard var side else { continue }
      side.constant = shared ?? identify(side.constant, as: identifier)
      if pixels != 0 { side.constant = side.constant + .pixels(pixels) }
      emit(Anchor(view, guide, attribute), comparison, side)
    }
  }

  /// `width 80%`, `height 10...20`.
  mutating func placeLength(_ node: SyntaxNode, _ attribute: AnchorAttribute, _ seat: Seat) {
    guard let lowerNode = node.value(at: 0) else { return }
    let identifier = identifier(node.first(.identifier), seat)
    guard let upperNode = node.value(at: 1) else {
      let firstUse = uses.count
      if let plain = plainSum(lowerNode, seat.site), !plain.type.isPosition {
        let used = firstUse..<uses.count
        emit(Anchor(seat.view, attribute), .equal, plain.term, identify(.literal(plain.constant), as: identifier))
        if identifier == nil { keepSum(lowerNode, seat.site, using: used, as: constantOfLastRules()) }
        return
      }
      guard var value = length(lowerNode, seat.site) else { return }
      value.constant = identify(value.constant, as: identifier)
      emit(Anchor(seat.view, attribute), .equal, value)
      return
    }
    let lower = length(lowerNode, seat.site)
    let upper = length(upperNode, seat.site)
    guard let lower, let upper else { return }
    emitRange(Anchor(seat.view, attribute), lower, upper, node.rangeOperator ?? .closed, identifier)
  }

  /// `>= lower` and `<= upper`; a half-open range ends one pixel before its bound.
  mutating func emitRange(
    _ item: Anchor, _ lower: LinearExpression, _ upper: LinearExpression, _ range: RangeOperator, _ identifier: Int32?
  ) {
    var (lower, upper) = (lower, upper)
    lower.constant = identify(lower.constant, as: identifier)
    upper.constant = identify(upper.constant, as: identifier)
    if range == .halfOpen { upper.constant = upper.constant - .pixels(1) }
    emit(item, .atLeast, lower)
    emit(item, .atMost, upper)
  }

  /// A number or length, perhaps with sizes of views in it.
  mutating func length(_ node: SyntaxNode, _ site: Site) -> LinearExpression? {
    guard let expression = linear(node, site) else { return nil }
    if expression.type.isPosition {
      report(.wrongType(node.text, expression.type.noun, wanted: "a length"), at: node, in: site.file)
      return nil
    }
    return expression
  }

  /// `aspect 2`, `aspect 200:100`: width is so many times the height.
  mutating func placeAspect(_ node: SyntaxNode, _ seat: Seat) {
    let identifier = identifier(node.first(.identifier), seat)
    guard let widthNode = node.value(at: 0), let width = quantity(widthNode, seat.site) else { return }
    var ratio = width
    if let heightNode = node.value(at: 1) {
      guard let height = quantity(heightNode, seat.site) else { return }
      ratio = height.isZero ? .zero : width / height
    }
    if let known = ratio.known, known <= 0 {
      report(.zeroAspect(node.text), at: node, in: seat.site.file)
      return
    }
    let height = Rule.Term(Anchor(seat.view, .height), times: identify(ratio, as: identifier))
    emit(Anchor(seat.view, .width), .equal, height)
  }

  /// `top 10`: inward from the container's edge. With a position it is an equality: `right super.centerX - 5`.
  mutating func placeEdge(_ node: SyntaxNode, _ seat: Seat) {
    guard let edge = node.edge?.attribute, let valueNode = node.value(at: 0) else { return }
    let identifier = identifier(node.first(.identifier), seat)
    let firstUse = uses.count
    if let plain = plainSum(valueNode, seat.site), plain.isConstant {
      let used = firstUse..<uses.count
      let inset = identify(.literal(plain.constant), as: identifier)
      align(Anchor(seat.view, edge), with: container(seat), edge, edge.isFar ? -inset : inset)
      if identifier == nil {
        keepSum(valueNode, seat.site, using: used, as: constantOfLastRules(isNegated: edge.isFar))
      }
      return
    }
    guard var value = linear(valueNode, seat.site) else { return }
    if value.type.isPosition {
      let expected: ValueType = edge.axis == .x ? .xPosition : .yPosition
      guard value.type == expected else {
        let spoken = Spoken(node.firstToken.word.rawValue, expected)
        report(.axisMismatch(spoken, Spoken(valueNode, value.type)), at: valueNode, in: seat.site.file)
        return
      }
      value.constant = identify(value.constant, as: identifier)
      emit(Anchor(seat.view, edge), .equal, value)
      return
    }
    value.constant = identify(value.constant, as: identifier)
    let base = LinearExpression(anchor: container(seat).anchor(edge))
    let inward = edge.isFar ? value.scaled(by: .literal(-1)) : value
    emit(Anchor(seat.view, edge), .equal, base.adding(inward, type: base.type))
  }
}

extension Spoken {
  /// An anchor by its word alone.
  init(_ text: String, _ type: ValueType) {
    self.text = text
    self.type = type
    counterpart = nil
  }
}

extension Complaint {
  static func zeroAspect(_ text: String) -> Complaint {
    Complaint(.zeroAspect, "'\(text)' leaves no width: an aspect is a positive width divided by height")
  }
}
