import Geometry
import LayoutSyntax

/// `multiplier · anchor + constant` with numbers that are known in the file: what nearly every expression is.
///
/// It holds no references, so that reading one neither allocates nor counts. `LayoutResolver.plainSum` reads it and
/// gives up at anything else; the general way is `LayoutResolver.value`, which comes to the same numbers.
struct PlainSum: Equatable, Sendable {
  var type: ValueType
  var anchor: Anchor?
  var multiplier: Double = 1
  var constant: Double = 0

  init(_ constant: Double, type: ValueType = .number) {
    self.type = type
    self.constant = constant
  }

  init(_ anchor: Anchor) {
    type = ValueType(of: anchor.attribute)
    self.anchor = anchor
  }

  /// Nil for several anchors, percentages, and numbers that wait for the scene.
  init?(_ expression: LinearExpression) {
    guard expression.moreTerms.isEmpty, expression.percent == nil, let constant = expression.constant.known else {
      return nil
    }
    type = expression.type
    self.constant = constant
    guard let term = expression.term else { return }
    guard let multiplier = term.multiplier.known else { return nil }
    anchor = term.anchor
    self.multiplier = multiplier
  }

  var isConstant: Bool { anchor == nil }

  /// As a rule's right side has it.
  var term: Rule.Term? { anchor.map { Rule.Term($0, times: .literal(multiplier)) } }

  func scaled(by factor: Double) -> PlainSum {
    var result = self
    result.multiplier = multiplier * factor
    result.constant = constant * factor
    return result
  }

  /// The sum of both; nil when both have anchors, or when their types do not add.
  func adding(_ other: PlainSum) -> PlainSum? {
    if isConstant {
      if other.isConstant {
        return PlainSum(constant + other.constant, type: type == .number && other.type == .number ? .number : .length)
      }
      var result = other
      result.constant = constant + other.constant
      if !other.type.isPosition { result.type = .length }
      return result
    }
    guard other.isConstant, !other.type.isPosition else { return nil }
    var result = self
    result.constant = constant + other.constant
    return result
  }
}

extension LinearExpression {
  init(_ plain: PlainSum) {
    self.init(type: plain.type, term: plain.term, constant: .literal(plain.constant))
  }
}

/// Reads what needs no complaint and no waiting.
extension LayoutResolver {
  /// The value of an expression that comes to a plain sum; nil for every other one, the wrong ones included, without
  /// a complaint and without a trace: `value` then reads it from the start.
  mutating func plainSum(_ node: SyntaxNode, _ site: Site, depth: Int = 0) -> PlainSum? {
    switch node.kind {
    case .number:
      switch node.unit {
      case .none: return PlainSum(node.number)
      case .points: return PlainSum(node.number, type: .length)
      case .pixels: return nil
      }
    case .reference: return plainReference(node, site)
    case .binary: return depth < LayoutResolver.plainDepthLimit ? plainBinary(node, site, depth: depth + 1) : nil
    default: return nil
    }
  }

  /// Operators within operators; deeper ones are left to `value`, which counts what leads through lets as well.
  private static let plainDepthLimit = 8

  private mutating func plainBinary(_ node: SyntaxNode, _ site: Site, depth: Int) -> PlainSum? {
    var operands = node.values
    guard let leftNode = operands.next(), let left = plainSum(leftNode, site, depth: depth),
      let rightNode = operands.next(), let right = plainSum(rightNode, site, depth: depth)
    else { return nil }
    switch node.arithmetic {
    case .add: return left.adding(right)
    case .subtract: return right.type.isPosition ? nil : left.adding(right.scaled(by: -1))
    case .multiply:
      if left.isConstant, left.type == .number { return right.scaled(by: left.constant) }
      if right.isConstant, right.type == .number { return left.scaled(by: right.constant) }
      return nil
    case .divide:
      guard right.isConstant, right.constant != 0 else { return nil }
      return left.scaled(by: 1 / right.constant)
    }
  }

  /// An anchor, or the name of a value that has been read before.
  private mutating func plainReference(_ node: SyntaxNode, _ site: Site) -> PlainSum? {
    var view: ViewID?
    var guide: Guide?
    // The first name is looked up once it is known whether a view or a value is meant.
    var first: NameID?
    for part in node.children {
      switch part.kind {
      case .superSegment:
        guard view == nil, first == nil, let from = site.view else { return nil }
        let area = drafts.superArea(of: from)
        (view, guide) = (area.view, area.guide)
      case .pathSegment:
        var children = part.children
        guard guide == nil, let nameNode = children.next(), nameNode.kind == .name, children.isEmpty else {
          return nil
        }
        let name = name(of: nameNode, in: site.file)
        if view == nil, let first { view = nearestChild(first, site) }
        if let parent = view {
          guard let member = child(name, of: parent, for: owner(of: site.scope)) else { return nil }
          view = member
        } else {
          guard first == nil else { return nil }
          first = name
        }
      case .guideSegment:
        guard let named = part.guideName?.guide else { return nil }
        guide = named
        if view == nil, first == nil {
          guard let from = site.view else { return nil }
          view = drafts.superArea(of: from).view
        }
      case .anchorSegment:
        guard let attribute = part.anchorName?.attribute, site.view != nil else { return nil }
        if let view { return PlainSum(Anchor(view, guide ?? .frame, attribute)) }
        guard let first else { return PlainSum(Anchor(site.bare, .frame, attribute)) }
        guard let view = nearestChild(first, site) else { return nil }
        return PlainSum(Anchor(view, guide ?? .frame, attribute))
      default: return nil
      }
    }
    guard view == nil, let first, let found = find(first, site) else { return nil }
    guard let plain = scopes.plain(of: found) else { return nil }
    noteUse(of: found)
    return plain
  }

  private mutating func nearestChild(_ name: NameID, _ site: Site) -> ViewID? {
    guard let view = site.view else { return nil }
    return nearestChild(name, from: view, for: owner(of: site.scope))
  }
}
