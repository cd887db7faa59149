import Foundation

/// The targets of the package and their arrows, as SwiftPM itself reads `Package.swift`.
struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    /// Names of the targets it depends on.
    let dependencies: [String]

    /// Whether every unsafe expression must say that it is one.
    let isStrictAboutMemory: Bool

    private enum Keys: CodingKey { case name, type, path, dependencies, settings }

    /// `{ "kind": { "strictMemorySafety": {} } }`, among others.
    private struct Setting: Decodable {
      struct Kind: Decodable {
        struct Nothing: Decodable {}
        let strictMemorySafety: Nothing?
      }
      let kind: Kind
    }

    /// `{ "byName": ["Geometry", null] }`; products of other packages do not occur.
    private struct Dependency: Decodable {
      let byName: [String?]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      name = try container.decode(String.self, forKey: .name)
      type = try container.decode(String.self, forKey: .type)
      path = try container.decodeIfPresent(String.self, forKey: .path)
      let arrows = try container.decode([Dependency].self, forKey: .dependencies)
      dependencies = arrows.compactMap { $0.byName.first ?? nil }
      let settings = try container.decode([Setting].self, forKey: .settings)
      isStrictAboutMemory = settings.contains { $0.kind.strictMemorySafety != nil }
    }

    /// C has no such setting, and plugins have none at all.
    var hasSwift: Bool {
      !["system-target", "system", "plugin"].contains(type)
        && !["CDiagnosticsPage", "CPageAssets", "CShippedFonts"].contains(name)
    }

    /// Where its sources are, from the package root.
    var folder: String { path ?? (["test": "Tests/", "plugin": "Plugins/"][type] ?? "Sources/") + name }
  }

  let targets: [Target]

  /// Read once for all tests: asking takes about a second.
  static let current = Result { try read() }

  /// Asks `swift package dump-package`, with a scratch path of its own: the outer build may hold the lock of `.build`.
  private static func read() throws -> Manifest {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "framewire-manifest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", SourceTree.root.path, "--scratch-path", scratch.path, "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Manifest.self, from: json)
  }
}
