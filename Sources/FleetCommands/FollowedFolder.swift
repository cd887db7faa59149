import Commands
import Fleet
import Posix

/// The folder of a machine that follows: it always has exactly the files of one manifest, old or new, never some of
/// each, whatever is interrupted.
///
/// A single file that changed is replaced by a rename. Several are written into a second folder beside the first, and
/// the two change places in one step. The folder says itself what it has, in a file of ours whose name begins with a
/// dot; a process that died in between is noticed by the digests of the files.
///
/// Everything below the folder belongs to us; nothing of a manifest leads out of it (`Manifest` sees to that), and
/// links are never followed: what is not a regular file with the right bytes is written anew.
final class FollowedFolder {
  /// As it was named, with the links above it resolved.
  let path: String
  private let side: String
  private let lock: FileLock
  /// What is there: digests by path.
  private(set) var actual: [String: String] = [:]
  /// What the folder says that it has; nil: nothing yet.
  private(set) var manifest: Manifest?
  /// What has been set because of decisions.
  private(set) var held = HeldDecisions()
  /// What could not be read of it, in words; nil: all could.
  private(set) var unreadHeld: String?

  static let marker = ".framewire-nats.json"

  enum Problem: Error {
    /// A folder with files that are not ours.
    case notOurs(String)
    case followedAlready(String, by: Int32?)
    case system(PosixError)
    /// Something that cannot be a folder of ours: why.
    case unfit(String, String)
    /// Why the content of a file could not be had.
    case content(String)

    init(any error: any Error) {
      switch error {
      case let error as Problem: self = error
      case let error as PosixError: self = .system(error)
      default: self = .content("\(error)")
      }
    }

    var words: String {
      switch self {
      case .notOurs(let path): "'\(path)' has files that 'framewire-nats follow' did not write"
      case .followedAlready(let path, let process):
        "'\(path)' is followed already\(process.map { " by process \($0)" } ?? "")"
      case .unfit(let path, let why): "'\(path)' cannot be followed into: \(why)"
      case .system(let error): "\(error)"
      case .content(let why): why
      }
    }
  }

  /// Takes a folder over, or makes it.
  ///
  /// - Parameter replaces: files that are not ours may be thrown away.
  init(_ folder: String, replaces: Bool) throws(Problem) {
    let (lock, path, side): (FileLock, String, String)
    do {
      path = try Self.place(of: folder)
      let (above, name) = FileSystem.split(path)
      side = FileSystem.join(above, ".\(name).framewire-nats")
      try FileSystem.ensurePrivateDirectory(side)
      switch try FileLock.acquire(FileSystem.join(side, "lock")) {
      case .taken(let taken): lock = taken
      case .held(let process): throw Problem.followedAlready(folder, by: process)
      }
      if !FileSystem.exists(path) { try FileSystem.createDirectory(path) }
    } catch { throw Problem(any: error) }
    (self.lock, self.path, self.side) = (lock, path, side)
    do {
      let isOurs = FileSystem.exists(FileSystem.join(path, Self.marker))
      if try !isOurs && !replaces && !FileSystem.list(path).isEmpty { throw Problem.notOurs(folder) }
      let next = FileSystem.join(side, "next")
      if FileSystem.exists(next) { try FileSystem.removeTree(next) }
      try look()
    } catch { throw Problem(any: error) }
    readHeld()
  }

  /// The path of an ordinary folder, or of one that can be made: its own name is no link, since the folder is exchanged
  /// for another one as a whole, and what the link leads to would stay as it is.
  private static func place(of folder: String) throws -> String {
    var named = FileSystem.path(folder, from: FileSystem.currentFolder)
    while named.utf8.count > 1, named.utf8.last == UInt8(ascii: "/") { named.removeLast() }
    let (parent, name) = FileSystem.split(named)
    guard let status = try? FileSystem.status(of: named, followingLink: false) else {
      return FileSystem.join(try FileSystem.realPath(parent), name)
    }
    switch status.kind {
    case .directory: break
    case .symbolicLink: throw Problem.unfit(folder, "it is a link; name the folder that it leads to")
    default: throw Problem.unfit(folder, "it is no folder")
    }
    // Also of '.', '..' and the like.
    let path = try FileSystem.realPath(named)
    if path == "/" { throw Problem.unfit(folder, "it is the root of all folders") }
    return path
  }

  /// Of what is there; nil: it is no complete manifest.
  var digest: String? {
    guard let manifest, actual == Self.digests(of: manifest) else { return nil }
    return manifest.digest
  }

  private static func digests(of manifest: Manifest) -> [String: String] {
    Dictionary(manifest.files.map { ($0.path, $0.digest) }, uniquingKeysWith: { $1 })
  }

  /// Reads everything that is there.
  private func look() throws(PosixError) {
    actual = [:]
    let marker = try? FileSystem.readFile(FileSystem.join(path, Self.marker), limit: FleetLimits.mostManifestBytes)
    manifest = marker.flatMap { try? Manifest(decoding: $0.bytes) }
    var pending = [""]
    while let inner = pending.popLast() {
      for entry in try FileSystem.list(inner.isEmpty ? path : FileSystem.join(path, inner)) {
        let name = inner.isEmpty ? entry.name : "\(inner)/\(entry.name)"
        if name == Self.marker { continue }
        let full = FileSystem.join(path, name)
        switch try FileSystem.status(of: full, followingLink: false).kind {
        case .directory: pending.append(name)
        case .regular:
          let bytes = try? FileSystem.readFile(full, limit: FleetLimits.mostFileBytes).bytes
          actual[name] = bytes.map { SHA256.digest(of: $0) } ?? "unreadable"
        default: actual[name] = "no file"
        }
      }
    }
  }

