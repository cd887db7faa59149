import Geometry
import LayoutSyntax

/// What a layout and its previews say about the surroundings of a scene.
extension LayoutResolver {
  mutating func readSurroundings() {
    let site = Site(file: 0, scope: 0, view: nil)
    layout.environment = environment(node, site)
    guard let body = node.first(.block) else { return }
    for child in body.children where child.kind == .preview {
      layout.previews.append(
        Preview(name: child.first(.string)?.string ?? "", environment: environment(child, site)))
    }
  }

  mutating func environment(_ node: SyntaxNode, _ site: Site) -> EnvironmentClause {
    var result = EnvironmentClause()
    for clause in node.children where clause.kind.isEnvironment { read(clause, into: &result, site) }
    return result
  }

  mutating func read(_ clause: SyntaxNode, into result: inout EnvironmentClause, _ site: Site) {
    switch clause.kind {
    case .sizeEnvironment:
      if let width = clause.value(at: 0) { result.width = extent(width, site) }
      if let height = clause.value(at: 1) { result.height = extent(height, site) }
    case .scaleEnvironment: result.scale = clause.first(.number)?.number
    case .safeEnvironment:
      if let list = clause.first(.insets), let values = distances(list, site, isPhysical: true) {
        result.safe = EdgeInsets(top: values[0], left: values[1], bottom: values[2], right: values[3])
      }
    case .marginsClause:
      if let list = clause.first(.insets), let values = distances(list, site, isPhysical: false) {
        result.margins = DirectionalInsets(
          top: values[0], leading: values[1], bottom: values[2], trailing: values[3])
      }
    case .keyboardEnvironment: result.keyboard = clause.value(at: 0).flatMap { literal($0, site) }
    case .traitEnvironment:
      if let condition = clause.first(.traitCondition), let (name, value) = TraitName.meaning(of: condition) {
        result.traits[name] = value
      }
    case .traitClause:
      if let value = clause.values.first(where: { _ in true }) {
        result.traits[TraitName.written(clause)] = TraitName.value(value)
      }
    case .flagEnvironment: result.flags.insert(clause.name)
    case .configEnvironment: result.configurations[clause.first(.path)?.text ?? ""] = clause.name
    case .varDeclaration:
      if let value = clause.value(at: 0), let number = literal(value, site) { result.variables[clause.name] = number }
    default: break
    }
  }

  private mutating func extent(_ node: SyntaxNode, _ site: Site) -> EnvironmentClause.Extent? {
    node.kind == .wildcard ? .wrapping : literal(node, site).map { .fixed($0) }
  }

  /// Top, left or leading, bottom, right or trailing.
  private mutating func distances(_ node: SyntaxNode, _ site: Site, isPhysical: Bool) -> [Points]? {
    if node.first(.edgeValue) == nil {
      guard let insets = insets(node, site) else { return nil }
      let values = [insets.top, insets.leading, insets.bottom, insets.trailing].compactMap(\.known)
      if values.count == 4 { return values }
      report(.notKnownBeforeSolving(node.text), at: node, in: site.file)
      return nil
    }
    var values: [Points] = [0, 0, 0, 0]
    for child in node.children where child.kind == .edgeValue {
      guard let expression = child.value(at: 0), let value = literal(expression, site) else { return nil }
      switch child.firstToken.word {
      case .top: values[0] = value
      case .bottom: values[2] = value
      case .left where isPhysical, .leading where !isPhysical: values[1] = value
      case .right where isPhysical, .trailing where !isPhysical: values[3] = value
      case .x: (values[1], values[3]) = (value, value)
      case .y: (values[0], values[2]) = (value, value)
      case let word:
        let complaint: Complaint = isPhysical ? .directionalSafe(word.rawValue) : .physicalInset(word.rawValue)
        complaints.report(complaint, at: place(child.firstToken.span, in: site.file))
        return nil
      }
    }
    return values
  }
}

extension Complaint {
  static func directionalSafe(_ edge: String) -> Complaint {
    let meant = edge == "leading" ? "left" : edge == "trailing" ? "right" : nil
    let hint = meant.map { "; they do not turn with the direction of reading, so say '\($0)'" } ?? ""
    return Complaint(.physicalInset, "safe insets have no '\(edge)'\(hint)", replacement: meant)
  }
}
