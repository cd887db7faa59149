import Frames

/// For subscribers that draw what moves by themselves: where it goes instead of frames.
extension Scene {
  /// Whether there may be frames, or moves instead of frames, that the subscriber was not told.
  func hasNewFrames(for subscriber: Subscriber) -> Bool {
    if !subscriber.drawsMotion || isSettled || subscriber.sent == nil {
      return subscriber.seen != history.revision && subscriber.threshold?.heldBackAt != history.revision
    }
    return subscriber.toldDeparture != departure || subscriber.toldLayout != layoutRevision
  }

  /// What is told while something moves: what changed at once, then what set out.
  ///
  /// `seen` stays where it is until everything has arrived. So the delta at the end has the frames of all that moved,
  /// and once more what was sent in between.
  mutating func besidesFrames(for subscriber: inout Subscriber) -> Publication? {
    if isSettled {
      subscriber.toldDeparture = departure
      subscriber.toldLayout = layoutRevision
      return nil
    }
    if subscriber.toldLayout != layoutRevision {
      subscriber.toldLayout = layoutRevision
      if let publication = changesAtOnce(for: &subscriber) { return publication }
    }
    return transition(for: &subscriber)
  }

  private mutating func changesAtOnce(for subscriber: inout Subscriber) -> Publication? {
    guard let sent = subscriber.sent, let seen = subscriber.seen, sent != history.revision,
      var diff = changes(since: seen, under: subscriber.filter)
    else { return nil }
    let moving = idsOfMoving
    diff.set.removeAll { moving.contains($0.id) }
    diff.changed.removeAll { moving.contains($0.id) }
    if diff.isEmpty { return nil }
    subscriber.sent = history.revision
    subscriber.toldSettled = false
    var publication = publication(
      .delta(diff, base: sent, skipped: history.revision.skipped(since: sent)), .besides, base: sent,
      filter: subscriber.filter, at: time)
    publication.cause = cause
    return publication
  }

  private func transition(for subscriber: inout Subscriber) -> Publication? {
    let told = subscriber.toldDeparture
    if told == departure { return nil }
    subscriber.toldDeparture = departure
    var moves: [ViewMove] = []
    for move in moving.moves(since: told, at: departedAt) {
      guard let position = position(of: move.view) else { continue }
      let view = history.current.views[position]
      let (from, to) = (Frame(move.from), Frame(move.to))
      guard from != to, subscriber.filter.keeps(path: view.path, kind: view.kind) else { continue }
      moves.append(
        ViewMove(id: view.id, from: from, to: to, delay: move.delay, duration: move.duration, curve: move.curve))
    }
    if moves.isEmpty { return nil }
    subscriber.toldSettled = false
    return publication(
      .transition(moves), .transition(since: told, number: departure), filter: subscriber.filter, at: departedAt)
  }

  private var idsOfMoving: Set<StreamID> {
    Set(moving.viewIDs.compactMap { view in position(of: view).map { history.current.views[$0].id } })
  }
}
