public import Posix

/// Where a daemon keeps what survives it.
public struct JournalLocation: Equatable, Sendable {
  /// Of the file; its lock and what replaces it stand beside it.
  public let path: String
  /// Whether the directory is Framewire's own, to be created with mode 0700.
  public let ownsDirectory: Bool

  /// A path the user chose, in a directory the user answers for.
  public init(path: String) {
    self.path = path
    ownsDirectory = false
  }

  /// The usual place: a file for each socket and set of served folders in `$XDG_STATE_HOME/framewire`, else
  /// `~/.local/state/framewire`.
  ///
  /// For each socket, since two daemons may serve one folder. For each set of folders, since a scene is known by its
  /// name, and the `login` of another project is not this one. The name begins with words that tell people which it
  /// is and ends with what tells it apart. The variables count as unset when they are empty or not absolute (XDG Base
  /// Directory Specification).
  ///
  /// - Parameter roots: the served folders and files, as real paths.
  /// - Returns: nil when neither variable is set.
  public init?(environment: [String: String], address: SocketAddress, roots: [String]) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard
      let state = absolute("XDG_STATE_HOME")
        ?? absolute("HOME").map({ FileSystem.join(FileSystem.join($0, ".local"), "state") })
    else { return nil }
    let roots = Set(roots).sorted(by: FileSystem.precedes)
    let socket = Self.realPath(address.path)
    let words = [FileSystem.split(socket).name.replacing(".sock", with: ""), FileSystem.split(roots.first ?? "").name]
    // No path has a NUL, so no two lists of paths run together to the same bytes.
    let key = ([socket] + roots).joined(separator: "\0")
    let name = (words.map(Self.harmless) + [Self.digest(of: key)]).joined(separator: "-")
    path = FileSystem.join(FileSystem.join(state, "framewire"), name + ".journal")
    ownsDirectory = true
  }

  /// The socket may not be there yet; its directory is.
  private static func realPath(_ path: String) -> String {
    let (directory, name) = FileSystem.split(path)
    return FileSystem.join((try? FileSystem.realPath(directory)) ?? directory, name)
  }

  /// Letters, digits and a few signs, not too many of them.
  private static func harmless(_ word: String) -> String {
    String(
      word.unicodeScalars.prefix(32).map {
        $0.isASCII && $0.properties.isAlphabetic || "0"..."9" ~= $0 ? Character($0) : "_"
      })
  }

  /// FNV-1a with 64 bits: stable for ever, as files are found by it. Nobody gains anything by a collision.
  private static func digest(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return String(hash, radix: 36)
  }
}
