public import LayoutSyntax

/// A value that the outside can set, as it is in a scene now.
public struct SceneValue: Equatable, Sendable {
  public enum Content: Equatable, Sendable {
    /// Of `#name`: one number for all that are written there, or as many as are written; and the priority of what it
    /// belongs to, 1000 being required.
    case constant([Double], priority: Float?)
    case variable(Double)
    /// Of a variable that is a text, a colour or a duration, as it is written.
    case variableText(String)
    case flag(Bool)
    /// Nil: the trait has no value.
    case trait(String?)
  }

  public enum Source: Sendable {
    /// What the layout or the preview says.
    case file
    /// What somebody has set.
    case outside
    /// Neither: what the language takes where nothing is said.
    case standard
  }

  /// As it is set: `#gap`, or `card.#gap` where several views have one; `columns`, `editing`, `style`.
  public var name: String
  public var content: Content
  public var source: Source
  /// What the file has in its place; nil where it says nothing.
  public var written: String?
  public var place: Diagnostic.Place?
}
