import Frames

/// What a subscriber asked for of a scene. It never changes.
struct Feed: Equatable, Sendable {
  let filter: FrameFilter
  let mode: Subscription.Mode
  let wantsDiagnostics: Bool
  /// Whether it draws what moves by itself.
  let wantsTargets: Bool
  /// In points; 0: it is told of every move.
  let minDelta: Double
  /// Whether it is told in binary.
  let wantsBinary: Bool

  init(_ subscription: Subscription) {
    filter = subscription.filter
    mode = subscription.mode
    wantsDiagnostics = subscription.wantsDiagnostics
    wantsTargets = subscription.wantsTargets
    minDelta = subscription.minDelta
    wantsBinary = subscription.wantsBinary
  }
}
