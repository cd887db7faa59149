import Geometry
import LayoutSyntax

/// Names in expressions: anchors of views and guides, lets and vars.
extension LayoutResolver {
  mutating func reference(_ node: SyntaxNode, _ site: Site) -> Value? {
    switch meaning(of: node, site) {
    case .anchor(let anchor): return .linear(LinearExpression(anchor))
    case .value(let index): return value(ofDeclared: index, node, site)
    case .unclear: break
    }
    // Its mistake is told already, and what is left of it may look like something else.
    if node.hasError { return nil }
    let reference = ReferenceSyntax(node)
    guard let anchor = reference.anchor else { return namedValue(node, site) }
    guard let area = area(of: node, reference, site) else { return nil }
    return anchorValue(anchor, of: area)
  }

  /// The anchor that a reference names at first sight, or the number if it is known in the file; else nil.
  mutating func plainReference(_ node: SyntaxNode, _ site: Site) -> LinearExpression? {
    switch meaning(of: node, site) {
    case .anchor(let anchor): return LinearExpression(anchor)
    case .value(let index):
      guard let (type, number) = scopes.number(of: index) else { return nil }
      addUse(of: index)
      return LinearExpression(.literal(number), type: type)
    case .unclear: return nil
    }
  }

  /// What a reference means at first sight.
  private enum Meaning {
    case anchor(Anchor)
    /// A declared value.
    case value(Int)
    /// It has to be read part by part: a copy of a `for`, an import, a view found anywhere in the layout, a mistake.
    case unclear
  }

  /// Finds out by one walk over the parts of a reference whether it is an anchor of a near view, or the name of a
  /// value. Nearly every reference is.
  private mutating func meaning(of node: SyntaxNode, _ site: Site) -> Meaning {
    var view: ViewID?
    var guide: Guide?
    // The first name is looked up once it is known whether a view or a value is meant.
    var first: NameID?
    for part in node.children {
      guard spend(steps: 1, at: node, site) else { return .unclear }
      switch part.kind {
      case .superSegment:
        guard view == nil, first == nil, let from = site.view else { return .unclear }
        let area = builder.views.drafts.superArea(of: from)
        (view, guide) = (area.view, area.guide)
      case .pathSegment:
        var children = part.children
        guard guide == nil, let nameNode = children.next(), nameNode.kind == .name, children.isEmpty else {
          return .unclear
        }
        let name = name(of: nameNode, in: site.file)
        if view == nil, let first { view = nearestChild(first, site) }
        if let parent = view {
          guard let member = child(name, of: parent, for: owner(of: site.scope)) else { return .unclear }
          view = member
        } else {
          guard first == nil else { return .unclear }
          first = name
        }
      case .guideSegment:
        guard let named = part.guideName?.guide else { return .unclear }
        guide = named
        if view == nil, first == nil {
          guard let from = site.view else { return .unclear }
          view = builder.views.drafts.superArea(of: from).view
        }
      case .anchorSegment:
        guard let attribute = part.anchorName?.attribute, site.view != nil else { return .unclear }
        if let view { return .anchor(Anchor(view, guide ?? .frame, attribute)) }
        guard let first else { return .anchor(Anchor(site.bare, .frame, attribute)) }
        guard let view = nearestChild(first, site) else { return .unclear }
        return .anchor(Anchor(view, guide ?? .frame, attribute))
      default: return .unclear
      }
    }
    guard view == nil, let first, let found = find(first, site) else { return .unclear }
    return .value(found)
  }

  private mutating func nearestChild(_ name: NameID, _ site: Site) -> ViewID? {
    guard let view = site.view else { return nil }
    return nearestChild(name, from: view, for: owner(of: site.scope))
  }

