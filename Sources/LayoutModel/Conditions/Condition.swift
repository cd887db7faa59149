/// The number of a condition: its index in `ResolvedLayout.conditions`.
public struct ConditionID: Hashable, Sendable {
  /// The index in `ResolvedLayout.conditions`.
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }
}

/// When a rule or setting holds. Everything that a condition can read is data: traits, flags, configurations,
/// variables, solved sizes and what is hidden. So each evaluation can be replayed.
public indirect enum Condition: Equatable, Hashable, Sendable {
  case constant(Bool)
  /// The trait `name` has this value for the view, which may inherit it. Names are `sizeClass.x`, `sizeClass.y`
  /// (compact, regular), `idiom`, `style` (light, dark), `direction` (ltr, rtl), `orientation` (portrait, landscape),
  /// and any other.
  case trait(ViewID, name: String, value: String)
  case flag(String)
  /// The view's active configuration has this name.
  case configuration(ViewID, name: String)
  /// The view is hidden, or inside of a hidden one.
  case hidden(ViewID)
  /// Compares two measured values, both rounded to device pixels.
  case compare(Measured, Comparison, Measured)
  case not(Condition)
  case all([Condition])
  case any([Condition])
}

/// A side of a comparison: `Σ multiplier · solved size + constant`.
public struct Measured: Equatable, Hashable, Sendable {
  /// One solved size with its factor.
  public struct Term: Equatable, Hashable, Sendable {
    /// The size that is read.
    public var anchor: Anchor
    /// The factor; 1 where none is written.
    public var multiplier: Quantity

    public init(_ anchor: Anchor, times multiplier: Quantity = .literal(1)) {
      self.anchor = anchor
      self.multiplier = multiplier
    }
  }

  /// The terms in the order of the text.
  public var terms: [Term]
  /// What is added to the sum of the terms.
  public var constant: Quantity

  public init(terms: [Term] = [], constant: Quantity = .zero) {
    self.terms = terms
    self.constant = constant
  }
}

/// `config NAME when cond`: a configuration that a view can be in.
public struct Configuration: Equatable, Sendable {
  /// The view that declares it.
  public var view: ViewID
  /// The name as declared.
  public var name: String
  /// A condition that activates the configuration by itself while it holds; nil without one.
  public var when: Condition?
  /// Whether the view says `initial NAME`.
  public var isInitial: Bool
  /// Where the statement is written.
  public var origin: Origin

  public init(view: ViewID, name: String, when: Condition?, isInitial: Bool, origin: Origin) {
    self.view = view
    self.name = name
    self.when = when
    self.isInitial = isInitial
    self.origin = origin
  }
}

extension Configuration {
  /// The name of the configuration that holds until another one does.
  public static let main = "main"
  /// Names that every view has without declaring them. Apart from `main` they mean nothing by themselves.
  public static let predefined = [main, "alternative", "visible", "hidden"]
}

extension ResolvedLayout {
  /// The views with a block of this name, in tree order; for `main`, the views with any block.
  public func views(declaring configuration: String) -> [ViewID] {
    let declaring = configurations.filter { configuration == Configuration.main || $0.name == configuration }
    return Set(declaring.map(\.view)).sorted()
  }
}
