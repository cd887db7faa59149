/// What a server takes at most from everybody together, and from each.
public struct HTTPLimits: Equatable, Sendable {
  /// Connections at once; one more is not heard before another ends. A browser has six to a host.
  public var connections = 64
  /// Bytes of the lines ahead of a body, roughly: a connection has so much memory. Beyond it the answer is 431.
  public var head = 16_384
  /// Bytes of a body. Beyond it the answer is 413.
  public var body = 65_536
  /// How long a connection may be silent while a request is on its way or none is; then it is closed. A request that
  /// waits for its answer, and a stream that has nothing to say, may wait for any time.
  public var idle = Duration.seconds(15)
  /// Bytes of a stream that the kernel holds for a reader who is slow.
  public var unread = 131_072

  public init() {}
}
