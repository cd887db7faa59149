/// A scene whose next solve is done elsewhere.
extension Scene {
  /// From the moment that the job is handed out until it is back.
  struct Absence: Sendable {
    /// The number of the job.
    let job: Int
    /// Whether nothing was solved before.
    let isFirst: Bool
    let before: BeforeSolve
    /// Whether its document has said something else since.
    var hasMissedDocument = false
    /// What happened to its pictures and to the measurer since, each told once.
    var missedPictures: [String] = []
    var missedMeasurements: [String] = []
  }

  /// Whether its next solve is being done elsewhere.
  var isAway: Bool { absence != nil }
}
