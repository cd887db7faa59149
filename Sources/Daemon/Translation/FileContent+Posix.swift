import FileWatching
public import LayoutRuntime
public import Posix

extension LayoutRuntime.FileContent {
  /// What is at an absolute path now, for those who look once and watch nothing.
  public init(of path: String, _ extent: LayoutRuntime.FileExtent, within enclosure: Enclosure) {
    do throws(PosixError) {
      switch extent {
      case .whole: self = .bytes(try enclosure.readFile(path).bytes)
      case .beginning: self = .bytes(try enclosure.readBeginning(path, length: Runtime.longestBeginning).bytes)
      }
    } catch { self = Self(error) }
  }

  private init(_ error: PosixError) {
    self = error.isOutside ? .outside : error.isNotFound ? .missing : .unreadable(error.reason)
  }

  /// What a watcher found.
  init(_ state: FileChange.State) {
    switch state {
    case .content(let bytes): self = .bytes(bytes)
    case .missing: self = .missing
    case .unreadable(let error): self = Self(error)
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
