public import Geometry
public import LayoutModel

/// Everything that the outside can set on a scene. The frames are a function of the layout and of this alone,
/// whatever happened before.
public struct SceneInputs: Equatable, Sendable {
  /// What surrounds the scene.
  public var environment = Environment()
  /// Numbers and lengths that were set for a `var`, by its name.
  public var variables: [String: Double] = [:]
  /// Texts, colours and durations that were set for a `var`, by its name.
  public var values: [String: VariableValue] = [:]
  /// Numbers that were set for identified constraints, by name without `#` (`gap`, or `view.gap` where several views
  /// have the name). One number replaces all that stand in the file.
  public var constants: [String: [Double]] = [:]
  /// What was set for identified constraints besides their numbers.
  public var adjustments = ConstraintAdjustments()
  /// The configurations that were set, by view path.
  public var configurations: [String: String] = [:]
  /// The texts that were set, by view path.
  public var texts: [String: String] = [:]
  /// Whether a view is hidden or not, where that was set, by view path.
  public var hidden: [String: Bool] = [:]
  /// Natural sizes that a client measured itself, by view path.
  public var intrinsicSizes: [String: IntrinsicSize] = [:]
  /// How far contents are scrolled, by the scroll view's path; 0, 0 at rest. An offset that is too far stops at the
  /// end. A view that says `stay: end` and is not here is at its end.
  public var scrollOffsets: [String: Point] = [:]
  /// The records that were set, by the name of their list, in their order.
  public var records: [String: [Record]] = [:]
  /// Where views stand that were arranged from outside.
  public var arrangement = Arrangement()
  /// The pictures that the layout's images show, by path. One that is missing here counts as not there yet.
  public var pictures: [String: Picture] = [:]
  /// Whether somebody draws, and wants to know how views look and how their texts fall into lines. It has no say in
  /// the frames.
  public var tellsAppearance = false

  /// The inputs of a scene for which nothing was set.
  public init() {}

  /// The inputs that a file asks for: what the preview says, else what the layout says, else the defaults.
  public init(of layout: ResolvedLayout, preview: EnvironmentClause? = nil) {
    self.init(of: layout.environment, preview: preview)
  }

  /// - Parameter layout: what a layout says.
  public init(of layout: EnvironmentClause, preview: EnvironmentClause?) {
    apply(layout)
    if let preview { apply(preview) }
  }

  private mutating func apply(_ clause: EnvironmentClause) {
    environment.apply(clause)
    if !clause.variables.isEmpty { variables.merge(clause.variables) { $1 } }
    if !clause.values.isEmpty { values.merge(clause.values) { $1 } }
    if !clause.records.isEmpty { records.merge(clause.records) { $1 } }
    if !clause.configurations.isEmpty { configurations.merge(clause.configurations) { $1 } }
  }
}

/// What the outside makes of identified constraints: all rules of a clause together, by the name that its id has in
/// `Identifier.key(in:)`.
public struct ConstraintAdjustments: Equatable, Sendable {
  /// Priorities, from 0 to `NamedPriority.required`.
  public var priorities: [String: Float] = [:]
  /// Factors of the one anchor on the right side.
  public var multipliers: [String: Double] = [:]
  /// Those that are out of force.
  public var inactive: Set<String> = []

  public init() {}

  var isEmpty: Bool { priorities.isEmpty && multipliers.isEmpty && inactive.isEmpty }
}

/// What of a scene's inputs makes another layout of the one in the file, and not only other numbers.
struct LayoutInputs: Equatable, Sendable {
  var values: [String: VariableValue]
  var adjustments: ConstraintAdjustments
  var arrangement: Arrangement
  var records: [String: [Record]]

  /// Whether other inputs have the same.
  func areThose(of inputs: SceneInputs, besidesRecords: Bool = false) -> Bool {
    values == inputs.values && adjustments == inputs.adjustments && arrangement == inputs.arrangement
      && (besidesRecords || records == inputs.records)
  }
}

extension SceneInputs {
  var ofLayout: LayoutInputs {
    LayoutInputs(values: values, adjustments: adjustments, arrangement: arrangement, records: records)
  }
}

/// A natural size, stated by whoever draws the content; nil where the content has none.
public struct IntrinsicSize: Equatable, Sendable {
  /// The width in points.
  public var width: Points?
  /// The height in points.
  public var height: Points?
  /// The distance of the first baseline from the top.
  public var firstBaseline: Points?
  /// The distance of the last baseline from the bottom, upwards.
  public var lastBaseline: Points?

  public init(width: Points? = nil, height: Points? = nil, firstBaseline: Points? = nil, lastBaseline: Points? = nil) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}
