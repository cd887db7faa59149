public import Posix

/// What there is where a daemon would keep its journal, for somebody who asks without touching it.
public enum JournalCondition: Equatable, Sendable {
  /// Nothing was kept yet, and it can be.
  case absent
  /// The folder is missing and can be made, or not: then why nothing can be kept.
  case closed(PosixError)
  /// The folder is open to others, or somebody else's.
  case exposed(folder: String)
  /// It is there and cannot be read, or not be written.
  case unreadable(PosixError)
  /// No journal, or one of another version; a daemon would set it aside.
  case foreign
  /// It can be read. `damages` counts the pieces that are not as they were written, a torn end included.
  case readable(bytes: Int, entries: Int, damages: Int)

  /// Looks at a place.
  public init(at location: JournalLocation) {
    let folder = FileSystem.split(location.path).directory
    if let condition = Self.condition(of: folder, isOurs: location.ownsDirectory) {
      self = condition
      return
    }
    do throws(PosixError) {
      let bytes = try FileSystem.readFile(location.path, limit: .max).bytes
      guard FileSystem.isWritable(location.path) else {
        self = .unreadable(PosixError(permissionDeniedTo: "open", path: location.path))
        return
      }
      self = Self.condition(of: bytes)
    } catch { self = error.isNotFound ? .absent : .unreadable(error) }
  }

  /// - Returns: nil when a journal can stand there.
  private static func condition(of folder: String, isOurs: Bool) -> JournalCondition? {
    do throws(PosixError) {
      let status = try FileSystem.status(of: folder, followingLink: !isOurs)
      guard status.kind == .directory else { throw PosixError(noDirectory: folder) }
      let isForeign = status.owner != CurrentProcess.userID
      // Of a folder of ours that is open to others a daemon takes the rights away.
      if isOurs, isForeign { return .exposed(folder: folder) }
      return FileSystem.isWritable(folder) ? nil : .closed(PosixError(permissionDeniedTo: "open", path: folder))
    } catch {
      guard isOurs, error.isNotFound else { return .closed(error) }
      let parent = FileSystem.split(folder).directory
      guard parent != folder else { return .closed(error) }
      return condition(ofFolderToMakeIn: parent)
    }
  }

  /// Whether folders can be made in the nearest one that is there.
  private static func condition(ofFolderToMakeIn folder: String) -> JournalCondition? {
    let parent = FileSystem.split(folder).directory
    if !FileSystem.exists(folder), parent != folder { return condition(ofFolderToMakeIn: parent) }
    return FileSystem.isWritable(folder) ? nil : .closed(PosixError(permissionDeniedTo: "mkdir", path: folder))
  }

  private static func condition(of bytes: [UInt8]) -> JournalCondition {
    if bytes.isEmpty { return .absent }
    let text = JournalText(reading: bytes)
    guard Journal.isUnderstood(text) else { return .foreign }
    return .readable(
      bytes: bytes.count, entries: text.entries.count, damages: text.damages.count + (text.tear == nil ? 0 : 1))
  }
}
