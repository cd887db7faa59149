import Frames
import LayoutModel

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
    let (moving, fading) = idsOfMoving
    diff.set.removeAll { moving.contains($0.id) }
    // A content has the opacity of this instant, which whoever draws the fade knows better.
    diff.changed.removeAll { fading.contains($0.id) }
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
      let filter = subscriber.filter
      guard filter.keeps(lineage: lineage(of: move.view), kind: view.kind) else { continue }
      var (from, to) = (Frame(move.from), Frame(move.to))
      if !filter.fields.contains(.frame) { (from, to) = (.zero, .zero) }
      let fade = filter.fields.contains(.alpha) ? move.alpha : nil
      guard from != to || fade != nil else { continue }
      moves.append(
        ViewMove(
          id: view.id, from: from, to: to, alpha: fade, delay: move.delay, duration: move.duration, curve: move.curve))
    }
    if moves.isEmpty { return nil }
    subscriber.toldSettled = false
    return publication(
      .transition(moves), .transition(since: told, number: departure), filter: subscriber.filter, at: departedAt)
  }

  /// The paths of a view and of all around it, its own first.
  private func lineage(of view: ViewID) -> [String] {
    let views = live!.layout.views
    return sequence(first: view) { views[Int($0.index)].parent }.map { views[Int($0.index)].path }
  }

  /// Those under way, and those among them whose opacity is.
  private var idsOfMoving: (moving: Set<StreamID>, fading: Set<StreamID>) {
    func ids(_ views: [ViewID]) -> Set<StreamID> {
      Set(views.compactMap { view in position(of: view).map { history.current.views[$0].id } })
    }
    return (ids(moving.viewIDs), ids(moving.fadingViewIDs))
  }
}
