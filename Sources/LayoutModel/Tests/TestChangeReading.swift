import Geometry
import LayoutSyntax

/// `use` and `set`: what a test does to its scene from outside, with every name checked before anything runs.
extension LayoutResolver {
  // MARK: use

  mutating func use(_ node: SyntaxNode, _ site: Site) -> [TestChange] {
    let name = node.first(.name)
    let paths = node.children.filter { $0.kind == .path }
    if paths.isEmpty {
      if let name {
        guard configurationIsKnown(name, of: nil, in: site.file) else { return [] }
        warnIfUndeclared(name, in: site.file)
      }
      return [.configuration(view: nil, name: name?.name)]
    }
    return paths.compactMap { path in
      guard let view = view(named: path, site) else { return nil }
      if let name, !configurationIsKnown(name, of: view, in: site.file) { return nil }
      return .configuration(view: view, name: name?.name)
    }
  }

  // MARK: set

  mutating func changes(_ node: SyntaxNode, _ site: Site) -> [TestChange] {
    var changes: [TestChange] = []
    for child in node.children {
      if child.kind.isEnvironment {
        changes += environmentChanges(child, site)
      } else if let change = change(child, site) {
        changes.append(change)
      }
    }
    return changes
  }

  private mutating func change(_ node: SyntaxNode, _ site: Site) -> TestChange? {
    switch node.kind {
    case .flagChange:
      let isSet = switchValue(node)
      if isSet == true { later.givenNames.append(GivenName(.flag(node.name), at: (node.first(.name) ?? node).span)) }
      return .flag(name: node.name, isSet: isSet)
    case .traitChange:
      if node.values.first(where: { _ in true })?.kind == .wildcard {
        return .trait(name: TraitName.written(node), value: nil)
      }
      return traitSetting(node, site).map { .trait(name: $0.name, value: $0.value) }
    case .constantChange: return constantChange(node, site)
    case .variableChange: return variableChange(node, site)
    case .textChange:
      return viewChanged(node, site).map { .text(view: $0, node.first(.string)?.string) }
    case .hiddenChange: return viewChanged(node, site).map { .hidden(view: $0, switchValue(node)) }
    case .intrinsicChange: return intrinsicChange(node, site)
    default: return nil
    }
  }

  /// What stands on the line of a test, set in the middle of it.
  private mutating func environmentChanges(_ node: SyntaxNode, _ site: Site) -> [TestChange] {
    if node.kind == .configEnvironment { return configurationChange(node, site).map { [$0] } ?? [] }
    if node.kind == .varDeclaration { return variableChange(node, site).map { [$0] } ?? [] }
    var clause = EnvironmentClause()
    read(node, into: &clause, site)
    var changes: [TestChange] = []
    if let width = clause.width, let height = clause.height { changes.append(.size(width: width, height: height)) }
    if let scale = clause.scale { changes.append(.scale(scale)) }
    if let safe = clause.safe { changes.append(.safe(safe)) }
    if let margins = clause.margins { changes.append(.margins(margins)) }
    if let keyboard = clause.keyboard { changes.append(.keyboard(keyboard)) }
    for (name, value) in clause.traits.sorted(by: { $0.key < $1.key }) {
      changes.append(.trait(name: name, value: value))
    }
    for flag in clause.flags.sorted() { changes.append(.flag(name: flag, isSet: true)) }
    return changes
  }

  /// `config panel: visible`, as surroundings have it; nil after a complaint.
  mutating func configurationChange(_ node: SyntaxNode, _ site: Site) -> TestChange? {
    guard let name = node.first(.name) else { return nil }
    var view: ViewID?
    if let path = node.first(.path) {
      view = self.view(named: path, site)
      if view == nil { return nil }
    }
    guard configurationIsKnown(name, of: view, in: site.file) else { return nil }
    if view == nil { warnIfUndeclared(name, in: site.file) }
    return .configuration(view: view, name: name.name)
  }

  private mutating func warnIfUndeclared(_ name: SyntaxNode, in file: Int32) {
    guard let unheard = builder.layout.unheard(configuration: name.name) else { return }
    report(Complaint(unheard), at: name, in: file)
  }

