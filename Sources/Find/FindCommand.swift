import Finder
import HostEngine
import HostTools
import JSON
import LibC
import OperatingSystem
import ViewModelHost

/// Finds files, or lines, in the terminal.
@MainActor package struct FindCommand: Command {
  package static let name = "find"
  package static let summary = "Finds files, or lines, in the terminal while you type."
  package static let operand = Operand.folder
  package static let options = OptionSpec.all.map(\.option)
  package static let synopsis = "[FOLDER] [OPTION]…"
  package static let introduction = """
    Finds files below a folder, the working directory if none is named, or the lines of standard
    input if that is no terminal and nothing else is named, and prints what is accepted. What
    .gitignore files name is left out. Terms between spaces must all match: abc fuzzily, 'abc
    exactly, ^abc at the start, abc$ at the end, !abc not; a | b one of them.

    """
  package static let notes = """
    Keys: Enter accepts; Tab and Shift-Tab select several (-m); Control-N and -P, -J and -K, the
    arrows, PageUp and PageDown move; Control-A, -E, -B, -F, -H, -D, -W, -U, -Y and Alt-B, -F, -D
    edit the query; Shift-Up and -Down scroll the preview, and Control-/ shows or hides it;
    Control-L redraws; Control-Z stops; Escape, Control-C, -G and -Q end.

    --bind and --expect name keys as fzf does (ctrl-a, alt-enter, f1, x), and besides start, change,
    load, focus and double-click. Actions, several with +:
    \(Help.wrapped(Action.names.joined(separator: " "), width: 94).joined(separator: "\n"))
    An action's argument is in parentheses: execute(less {}). In commands {} is the current line,
    {+} the selected ones, {q} the query, {n} the line's number, {2} and {-1} fields.

    Options can also be in the environment variable VIEWMODEL_FIND_OPTS.

    Exits with 0 when something is accepted, 1 when nothing matches, 2 for an error, and 130 when it
    was ended.

    """

  private let arguments: [String]

  package init(_ arguments: inout Arguments) throws { self.arguments = arguments.takeAll() }

  package func run(_ about: HostInformation) throws -> ExitStatus {
    Descriptor.standardInput.occupy()
    Descriptor.standardOutput.occupy()
    var ending: FindSession.Ending
    do {
      let before = Process.environment("VIEWMODEL_FIND_OPTS") ?? ""
      let options = try FindOptions(arguments, before: before)
      if let script = options.shellScript {
        try Descriptor.standardOutput.show(script)
        return .success
      }
      ending = try Self.find(options)
      try options.write(ending.lines)
    } catch {
      ending = FindSession.Ending(status: FindSession.failed, complaint: "\(error)")
    }
    if let complaint = ending.complaint {
      Descriptor.standardError.warn("\(about.name) find: \(VisibleText.inOneLine(complaint))\n")
    }
    if let command = ending.command {
      Process.become(Shell.path, ["-c", command])
    }
    Process.exit(ending.status)
  }

  private static func find(_ options: FindOptions) throws -> FindSession.Ending {
    var options = options
    try options.takeStandardInput()
    if let query = options.filter { return try Filter(options).run(query) }
    // Without the full screen, the row of the mouse is unknown.
    let terminal = try Terminal(hasMouse: options.hasMouse && options.height == nil)
    return try FindSession(options, terminal).run()
  }

}

extension CommandSet {
  /// The tools and `find`.
  @MainActor public static let toolsAndFind = CommandSet(tools, FindCommand.self)
}
