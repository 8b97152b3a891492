import HostEngine
import OperatingSystem
import ViewModelKit

/// A program that offers ViewModels to frontends.
///
/// An executable of one's own is a catalog and one line:
///
///     import ViewModelHost
///     import ViewModelKit
///
///     let catalog = Catalog {
///       viewModel("todo", TodoViewModel.init)
///     }
///     Host("todo-host", version: "1.0", catalog).main()
///
/// `protocol.md` says what it speaks; `--help` what else it can do. With `import HostTools` and `.main(.tools)` it has the
/// tools of a developer, too: `play`, `compare`, `draw` and others.
public struct Host {
  let about: HostInformation

  /// - Parameters:
  ///   - name: what the program calls itself, in `initialize` and in its help.
  ///   - version: its version, as text.
  ///   - catalog: the ViewModels that it offers.
  public init(_ name: String, version: String, _ catalog: Catalog) {
    about = HostInformation(name: name, version: version, catalog: catalog)
  }

  /// A host that cuts a turn off after fewer jobs, for tests: a million take seconds where nothing is optimized.
  package init(_ name: String, version: String, jobLimit: Int, _ catalog: Catalog) {
    about = HostInformation(name: name, version: version, catalog: catalog, jobLimit: jobLimit)
  }

  /// Does what the command line says, and ends the process. To be called from synchronous top-level code, before
  /// the process has any task.
  ///
  /// - Parameter more: what it can do besides serving, listing, describing and replaying: nothing, or with
  ///   `import HostTools` its `.tools`.
  public func main(_ more: CommandSet = .none) -> Never {
    let commands = CommandList(CommandList.standard + more.commands)
    Process.exit(run(Array(CommandLine.arguments.dropFirst()), commands))
  }
}

/// Commands that a host has besides those of every host.
public struct CommandSet {
  let commands: [any Command.Type]

  package init(_ commands: [any Command.Type]) { self.commands = commands }

  /// Those of a set, and another one.
  package init(_ set: CommandSet, _ command: any Command.Type) {
    commands = set.commands + [command]
  }

  /// None.
  public static let none = CommandSet([])
}
