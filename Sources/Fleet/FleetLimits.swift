/// What one fleet may ask of those who follow it.
package enum FleetLimits {
  /// In one manifest.
  package static let mostFiles = 4096
  /// Of one file.
  package static let mostFileBytes = 16 << 20
  /// Of all files of a manifest together.
  package static let mostBytes = 256 << 20
  /// Of a path.
  package static let longestPath = 512
  /// Of one name in a path: what file systems take.
  package static let longestFileName = 255
  /// Folders in folders.
  package static let deepestPath = 16
  /// Of the text of a manifest.
  package static let mostManifestBytes = 1 << 20
  /// What is set for one scene at one level.
  package static let mostOperations = 1024
  /// Keys of decisions that concern one machine.
  package static let mostDecisions = 1024
  /// Keys that cannot be read, of which a machine remembers why.
  package static let mostComplaints = 64
  /// Complaints in a report.
  package static let mostReportedComplaints = 16
  /// Of one complaint in a report.
  package static let longestComplaint = 500
  /// Groups of a machine.
  package static let mostGroups = 64
  /// Of one decision or report.
  package static let mostValueBytes = 256 << 10
  /// Of what a machine remembers that it has set.
  package static let mostHeldBytes = 64 << 20
  /// Of a name of a person, machine or group in a manifest or report.
  package static let longestName = 255
  /// Of one piece of a file: below what a server takes in one message with its usual settings, with its headers.
  package static let pieceBytes = 128 << 10
  /// Scenes in a report.
  package static let mostScenes = 1024
}
