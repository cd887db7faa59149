import Foundation
import Testing

/// The walls of `Sources/README.md`, read from the sources themselves.
@Suite("The walls between targets") struct WallTests {
  /// From the inside out. A target may depend on those of its own row and of the rows above it, never below.
  static let layers: [(name: String, targets: Set<String>)] = [
    ("core", core),
    (
      "system libraries",
      [
        "CLinux", "CInotifyTools", "CGdkPixbuf", "CMicrohttpd", "CNats", "CPangoCairo", "CPageAssets", "CShippedFonts",
        "CDiagnosticsPage",
      ]
    ),
    (
      "shell",
      [
        "Posix", "FileWatching", "PangoCairo", "TextMeasurement", "FramewireClient", "HTTPServer", "ImageDecoding",
        "Nats",
      ]
    ),
    (
      "composition",
      [
        "Daemon", "FramewireLive", "Painting", "Commands", "framewire", "WebPreview", "framewire-show",
        "framewire-decode", "FleetCommands", "framewire-nats",
        "SolverWorkloads", "Benchmarks",
      ]
    ),
  ]

  /// No I/O, no clock, no Foundation: values in, values out.
  static let core: Set = [
    "Geometry", "ConstraintSolver", "JSONText", "LayoutSyntax", "Motion", "Frames", "LayoutModel", "LayoutEngine",
    "LayoutRuntime", "Pictures", "Settables", "Wire", "Framewire", "Drawing", "Fleet",
  ]

  /// Which one module gives each system library its Swift shape.
  static let wrappers = [
    "CLinux": "Posix", "CInotifyTools": "FileWatching", "CMicrohttpd": "HTTPServer", "CNats": "Nats",
    "CPangoCairo": "PangoCairo", "CGdkPixbuf": "ImageDecoding",
  ]

  /// Modules that bring the outside in.
  static let outside: Set = [
    "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "Darwin", "Dispatch",
    "SwiftGlibc",
  ]

  /// `exp`, `log`, `sin` and `cos` come from libm, and Glibc is the module that declares them: springs in closed
  /// form need them, and Swift's library has no others.
  static let libmFile = "Sources/Motion/Libm.swift"

  /// Memory without checks, for a running solver, with the numbers why; and the letters of a static string.
  static let unsafeFiles: Set = [
    "Sources/ConstraintSolver/Storage/Memory.swift", "Sources/JSONText/JSONWriter.swift",
  ]

  @Test func `a target of the core has one file at most that says what is unsafe`() throws {
    for target in Self.core.sorted() {
      for file in try SourceTree.swiftFiles(below: "Sources/" + target) where !Self.unsafeFiles.contains(file.path) {
        for (number, line) in file.lines.enumerated() where line.contains(/Unsafe[A-Z]|\bunsafe\b|@safe/) {
          if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
          Issue.record("\(file.path):\(number + 1) is unsafe")
        }
      }
    }
  }

  /// So that `unsafe` and `@safe` are the only ways.
  @Test func `every target checks that what is unsafe says so`() throws {
    for target in try Manifest.current.get().targets where target.hasSwift {
      #expect(target.isStrictAboutMemory, "\(target.name) is not built with strictMemorySafety")
    }
  }

  @Test func `core targets import neither the system nor a C library`() throws {
    for target in Self.core.sorted() {
      let files = try SourceTree.swiftFiles(below: "Sources/" + target)
      try #require(!files.isEmpty, "\(target) has no files")
      for file in files {
        for module in file.imports where Self.outside.contains(module) || Self.wrappers[module] != nil {
          if module == "Glibc" && file.path == Self.libmFile { continue }
          Issue.record("\(file.path) imports \(module)")
        }
      }
    }
  }

  @Test func `nobody but Posix calls libc`() throws {
    for file in try SourceTree.swiftFiles(below: "Sources") where !file.path.hasPrefix("Sources/Posix/") {
      for module in file.imports where Self.outside.contains(module) && file.path != Self.libmFile {
        Issue.record("\(file.path) imports \(module)")
      }
    }
  }

  @Test func `exactly one module imports each system library`() throws {
    var importers: [String: Set<String>] = [:]
    for file in try SourceTree.swiftFiles(below: "Sources") {
      let target = String(file.path.split(separator: "/")[1])
      for module in file.imports where Self.isSystemLibrary(module) {
        importers[module, default: []].insert(target)
      }
    }
    for (library, users) in importers {
      #expect(users == [Self.wrappers[library] ?? "a wrapper named in this test"], "importers of \(library)")
    }
  }

  @Test func `dependencies point from the shell to the core`() throws {
    let manifest = try Manifest.current.get()
    try #require(!manifest.targets.isEmpty)
    let sources = manifest.targets.filter { $0.folder.hasPrefix("Sources/") }

    for target in sources {
      let layer = try #require(Self.layer(of: target.name), "\(target.name) stands in no layer of this test")
      for dependency in target.dependencies {
        let inner = try #require(Self.layer(of: dependency), "\(dependency) stands in no layer of this test")
        #expect(inner <= layer, "\(target.name) (\(Self.layers[layer].name)) depends on \(dependency)")
      }
    }
    let named = Self.layers.reduce(into: Set<String>()) { $0.formUnion($1.targets) }
    #expect(Set(sources.map(\.name)).isSubset(of: named))
  }

  @Test func `a module is imported only where Package swift has the arrow`() throws {
    let manifest = try Manifest.current.get()
    let names = Set(manifest.targets.map(\.name))

    for target in manifest.targets where target.type != "system" {
      let allowed = Set(target.dependencies)
      for file in try SourceTree.swiftFiles(below: target.folder) {
        for module in file.imports where names.contains(module) && module != target.name {
          #expect(allowed.contains(module), "\(file.path) imports \(module) without an arrow in Package.swift")
        }
      }
    }
  }

  /// What `LayoutModel/Building` may name of `LayoutSyntax`: where something stands, and what is said about it.
  private static let namedByTheBuilder: Set = [
    "Diagnostic", "DiagnosticCode", "SourceSpan", "SyntaxLimits", "nearestName",
  ]

  /// A Swift program builds layouts without any text, so what a placement means must not be written against nodes.
  @Test func `the builder of layouts names no type of the syntax`() throws {
    let declaration = /public (?:indirect )?(?:struct|enum|class|protocol|func) (\w+)/
    let syntax = try SourceTree.swiftFiles(below: "Sources/LayoutSyntax").flatMap { file in
      file.lines.compactMap { line in
        line.hasPrefix("public") ? line.firstMatch(of: declaration).map { String($0.1) } : nil
      }
    }
    let forbidden = Set(syntax).subtracting(Self.namedByTheBuilder).union(["LayoutResolver", "SourceFile"])
    try #require(forbidden.isSuperset(of: ["SyntaxNode", "SyntaxTree", "SyntaxKind", "Word"]))
    let files = try SourceTree.swiftFiles(below: "Sources/LayoutModel/Building")
    try #require(files.count > 10)

    for file in files {
      for (index, line) in file.lines.enumerated() where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
        for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          #expect(!forbidden.contains(String(word)), "\(file.path):\(index + 1) names \(word)")
        }
      }
    }
  }

  private static func layer(of target: String) -> Int? {
    layers.firstIndex { $0.targets.contains(target) }
  }

  private static func isSystemLibrary(_ module: String) -> Bool {
    let map = SourceTree.root.appending(path: "Sources/\(module)/module.modulemap")
    return FileManager.default.fileExists(atPath: map.path)
  }
}
