import DaemonHarness
import Posix
import Testing

/// The Python that `make test` sets up below `.build`, with the varlink client from PyPI in it.
enum Python {
  static func path() throws -> String {
    let python = FileSystem.join(Repository.root, ".build/venv/bin/python3")
    try #require(
      FileSystem.exists(python), "there is no \(python); 'make test' sets it up, and so does 'make .build/venv'")
    return python
  }
}

/// Where the sources are.
enum Repository {
  static let root: String = {
    var path = #filePath
    for _ in 0..<3 { path = FileSystem.split(path).directory }
    return path
  }()

  static func path(_ name: String) -> String { FileSystem.join(root, name) }
}
