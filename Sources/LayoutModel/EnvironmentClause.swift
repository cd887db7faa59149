public import Geometry

/// What a file says about the surroundings of a scene: on `layout`, `preview` and `test`. What it does not say is nil
/// or empty.
public struct EnvironmentClause: Equatable, Sendable {
  /// One side of `size`: a length, or `_` for "wraps its content".
  public enum Extent: Equatable, Sendable {
    case fixed(Points)
    case wrapping

    /// The length; nil: as long as the content asks.
    public var length: Points? {
      switch self {
      case .fixed(let length): length
      case .wrapping: nil
      }
    }
  }

  /// The width of the scene.
  public var width: Extent?
  /// The height of the scene.
  public var height: Extent?
  /// Device pixels for each point.
  public var scale: Double?
  /// What the system covers at each physical edge.
  public var safe: EdgeInsets?
  /// The margins of the root.
  public var margins: DirectionalInsets?
  /// Where the keyboard is.
  public var keyboard: Keyboard?
  /// Traits by name: `sizeClass.x`, `idiom`, `style`, `direction`, …
  public var traits: [String: String] = [:]
  /// The flags that are set, by name.
  public var flags: Set<String> = []
  /// The active configurations, by view path.
  public var configurations: [String: String] = [:]
  /// The values of variables that are numbers or lengths, by name.
  public var variables: [String: Double] = [:]
  /// The values of other variables, by name.
  public var values: [String: VariableValue] = [:]

  /// The records of lists, by name.
  public var records: [String: [Record]] = [:]

  public init() {}
}

/// `preview "NAME" environment`: another scene of the same layout.
public struct Preview: Equatable, Sendable {
  /// The preview's name. The scene is called by the layout's name and this one.
  public var name: String
  /// What the preview says beyond the layout's own line.
  public var environment: EnvironmentClause

  public init(name: String, environment: EnvironmentClause) {
    self.name = name
    self.environment = environment
  }
}
