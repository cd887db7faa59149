import Foundation

/// The package as files, found from where this file was compiled.
struct SourceTree {
  struct File {
    /// From the package root, as in `Sources/Geometry/Size.swift`.
    let path: String
    let lines: [String]

    /// The modules it imports: `Wire` for `@testable internal import struct Wire.Request`.
    var imports: [String] {
      lines.compactMap { line in
        var words = line.split(separator: " ")
        while let first = words.first, first.hasPrefix("@") || SourceTree.accessLevels.contains(String(first)) {
          words.removeFirst()
        }
        guard words.first == "import", words.count > 1 else { return nil }
        words.removeFirst()
        if SourceTree.importKinds.contains(String(words[0])) { words.removeFirst() }
        return words.first?.split(separator: ".").first.map(String.init)
      }
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
  private static let importKinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

  /// Paths of the files and folders below `folder`, from the package root, sorted; hidden ones left out.
  static func paths(below folder: String) throws -> [String] {
    let start = root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: start.path)
    return names.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.map { folder + "/" + $0 }.sorted()
  }

  /// The Swift files below `folder`.
  static func swiftFiles(below folder: String) throws -> [File] {
    try paths(below: folder).filter { $0.hasSuffix(".swift") }.map { path in
      File(path: path, lines: try contents(of: path).components(separatedBy: "\n"))
    }
  }

  static func contents(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
