import Daemon
import LayoutModel
import LayoutSyntax
import Posix

/// Files and folders that somebody typed, as layout files.
enum LayoutFiles {
  /// What one of the things that somebody typed stands for.
  struct Group {
    /// The folder that pictures and imports of the files stay in, as those of served files do.
    let root: String
    /// Of a folder all layouts that `serve` would find there, once each however many links lead to it, in byte order.
    let files: [String]
  }

  static func groups(_ paths: [String]) throws(Failure) -> [Group] {
    var groups: [Group] = []
    for path in paths {
      guard try isFolder(path) else {
        groups.append(Group(root: root(of: path), files: [path]))
        continue
      }
      let found = layoutFiles(servedFrom: path)
      if found.isEmpty { throw Failure(message: "there is no *.layout file in '\(path)'", code: .noInput) }
      let root = resolvedPath(of: path, importedBy: "")
      groups.append(Group(root: root.isEmpty ? "." : root, files: found))
    }
    return groups
  }

  /// All files of the groups.
  static func expanding(_ paths: [String]) throws(Failure) -> [String] { try groups(paths).flatMap(\.files) }

  /// The folder that a file's pictures and imports stay in when it is looked at by itself. That is the current folder
  /// if the file is inside, since a project is rarely served from an inner folder; else it is the file's own.
  static func root(of file: String) -> String {
    let path = resolvedPath(of: file, importedBy: "")
    if isInside(path, ".") { return "." }
    if let current = try? CurrentProcess.currentDirectory(), isInside(path, current) { return current }
    return FileSystem.split(path).directory
  }

  /// One file that is there.
  static func existing(_ path: String) throws(Failure) -> String {
    guard try isFolder(path) else { return path }
    let found = layoutFiles(servedFrom: path).first
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
      throw .missing("file", path)
    }
  }
}

extension Failure {
  /// - Parameter noun: what was expected at the path.
  static func missing(_ noun: String, _ path: String) -> Failure {
    let (folder, name) = FileSystem.split(path)
    let neighbours = ((try? FileSystem.list(folder)) ?? []).filter { entry in
      entry.name.hasSuffix(".layout") || noun != "file" && entry.kind == .directory
    }
    let near = nearestName(to: name, in: neighbours.map(\.name).sorted())
    return Failure(
      message: "there is no \(noun) '\(path)'", help: near.map { "did you mean '\($0)'?" }, code: .noInput)
  }
}
