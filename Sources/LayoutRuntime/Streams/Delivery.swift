/// A message, and everybody who gets it.
public struct Delivery: Equatable, Sendable {
  /// The same for all of them, so that it need be encoded once.
  public var publication: Publication
  /// In ascending order, at least one.
  public var recipients: [SubscriberID]

  /// The same message for some of those who get it.
  public func narrowed(to recipients: [SubscriberID]) -> Delivery {
    Delivery(publication: publication, recipients: recipients)
  }
}
