internal import JSONText

/// Which files a machine is to serve: paths with sizes and digests, and who said so.
///
/// Invariant: each path stays inside of the folder whatever a file system makes of it, occurs once, and no file stands
/// where another needs a folder; all are within `FleetLimits`. So whoever has a manifest may write its files.
package struct Manifest: Equatable, Sendable {
  /// One file.
  package struct File: Equatable, Sendable {
    /// Names with `/` between them.
    package let path: String
    /// Bytes.
    package let size: Int
    /// SHA-256 of its content.
    package let digest: String

    package init(path: String, size: Int, digest: String) {
      self.path = path
      self.size = size
      self.digest = digest
    }

    /// How many pieces its content is cut into.
    package var pieces: Int { max(1, (size + FleetLimits.pieceBytes - 1) / FleetLimits.pieceBytes) }
  }

  /// Ascending by the bytes of their paths.
  package let files: [File]
  /// Who wrote it: a person and a machine, for others to read.
  package let author: String
  /// Milliseconds since 1970 on that machine.
  package let written: Int
  /// What it is about; may be empty.
  package let message: String
  /// A group has it to try it out for the fleet: it goes when that is over, or when somebody ends it.
  package let isTrial: Bool
  /// What is to be served, in one word: manifests with the same files have the same, whoever wrote them.
  package let digest: String

  /// Why files make no manifest.
  package enum Problem: Error, Equatable, Sendable {
    /// Not a path that stays inside: why, for a person.
    case path(String, String)
    case tooLarge(String, bytes: Int)
    case tooManyFiles(Int)
    case tooManyBytes(Int)
    case twice(String)
    /// A file where a folder has to be.
    case fileAndFolder(String)
    case digest(String)
    /// No JSON, or a member that is missing or has another type.
    case malformed(String)
  }

  /// Checks everything that is promised above.
  package init(files: [File], author: String, written: Int, message: String = "", isTrial: Bool = false)
    throws(Problem)
  {
    if files.count > FleetLimits.mostFiles { throw .tooManyFiles(files.count) }
    var paths: Set<[UInt8]> = []
    var bytes = 0
    for file in files {
      if let problem = Self.problem(withPath: file.path) { throw .path(file.path, problem) }
      guard (0...FleetLimits.mostFileBytes).contains(file.size) else { throw .tooLarge(file.path, bytes: file.size) }
      guard SHA256.isDigest(file.digest) else { throw .digest(file.path) }
      guard paths.insert(Array(file.path.utf8)).inserted else { throw .twice(file.path) }
      bytes += file.size
    }
    if bytes > FleetLimits.mostBytes { throw .tooManyBytes(bytes) }
    for file in files {
      var folder = Array(file.path.utf8)
      while let slash = folder.lastIndex(of: UInt8(ascii: "/")) {
        folder.removeSubrange(slash...)
        if paths.contains(folder) { throw .fileAndFolder(String(decoding: folder, as: UTF8.self)) }
      }
    }
    self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var text: [UInt8] = []
    for file in self.files { text += Array("\(file.digest) \(file.size) \(file.path)\n".utf8) }
    digest = SHA256.digest(of: text)
    self.author = author.cut(to: FleetLimits.longestName)
    self.written = written
    self.message = message.cut(to: FleetLimits.longestName)
    self.isTrial = isTrial
  }

  private init(_ other: Manifest, isTrial: Bool) {
    (files, author, written, message) = (other.files, other.author, other.written, other.message)
    digest = other.digest
    self.isTrial = isTrial
  }

  /// The same, to be tried out.
  package var trial: Manifest { Manifest(self, isTrial: true) }

  /// Why a path may not be written; nil: it may.
  ///
  /// Names that begin with a dot are for folders of tools, ours among them, and are never pushed.
  package static func problem(withPath path: String) -> String? {
    if path.isEmpty { return "it is empty" }
    if path.utf8.count > FleetLimits.longestPath { return "it has more than \(FleetLimits.longestPath) bytes" }
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    if names.count > FleetLimits.deepestPath { return "it goes deeper than \(FleetLimits.deepestPath) folders" }
    for name in names {
      if name.isEmpty { return "it has an empty name" }
      if name.hasPrefix(".") { return "'\(name)' begins with a dot" }
      if name.utf8.count > FleetLimits.longestFileName {
        return "a name has more than \(FleetLimits.longestFileName) bytes"
      }
      if name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 || $0 == "\\" }) {
        return "a name has a control character or a backslash"
      }
    }
    return nil
  }

  /// Of all files.
  package var bytes: Int { files.reduce(0) { $0 + $1.size } }

  /// Each content once, in the order of the files.
  package var contents: [File] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0.digest).inserted }
  }
}

extension Manifest {
  /// As the broker and the folder have it.
  package var encoded: [UInt8] {
    var writer = JSONWriter(capacity: 160 * (files.count + 1))
    writer.beginObject()
    writer.name("version")
    writer.integer(1)
    writer.name("author")
    writer.string(author)
    writer.name("written")
    writer.integer(written)
    if !message.isEmpty {
      writer.name("message")
      writer.string(message)
    }
    if isTrial {
      writer.name("trial")
      writer.bool(true)
    }
    writer.name("files")
    writer.beginArray()
    for file in files {
      writer.beginObject()
      writer.name("path")
      writer.string(file.path)
      writer.name("size")
      writer.integer(file.size)
      writer.name("digest")
      writer.string(file.digest)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  /// Reads what anybody may have written.
  package init(decoding bytes: [UInt8]) throws(Problem) {
    let json: JSONObject
    do throws(Unreadable) { json = try FleetJSON.object(bytes, most: FleetLimits.mostManifestBytes) } catch {
      throw .malformed(error.why)
    }
    guard let list = json["files"]?.array else { throw .malformed("'files' is missing") }
    if list.count > FleetLimits.mostFiles { throw .tooManyFiles(list.count) }
    var files: [File] = []
    for entry in list {
      guard let path = entry["path"]?.string, let size = FleetJSON.integer(entry["size"]),
        let digest = entry["digest"]?.string
      else { throw .malformed("an entry of 'files' lacks 'path', 'size' or 'digest'") }
      files.append(File(path: path, size: size, digest: digest))
    }
    guard let author = json["author"]?.string, let written = FleetJSON.integer(json["written"]) else {
      throw .malformed("'author' or 'written' is missing")
    }
    try self.init(
      files: files, author: author, written: written, message: json["message"]?.string ?? "",
      isTrial: json["trial"] == .bool(true))
  }
}

extension Manifest.Problem: CustomStringConvertible {
  /// For a person, without a full stop.
  package var description: String {
    switch self {
    case .path(let path, let why): "'\(path)' cannot be pushed: \(why)"
    case .tooLarge(let path, let bytes):
      "'\(path)' has \(bytes) bytes; one file may have \(FleetLimits.mostFileBytes)"
    case .tooManyFiles(let count): "\(count) files are more than \(FleetLimits.mostFiles)"
    case .tooManyBytes(let bytes): "\(bytes) bytes in all are more than \(FleetLimits.mostBytes)"
    case .twice(let path): "'\(path)' occurs twice"
    case .fileAndFolder(let path): "'\(path)' is a file and a folder"
    case .digest(let path): "'\(path)' has no digest"
    case .malformed(let why): "this is no manifest: \(why)"
    }
  }
}
