// swift-tools-version: 6.2
import PackageDescription

/// All presentation logic runs on one thread: the main actor, which the host's event loop drives.
let mainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "viewmodel-host",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "JSONFoundation", targets: ["JSONFoundation"]),
  ],
  targets: [
    .target(name: "JSON"),
    .target(name: "JSONFoundation", dependencies: ["JSON"]),
    .executableTarget(name: "benchmarks", dependencies: ["JSON"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "JSONFoundationTests", dependencies: ["JSONFoundation"]),
  ],
  swiftLanguageModes: [.v6]
)
