import Commands
import Fleet
import Posix

/// A folder that is pushed, once or with every save: read and checked, so that what is pushed is what was checked.
struct PushSource {
  let folder: String
  /// What a push is about.
  let message: String
  /// Whether it is pushed with errors, too.
  let isForced: Bool
  let console: Console

  /// How often a folder is checked again because it changed meanwhile.
  private static let attempts = 8

  /// - Parameter earlier: what was read before.
  /// - Throws: also when 'framewire check' finds an error, which is printed then.
  func read(after earlier: PushedFolder? = nil) throws(Failure) -> PushedFolder {
    var pushed = try PushedFolder(folder, author: Author.name, message: message, after: earlier)
    for _ in 0..<Self.attempts {
      // Before the check, which would say of a list that is too long for everybody that it is right.
      let manifest = pushed.manifest.encoded.count
      if manifest > FleetLimits.mostManifestBytes {
        throw Failure(
          message: "the names of \(pushed.manifest.files.count) files take \(manifest) bytes; "
            + "a manifest has \(FleetLimits.mostManifestBytes) at most",
          help: "push fewer files, or give them shorter paths", code: .badValue)
      }
      let errors = try Verb.errors(checking: folder, console)
      if errors > 0, !isForced {
        throw Failure(
          message: "nothing is pushed: '\(folder)' has \(errors == 1 ? "an error" : "\(errors) errors")",
          help: "--force pushes it all the same", code: .badLayout)
      }
      let checked = try PushedFolder(folder, author: Author.name, message: message, after: pushed)
      if checked.manifest.digest == pushed.manifest.digest { return checked }
      pushed = checked
    }
    throw Failure(message: "'\(folder)' changes faster than it can be checked", code: .temporary)
  }
}
