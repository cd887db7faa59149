import Foundation
import Testing

/// `Sources/README.md` is the map; here it is compared with the country.
@Suite("The code map") struct CodeMapTests {
  @Test func `every target is on the map`() throws {
    let named = try Self.namedThings()
    for target in try Self.folders().filter({ !$0.contains("/") }) {
      #expect(named.contains(target), "Sources/README.md does not name the target \(target)")
    }
  }

  /// By its path, or by its own name in the row of its target.
  @Test func `every folder inside a target is on the map`() throws {
    let named = try Self.namedThings()
    let rows = try SourceTree.contents(of: "Sources/README.md").split(separator: "\n")
    for folder in try Self.folders().filter({ $0.contains("/") }) {
      let parts = folder.split(separator: "/")
      let isInRow = rows.contains { $0.hasPrefix("| `\(parts[0])` |") && $0.contains("`\(parts.last!)`") }
      #expect(named.contains(folder) || isInRow, "Sources/README.md does not name the folder \(folder)")
    }
  }

  @Test func `every path on the map leads somewhere`() throws {
    let paths = try Self.namedThings().filter { $0.contains("/") && !$0.contains(" ") && !$0.contains("XTests") }
    try #require(paths.count > 20)

    for path in paths.sorted() {
      let places = [path, "Sources/" + path].map { SourceTree.root.appending(path: $0).path }
      #expect(places.contains(where: FileManager.default.fileExists(atPath:)), "Sources/README.md names \(path)")
    }
  }

  @Test func `every file named alone on the map exists`() throws {
    let files = Set(try SourceTree.paths(below: "Sources").map { $0.split(separator: "/").last.map(String.init) })
    for name in try Self.namedThings() where name.hasSuffix(".swift") && !name.contains("/") && !name.contains(" ") {
      #expect(name == "Package.swift" || files.contains(name), "Sources/README.md names \(name)")
    }
  }

  /// Folders below `Sources`, from there, at any depth.
  private static func folders() throws -> [String] {
    try SourceTree.paths(below: "Sources").filter { path in
      var isFolder: ObjCBool = false
      let file = SourceTree.root.appending(path: path).path
      return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && isFolder.boolValue
    }.map { String($0.dropFirst("Sources/".count)) }
  }

  /// What stands between single backticks.
  private static func namedThings() throws -> Set<String> {
    let page = try SourceTree.contents(of: "Sources/README.md")
    var named: Set<String> = []
    for line in page.split(separator: "\n") {
      for (index, piece) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 { named.insert(String(piece)) }
    }
    return named
  }
}
