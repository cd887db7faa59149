import Posix

/// The font files that texts are measured with: which there are, and which have changed.
///
/// A folder stands for all files in it, also those that come later. Whether what is in a file is a font is for whoever
/// opens it.
struct WatchedFonts {
  /// A font's tables, with their checksums, stand at its beginning; so of most fonts all is read, and of the largest
  /// enough to tell an edit.
  static let beginning = 1 << 20
  /// Deeper than anybody sorts fonts, and an end to links that lead round.
  private static let depth = 8

  private let roots: [String]
  private(set) var files: Set<String> = []
  /// Those that were reported as they were at the start.
  private var known: Set<String> = []
  private var changed: Set<String> = []

  init(_ roots: [String]) {
    self.roots = roots
    files = Set(roots.flatMap { Self.files(at: $0) })
  }

  /// A file has other bytes than before, or is reported for the first time.
  mutating func note(_ path: String) {
    guard files.contains(path) else { return }
    if !known.insert(path).inserted { changed.insert(path) }
  }

  /// Looks for files that came and went.
  ///
  /// - Returns: whether there are any.
  mutating func look() -> Bool {
    // Nothing to look for unless a folder is among them.
    if roots.isEmpty || files == Set(roots) && roots.allSatisfy({ !Self.isFolder($0) }) { return false }
    let found = Set(roots.flatMap { Self.files(at: $0) })
    if found == files { return false }
    changed.formUnion(found.symmetricDifference(files))
    // One that comes is listed while it is still being written, so its first report is news too.
    known.formUnion(found.subtracting(files))
    files = found
    return true
  }

  /// In the order of their bytes.
  mutating func takeChanged() -> [String] {
    defer { changed = [] }
    return changed.sorted(by: FileSystem.precedes)
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? FileSystem.status(of: path))?.kind == .directory
  }

  /// What a path stands for: the files of a folder, else the path, there or not.
  private static func files(at path: String, depth: Int = depth) -> [String] {
    guard isFolder(path) else { return [path] }
    guard depth > 0, let entries = try? FileSystem.list(path) else { return [] }
    return entries.filter { !$0.name.hasPrefix(".") }.flatMap {
      files(at: FileSystem.join(path, $0.name), depth: depth - 1)
    }
  }
}
