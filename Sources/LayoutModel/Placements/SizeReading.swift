import Geometry
import LayoutSyntax

/// `size`, `width`, `height`, `aspect` and `EDGE n`.
extension LayoutResolver {
  /// Reads `size 44`, `size 100, 30`, `size _, 30`, `size other.size`.
  mutating func placeSize(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let identifier = identifier(node.first(.identifier), standing)
    if let only = node.values.only, refusesView(only, for: "size", of: node, standing.site) { return }
    let used = following.uses.count
    guard let sides = sizeValues(node.values, of: node, standing.site) else { return }
    builder.setSize(sides.width, sides.height, identifier, seat)
    if identifier == nil, let only = node.values.only, let side = sides.width {
      keepSum(only, side, usedSince: used, standing.site, as: .constant(ofRules: 2))
    }
  }

  /// Reads width and height, each nil for `_`. One number stands for both. The result is nil after a complaint.
  mutating func sizeValues(
    _ values: some Sequence<SyntaxNode>, of node: SyntaxNode, _ site: Site
  ) -> (width: LinearExpression?, height: LinearExpression?)? {
    var (first, second, count): (SyntaxNode?, SyntaxNode?, Int) = (nil, nil, 0)
    for value in values {
      count += 1
      if first == nil { first = value } else if second == nil { second = value }
    }
    guard let first, count <= 2 else {
      report(.wrongCount(node.text, wanted: "one or two", count), at: node, in: site.file)
      return nil
    }
    guard let second else {
      let only = first.kind == .number ? linear(first, site).map { .linear($0) } : value(first, site)
      guard let value = only else { return nil }
      switch value {
      case .linear(let side) where !side.type.isPosition: return (side, side)
      case .compound(.size, let sides), .compound(.pair, let sides): return (sides[0], sides[1])
      default:
        report(.wrongType(first.text, value.noun, wanted: "a length or a size"), at: first, in: site.file)
        return nil
      }
    }
    guard let width = side(first, site), let height = side(second, site) else { return nil }
    return (width, height)
  }

  /// Reads one side. The outer nil is a mistake, the inner one means `_`.
  private mutating func side(_ node: SyntaxNode, _ site: Site) -> LinearExpression?? {
    if node.kind == .wildcard { return .some(nil) }
    return length(node, site).map { .some($0) }
  }

  /// Reads `width 80%`, `height 10...20`.
  mutating func placeLength(
    _ node: SyntaxNode, _ dimension: AnchorAttribute, _ standing: Standing, _ seat: Seat
  ) {
    guard let lowerNode = node.value(at: 0) else { return }
    let identifier = identifier(node.first(.identifier), standing)
    guard let upperNode = node.value(at: 1) else {
      if refusesView(lowerNode, for: node.firstToken.word.rawValue, of: node, standing.site) { return }
      let used = following.uses.count
      guard let value = length(lowerNode, standing.site) else { return }
      builder.setLength(dimension, value, identifier, seat)
      if identifier == nil {
        keepSum(lowerNode, value, usedSince: used, standing.site, as: .constant())
      }
      return
    }
    let lower = length(lowerNode, standing.site)
    let upper = length(upperNode, standing.site)
    guard let lower, let upper else { return }
    builder.place(
      .range(dimension, lower, upper, isHalfOpen: node.rangeOperator == .halfOpen, identifier), seat)
  }

  /// Reads a number or length, which may contain sizes of views; nil after a complaint.
  mutating func length(_ node: SyntaxNode, _ site: Site) -> LinearExpression? {
    guard let expression = linear(node, site) else { return nil }
    if expression.type.isPosition {
      report(.wrongType(node.text, expression.type.noun, wanted: "a length"), at: node, in: site.file)
      return nil
    }
    return expression
  }

  /// Reads `aspect 2`, `aspect 200:100`: the width divided by the height.
  mutating func aspect(_ node: SyntaxNode, _ standing: Standing) -> Placement? {
    let identifier = identifier(node.first(.identifier), standing)
    guard let widthNode = node.value(at: 0), let width = quantity(widthNode, standing.site) else { return nil }
    var ratio = width
    if let heightNode = node.value(at: 1) {
      guard let height = quantity(heightNode, standing.site) else { return nil }
      ratio = height.isZero ? .zero : width / height
    }
    if let known = ratio.known, known <= 0 {
      report(.zeroAspect(node.text), at: node, in: standing.site.file)
      return nil
    }
    return .aspect(ratio, identifier)
  }

  /// Reads `top 10`: inwards from the container's edge. A position makes it an equality: `right super.centerX - 5`.
  mutating func placeEdge(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard let edge = node.edge?.attribute, let valueNode = node.value(at: 0) else { return }
    let identifier = identifier(node.first(.identifier), standing)
    if refusesView(valueNode, for: node.firstToken.word.rawValue, of: node, standing.site) { return }
    let used = following.uses.count
    guard let value = linear(valueNode, standing.site) else { return }
    guard value.type.isPosition else {
      builder.placeEdge(edge, value, container(standing), identifier, seat)
      if identifier == nil, value.isConstant {
        keepSum(valueNode, value, usedSince: used, standing.site, as: .constant(isNegated: edge.isFar))
      }
      return
    }
    let expected = ValueType(of: edge)
    guard value.type == expected else {
      let spoken = Spoken(node.firstToken.word.rawValue, expected)
      report(.axisMismatch(spoken, Spoken(valueNode, value.type)), at: valueNode, in: standing.site.file)
      return
    }
    builder.placeEdge(edge, value, nil, identifier, seat)
  }
}

extension Sequence<SyntaxNode> {
  /// The element, when there is exactly one.
  fileprivate var only: SyntaxNode? {
    var iterator = makeIterator()
    guard let first = iterator.next(), iterator.next() == nil else { return nil }
    return first
  }
}

extension Spoken {
  /// What messages say of a side that is an anchor without a view.
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
