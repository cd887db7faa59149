/// A message, and everybody who gets it.
public struct Delivery: Equatable, Sendable {
  /// The same for all of them, so that it need be encoded once.
  public var publication: Publication
  /// In ascending order, at least one.
  public var recipients: [SubscriberID]
  /// The one that they asked for; nil: they differ.
  public var format: Int?
  /// Whether there is another message for them right behind it.
  public var hasMore = false

  /// The same message for those who asked for one format.
  public func narrowed(to recipients: [SubscriberID], of format: Int) -> Delivery {
    Delivery(publication: publication, recipients: recipients, format: format)
  }
}
