// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SwiftWindow",
  dependencies: [.package(name: "framewire", path: "../..")],
  targets: [
    .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
    .executableTarget(
      name: "live-window",
      dependencies: [
        "CSDL", .product(name: "FramewireLive", package: "framewire"),
        .product(name: "Framewire", package: "framewire"), .product(name: "TextMeasurement", package: "framewire"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
