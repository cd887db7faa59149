public import Geometry
public import LayoutModel

/// Everything that the outside can set on a scene. The frames are a function of the layout and of this alone,
/// whatever happened before.
public struct SceneInputs: Equatable, Sendable {
  /// What surrounds the scene.
  public var environment = Environment()
  /// Values of `var`s by name, where they differ from the file: numbers and lengths.
  public var variables: [String: Double] = [:]
  /// Texts, colours and durations of `var`s by name, where they differ from the file.
  public var values: [String: VariableValue] = [:]
  /// Numbers of identified constraints, by name without `#` (`gap`, or `view.gap` where the name is taken twice).
  /// One number replaces all that stand in the file.
  public var constants: [String: [Double]] = [:]
  /// Active configuration by view path.
  public var configurations: [String: String] = [:]
  /// Texts by view path, where they differ from the file.
  public var texts: [String: String] = [:]
  /// Whether a view is hidden, by path, where it differs from the file.
  public var hidden: [String: Bool] = [:]
  /// Natural sizes that a client measured itself, by view path.
  public var intrinsicSizes: [String: IntrinsicSize] = [:]
  /// How far contents are scrolled, by the scroll view's path: at rest at 0, 0. What is too far stops at the end.
  public var scrollOffsets: [String: Point] = [:]
  /// Where views stand that were arranged from outside.
  public var arrangement = Arrangement()
  /// Pictures by path, of those that the layout's images show; one that is not here counts as not there yet.
  public var pictures: [String: Picture] = [:]

  /// What the defaults of the language are.
  public init() {}

  /// What a file asks for: the preview's line over the layout's own, over the defaults of the language.
  public init(of layout: ResolvedLayout, preview: EnvironmentClause? = nil) {
    for clause in [layout.environment, preview].compactMap({ $0 }) {
      environment.apply(clause)
      variables.merge(clause.variables) { $1 }
      values.merge(clause.values) { $1 }
      configurations.merge(clause.configurations) { $1 }
    }
  }
}

/// A natural size as whoever draws the content states it; nil where the content has none.
public struct IntrinsicSize: Equatable, Sendable {
  /// In points.
  public var width: Points?
  /// In points.
  public var height: Points?
  /// From the top.
  public var firstBaseline: Points?
  /// From the bottom, upwards.
  public var lastBaseline: Points?

  public init(width: Points? = nil, height: Points? = nil, firstBaseline: Points? = nil, lastBaseline: Points? = nil) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}
