// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "RxSwift",
  products: [.library(name: "RxSwift", targets: ["RxSwift"])],
  targets: [.target(name: "RxSwift")])
