import Commands
import Fleet
import Posix

/// A folder as it is pushed: every file in it but those whose names begin with a dot, with its bytes.
struct PushedFolder {
  let manifest: Manifest
  /// By digest.
  let contents: [String: [UInt8]]

  /// Reads it. A link is refused, since it says something about this machine, and so is all that is neither file nor
  /// folder.
  init(_ folder: String, author: String, message: String) throws(Failure) {
    var files: [Manifest.File] = []
    var contents: [String: [UInt8]] = [:]
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
          switch try FileSystem.status(of: full, followingLink: false).kind {
          case .directory: pending.append(path)
          case .regular:
            if files.count >= FleetLimits.mostFiles { throw Failure(.tooManyFiles(files.count + 1)) }
            let content = try FileSystem.readFile(full, limit: FleetLimits.mostFileBytes).bytes
            bytes += content.count
            if bytes > FleetLimits.mostBytes { throw Failure(.tooManyBytes(bytes)) }
            let digest = SHA256.digest(of: content)
            contents[digest] = content
            files.append(Manifest.File(path: path, size: content.count, digest: digest))
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
