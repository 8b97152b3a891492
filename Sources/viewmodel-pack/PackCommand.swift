import OperatingSystem
import Packaging

/// The parsed command line.
struct PackCommand {
  static let help = """
    Makes packages of a host, which install without Swift.

    Usage:
      viewmodel-pack PROGRAM --clients FOLDER --license FILE [OPTION…]

    PROGRAM is the host. It is run to read what its packages contain: its version, its contract, its
    manual page and its completions. Its file name is the name of the packages.

          --clients FOLDER   the clients of this project, which the packages for languages contain
          --license FILE     the license of the program
          --summary TEXT     what the program is for, on one line
          --maintainer TEXT  the maintainer of the Debian package: NAME <ADDRESS>
          --only KIND[,…]    which packages: \(Kind.names); all when not given
      -o, --output FOLDER    where to write them; the folder is created if needed. The current folder
                             when not given

    The same program gives the same packages, byte for byte.

    Exits with 64 when the command line makes no sense, with 65 when no packages can be made of the
    program, with 66 when a file cannot be read, with 69 when the program does not print its version
    and contract, or gzip or sha256sum does not run, and with 73 when a file cannot be written.

    """

  /// A kind of package.
  enum Kind: String, CaseIterable {
    case tar, deb, wheel, npm

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
  }

  private var program = ""
  private var values: [String: String] = [:]
  private var kinds = Kind.allCases

  private static let options = [
    "--clients", "--license", "--maintainer", "--only", "--output", "--summary",
  ]

  init(_ arguments: some Sequence<String>) throws(CommandFailure) {
    var arguments = Array(arguments)[...]
    var words: [String] = []
    while let word = arguments.popFirst() {
      guard word.hasPrefix("-") else {
        words.append(word)
        continue
      }
      // Also `--output=FOLDER`.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0] == "-o" ? "--output" : String(parts[0])
      guard Self.options.contains(name) else { throw Self.mistake("there is no option \(name)") }
      guard let value = parts.count > 1 ? String(parts[1]) : arguments.popFirst() else {
        throw Self.mistake("\(name) needs a value")
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Self.mistake("\(name) is given twice")
      }
      if value.contains("\n") { throw Self.mistake("\(name) is one line") }
    }
    guard words.count == 1 else {
      throw Self.mistake("expected one PROGRAM, found \(words.count)")
    }
    program = words[0]
    if let names = values["--only"] {
      kinds = []
      for name in names.split(separator: ",") {
        guard let kind = Kind(rawValue: String(name)) else {
          throw Self.mistake("--only: expected \(Kind.names), found \(name)")
        }
        kinds.append(kind)
      }
    }
  }

  func run() throws(CommandFailure) {
    let file = try value(of: "--license")
    let license = try CommandFailure.with(.noInput) {
      String(decoding: try Files.read(file), as: UTF8.self)
    }
    var host = try PackedHost(program: program, license: license)
    if let summary = values["--summary"] { host.summary = summary }
    if let maintainer = values["--maintainer"] { host.maintainer = maintainer }
    let folder = values["--output"] ?? "."
    try CommandFailure.with(.cannotWrite) { try Files.makeFolder(folder) }
    for kind in kinds {
      for package in try packages(kind, host) {
        let path = "\(folder)/\(package.name)"
        try CommandFailure.with(.cannotWrite) {
          let file = try Files.create(path)
          defer { file.close() }
          try file.writeAll(package.bytes, as: path)
        }
        try Descriptor.standardOutput.show("wrote \(path)\n")
      }
    }
  }

  private func packages(_ kind: Kind, _ host: PackedHost) throws(CommandFailure) -> [Package] {
    switch kind {
    case .tar: [try Tarball.package(host)]
    case .deb: [try DebianPackage.package(host)]
    case .npm: try NodePackages.packages(host, client: "\(try value(of: "--clients"))/node")
    case .wheel: [try Wheel.package(host, client: "\(try value(of: "--clients"))/python")]
    }
  }

  private func value(of option: String) throws(CommandFailure) -> String {
    guard let value = values[option] else { throw Self.mistake("\(option) is missing") }
    return value
  }

  private static func mistake(_ text: String) -> CommandFailure {
    CommandFailure(.usage, "\(text) (try viewmodel-pack --help)")
  }
}
