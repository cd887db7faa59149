/// A scene of which something is done elsewhere.
extension Scene {
  /// From the moment that the job is handed out until it is back.
  struct Absence: Sendable {
    /// What is done of it.
    enum Work: Sendable {
      /// A call that sets much is gone through.
      case apply
      /// It is solved, and published if nothing moves.
      case solve(BeforeSolve)
      /// What is solved, or the next frame of what moves, is published.
      case publish(isNewTree: Bool)

      var isPublication: Bool { if case .publish = self { true } else { false } }
      var isSolve: Bool { if case .solve = self { true } else { false } }
    }

    /// The number of the job.
    let job: Int
    let work: Work
    /// Whether nothing was solved before.
    let isFirst: Bool
    /// Whether frames of what moves wait until it is back: one is under way, or each would be long.
    let defersFrames: Bool
    /// Whether its document has said something else since.
    var hasMissedDocument = false
    /// What happened to its pictures and to the measurer since, each told once.
    var missedPictures: [String] = []
    var missedMeasurements: [String] = []

    /// Whether whoever looks at the scene has to wait. A solve may take long, and what was published last is shown
    /// until it is back. All else is short, and without this it would depend on who is faster what somebody reads.
    /// Those who follow the scene are told the older revision, and the list of scenes has it.
    var defersLookers: Bool { isFirst || !work.isSolve }

    /// It was absent before, and not told what it missed.
    mutating func takeOver(_ earlier: Absence) {
      hasMissedDocument = earlier.hasMissedDocument
      missedPictures = earlier.missedPictures
      missedMeasurements = earlier.missedMeasurements
    }
  }

  /// Whether something of it is being done elsewhere.
  @inline(__always) var isAbsent: Bool { absence != nil }

  /// Whether its document says something that it was not told yet.
  var isToBeTold: Bool { tellingNumber != nil }

  /// Whether whoever looks at it has to wait.
  @inline(__always) var defersLookers: Bool { absence == nil ? isToBeTold && live == nil : absence!.defersLookers }

  /// Whether what was published last can be told to those who follow it. Not before anything was, nor while the layout
  /// has other views already; and who has just asked how views are drawn is told that with the first picture.
  var mayTell: Bool {
    guard let absence else { return true }
    if absence.isFirst { return false }
    if case .publish(isNewTree: true) = absence.work { return false }
    return published.tellsAppearance || !settings.tellsAppearance
  }

  /// When the next frame of what moves is to be published here.
  var frameDue: Instant? { absence?.defersFrames == true ? nil : motion.nextFrame }
}
