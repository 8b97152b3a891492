import HostEngine
import ViewModelKit

/// Writes typed classes for the ViewModels, in the language of a frontend.
struct GenerateCommand: Command {
  static let name = "generate"
  static let operand = Operand.wordAndViewModels(Language.allCases.map(\.rawValue))
  static let summary = "Writes typed classes for ViewModels, on top of a client."
  static let introduction = """
    One file with the named ViewModels, or all: their states, inputs, events, parameters and
    services. python gives view_models.py, typescript viewModels.ts.

    """
  static let options = [
    Option(
      name: "--output", value: "FOLDER", help: "where the file is written; the folder is there")
  ]
  static let notes = """
    Exits with 73 when the file cannot be written.

    """

  enum Language: String, CaseIterable {
    case python, typescript

    /// The name of the file, and what is in it.
    func code(_ catalog: GeneratedCatalog) -> (file: String, text: String) {
      switch self {
      case .python: ("view_models.py", PythonCode.text(catalog))
      case .typescript: ("viewModels.ts", TypeScriptCode.text(catalog))
      }
    }
  }

  private let language: Language
  private let folder: String
  private let viewModels: [String]

  init(_ arguments: inout Arguments) throws {
    let names = Language.allCases.map(\.rawValue)
    guard let folder = try arguments.value("--output") else {
      throw UsageError("generate needs --output FOLDER")
    }
    self.folder = folder
    var words = try arguments.rest()
    guard let word = words.first, let language = Language(rawValue: word) else {
      let found = words.first.map { ", found \($0)" } ?? ""
      throw UsageError("generate: expected one of \(names.joined(separator: ", "))\(found)")
    }
    self.language = language
    words.removeFirst()
    try arguments.requireViewModels(words)
    viewModels = words
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let code = language.code(GeneratedCatalog(try about.commandContract(only: viewModels)))
    let path = folder.hasSuffix("/") ? folder + code.file : "\(folder)/\(code.file)"
    do {
      try Files.write(code.text, to: path)
    } catch {
      throw CommandFailure(.cannotWrite, error.description)
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
