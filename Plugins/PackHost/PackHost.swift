import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory pack`: builds a host as one static program,
/// and creates packages of it with `viewmodel-pack`.
@main
struct PackHost: CommandPlugin {
  static let usage = """
    Usage:
      swift package --allow-writing-to-package-directory pack [OPTION…]

      --product NAME     the executable; when there are several
      --license FILE     the license of the program; LICENSE in the package's folder when not given
      --output FOLDER    where the packages are written; packages when not given
      --symbol-order FILE
                         the order of functions in the program, for the linker

    Other options are those of viewmodel-pack (see its --help): --summary, --maintainer, --only.

    """

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    if extractor.extractFlag(named: "help") > 0 { return print(Self.usage, terminator: "") }
    let root = context.package.directoryURL
    let names = extractor.extractOption(named: "product")
    let license = extractor.extractOption(named: "license").first
    let output = extractor.extractOption(named: "output").first ?? "packages"
    let order = extractor.extractOption(named: "symbol-order").first
    let program = try build(try Self.product(names, in: context.package), order: order)
    let clients = try Self.hostPackage(from: context.package).directoryURL.appending(
      path: "clients")
    let process = Process()
    process.executableURL = try context.tool(named: "viewmodel-pack").url
    process.arguments =
      [
        program.path, "--clients", clients.path, "--output", output, "--license",
        license ?? root.appending(path: "LICENSE").path,
      ] + extractor.remainingArguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure("viewmodel-pack has failed")
    }
  }

  /// The named executable, or the only one that offers ViewModels.
  private static func product(
    _ names: [String], in package: Package
  ) throws -> ExecutableProduct {
    let all = package.products(ofType: ExecutableProduct.self).filter { product in
      names.isEmpty
        ? product.mainTarget.recursiveTargetDependencies.contains { $0.name == "ViewModelHost" }
        : names.contains(product.name)
    }
    guard all.count == 1 else {
      let found = all.map(\.name).joined(separator: ", ")
      throw Failure(
        "name the executable with --product: there are \(found.isEmpty ? "none" : found)")
    }
    return all[0]
  }

  /// The package that contains the clients: this one, or a dependency.
  private static func hostPackage(from package: Package) throws -> Package {
    var open = [package]
    while let next = open.popLast() {
      if next.targets.contains(where: { $0.name == "ViewModelHost" }) { return next }
      open += next.dependencies.map(\.package)
    }
    throw Failure("no package here has the module ViewModelHost")
  }

  private func build(_ product: ExecutableProduct, order: String?) throws -> URL {
    var parameters = PackageManager.BuildParameters(configuration: .release)
    #if os(Linux)
      parameters.otherSwiftcFlags = ["-static-executable", "-use-ld=lld"]
      // The C++ unwinder does not need the index, which is 3 % of a package.
      parameters.otherLinkerFlags = ["-s", "--no-eh-frame-hdr"]
      if let order {
        parameters.otherLinkerFlags += [
          "--symbol-ordering-file=\(order)", "--no-warn-symbol-ordering",
        ]
      }
    #endif
    let result = try packageManager.build(.product(product.name), parameters: parameters)
    guard result.succeeded else { throw Failure("the build has failed:\n\(result.logText)") }
    let executables = result.builtArtifacts.filter { $0.kind == .executable }
    guard let artifact = executables.first(where: { $0.url.lastPathComponent == product.name })
    else { throw Failure("the build has made no executable \(product.name)") }
    return artifact.url
  }
}

/// The reason why no package was created.
private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
