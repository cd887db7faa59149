// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Every target of ours: warnings are errors, and every unsafe expression says that it is one.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error), .strictMemorySafety()]

let package = Package(
  name: "framewire",
  products: [
    .executable(name: "framewire", targets: ["framewire"]),
    // What takes more libraries than the daemon is to have.
    .executable(name: "framewire-show", targets: ["framewire-show"]),
    .executable(name: "framewire-decode", targets: ["framewire-decode"]),
    .executable(name: "framewire-nats", targets: ["framewire-nats"]),
    // With the modules that its interface speaks of.
    .library(
      name: "FramewireClient", targets: ["FramewireClient", "Frames", "JSONText", "Posix", "Settables", "Wire"]),
    // Layouts in a program: no files, no daemon, and no C library but libm.
    .library(
      name: "Framewire", targets: ["Framewire", "Geometry", "LayoutEngine", "LayoutModel", "LayoutSyntax"]),
    // The same with files and sockets: layouts that are edited while the program runs, and tools that look into it.
    .library(name: "FramewireLive", targets: ["FramewireLive"]),
    // `framewire swift-names` in the builds of other packages.
    .plugin(name: "SwiftNames", targets: ["SwiftNames"]),
    // Fonts for both.
    .library(name: "TextMeasurement", targets: ["TextMeasurement"]),
  ],
  targets: [
    // Core: no I/O, no clock, no Foundation.
    // Rounding calls libm, which only Glibc's importers would link by themselves.
    .target(name: "Geometry", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "ConstraintSolver", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    // What the protocol, the journal and layouts as JSON have in common, so that hostile bytes have one reader.
    .target(name: "JSONText", swiftSettings: strict),
    .target(name: "LayoutSyntax", dependencies: ["JSONText"], swiftSettings: strict),
    .target(name: "Motion", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Pictures", swiftSettings: strict),
    .target(name: "Settables", swiftSettings: strict),
    .target(name: "Frames", dependencies: ["Geometry"], swiftSettings: strict),
    // A scene as marks, and marks as text: SVG and the characters of a terminal.
    .target(name: "Drawing", dependencies: ["Frames", "Geometry", "JSONText", "Pictures"], swiftSettings: strict),
    .target(
      name: "LayoutModel", dependencies: ["Geometry", "LayoutSyntax", "Motion", "Settables"], swiftSettings: strict),
    .target(
      name: "LayoutEngine", dependencies: ["Geometry", "ConstraintSolver", "LayoutSyntax", "LayoutModel", "Frames"],
      swiftSettings: strict),
    .target(
      name: "LayoutRuntime",
      dependencies: [
        "Geometry", "LayoutSyntax", "LayoutModel", "LayoutEngine", "Frames", "Motion", "Pictures", "Settables",
      ],
      swiftSettings: strict),
    .target(name: "Wire", dependencies: ["Frames", "JSONText", "Settables"], swiftSettings: strict),
    // What holds for a fleet of machines, whatever carries it.
    .target(name: "Fleet", dependencies: ["JSONText", "Settables", "Wire"], swiftSettings: strict),
    // Layouts said in Swift, with the same meaning as in a file.
    .target(
      name: "Framewire",
      dependencies: [
        "Frames", "Geometry", "LayoutEngine", "LayoutModel", "LayoutRuntime", "LayoutSyntax", "Settables",
      ], swiftSettings: strict),

    // Shell: one outside thing each.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev", "libcairo2-dev"])]),
    // Font files inside of the program: SwiftPM's own way with resources brings Foundation along.
    .target(name: "CShippedFonts", exclude: ["Fonts"], cSettings: [.headerSearchPath("Fonts")]),
    .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    // The files of the page, in the same way.
    .target(name: "CPageAssets", exclude: ["Page"]),
    // The page of all diagnostics, `Layouts/DIAGNOSTICS.md`, in the same way.
    .target(name: "CDiagnosticsPage"),
    .target(name: "Posix", dependencies: ["CLinux"], swiftSettings: strict),
    .target(name: "FileWatching", dependencies: ["CInotifyTools", "Posix"], swiftSettings: strict),
    .target(name: "PangoCairo", dependencies: ["CPangoCairo"], swiftSettings: strict),
    .target(
      name: "TextMeasurement", dependencies: ["Geometry", "LayoutEngine", "PangoCairo", "CShippedFonts", "Posix"],
      swiftSettings: strict),
    .target(name: "FramewireClient", dependencies: ["Wire", "Frames", "Posix"], swiftSettings: strict),
    .target(name: "ImageDecoding", dependencies: ["CGdkPixbuf"], swiftSettings: strict),
    .target(name: "HTTPServer", dependencies: ["CMicrohttpd", "Posix"], swiftSettings: strict),
    .target(name: "Nats", dependencies: ["CNats"], swiftSettings: strict),

    // Composition.
    // Marks as pixels and pages, in the fonts that texts were measured in.
    .target(
      name: "Painting", dependencies: ["Drawing", "Geometry", "PangoCairo", "TextMeasurement"], swiftSettings: strict),
    .target(
      name: "Daemon",
      dependencies: [
        "FileWatching", "Frames", "Geometry", "JSONText", "LayoutEngine", "LayoutModel", "LayoutRuntime",
        "LayoutSyntax", "Posix", "Settables", "TextMeasurement", "Wire",
      ], swiftSettings: strict),
    .target(
      name: "FramewireLive",
      dependencies: ["Daemon", "Framewire", "LayoutEngine", "LayoutRuntime", "LayoutSyntax", "Posix"],
      swiftSettings: strict),
    .target(
      name: "Commands",
      dependencies: [
        "CDiagnosticsPage", "Daemon", "Drawing", "FramewireClient", "Frames", "Geometry", "JSONText", "LayoutEngine",
        "LayoutModel", "LayoutRuntime", "LayoutSyntax", "Motion", "Painting", "Posix", "Settables", "TextMeasurement",
        "Wire",
      ],
      swiftSettings: strict),
    .executableTarget(name: "framewire", dependencies: ["Commands", "Posix"], swiftSettings: strict),
    // A process of its own, since what is linked is loaded at every start, and since web pages reach it.
    .target(
      name: "WebPreview",
      dependencies: [
        "CPageAssets", "CShippedFonts", "Drawing", "FramewireClient", "HTTPServer", "JSONText", "LayoutSyntax",
        "Pictures", "Posix", "Wire",
      ], swiftSettings: strict),
    .executableTarget(name: "framewire-show", dependencies: ["Posix", "WebPreview"], swiftSettings: strict),
    .executableTarget(name: "framewire-decode", dependencies: ["ImageDecoding", "Posix"], swiftSettings: strict),
    // A process of its own for the same reason: the daemon has no threads and no network.
    .target(
      name: "FleetCommands",
      dependencies: [
        "Commands", "FileWatching", "Fleet", "FramewireClient", "JSONText", "Nats", "Posix", "Settables", "Wire",
      ], swiftSettings: strict),
    .executableTarget(name: "framewire-nats", dependencies: ["FleetCommands", "Posix"], swiftSettings: strict),
    .plugin(name: "SwiftNames", capability: .buildTool(), dependencies: ["framewire"]),
    // The systems that benchmarks time and tests check, so that both speak of the same ones.
    .target(name: "SolverWorkloads", dependencies: ["ConstraintSolver"], swiftSettings: strict),
    // A target here as well as a package of its own, so that the tests have it without a second build.
    .executableTarget(
      name: "widest-view", dependencies: ["FramewireClient", "Frames", "Posix", "Wire"],
      path: "Examples/SwiftSubscriber/Sources/widest-view", swiftSettings: strict),
    .systemLibrary(
      name: "CSDL", path: "Examples/SwiftWindow/Sources/CSDL", providers: [.apt(["libsdl2-dev"])]),
    .executableTarget(
      name: "live-window", dependencies: ["CSDL", "Framewire", "FramewireLive", "Geometry", "TextMeasurement"],
      path: "Examples/SwiftWindow/Sources/live-window", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "ConstraintSolver", "SolverWorkloads", "LayoutSyntax", "LayoutModel", "LayoutEngine", "LayoutRuntime",
        "Fleet", "Frames", "Framewire", "FramewireClient", "Posix", "Settables", "TextMeasurement", "Wire",
      ],
      exclude: [
        "README.md", "Peers/box_workloads.py", "Peers/fanout.c", "Peers/fetch.sh", "Peers/highs_workloads.py",
        "Peers/kiwi_workloads.cpp",
      ],
      swiftSettings: strict),

    // Tests.
    .systemLibrary(name: "CGLPK", path: "Tests/CGLPK", providers: [.apt(["libglpk-dev"])]),
    // What tests of several targets need.
    .target(
      name: "TestSupport", dependencies: ["LayoutSyntax", "Settables"], path: "Tests/TestSupport", swiftSettings: strict
    ),
    // Laws that hold for any bytes: what a fuzzer runs, and the tests on a corpus.
    .target(
      name: "Fuzzing",
      dependencies: [
        "Daemon", "Frames", "Geometry", "JSONText", "LayoutEngine", "LayoutModel", "LayoutRuntime", "LayoutSyntax",
        "Pictures", "Settables", "TestSupport", "Wire",
      ], path: "Tests/Fuzzing", swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"], exclude: ["Corpora"], swiftSettings: strict),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
    .testTarget(
      name: "ConstraintSolverTests", dependencies: ["ConstraintSolver", "SolverWorkloads", "CGLPK", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LayoutSyntaxTests", dependencies: ["Fuzzing", "JSONText", "LayoutSyntax", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(name: "MotionTests", dependencies: ["Motion", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PicturesTests", dependencies: ["Fuzzing", "Pictures", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "FramesTests", dependencies: ["Frames", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "DrawingTests", dependencies: ["Drawing", "Frames", "Geometry"], swiftSettings: strict),
    .testTarget(
      name: "LayoutModelTests",
      dependencies: ["Fuzzing", "Geometry", "LayoutModel", "LayoutSyntax", "Motion", "Settables", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "LayoutEngineTests",
      dependencies: [
        "Fuzzing", "Frames", "Geometry", "LayoutEngine", "LayoutModel", "LayoutSyntax", "SolverWorkloads",
        "TestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "LayoutRuntimeTests",
      dependencies: [
        "Frames", "Geometry", "LayoutEngine", "LayoutModel", "LayoutRuntime", "LayoutSyntax", "Motion", "Settables",
        "TestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "FramewireTests",
      dependencies: ["Framewire", "Geometry", "LayoutEngine", "LayoutModel", "LayoutSyntax", "TestSupport"],
      exclude: ["MustNotCompile"],
      swiftSettings: strict),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "WireTests", dependencies: ["Fuzzing", "Frames", "JSONText", "Settables", "Wire", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "TextMeasurementTests",
      dependencies: [
        "LayoutEngine", "LayoutModel", "LayoutSyntax", "PangoCairo", "Posix", "TestSupport", "TextMeasurement",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PaintingTests",
      dependencies: ["DaemonHarness", "Drawing", "Geometry", "Painting", "PangoCairo", "Posix", "TextMeasurement"],
      swiftSettings: strict),
    .testTarget(
      name: "ImageDecodingTests",
      dependencies: ["DaemonHarness", "Drawing", "ImageDecoding", "Posix", "framewire-decode"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "FleetTests", dependencies: ["Fleet", "JSONText", "Settables", "TestSupport", "Wire"],
      swiftSettings: strict),
    // A real nats-server for the tests below.
    .target(name: "NatsHarness", dependencies: ["Nats", "Posix"], path: "Tests/NatsHarness", swiftSettings: strict),
    .testTarget(name: "NatsTests", dependencies: ["Nats", "NatsHarness", "Posix"], swiftSettings: strict),
    .testTarget(
      name: "FleetCommandsTests",
      dependencies: [
        "Commands", "DaemonHarness", "Fleet", "FleetCommands", "FramewireClient", "Frames", "JSONText", "Nats",
        "NatsHarness",
        "Posix", "Settables", "TestSupport", "Wire", "framewire-nats",
      ], swiftSettings: strict),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "Posix"], swiftSettings: strict),
    .testTarget(
      name: "WebPreviewTests",
      dependencies: [
        "DaemonHarness", "Drawing", "FramewireClient", "Frames", "Geometry", "HTTPServer", "JSONText", "Posix",
        "WebPreview", "Wire", "framewire-show",
      ], exclude: ["Browser"], swiftSettings: strict),
    .testTarget(name: "PosixTests", dependencies: ["Posix"], swiftSettings: strict),
    .testTarget(name: "FileWatchingTests", dependencies: ["FileWatching", "Posix"], swiftSettings: strict),
    .testTarget(
      name: "FramewireClientTests", dependencies: ["Frames", "FramewireClient", "JSONText", "Posix", "Wire"],
      swiftSettings: strict),
    // A real daemon on a real socket, for the tests below; they need the tool to be built beside them.
    .target(
      name: "DaemonHarness", dependencies: ["Drawing", "FramewireClient", "JSONText", "Posix", "Wire", "framewire"],
      path: "Tests/DaemonHarness", swiftSettings: strict),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Fuzzing", "Daemon", "DaemonHarness", "Frames", "FramewireClient", "Geometry", "JSONText", "LayoutEngine",
        "LayoutModel", "LayoutRuntime", "LayoutSyntax", "Posix", "Settables", "TestSupport", "Wire",
      ], swiftSettings: strict),
    .testTarget(
      name: "FramewireLiveTests",
      dependencies: ["DaemonHarness", "Framewire", "FramewireClient", "FramewireLive", "Geometry", "Posix", "Wire"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "DaemonHarness", "Drawing", "Frames", "FramewireClient", "Geometry", "JSONText", "LayoutModel",
        "LayoutRuntime", "LayoutSyntax", "Posix", "Settables", "TestSupport", "Wire",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
    // The whole path: the tool, a folder, a Python client of somebody else, and the examples.
    // What the Swift client understands, for the same conversations that clients in other languages are held to.
    .executableTarget(
      name: "scene-probe", dependencies: ["Frames", "FramewireClient", "Posix", "Wire"], path: "Tests/SceneProbe",
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["DaemonHarness", "FramewireClient", "Posix", "Wire", "live-window", "scene-probe", "widest-view"],
      exclude: ["layout_schema.py", "protocol_page.py", "varlink_client.py", "watch_terminal.py"],
      swiftSettings: strict),
    // Reads the sources and this file: walls and house rules.
    .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: strict),
    // Runs what the README shows, with the tool that was built beside it.
    .testTarget(name: "TourTests", dependencies: ["Posix", "TestSupport", "framewire"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Without libmicrohttpd and gdk-pixbuf: `framewire preview` and `render` say then what is missing.
if Context.environment["FRAMEWIRE_SHOW"] == "0" {
  let show = [
    "CGdkPixbuf", "CMicrohttpd", "CPageAssets", "HTTPServer", "HTTPServerTests", "ImageDecoding", "ImageDecodingTests",
    "WebPreview", "WebPreviewTests", "framewire-decode", "framewire-show",
  ]
  package.targets.removeAll { show.contains($0.name) }
  package.products.removeAll { ["framewire-decode", "framewire-show"].contains($0.name) }
}

// Without libnats: `make` says then which package it is. FRAMEWIRE_NATS=0 and 1 decide; what else is found out here may
// be remembered by SwiftPM until this file changes.
let hasNats = ["/usr/include", "/usr/local/include"].contains {
  FileManager.default.fileExists(atPath: $0 + "/nats/nats.h")
}
if (Context.environment["FRAMEWIRE_NATS"] ?? (hasNats ? "1" : "0")) == "0" {
  let nats = [
    "CNats", "FleetCommands", "FleetCommandsTests", "Nats", "NatsHarness", "NatsTests", "framewire-nats",
  ]
  package.targets.removeAll { nats.contains($0.name) }
  package.products.removeAll { $0.name == "framewire-nats" }
} else if let benchmarks = package.targets.first(where: { $0.name == "Benchmarks" }) {
  benchmarks.dependencies.append("Nats")
  benchmarks.swiftSettings = strict + [.define("FRAMEWIRE_NATS")]
}

// `make fuzz` builds this one; it links libFuzzer, which only comes with --sanitize=fuzzer.
if Context.environment["FRAMEWIRE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzzer", exclude: ["run.sh"], swiftSettings: strict))
}
