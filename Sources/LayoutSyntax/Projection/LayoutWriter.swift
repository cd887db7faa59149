/// From JSON to layout text, along the shapes. Remembers which string of the JSON became which bytes of the text, so
/// that what the parser says about the text can be said about the JSON.
struct LayoutWriter {
  private struct Origin {
    var start: Int
    var end: Int
    var span: SourceSpan
  }

  private let source: SourceText
  private(set) var text = ""
  private var length: Int { text.utf8.count }
  private var origins: [Origin] = []
  private(set) var complaints: [Diagnostic] = []

  init(_ source: SourceText) { self.source = source }

  mutating func write(_ document: ProjectedValue) {
    guard let members = document.members else { return complain(.wrongProjection("a layout is an object"), document) }
    for member in members where member.name != "version" && member.name != "declarations" {
      complain(.unknownMember(member.name, of: "a document", ["version", "declarations"]), at: member.nameSpan)
    }
    switch document["version"]?.content {
    case .number(SyntaxTree.projectionVersion): break
    default:
      complain(
        .wrongProjection("a document needs \"version\": \(SyntaxTree.projectionVersion)"),
        document["version"] ?? document)
    }
    guard let declarations = document["declarations"]?.array else {
      return complain(.wrongProjection("a document needs an array of 'declarations'"), document)
    }
    for declaration in declarations {
      object(declaration, in: .declaration)
      text += "\n"
    }
  }

  /// Where in the JSON the text between two offsets comes from; the nearest string before it where it is of none.
  func place(of span: SourceSpan) -> Diagnostic.Place {
    let owner = origins.last { $0.start <= Int(span.start) } ?? origins.first
    return Diagnostic.Place(file: source.name, span: owner?.span ?? SourceSpan(start: 0, end: 0))
  }

  // MARK: Objects

  private mutating func object(_ value: ProjectedValue, in context: ProjectionShape.Context) {
    guard let members = value.members else {
      return complain(.wrongProjection("expected an object, found \(value.noun)"), value)
    }
    guard let kindValue = value["kind"], let kind = kindValue.string else {
      return complain(.wrongProjection("a \(context.rawValue) needs a 'kind'"), value["kind"] ?? value)
    }
    if context == .statement, kind == ProjectionShape.clauseLine { return clauseLine(value, members) }
    guard let shape = ProjectionShape.shape(named: kind, in: context) else {
      return complain(.unknownKind(kind, context), kindValue)
    }
    let known = ["kind"] + shape.parts.map(\.member)
    for member in members where !known.contains(member.name) {
      complain(.unknownMember(member.name, of: "'\(kind)'", known), at: member.nameSpan)
    }
    if shape.beginsWithKind { put(kind, from: kindValue) }
    for part in shape.parts {
      if let member = value[part.member] {
        write(part, member, of: kind)
      } else if part.isRequired {
        complain(.wrongProjection("'\(kind)' needs a '\(part.member)'"), value)
      }
    }
  }

  private mutating func clauseLine(_ value: ProjectedValue, _ members: [ProjectedValue.Member]) {
    for member in members where member.name != "kind" && member.name != "clauses" {
      complain(.unknownMember(member.name, of: "'clauses'", ["clauses"]), at: member.nameSpan)
    }
    guard let clauses = value["clauses"]?.array, clauses.count > 1 else {
      return complain(.wrongProjection("'clauses' needs two 'clauses' or more"), value)
    }
    for clause in clauses { object(clause, in: .clause) }
  }

  // MARK: Parts

