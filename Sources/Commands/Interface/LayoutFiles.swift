import Daemon
import LayoutModel
import LayoutSyntax
import Posix

/// Turns files and folders that somebody typed into layout files.
package enum LayoutFiles {
  /// The files that one typed path stands for.
  struct Group {
    /// Where pictures and imports of the files stay, as with files that `serve` watches.
    let place: Place
    /// The file itself; of a folder, all layouts that `serve` would find there, in byte order. A file that several
    /// links lead to is listed once.
    let files: [String]
  }

  /// A folder that files and all that they name stay in.
  struct Place {
    /// By its letters, as imports are written.
    let root: String
    /// What may really be read.
    let enclosure: Enclosure

    /// Of a file that is looked at by itself: the current folder if the file is inside, since a project is rarely
    /// served from an inner folder; else the file's own. What somebody names is read wherever it leads.
    init(of file: String, followingLinks followsLinks: Bool = false) {
      let path = resolvedPath(of: file, importedBy: "")
      let own = FileSystem.split(path).directory
      let current = FileSystem.currentFolder
      root = isInside(path, ".") ? "." : isInside(path, current) ? current : own
      let folders = [root, own].map { FileSystem.path($0, from: current) }
      enclosure = Enclosure(folders, and: [FileSystem.path(path, from: current)], followingLinks: followsLinks)
    }

    init(folder: String, followingLinks followsLinks: Bool = false) {
      let path = resolvedPath(of: folder, importedBy: "")
      root = path.isEmpty ? "." : path
      enclosure = Enclosure([FileSystem.path(root, from: FileSystem.currentFolder)], followingLinks: followsLinks)
    }
  }

  /// What the arguments of a verb stand for; without any this folder. Says of layouts in folders that they are not
  /// served.
  static func groups(of invocation: Invocation, _ console: Console) throws(Failure) -> [Group] {
    try groups(
      invocation.arguments.isEmpty ? ["."] : invocation.arguments,
      followingLinks: invocation.has(Verb.Option.followLinks.name), console)
  }

  /// Counts files, and says which folder they are of if nobody has named one.
  static func count(_ files: Int, of invocation: Invocation) -> ShownText {
    let count = counted(files, "file")
    return invocation.arguments.isEmpty ? "\(count) in \(FileSystem.currentFolder)" : "\(count)"
  }

  private static func groups(
    _ paths: [String], followingLinks followsLinks: Bool = false, _ console: Console
  ) throws(Failure) -> [Group] {
    var groups: [Group] = []
    for path in paths {
      guard try isFolder(path) else {
        groups.append(Group(place: Place(of: path, followingLinks: followsLinks), files: [path]))
        continue
      }
      let found = layoutFiles(servedFrom: path, followingLinks: followsLinks) {
        console.printAside("note: \($0.description)")
      }
      if found.isEmpty { throw Failure(message: "there is no *.layout file in '\(path)'", code: .noInput) }
      groups.append(Group(place: Place(folder: path, followingLinks: followsLinks), files: found))
    }
    return groups
  }

  /// All files that the paths stand for.
  static func expanding(_ paths: [String], _ console: Console) throws(Failure) -> [String] {
    try groups(paths, console).flatMap(\.files)
  }

  /// The path of one file; throws when no file is there.
  static func existing(_ path: String) throws(Failure) -> String {
    guard try isFolder(path) else { return path }
    let found = layoutFiles(servedFrom: path).first
    throw Failure(
      message: "'\(path)' is a folder", help: found.map { "say which file, like \($0)" }, code: .noInput)
  }

  /// Reads a file, for verbs that work on the text.
  static func bytes(of path: String) throws(Failure) -> [UInt8] {
    do throws(PosixError) { return try FileSystem.readFile(path).bytes } catch {
      throw Failure(message: "cannot read '\(path)': \(error.reason)", code: .noInput)
    }
  }

  /// Reads standard input to its end.
  static func standardInput() throws(Failure) -> [UInt8] {
    do throws(PosixError) { return try StandardInput.read() } catch {
      throw Failure(message: "cannot read standard input: \(error.reason)", code: .noInput)
    }
  }

  /// Gives an existing file other bytes and keeps its mode. Whoever reads it meanwhile sees either the old bytes or the
  /// new ones. The file is overwritten in place where a new one would belong to somebody else, or would part from other
  /// names of the file.
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

  /// Writes what somebody asked for into a file, which is old or new and never half. A device or a pipe is written to.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(PosixError) {
      let isSpecial = (try? FileSystem.status(of: path).kind).map { $0 != .regular } ?? false
      if isSpecial { try FileSystem.writeFile(path, bytes) } else { try FileSystem.replaceFile(path, bytes) }
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

extension Verb.Argument {
  /// Of verbs that look at any number of files.
  static let layoutFiles = Verb.Argument(
    name: "FILE", meaning: "a layout file, or a folder of them; this folder if left out", isOptional: true,
    repeats: true, completion: .layoutFiles)
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
      message: "there is no \(noun) '\(path)'", help: near.map(correction), code: .noInput)
  }
}
