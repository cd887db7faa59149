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

  /// A file's bytes, for verbs that work on the text.
  static func bytes(of path: String) throws(Failure) -> [UInt8] {
    do throws(PosixError) { return try FileSystem.readFile(path).bytes } catch {
      throw Failure(message: "cannot read '\(path)': \(error.reason)", code: .noInput)
    }
  }

  /// What comes through standard input, to its end.
  static func standardInput() throws(Failure) -> [UInt8] {
    do throws(PosixError) { return try StandardInput.read() } catch {
      throw Failure(message: "cannot read standard input: \(error.reason)", code: .noInput)
    }
  }

  /// Gives an existing file other bytes, its mode kept. Whoever reads it meanwhile sees the old ones or the new ones,
  /// except where a new file would belong to somebody else or leave other names of it behind: then it is overwritten.
  static func replace(_ path: String, by bytes: [UInt8]) throws(Failure) {
    do throws(PosixError) {
      let target = try FileSystem.realPath(path)
      let status = try FileSystem.status(of: target)
      if status.owner == CurrentProcess.userID, status.links == 1 {
        try FileSystem.replaceFile(target, bytes, permissions: status.permissions)
        try FileSystem.setPermissions(of: target, to: status.permissions)
      } else {
        try FileSystem.writeFile(target, bytes)
      }
    } catch {
      throw Failure(message: "cannot write '\(path)': \(error.reason)", code: .cannotCreate)
    }
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