  /// Nil for `_`, true where nothing is written.
  private func switchValue(_ node: SyntaxNode) -> Bool? {
    guard let value = node.values.first(where: { _ in true }) else { return true }
    return value.kind == .wildcard ? nil : value.flag
  }

  private mutating func viewChanged(_ node: SyntaxNode, _ site: Site) -> ViewID? {
    node.first(.path).flatMap { view(named: $0, site) }
  }

  /// Nil after a complaint.
  mutating func variableChange(_ node: SyntaxNode, _ site: Site) -> TestChange? {
    guard let nameNode = node.first(.path) ?? node.first(.name), let value = node.value(at: 0) else { return nil }
    let name = nameNode.name
    guard let variable = builder.layout.variables.first(where: { $0.name == name }) else {
      let known = builder.layout.variables.map(\.name)
      report(.unknownVariable(name, nearest: nearestName(to: name, in: known)), at: nameNode, in: site.file)
      return nil
    }
    if value.kind == .wildcard { return .variable(name: name, value: nil) }
    guard let wanted = variable.value else { return literal(value, site).map { .variable(name: name, value: $0) } }
    guard let given = self.value(value, site) else { return nil }
    switch (wanted, given) {
    case (.text, _) where given.asText != nil: return .value(name: name, .text(given.asText ?? ""))
    case (.colour, .colour(let colour)): return .value(name: name, .colour(colour))
    case (.duration, .duration(let milliseconds)): return .value(name: name, .duration(milliseconds))
    default:
      report(.wrongType(value.text, given.noun, wanted: wanted.noun), at: value, in: site.file)
      return nil
    }
  }

  private mutating func constantChange(_ node: SyntaxNode, _ site: Site) -> TestChange? {
    guard let idNode = node.first(.identifier) else { return nil }
    var candidates = builder.layout.identifiers.indices.filter { builder.layout.identifiers[$0].name == idNode.name }
    if let path = node.first(.path) {
      guard let view = view(named: path, site) else { return nil }
      candidates.removeAll { builder.layout.identifiers[$0].view != view }
    }
    guard let index = candidates.first else {
      let known = builder.layout.identifiers.map(\.name)
      report(
        .unknownIdentifier(idNode.name, nearest: nearestName(to: idNode.name, in: known)), at: idNode, in: site.file)
      return nil
    }
    guard candidates.count == 1 else {
      let paths = candidates.map { "\(path(of: builder.layout.identifiers[$0].view)).#\(idNode.name)" }
      report(.ambiguousName("#\(idNode.name)", paths), at: idNode, in: site.file)
      return nil
    }
    let values = Array(node.values)
    if values.count == 1, values[0].kind == .wildcard { return .constant(identifier: Int32(index), values: nil) }
    var numbers: [Double] = []
    for value in values {
      guard let number = literal(value, site) else { return nil }
      numbers.append(number)
    }
    let written = builder.layout.identifiers[index].written.count
    guard numbers.count == 1 || numbers.count == written else {
      let wanted = written == 1 ? "one value" : "one value or \(written)"
      report(.wrongCount(node.text, wanted: wanted, numbers.count), at: node, in: site.file)
      return nil
    }
    return .constant(identifier: Int32(index), values: numbers)
  }

  private mutating func intrinsicChange(_ node: SyntaxNode, _ site: Site) -> TestChange? {
    guard let view = viewChanged(node, site) else { return nil }
    let values = Array(node.values)
    guard values.count == 2 else {
      report(.wrongCount(node.text, wanted: "a width and a height", values.count), at: node, in: site.file)
      return nil
    }
    var sides: [Double?] = []
    for value in values {
      if value.kind == .wildcard {
        sides.append(nil)
      } else {
        guard let number = literal(value, site) else { return nil }
        sides.append(number)
      }
    }
    return .intrinsic(view: view, width: sides[0], height: sides[1])
  }
}

extension Complaint {
  static func unknownVariable(_ name: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownValue, "no var '\(name)' here\(hint)", replacement: nearest)
  }

  static func unknownIdentifier(_ name: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '#\($0)'?" } ?? ""
    return Complaint(
      .unknownIdentifier, "no id '#\(name)' in this layout\(hint)", replacement: nearest.map { "#\($0)" })
  }
}
