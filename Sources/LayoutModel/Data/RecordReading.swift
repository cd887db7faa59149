import LayoutSyntax

/// Reads records that stand in a file: as a list's own, in a preview, in a test.
extension LayoutResolver {
  /// Reads the records that a list has in the file, and finds lists over which nothing repeats.
  mutating func readList(ofDeclared index: Int) {
    guard let list = list(ofDeclared: index) else { return }
    let declared = scopes.values[index]
    let site = Site(file: declared.file, scope: declared.readingScope, view: declared.view)
    guard let value = node(declared.node, in: declared.file).value(at: 0) else { return }
    builder.layout.lists[list].records = records(value, of: list, site) ?? []
  }

  /// Reads a list of records; nil after a complaint that it is none. A record in which something is wrong is left out.
  mutating func records(_ node: SyntaxNode, of list: Int, _ site: Site) -> [Record]? {
    let declared = builder.layout.lists[list]
    guard node.kind == .recordList else {
      report(.wrongType(node.text, noun(of: node), wanted: "a list of records, like `[]`"), at: node, in: site.file)
      return nil
    }
    var records: [Record] = []
    var keys: Set<String> = []
    for child in node.children where child.kind == .record {
      guard spend(steps: declared.type.fields.count, at: child, site) else { return records }
      guard let record = record(child, declared, site) else { continue }
      if let field = declared.key {
        let (key, name) = (record.key(field), declared.type.fields[field].name)
        guard key.utf8.count <= ModelLimits.key else {
          report(.tooLongKey(name), at: child, in: site.file)
          continue
        }
        guard keys.insert(key).inserted else {
          report(.keyTwice(key, name), at: child, in: site.file)
          continue
        }
      }
      guard records.count < ModelLimits.records else {
        report(.tooManyRecords, at: child, in: site.file)
        return records
      }
      records.append(record)
    }
    return records
  }

  private mutating func record(_ node: SyntaxNode, _ list: ListDeclaration, _ site: Site) -> Record? {
    var values = [FieldValue?](repeating: nil, count: list.type.fields.count)
    var isWhole = true
    for argument in node.children where argument.kind == .argument {
      guard let nameNode = argument.first(.name), let written = argument.value(at: 0) else { continue }
      guard let field = list.type.index(of: nameNode.name) else {
        let known = list.type.fields.map(\.name)
        let nearest = nearestName(to: nameNode.name, in: known)
        report(.unknownField(nameNode.name, of: list.name, nearest: nearest, known), at: nameNode, in: site.file)
        isWhole = false
        continue
      }
      if values[field] != nil { report(.fieldTwice(nameNode.name), at: nameNode, in: site.file) }
      guard let value = fieldValue(written, list.type.fields[field].type, site) else {
        isWhole = false
        // It is there, though it is wrong.
        values[field] = .flag(false)
        continue
      }
      values[field] = value
    }
    let missing = list.type.fields.indices.filter { values[$0] == nil }.map { list.type.fields[$0] }
    if !missing.isEmpty { report(.missingFields(missing), at: node, in: site.file) }
    return isWhole && missing.isEmpty ? Record(values.compactMap { $0 }) : nil
  }

  mutating func fieldValue(_ node: SyntaxNode, _ type: FieldType, _ site: Site) -> FieldValue? {
    if type == .flag, case .known(.boolean(let isOn)) = constant(node, site) { return .flag(isOn) }
    guard let value = value(node, site) else { return nil }
    switch (type, value) {
    case (.text, .text(let text)): return .text(text)
    case (.number, .linear(let expression)), (.length, .linear(let expression)):
      if let number = expression.number, !expression.type.isPosition { return .number(number) }
    case (.colour, .colour(let colour)): return .colour(colour)
    case (.duration, .duration(let milliseconds)): return .duration(milliseconds)
    default: break
    }
    report(.wrongType(node.text, value.noun, wanted: type.noun), at: node, in: site.file)
    return nil
  }

  private func noun(of node: SyntaxNode) -> String {
    switch node.kind {
    case .string: "a text"
    case .number: "a number"
    default: "something else"
    }
  }
}

extension Complaint {
  static func keyTwice(_ key: String, _ field: String) -> Complaint {
    Complaint(.duplicateValue, "another record of this list has '\(key)' as its '\(field)', by which views go")
  }

  static func tooLongKey(_ field: String) -> Complaint {
    Complaint(.tooLarge, "views go by '\(field)', and it has at most \(ModelLimits.key) bytes then")
  }

  static let tooManyRecords = Complaint(.tooManyCopies, "a list has at most \(ModelLimits.records) records")

  static func missingFields(_ fields: [RecordType.Field]) -> Complaint {
    let names = fields.map { "'\($0.name)'" }.joined(separator: ", ")
    let values = fields.map { "\($0.name): \($0.type.writtenEmpty)" }.joined(separator: ", ")
    return Complaint(.badArgument, "this record has no \(names); write `\(values)`, or what is meant")
  }
}
