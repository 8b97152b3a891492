// swift-tools-version: 6.2
import PackageDescription

/// All presentation logic runs on one thread: the main actor, which the host's event loop drives.
let mainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "viewmodel-host",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "JSON", targets: ["JSON"])
  ],
  targets: [
    .target(name: "JSON"),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
  ],
  swiftLanguageModes: [.v6]
)
