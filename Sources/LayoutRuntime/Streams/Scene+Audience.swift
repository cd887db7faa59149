/// Those who follow the scene. The audience is taken out while it asks the scene what to tell.
extension Scene {
  /// The next message for everybody who is free, as far as the allowance goes.
  mutating func nextDeliveries(at now: Instant, within allowance: inout ViewAllowance) -> [Delivery] {
    var audience = Audience()
    swap(&audience, &self.audience)
    defer { swap(&audience, &self.audience) }
    return audience.nextDeliveries(of: self, at: now, within: &allowance)
  }

  func hasNews(for subscriber: SubscriberID, in feed: Int) -> Bool {
    audience.hasNews(for: subscriber, in: feed, of: self)
  }

  /// Forgets a subscriber. When nobody wants every revision any more, they are kept for a while only.
  mutating func dismiss(_ subscriber: SubscriberID, from feed: Int, at now: Instant) {
    let wereWanted = audience.wantsEveryRevision
    audience.dismiss(subscriber, from: feed)
    if wereWanted && !audience.wantsEveryRevision { published.releaseRevisions(at: now) }
  }

  /// Forgets everybody, who are to be said goodbye.
  mutating func dismissAudience(because reason: String, at now: Instant) -> Runtime.Farewell {
    let (free, busy) = audience.dismissAll()
    return Runtime.Farewell(publication: publication(.bye(reason: reason), at: now), free: free, busy: busy)
  }
}
