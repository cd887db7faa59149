import LayoutSyntax

/// `for m in messages by m.id { … }`: the body is read once, as the pattern of what each record makes.
///
/// Which records there are, only the scene knows. So a field is a variable that stands for the field of whatever record
/// a copy is made for (`ResolvedLayout.fieldVariables`), a condition about a field is a branch like any other, and the
/// pattern's views have `[*]` where a copy has its key.
extension LayoutResolver {
  mutating func declareRecordLoop(
    _ node: SyntaxNode, _ nameNode: SyntaxNode, over listNode: SyntaxNode, by keyNode: SyntaxNode, _ body: SyntaxNode,
    in outer: Surroundings
  ) {
    let site = Site(file: outer.file, scope: outer.scope, view: outer.home)
    let name = name(of: nameNode, in: outer.file)
    guard let list = list(named: listNode, site), spend(at: keyNode, in: outer),
      let field = key(keyNode, of: nameNode.name, in: list, outer.file)
    else {
      viewNames.lackSome = true
      return
    }
    if let known = builder.layout.lists[list].key, known != field {
      let fields = builder.layout.lists[list].type.fields
      report(.otherKey(fields[field].name, fields[known].name), at: keyNode, in: outer.file)
    } else {
      builder.layout.lists[list].key = field
    }
    var inner = outer
    inner.repetition = repetition(over: Int32(list), in: outer)
    if let timing = node.first(.animation)?.first(.timing) {
      let written = WrittenNode(node: timing.index, file: outer.file, scope: outer.scope)
      later.recordTimings.append((written, list, outer.view))
    }
    var spelling: [UInt8] = []
    if outer.indices >= 0 { builder.names.append(NameID(index: outer.indices), to: &spelling) }
    spelling.append(contentsOf: PatternName.placeholder.utf8)
    inner.indices = builder.names.name(in: spelling, from: 0, to: spelling.count).index
    inner.scope = scopes.open(in: outer.scope, indices: inner.indices)
    var record = DeclaredValue(
      name: name, node: nameNode.index, file: outer.file, scope: inner.scope, view: outer.home)
    record.isCounter = true
    record.repetition = inner.repetition
    _ = scopes.declare(record)
    scopes.setState(.read(nil), of: scopes.values.count - 1)
    inner.isInBranchOfContent = outer.part != .everything
    declareBody(body, in: inner)
  }

  /// The repetition over a list in a view. That of both branches of an `if` is one, so that a view which both declare
  /// is one view.
  private mutating func repetition(over list: Int32, in outer: Surroundings) -> Int32 {
    let around = outer.repetition >= 0 ? outer.repetition : repetition(around: outer.view)
    let wanted = Repetition(list: list, outer: around, parent: outer.view)
    if let known = builder.layout.repetitions.firstIndex(of: wanted) { return Int32(known) }
    builder.layout.repetitions.append(wanted)
    return Int32(builder.layout.repetitions.count - 1)
  }

  /// The innermost repetition that a view stands in; -1 for none.
  private func repetition(around view: ViewID) -> Int32 {
    var current: ViewID? = view
    while let around = current {
      let draft = builder.views.drafts[around]
      if draft.repetition >= 0 { return draft.repetition }
      current = draft.parent
    }
    return -1
  }

  // MARK: Lists

  /// The list that a `for` repeats over, by its place in the layout; nil after a complaint.
  private mutating func list(named node: SyntaxNode, _ site: Site) -> Int? {
    guard node.kind == .reference, node.first(.anchorSegment) == nil,
      let index = declaredValue(ofReference: node, site)
    else {
      if node.kind == .reference, node.first(.anchorSegment) == nil {
        reportUnknownValue(node.name, node, site)
      } else {
        report(.notAList(node.text), at: node, in: site.file)
      }
      return nil
    }
    addUse(of: index)
    let declared = scopes.values[index]
    guard declared.repetition < 0, self.node(declared.node, in: declared.file).first(.listType) != nil else {
      report(.notAList(node.text), at: node, in: site.file)
      return nil
    }
    return list(ofDeclared: index)
  }

  /// The place in the layout of a list that is declared; nil where its type is wrong, which has been reported.
  mutating func list(ofDeclared index: Int) -> Int? {
    let declared = scopes.values[index]
    if declared.list != -1 { return declared.list < 0 ? nil : Int(declared.list) }
    let node = node(declared.node, in: declared.file)
    guard let type = node.first(.listType).flatMap({ recordType($0, in: declared.file) }) else {
      scopes.setList(-2, of: index)
      return nil
    }
    builder.layout.lists.append(
      ListDeclaration(
        name: builder.names.text(of: declared.name), type: type,
        origin: Origin(file: declared.file, span: node.span)))
    scopes.setList(Int32(builder.layout.lists.count - 1), of: index)
    return builder.layout.lists.count - 1
  }

