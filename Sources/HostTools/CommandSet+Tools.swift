import ViewModelHost

extension CommandSet {
  /// The commands for developing ViewModels: `play`, `attach`, `compare`, `draw`, `comments`,
  /// `completions`, `doctor`, and `man`.
  ///
  ///     import HostTools
  ///     …
  ///     Host("todo-host", version: "1.0", catalog).main(.tools)
  public static let tools = CommandSet(Tool.allCases.map(\.command))
}

extension Tool {
  fileprivate var command: any Command.Type {
    switch self {
    case .play: PlayCommand.self
    case .attach: AttachCommand.self
    case .compare: CompareCommand.self
    case .draw: DrawCommand.self
    case .comments: CommentsCommand.self
    case .completions: CompletionsCommand.self
    case .doctor: DoctorCommand.self
    case .manual: ManualCommand.self
    }
  }
}
