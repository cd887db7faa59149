// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SwiftSubscriber",
  dependencies: [.package(name: "framewire", path: "../..")],
  targets: [
    .executableTarget(
      name: "widest-view", dependencies: [.product(name: "FramewireClient", package: "framewire")],
      path: "Sources/widest-view")
  ],
  swiftLanguageModes: [.v6]
)
