import Frames

/// Who follows a scene.
///
/// Subscribers that asked for the same and were told the same are a cohort. What comes next is worked out once for all
/// of them, so a message to a thousand equal subscribers costs what a message to one does. A cohort falls apart when
/// some of its subscribers are busy while the others are told something; those who meet again are one cohort again.
struct Audience: Sendable {
  /// Subscribers that are equally far in one feed.
  fileprivate struct Cohort: Sendable {
    var progress: Progress
    /// Those that take a message now, and those that do not.
    var free = SubscriberSet()
    var busy = SubscriberSet()
  }

  /// All who asked for the same.
  fileprivate struct Following: Sendable {
    let number: Int
    let feed: Feed
    var cohorts: [Cohort] = []
  }

  /// Ascending by number.
  private var followings: [Following] = []
  private var lastNumber = 0
  /// False when everybody who is free was told everything.
  private(set) var mayHaveNews = false
  /// The number of the feed whose turn is next; nil: the first one's.
  private var nextTurn: Int?

  var isEmpty: Bool { followings.isEmpty }

  /// How many there are.
  var count: Int { followings.reduce(0) { $1.cohorts.reduce($0) { $0 + $1.free.count + $1.busy.count } } }

  /// Whether somebody wants each revision by itself.
  var wantsEveryRevision: Bool { followings.contains { $0.feed.mode == .every } }

  // MARK: Who is there

  /// Takes in a subscriber, which is free.
  ///
  /// - Parameter resuming: the revision that it has.
  /// - Returns: the number of its feed, by which it is found here.
  mutating func admit(_ subscriber: SubscriberID, to feed: Feed, resuming: Revision?) -> Int {
    var index = followings.firstIndex { $0.feed == feed } ?? followings.endIndex
    if index == followings.endIndex {
      lastNumber += 1
      followings.append(Following(number: lastNumber, feed: feed))
      index = followings.endIndex - 1
    }
    var cohort = Cohort(progress: Progress(in: feed, resuming: resuming))
    cohort.free.insert(subscriber)
    followings[index].join(cohort)
    mayHaveNews = true
    return followings[index].number
  }

  /// Forgets a subscriber.
  mutating func dismiss(_ subscriber: SubscriberID, from number: Int) {
    guard let index = index(of: number) else { return }
    followings[index].remove(subscriber)
    if followings[index].cohorts.isEmpty { followings.remove(at: index) }
  }

  /// Forgets everybody.
  ///
  /// - Returns: who was there.
  mutating func dismissAll() -> (free: SubscriberSet, busy: SubscriberSet) {
    var (free, busy) = (SubscriberSet(), SubscriberSet())
    for cohort in followings.flatMap(\.cohorts) {
      free.insert(all: cohort.free)
      busy.insert(all: cohort.busy)
    }
    followings = []
    mayHaveNews = false
    return (free, busy)
  }

  /// Says that a subscriber takes nothing for the time being.
  mutating func markBusy(_ subscriber: SubscriberID, in number: Int) {
    guard let index = index(of: number) else { return }
    followings[index].move(subscriber, from: \.free, to: \.busy)
  }

  /// Says that a subscriber takes messages again.
  mutating func markFree(_ subscriber: SubscriberID, in number: Int) {
    guard let index = index(of: number) else { return }
    if followings[index].move(subscriber, from: \.busy, to: \.free) { mayHaveNews = true }
  }

  /// Says that something changed in the scene.
  mutating func expectNews() { mayHaveNews = !isEmpty }

  // MARK: What they are told

  /// Whether some were not told what is next for them, since that was too much for one call.
  var isLeft: Bool { nextTurn != nil }

  /// The next message for everybody who is free, as far as the allowance goes; none when they were told everything.
  mutating func nextDeliveries(
    of scene: Scene, at now: Instant, within allowance: inout ViewAllowance
  ) -> [Delivery] {
    var deliveries: [Delivery] = []
    let first = nextTurn.map { number in followings.partitioningIndex { $0.number >= number } } ?? 0
    var turns = Turns<Int>()
    for index in followings.indices.rotated(to: first) {
      let before = allowance
      let isTold = followings[index].advance(in: scene, at: now, within: &allowance) { deliveries.add($0) }
      if !isTold { turns.leave(followings[index].number, spending: before != allowance) }
    }
    nextTurn = turns.next
    // Nearly always everybody knows all now, and need not be asked again.
    mayHaveNews =
      isLeft
      || !deliveries.isEmpty
        && followings.contains { following in
          following.cohorts.contains { !$0.free.isEmpty && scene.hasNews(for: $0.progress, of: following.feed) }
        }
    return deliveries
  }

  /// Whether the scene may have something for a subscriber, free or busy.
  func hasNews(for subscriber: SubscriberID, in number: Int, of scene: Scene) -> Bool {
    guard let following = index(of: number).map({ followings[$0] }) else { return false }
    return following.cohorts.contains { cohort in
      (cohort.free.contains(subscriber) || cohort.busy.contains(subscriber))
        && scene.hasNews(for: cohort.progress, of: following.feed)
    }
  }