  /// Brings the folder to a manifest, all at once.
  ///
  /// - Parameters:
  ///   - content: the bytes of a file that is not here, checked.
  ///   - exchanging: does what it is given, the one step in which everything changes. A single file needs none.
  func apply(
    _ wanted: Manifest, content: (Manifest.File) throws(Problem) -> [UInt8],
    exchanging: (() throws(PosixError) -> Void) throws(PosixError) -> Void
  ) throws(Problem) {
    let digests = Self.digests(of: wanted)
    let changed = wanted.files.filter { actual[$0.path] != $0.digest }
    let gone = actual.keys.filter { digests[$0] == nil }
    if changed.isEmpty, gone.isEmpty {
      if manifest != wanted { try mark(wanted, in: path) }
    } else if changed.count == 1, gone.isEmpty, manifest != nil, isOrdinary(changed[0].path) {
      let bytes = try content(changed[0])
      do throws(PosixError) { try FileSystem.replaceFile(FileSystem.join(path, changed[0].path), bytes) } catch {
        throw .system(error)
      }
      actual[changed[0].path] = changed[0].digest
      try mark(wanted, in: path)
    } else {
      try stage(wanted, content)
      let next = FileSystem.join(side, "next")
      do throws(PosixError) {
        let path = path
        // Who may read the folder, and whose group new files get, was somebody's decision. Last, since the kernel takes
        // some of the bits away from what is written to.
        try FileSystem.setPermissions(
          of: next, to: try FileSystem.status(of: path, followingLink: false).permissions)
        try exchanging { () throws(PosixError) in try FileSystem.exchange(next, with: path) }
        actual = digests
        try FileSystem.removeTree(next)
      } catch { throw .system(error) }
    }
    manifest = wanted
  }

  /// Whether all folders above a path are there and are folders.
  private func isOrdinary(_ file: String) -> Bool {
    var place = path
    for name in file.split(separator: "/").dropLast() {
      place = FileSystem.join(place, String(name))
      guard (try? FileSystem.status(of: place, followingLink: false).kind) == .directory else { return false }
    }
    return true
  }

  private func stage(_ wanted: Manifest, _ content: (Manifest.File) throws(Problem) -> [UInt8]) throws(Problem) {
    let next = FileSystem.join(side, "next")
    do throws(PosixError) {
      if FileSystem.exists(next) { try FileSystem.removeTree(next) }
      try FileSystem.createDirectory(next)
    } catch { throw .system(error) }
    let here = Dictionary(actual.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var made: Set<String> = []
    // What is kept until the last file of the same content is written.
    var fetched: [String: [UInt8]] = [:]
    var copies = Dictionary(wanted.files.map { ($0.digest, 1) }, uniquingKeysWith: +)
    for file in wanted.files {
      var bytes = fetched[file.digest]
      if bytes == nil, let known = here[file.digest],
        let read = try? FileSystem.readFile(FileSystem.join(path, known), limit: FleetLimits.mostFileBytes).bytes,
        SHA256.digest(of: read) == file.digest
      {
        bytes = read
      }
      let found = if let bytes { bytes } else { try content(file) }
      // What is large is fetched again.
      copies[file.digest]! -= 1
      let isWantedAgain = copies[file.digest]! > 0 && found.count <= FleetLimits.pieceBytes
      fetched[file.digest] = isWantedAgain ? found : nil
      do throws(PosixError) {
        var folder = ""
        for name in file.path.split(separator: "/").dropLast() {
          folder += folder.isEmpty ? String(name) : "/\(name)"
          if made.insert(folder).inserted { try FileSystem.createDirectory(FileSystem.join(next, folder)) }
        }
        try FileSystem.writeFile(FileSystem.join(next, file.path), found)
      } catch { throw .system(error) }
    }
    try mark(wanted, in: next)
  }

  private func mark(_ manifest: Manifest, in folder: String) throws(Problem) {
    do throws(PosixError) { try FileSystem.replaceFile(FileSystem.join(folder, Self.marker), manifest.encoded) } catch {
      throw .system(error)
    }
  }

  // MARK: Decisions that hold

  private var heldFile: String { FileSystem.join(side, "held.jsonl") }

  /// Where it is gone or damaged, what is decided is set again, which does nothing where it was; what was taken back
  /// meanwhile stays set.
  private func readHeld() {
    guard FileSystem.exists(heldFile) else { return }
    let lost = "what was decided once and is no more may stay set in scenes"
    do throws(PosixError) {
      let bytes = try FileSystem.readFile(heldFile, limit: FleetLimits.mostHeldBytes).bytes
      var unreadable = 0
      held = HeldDecisions(decoding: bytes, unreadable: &unreadable)
      if unreadable > 0 {
        unreadHeld = "\(counted(unreadable, "line")) of '\(heldFile)' cannot be read: \(lost)"
      }
    } catch { unreadHeld = "\(error): \(lost)" }
  }

  /// Remembers what is held now.
  func keep(_ held: HeldDecisions) throws(Problem) {
    guard held != self.held else { return }
    do throws(PosixError) { try FileSystem.replaceFile(heldFile, held.encoded) } catch { throw .system(error) }
    self.held = held
  }
}
