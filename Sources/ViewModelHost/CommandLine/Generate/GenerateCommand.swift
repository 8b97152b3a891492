import HostEngine
import OperatingSystem
import ViewModelKit

/// Writes typed classes for the ViewModels, in the language of a frontend.
struct GenerateCommand: Command {
  static let name = "generate"
  static let operand = Operand.wordAndViewModels(Language.allCases.map(\.rawValue))
  static let summary = "Writes typed classes for ViewModels, on top of a client."
  static let introduction = """
    The states, inputs, events, parameters and services of the named ViewModels, or of all. python
    gives view_models.py; python-asyncio gives async_view_models.py, for the client's other face;
    typescript gives viewModels.ts. elisp, lua and shell give a file for each ViewModel, and lua
    types.lua with the types that they share.

    """
  static let options = [
    Option(
      name: "--output", value: "FOLDER", help: "where the files are written; the folder is there"),
    Option(
      name: "--prefix", value: "PREFIX",
      help: "what names that are known everywhere begin with, in elisp, lua and shell"),
  ]
  static let notes = """
    Exits with 73 when a file cannot be written.

    """

  enum Language: String, CaseIterable {
    case elisp, lua, python
    case pythonAsyncio = "python-asyncio"
    case shell, typescript

    /// Whether there are names in it that are known everywhere.
    var takesPrefix: Bool { [.elisp, .lua, .shell].contains(self) }

    func files(
      _ catalog: GeneratedCatalog, prefix: String?, contract: ContractOfOne
    ) throws(CommandFailure) -> [GeneratedFile] {
      switch self {
      case .elisp: try ElispCode.files(catalog, prefix: prefix, contract: contract)
      case .lua: try LuaCode.files(catalog, prefix: prefix, contract: contract)
      case .python:
        [GeneratedFile(name: "view_models.py", text: PythonCode.text(catalog, .blocking))]
      case .pythonAsyncio:
        [GeneratedFile(name: "async_view_models.py", text: PythonCode.text(catalog, .asyncio))]
      case .shell: try ShellCode.files(catalog, prefix: prefix, contract: contract)
      case .typescript: [GeneratedFile(name: "viewModels.ts", text: TypeScriptCode.text(catalog))]
      }
    }
  }

  private let language: Language
  private let folder: String
  private let prefix: String?
  private let viewModels: [String]

  init(_ arguments: inout Arguments) throws {
    let names = Language.allCases.map(\.rawValue)
    guard let folder = try arguments.value("--output") else {
      throw UsageError("generate needs --output FOLDER")
    }
    self.folder = folder
    prefix = try arguments.value("--prefix")
    var words = try arguments.rest()
    guard let word = words.first, let language = Language(rawValue: word) else {
      let found = words.first.map { ", found \($0)" } ?? ""
      throw UsageError("generate: expected one of \(names.joined(separator: ", "))\(found)")
    }
    self.language = language
    guard language.takesPrefix || prefix == nil else {
      throw UsageError("generate \(language.rawValue) has no --prefix")
    }
    words.removeFirst()
    try arguments.requireViewModels(words)
    viewModels = words
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let catalog = GeneratedCatalog(try about.commandContract(only: viewModels))
    let files = try language.files(catalog, prefix: prefix) { name throws(CommandFailure) in
      try about.commandContract(only: [name])
    }
    for file in files {
      let path = folder.hasSuffix("/") ? folder + file.name : "\(folder)/\(file.name)"
      do {
        try Files.write(file.text, to: path)
      } catch {
        throw CommandFailure(.cannotWrite, error.description)
      }
    }
    return .success
  }
}

extension Arguments {
  /// - Throws: when a name is not one of a ViewModel.
  func requireViewModels(_ names: [String]) throws(UsageError) {
    for name in names where !viewModels.contains(name) {
      throw UsageError(
        "There is no ViewModel \(name)\(SimilarNames.hint(for: name, among: viewModels))")
    }
  }
}