  /// The rectangle whose anchor a reference names.
  mutating func area(of node: SyntaxNode, _ reference: ReferenceSyntax, _ site: Site) -> Area? {
    let hasPath = node.first(.pathSegment) != nil
    // A condition that has a name may stand outside of all views: it asks the view of whoever uses it.
    if site.bare == .subject, !hasPath, !reference.isSuper, reference.guide == nil {
      return Area(.subject)
    }
    guard let lexical = site.view else {
      report(.anchorOutsideLayout(node.text), at: node, in: site.file)
      return nil
    }
    let guide = reference.guide?.guide
    if hasPath {
      guard let view = view(named: node, site) else { return nil }
      return Area(view, guide ?? .frame)
    }
    if reference.isSuper || guide != nil {
      let container = builder.views.drafts.superArea(of: lexical)
      return guide.map { Area(container.view, $0) } ?? container
    }
    return Area(site.bare)
  }

  func anchorValue(_ name: AnchorName, of area: Area) -> Value {
    func linear(_ attribute: AnchorAttribute) -> LinearExpression { LinearExpression(area.anchor(attribute)) }
    switch name {
    case .edges: return .compound(.edges, [linear(.top), linear(.left), linear(.bottom), linear(.right)])
    case .center: return .compound(.center, [linear(.centerX), linear(.centerY)])
    case .size: return .compound(.size, [linear(.width), linear(.height)])
    default:
      guard let attribute = name.attribute else { preconditionFailure("\(name) is neither simple nor composite") }
      return .linear(linear(attribute))
    }
  }

  /// Whether a value is a view, where one of its anchors must have been meant; reports that. Names of values go first.
  ///
  /// - Parameters:
  ///   - anchor: the anchor that stands on the left, as it is written.
  ///   - clause: a clause without a relation, which the fix puts in; nil where there is one.
  mutating func refusesView(
    _ node: SyntaxNode, for anchor: String, of clause: SyntaxNode? = nil, _ site: Site
  ) -> Bool {
    guard node.kind == .reference, site.view != nil, declaredValue(ofReference: node, site) == nil,
      namesView(node, site)
    else { return false }
    let place = place(SourceSpan(start: (clause ?? node).span.start, end: node.span.end), in: site.file)
    builder.complaints.report(
      .viewAsValue(node.text, anchor: anchor, relation: clause == nil ? "" : "\(anchor) == "), at: place)
    return true
  }

  /// Whether a reference is the name, or the path, of a view. Nothing is reported.
  private mutating func namesView(_ node: SyntaxNode, _ site: Site) -> Bool {
    let owner = owner(of: site.scope)
    var current: ViewID?
    for part in node.children {
      guard part.kind == .pathSegment, part.value(at: 0) == nil, let nameNode = part.first(.name) else { return false }
      let name = name(of: nameNode, in: site.file)
      var found = current.flatMap { child(name, of: $0, for: owner) }
      if current == nil {
        found = nearestChild(name, site)
        if found == nil, owner == .root { found = viewNames.only(name) }
      }
      guard let found else { return false }
      current = found
    }
    return current != nil
  }

  // MARK: Lets and vars

  /// Reads a reference without an anchor: `gap`, or `t.gap` of an import.
  private mutating func namedValue(_ node: SyntaxNode, _ site: Site) -> Value? {
    let segments = Array(ReferenceSyntax(node).path)
    guard let first = segments.first?.first(.name) else {
      report(.viewAsValue(node.text), at: node, in: site.file)
      return nil
    }
    if segments.count == 1, segments[0].value(at: 0) == nil {
      // This is a statement of its own, because as an argument of `find` it would change a resolver that `find` has a
      // copy of.
      let name = name(of: first, in: site.file)
      if let found = find(name, site) { return value(ofDeclared: found, node, site) }
      if ReferenceSyntax(node).isSuper {
        let nearest = nearestPart(to: first.name)
        report(.unknownMember(first.name, of: "super", nearest: nearest, noun: nearest), at: first, in: site.file)
      } else {
        reportUnknownValue(first.name, node, site)
      }
      return nil
    }
    if let (repetition, name) = field(of: node, site) { return value(ofField: name, of: repetition, site) }
    if segments.count == 2, segments[1].value(at: 0) == nil, let second = segments[1].first(.name) {
      let alias = name(of: first, in: site.file)
      if let namespace = files[Int(site.file)].namespaceFiles[alias] {
        let member = name(of: second, in: site.file)
        if let found = find(member, inFile: namespace) {
          return value(ofDeclared: found, node, site)
        }
        guard wants(.unknownValue, at: second, in: site.file) else { return nil }
        let known = valueNames(inFile: namespace)
        let complaint = Complaint.unknownMemberValue(
          second.name, first.name, nearest: nearestName(to: second.name, in: known))
        report(complaint, at: second, in: site.file)
        return nil
      }
    }
    if site.view != nil, self.view(named: node, site) != nil {
      report(.viewAsValue(node.text), at: node, in: site.file)
    }
    return nil
  }

