public import JSONText

extension Reply {
  /// A value that can be set, as it is now.
  public struct Value: Equatable, Sendable {
    /// Written as `kind` and `value`.
    public enum Content: Equatable, Sendable {
      /// Of an id: one number, or as many as stand there.
      case constant([Double])
      case variable(JSON)
      case flag(Bool)
      /// Nil: it has no value.
      case trait(String?)
    }

    /// Who says what a value is.
    public enum Source: String, Sendable, CaseIterable {
      /// The file says it.
      case file
      /// Somebody has set it.
      case outside
      /// Nobody says anything.
      case `default`
    }

    /// As `Get` takes it: `#id`, or a variable, a flag, a trait by name.
    public var name: String
    /// The value, and of which kind it is.
    public var content: Content
    /// Of the constraint with the id.
    public var priority: Double?
    /// Who says so.
    public var from: Source
    /// What the file has in its place.
    public var written: String?
    /// Where the file says it; nil when it does not.
    public var span: WireSpan?

    public init(
      name: String, content: Content, priority: Double? = nil, from: Source, written: String? = nil,
      span: WireSpan? = nil
    ) {
      self.name = name
      self.content = content
      self.priority = priority
      self.from = from
      self.written = written
      self.span = span
    }
  }
}

extension Reply.Value.Source: JSONCodable {}

extension Reply.Value {
  private enum Kind: String, JSONCodable { case constant, variable, flag, trait }

  private var kind: Kind {
    switch content {
    case .constant: .constant
    case .variable: .variable
    case .flag: .flag
    case .trait: .trait
    }
  }

  /// As it is sent.
  public var value: JSON {
    switch content {
    case .constant(let numbers): numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map { .number($0) })
    case .variable(let value): value
    case .flag(let isSet): .bool(isSet)
    case .trait(let word): word.map { .string($0) } ?? .null
    }
  }
}

extension Reply.Value: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    name = try fields.required("name")
    let kind: Kind = try fields.required("kind")
    let value: JSON? = try fields.optional("value")
    switch (kind, value) {
    case (.constant, .number(let number)?): content = .constant([number])
    case (.constant, .array(let elements)?):
      let numbers = elements.compactMap(\.number)
      guard numbers.count == elements.count else { throw MistypedField(path: "value") }
      content = .constant(numbers)
    case (.variable, let value?): content = .variable(value)
    case (.flag, .bool(let isSet)?): content = .flag(isSet)
    case (.trait, .string(let word)?): content = .trait(word)
    case (.trait, nil): content = .trait(nil)
    default: throw MistypedField(path: "value")
    }
    priority = try fields.optional("priority")
    from = try fields.required("from")
    written = try fields.optional("written")
    span = try fields.optional("span")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("kind", kind)
    if value != .null { writer.member("value", value) }
    writer.member("priority", ifPresent: priority)
    writer.member("from", from)
    writer.member("written", ifPresent: written)
    writer.member("span", ifPresent: span)
  }
}
