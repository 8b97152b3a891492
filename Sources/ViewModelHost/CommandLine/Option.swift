/// An option of a command. Its parser, help, shell completions and manual page use it.
package nonisolated struct Option {
  /// The name with dashes: `--update`.
  package let name: String
  /// The placeholder of its value: `SECONDS`; `nil` for an option without one.
  package var value: String?
  /// The valid values, if there are few.
  package var choices: [String] = []
  /// The purpose.
  package let help: String

  package init(_ name: String, value: String? = nil, choices: [String] = [], help: String) {
    self.name = name
    self.value = value
    self.choices = choices
    self.help = help
  }

  /// The form in a synopsis: `--timeout SECONDS`.
  package var usage: String {
    let value = choices.isEmpty ? value : choices.joined(separator: "|")
    return value.map { "\(name) \($0)" } ?? name
  }
}

/// The operand of a command.
package nonisolated struct Operand {
  /// The form in a synopsis.
  package let usage: String
  /// The valid words.
  package var words: [String] = []
  /// Whether it may be the name of a command.
  package var isCommand = false
  /// Whether it may be the name of a ViewModel.
  package var isViewModel = false
  /// Whether it may be a file.
  package var isFile = false

  /// An optional folder.
  package static let folder = Operand(usage: "[FOLDER]", isFile: true)
  package static let none = Operand(usage: "")
  package static let viewModel = Operand(usage: "NAME", isViewModel: true)
  package static let viewModels = Operand(usage: "NAME…", isViewModel: true)
  /// Files and folders.
  package static let files = Operand(usage: "FILE…", isFile: true)
  /// The optional name of a command.
  package static let command = Operand(usage: "[COMMAND]", isCommand: true)

  /// One of a few words.
  package static func word(_ words: [String]) -> Operand {
    Operand(usage: words.joined(separator: "|"), words: words)
  }

  /// Optional names of ViewModels; or a word and a file.
  package static func viewModelsOr(_ word: String, _ file: String) -> Operand {
    Operand(usage: "[NAME…|\(word) \(file)]", words: [word], isViewModel: true, isFile: true)
  }
}
