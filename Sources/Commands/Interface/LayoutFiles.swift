import LayoutSyntax
import Posix

/// Files and folders that somebody typed, as layout files.
enum LayoutFiles {
  /// The files themselves; a folder stands for every `*.layout` in it, as `serve` takes it: walked whole, except names
  /// that begin with a dot, in byte order.
  static func expanding(_ paths: [String]) throws(Failure) -> [String] {
    var files: [String] = []
    for path in paths {
      guard try isFolder(path) else {
        files.append(path)
        continue
      }
      let found = layouts(below: path)
      if found.isEmpty { throw Failure(message: "there is no *.layout file in '\(path)'", code: .noInput) }
      files += found
    }
    return files
  }

  /// One file that is there.
  static func existing(_ path: String) throws(Failure) -> String {
    guard try isFolder(path) else { return path }
    let found = layouts(below: path).first
    throw Failure(
      message: "'\(path)' is a folder", help: found.map { "say which file, like \($0)" }, code: .noInput)
  }

  private static func isFolder(_ path: String) throws(Failure) -> Bool {
    do throws(PosixError) { return try FileSystem.status(of: path).kind == .directory } catch {
      guard error.isNotFound else { throw Failure(message: "cannot read '\(path)': \(error.reason)", code: .noInput) }
      let (folder, name) = FileSystem.split(path)
      let neighbours = ((try? FileSystem.list(folder)) ?? []).map(\.name).filter { $0.hasSuffix(".layout") }
      let near = nearestName(to: name, in: neighbours.sorted())
      throw Failure(
        message: "there is no file '\(path)'", help: near.map { "did you mean '\($0)'?" }, code: .noInput)
    }
  }

  private static func layouts(below folder: String) -> [String] {
    let entries = ((try? FileSystem.list(folder)) ?? []).filter { !$0.name.hasPrefix(".") }
    var files: [String] = []
    for name in entries.map(\.name) {
      let path = FileSystem.join(folder, name)
      switch try? FileSystem.status(of: path).kind {
      case .directory: files += layouts(below: path)
      case .regular where name.hasSuffix(".layout"): files.append(path)
      default: break
      }
    }
    return files.sorted(by: FileSystem.precedes)
  }
}
