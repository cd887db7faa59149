import Posix

/// The font files that texts are measured with: which have changed since the measurer was made.
///
/// A folder stands for all files in it, also those that come later. Whether what is in a file is a font is for whoever
/// opens it.
struct WatchedFonts {
  /// A font's tables and their checksums stand at its beginning. Most fonts are read in full, and of the largest ones
  /// enough to notice an edit.
  private static let beginning = 1 << 20

  /// The first report is of how things were at the start.
  private var hasBegun = false
  private var changed: Set<String> = []

  /// How much is to be watched of these files, and of all files in these folders.
  static func folders(_ paths: [String]) -> [String: Int] {
    Dictionary(paths.map { ($0, beginning) }) { first, _ in first }
  }

  /// These files differ from the report before.
  mutating func record(_ paths: [String]) {
    if hasBegun { changed.formUnion(paths) }
    hasBegun = true
  }

  /// In the order of their bytes.
  mutating func removeChanged() -> [String] {
    defer { changed = [] }
    return changed.sorted(by: FileSystem.precedes)
  }
}