  private mutating func recordType(_ node: SyntaxNode, in file: Int32) -> RecordType? {
    var type = RecordType(fields: [])
    var isWhole = true
    for parameter in node.first(.parameterList).map({ Array($0.children) }) ?? [] {
      guard let nameNode = parameter.first(.name), let typeNode = parameter.first(.typeName) else { continue }
      guard let field = FieldType.named(typeNode.name) else {
        let known = FieldType.allCases.map(\.rawValue)
        let nearest =
          FieldType.habit(typeNode.name).map { $0.rawValue } ?? nearestName(to: typeNode.name, in: known)
        report(.unknownType(typeNode.name, nearest: nearest, known), at: typeNode, in: file)
        isWhole = false
        continue
      }
      if type.index(of: nameNode.name) != nil {
        report(.fieldTwice(nameNode.name), at: nameNode, in: file)
        isWhole = false
      } else if type.fields.count == ModelLimits.fields {
        report(.tooManyFields, at: nameNode, in: file)
        return nil
      } else {
        type.fields.append(RecordType.Field(name: nameNode.name, type: field))
      }
    }
    if isWhole, type.fields.isEmpty { report(.noFields, at: node, in: file) }
    return isWhole && !type.fields.isEmpty ? type : nil
  }

  /// The field behind `by`; nil after a complaint.
  private mutating func key(_ node: SyntaxNode, of record: String, in list: Int, _ file: Int32) -> Int? {
    let type = builder.layout.lists[list].type
    let segments = node.kind == .reference ? Array(node.children) : []
    let names = segments.compactMap { $0.kind == .pathSegment && $0.value(at: 0) == nil ? $0.first(.name)?.name : nil }
    guard names.count == segments.count, names.count == 2, names[0] == record else {
      report(.notAKey(node.text, record, type.fields[0].name), at: node, in: file)
      return nil
    }
    guard let field = type.index(of: names[1]) else {
      reportUnknownField(names[1], of: list, at: segments[1], in: file)
      return nil
    }
    guard type.fields[field].type == .text || type.fields[field].type == .number else {
      report(.keyOfType(node.text, type.fields[field].type), at: node, in: file)
      return nil
    }
    return field
  }

  private mutating func reportUnknownField(_ name: String, of list: Int, at node: SyntaxNode, in file: Int32) {
    let list = builder.layout.lists[list]
    let known = list.type.fields.map(\.name)
    report(
      .unknownField(name, of: list.name, nearest: nearestName(to: name, in: known), known), at: node, in: file)
  }

  // MARK: Fields

  /// The repetition and the field that `m.from` names; nil where it names something else. Nothing is reported.
  mutating func field(of node: SyntaxNode, _ site: Site) -> (repetition: Int32, name: SyntaxNode)? {
    guard !builder.layout.repetitions.isEmpty, node.kind == .reference else { return nil }
    var record: Int32 = -1
    var field: SyntaxNode?
    for part in node.children {
      guard part.kind == .pathSegment, field == nil, part.value(at: 0) == nil, let nameNode = part.first(.name) else {
        return nil
      }
      if record < 0 {
        let name = name(of: nameNode, in: site.file)
        guard let found = scopes.find(name, from: site.scope), scopes.values[found].repetition >= 0 else { return nil }
        addUse(of: found)
        record = scopes.values[found].repetition
      } else {
        field = nameNode
      }
    }
    return field.map { (record, $0) }
  }

  /// What a field of the record at hand comes to; nil after a complaint.
  mutating func value(ofField name: SyntaxNode, of repetition: Int32, _ site: Site) -> Value? {
    let list = Int(builder.layout.repetitions[Int(repetition)].list)
    guard let field = builder.layout.lists[list].type.index(of: name.name) else {
      reportUnknownField(name.name, of: list, at: name, in: site.file)
      return nil
    }
    usedFields.insert(FieldUse(list: list, field: field))
    let variable = fieldVariable(field, of: repetition)
    switch builder.layout.lists[list].type.fields[field].type {
    case .text: return .template(TextTemplate([.variable(variable)]))
    case .number: return .linear(LinearExpression(.variable(variable), type: .number))
    case .length: return .linear(LinearExpression(.variable(variable), type: .length))
    case .colour: return .variableColour(variable)
    case .duration: return .variableDuration(variable, factor: 1)
    case .flag: return .condition(Self.isOn(variable))
    }
  }

  private static func isOn(_ variable: Int32) -> Condition {
    .compare(Measured(constant: .variable(variable)), .equal, Measured(constant: .literal(1)))
  }

  /// Whether a field that is a text is a certain text; nil where the sides are something else.
  mutating func comparison(_ left: Value, with right: Value) -> Condition? {
    switch (left, right) {
    case (.template(let template), .text(let text)), (.text(let text), .template(let template)):
      guard template.parts.count == 1, case .variable(let variable) = template.parts[0],
        let field = builder.layout.field(behind: variable), field.text == nil
      else { return nil }
      return Self.isOn(fieldVariable(Int(field.field), of: field.repetition, beingText: text))
    default: return nil
    }
  }

