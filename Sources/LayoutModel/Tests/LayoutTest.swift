public import LayoutSyntax
public import Settables

/// `test "NAME" environment { steps }`: what somebody expects of a layout, in surroundings of the test's own.
///
/// A test is a story on a clock of its own: it begins with a scene at rest, each step happens after the one before,
/// and time goes by only where a step says so.
public struct LayoutTest: Equatable, Sendable {
  /// The title of the test.
  public var name: String
  /// What the test says beyond the layout's own line.
  public var environment: EnvironmentClause
  /// The steps in the order in which they happen.
  public var steps: [TestStep]
  /// Where the test's name is written.
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
    /// `use`, `set`: changes that all take effect together.
    case change([Assignment], fields: [FieldChange] = [])
    /// `after`: lets time go by.
    case wait(Duration)
    /// `settle`: lets time go by until nothing moves.
    case settle
    /// `remember`: keeps what something is at this instant.
    case remember(RememberedValue)
    /// `append`: puts the views at these paths into a stack or list, at `index` among the others or at the end.
    case append([String], to: String, index: Int?)
    /// `remove`: takes the views at these paths out of the scene.
    case remove([String])
  }

  /// What the step does.
  public var action: Action
  /// Where the statement is written.
  public var origin: Origin

  public init(_ action: Action, origin: Origin) {
    self.action = action
    self.origin = origin
  }
}

/// `set messages["a"].unread = false`: a field of one record.
public struct FieldChange: Equatable, Sendable {
  /// The name of the list.
  public var list: String
  /// By which the record is told from others.
  public var key: String
  /// The field, and its value.
  public var record: SettableRecord

  /// - Parameter record: the field alone.
  public init(list: String, key: String, record: SettableRecord) {
    (self.list, self.key, self.record) = (list, key, record)
  }
}

/// `remember NAME = expr`: what is kept of a test's instant for a later one.
///
/// Its numbers are known only when the test runs. Until then each is an anchor of a view that nobody else has,
/// `ViewID.remembered`: so a remembered position is a position, on its axis, and a length is a length.
public struct RememberedValue: Equatable, Sendable {
  /// The number of the first part among all that the test remembers.
  public var first: Int
  /// What is measured: one sum, two for `size` and `center`, or four for `edges`. Positions count from the root.
  public var parts: [Measured]
  /// By part: which attribute stands for it.
  public var attributes: [AnchorAttribute]

  public init(first: Int, parts: [Measured], attributes: [AnchorAttribute]) {
    self.first = first
    self.parts = parts
    self.attributes = attributes
  }
}

extension ViewID {
  /// The stand-in for the view of a remembered number.
  static func remembered(_ number: Int) -> ViewID { ViewID(Int32(-16 - number)) }

  /// The number of what a test remembers, if the view stands for that.
  public var rememberedNumber: Int? { index <= -16 ? Int(-16 - index) : nil }
}

/// What `expect` says. It keeps the shape in which it is written, so that a failure can point at the part that does not
/// hold.
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

/// `title.text == "Saved"`, `panel.alpha <= 0.5`: what is shown of a view besides its frame.
public struct ExpectedLook: Equatable, Sendable {
  /// What is looked at, and what it should be.
  public enum Aspect: Equatable, Sendable {
    /// The opacity, from 0 to 1. `written` is the right side as text.
    case alpha(Relation, Quantity, written: String)
    case text(String)
  }

  /// The view that is looked at.
  public var view: ViewID
  /// What is looked at, and what it should be.
  public var aspect: Aspect
  /// Where the comparison is written, or the text that the view should have.
  public var origin: Origin

  public init(_ view: ViewID, _ aspect: Aspect, origin: Origin) {
    self.view = view
    self.aspect = aspect
    self.origin = origin
  }
}

/// `left relation right`, of positions or of lengths. It holds when both agree within 1/64 point.
public struct ExpectedRelation: Equatable, Sendable {
  /// One side: its text, and the sums that it comes to. A position counts from the space that all views of the relation
  /// share.
  public struct Side: Equatable, Sendable {
    /// The text of the side.
    public var text: String
    /// The sums of the side: one, two for `size` and `center`, or four for `edges`.
    public var parts: [Measured]

    public init(text: String, parts: [Measured]) {
      self.text = text
      self.parts = parts
    }
  }

  /// The side before the sign.
  public var left: Side
  /// How each part of the left side compares with that of the right side.
  public var comparison: Comparison
  /// The side behind the sign, with as many parts as the left one.
  public var right: Side
  /// How far `<` and `>` keep away from the right side: a device pixel.
  public var distance: Quantity
  /// Where the comparison is written.
  public var origin: Origin

  public init(_ left: Side, _ comparison: Comparison, _ right: Side, distance: Quantity, origin: Origin) {
    self.left = left
    self.comparison = comparison
    self.right = right
    self.distance = distance
    self.origin = origin
  }
}
