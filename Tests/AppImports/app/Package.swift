// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "viewmodel-host", path: "../../.."),
    .package(path: "../../../Sources/AppImports"),
  ],
  targets: [
    // As in an app: the sources know nothing of a host, and import what they do there.
    .target(
      name: "Shared",
      dependencies: [
        .product(name: "Action", package: "AppImports"),
        .product(name: "Combine", package: "AppImports"),
        .product(name: "Differentiator", package: "AppImports"),
        .product(name: "NSObject_Rx", package: "AppImports"),
        .product(name: "RxCocoa", package: "AppImports"),
        .product(name: "RxDataSources", package: "AppImports"),
        .product(name: "RxOptional", package: "AppImports"),
        .product(name: "RxRelay", package: "AppImports"),
        .product(name: "RxSwift", package: "AppImports"),
        .product(name: "RxSwiftExt", package: "AppImports"),
        .product(name: "SwiftUI", package: "AppImports"),
        .product(name: "UIKit", package: "AppImports"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "app-host",
      dependencies: [
        "Shared",
        .product(name: "ViewModelHost", package: "viewmodel-host"),
        .product(name: "ViewModelKit", package: "viewmodel-host"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ])
