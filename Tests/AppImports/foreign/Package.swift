// swift-tools-version: 6.2
import PackageDescription

// Who has another module named RxSwift in the package graph, and hosts what is written with it.
let package = Package(
  name: "foreign",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "viewmodel-host", path: "../../.."),
    .package(path: "RxSwift"),
  ],
  targets: [
    .executableTarget(
      name: "foreign-host",
      dependencies: [
        .product(name: "RxSwift", package: "RxSwift"),
        .product(name: "ViewModelHost", package: "viewmodel-host"),
        .product(name: "ViewModelKit", package: "viewmodel-host"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)])
  ])
