// swift-tools-version: 6.2
import PackageDescription

/// All presentation logic runs on one thread: the main actor, which the host's event loop drives.
let mainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

/// The settings of all targets. Warnings are errors in CI only, so that a newer compiler can build
/// the project.
let common: [SwiftSetting] =
  Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "viewmodel-host",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .executable(name: "viewmodel-generate", targets: ["viewmodel-generate"]),
    .executable(name: "viewmodel-pack", targets: ["viewmodel-pack"]),
    .executable(name: "viewmodel-host", targets: ["viewmodel-host"]),
    .library(name: "HostTools", targets: ["HostTools"]),
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "JSONFoundation", targets: ["JSONFoundation"]),
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveCombine", targets: ["ReactiveCombine"]),
    .library(name: "ReactiveTesting", targets: ["ReactiveTesting"]),
    .library(name: "SampleViewModels", targets: ["SampleViewModels"]),
    .library(name: "Transcripts", targets: ["Transcripts", "TranscriptTesting"]),
    .library(name: "ViewModelHost", targets: ["ViewModelHost"]),
    .library(name: "ViewModelKit", targets: ["ViewModelKit"]),
    .plugin(name: "DescribeViewModels", targets: ["DescribeViewModels"]),
    .plugin(name: "PackHost", targets: ["PackHost"]),
  ],
  targets: [
    .target(name: "LibC"),
    .target(name: "OperatingSystem", dependencies: ["LibC"]),
    .target(name: "JSON"),
    .target(name: "JSONFoundation", dependencies: ["JSON"]),
    .target(name: "JSONRPC", dependencies: ["JSON"]),
    .target(name: "HostProtocol", dependencies: ["JSON", "JSONRPC"]),
    .target(name: "HostedStreams"),
    .target(name: "Reactive", dependencies: ["HostedStreams"], swiftSettings: mainActor),
    .target(
      name: "ReactiveCombine", dependencies: ["HostedStreams", "Reactive"],
      swiftSettings: mainActor),
    .target(name: "ReactiveTesting", dependencies: ["Reactive"], swiftSettings: mainActor),
    .target(name: "Contracts", dependencies: ["JSON"], swiftSettings: mainActor),
    .target(
      name: "Hosting",
      dependencies: ["Contracts", "HostedStreams", "JSON", "OperatingSystem", "Reactive"],
      swiftSettings: mainActor),
    .target(
      name: "ViewModelKit",
      dependencies: [
        "Contracts", "HostedStreams", "Hosting", "JSON", "OperatingSystem", "Reactive",
      ],
      swiftSettings: mainActor),
    .target(name: "Transcripts", dependencies: ["HostProtocol", "JSON", "JSONRPC"]),
    .target(
      name: "HostEngine",
      dependencies: [
        "Contracts", "Hosting", "HostProtocol", "JSON", "JSONRPC", "OperatingSystem", "Reactive",
        "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .target(
      name: "HostLoop",
      dependencies: [
        "HostEngine", "HostProtocol", "JSON", "JSONRPC", "OperatingSystem", "Reactive",
        "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .target(
      name: "Supervision",
      dependencies: [
        "HostEngine", "HostLoop", "HostProtocol", "JSON", "JSONRPC", "OperatingSystem",
      ],
      swiftSettings: mainActor),
    .target(
      name: "ViewModelHost",
      dependencies: [
        "Contracts", "HostEngine", "HostLoop", "HostProtocol", "JSON", "JSONRPC",
        "OperatingSystem", "Supervision", "Transcripts", "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .target(
      name: "HostTools",
      dependencies: [
        "Contracts", "HostEngine", "HostLoop", "Hosting", "HostProtocol", "JSON", "JSONRPC",
        "OperatingSystem", "Transcripts", "ViewModelHost", "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .target(name: "TranscriptTesting", dependencies: ["ViewModelHost"]),
    .target(name: "CodeGeneration", dependencies: ["Contracts", "JSON"]),
    .executableTarget(
      name: "viewmodel-generate",
      dependencies: ["CodeGeneration", "Contracts", "JSON", "OperatingSystem"]),

    .target(
      name: "Packaging", dependencies: ["CodeGeneration", "Contracts", "JSON", "OperatingSystem"]),
    .executableTarget(name: "viewmodel-pack", dependencies: ["OperatingSystem", "Packaging"]),

    // The example ViewModels of `viewmodel-host`.
    .target(
      name: "Finder", dependencies: ["JSON", "OperatingSystem"], path: "Sources/Examples/Finder"),
    .target(
      name: "SampleViewModels",
      dependencies: [
        "Finder", "JSON", "OperatingSystem", "Reactive", "ReactiveCombine", "ViewModelKit",
      ],
      path: "Sources/Examples/SampleViewModels",
      swiftSettings: mainActor),
    .target(
      name: "Find",
      dependencies: [
        "Contracts", "Finder", "HostEngine", "HostProtocol", "HostTools", "JSON", "LibC",
        "OperatingSystem", "ViewModelHost",
      ],
      exclude: ["README.md"]),
    .executableTarget(
      name: "viewmodel-host",
      dependencies: ["Find", "HostTools", "SampleViewModels", "ViewModelHost"],
      swiftSettings: mainActor),

    .plugin(
      name: "DescribeViewModels",
      capability: .command(
        intent: .custom(
          verb: "describe-viewmodels",
          description: "Brings what doc comments say of ViewModels into the program"),
        permissions: [
          .writeToPackageDirectory(reason: "DocComments.swift is written beside the catalog")
        ]), dependencies: ["viewmodel-generate"]),
    .plugin(
      name: "PackHost",
      capability: .command(
        intent: .custom(
          verb: "pack", description: "Makes packages of a host that install without Swift"),
        permissions: [.writeToPackageDirectory(reason: "The packages are written into a folder")]),
      dependencies: ["viewmodel-pack"]),

    // Tests and their helper programs.
    .target(
      name: "ForeignStreams", path: "Tests/ForeignStreams",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "ExampleViewModels",
      dependencies: [
        "ForeignStreams", "OperatingSystem", "Reactive", "ReactiveCombine", "SampleViewModels",
        "ViewModelKit",
      ],
      path: "Tests/ExampleViewModels",
      swiftSettings: mainActor),
    .executableTarget(
      name: "example-host",
      dependencies: [
        "ExampleViewModels", "HostTools", "OperatingSystem", "SampleViewModels", "ViewModelHost",
      ],
      path: "Tests/ExampleHost",
      swiftSettings: mainActor),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["JSON", "OperatingSystem", "Reactive", "ViewModelHost", "ViewModelKit"],
      path: "Tests/Benchmarks"),
    .executableTarget(
      name: "finder-filter", dependencies: ["Finder", "JSON", "OperatingSystem"],
      path: "Tests/FinderFilter", exclude: ["compare.py"]),
    .target(
      name: "TestSupport",
      dependencies: ["Hosting", "JSON", "JSONRPC", "LibC", "OperatingSystem", "ViewModelKit"],
      path: "Tests/Support"),
    .testTarget(
      name: "CodeGenerationTests",
      dependencies: [
        "CodeGeneration", "Contracts", "JSON", "OperatingSystem", "TestSupport", "example-host",
        "viewmodel-generate",
      ]),
    .testTarget(name: "FindTests", dependencies: ["Find", "HostTools"]),
    .testTarget(
      name: "FinderTests",
      dependencies: ["Finder", "LibC", "OperatingSystem", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "PackagingTests",
      dependencies: [
        "Contracts", "JSON", "OperatingSystem", "Packaging", "TestSupport", "example-host",
        "viewmodel-pack",
      ]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "JSONFoundationTests", dependencies: ["JSONFoundation"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "TestSupport"]),
    .testTarget(
      name: "HostProtocolTests", dependencies: ["HostProtocol", "JSON", "JSONRPC", "TestSupport"]),
    .testTarget(
      name: "ReactiveTests", dependencies: ["Reactive", "ReactiveTesting", "TestSupport"],
      swiftSettings: mainActor),
    .testTarget(
      name: "ReactiveCombineTests",
      dependencies: ["Reactive", "ReactiveCombine", "ReactiveTesting"],
      swiftSettings: mainActor),
    .testTarget(
      name: "TranscriptTestingTests",
      dependencies: ["TranscriptTesting", "example-host", "viewmodel-host"],
      exclude: ["Differing", "Same"]),
    .testTarget(
      name: "StateLawTests",
      dependencies: [
        "HostEngine", "Hosting", "JSON", "JSONFoundation", "Reactive", "ReactiveCombine",
        "TestSupport", "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .testTarget(name: "TranscriptsTests", dependencies: ["JSON", "TestSupport", "Transcripts"]),
    .testTarget(
      name: "ContractsTests",
      dependencies: [
        "Contracts", "Hosting", "JSON", "JSONFoundation", "TestSupport", "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "HostingTests",
      dependencies: [
        "ExampleViewModels", "Hosting", "JSONFoundation", "ReactiveCombine", "TestSupport",
        "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "ViewModelKitTests",
      dependencies: [
        "ExampleViewModels", "Hosting", "JSONFoundation", "ReactiveCombine", "TestSupport",
        "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "SupervisionTests",
      dependencies: [
        "HostEngine", "HostProtocol", "JSON", "JSONRPC", "OperatingSystem", "Supervision",
        "TestSupport",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "HostLoopTests",
      dependencies: [
        "HostEngine", "HostLoop", "HostProtocol", "JSON", "JSONRPC", "OperatingSystem",
        "ViewModelKit",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "OperatingSystemTests", dependencies: ["LibC", "OperatingSystem", "TestSupport"]),
    .testTarget(
      name: "HostEngineTests",
      dependencies: [
        "ExampleViewModels", "ForeignStreams", "HostEngine", "HostLoop", "HostProtocol", "JSON",
        "JSONRPC",
        "SampleViewModels",
        "TestSupport",
        "Transcripts",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "ViewModelHostTests",
      dependencies: [
        "HostTools", "JSON", "LibC", "OperatingSystem", "TestSupport", "Transcripts",
        "ViewModelHost", "ViewModelKit", "example-host", "viewmodel-host",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "HostToolsTests",
      dependencies: [
        "HostEngine", "HostTools", "JSON", "OperatingSystem", "Reactive", "ReactiveTesting",
        "SampleViewModels", "TestSupport", "Transcripts", "ViewModelHost", "ViewModelKit",
        "example-host", "viewmodel-host",
      ],
      swiftSettings: mainActor),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
  target.swiftSettings = (target.swiftSettings ?? []) + common
}
