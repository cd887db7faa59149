import LayoutSyntax
import Settables

/// `use` and `set`: what a test does to its scene from outside, with every name checked before anything runs.
extension LayoutResolver {
  // MARK: use

  mutating func use(_ node: SyntaxNode, _ site: Site) -> [Assignment] {
    let name = node.first(.name)
    let paths = node.children.filter { $0.kind == .path }
    if paths.isEmpty {
      if let name {
        guard configurationIsKnown(name, of: nil, in: site.file) else { return [] }
        warnIfUndeclared(name, in: site.file)
      }
      return [Assignment(.config, to: name.map { .text($0.name) })]
    }
    return paths.compactMap { path in
      guard let view = view(named: path, site) else { return nil }
      if let name, !configurationIsKnown(name, of: view, in: site.file) { return nil }
      return Assignment(.config, of: self.path(of: view), to: name.map { .text($0.name) })
    }
  }

  // MARK: set

  mutating func changes(_ node: SyntaxNode, _ site: Site) -> ([Assignment], fields: [FieldChange]) {
    var changes: [Assignment] = []
    var fields: [FieldChange] = []
    for child in node.children {
      if child.kind.isEnvironment {
        changes += environmentChanges(child, site)
      } else if let (record, list) = recordChanged(child) {
        if let change = fieldChange(child, of: record, list, site) { fields.append(change) }
      } else if let change = change(child, site) {
        changes.append(change)
      }
    }
    return (changes, fields)
  }

  /// The part of a change that names a record, `messages["a"]`, and its list; nil for a change of something else.
  private func recordChanged(_ node: SyntaxNode) -> (SyntaxNode, list: Int)? {
    guard node.kind == .variableChange, let path = node.first(.path), let record = path.child(.pathSegment, at: 0),
      record.value(at: 0) != nil, path.child(.pathSegment, at: 1) != nil, let name = record.first(.name),
      let list = builder.layout.lists.firstIndex(where: { $0.name == name.name })
    else { return nil }
    return (record, list)
  }

  /// Reads `messages["a"].unread = false`; nil after a complaint.
  private mutating func fieldChange(
    _ node: SyntaxNode, of record: SyntaxNode, _ list: Int, _ site: Site
  ) -> FieldChange? {
    let declared = builder.layout.lists[list]
    guard let index = record.value(at: 0), let path = node.first(.path), let written = node.value(at: 0),
      let nameNode = path.child(.pathSegment, at: 1)?.first(.name)
    else { return nil }
    let key: String
    switch constant(index, site) {
    case .known(.text(let text)): key = text
    case .known(.number(let number)): key = number.asWritten
    default:
      report(.wrongType(index.text, "no key", wanted: "the key of a record"), at: index, in: site.file)
      return nil
    }
    guard let field = declared.type.index(of: nameNode.name) else {
      let known = declared.type.fields.map(\.name)
      let nearest = nearestName(to: nameNode.name, in: known)
      report(.unknownField(nameNode.name, of: declared.name, nearest: nearest, known), at: nameNode, in: site.file)
      return nil
    }
    if written.kind == .wildcard {
      report(.fieldTakenBack(path.text, declared.name), at: node, in: site.file)
      return nil
    }
    guard let value = fieldValue(written, declared.type.fields[field].type, site) else { return nil }
    let type = RecordType(fields: [declared.type.fields[field]])
    return FieldChange(list: declared.name, key: key, record: Record([value]).settable(type))
  }

  private mutating func change(_ node: SyntaxNode, _ site: Site) -> Assignment? {
    switch node.kind {
    case .flagChange:
      let isSet = switchValue(node)
      if isSet == true { later.givenNames.append(GivenName(.flag(node.name), at: (node.first(.name) ?? node).span)) }
      return Assignment(.flag, of: node.name, to: isSet.map { .truth($0) })
    case .traitChange:
      if node.value(at: 0)?.kind == .wildcard {
        return Assignment(.trait, of: TraitName.written(node), to: nil)
      }
      return traitSetting(node, site).map { Assignment(.trait, of: $0.name, to: .text($0.value)) }
    case .constantChange: return constantChange(node, site)
    case .priorityChange: return clauseChange(.priority, node, site)
    case .multiplierChange: return clauseChange(.multiplier, node, site)
    case .activeChange: return clauseChange(.active, node, site)
    case .variableChange: return variableChange(node, site)
    case .textChange:
      return viewChanged(node, site).map {
        Assignment(.text, of: $0, to: (node.first(.string)?.string).map { .text($0) })
      }
    case .hiddenChange:
      return viewChanged(node, site).map { Assignment(.hidden, of: $0, to: switchValue(node).map { .truth($0) }) }
    case .intrinsicChange: return intrinsicChange(node, site)
    default: return nil
    }
  }

