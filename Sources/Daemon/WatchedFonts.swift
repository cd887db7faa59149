import Posix

/// The font files that texts are measured with: which have changed since the measurer was made.
///
/// A folder stands for all files in it, also those that come later. Whether what is in a file is a font is for whoever
/// opens it.
struct WatchedFonts {
  /// A font's tables and their checksums stand at its beginning. Most fonts are read in full, and of the largest ones
  /// enough to notice an edit.
  static let beginning = 1 << 20

  /// Files and folders, as they were said.
  private let roots: [String]
  /// The first report is of how things were at the start.
  private var hasBegun = false
  private var changed: Set<String> = []

  init(_ roots: [String]) { self.roots = roots }

  /// What to follow all of.
  var folders: [String: Int] { Dictionary(roots.map { ($0, Self.beginning) }) { first, _ in first } }

  /// Whether a file is one of these.
  func contains(_ path: String) -> Bool {
    roots.contains { root in
      if root == "." { return !path.hasPrefix("/") && !path.hasPrefix("..") }
      return path == root || path.hasPrefix(FileSystem.join(root, ""))
    }
  }

  /// Keeps those of `paths`, which differ from the report before, that are fonts.
  mutating func recordChanges(_ paths: [String]) {
    if hasBegun { changed.formUnion(paths.lazy.filter(contains)) }
    hasBegun = true
  }

  /// In the order of their bytes.
  mutating func takeChanged() -> [String] {
    defer { changed = [] }
    return changed.sorted(by: FileSystem.precedes)
  }
}
