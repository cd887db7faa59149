import JSONText
public import Settables

extension Reply {
  /// A value that can be set, as it is now.
  public struct Value: Equatable, Sendable {
    /// Who says what a value is.
    public enum Source: String, Sendable, CaseIterable {
      /// The file says it.
      case file
      /// Somebody has set it.
      case outside
      /// Nobody says anything.
      case `default`
    }

    /// As `Get` takes it: `#id`, a variable, a flag or a trait by name, `title.text` of a view, `scale` of the scene.
    public var name: String
    /// Written as `kind`.
    public var settable: Settable
    /// Nil: it has none.
    public var value: SettableValue?
    /// Of the constraint with the id.
    public var priority: Double?
    /// Who says so.
    public var from: Source
    /// Of a list of records the field by which they are told apart.
    public var key: String?
    /// What the file has in its place.
    public var written: String?
    /// Where the file says it; nil when it does not.
    public var span: WireSpan?
    /// What it stands in, as the file has it; only when that was asked for.
    public var clause: String?
    /// Where it stands itself, one for each number; only when that was asked for.
    public var literals: [Literal]?

    /// Words of a file, to be exchanged for others.
    public struct Literal: Equatable, Sendable {
      /// Where they stand.
      public var span: WireSpan
      /// As the daemon has read them, with the sign in front of a number.
      public var text: String

      public init(span: WireSpan, text: String) {
        self.span = span
        self.text = text
      }
    }

    /// - Parameter value: in any way in which the settable's form reads it.
    public init(
      name: String, settable: Settable, value: SettableValue?, priority: Double? = nil, from: Source,
      key: String? = nil, written: String? = nil, span: WireSpan? = nil, clause: String? = nil,
      literals: [Literal]? = nil
    ) {
      self.name = name
      self.settable = settable
      self.value = value.map { settable.form.reading($0) ?? $0 }
      self.priority = priority
      self.from = from
      self.key = key
      self.written = written
      self.span = span
      self.clause = clause
      self.literals = literals
    }
  }
}

extension Reply.Value.Source: JSONCodable {}

extension Reply.Value: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    name = try fields.required("name")
    let kind: String = try fields.required("kind")
    guard let settable = Settable(rawValue: kind) else { throw MistypedField(path: "kind") }
    self.settable = settable
    let json: JSON? = try fields.optional("value")
    value = json.flatMap { SettableValue($0) }.flatMap { value in
      // No variable is set to true or false, but a field of a record may be.
      settable.form.reading(value) ?? (settable == .variable && value.truth != nil ? value : nil)
    }
    guard (value != nil) == (json != nil) else { throw MistypedField(path: "value") }
    priority = try fields.optional("priority")
    from = try fields.required("from")
    key = try fields.optional("key")
    written = try fields.optional("written")
    span = try fields.optional("span")
    clause = try fields.optional("clause")
    literals = try fields.optional("literals")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("kind", settable.rawValue)
    writer.member("value", ifPresent: value.map { settable.form.writing($0).json })
    writer.member("priority", ifPresent: priority)
    writer.member("from", from)
    writer.member("key", ifPresent: key)
    writer.member("written", ifPresent: written)
    writer.member("span", ifPresent: span)
    writer.member("clause", ifPresent: clause)
    writer.member("literals", ifPresent: literals)
  }
}

extension Reply.Value.Literal: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    span = try fields.required("span")
    text = try fields.required("text")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("span", span)
    writer.member("text", text)
  }
}