  /// Reads surroundings that are set in the middle of a test. They are written as on the test's own line.
  private mutating func environmentChanges(_ node: SyntaxNode, _ site: Site) -> [Assignment] {
    if node.kind == .configEnvironment { return configurationChange(node, site).map { [$0] } ?? [] }
    if node.kind == .varDeclaration { return variableChange(node, site).map { [$0] } ?? [] }
    var clause = EnvironmentClause()
    read(node, into: &clause, site)
    return clause.surroundings
  }

  /// Reads `config panel: visible`, as it stands in surroundings; nil after a complaint.
  mutating func configurationChange(_ node: SyntaxNode, _ site: Site) -> Assignment? {
    guard let name = node.first(.name) else { return nil }
    var view: ViewID?
    if let path = node.first(.path) {
      view = self.view(named: path, site)
      if view == nil { return nil }
    }
    guard configurationIsKnown(name, of: view, in: site.file) else { return nil }
    if view == nil { warnIfUndeclared(name, in: site.file) }
    return Assignment(.config, of: view.map { path(of: $0) }, to: .text(name.name))
  }

  /// Reads a switch: nil for `_`, true where nothing is written.
  private func switchValue(_ node: SyntaxNode) -> Bool? {
    guard let value = node.value(at: 0) else { return true }
    return value.kind == .wildcard ? nil : value.flag
  }

  /// The path of the view that a change names; nil without one, and after a complaint.
  private mutating func viewChanged(_ node: SyntaxNode, _ site: Site) -> String? {
    node.first(.path).flatMap { view(named: $0, site) }.map { path(of: $0) }
  }

  /// What is given to a variable.
  enum VariableGiven {
    /// `_`: what was set is taken back.
    case nothing
    case number(Double)
    /// A text, a colour or a duration.
    case value(VariableValue)
    /// The records of a list.
    case records([Record], RecordType)
  }

  private mutating func variableChange(_ node: SyntaxNode, _ site: Site) -> Assignment? {
    variableGiven(node, site).map { name, given in
      switch given {
      case .nothing: Assignment(.variable, of: name, to: nil)
      case .number(let number): Assignment(.variable, of: name, to: .number(number))
      case .value(let value): Assignment(.variable, of: name, to: .text(value.written))
      case .records(let records, let type):
        Assignment(.variable, of: name, to: .records(records.map { $0.settable(type) }))
      }
    }
  }

  /// Reads what a variable is given; nil after a complaint.
  mutating func variableGiven(_ node: SyntaxNode, _ site: Site) -> (name: String, given: VariableGiven)? {
    guard let nameNode = node.first(.path) ?? node.first(.name), let value = node.value(at: 0) else { return nil }
    let name = nameNode.name
    if let list = builder.layout.lists.firstIndex(where: { $0.name == name }) {
      if value.kind == .wildcard { return (name, .nothing) }
      return records(value, of: list, site).map { (name, .records($0, builder.layout.lists[list].type)) }
    }
    guard let variable = builder.layout.variables.first(where: { $0.name == name && !$0.isField }) else {
      guard wants(.unknownValue, at: nameNode, in: site.file) else { return nil }
      let known = builder.layout.variables.filter { !$0.isField }.map(\.name) + builder.layout.lists.map(\.name)
      report(.unknownVariable(name, nearest: nearestName(to: name, in: known)), at: nameNode, in: site.file)
      return nil
    }
    if value.kind == .wildcard { return (name, .nothing) }
    guard let wanted = variable.value else { return literal(value, site).map { (name, .number($0)) } }
    guard let given = self.value(value, site) else { return nil }
    switch (wanted, given) {
    case (.text, _) where given.asText != nil: return (name, .value(.text(given.asText ?? "")))
    case (.colour, .colour(let colour)): return (name, .value(.colour(colour)))
    case (.duration, .duration(let milliseconds)): return (name, .value(.duration(milliseconds)))
    default:
      report(.wrongType(value.text, given.noun, wanted: wanted.noun), at: value, in: site.file)
      return nil
    }
  }

