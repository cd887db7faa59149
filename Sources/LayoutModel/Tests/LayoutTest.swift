public import LayoutSyntax
public import Settables

/// `test "NAME" environment { steps }`: what somebody expects of a layout, in surroundings of the test's own.
///
/// A test is a story on a clock of its own: it begins with a scene at rest, each step happens after the one before,
/// and time goes by only where a step says so.
public struct LayoutTest: Equatable, Sendable {
  /// The title.
  public var name: String
  /// Over what the layout's own line says.
  public var environment: EnvironmentClause
  /// In the order in which they happen.
  public var steps: [TestStep]
  /// Where its name stands.
  public var origin: Origin

  public init(name: String, environment: EnvironmentClause, steps: [TestStep], origin: Origin) {
    self.name = name
    self.environment = environment
    self.steps = steps
    self.origin = origin
  }
}

/// One statement of a test.
public struct TestStep: Equatable, Sendable {
  /// What a statement does.
  public enum Action: Equatable, Sendable {
    /// `expect`: looks at what is shown at this instant.
    case expect(Expectation)
    /// `use`, `set`: everything on one line takes effect together.
    case change([Assignment])
    /// `after`: lets time go by.
    case wait(Duration)
    /// `settle`: lets time go by until nothing moves.
    case settle
  }

  /// What is done.
  public var action: Action
  /// The statement.
  public var origin: Origin

  public init(_ action: Action, origin: Origin) {
    self.action = action
    self.origin = origin
  }
}

/// What `expect` says, in the shape it is written in, so that a failure can point at the part that does not hold.
public indirect enum Expectation: Equatable, Sendable {
  /// Something without numbers: a trait, a flag, a configuration, hidden or not.
  case holds(Condition, Origin)
  case relation(ExpectedRelation)
  /// How a view looks: its opacity, its text.
  case look(ExpectedLook)
  case not(Expectation)
  case all([Expectation])
  case any([Expectation])
}

/// `title.text == "Saved"`, `panel.alpha <= 0.5`: what is shown of a view beside its frame.
public struct ExpectedLook: Equatable, Sendable {
  /// What is looked at, and what it should be.
  public enum Aspect: Equatable, Sendable {
    /// From 0 to 1. `written` is the right side's text.
    case alpha(Relation, Quantity, written: String)
    case text(String)
  }

  /// Whose look it is.
  public var view: ViewID
  /// What is looked at, and what it should be.
  public var aspect: Aspect
  /// The comparison, or the text it should be.
  public var origin: Origin

  public init(_ view: ViewID, _ aspect: Aspect, origin: Origin) {
    self.view = view
    self.aspect = aspect
    self.origin = origin
  }
}

/// `left relation right`, of positions or of lengths. Holds within 1/64 point.
public struct ExpectedRelation: Equatable, Sendable {
  /// A side: what is written, and the sums it comes to. A position counts from the space that all views of the
  /// relation share.
  public struct Side: Equatable, Sendable {
    /// As written.
    public var text: String
    /// One sum, two of `size` and `center`, four of `edges`.
    public var parts: [Measured]

    public init(text: String, parts: [Measured]) {
      self.text = text
      self.parts = parts
    }
  }

  /// The side before the sign.
  public var left: Side
  /// Of the rounded sums, part by part.
  public var comparison: Comparison
  /// As many parts as the left side.
  public var right: Side
  /// What `<` and `>` keep away from the right side: a device pixel.
  public var distance: Quantity
  /// The comparison.
  public var origin: Origin

  public init(_ left: Side, _ comparison: Comparison, _ right: Side, distance: Quantity, origin: Origin) {
    self.left = left
    self.comparison = comparison
    self.right = right
    self.distance = distance
    self.origin = origin
  }
}
