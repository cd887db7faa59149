import Posix

/// A directory of its own for one test, removed with everything in it when the test is over.
final class TemporaryDirectory {
  let path: String

  init() throws { path = try FileSystem.makeTemporaryDirectory() }
  deinit { try? FileSystem.removeTree(path) }

  subscript(name: String) -> String { FileSystem.join(path, name) }
}
