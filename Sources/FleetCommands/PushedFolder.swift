import Commands
import Fleet
import Posix

/// A folder as it is pushed: every file in it but those whose names begin with a dot, with its bytes.
struct PushedFolder {
  let manifest: Manifest
  /// By digest.
  let contents: [String: [UInt8]]
  /// Which state of which file was read, where another one would show: by path.
  private let read: [String: (identity: FileIdentity, file: Manifest.File)]
  /// Below it a further write may leave the identity of a file as it is: two ticks of the slowest kernel.
  private static let leastAge = Duration.milliseconds(20)

  /// Reads it. A link is refused, since it says something about this machine, and so is all that is neither file nor
  /// folder.
  ///
  /// - Parameter earlier: what was read before: what has not changed since is not read again.
  init(_ folder: String, author: String, message: String, after earlier: PushedFolder? = nil) throws(Failure) {
    var files: [Manifest.File] = []
    var contents: [String: [UInt8]] = [:]
    var read: [String: (identity: FileIdentity, file: Manifest.File)] = [:]
    var bytes = 0
    var pending = [""]
    while let inner = pending.popLast() {
      let place = inner.isEmpty ? folder : FileSystem.join(folder, inner)
      let entries: [FileSystem.Entry]
      do throws(PosixError) { entries = try FileSystem.list(place) } catch { throw Self.unreadable(place, error) }
      for entry in entries where !entry.name.hasPrefix(".") {
        let path = inner.isEmpty ? entry.name : "\(inner)/\(entry.name)"
        guard entry.isExact else {
          throw Failure(message: "'\(path)' cannot be pushed: its name is not UTF-8", code: .badValue)
        }
        if let problem = Manifest.problem(withPath: path) { throw Failure(Manifest.Problem.path(path, problem)) }
        let full = FileSystem.join(folder, path)
        do {
          let status = try FileSystem.status(of: full, followingLink: false)
          switch status.kind {
          case .directory: pending.append(path)
          case .regular:
            if files.count >= FleetLimits.mostFiles { throw Failure(.tooManyFiles(files.count + 1)) }
            let file: Manifest.File
            if let known = earlier?.read[path], known.identity == status.identity {
              file = known.file
              contents[file.digest] = earlier?.contents[file.digest]
              read[path] = known
            } else {
              let content = try FileSystem.readFile(full, limit: FleetLimits.mostFileBytes)
              file = Manifest.File(
                path: path, size: content.bytes.count, digest: SHA256.digest(of: content.bytes))
              contents[file.digest] = content.bytes
              if content.age > Self.leastAge { read[path] = (content.identity, file) }
            }
            bytes += file.size
            if bytes > FleetLimits.mostBytes { throw Failure(.tooManyBytes(bytes)) }
            files.append(file)
          case .symbolicLink: throw Failure(.path(path, "it is a link"))
          case .socket, .pipe, .other: throw Failure(.path(path, "it is no file"))
          }
        } catch {
          if let error = error as? PosixError { throw Self.unreadable(full, error) }
          throw Failure(any: error)
        }
      }
    }
    do throws(Manifest.Problem) {
      manifest = try Manifest(
        files: files, author: author, written: CurrentProcess.wallMilliseconds, message: message)
    } catch { throw Failure(error) }
    self.contents = contents
    self.read = read
  }

  private static func unreadable(_ path: String, _ error: PosixError) -> Failure {
    Failure(message: "cannot read '\(path)': \(error.reason)", code: .noInput)
  }
}

extension Failure {
  init(_ problem: Manifest.Problem) {
    self.init(
      message: problem.description,
      help: "a manifest has files and folders alone, within the limits of Documentation/limits.md",
      code: .badValue)
  }
}
