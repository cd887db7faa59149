/// A stable name of a complaint, as users look it up: `E2101`, `W3002`.
///
/// E1xxx syntax, E2xxx/W2xxx names, types and structure, E3xxx/W3xxx solving, W4xxx style.
public struct DiagnosticCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// What its letter stands for: E… is an error, W… a warning.
  public var severity: Diagnostic.Severity { rawValue.utf8.first == UInt8(ascii: "W") ? .warning : .error }
}

/// Something a document says wrong or doubtfully, with its place. Never thrown: whoever finds one reports it
/// beside a value and goes on.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is: a document with an error is not used, a warning is probably not meant, an info explains.
  public enum Severity: UInt8, Sendable { case error, warning, info }

  /// A place in a document, by the document's name and byte span.
  public struct Place: Equatable, Hashable, Sendable {
    /// As `SourceText.name`.
    public var file: String
    /// Bytes of that document.
    public var span: SourceSpan

    public init(file: String, span: SourceSpan) {
      self.file = file
      self.span = span
    }
  }

  /// A second place that belongs to the complaint, or (without a place) a further sentence: "help: …".
  public struct Note: Hashable, Sendable {
    /// One lowercase sentence without a full stop.
    public var message: String
    /// Nil for a sentence that belongs to no place.
    public var place: Place?

    /// A sentence of more than 2,000 bytes is told by its beginning and its end.
    public init(_ message: String, at place: Place? = nil) {
      self.message = Diagnostic.readable(message)
      self.place = place
    }
  }

  /// An edit that would mend it: replace `place` by `replacement`.
  public struct Fix: Hashable, Sendable {
    /// What the edit does, for a person.
    public var title: String
    /// What is replaced; empty to insert.
    public var place: Place
    /// What comes there.
    public var replacement: String

    /// A title of more than 2,000 bytes is told by its beginning and its end.
    public init(_ title: String, replace place: Place, by replacement: String) {
      self.title = Diagnostic.readable(title)
      self.place = place
      self.replacement = replacement
    }
  }

  /// As users look it up.
  public var code: DiagnosticCode
  /// How bad it is.
  public var severity: Severity
  /// One lowercase sentence in the user's own words, without a full stop.
  public var message: String
  /// Where it is; nil when no place of a document is wrong.
  public var place: Place?
  /// The path of the view that it is about, where that is known; of several the first.
  public var view: String?
  /// In the order in which they explain it.
  public var notes: [Note]
  /// The likeliest first.
  public var fixes: [Fix]

  /// A message of more than 2,000 bytes is told by its beginning and its end.
  public init(
    _ code: DiagnosticCode, _ severity: Severity, _ message: String, at place: Place?, notes: [Note] = [],
    fixes: [Fix] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = Self.readable(message)
    self.place = place
    self.notes = notes
    self.fixes = fixes
  }

  /// Bytes of a sentence: what it quotes may be as long as a file, and is printed, sent and compared at each save.
  static let longestSentence = 2_000

  /// A sentence as it is said: of one that is too long the beginning and the end.
  private static func readable(_ sentence: String) -> String {
    if sentence.utf8.count <= longestSentence { return sentence }
    let letters = sentence.unicodeScalars
    return String(letters.prefix(longestSentence / 8)) + " … " + String(letters.suffix(longestSentence / 8))
  }

  /// The same, said to be about a view.
  public func about(_ view: String?) -> Diagnostic {
    var copy = self
    copy.view = view
    return copy
  }
}
