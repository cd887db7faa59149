import Frames
import LayoutEngine
import LayoutModel

/// Publishing what is solved together with what moves: a revision is one instant.
extension Scene {
  /// Publishes `updates` together with where everything that moves is now.
  mutating func publish(_ updates: FrameHistory.Updates, at now: Instant) -> FrameDiff? {
    if motion.isSettled { return published.publish(updates) }
    var all = motion.sample(at: now, of: live!.value, at: published.positions)
    all.insert(updates)
    // The last frame is sent even when the one before was there already: it says that it is the last.
    return published.publish(all) ?? (motion.isSettled ? published.publishRest() : nil)
  }
}
