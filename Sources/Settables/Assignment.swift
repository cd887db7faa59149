/// One thing that the outside sets: what, of what, to which value. Without a value it is taken back: the file decides
/// again.
public struct Assignment: Hashable, Sendable {
  /// What is set.
  public let settable: Settable
  /// A name, an id (`#gap`, `card.#gap`) or the path of a view, as the settable has it; nil of the scene itself, and of
  /// a configuration wherever it is declared.
  public let subject: String?
  /// As its form reads it; a value that the settable cannot have stays as it is, and whoever is asked to set it
  /// refuses.
  public let value: SettableValue?

  /// - Parameters:
  ///   - subject: what it is set of, as the settable has it.
  ///   - value: in any way in which its form reads it.
  public init(_ settable: Settable, of subject: String? = nil, to value: SettableValue?) {
    self.settable = settable
    self.subject = subject
    self.value = value.map { settable.form.reading($0) ?? $0 }
  }

  /// Whether the settable takes the value.
  public var isPossible: Bool { value.map { settable.form.reading($0) != nil } ?? true }
}
