import JSONText

/// From JSON to layout text, along the shapes. Remembers which string of the JSON became which bytes of the text, so
/// that what the parser says about the text can be said about the JSON.
struct LayoutWriter {
  private struct Origin {
    var start: Int
    var end: Int
    var span: SourceSpan
    /// Whether the JSON has the text word for word, between quotes.
    var isExact: Bool
  }

  private let source: SourceText
  private(set) var text = ""
  private var length: Int { text.utf8.count }
  private var origins: [Origin] = []
  private(set) var complaints: [Diagnostic] = []

  init(_ source: SourceText) { self.source = source }

  mutating func write(_ document: PlacedJSON) {
    guard let members = document.members else { return complain(.wrongProjection("a layout is an object"), document) }
    for member in members where member.name != "version" && member.name != "declarations" {
      complain(
        .unknownMember(member.name, of: "a document", ["version", "declarations"]), at: SourceSpan(member.nameRange))
    }
    let version = document["version"]
    if version?.json != SyntaxTree.projectionVersion {
      complain(
        .wrongProjection("a document needs \"version\": \(SyntaxTree.projectionVersion.text)"), version ?? document)
    }
    guard let declarations = document["declarations"]?.elements else {
      return complain(.wrongProjection("a document needs an array of 'declarations'"), document)
    }
    for declaration in declarations {
      object(declaration, in: .declaration)
      text += "\n"
    }
  }

  /// What in the JSON each token of the text comes from.
  func spots(of tokens: [SyntaxToken]) -> [ProjectedPlaces.Spot] {
    let nothing = ProjectedPlaces.Spot(span: SourceSpan(start: 0, end: 0), value: -1, isExact: false)
    var next = 0
    return tokens.map { token in
      // A sign that is glued to a name, as in `#gap`, is of the name.
      while next + 1 < origins.count, origins[next + 1].start < Int(token.end) { next += 1 }
      guard next < origins.count else { return nothing }
      let origin = origins[next]
      guard origin.isExact, Int(token.end) <= origin.end else {
        return ProjectedPlaces.Spot(span: beginning(of: origin.span), value: next, isExact: false)
      }
      let first = Int(origin.span.start) + 1 - origin.start
      let span = SourceSpan(
        start: Int32(first + max(Int(token.start), origin.start)), end: Int32(first + Int(token.end)))
      return ProjectedPlaces.Spot(span: span, value: next, isExact: Int(token.start) >= origin.start)
    }
  }

  /// Of an object or array only its first character, or half of the file would be underlined.
  private func beginning(of span: SourceSpan) -> SourceSpan {
    let isList = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(source.bytes[Int(span.start)])
    return isList ? SourceSpan(start: span.start, end: span.start + 1) : span
  }

  // MARK: Objects

