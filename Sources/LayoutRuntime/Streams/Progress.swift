import Frames

/// What a subscriber was told so far: a handful of numbers; only `every` under a filter keeps a picture.
///
/// What it is told next follows from the scene, its feed and this alone. So subscribers of one feed whose progress is
/// equal get equal messages, and are equally far afterwards.
struct Progress: Equatable, Sendable {
  /// The revision it was sent last; nil before the first message.
  var sent: Revision?
  /// Up to here nothing changed for it beyond `sent`.
  var seen: Revision?
  /// What it asked to go on from; a snapshot says whether that failed.
  var resuming: Revision?
  /// The next message is a snapshot that says so.
  var mustReset = false
  /// Whether the last picture that it was sent was said to be settled.
  var toldSettled = true
  /// The version of the scene's report that it was told; nil before the first message, 0 for none. Stays nil for those
  /// who do not want to know.
  var toldReport: Int?
  /// Of one who draws what moves: the last transition that it was told.
  var toldTransition = 0
  /// The same of looks.
  var toldFading = 0
  /// Of one who draws what moves: the layout revision whose changes at once it was told.
  var toldLayout = Revision.none
  /// Nil: it is told of every move.
  var threshold: MoveThreshold?
  /// The unfiltered picture at `seen`, for `every` under a filter; nil of whoever keeps up.
  var mirror: FrameSet?

  /// - Parameter resuming: what it has already; nil when it begins.
  init(in feed: Feed, resuming: Revision?) {
    self.resuming = resuming
    if feed.minDelta > 0 { threshold = MoveThreshold(points: feed.minDelta) }
  }
}
