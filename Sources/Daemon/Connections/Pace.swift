/// How often a stream may send: once an interval in the long run.
///
/// Frames come on a grid too, each a little late. A pace that measured the interval from each message would add up the
/// lateness, and would sooner or later miss a frame. So it keeps a grid of its own. A message may go a little before
/// its time; the next one does not come sooner for that.
struct Pace {
  private let interval: Duration
  /// When the next message is due.
  private var due: ContinuousClock.Instant

  /// A message may go this share of the interval before it is due. By feel: more than timers are late, and less than
  /// anybody could call too often.
  private static let leeway = 8

  /// - Parameter interval: above 0.
  init(every interval: Duration, from now: ContinuousClock.Instant) {
    self.interval = interval
    due = now
  }

  /// Not before this may the next message go.
  var earliest: ContinuousClock.Instant { due - interval / Self.leeway }

  /// Says that a message has gone.
  mutating func recordMessage(at now: ContinuousClock.Instant) {
    due = max(due + interval, now + interval - interval / Self.leeway)
  }
}
