import Geometry
import LayoutSyntax
import Settables

/// What a layout and its previews say about the surroundings of a scene.
extension LayoutResolver {
  mutating func readSurroundings() {
    let site = Site(file: 0, scope: 0, view: nil)
    builder.layout.environment = environment(node, site)
    guard let body = node.first(.block) else { return }
    var names: Set<String> = []
    for child in body.children where child.kind == .preview {
      let preview = Preview(name: child.first(.string)?.string ?? "", environment: environment(child, site))
      if preview.name.utf8.count > ModelLimits.layoutName {
        report(.tooLongName("preview"), at: child.first(.string) ?? child, in: site.file)
      } else if names.insert(preview.name).inserted {
        builder.layout.previews.append(preview)
      } else {
        report(.duplicatePreview(preview.name), at: child.first(.string) ?? child, in: site.file)
      }
    }
  }

  mutating func environment(_ node: SyntaxNode, _ site: Site) -> EnvironmentClause {
    var result = EnvironmentClause()
    var everywhere: [String] = []
    for clause in node.children where clause.kind.isEnvironment {
      guard clause.kind == .configEnvironment else {
        read(clause, into: &result, site)
        continue
      }
      guard let change = configurationChange(clause, site), let name = change.value?.text else { continue }
      if let view = change.subject { result.configurations[view] = name } else { everywhere.append(name) }
    }
    spread(everywhere, over: &result.configurations)
    return result
  }

  /// Configurations that are named without a view hold for every view with a block of that name. What is said of one
  /// view goes before that, and of several names the later one wins.
  private func spread(_ names: [String], over configurations: inout [String: String]) {
    for name in names.reversed() {
      for view in builder.layout.views(declaring: name) where configurations[path(of: view)] == nil {
        configurations[path(of: view)] = name
      }
    }
  }

  mutating func read(_ clause: SyntaxNode, into result: inout EnvironmentClause, _ site: Site) {
    switch clause.kind {
    case .sizeEnvironment:
      if let width = clause.value(at: 0) { result.width = extent(width, site) }
      if let height = clause.value(at: 1) { result.height = extent(height, site) }
    case .scaleEnvironment:
      if let number = clause.first(.number), isAllowed(number.number, for: .scale, number, site) {
        result.scale = number.number
      }
    case .safeEnvironment:
      if let list = clause.first(.insets), let values = distances(list, site, isPhysical: true) {
        result.safe = EdgeInsets(top: values[0], left: values[1], bottom: values[2], right: values[3])
      }
    case .marginsClause:
      if let list = clause.first(.insets), let values = distances(list, site, isPhysical: false) {
        result.margins = DirectionalInsets(
          top: values[0], leading: values[1], bottom: values[2], trailing: values[3])
      }
    case .keyboardEnvironment:
      if let keyboard = keyboard(clause, site) { result.keyboard = keyboard }
    case .traitEnvironment:
      guard let condition = clause.first(.traitCondition), let (name, value) = TraitName.meaning(of: condition)
      else { return }
      if let objection = TraitDescription.objection(toSetting: name, to: value) {
        report(.impossibleTrait(objection), at: clause, in: site.file)
      } else {
        result.traits[name] = value
      }
    case .traitClause:
      if let (name, value) = traitSetting(clause, site) { result.traits[name] = value }
    case .flagEnvironment:
      result.flags.insert(clause.name)
      later.givenNames.append(GivenName(.flag(clause.name), at: (clause.first(.name) ?? clause).span))
    case .varDeclaration:
      switch variableGiven(clause, site) {
      case (let name, .number(let number))?: result.variables[name] = number
      case (let name, .value(let value))?: result.values[name] = value
      case (let name, .records(let records, _))?: result.records[name] = records
      case (_, .nothing)?, nil: break
      }
    default: break
    }
  }

  /// A height, or x, y, width and height; nil after a complaint.
  private mutating func keyboard(_ clause: SyntaxNode, _ site: Site) -> Keyboard? {
    let nodes = Array(clause.values)
    guard nodes.count == 1 || nodes.count == 4 else {
      report(
        .wrongCount(clause.text, wanted: "a height, or x, y, width and height", nodes.count), at: clause, in: site.file)
      return nil
    }
    var numbers: [Double?] = []
    for node in nodes {
      guard let number = literal(node, site) else { return nil }
      numbers.append(number)
    }
    if numbers.count == 4 { return Keyboard(.numbers(numbers)) }
    guard let height = numbers[0], isAllowed(height, for: .keyboard, nodes[0], site) else { return nil }
    return .docked(height)
  }

  private mutating func extent(_ node: SyntaxNode, _ site: Site) -> EnvironmentClause.Extent? {
    if node.kind == .wildcard { return .wrapping }
    guard let length = literal(node, site), isAllowed(length, for: .size, node, site) else { return nil }
    return .fixed(length)
  }

  /// Whether a number may be set; reports when not.
  private mutating func isAllowed(
    _ number: Double, for settable: Settable, _ node: SyntaxNode, _ site: Site
  ) -> Bool {
    if settable.form.range.contains(number) { return true }
    report(Complaint(.impossibleSurroundings, settable.complaint), at: node, in: site.file)
    return false
  }

  /// Four distances in this order: top, left or leading, bottom, right or trailing.
  private mutating func distances(_ node: SyntaxNode, _ site: Site, isPhysical: Bool) -> [Points]? {
    if node.first(.edgeValue) == nil {
      guard let inset = inset(node, site) else { return nil }
      let written: [Quantity] =
        switch inset {
        case .all(let distance): [distance, distance, distance, distance]
        case .each(let top, let leading, let bottom, let trailing): [top, leading, bottom, trailing]
        case .named: []
        }
      let values = written.compactMap(\.known)
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
        builder.complaints.report(complaint, at: place(child.firstToken.span, in: site.file))
        return nil
      }
    }
    return values
  }
}

extension Complaint {
  static func duplicatePreview(_ name: String) -> Complaint {
    Complaint(.duplicateLayout, "this layout has another preview '\(name)'")
  }

  static func directionalSafe(_ edge: String) -> Complaint {
    let meant = edge == "leading" ? "left" : edge == "trailing" ? "right" : nil
    let hint = meant.map { "; they do not turn with the direction of reading, so say '\($0)'" } ?? ""
    return Complaint(.physicalInset, "safe insets have no '\(edge)'\(hint)", replacement: meant)
  }
}
