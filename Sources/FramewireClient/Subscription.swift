public import Wire

/// The events of one `Subscribe`, in order. Ends with the connection, or after the last reply.
public final class Subscription {
  /// What waiting for an event came to.
  public enum Step: Equatable, Sendable {
    case event(Event)
    /// Nothing came before the deadline.
    case silence
    /// There are no more events.
    case end
  }

  private let connection: Connection
  private var hasEnded = false

  init(connection: Connection) { self.connection = connection }

  /// Waits for the next event. Kinds of events that this version does not know are passed over.
  ///
  /// - Throws: `.refused` when the daemon answers with an error, which is the end.
  public func next(until deadline: ContinuousClock.Instant? = nil) throws(ClientError) -> Step {
    while !hasEnded {
      guard let response = try connection.receive(until: deadline) else { return .silence }
      hasEnded = !response.continues
      guard case .event(let event) = try connection.outcome(of: response, to: .subscribe) else { break }
      if case .other = event.kind { continue }
      return .event(event)
    }
    return .end
  }
}
