import ViewModelHost
import HostEngine
import OperatingSystem

/// Prints what has a shell complete the names of commands, options and ViewModels.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let operand = Operand.word(Shell.allCases.map(\.rawValue))
  static let summary = "Prints what lets a shell complete names."
  static let introduction = """
    For bash: source <(HOST completions bash), in .bashrc. For zsh: the same with zsh, after
    compinit. For fish: HOST completions fish | source, in config.fish.

    """

  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private let shell: Shell
  private let completions: Completions

  init(_ arguments: inout Arguments) throws {
    let name = try arguments.only("bash, zsh or fish")
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("completions: expected one of \(names), found \(name)")
    }
    self.shell = shell
    completions = Completions(arguments.commands)
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let script =
      switch shell {
      case .bash: completions.bash(about.name)
      // zsh reads the completions of bash.
      case .zsh: "autoload -U +X bashcompinit && bashcompinit\n" + completions.bash(about.name)
      case .fish: completions.fish(about.name)
      }
    try Descriptor.standardOutput.show(script)
    return .success
  }

}

/// What shells complete with.
private struct Completions {
  /// The commands, without serving, which has no name.
  private let list: [any Command.Type]

  init(_ list: CommandList) { self.list = list.all }

  private var commands: [any Command.Type] { [ServeCommand.self] + list }

  /// A function that looks at the words of the line.
  func bash(_ program: String) -> String {
    let function = "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let valued = commands.flatMap { $0.options }.filter { !$0.choices.isEmpty }
    let values = valued.map { option in
      "    \(option.name)) words='\(option.choices.joined(separator: " "))' ;;\n"
    }
    // Any value may follow these, most often a file.
    let open = commands.flatMap { $0.options }.filter { $0.value != nil }.map(\.name)
    let cases = list.map { command in
      let words = command.options.map(\.name) + ["--help"] + words(of: command.operand)
      return
        "        *:\(command.name)) words='\(words.joined(separator: " "))'\(more(command)) ;;\n"
    }
    let first =
      list.map { $0.name } + ServeCommand.options.map(\.name)
      + ["--help", "--version"]
    return """
      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words='' files='' word
        case $previous in
      \(values.joined())    \(open.joined(separator: "|"))) files=1 ;;
          *)
            case $COMP_CWORD:${COMP_WORDS[1]} in
              1:*) words='\(first.joined(separator: " "))' ;;
      \(cases.joined())        *) words='\(ServeCommand.options.map(\.name).joined(separator: " "))' ;;
            esac ;;
        esac
        # No name has a space in it.
        # shellcheck disable=SC2207
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        if [ -n "$files" ]; then
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
        fi
      }
      complete -o filenames -F \(function) \(program)

      """
  }

  private func words(of operand: Operand) -> [String] {
    switch operand {
    case .none, .viewModel, .viewModels, .files: []
    case .command: list.map { $0.name }
    case .word(let words): words
    case .viewModelsOr(let word, _): [word]
    }
  }

  /// What is found out when somebody asks: the ViewModels of this very program.
  private func more(_ command: any Command.Type) -> String {
    switch command.operand {
    case .viewModel, .viewModels:
      "; words+=\" $(\"${COMP_WORDS[0]}\" list 2>/dev/null | cut -d' ' -f1)\""
    case .viewModelsOr:
      "; files=1; words+=\" $(\"${COMP_WORDS[0]}\" list 2>/dev/null | cut -d' ' -f1)\""
    case .files: "; files=1"
    case .none, .command, .word: ""
    }
  }

  func fish(_ program: String) -> String {
    func quoted(_ text: String) -> String {
      "'" + text.map { $0 == "\\" || $0 == "'" ? "\\\($0)" : "\($0)" }.joined() + "'"
    }
    let names = list.map { $0.name }.joined(separator: " ")
    let none = "not __fish_seen_subcommand_from \(names)"
    var lines = ["complete -c \(program) -f"]
    for command in commands {
      let isServing = command.name.isEmpty
      let condition = quoted(isServing ? none : "__fish_seen_subcommand_from \(command.name)")
      let start = "complete -c \(program) -n \(condition)"
      if !isServing {
        lines.append(
          "complete -c \(program) -n \(quoted(none)) -a \(command.name) -d \(quoted(command.summary))"
        )
      }
      for option in command.options {
        var line = "\(start) -l \(option.name.dropFirst(2)) -d \(quoted(option.help))"
        if !option.choices.isEmpty {
          line += " -x -a \(quoted(option.choices.joined(separator: " ")))"
        } else if option.value != nil {
          line += " -r -F"
        }
        lines.append(line)
      }
      lines.append("\(start) -s h -l help -d 'Prints help'")
      switch command.operand {
      case .viewModel, .viewModels:
        lines.append("\(start) -a \(quoted("(\(program) list | string split -f1 ' ')"))")
      case .viewModelsOr(let word, _):
        lines.append("\(start) -F -a \(quoted("\(word) (\(program) list | string split -f1 ' ')"))")
      case .files: lines.append("\(start) -F")
      case .command, .word:
        lines.append("\(start) -a \(quoted(words(of: command.operand).joined(separator: " ")))")
      case .none: break
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
