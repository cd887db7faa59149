import Foundation
import Testing

/// What the types of anchors, clauses and blocks forbid. Each wrong line of the snippets has a part of what the
/// compiler says behind it; there are no other errors.
@Suite("What must not compile") struct MustNotCompileTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "MustNotCompile")

  /// An error, by the file and line that it stands in.
  struct Complaint: Hashable {
    var file: String
    var line: Int
  }

  @Test func `every wrong line is an error that says why, and no other line is one`() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    let wanted = try Self.markers(in: files)
    try #require(wanted.count > 60 && files.count > 3)

    let said = try Compiler.errors(in: files)

    for (place, words) in wanted {
      let heard = said[place] ?? []
      #expect(heard.contains { $0.contains(words) }, "\(place.file):\(place.line) says \(heard), not '\(words)'")
    }
    for (place, heard) in said where wanted[place] == nil {
      Issue.record("\(place.file):\(place.line) is an error: \(heard)")
    }
  }

  /// The snippets of the pages compile as they stand there, each as a file of its own.
  @Test(arguments: ["swift.md"])
  func `the snippets of the documentation compile`(page: String) throws {
    let documentation = Self.folder.appending(path: "../../../Documentation").standardizedFileURL
    let text = try String(contentsOf: documentation.appending(path: page), encoding: .utf8)
    let snippets = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    try #require(!snippets.isEmpty)
    let folder = FileManager.default.temporaryDirectory.appending(path: "framewire-snippets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [URL] = []
    for (index, snippet) in snippets.enumerated() {
      let file = folder.appending(path: "Snippet\(index).swift")
      let snippet = snippet.replacingOccurrences(of: "import Framewire\n", with: "")
      // In a scope of its own, so that snippets may use the same names.
      let isDeclaration = snippet.hasPrefix("extension") || snippet.contains("@main")
      let body = isDeclaration ? snippet : "func snippet\(index)() throws {\n\(snippet)\n}"
      try "import Framewire\n\(body)\n".write(to: file, atomically: true, encoding: .utf8)
      files.append(file)
    }

    let said = try Compiler.errors(in: files, warningsAreErrors: false)

    #expect(said.isEmpty, "\(said)")
  }

  /// What stands behind `// error: ` in the lines of files.
  private static func markers(in files: [URL]) throws -> [Complaint: String] {
    var markers: [Complaint: String] = [:]
    for file in files {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      for (index, line) in lines.enumerated() {
        guard let mark = line.range(of: "// error: ") else { continue }
        markers[Complaint(file: file.lastPathComponent, line: index + 1)] = String(line[mark.upperBound...])
      }
    }
    return markers
  }
}

/// The compiler, on the modules that were built with this test.
enum Compiler {
  /// Type-checks files together, and gathers the errors by their places.
  static func errors(
    in files: [URL], warningsAreErrors: Bool = true
  ) throws -> [MustNotCompileTests.Complaint: [String]] {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let modules = URL(filePath: tests).deletingLastPathComponent().appending(path: "Modules")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // As one module in one frontend: else the first file with errors would be the only one that is looked at.
    process.arguments =
      ["swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-module-name", "Snippets", "-I", modules.path]
      + (warningsAreErrors ? ["-warnings-as-errors"] : []) + files.map(\.path)
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()

    var errors: [MustNotCompileTests.Complaint: [String]] = [:]
    for line in said.components(separatedBy: "\n") {
      guard let match = line.firstMatch(of: /^(.+\.swift):(\d+):\d+: error: (.*)$/), let number = Int(match.2) else {
        if line.hasPrefix("<unknown>:0: error:") || line.hasPrefix("error:") { throw Failure(said: said) }
        continue
      }
      let name = match.1.split(separator: "/").last.map(String.init) ?? String(match.1)
      errors[MustNotCompileTests.Complaint(file: name, line: number), default: []].append(String(match.3))
    }
    return errors
  }

  struct Failure: Error { var said: String }
}
