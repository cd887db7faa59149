/// What a server takes at most from everybody together, and from each.
public struct HTTPLimits: Equatable, Sendable {
  /// Connections at once. When all are taken, the one is closed that has waited longest for its request to come or its
  /// answer to go; while each waits for us or has a stream, one more is not heard. A browser has six to a host.
  public var connections = 64
  /// Bytes of the lines ahead of a body, roughly: a connection has so much memory. Beyond it the answer is 431.
  public var head = 16_384
  /// Bytes of a body. Beyond it the answer is 413.
  public var body = 65_536
  /// How long a connection may be silent while a request is on its way or none is; then it is closed. A request that
  /// waits for its answer, and a stream that has nothing to say, may wait for any time.
  public var idle = Duration.seconds(15)
  /// How long a request may take to come, from the connection's start or the answer before it, and the answer to be
  /// taken: bytes that trickle are no silence.
  public var whole = Duration.seconds(30)
  /// Bytes of a stream that the kernel holds for a reader who is slow.
  public var unread = 131_072

  public init() {}
}