  // MARK: Ids

  /// The id that a change names, by its place in the layout, and its key; nil after a complaint.
  private mutating func identifierChanged(_ node: SyntaxNode, _ site: Site) -> (index: Int, key: String)? {
    guard let idNode = node.first(.identifier) else { return nil }
    var named: ViewID?
    var candidates = builder.layout.identifiers.indices.filter { builder.layout.identifiers[$0].name == idNode.name }
    if let path = node.first(.path) {
      guard let view = view(named: path, site) else { return nil }
      named = view
      let declaring = declaring(view)
      candidates.removeAll { builder.layout.identifiers[$0].view != declaring }
    }
    guard let index = candidates.first else {
      guard wants(.unknownIdentifier, at: idNode, in: site.file) else { return nil }
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
    let view = named ?? builder.layout.identifiers[index].view
    if named == nil, builder.depthInRecords(of: view) > 0 {
      report(.identifierOfRecords(idNode.name), at: idNode, in: site.file)
      return nil
    }
    return (index, builder.layout.identifiers[index].key(inViewAt: path(of: view)))
  }

  private mutating func constantChange(_ node: SyntaxNode, _ site: Site) -> Assignment? {
    guard let (index, key) = identifierChanged(node, site) else { return nil }
    let values = Array(node.values)
    if values.count == 1, values[0].kind == .wildcard { return Assignment(.constant, of: key, to: nil) }
    var numbers: [Double?] = []
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
    return Assignment(.constant, of: key, to: .numbers(numbers))
  }

  /// `#gap @high`, `#gap * 0.5`, `#gap active = false`: what is set of the clause that an id stands on.
  private mutating func clauseChange(_ settable: Settable, _ node: SyntaxNode, _ site: Site) -> Assignment? {
    guard let (index, key) = identifierChanged(node, site) else { return nil }
    var value: SettableValue?
    switch settable {
    case .priority:
      if let written = node.first(.priority) {
        guard let priority = priority(written, site) else { return nil }
        value = .number(Double(priority))
      }
    case .active: value = switchValue(node).map { .truth($0) }
    default:
      if let written = node.value(at: 0), written.kind != .wildcard {
        guard let number = literal(written, site) else { return nil }
        value = .number(number)
      }
    }
    let layout = builder.layout
    let rules = identifiedRules ?? IdentifierPlaces(in: layout).rules(in: layout)
    identifiedRules = rules
    if value != nil, let objection = layout.objection(toSetting: settable, ofIdentifier: index, rules: rules[index]) {
      report(.cannotBeSet(objection), at: node, in: site.file)
      return nil
    }
    return Assignment(settable, of: key, to: value)
  }

  // MARK: append, remove, scroll

  mutating func appending(_ node: SyntaxNode, _ site: Site) -> TestStep.Action? {
    let views = viewsListed(node, site)
    guard let path = node.first(.path), let stack = view(named: path, site), let views else { return nil }
    guard kind(of: stack).arrangesViews else {
      report(.arrangesNothing(path.text, kind(of: stack)), at: path, in: site.file)
      return nil
    }
    var index: Int?
    if let written = node.value(at: 0) {
      guard let number = literal(written, site) else { return nil }
      index = Int(exactly: number)
      guard let index, index >= 0 else {
        report(.notAnIndex(written.text), at: written, in: site.file)
        return nil
      }
    }
    return .append(views, to: self.path(of: stack), index: index)
  }

  /// The paths of the views that a step names; nil after a complaint.
  mutating func viewsListed(_ node: SyntaxNode, _ site: Site) -> [String]? {
    let paths = node.first(.viewList)?.children.filter { $0.kind == .path } ?? []
    let views = paths.map { view(named: $0, site) }
    let known = views.compactMap { $0 }
    return known.isEmpty || known.count < views.count ? nil : known.map { path(of: $0) }
  }

  /// Reads `scroll rows 120`: one number is along the axis that the view scrolls on.
  mutating func scrolling(_ node: SyntaxNode, _ site: Site) -> Assignment? {
    guard let pathNode = node.first(.path), let view = view(named: pathNode, site) else { return nil }
    let kind = kind(of: view)
    guard kind.isScroll else {
      report(.doesNotScroll(pathNode.text, kind), at: pathNode, in: site.file)
      return nil
    }
    let values = Array(node.values)
    if values.count == 1, values[0].kind == .wildcard { return Assignment(.scroll, of: path(of: view), to: nil) }
    var numbers: [Double] = []
    for value in values {
      guard let number = literal(value, site) else { return nil }
      numbers.append(number)
    }
    switch numbers.count {
    case 1: numbers = kind == .hscroll ? [numbers[0], 0] : [0, numbers[0]]
    case 2: break
    default:
      report(.wrongCount(node.text, wanted: "one value or 2", numbers.count), at: node, in: site.file)
      return nil
    }
    return Assignment(.scroll, of: path(of: view), to: .numbers(numbers))
  }

  private mutating func intrinsicChange(_ node: SyntaxNode, _ site: Site) -> Assignment? {
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
    return Assignment(.intrinsic, of: view, to: .numbers(sides))
  }
}

extension EnvironmentClause {
  /// What the clause says of the scene itself, its traits and its flags. A size is among it when both sides are said.
  fileprivate var surroundings: [Assignment] {
    let insets = safe.map { [$0.top, $0.left, $0.bottom, $0.right] }
    let margins = margins.map { [$0.top, $0.leading, $0.bottom, $0.trailing] }
    var values: [(Settable, SettableValue?)] = [
      (.scale, scale.map { .number($0) }), (.safe, insets.map { .numbers($0) }),
      (.margins, margins.map { .numbers($0) }), (.keyboard, keyboard.map { $0.settable }),
    ]
    if let width, let height { values.insert((.size, .numbers([width.length, height.length])), at: 0) }
    return values.filter { $0.1 != nil }.map { Assignment($0, to: $1) }
      + traits.sorted { $0.key < $1.key }.map { Assignment(.trait, of: $0, to: .text($1)) }
      + flags.sorted().map { Assignment(.flag, of: $0, to: true) }
  }
}

extension Complaint {
  static func arrangesNothing(_ name: String, _ kind: ViewKind) -> Complaint {
    Complaint(.notAStack, "'\(name)' is a \(kind.rawValue), and views are put into a vstack, an hstack or a list")
  }

  static func fieldTakenBack(_ field: String, _ list: String) -> Complaint {
    Complaint(
      .wrongType, "'\(field)' is a field of one record, and the file has records only as a whole",
      help: ["help: `set \(list) = _` brings back those of the file"])
  }

  static func cannotBeSet(_ why: String) -> Complaint { Complaint(.wrongType, why) }

  static func doesNotScroll(_ name: String, _ kind: ViewKind) -> Complaint {
    Complaint(.wrongType, "'\(name)' is a \(kind.rawValue) and does not scroll")
  }

  static func unknownVariable(_ name: String, nearest: String?) -> Complaint {
    Complaint(.unknownValue, "no var '\(name)' here\(didYouMean(nearest))", replacement: nearest)
  }

  static func identifierOfRecords(_ name: String) -> Complaint {
    Complaint(
      .ambiguousName, "'#\(name)' is there for each record",
      help: ["help: say of which one, as in `set row[\"a\"].#\(name) = 8`"])
  }

  static func unknownIdentifier(_ name: String, nearest: String?) -> Complaint {
    Complaint(
      .unknownIdentifier, "no id '#\(name)' in this layout\(didYouMean(nearest, "#"))",
      replacement: nearest.map { "#\($0)" })
  }
}
