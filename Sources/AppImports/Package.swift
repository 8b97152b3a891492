// swift-tools-version: 6.2
import PackageDescription

// Modules with the names that apps import, so that an app's sources compile unchanged. They are a
// separate package because target names in a package graph have to be unique: a project with the
// real RxSwift does not depend on it.

let mainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "AppImports",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "Action", targets: ["Action"]),
    .library(name: "AppleNames", targets: ["AppleNames"]),
    .library(name: "Differentiator", targets: ["Differentiator"]),
    .library(name: "NSObject_Rx", targets: ["NSObject_Rx"]),
    .library(name: "RxCocoa", targets: ["RxCocoa"]),
    .library(name: "RxDataSources", targets: ["RxDataSources"]),
    .library(name: "RxOptional", targets: ["RxOptional"]),
    .library(name: "RxRelay", targets: ["RxRelay"]),
    .library(name: "RxSwift", targets: ["RxSwift"]),
    .library(name: "RxSwiftExt", targets: ["RxSwiftExt"]),
  ],
  dependencies: [.package(name: "viewmodel-host", path: "../..")],
  targets: [
    .target(
      name: "RxSwift", dependencies: [.product(name: "Reactive", package: "viewmodel-host")],
      swiftSettings: mainActor),
    .target(name: "RxRelay", dependencies: ["RxSwift"]),
    .target(name: "RxCocoa", dependencies: ["AppleNames", "RxSwift"], swiftSettings: mainActor),
    .target(name: "Action", dependencies: ["RxSwift"]),
    .target(name: "NSObject_Rx", dependencies: ["RxSwift"], swiftSettings: mainActor),
    .target(name: "Differentiator", swiftSettings: mainActor),
    .target(
      name: "RxDataSources", dependencies: ["Differentiator", "RxCocoa"], swiftSettings: mainActor),
    .target(name: "RxOptional", dependencies: ["RxCocoa"], swiftSettings: mainActor),
    .target(name: "RxSwiftExt", dependencies: ["RxSwift"], swiftSettings: mainActor),
    .target(name: "AppleNames", swiftSettings: mainActor),
  ],
  swiftLanguageModes: [.v6]
)

// Apple's platforms have these modules.
#if os(Linux)
  package.products += [
    .library(name: "Combine", targets: ["Combine"]),
    .library(name: "SwiftUI", targets: ["SwiftUI"]),
    .library(name: "UIKit", targets: ["UIKit"]),
  ]
  package.targets += [
    .target(
      name: "Combine", dependencies: [.product(name: "ReactiveCombine", package: "viewmodel-host")],
      swiftSettings: mainActor),
    .target(name: "SwiftUI", dependencies: ["AppleNames", "Combine"]),
    .target(name: "UIKit", dependencies: ["AppleNames", "UIKitParts"]),
    // For `import UIKit.UIImage`: only a C module can have submodules, and Swift's module of the
    // same name is imported with it.
    .systemLibrary(name: "UIKitParts"),
  ]
#endif
