import ViewModelHost
import HostEngine
import OperatingSystem

/// Prints a script that completes the names of commands, options and ViewModels in a shell.
struct CompletionsCommand: Command {
  static let name = Tool.completions.rawValue
  static let operand = Operand.word(Shell.allCases.map(\.rawValue))
  static let summary = "Prints a completion script for bash, zsh or fish."
  static let introduction = """
    For bash: source <(HOST completions bash), in .bashrc. For zsh: the same with zsh, after
    compinit. For fish: HOST completions fish | source, in config.fish.

    """

  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private let shell: Shell
  /// All commands except serving, which has no name.
  private let list: [any Command.Type]

  init(_ arguments: inout Arguments) throws {
    let name = try arguments.only("shell: bash, zsh or fish")
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("completions: expected one of \(names), found \(name)")
    }
    self.shell = shell
    list = arguments.commands.all
  }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let script =
      switch shell {
      case .bash: bash(about.name)
      case .zsh: zsh(about.name)
      case .fish: fish(about.name)
      }
    try Descriptor.standardOutput.show(script)
    return .success
  }

  private var commands: [any Command.Type] { [ServeCommand.self] + list }

  /// A completion function of bash.
  private func bash(_ program: String) -> String {
    let function = Self.function(program)
    let valued = commands.flatMap { $0.options }.filter { !$0.choices.isEmpty }
    let values = valued.map { option in
      "    \(option.name)) words='\(option.choices.joined(separator: " "))' ;;\n"
    }
    // These accept any value, most often a file.
    let open = commands.flatMap { $0.options }.filter { $0.value != nil }.map(\.name)
    let cases = list.map { command in
      let operand = command.operand
      let words = command.options.map(\.name) + ["--help"] + words(of: operand)
      let files = operand.isFile ? "; files=1" : ""
      // The program lists its ViewModels at the time of completion.
      let names =
        operand.isViewModel
        ? "; words+=\" $(\"${COMP_WORDS[0]}\" list 2>/dev/null | cut -d' ' -f1)\"" : ""
      let line = "*:\(command.name)) words='\(words.joined(separator: " "))'\(files)\(names)"
      return "        \(line) ;;\n"
    }
    let options = ServeCommand.options.map(\.name)
    let first = list.map { $0.name } + options + ["--help", "--version"]
    return """
      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words='' files='' word
        case $previous in
      \(values.joined())    \(open.joined(separator: "|"))) files=1 ;;
          *)
            case $COMP_CWORD:${COMP_WORDS[1]} in
              1:*) words='\(first.joined(separator: " "))' ;;
      \(cases.joined())        *) words='\(options.joined(separator: " "))' ;;
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

  /// Zsh runs bash's function. The script also works in a folder of `fpath`, as `_` and the
  /// program's name: zsh loads it on first use.
  private func zsh(_ program: String) -> String {
    """
    #compdef \(program)
    autoload -U +X bashcompinit && bashcompinit
    \(bash(program))[[ $funcstack[1] != _\(program) ]] || _bash_complete -o filenames -F \(Self.function(program))

    """
  }

  /// The name of the shell function.
  private static func function(_ program: String) -> String {
    "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private func words(of operand: Operand) -> [String] {
    operand.words + (operand.isCommand ? list.map { $0.name } : [])
  }

  private func fish(_ program: String) -> String {
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
        let summary = "-a \(command.name) -d \(quoted(command.summary))"
        lines.append("complete -c \(program) -n \(quoted(none)) \(summary)")
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
      let names = command.operand.isViewModel ? ["(\(program) list | string split -f1 ' ')"] : []
      let words = (words(of: command.operand) + names).joined(separator: " ")
      let files = command.operand.isFile ? " -F" : ""
      let choices = words.isEmpty ? "" : " -a \(quoted(words))"
      if !(files + choices).isEmpty { lines.append(start + files + choices) }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