  private mutating func write(_ part: ProjectionShape.Part, _ value: ProjectedValue, of kind: String) {
    switch part.form {
    case .flag:
      switch value.content {
      case .bool(let isSet): if isSet { put(part.lead, from: value) }
      default: mistyped(part, value, of: kind, "true or false")
      }
    case .source, .relation, .range, .adjacency:
      guard let string = value.string else { return mistyped(part, value, of: kind, "a string") }
      if !part.lead.isEmpty { put(part.lead, from: value) }
      // `#` and `@` are glued to what follows.
      put(string, from: value, isGlued: part.lead == "#" || part.lead == "@")
      if !part.tail.isEmpty { put(part.tail, from: value) }
    case .text:
      guard let string = value.string else { return mistyped(part, value, of: kind, "a string") }
      put(Self.literal(string), from: value)
    case .strings:
      guard let strings = value.array, strings.allSatisfy({ $0.string != nil }) else {
        return mistyped(part, value, of: kind, "an array of strings")
      }
      put("(", from: value)
      for (index, string) in strings.enumerated() {
        if index > 0 { put(",", from: string) }
        put(string.string ?? "", from: string)
      }
      put(")", from: value)
    case .clauses: objects(value, in: .clause, part, of: kind)
    case .environment: objects(value, in: .environment, part, of: kind)
    case .statements, .steps:
      guard let statements = value.array else { return mistyped(part, value, of: kind, "an array") }
      if !part.lead.isEmpty { put(part.lead, from: value) }
      put("{", from: value)
      text += "\n"
      for statement in statements {
        object(statement, in: part.form == .steps ? .step : .statement)
        text += "\n"
      }
      put("}", from: value)
    case .statement:
      put(part.lead, from: value)
      guard value["kind"]?.string == "if" else { return mistyped(part, value, of: kind, "an 'if'") }
      object(value, in: .statement)
    }
  }

  private mutating func objects(
    _ value: ProjectedValue, in context: ProjectionShape.Context, _ part: ProjectionShape.Part, of kind: String
  ) {
    guard let objects = value.array else { return mistyped(part, value, of: kind, "an array") }
    for element in objects { object(element, in: context) }
  }

  private mutating func put(_ string: String, from value: ProjectedValue, isGlued: Bool = false) {
    if !isGlued, text.utf8.last != UInt8(ascii: "\n"), !text.isEmpty { text += " " }
    let start = length
    text += string
    origins.append(Origin(start: start, end: length, span: value.span))
  }

  /// A text in quotes as the language has it.
  static func literal(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\t": output += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        output += "\\u{\(String(scalar.value, radix: 16))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }

  // MARK: Complaints

  private mutating func complain(_ complaint: ProjectionComplaint, _ value: ProjectedValue) {
    complain(complaint, at: value.span)
  }

  private mutating func complain(_ complaint: ProjectionComplaint, at span: SourceSpan) {
    guard complaints.count < SyntaxLimits.errors else { return }
    // Of an object only its beginning, or half of the file would be underlined.
    let end = source.bytes[Int(span.start)] == UInt8(ascii: "{") ? span.start + 1 : span.end
    let place = Diagnostic.Place(file: source.name, span: SourceSpan(start: span.start, end: end))
    complaints.append(Diagnostic(.badProjection, complaint.message, at: place))
  }

  private mutating func mistyped(
    _ part: ProjectionShape.Part, _ value: ProjectedValue, of kind: String, _ wanted: String
  ) {
    complain(.wrongProjection("'\(part.member)' of '\(kind)' is \(wanted), not \(value.noun)"), value)
  }
}

/// What is wrong with JSON that should be a layout.
struct ProjectionComplaint {
  var message: String

  static func wrongProjection(_ message: String) -> ProjectionComplaint { ProjectionComplaint(message: message) }

  static func unknownKind(_ kind: String, _ context: ProjectionShape.Context) -> ProjectionComplaint {
    let near = nearestName(to: kind, in: ProjectionShape.kinds(in: context))
    return ProjectionComplaint(
      message: "there is no \(context.rawValue) '\(kind)'\(near.map { "; did you mean '\($0)'?" } ?? "")")
  }

  static func unknownMember(_ name: String, of owner: String, _ known: [String]) -> ProjectionComplaint {
    let near = nearestName(to: name, in: known)
    return ProjectionComplaint(
      message: "\(owner) has no member '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")")
  }
}
