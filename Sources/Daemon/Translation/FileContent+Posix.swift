public import LayoutRuntime
import Posix

extension LayoutRuntime.FileContent {
  /// What is at `path` now: the answer to the runtime's `read`.
  public init(ofFileAt path: String) {
    do throws(PosixError) { self = .bytes(try FileSystem.readFile(path).bytes) } catch {
      self = error.isNotFound ? .missing : .unreadable(error.reason)
    }
  }
}
