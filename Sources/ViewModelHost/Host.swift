import HostEngine
import OperatingSystem
import ViewModelKit

/// A program that offers ViewModels to frontends.
///
/// A custom executable is a catalog and one line:
///
///     import ViewModelHost
///     import ViewModelKit
///
///     let catalog = Catalog {
///       viewModel("todo", TodoViewModel.init)
///     }
///     Host("todo-host", version: "1.0", catalog).main()
///
/// `protocol.md` describes its protocol; `--help` lists its commands. With `import HostTools` and
/// `.main(.tools)` it also has the tools of a developer: `play`, `compare`, `draw` and others.
public struct Host {
  let about: HostInformation

  /// - Parameters:
  ///   - name: the name of the program in `initialize` and in its help.
  ///   - version: its version, as text.
  ///   - catalog: its ViewModels.
  public init(_ name: String, version: String, _ catalog: Catalog) {
    about = HostInformation(name: name, version: version, catalog: catalog)
  }

  /// Creates a host with a smaller limit for the jobs of a turn, for tests: a million take seconds
  /// in a debug build.
  package init(_ name: String, version: String, jobLimit: Int, _ catalog: Catalog) {
    about = HostInformation(name: name, version: version, catalog: catalog, jobLimit: jobLimit)
  }

  /// Runs the command line, and ends the process. Call it from synchronous top-level code, before
  /// the process has a task.
  ///
  /// - Parameter more: further commands, besides serving, listing, describing and replaying:
  ///   `.none`, or `.tools` with `import HostTools`.
  public func main(_ more: CommandSet = .none) -> Never {
    let commands = CommandList(CommandList.standard + more.commands)
    Process.exit(run(Array(CommandLine.arguments.dropFirst()), commands))
  }
}

/// Commands of a host, besides those of every host.
public struct CommandSet {
  let commands: [any Command.Type]

  package init(_ commands: [any Command.Type]) { self.commands = commands }

  /// Adds a command to a set.
  package init(_ set: CommandSet, _ command: any Command.Type) {
    commands = set.commands + [command]
  }

  /// No further commands.
  public static let none = CommandSet([])
}