  mutating func reportUnknownValue(_ name: String, _ node: SyntaxNode, _ site: Site) {
    let id = builder.names.name(name)
    if viewNames.count(id) > 0 {
      report(.viewAsValue(name), at: node, in: site.file)
      return
    }
    guard wants(.unknownValue, at: node, in: site.file) else { return }
    let known = scopes.values.prefix(1000).map { builder.names.text(of: $0.name) }
    let anchors = site.view == nil ? [] : AnchorName.allCases.map(\.rawValue)
    let nearest = nearestName(to: name, in: known + anchors) ?? WordsOfOthers.meaning(of: name)
    report(.unknownValue(name, nearest: nearest), at: node, in: site.file)
  }

  mutating func find(_ name: NameID, _ site: Site) -> Int? {
    // The operator `??` would make its right side a closure over a copy of the whole resolver.
    if let found = scopes.find(name, from: site.scope) { return found }
    return find(name, inFile: site.file)
  }

  /// Finds a value at the top of a file, or of the files that it imports without `as`.
  private mutating func find(_ name: NameID, inFile file: Int32) -> Int? {
    if let found = scopes.find(name, onlyIn: file) { return found }
    if files[Int(file)].openImports.isEmpty { return nil }
    // Files declare their values before any layout is read, so the answer stays what it is.
    if let known = imported.values[file, name.index] { return known < 0 ? nil : Int(known) }
    var found: Int?
    // The order is that of the imports, depth first; a file that several others import is asked once.
    var seen: Set<Int32> = [file]
    var open = Array(files[Int(file)].openImports.reversed())
    while found == nil, let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      found = scopes.find(name, onlyIn: next)
      open += files[Int(next)].openImports.reversed()
    }
    imported.values[file, name.index] = found.map { Int32($0) } ?? -1
    return found
  }

  /// The files imported without `as`, depth first, each once.
  func filesImported(by file: Int32) -> [Int32] {
    var found: [Int32] = []
    var seen: Set<Int32> = [file]
    var open = Array(files[Int(file)].openImports.reversed())
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      found.append(next)
      open += files[Int(next)].openImports.reversed()
    }
    return found
  }

  /// The let, var or parameter that a reference without an anchor names: `gap`, or `t.gap` of an import. Nil, without a
  /// complaint, when there is none.
  mutating func declaredValue(ofReference node: SyntaxNode, _ site: Site) -> Int? {
    var first: NameID?
    var member: NameID?
    for part in node.children {
      guard part.kind == .pathSegment, member == nil, part.value(at: 0) == nil, let name = part.first(.name) else {
        return nil
      }
      let id = self.name(of: name, in: site.file)
      if first == nil { first = id } else { member = id }
    }
    guard let first else { return nil }
    guard let member else { return find(first, site) }
    guard let namespace = files[Int(site.file)].namespaceFiles[first] else { return nil }
    return find(member, inFile: namespace)
  }

  private func valueNames(inFile file: Int32) -> [String] {
    scopes.values.filter { $0.scope == file }.map { builder.names.text(of: $0.name) }
  }

  mutating func value(ofName name: NameID, _ node: SyntaxNode, _ site: Site) -> Value? {
    find(name, site).flatMap { value(ofDeclared: $0, node, site) }
  }

  /// The value of a let, var or parameter that `node` names; reports a circle there.
  mutating func value(ofDeclared index: Int, _ node: SyntaxNode, _ site: Site) -> Value? {
    if isRefused(index, node, site) { return nil }
    return value(ofDeclared: index)
  }

  // What follows is in parts because `value` is on the stack once for each value inside another, and in parts that
  // mutate because others may be handed a copy of the resolver there.

  /// Whether something declared cannot be read as a value where `node` names it; then that is reported.
  private mutating func isRefused(_ index: Int, _ node: SyntaxNode, _ site: Site) -> Bool {
    let declared = scopes.values[index]
    if case .reading = declared.state {
      report(.circularValue(node.text), at: node, in: site.file)
      return true
    }
    if declared.repetition >= 0 {
      let list = builder.layout.lists[Int(builder.layout.repetitions[Int(declared.repetition)].list)]
      report(.recordAsValue(node.text, list.type.fields[0].name), at: node, in: site.file)
      return true
    }
    if declared.isVariable, self.node(declared.node, in: declared.file).first(.listType) != nil {
      addUse(of: index)
      report(.listAsValue(node.text), at: node, in: site.file)
      return true
    }
    return false
  }

  /// The value of a let, var or parameter, read where it is written; nil after a complaint there.
  mutating func value(ofDeclared index: Int) -> Value? {
    addUse(of: index)
    if isRead(index) { return readValue(of: index) }
    scopes.setState(.reading, of: index)
    let outer = following.asker
    following.asker = .value(Int32(index))
    let value = readDeclared(index)
    following.asker = outer
    return keep(value, of: index)
  }

  /// Whether a value is known, or is being read.
  private mutating func isRead(_ index: Int) -> Bool {
    if scopes.values[index].variable >= 0 { return true }
    if case .unread = scopes.values[index].state { return false }
    return true
  }

  private mutating func readValue(of index: Int) -> Value? {
    let variable = scopes.values[index].variable
    if variable >= 0 { return value(ofVariable: variable) }
    if case .read(let value) = scopes.values[index].state { return value }
    return nil
  }

  /// Keeps what was read of a let or a parameter, if that is not too much.
  private mutating func keep(_ value: Value?, of index: Int) -> Value? {
    let declared = scopes.values[index]
    let isKept = value.map { spend(on: $0, at: node(declared.node, in: declared.file), in: declared.file) } ?? true
    guard isKept, let value else {
      scopes.setState(.read(nil), of: index)
      return nil
    }
    // What the scene chooses is another one for the next side that is read.
    let isOpen = openValues.contains(index)
    scopes.setState(isOpen ? .unread : .read(value), of: index)
    return value
  }

  private func value(ofVariable variable: Int32) -> Value {
    switch builder.layout.variables[Int(variable)].value {
    case .text: .template(TextTemplate([.variable(variable)]))
    case .colour: .variableColour(variable)
    case .duration: .variableDuration(variable, factor: 1)
    case nil: .linear(LinearExpression(.variable(variable), type: builder.variableTypes[Int(variable)]))
    }
  }

  /// Reads what stands behind the `=` of a declaration.
  mutating func readDeclared(_ index: Int) -> Value? {
    let declared = scopes.values[index]
    guard let node = node(declared.node, in: declared.file).value(at: 0) else { return nil }
    var site = Site(file: declared.file, scope: declared.readingScope, view: declared.view)
    // A mistake in a value is reported where the value is written, whoever asked for it.
    let asking = builder.complaints.instance
    builder.complaints.instance = scopes.instance(of: declared.readingScope)
    defer { builder.complaints.instance = asking }
    if node.kind.isCondition {
      site.bare = .subject
      return condition(node, site).map { .condition($0) }
    }
    if declared.type == .text, let name = unknownName(node, site) {
      report(.textWithoutQuotes(name), at: node, in: declared.file)
      return nil
    }
    guard let value = value(node, site) else { return nil }
    if declared.type.takes(value) { return value }
    let complaint = Complaint.argumentType(builder.names.text(of: declared.name), declared.type, node.text, value.noun)
    report(complaint, at: node, in: declared.file)
    return nil
  }

  /// A name alone that nothing is called.
  mutating func unknownName(_ node: SyntaxNode, _ site: Site) -> String? {
    guard node.kind == .reference, node.first(.anchorSegment) == nil, node.child(.pathSegment, at: 1) == nil,
      let segment = node.first(.pathSegment), segment.value(at: 0) == nil, let written = segment.first(.name)
    else { return nil }
    let name = name(of: written, in: site.file)
    return find(name, site) == nil && viewNames.count(name) == 0 ? written.name : nil
  }

  /// Lists the variables of all files and the layout, in order of declaration, so that the outside can set even
  /// those that nothing uses yet.
  mutating func readVariables() {
    for index in scopes.values.indices where scopes.values[index].isVariable {
      let declared = scopes.values[index]
      let node = node(declared.node, in: declared.file)
      if node.first(.listType) != nil {
        readList(ofDeclared: index)
        scopes.setState(.read(nil), of: index)
        continue
      }
      guard let value = readDeclared(index) else {
        scopes.setState(.read(nil), of: index)
        continue
      }
      var initial = LinearExpression(.zero)
      var other: VariableValue?
      switch value {
      case .linear(let expression) where expression.isConstant: initial = expression
      case .text(let text): other = .text(text)
      case .template(let template): other = .text(template.text(with: builder.layout.variables.map(\.value)))
      case .colour(let colour): other = .colour(colour)
      case .duration(let milliseconds): other = .duration(milliseconds)
      default:
        let isSwitch = ["true", "false"].contains(node.value(at: 0)?.text)
        report(.variableOfOtherType(value.noun, isSwitch: isSwitch), at: node, in: declared.file)
        scopes.setState(.read(nil), of: index)
        continue
      }
      let variable = builder.declareVariable(
        builder.names.text(of: declared.name), initial: initial, value: other,
        at: Origin(file: declared.file, span: node.span))
      scopes.setVariable(variable, of: index)
    }
  }
}

