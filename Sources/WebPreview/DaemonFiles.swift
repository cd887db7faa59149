import Posix

/// The files that a daemon names, for who reads them in its place. It may have read them before somebody changed the
/// folders, so what it names may lead elsewhere by now.
struct DaemonFiles {
  /// From where it names them.
  let folder: String
  /// What is previewed.
  let enclosure: Enclosure?

  /// - Returns: nil where there is none, or where links lead out of what is previewed. Of what the daemon serves
  ///   besides, only files to which no link leads are read.
  func read(_ file: String) -> [UInt8]? {
    let path = FileSystem.path(file, from: folder)
    if let bytes = try? enclosure?.readFile(path).bytes { return bytes }
    let directory = FileSystem.split(path).directory
    guard (try? FileSystem.realPath(directory)) == directory else { return nil }
    return try? Enclosure([directory]).readFile(path).bytes
  }
}
