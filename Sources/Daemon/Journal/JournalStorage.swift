import Posix

/// The bytes of a journal, wherever they are.
protocol JournalStorage: AnyObject {
  /// For messages.
  var path: String { get }
  /// Makes sure that nobody else writes here, and that there is a place to write to. A second call does nothing.
  func claim() throws(JournalObstacle)
  /// Everything that is there; nil: nothing ever was.
  func read() throws(PosixError) -> [UInt8]?
  /// After a throw the bytes are as they were, as far as possible. ENOENT, ESTALE: they have been removed or changed.
  func append(_ bytes: [UInt8]) throws(PosixError)
  func cut(to count: Int) throws(PosixError)
  /// Replaces all bytes at once: a reader sees the old ones or the new ones. After a throw the old ones are there.
  func replace(with bytes: [UInt8]) throws(PosixError)
  /// Where all bytes are written that are to replace those that are there, on another thread; nil: that cannot be.
  var replacement: FileReplacement? { get }
  /// Replaces all bytes by the `count` that were written there, and `bytes` behind them. After a throw the old ones are
  /// there.
  func replace(with replacement: FileReplacement, of count: Int, appending bytes: [UInt8]) throws(PosixError)
  /// Moves what is there out of the way.
  ///
  /// - Returns: where to.
  func setAside() throws(PosixError) -> String
  /// Lets others have it.
  func release()
}

extension JournalStorage {
  var replacement: FileReplacement? { nil }
  func replace(with replacement: FileReplacement, of count: Int, appending bytes: [UInt8]) throws(PosixError) {
    preconditionFailure("no replacement is written for \(path)")
  }
}

/// Why a journal cannot be written at all.
enum JournalObstacle: Error, Equatable {
  case inUse(path: String, process: Int32?)
  case system(PosixError)

  /// Whoever has it now writes things that we do not know.
  var mayPass: Bool { if case .system = self { true } else { false } }
}

extension JournalObstacle: CustomStringConvertible {
  var description: String {
    switch self {
    case .inUse(let path, let process):
      "\(path) is in use\(process.map { " by process \($0)" } ?? "")"
    case .system(let error): error.description
    }
  }
}

/// A file, with a lock of its own: the one of the socket does not do, as a socket may be handed over by the service
/// manager, and `--journal` may name any file.
final class JournalFile: JournalStorage {
  let path: String
  private let ownsDirectory: Bool
  private let file: AppendedFile
  private var lock: FileLock?

  init(_ location: JournalLocation, isSynced: Bool) {
    path = location.path
    ownsDirectory = location.ownsDirectory
    file = AppendedFile(path, isSynced: isSynced)
  }

  func claim() throws(JournalObstacle) {
    guard lock == nil else { return }
    let attempt: FileLock.Attempt
    do throws(PosixError) {
      if ownsDirectory { try FileSystem.makePrivateDirectory(FileSystem.split(path).directory) }
      attempt = try FileLock.acquire(path + ".lock")
    } catch { throw .system(error) }
    switch attempt {
    case .taken(let lock): self.lock = lock
    case .held(let process): throw .inUse(path: path, process: process)
    }
  }

  /// Of what is read at a start. By feel: no journal of a daemon with the standard limits comes near it.
  static let mostBytes = 1 << 30

  func read() throws(PosixError) -> [UInt8]? {
    do throws(PosixError) {
      let bytes = try FileSystem.readFile(path, limit: Self.mostBytes).bytes
      file.expect(bytes.count)
      return bytes
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
  }

  func append(_ bytes: [UInt8]) throws(PosixError) { try file.append(bytes) }
  func cut(to count: Int) throws(PosixError) { try file.cut(to: count) }
  func replace(with bytes: [UInt8]) throws(PosixError) { try file.replace(with: bytes) }

  var replacement: FileReplacement? { file.replacement }
  func replace(with replacement: FileReplacement, of count: Int, appending bytes: [UInt8]) throws(PosixError) {
    try file.replace(with: replacement, of: count, appending: bytes)
  }

  func setAside() throws(PosixError) -> String {
    var place = path + ".set-aside"
    var number = 2
    // What was set aside before is somebody's, too.
    while FileSystem.exists(place) {
      place = "\(path).set-aside-\(number)"
      number += 1
    }
    try FileSystem.rename(path, to: place)
    return place
  }

  func release() {
    lock?.removeFile()
    lock = nil
  }
}
