/// A JSON value (RFC 8259) with its place in the text, for layouts written as JSON.
///
/// The protocol has a reader of its own; this one exists because complaints need places, and because the syntax
/// depends on nobody. Numbers are kept as written: a layout has none outside of its expressions but the version.
struct ProjectedValue {
  indirect enum Content {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([ProjectedValue])
    case object([Member])
  }

  struct Member {
    var name: String
    var nameSpan: SourceSpan
    var value: ProjectedValue
  }

  var content: Content
  var span: SourceSpan

  init(_ content: Content, at span: SourceSpan = SourceSpan(start: 0, end: 0)) {
    self.content = content
    self.span = span
  }

  static func object(_ members: [(String, ProjectedValue?)]) -> ProjectedValue {
    let nowhere = SourceSpan(start: 0, end: 0)
    return ProjectedValue(
      .object(members.compactMap { name, value in value.map { Member(name: name, nameSpan: nowhere, value: $0) } }))
  }

  /// As messages call it.
  var noun: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var string: String? { if case .string(let text) = content { text } else { nil } }
  var array: [ProjectedValue]? { if case .array(let elements) = content { elements } else { nil } }
  var members: [Member]? { if case .object(let members) = content { members } else { nil } }

  subscript(name: String) -> ProjectedValue? { members?.first { $0.name == name }?.value }
}

// MARK: Writing

extension ProjectedValue {
  /// As people read it: what fits on a line of 120 columns stands on one.
  func text() -> String {
    var output = ""
    write(to: &output, indent: 0, used: 0)
    return output + "\n"
  }

  private func write(to output: inout String, indent: Int, used: Int) {
    if let line = line(atMost: 120 - indent - used) {
      output += line
      return
    }
    let inner = String(repeating: " ", count: indent + 2)
    switch content {
    case .array(let elements) where !elements.isEmpty:
      output += "[\n"
      for (index, element) in elements.enumerated() {
        output += inner
        element.write(to: &output, indent: indent + 2, used: 1)
        output += index + 1 < elements.count ? ",\n" : "\n"
      }
      output += String(repeating: " ", count: indent) + "]"
    case .object(let members) where !members.isEmpty:
      output += "{\n"
      for (index, member) in members.enumerated() {
        let name = Self.quoted(member.name) + ": "
        output += inner + name
        member.value.write(to: &output, indent: indent + 2, used: name.utf8.count + 1)
        output += index + 1 < members.count ? ",\n" : "\n"
      }
      output += String(repeating: " ", count: indent) + "}"
    default: output += compact
    }
  }

  /// Members with statements in them, which deserve lines of their own.
  private static let bodies = ["body", "else", "elseIf", "declarations"]

  /// The value on one line; nil where it is longer than `limit` or has a body. Looks no further than `limit`.
  private func line(atMost limit: Int) -> String? {
    var left = limit
    return fits(in: &left) ? compact : nil
  }

  /// Takes the columns it needs on one line from `left`; false when they are too few, or when it has a body.
  private func fits(in left: inout Int) -> Bool {
    switch content {
    case .array(let elements):
      left -= 2
      for (index, element) in elements.enumerated() {
        if index > 0 { left -= 2 }
        guard left > 0, element["kind"]?.string != "view", element.fits(in: &left) else { return false }
      }
    case .object(let members):
      left -= 4
      for (index, member) in members.enumerated() {
        left -= member.name.utf8.count + (index > 0 ? 6 : 4)
        guard left > 0, !Self.bodies.contains(member.name), member.value.fits(in: &left) else { return false }
      }
    default: left -= compact.utf8.count
    }
    return left >= 0
  }

  private var compact: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): Self.quoted(text)
    case .array(let elements): "[" + elements.map(\.compact).joined(separator: ", ") + "]"
    case .object(let members):
      members.isEmpty
        ? "{}" : "{ " + members.map { Self.quoted($0.name) + ": " + $0.value.compact }.joined(separator: ", ") + " }"
    }
  }

  static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case "\r": output += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
