import Motion

/// What has happened to a scene since it was last solved.
struct PendingChange: Sendable {
  /// Whether anything happened that the published picture may not show.
  var isDirty = true
  /// Whether the layout has not been solved yet, or is to be shown like one that has not.
  var isNewlyLive = false
  /// Whether the published tree is not that of the layout.
  var hasNewTree = false
  /// What was set, and who wants to see it move.
  var wishes = ChangeCauses()
  /// Of what was set; see `SceneSettings.costOfSolving(_:)`.
  var cost = 0
  /// How the keyboard said that it moves things.
  var keyboardTiming: Timing?
  /// What brings the next revision about. What set something in motion is told with the first frame that shows it.
  var causes: [String] = []

  /// Makes the next update solve.
  mutating func mark(because cause: String) {
    isDirty = true
    causes.appendOnce(cause)
  }

  /// What is to be solved now costs so much.
  mutating func takeCost() -> Int {
    defer { cost = 0 }
    return cost
  }

  /// After a solve that was too much: what is to be shown anew still is, and what moved for what was set does not.
  mutating func postponeSolve() {
    keyboardTiming = nil
    wishes.forget()
  }

  /// Forgets what a solve has answered for.
  mutating func finishSolve() {
    isNewlyLive = false
    hasNewTree = false
    keyboardTiming = nil
    wishes.forget()
  }
}

extension [String] {
  /// Appends what is not there yet.
  mutating func appendOnce(_ element: String) { if !contains(element) { append(element) } }
}
