public import LayoutRuntime
import Posix

extension LayoutRuntime.FileContent {
  /// What is at `path` now: the answer to the runtime's `read`.
  public init(ofFileAt path: String) {
    self.init { () throws(PosixError) in try FileSystem.readFile(path) }
  }

  /// The beginning of what is at `path` now: the answer to the runtime's `readPicture`.
  public init(ofPictureAt path: String) {
    self.init { () throws(PosixError) in try FileSystem.readBeginning(path, length: Runtime.longestBeginning) }
  }

  private init(_ read: () throws(PosixError) -> Posix.FileContent) {
    do throws(PosixError) { self = .bytes(try read().bytes) } catch { self.init(error) }
  }

  init(_ error: PosixError) { self = error.isNotFound ? .missing : .unreadable(error.reason) }
}
