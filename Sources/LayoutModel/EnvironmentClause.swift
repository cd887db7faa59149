public import Geometry

/// What a file says about the surroundings of a scene: on `layout`, `preview` and `test`. Nil and empty: unsaid.
public struct EnvironmentClause: Equatable, Sendable {
  /// One side of `size`: a length, or `_` for "wraps its content".
  public enum Extent: Equatable, Sendable {
    case fixed(Points)
    case wrapping
  }

  public var width: Extent?
  public var height: Extent?
  public var scale: Double?
  public var safe: EdgeInsets?
  public var margins: DirectionalInsets?
  /// Height covered at the bottom.
  public var keyboard: Points?
  /// By name: `sizeClass.x`, `idiom`, `style`, `direction`, …
  public var traits: [String: String] = [:]
  public var flags: Set<String> = []
  /// Active configuration by view path.
  public var configurations: [String: String] = [:]
  public var variables: [String: Double] = [:]
  /// Of variables that are no numbers.
  public var values: [String: VariableValue] = [:]

  public init() {}
}

/// `preview "NAME" environment`: another scene of the same layout.
public struct Preview: Equatable, Sendable {
  public var name: String
  public var environment: EnvironmentClause

  public init(name: String, environment: EnvironmentClause) {
    self.name = name
    self.environment = environment
  }
}
