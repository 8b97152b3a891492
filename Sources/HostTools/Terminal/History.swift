import OperatingSystem

/// The lines that were typed before, in a file of the user's: `$XDG_STATE_HOME/viewmodel-host/NAME`, where the variable
/// stands for `~/.local/state` when it is not set (XDG Base Directory Specification 0.8). Without such a place, or when
/// the file cannot be used, there is no history, and nothing is said.
nonisolated struct History {
  private let path: String?
  /// The lines, the oldest first.
  let lines: [String]

  /// More lines are not read.
  private static let limit = 1000
  /// A file that is longer is begun anew, in bytes.
  private static let sizeLimit = 1_000_000

  /// - Parameter name: the name of the file, such as that of the program.
  init(_ name: String) {
    let home = Process.environment("HOME").map { "\($0)/.local/state" }
    let folder = Process.environment("XDG_STATE_HOME") ?? home
    path = folder.flatMap { $0.hasPrefix("/") ? "\($0)/viewmodel-host/\(name)" : nil }
    guard let path, Files.hasContent(path), let bytes = try? Files.read(path),
      bytes.count <= Self.sizeLimit
    else {
      lines = []
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    lines = text.split(separator: "\n").suffix(Self.limit).map(String.init)
  }

  /// Writes a line behind the others. One that begins with a space is not kept, as in shells.
  func append(_ line: String) {
    guard let path, !line.hasPrefix(" "), !line.isEmpty, line != lines.last else { return }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    guard (try? Files.makeFolder("/\(folder)")) != nil, let file = try? Files.createToAppend(path)
    else { return }
    defer { file.close() }
    if let size = file.size, size > Self.sizeLimit { file.cut(to: 0) }
    try? file.writeAll("\(line)\n", as: path)
  }
}
