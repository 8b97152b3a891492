import CodeGeneration
import Contracts
import OperatingSystem

/// The parsed command line.
struct GenerateCommand {
  static let help = """
    Writes typed classes for ViewModels, on top of a client, from the contract of their host.

    Usage:
      viewmodel-generate LANGUAGE CONTRACT [NAME…] [--output FOLDER] [--prefix PREFIX]
      viewmodel-generate LANGUAGE [NAME…] [--output FOLDER] [--prefix PREFIX] -- HOST [ARGUMENT…]

    CONTRACT is the output of "HOST schema" in a file, or - for standard input. A HOST after -- is
    started to print it. The code has the states, inputs, events, parameters and services of the named
    ViewModels, or of all.

    LANGUAGE is one of \(languages).
    python gives view_models.py; python-asyncio gives async_view_models.py, for the client's asyncio
    API; typescript gives viewModels.ts, and javascript viewModels.js with viewModels.d.ts. elisp and
    lua give a file for each ViewModel, and lua types.lua with the types that they share.

      -o, --output FOLDER      writes the files there, and lists them; the folder is created if
                               needed. Without it a single file goes to standard output
      --prefix PREFIX          the prefix of global names, in elisp and lua

    Exits with 64 when the command line makes no sense, with 65 when there is no contract in CONTRACT,
    with 66 when it cannot be read, with 69 when HOST gives none, with 70 when HOST has left out
    faulty ViewModels, and with 73 when a file cannot be written.

    """

  private static let languages = Language.all.map(\.name).joined(separator: ", ")

  private static let options = ["--output", "--prefix", "--help"]

  private let language: Language
  private let source: ContractSource
  private var names: [String] = []
  private var folder: String?
  private var prefix: String?

  init(_ arguments: some Sequence<String>) throws(CommandFailure) {
    var arguments = Array(arguments)[...]
    var host: [String]?
    var words: [String] = []
    while let word = arguments.popFirst() {
      switch word {
      case "--":
        host = Array(arguments)
        arguments = []
      case "--output", "-o": folder = try Self.value(of: word, folder, &arguments)
      case "--prefix": prefix = try Self.value(of: word, prefix, &arguments)
      case _ where word.hasPrefix("-") && word != "-":
        // Also `--output=FOLDER`.
        guard let equals = word.firstIndex(of: "="), word.hasPrefix("--") else {
          let question = SimilarNames.question(for: word, among: Self.options)
          throw Self.mistake("there is no option \(word)\(question)")
        }
        let value = word[word.index(after: equals)...]
        arguments = [String(word[..<equals]), String(value)] + arguments
      default: words.append(word)
      }
    }
    let name = words.first
    guard let language = Language.all.first(where: { $0.name == name }) else {
      let names = Language.all.map(\.name)
      let found = name.map { ", found \($0)\(SimilarNames.question(for: $0, among: names))" } ?? ""
      throw Self.mistake("expected one of \(Self.languages)\(found)")
    }
    self.language = language
    words.removeFirst()
    if prefix != nil, !language.takesPrefix {
      throw Self.mistake("\(language.name) has no --prefix")
    }
    if let host {
      guard !host.isEmpty else { throw Self.mistake("HOST is missing after --") }
      source = .host(host)
    } else {
      guard !words.isEmpty else { throw Self.mistake("CONTRACT is missing, or -- HOST") }
      source = .file(words.removeFirst())
    }
    names = words
  }

  func run() throws(CommandFailure) {
    var (contract, isPartial) = try source.read(names)
    let names = isPartial ? self.names.filter(contract.names.contains) : self.names
    for name in names where !contract.names.contains(name) {
      let question = SimilarNames.question(for: name, among: contract.names)
      throw Self.mistake("there is no ViewModel \(name) in \(source.name)\(question)")
    }
    if !names.isEmpty { contract = contract.selecting(names) }
    try write(language.files(contract, prefix: prefix))
    if isPartial {
      let words = "\(source.name) has left out faulty ViewModels"
      throw CommandFailure(.faulty, words)
    }
  }

  private func write(_ files: [GeneratedFile]) throws(CommandFailure) {
    guard let folder else {
      guard !language.takesPrefix else {
        throw Self.mistake("\(language.name) gives a file for each ViewModel: --output is missing")
      }
      return try Descriptor.standardOutput.show(files.map(\.text).joined())
    }
    let start = folder.hasSuffix("/") ? folder : "\(folder)/"
    try CommandFailure.with(.cannotWrite) { try Files.makeFolder(folder) }
    for file in files {
      try CommandFailure.with(.cannotWrite) { try Files.write(file.text, to: start + file.name) }
      try Descriptor.standardOutput.show("wrote \(start)\(file.name)\n")
    }
  }

  private static func value(
    of option: String, _ old: String?, _ arguments: inout ArraySlice<String>
  ) throws(CommandFailure) -> String {
    guard old == nil else { throw mistake("\(option) is given twice") }
    guard let value = arguments.popFirst() else { throw mistake("\(option) needs a value") }
    return value
  }

  private static func mistake(_ text: String) -> CommandFailure {
    CommandFailure(.usage, "\(text) (try viewmodel-generate --help)")
  }
}
