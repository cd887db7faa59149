import Frames

/// Who is told what: subscribers come and go, say whether they take something, and get it.
extension Runtime {
  /// Where a subscriber is found.
  enum Seat: Equatable, Sendable {
    /// In the audience of a scene, by the number of its feed there.
    case following(scene: String, feed: Int)
    /// Among the farewells.
    case leaving
  }

  /// The last message of subscribers whose scene is no more, until they take it.
  struct Farewell: Sendable {
    let publication: Publication
    var free: SubscriberSet
    var busy: SubscriberSet

    /// Whether nobody is left to take it.
    var isTaken: Bool { free.isEmpty && busy.isEmpty }
  }

  // MARK: Who is there

  mutating func subscribe(
    _ subscriber: SubscriberID, to subscription: Subscription
  ) throws(RequestFailure) -> String {
    let name = try sceneName(subscription.scene)
    if let objection = subscription.objection { throw .impossibleSubscription(objection) }
    // Of another epoch there is nothing to go on from, which `none` is sure to say.
    let resuming = subscription.since.map { $0.epoch == epoch ? $0.revision : Revision.none }
    if subscription.mode == .every {
      scenes[open: name].published.keepRevisions(
        RevisionRing.Limits(revisions: options.maxRevisions, bytes: options.maxRevisionBytes))
    }
    if subscription.filter.fields.wantAppearance { scenes[open: name].tellAppearance() }
    let feed = scenes[open: name].audience.admit(subscriber, to: Feed(subscription), resuming: resuming)
    seats[subscriber] = .following(scene: name, feed: feed)
    return name
  }

  mutating func unsubscribe(_ subscriber: SubscriberID, at now: Instant) {
    switch seats.removeValue(forKey: subscriber) {
    case nil: break
    case .following(let name, let feed):
      scenes[open: name].dismiss(subscriber, from: feed, at: clock(of: name).time(at: now))
      goneFiles.renew(scenes[open: name].document.file, at: now)
    case .leaving: for index in farewells.indices { farewells[index].forget(subscriber) }
    }
  }

  /// Says goodbye to everybody who follows a scene.
  mutating func dismissAudience(of name: String, because reason: String, at now: Instant) {
    let farewell = scenes[open: name].dismissAudience(because: reason, at: clock(of: name).time(at: now))
    if farewell.isTaken { return }
    for subscriber in farewell.free.ascending + farewell.busy.ascending { seats[subscriber] = .leaving }
    farewells.append(farewell)
  }

  /// Says that a subscriber's connection takes nothing for the time being. What changes meanwhile comes as one message
  /// afterwards, or revision by revision, as it asked. Nothing, for one that is not there.
  public mutating func markBusy(_ subscriber: SubscriberID) {
    switch seats[subscriber] {
    case nil: break
    case .following(let name, let feed): scenes[open: name].audience.markBusy(subscriber, in: feed)
    case .leaving: for index in farewells.indices { farewells[index].markBusy(subscriber) }
    }
  }

  /// Says that a subscriber's connection takes messages. It does from `subscribe` on, until it is marked as busy.
  public mutating func markFree(_ subscriber: SubscriberID) {
    switch seats[subscriber] {
    case nil: break
    case .following(let name, let feed): scenes[open: name].audience.markFree(subscriber, in: feed)
    case .leaving: for index in farewells.indices { farewells[index].markFree(subscriber) }
    }
  }

  // MARK: What they are told

  /// Whether there may be a message for a subscriber, free or busy.
  public func hasNews(for subscriber: SubscriberID) -> Bool {
    switch seats[subscriber] {
    case nil: return false
    case .following(let name, let feed): return scenes[open: name].hasNews(for: subscriber, in: feed)
    case .leaving: return true
    }
  }

  /// Whether some were not told what is next for them, since that was too much for one call.
  public var isTelling: Bool { nextToTell != nil }

  /// The next message for every subscriber that is not busy: each message once, with all who get it.
  ///
  /// Call it after turns until there is none, and mark whoever takes no more as busy in between: in `latest` mode
  /// all that changed since a subscriber's last message comes as one. After `bye` it is forgotten. Costs what there is
  /// to tell, not how many are told.
  public mutating func nextDeliveries(at now: Instant) -> [Delivery] {
    var allowance = ViewAllowance()
    return nextDeliveries(at: now, within: &allowance)
  }

  /// The same as far as the allowance goes. Those whose message would take more come first the next time; see
  /// `isTelling`.
  public mutating func nextDeliveries(at now: Instant, within allowance: inout ViewAllowance) -> [Delivery] {
    var deliveries: [Delivery] = []
    for index in farewells.indices where !farewells[index].free.isEmpty {
      deliveries.append(farewells[index].deliver())
      for subscriber in deliveries.last!.recipients { seats[subscriber] = nil }
    }
    farewells.removeAll(where: \.isTaken)
    let names = scenes.active
    let first = nextToTell.map { next in names.partitioningIndex { $0 >= next } } ?? 0
    var turns = Turns<String>()
    for index in names.indices.rotated(to: first) {
      let name = names[index]
      guard scenes[open: name].audience.mayHaveNews, scenes[open: name].mayTell else { continue }
      let before = allowance
      deliveries += scenes[open: name].nextDeliveries(at: clock(of: name).time(at: now), within: &allowance)
      if scenes[open: name].audience.isLeft { turns.leave(name, spending: before != allowance) }
    }
    nextToTell = turns.next
    for delivery in deliveries { counters.publications += delivery.recipients.count }
    return deliveries
  }
}

extension Runtime.Farewell {
  fileprivate mutating func deliver() -> Delivery {
    defer { free = SubscriberSet() }
    return Delivery(publication: publication, recipients: free.ascending, isBinary: nil)
  }

  fileprivate mutating func forget(_ subscriber: SubscriberID) {
    _ = free.remove(subscriber) || busy.remove(subscriber)
  }
  fileprivate mutating func markBusy(_ subscriber: SubscriberID) {
    if free.remove(subscriber) { busy.insert(subscriber) }
  }
  fileprivate mutating func markFree(_ subscriber: SubscriberID) {
    if busy.remove(subscriber) { free.insert(subscriber) }
  }
}