  /// The variable that stands for a field, or for whether it is a text.
  private mutating func fieldVariable(_ field: Int, of repetition: Int32, beingText text: String? = nil) -> Int32 {
    let known = builder.layout.fieldVariables.first {
      $0.field == field && $0.repetition == repetition && $0.text == text
    }
    if let known { return known.variable }
    let list = builder.layout.lists[Int(builder.layout.repetitions[Int(repetition)].list)]
    let declared = list.type.fields[field]
    var value: VariableValue?
    if text == nil {
      switch declared.type {
      case .text: value = .text("")
      case .colour: value = .colour(0)
      case .duration: value = .duration(0)
      case .number, .length, .flag: break
      }
    }
    let variable = builder.declareVariable(
      "\(list.name)[*].\(declared.name)", initial: LinearExpression(.zero), value: value, at: list.origin)
    builder.layout.variables[Int(variable)].isField = true
    builder.layout.fieldVariables.append(
      FieldVariable(variable: variable, repetition: repetition, field: Int32(field), text: text))
    return variable
  }

  // MARK: Names of copies

  /// Checks what stands in brackets behind the name of a view that is declared in a `for`: the counters around it.
  mutating func checkIndex(_ index: SyntaxNode, _ nameNode: SyntaxNode, in outer: Surroundings) {
    let site = Site(file: outer.file, scope: outer.scope, view: outer.home)
    guard outer.indices >= 0 else { return report(.indexOutsideLoop(nameNode.name), at: index, in: outer.file) }
    for value in index.values where !isCounter(value, site) {
      report(.notItsIndex(value.text, nameNode.name), at: value, in: outer.file)
    }
  }

  /// Whether an expression is the counter of a `for` around it, or the key of its record.
  mutating func isCounter(_ node: SyntaxNode, _ site: Site) -> Bool {
    if let (repetition, name) = field(of: node, site) {
      let list = builder.layout.lists[Int(builder.layout.repetitions[Int(repetition)].list)]
      return list.key.map { list.type.fields[$0].name == name.name } ?? false
    }
    guard node.kind == .reference, let index = declaredValue(ofReference: node, site) else { return false }
    addUse(of: index)
    return scopes.values[index].isCounter && scopes.values[index].repetition < 0
  }
}

/// A field that something reads.
struct FieldUse: Hashable {
  var list: Int
  var field: Int
}

extension Complaint {
  static func notAList(_ text: String) -> Complaint {
    Complaint(
      .badRange, "'\(text)' is no list of records",
      help: ["a 'for' counts, `for i in 0..<4`, or repeats over a `var rows: list(id: text) = [ … ]`"])
  }

  static func otherKey(_ key: String, _ former: String) -> Complaint {
    Complaint(.badRange, "this list goes by '\(former)' in another 'for', and here by '\(key)'; a record has one key")
  }

  static func fieldTwice(_ name: String) -> Complaint {
    Complaint(.duplicateValue, "'\(name)' is a field of this list already")
  }

  static let tooManyFields = Complaint(.tooLarge, "a record has at most \(ModelLimits.fields) fields")

  static let noFields = Complaint(
    .badArgument, "a list says what its records are made of", help: ["for example: `list(id: text, unread: flag)`"])

  static func notAKey(_ text: String, _ record: String, _ field: String) -> Complaint {
    Complaint(
      .badRange, "'\(text)' is no field of '\(record)': behind 'by' stands the one that tells records apart",
      replacement: "\(record).\(field)")
  }

  static func keyOfType(_ text: String, _ type: FieldType) -> Complaint {
    Complaint(.badRange, "'\(text)' is \(type.noun), and views go by a text or a number")
  }

  static func unknownField(_ name: String, of list: String, nearest: String?, _ known: [String]) -> Complaint {
    Complaint(
      .unknownValue, "the records of '\(list)' have no '\(name)'\(didYouMean(nearest))", replacement: nearest,
      help: ["they have \(known.joined(separator: ", "))"])
  }

  static let listInBranch = Complaint(
    .notInABranch, "a list stands in a file or in a layout's own braces: in no branch, 'for' or component")

  static func unnamedRow(_ kind: String) -> Complaint {
    Complaint(
      .duplicateView, "a view of a record needs a name: by name and key it stays the same view",
      help: ["for example: `\(kind) row`"])
  }

  static func indexOutsideLoop(_ name: String) -> Complaint {
    Complaint(.unknownValue, "'\(name)' is declared in no 'for', so it has no number and no key", replacement: "")
  }

  static func notItsIndex(_ text: String, _ name: String) -> Complaint {
    Complaint(
      .unknownValue,
      "'\(text)' is not what the 'for' around '\(name)' counts by; copies go by its number, or by the key behind 'by'")
  }
}
