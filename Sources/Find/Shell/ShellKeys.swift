/// Scripts that bind keys in shells: Control-T inserts files, Control-R an earlier line, Alt-C
/// changes the folder, and Tab after `**` completes with files.
enum ShellKeys {
  static let shells = ["bash", "zsh", "fish"]

  /// - Returns: the script; `nil` for an unknown shell.
  static func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }
}
