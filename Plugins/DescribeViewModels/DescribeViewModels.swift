import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory describe-viewmodels`: compiles the doc
/// comments of ViewModels into the program.
///
/// The compiler writes the comments of the package's modules into symbol graphs. The program joins
/// them with its catalog (its command `comments`), and writes `DocComments.swift` beside its
/// `main.swift`. Then it is built again. Commit that file; `--check` reports whether it is current.
@main
struct DescribeViewModels: CommandPlugin {
  static let usage = """
    Usage:
      swift package --allow-writing-to-package-directory describe-viewmodels [OPTION…]

      --product NAME              the executable, when there are several with ViewModels
      --target NAME               the module with the comments and the catalog; DocComments.swift is
                                  written into its folder. Without it the comments are those of all
                                  modules of the executable in this package and in packages that it
                                  refers to by path, and the file is written beside its main.swift
      --generate LANGUAGE=FOLDER  writes typed classes with the descriptions, too; may be given
                                  several times
      --check                     writes nothing, and fails when the file differs from the comments

    """

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let products = extractor.extractOption(named: "product")
    let targets = extractor.extractOption(named: "target")
    let generated = try extractor.extractOption(named: "generate").map(Generated.init)
    let isCheck = extractor.extractFlag(named: "check") > 0
    if extractor.extractFlag(named: "help") > 0 { return print(Self.usage, terminator: "") }
    if let word = (extractor.remainingArguments + targets.dropFirst()).first {
      throw Failure("unexpected argument \(word)")
    }

    let product = try Self.product(products, in: context.package)
    let target = try targets.first.map { try Self.target($0, in: context.package) }
    let modules = target.map { [$0] } ?? Self.modules(of: product, in: context.package)
    // Build first, so that compile errors are reported.
    let program = try build(product)
    var graphs: [String] = []
    for module in modules {
      let graph = try packageManager.getSymbolGraph(
        for: module, options: .init(minimumAccessLevel: .private, includeSynthesized: false))
      graphs.append(graph.directoryURL.path)
    }
    let folder = (target ?? product.mainTarget).directoryURL
    let file = folder.appendingPathComponent("DocComments.swift").path
    try Self.run(program, ["comments", isCheck ? "--check" : "--output", file] + graphs)
    guard !isCheck else { return }

    let described = try build(product)
    for each in generated {
      let generator = try context.tool(named: "viewmodel-generate").url
      try Self.run(
        generator, [each.language, "--output", each.folder, "--", described.path])
    }
  }

  // MARK: The package

  /// The named executable, or the only one that offers ViewModels.
  private static func product(
    _ names: [String], in package: Package
  ) throws -> ExecutableProduct {
    let all = package.products(ofType: ExecutableProduct.self)
    let hosts = all.filter { offersViewModels($0.mainTarget) }
    if let name = names.first {
      guard let product = all.first(where: { $0.name == name }) else {
        throw Failure("there is no executable \(name); \(list(hosts.map(\.name)))")
      }
      return product
    }
    guard hosts.count == 1 else {
      throw Failure("name the executable with --product: \(list(hosts.map(\.name)))")
    }
    return hosts[0]
  }

  private static func offersViewModels(_ target: any Target) -> Bool {
    target.recursiveTargetDependencies.contains { $0.name == "ViewModelHost" }
  }

  private static func target(
    _ name: String, in package: Package
  ) throws -> any SourceModuleTarget {
    let all = package.targets(ofType: SwiftSourceModuleTarget.self)
    guard let target = all.first(where: { $0.name == name }) else {
      throw Failure("there is no target \(name); \(list(all.map(\.name)))")
    }
    return target
  }

  /// The Swift modules of an executable in this package and in packages that it refers to by path,
  /// without the host's own modules.
  private static func modules(
    of product: ExecutableProduct, in package: Package
  ) -> [any SourceModuleTarget] {
    var own = Set(package.targets.map(\.id))
    var open = package.dependencies.map(\.package)
    while let next = open.popLast() {
      guard case .local = next.origin, !next.targets.contains(where: { $0.name == "ViewModelHost" })
      else { continue }
      own.formUnion(next.targets.map(\.id))
      open += next.dependencies.map(\.package)
    }
    return ([product.mainTarget] + product.mainTarget.recursiveTargetDependencies)
      .filter { own.contains($0.id) }
      .compactMap { $0 as? SwiftSourceModuleTarget }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
  }

  // MARK: Running programs

  /// - Returns: the path of the executable.
  private func build(_ product: ExecutableProduct) throws -> URL {
    let result = try packageManager.build(
      .product(product.name), parameters: .init(configuration: .inherit))
    guard result.succeeded else { throw Failure("the build has failed:\n\(result.logText)") }
    let executables = result.builtArtifacts.filter { $0.kind == .executable }
    guard
      let artifact = executables.first(where: { $0.url.lastPathComponent == product.name })
        ?? executables.first
    else { throw Failure("the build has made no executable \(product.name)") }
    return artifact.url
  }

  private static func run(_ program: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure("\(program.lastPathComponent) \(arguments[0]) has failed")
    }
  }
}

/// A language and its folder: `python=clients`.
private struct Generated {
  let language: String
  let folder: String

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else {
      throw Failure("--generate: expected LANGUAGE=FOLDER, found \(text)")
    }
    language = String(parts[0])
    folder = String(parts[1])
  }
}

/// The reason why no file was written.
private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
