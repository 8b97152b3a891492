import OperatingSystem

/// Finds programs by name.
enum ProgramPath {
  /// The path of a program, found as a shell does.
  static func find(_ name: String) -> String? { all(name).first }

  /// All programs with a name on the PATH, in order.
  static func all(_ name: String) -> [String] {
    if name.contains("/") { return Files.isExecutable(name) ? [name] : [] }
    let folders = (Process.environment("PATH") ?? "").split(separator: ":")
    var paths: [String] = []
    for folder in folders where Files.isExecutable("\(folder)/\(name)") {
      let path = "\(folder)/\(name)"
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}
