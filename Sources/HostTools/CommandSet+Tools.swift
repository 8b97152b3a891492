import ViewModelHost

extension CommandSet {
  /// What a developer has use for while writing ViewModels: `play`, `compare`, `draw`, `comments`, completions for
  /// shells, and the manual page.
  ///
  ///     import HostTools
  ///     …
  ///     Host("todo-host", version: "1.0", catalog).main(.tools)
  public static let tools = CommandSet([
    PlayCommand.self, CompareCommand.self, DrawCommand.self, CommentsCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ])
}
