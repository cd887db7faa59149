/// Index into `ResolvedLayout.conditions`.
public struct ConditionID: Hashable, Sendable {
  /// Position in `ResolvedLayout.conditions`.
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }
}

/// When a rule or setting holds. Everything it can read is data: traits, flags, configuration names, variables
/// and solved sizes; so each evaluation can be replayed.
public indirect enum Condition: Equatable, Hashable, Sendable {
  case constant(Bool)
  /// The trait `name` as this view inherits it. Names: `sizeClass.x`, `sizeClass.y` (compact, regular), `idiom`,
  /// `style` (light, dark), `direction` (ltr, rtl), `orientation` (portrait, landscape), and any other.
  case trait(ViewID, name: String, value: String)
  case flag(String)
  /// The view's active configuration has this name.
  case configuration(ViewID, name: String)
  /// The view is hidden, or inside of one that is.
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
    /// 1 where none is written.
    public var multiplier: Quantity

    public init(_ anchor: Anchor, times multiplier: Quantity = .literal(1)) {
      self.anchor = anchor
      self.multiplier = multiplier
    }
  }

  /// In the order of the text.
  public var terms: [Term]
  /// What is added to the sum of the terms.
  public var constant: Quantity

  public init(terms: [Term] = [], constant: Quantity = .zero) {
    self.terms = terms
    self.constant = constant
  }
}

/// `config NAME when cond`: a name that a view can go by.
public struct Configuration: Equatable, Sendable {
  /// The view that declares it.
  public var view: ViewID
  /// As declared.
  public var name: String
  /// Activates the name by itself while it holds.
  public var when: Condition?
  /// Whether the view says `initial NAME`.
  public var isInitial: Bool
  /// The statement.
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
  /// The one that holds until another does.
  public static let main = "main"
  /// Names that every view has without declaring them. Apart from `main` they mean nothing by themselves.
  public static let predefined = [main, "alternative", "visible", "hidden"]
}

extension ResolvedLayout {
  /// Views with a block of this name, in tree order; of `main`, views with any block.
  public func views(declaring configuration: String) -> [ViewID] {
    let declaring = configurations.filter { configuration == Configuration.main || $0.name == configuration }
    return Set(declaring.map(\.view)).sorted()
  }
}
