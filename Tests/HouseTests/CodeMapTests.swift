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

  /// A row that speaks of others in words names only some of them.
  @Test func `what a target may use on the map are its arrows in Package swift`() throws {
    let manifest = try Manifest.current.get()
    let rows = try SourceTree.contents(of: "Sources/README.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
    var checked = 0
    for target in manifest.targets where target.folder.hasPrefix("Sources/") && !target.dependencies.isEmpty {
      let row = try #require(rows.first { $0.hasPrefix("| `\(target.name)` |") }, "\(target.name) has no row")
      let cell = row.split(separator: "|", omittingEmptySubsequences: false).dropLast().last ?? ""
      let pieces = cell.split(separator: "`", omittingEmptySubsequences: false)
      let named = Set(pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) })
      let arrows = Set(target.dependencies)
      #expect(named.isSubset(of: arrows), "the map lets \(target.name) use too much")
      if !["the core", "the above", "whatever"].contains(where: { cell.contains($0) }) {
        #expect(named == arrows, "the map does not say all that \(target.name) may use")
      }
      checked += 1
    }
    #expect(checked > 10)
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
      return unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && isFolder.boolValue
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
