/// How much a runtime lets the outside have, and for how long.
public struct RuntimeLimits: Equatable, Sendable {
  /// How many scenes may be opened besides those that files declare, and how many documents loaded.
  public var opened = 1024
  /// What may be set in a scene from outside: so many flags, texts, places of views and the like.
  public var settings = 65_536
  /// What may be set in all open scenes together, and how much of it is remembered of others, in bytes; and how much
  /// text may be loaded.
  public var stateBytes = 64 << 20
  /// How long changes of files may be held.
  public var hold = Duration.seconds(60)
  /// How long the scenes of a file that is gone go on without subscribers.
  public var gone = Duration.seconds(3600)

  public init() {}
}