extension Complaint {
  static func variableOfOtherType(_ noun: String, isSwitch: Bool) -> Complaint {
    Complaint(
      .wrongType,
      "a 'var' is a number, a length, a text, a colour or a duration, and this is \(noun); what nobody sets is a 'let'",
      help: isSwitch ? ["help: what is on or off is a flag: ask for it by `flag(name)`, it needs no declaration"] : [])
  }

  static func unknownValue(_ name: String, nearest: String?) -> Complaint {
    if let nearest, Word(rawValue: nearest)?.roles.contains(.anchor) == true {
      return Complaint(
        .unknownValue, "there is no anchor '\(name)'\(didYouMean(nearest))", replacement: nearest)
    }
    return Complaint(.unknownValue, "no let or var '\(name)' here\(didYouMean(nearest))", replacement: nearest)
  }

  static func textWithoutQuotes(_ name: String) -> Complaint {
    Complaint(
      .unknownValue, "no let or var '\(name)' here; a text stands in quotes",
      replacement: SourceText.literal(name))
  }

  static func unknownMemberValue(_ name: String, _ namespace: String, nearest: String?) -> Complaint {
    Complaint(
      .unknownValue, "the file imported as '\(namespace)' has no '\(name)'\(didYouMean(nearest))", replacement: nearest)
  }

  static func recordAsValue(_ text: String, _ field: String) -> Complaint {
    Complaint(.wrongType, "'\(text)' is a record, and this takes one of its fields, such as '\(text).\(field)'")
  }

  static func listAsValue(_ text: String) -> Complaint {
    Complaint(
      .wrongType, "'\(text)' is a list of records, and this takes a value",
      help: ["a 'for' repeats over it: `for record in \(text) by record.id { … }`"])
  }

  static func viewAsValue(_ text: String) -> Complaint {
    Complaint(.wrongType, "'\(text)' is a view, and this takes a value, such as '\(text).width'")
  }

  static func viewAsValue(_ text: String, anchor: String, relation: String) -> Complaint {
    Complaint(
      .wrongType, "'\(text)' is a view, and this takes a value, such as '\(text).\(anchor)'",
      replacement: "\(relation)\(text).\(anchor)")
  }

  static func circularValue(_ name: String) -> Complaint {
    Complaint(.circularValue, "'\(name)' is used to say what '\(name)' is")
  }

  static func anchorOutsideLayout(_ text: String) -> Complaint {
    Complaint(.notKnownBeforeSolving, "'\(text)' belongs to a view, and there is none outside a layout")
  }
}
