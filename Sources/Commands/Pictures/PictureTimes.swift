import LayoutRuntime

/// The moments of an animation that are drawn: `0,100ms,settled`.
struct PictureTimes {
  enum Moment: Equatable {
    /// So long after what is set was set.
    case after(milliseconds: Double)
    /// When nothing moves any more.
    case settled

    var caption: String {
      switch self {
      case .after(let milliseconds): "\(FrameTable.points(told: milliseconds)) ms"
      case .settled: "settled"
      }
    }
  }

  /// In the order of time.
  let moments: [Moment]

  /// Frames that `settled` waits for at most: ten minutes of them at 60 a second.
  private static let mostFrames = 36_000

  /// - Returns: nil where the command line asks for none.
  init?(from invocation: Invocation) throws(Failure) {
    guard let text = invocation.value("at") else { return nil }
    var moments: [Moment] = []
    var last = -1.0
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard moments.last != .settled else { throw .usage("--at: nothing comes after 'settled'") }
      if word == "settled" {
        moments.append(.settled)
        continue
      }
      let time = try TypedValue.milliseconds(String(word))
      guard time > last else { throw .usage("--at: '\(word)' does not come after the time before it") }
      last = time
      moments.append(.after(milliseconds: time))
    }
    guard moments.count <= 100 else { throw .usage("--at takes 100 times at most") }
    self.moments = moments
  }

  /// Sets what is to be set, and hands the scene to `body` at each moment.
  ///
  /// - Parameter scene: as its file has it. Its clock stands still, so nothing is waited for.
  func play(
    _ operations: [Operation], on scene: inout OfflineScene,
    _ body: (inout OfflineScene, Moment) throws(Failure) -> Void
  ) throws(Failure) {
    try scene.drive(.pause)
    try scene.apply(operations, animated: nil)
    var now = 0.0
    for moment in moments {
      switch moment {
      case .after(let milliseconds):
        try scene.drive(.step(.seconds((milliseconds - now) / 1000)))
        now = milliseconds
      case .settled:
        var frames = 0
        while try !scene.isSettled(), frames < Self.mostFrames {
          try scene.drive(.step(.microseconds(16_667)))
          frames += 1
        }
      }
      try body(&scene, moment)
    }
  }
}