  /// A line for each cohort, for a person who mends the streams.
  func dump() -> [String] {
    followings.flatMap { following in
      following.cohorts.map { cohort in
        let (free, busy) = (cohort.free.ascending.count, cohort.busy.ascending.count)
        let sent = cohort.progress.sent.map { "\($0.value)" } ?? "none"
        return "feed \(following.number), \(following.feed.mode): \(free) free and \(busy) busy, sent revision \(sent)"
      }
    }
  }

  private func index(of number: Int) -> Int? {
    let index = followings.partitioningIndex { $0.number >= number }
    return index < followings.count && followings[index].number == number ? index : nil
  }
}

extension [Delivery] {
  /// Adds a message, to the recipients of one that says the same if there is one. Different filters often see the same
  /// of a revision, and then it is written down once.
  fileprivate mutating func add(_ delivery: Delivery) {
    // Those that are equal come close to each other, and few kinds of them at a time.
    let recent = suffix(8)
    guard
      let index = recent.lastIndex(where: {
        $0.isBinary == delivery.isBinary && $0.hasMore == delivery.hasMore && $0.publication == delivery.publication
      })
    else { return append(delivery) }
    // Feeds mostly come in the order of their first subscribers, so there is seldom anything to sort.
    let isInOrder = self[index].recipients.last! < delivery.recipients[0]
    self[index].recipients += delivery.recipients
    if !isInOrder { self[index].recipients.sort() }
  }
}

extension Audience.Following {
  /// Takes in subscribers, beside those who are equally far.
  mutating func join(_ newcomers: Audience.Cohort) {
    guard let index = cohorts.firstIndex(where: { $0.progress == newcomers.progress }) else {
      return cohorts.append(newcomers)
    }
    cohorts[index].free.insert(all: newcomers.free)
    cohorts[index].busy.insert(all: newcomers.busy)
  }

  mutating func remove(_ subscriber: SubscriberID) {
    let index = cohorts.indices.first { index in
      cohorts[index].free.remove(subscriber) || cohorts[index].busy.remove(subscriber)
    }
    if let index, cohorts[index].free.isEmpty, cohorts[index].busy.isEmpty { cohorts.remove(at: index) }
  }

  /// - Returns: whether it was there.
  @discardableResult mutating func move(
    _ subscriber: SubscriberID, from origin: WritableKeyPath<Audience.Cohort, SubscriberSet>,
    to destination: WritableKeyPath<Audience.Cohort, SubscriberSet>
  ) -> Bool {
    for index in cohorts.indices where cohorts[index][keyPath: origin].remove(subscriber) {
      cohorts[index][keyPath: destination].insert(subscriber)
      return true
    }
    return false
  }

  /// Tells each cohort what is next for it. Those of its subscribers that are busy stay behind, and cost nothing more
  /// however many they are.
  ///
  /// - Returns: false when the allowance does not go that far. Those that were not told come first the next time.
  mutating func advance(
    in scene: Scene, at now: Instant, within allowance: inout ViewAllowance, _ deliver: (Delivery) -> Void
  ) -> Bool {
    var advanced: [Int] = []
    var untold: Progress?
    for index in cohorts.indices {
      guard !cohorts[index].free.isEmpty, scene.hasNews(for: cohorts[index].progress, of: feed) else { continue }
      guard allowance.spend(scene.viewsToLookAt(for: cohorts[index].progress, of: feed)) else {
        untold = untold ?? cohorts[index].progress
        continue
      }
      if !cohorts[index].busy.isEmpty {
        cohorts.append(Audience.Cohort(progress: cohorts[index].progress, busy: cohorts[index].busy))
        cohorts[index].busy = SubscriberSet()
      }
      advanced.append(index)
      guard let publication = scene.next(for: &cohorts[index].progress, of: feed, at: now) else { continue }
      deliver(
        Delivery(
          publication: publication, recipients: cohorts[index].free.ascending, isBinary: feed.wantsBinary,
          hasMore: feed.mode == .every && scene.hasNews(for: cohorts[index].progress, of: feed)))
    }
    if cohorts.count > 1 { joinAgain(advanced) }
    guard let untold else { return true }
    if let first = cohorts.firstIndex(where: { $0.progress == untold }) {
      cohorts = cohorts.indices.rotated(to: first).map { cohorts[$0] }
    }
    return false
  }

  /// Looks whether cohorts have come to where others are; those that stayed behind were apart before.
  ///
  /// - Parameter advanced: where they are, ascending.
  private mutating func joinAgain(_ advanced: [Int]) {
    for index in advanced.reversed() {
      let same = cohorts.indices.first { $0 != index && cohorts[$0].progress == cohorts[index].progress }
      guard let same else { continue }
      let cohort = cohorts.remove(at: index)
      cohorts[same < index ? same : same - 1].free.insert(all: cohort.free)
    }
  }
}
