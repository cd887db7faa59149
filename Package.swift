// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: warnings are errors.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Targets that touch C: besides, every unsafe expression must say so.
let shell: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
  name: "framewire",
  products: [
    .executable(name: "framewire", targets: ["framewire"]),
    .library(name: "FramewireClient", targets: ["FramewireClient"]),
  ],
  targets: [
    // Core: no I/O, no clock, no Foundation.
    // Rounding calls libm, which only Glibc's importers would link by themselves.
    .target(name: "Geometry", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "ConstraintSolver", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "LayoutSyntax", swiftSettings: strict),
    .target(name: "Frames", dependencies: ["Geometry"], swiftSettings: strict),
    .target(name: "LayoutModel", dependencies: ["Geometry", "LayoutSyntax"], swiftSettings: strict),
    .target(
      name: "LayoutEngine", dependencies: ["Geometry", "ConstraintSolver", "LayoutModel", "Frames"],
      swiftSettings: strict),
    .target(
      name: "LayoutRuntime",
      dependencies: ["Geometry", "LayoutSyntax", "LayoutModel", "LayoutEngine", "Frames"],
      swiftSettings: strict),
    .target(name: "Wire", dependencies: ["Frames"], swiftSettings: strict),

    // Shell: one outside thing each.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
    .target(name: "Posix", dependencies: ["CLinux"], swiftSettings: shell),
    .target(name: "FileWatching", dependencies: ["CInotifyTools", "Posix"], swiftSettings: shell),
    .target(name: "FramewireClient", dependencies: ["Wire", "Frames", "Posix"], swiftSettings: strict),

    // Composition.
    .target(
      name: "Daemon",
      dependencies: [
        "FileWatching", "Frames", "Geometry", "LayoutEngine", "LayoutModel", "LayoutRuntime", "LayoutSyntax", "Posix",
        "Wire",
      ], swiftSettings: strict),
    .target(
      name: "Commands",
      dependencies: [
        "Daemon", "FramewireClient", "Frames", "LayoutEngine", "LayoutModel", "LayoutRuntime", "LayoutSyntax", "Posix",
        "Wire",
      ],
      swiftSettings: strict),
    .executableTarget(name: "framewire", dependencies: ["Commands", "Posix"], swiftSettings: strict),
    // The systems that benchmarks time and tests check, so that both speak of the same ones.
    .target(name: "SolverWorkloads", dependencies: ["ConstraintSolver"], swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "ConstraintSolver", "SolverWorkloads", "LayoutSyntax", "LayoutModel", "LayoutEngine", "LayoutRuntime",
        "Frames", "FramewireClient", "Posix", "Wire",
      ],
      swiftSettings: strict),

    // Tests.
    .systemLibrary(name: "CGLPK", path: "Tests/CGLPK", providers: [.apt(["libglpk-dev"])]),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: strict),
    .testTarget(
      name: "ConstraintSolverTests", dependencies: ["ConstraintSolver", "SolverWorkloads", "CGLPK"],
      swiftSettings: strict),
    .testTarget(
      name: "LayoutSyntaxTests", dependencies: ["LayoutSyntax"], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "FramesTests", dependencies: ["Frames"], swiftSettings: strict),
    .testTarget(
      name: "LayoutModelTests", dependencies: ["LayoutModel"], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "LayoutEngineTests", dependencies: ["LayoutEngine", "LayoutModel"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(name: "LayoutRuntimeTests", dependencies: ["LayoutRuntime"], swiftSettings: strict),
    .testTarget(name: "WireTests", dependencies: ["Wire"], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "PosixTests", dependencies: ["Posix"], swiftSettings: strict),
    .testTarget(name: "FileWatchingTests", dependencies: ["FileWatching"], swiftSettings: strict),
    .testTarget(name: "FramewireClientTests", dependencies: ["FramewireClient"], swiftSettings: strict),
    .testTarget(
      name: "DaemonTests", dependencies: ["Daemon", "FramewireClient", "LayoutEngine", "LayoutRuntime", "Wire"],
      swiftSettings: strict),
    .testTarget(name: "CommandsTests", dependencies: ["Commands"], swiftSettings: strict),
    // Reads the sources and this file: walls and house rules.
    .testTarget(name: "HouseTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
