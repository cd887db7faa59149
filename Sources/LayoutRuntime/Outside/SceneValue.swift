public import LayoutSyntax
public import Settables

/// A value that the outside can set, as it is in a scene now.
public struct SceneValue: Equatable, Sendable {
  /// Where a value comes from.
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
  /// What it is a value of.
  public var settable: Settable
  /// Of `#name` one number for all that are written there, or as many as are written. Nil: a trait without one.
  public var value: SettableValue?
  /// Of the constraint that a constant belongs to, 1000 being required.
  public var priority: Float?
  /// Who says so.
  public var source: Source
  /// Of a list the field by which its records are told apart; nil where no loop of the layout says one.
  public var key: String?
  /// What the file has in its place; nil where it says nothing.
  public var written: String?
  /// Where the file says that; nil where it says nothing.
  public var place: Diagnostic.Place?
  /// The clause or declaration that it stands in, as the file has it; nil unless it was asked for.
  public var clause: String?
  /// Where it stands itself: one place for each number. Nil unless it was asked for, where the value is made of several
  /// or stands nowhere, and while the file has a mistake.
  public var literals: [Diagnostic.Place]?
}
