/// A message, and everybody who gets it.
public struct Delivery: Equatable, Sendable {
  /// The same for all of them, so that it need be encoded once.
  public var publication: Publication
  /// In ascending order, at least one.
  public var recipients: [SubscriberID]
}
