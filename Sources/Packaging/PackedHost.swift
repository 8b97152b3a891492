import Contracts
import JSON
import OperatingSystem

/// A host, with the content of its packages.
package struct PackedHost {
  /// The name of the program and its packages.
  package let name: String
  /// Three numbers, separated by dots.
  package let version: String
  package var summary: String
  package var maintainer: String
  package let license: String
  package let program: [UInt8]
  package let machine: Machine
  package let contract: Contract
  /// The manual page; `nil` if the program has none.
  package let manual: [UInt8]?
  /// The completion scripts; `nil` if the program has none.
  package let completions: (bash: [UInt8], fish: [UInt8], zsh: [UInt8])?

  /// Runs a program to read its name, version and contract.
  ///
  /// - Parameter license: the text of the license.
  /// - Throws: if it is not a host, or its name or version is not valid for packages.
  package init(program path: String, license: String) throws(CommandFailure) {
    program = try CommandFailure.with(.noInput) { try Files.read(path) }
    machine = try Machine(ofProgram: program)
    let contract = try Self.contract(of: path)
    self.contract = contract
    name = path.split(separator: "/").last.map(String.init) ?? path
    version = try Self.version(contract.json["host"]?["version"]?.stringValue ?? "")
    try Self.check(name: name)
    summary = "ViewModels of \(name), for frontends in any language"
    maintainer = "unknown <unknown@invalid>"
    self.license = license
    // A host without tools has neither command.
    manual = Self.output(path, ["man"])
    if let bash = Self.output(path, ["completions", "bash"]),
      let fish = Self.output(path, ["completions", "fish"]),
      let zsh = Self.output(path, ["completions", "zsh"])
    {
      completions = (bash, fish, zsh)
    } else {
      completions = nil
    }
  }

  private static func contract(of path: String) throws(CommandFailure) -> Contract {
    let output = output(path, ["schema"])
    if let output, let json = try? JSONValue(parsing: output),
      let contract = try? Contract(reading: json)
    {
      return contract
    }
    throw CommandFailure(
      .unavailable, "\(path) schema does not print a contract: is it a host without mistakes?")
  }

  /// - Returns: the output; `nil` if the program fails.
  private static func output(_ path: String, _ arguments: [String]) -> [UInt8]? {
    let path = path.contains("/") ? path : "./\(path)"
    guard let (bytes, end) = ChildProcess.output(of: [path] + arguments), end == .status(0) else {
      return nil
    }
    return bytes
  }

  /// Checks that Debian, PyPI and npm all allow the name.
  private static func check(name: String) throws(CommandFailure) {
    let isFine =
      name.utf8.count > 1 && name.first?.isLowercase == true
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      } && !name.hasSuffix("-")
    if !isFine {
      throw CommandFailure(
        .badData,
        "the program is called \(name): the name of a package has lowercase letters, digits and -")
    }
  }

  /// A version of one to three numbers, padded to three, as all kinds of packages accept.
  private static func version(_ text: String) throws(CommandFailure) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in UInt32(part).flatMap { "\($0)" == part ? $0 : nil } }
    guard numbers.count == parts.count, numbers.count <= 3 else {
      throw CommandFailure(
        .badData, "the version of the host is \(text): a package has one to three numbers, as 1.0.0"
      )
    }
    return (numbers + [0, 0]).prefix(3).map { "\($0)" }.joined(separator: ".")
  }

  /// The name of the Python module.
  package var moduleName: String { name.split(separator: "-").joined(separator: "_") }
}

/// A file to install.
package struct Package: Equatable {
  package let name: String
  package let bytes: [UInt8]
}