  private mutating func object(_ value: PlacedJSON, in context: ProjectionShape.Context) {
    guard let members = value.members else {
      return complain(.wrongProjection("expected an object, found \(value.json.noun)"), value)
    }
    guard let kindValue = value["kind"], let kind = kindValue.json.string else {
      return complain(.wrongProjection("a \(context.rawValue) needs a 'kind'"), value["kind"] ?? value)
    }
    if context == .statement, kind == ProjectionShape.clauseLine { return clauseLine(value, members) }
    guard let shape = ProjectionShape.shape(named: kind, in: context) else {
      return complain(.unknownKind(kind, context), kindValue)
    }
    let known = ["kind"] + shape.parts.map(\.member)
    for member in members where !known.contains(member.name) {
      complain(.unknownMember(member.name, of: "'\(kind)'", known), at: SourceSpan(member.nameRange))
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

  private mutating func clauseLine(_ value: PlacedJSON, _ members: [PlacedJSON.Member]) {
    for member in members where member.name != "kind" && member.name != "clauses" {
      complain(.unknownMember(member.name, of: "'clauses'", ["clauses"]), at: SourceSpan(member.nameRange))
    }
    guard let clauses = value["clauses"]?.elements, clauses.count > 1 else {
      return complain(.wrongProjection("'clauses' needs two 'clauses' or more"), value)
    }
    for clause in clauses { object(clause, in: .clause) }
  }

  // MARK: Parts

  private mutating func write(_ part: ProjectionShape.Part, _ value: PlacedJSON, of kind: String) {
    switch part.form {
    case .flag:
      switch value.json {
      case .bool(let isSet): if isSet { put(part.lead, from: value) }
      default: mistyped(part, value, of: kind, "true or false")
      }
    case .source, .relation, .range, .adjacency:
      guard let string = value.json.string else { return mistyped(part, value, of: kind, "a string") }
      if let naming = part.naming, let complaint = complaint(about: string, value, naming) {
        if complaints.count < SyntaxLimits.errors { complaints.append(complaint) }
        return
      }
      if !part.lead.isEmpty { put(part.lead, from: value) }
      // `#` and `@` are glued to what follows.
      put(string, from: value, isGlued: part.lead == "#" || part.lead == "@")
      if !part.tail.isEmpty { put(part.tail, from: value) }
    case .text:
      guard let string = value.json.string else { return mistyped(part, value, of: kind, "a string") }
      put(SourceText.literal(string), from: value)
    case .strings:
      guard let strings = value.elements, strings.allSatisfy({ $0.json.string != nil }) else {
        return mistyped(part, value, of: kind, "an array of strings")
      }
      put("(", from: value)
      for (index, string) in strings.enumerated() {
        if index > 0 { put(",", from: string) }
        put(string.json.string ?? "", from: string)
      }
      put(")", from: value)
    case .clauses: objects(value, in: .clause, part, of: kind)
    case .environment: objects(value, in: .environment, part, of: kind)
    case .statements, .steps:
      guard let statements = value.elements else { return mistyped(part, value, of: kind, "an array") }
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
      guard value["kind"]?.json == "if" else { return mistyped(part, value, of: kind, "an 'if'") }
      object(value, in: .statement)
    }
  }

  private mutating func objects(
    _ value: PlacedJSON, in context: ProjectionShape.Context, _ part: ProjectionShape.Part, of kind: String
  ) {
    guard let objects = value.elements else { return mistyped(part, value, of: kind, "an array") }
    for element in objects { object(element, in: context) }
  }

  private mutating func put(_ string: String, from value: PlacedJSON, isGlued: Bool = false) {
    if !isGlued, text.utf8.last != UInt8(ascii: "\n"), !text.isEmpty { text += " " }
    let start = length
    text += string
    let inside = Int(value.span.start) + 1..<max(Int(value.span.start) + 1, Int(value.span.end) - 1)
    origins.append(
      Origin(
        start: start, end: length, span: value.span,
        isExact: value.json.string != nil && source.bytes[inside].elementsEqual(string.utf8)))
  }

  // MARK: Complaints

  private mutating func complain(_ complaint: ProjectionComplaint, _ value: PlacedJSON) {
    complain(complaint, at: value.span)
  }

  private mutating func complain(_ complaint: ProjectionComplaint, at span: SourceSpan) {
    guard complaints.count < SyntaxLimits.errors else { return }
    let place = Diagnostic.Place(file: source.name, span: beginning(of: span))
    complaints.append(Diagnostic(.badProjection, complaint.message, at: place))
  }

  /// What is wrong with a string that should be one name; nil when nothing is. The parser would complain about whatever
  /// the whole line reads as.
  private func complaint(about name: String, _ value: PlacedJSON, _ naming: ProjectionShape.Naming) -> Diagnostic? {
    let place = Diagnostic.Place(file: source.name, span: value.span)
    var lexer = Lexer(SourceText(name: source.name, text: name))
    lexer.run()
    switch lexer.tokens.first?.kind {
    case _ where lexer.tokens.count != 2 || !lexer.complaints.isEmpty: break
    case .quotedIdentifier: return nil
    case .identifier:
      guard naming.excludes(lexer.tokens[0].word) else { return nil }
      var complaint = Diagnostic.reservedName(name, at: place)
      complaint.fixes = complaint.fixes.map { Diagnostic.Fix($0.title, replace: place, by: "\"`\(name)`\"") }
      return complaint
    default: break
    }
    return Diagnostic(
      .badProjection, "'\(name)' is no name: letters, digits and '_', no digit first, or anything in backticks",
      at: place)
  }

  private mutating func mistyped(
    _ part: ProjectionShape.Part, _ value: PlacedJSON, of kind: String, _ wanted: String
  ) {
    complain(.wrongProjection("'\(part.member)' of '\(kind)' is \(wanted), not \(value.json.noun)"), value)
  }
}

/// What is wrong with JSON that should be a layout.
struct ProjectionComplaint {
  var message: String

  static func wrongProjection(_ message: String) -> ProjectionComplaint { ProjectionComplaint(message: message) }

  static func unknownKind(_ kind: String, _ context: ProjectionShape.Context) -> ProjectionComplaint {
    let near = nearestName(to: kind, in: ProjectionShape.kinds(in: context))
    return ProjectionComplaint(
      message: "there is no \(context.rawValue) '\(kind)'\(didYouMean(near))")
  }

  static func unknownMember(_ name: String, of owner: String, _ known: [String]) -> ProjectionComplaint {
    let near = nearestName(to: name, in: known)
    return ProjectionComplaint(
      message: "\(owner) has no member '\(name)'\(didYouMean(near))")
  }
}
