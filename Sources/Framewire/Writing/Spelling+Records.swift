internal import LayoutSyntax

/// Lists, and what records say.
extension Spelling {
  /// `var messages: list(id: text) = [(id: "a")]`, in pieces: there may be many records.
  static func list(_ list: RecordList, _ records: [[RecordValue]]) throws(WrittenComplaint) -> [String] {
    let names = list.fields.map { quoted($0.name) }
    let types = zip(names, list.fields).map { "\($0): \($1.type.rawValue)" }.joined(separator: ", ")
    var words = ["var \(quoted(list.name)): list(\(types)) = ["]
    for (index, record) in records.enumerated() {
      var fields: [String] = []
      for (name, value) in zip(names, record) { fields.append("\(name): \(try literal(value, list.site))") }
      words.append("\(index == 0 ? "" : ",")\n(\(fields.joined(separator: ", ")))")
    }
    return words + [records.isEmpty ? "]" : "\n]"]
  }

  private static func literal(_ value: RecordValue, _ site: Site) throws(WrittenComplaint) -> String {
    switch value {
    case .text(let text): SourceText.literal(text)
    case .number(let value): try number(value, site)
    case .flag(let isOn): "\(isOn)"
    case .colour(let colour): "#\(colour.digits)"
    }
  }

  /// `for record in messages by record.id`.
  func head(of loop: RecordLoop) -> String {
    let record = plan.name(of: loop) ?? "record"
    return
      "for \(record) in \(Self.quoted(loop.list.name)) by \(record).\(Self.quoted(loop.list.fields[loop.list.key].name))"
  }

  /// `record.from`.
  func field(_ use: FieldUse, _ site: Site) throws(WrittenComplaint) -> String {
    guard let name = use.name else {
      throw WrittenComplaint(
        .unknownValue, message: "this property is no field of '\(use.loop.list.name)'; it is to stand in 'fields'",
        site: site)
    }
    guard let record = plan.name(of: use.loop) else {
      throw WrittenComplaint(
        .unknownValue, message: "'\(name)' is of a record whose 'ForEach' stands nowhere in this layout", site: site)
    }
    return "\(record).\(Self.quoted(name))"
  }

  /// `"From " + record.from`.
  func text(_ text: RecordText, _ site: Site) throws(WrittenComplaint) -> String {
    var words: [String] = []
    for part in text.parts {
      switch part {
      case .text(let text): words.append(SourceText.literal(text))
      case .field(let use): words.append(try field(use, site))
      }
    }
    return words.isEmpty ? "\"\"" : words.joined(separator: " + ")
  }
}
