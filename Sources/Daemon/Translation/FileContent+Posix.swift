import FileWatching
public import LayoutRuntime
import Posix

extension LayoutRuntime.FileContent {
  /// What is at `path` now, for those who look once and watch nothing.
  public init(of path: String, _ extent: LayoutRuntime.FileExtent) {
    do throws(PosixError) {
      switch extent {
      case .whole: self = .bytes(try FileSystem.readFile(path).bytes)
      case .beginning: self = .bytes(try FileSystem.readBeginning(path, length: Runtime.longestBeginning).bytes)
      }
    } catch { self = error.isNotFound ? .missing : .unreadable(error.reason) }
  }

  /// What a watcher found.
  init(_ state: FileChange.State) {
    switch state {
    case .content(let bytes): self = .bytes(bytes)
    case .missing: self = .missing
    case .unreadable(let error): self = .unreadable(error.reason)
    }
  }
}

extension FileWatching.FileExtent {
  init(_ extent: LayoutRuntime.FileExtent) {
    switch extent {
    case .whole: self = .whole
    case .beginning: self = .beginning(Runtime.longestBeginning)
    }
  }
}
