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
package nonisolated struct Operand {
  /// As it stands in a synopsis.
  package let usage: String
  /// Words that it may be.
  package var words: [String] = []
  /// Whether it may be the name of a command.
  package var isCommand = false
  /// Whether it may be the name of a ViewModel.
  package var isViewModel = false
  /// Whether it may be a file.
  package var isFile = false

  /// A folder, which may be left out.
  package static let folder = Operand(usage: "[FOLDER]", isFile: true)
  package static let none = Operand(usage: "")
  package static let viewModel = Operand(usage: "NAME", isViewModel: true)
  package static let viewModels = Operand(usage: "NAME…", isViewModel: true)
  /// Files and folders.
  package static let files = Operand(usage: "FILE…", isFile: true)
  /// The name of a command, which may be left out.
  package static let command = Operand(usage: "[COMMAND]", isCommand: true)

  /// One of a few words.
  package static func word(_ words: [String]) -> Operand {
    Operand(usage: words.joined(separator: "|"), words: words)
  }

  /// The names of ViewModels, which may be left out; or a word, and a file behind it.
  package static func viewModelsOr(_ word: String, _ file: String) -> Operand {
    Operand(usage: "[NAME…|\(word) \(file)]", words: [word], isViewModel: true, isFile: true)
  }
}
