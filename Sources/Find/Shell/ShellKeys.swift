/// Keys for shells, to be evaluated when one starts: Control-T puts files into the line, Control-R an earlier line,
/// Alt-C changes the folder, and Tab behind `**` completes with files.
enum ShellKeys {
  static let shells = ["bash", "zsh", "fish"]

  /// - Returns: `nil` for a shell without them.
  static func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }
}
