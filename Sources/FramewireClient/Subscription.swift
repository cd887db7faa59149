import Posix
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
  /// Of all events, where they are binary; nil: they are JSON.
  private let epoch: String?
  private var hasEnded = false

  /// Readable when an event may have come.
  var descriptor: DescriptorNumber { connection.descriptor }

  init(connection: Connection, epoch: String? = nil) {
    self.connection = connection
    self.epoch = epoch
  }

  /// Waits for the next event. Kinds of events that this version does not know are passed over.
  ///
  /// - Throws: `.refused` when the daemon answers with an error, which is the end.
  public func next(until deadline: ContinuousClock.Instant? = nil) throws(ClientError) -> Step {
    while !hasEnded {
      guard let event = try epoch == nil ? nextOfJSON(until: deadline) : nextOfBinary(until: deadline) else {
        return .silence
      }
      if case .other = event.kind { continue }
      return .event(event)
    }
    return .end
  }

  /// Says how many more snapshots and deltas are wanted, asks for another filter, or whether the daemon lives.
  ///
  /// - Precondition: the stream is binary.
  public func say(_ wish: StreamWish) throws(ClientError) {
    precondition(epoch != nil, "on a stream of JSON nothing can be said")
    try connection.say(wish)
  }

  private func nextOfJSON(until deadline: ContinuousClock.Instant?) throws(ClientError) -> Event? {
    guard let response = try connection.receive(until: deadline) else { return nil }
    hasEnded = !response.continues
    guard case .event(let event) = try connection.outcome(of: response, to: .subscribe) else {
      preconditionFailure("what answers Subscribe is read as an event")
    }
    return event
  }

  private func nextOfBinary(until deadline: ContinuousClock.Instant?) throws(ClientError) -> Event? {
    while let message = try connection.receiveBinary(until: deadline) {
      guard let event = try connection.event(in: message, epoch: epoch!) else { continue }
      hasEnded = event.kind == .bye
      return event
    }
    return nil
  }
}
