import Posix

/// Where the file lies that is saved.
///
/// Whoever saves waits for more than the daemon could shorten. ext4 writes the blocks of a file that replaces another
/// one before rename(2) returns and tells anybody, and truncating a file frees its old blocks; where the disk is
/// mounted with `discard`, that waits until the disk has forgotten them. So what is ours is measured in memory, and
/// what somebody with a disk sees stands beside it.
enum SavePlace: String, CaseIterable {
  case memory = "in memory"
  /// Where temporary files are.
  case disk = "on disk"

  /// Nil: where temporary files are, also for lack of any other place.
  var folder: String? {
    switch self {
    case .memory: ["/dev/shm"].first(where: FileSystem.exists)
    case .disk: nil
    }
  }
}
