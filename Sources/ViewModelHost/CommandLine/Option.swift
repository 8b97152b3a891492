/// An option of a command: what parses it, its help, the completions of shells and the manual page are made of this.
package nonisolated struct Option {
  /// With the dashes: `--update`.
  package let name: String
  /// What stands for its value: `SECONDS`; `nil` for an option without one.
  package var value: String?
  /// The values, when there are few.
  package var choices: [String] = []
  /// What it does.
  package let help: String

  package init(_ name: String, value: String? = nil, choices: [String] = [], help: String) {
    self.name = name
    self.value = value
    self.choices = choices
    self.help = help
  }

  /// As it stands in a synopsis: `--timeout SECONDS`.
  package var usage: String {
    let value = choices.isEmpty ? value : choices.joined(separator: "|")
    return value.map { "\(name) \($0)" } ?? name
  }
}

/// What a command takes besides its options.
package nonisolated enum Operand {
  case none
  /// The name of a ViewModel.
  case viewModel
  /// The names of ViewModels.
  case viewModels
  /// The names of ViewModels, which may be left out; or a word, and a file behind it.
  case viewModelsOr(String, String)
  /// Files and folders.
  case files
  /// The name of a command, which may be left out.
  case command
  /// One of a few words.
  case word([String])

  /// As it stands in a synopsis.
  package var usage: String {
    switch self {
    case .none: ""
    case .viewModel: "NAME"
    case .viewModels: "NAME…"
    case .viewModelsOr(let word, let file): "[NAME…|\(word) \(file)]"
    case .files: "FILE…"
    case .command: "[COMMAND]"
    case .word(let words): words.joined(separator: "|")
    }
  }
}
