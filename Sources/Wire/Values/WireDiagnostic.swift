import JSONText

/// A complaint about a file, as it is sent.
public struct WireDiagnostic: Equatable, Sendable {
  /// How bad it is: only an error keeps a file from being used.
  public enum Severity: String, Sendable, CaseIterable { case error, warning, info }

  /// Something else that has to do with the complaint.
  public struct Note: Equatable, Sendable {
    /// For a person, one sentence.
    public var message: String
    /// Where that is; nil: nowhere in a file.
    public var span: WireSpan?

    public init(message: String, span: WireSpan? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// Replacing `span` by `text` would mend it.
  public struct Fix: Equatable, Sendable {
    /// What the replacement does, for a person.
    public var title: String
    /// What is to be replaced; empty to insert.
    public var span: WireSpan
    /// What comes in its place.
    public var text: String

    public init(title: String, span: WireSpan, text: String) {
      self.title = title
      self.span = span
      self.text = text
    }
  }

  /// Stable, `E2101`.
  public var code: String
  /// How bad it is.
  public var severity: Severity
  /// For a person, one lowercase sentence.
  public var message: String
  /// Where it is; nil: of the whole file.
  public var span: WireSpan?
  /// The path of the view that it is about, where that is known.
  public var view: String?
  /// In the order in which they explain it.
  public var notes: [Note]
  /// Ways to mend it, the likeliest first.
  public var fixes: [Fix]

  public init(
    code: String, severity: Severity, message: String, span: WireSpan? = nil, view: String? = nil, notes: [Note] = [],
    fixes: [Fix] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.span = span
    self.view = view
    self.notes = notes
    self.fixes = fixes
  }
}

/// A place in a file: lines and columns from 1, columns in Unicode scalars, the end exclusive.
public struct WireSpan: Equatable, Sendable {
  /// As the daemon was told of it.
  public var file: String
  /// Of the first character.
  public var line: Int
  /// Of the first character.
  public var column: Int
  /// Of the character behind the last.
  public var endLine: Int
  /// Of the character behind the last.
  public var endColumn: Int

  public init(file: String, line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// Reads what an answer says; nil: it says nothing, or no place.
  package init?(_ json: JSON?) {
    guard let json, let span = try? WireSpan(json: json) else { return nil }
    self = span
  }
}

extension WireDiagnostic.Severity: JSONCodable {}

extension WireDiagnostic: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    code = try fields.required("code")
    severity = try fields.required("severity")
    message = try fields.required("message")
    span = try fields.optional("span")
    view = try fields.optional("view")
    notes = try fields.optional("notes") ?? []
    fixes = try fields.optional("fixes") ?? []
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("code", code)
    writer.member("severity", severity)
    writer.member("message", message)
    writer.member("span", ifPresent: span)
    writer.member("view", ifPresent: view)
    if !notes.isEmpty { writer.member("notes", notes) }
    if !fixes.isEmpty { writer.member("fixes", fixes) }
  }
}

extension WireDiagnostic.Note: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    message = try fields.required("message")
    span = try fields.optional("span")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("message", message)
    writer.member("span", ifPresent: span)
  }
}

extension WireDiagnostic.Fix: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    title = try fields.required("title")
    span = try fields.required("span")
    text = try fields.required("text")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("title", title)
    writer.member("span", span)
    writer.member("text", text)
  }
}

extension WireSpan: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    file = try fields.required("file")
    line = try fields.required("line")
    column = try fields.required("column")
    endLine = try fields.required("endLine")
    endColumn = try fields.required("endColumn")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("file", file)
    writer.member("line", line)
    writer.member("column", column)
    writer.member("endLine", endLine)
    writer.member("endColumn", endColumn)
  }
}
