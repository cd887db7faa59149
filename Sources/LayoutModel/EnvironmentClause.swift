public import Geometry

/// What a file says about the surroundings of a scene: on `layout`, `preview` and `test`. Nil and empty: unsaid.
public struct EnvironmentClause: Equatable, Sendable {
  /// One side of `size`: a length, or `_` for "wraps its content".
  public enum Extent: Equatable, Sendable {
    case fixed(Points)
    case wrapping

    /// Nil: as long as the content asks.
    public var length: Points? {
      switch self {
      case .fixed(let length): length
      case .wrapping: nil
      }
    }
  }

  /// Of the scene.
  public var width: Extent?
  /// Of the scene.
  public var height: Extent?
  /// Device pixels a point.
  public var scale: Double?
  /// What the system covers at each edge.
  public var safe: EdgeInsets?
  /// Of the root.
  public var margins: DirectionalInsets?
  /// Height covered at the bottom.
  public var keyboard: Points?
  /// By name: `sizeClass.x`, `idiom`, `style`, `direction`, …
  public var traits: [String: String] = [:]
  /// Flags that are set, by name.
  public var flags: Set<String> = []
  /// Active configuration by view path.
  public var configurations: [String: String] = [:]
  /// Of variables that are numbers or lengths, by name.
  public var variables: [String: Double] = [:]
  /// Of variables that are no numbers.
  public var values: [String: VariableValue] = [:]

  public init() {}
}

/// `preview "NAME" environment`: another scene of the same layout.
public struct Preview: Equatable, Sendable {
  /// What it is called: the scene's name is made of it and the layout's.
  public var name: String
  /// What it says beyond the layout's own line.
  public var environment: EnvironmentClause

  public init(name: String, environment: EnvironmentClause) {
    self.name = name
    self.environment = environment
  }
}
