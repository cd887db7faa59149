/// A message, and everybody who gets it.
public struct Delivery: Equatable, Sendable {
  /// The same for all of them, so that it need be encoded once.
  public var publication: Publication
  /// In ascending order, at least one.
  public var recipients: [SubscriberID]
  /// Whether they want it in binary; nil: nobody has looked.
  public var isBinary: Bool?
  /// Whether there is another message for them right behind it.
  public var hasMore = false

  /// The same message for those who want it in binary, or for the others.
  public func narrowed(to recipients: [SubscriberID], inBinary isBinary: Bool) -> Delivery {
    Delivery(publication: publication, recipients: recipients, isBinary: isBinary)
  }
}
