import OperatingSystem

/// The lines typed in earlier sessions, in the file `$XDG_STATE_HOME/viewmodel-host/NAME`
/// (`~/.local/state` by default; XDG Base Directory Specification 0.8). The history is empty if the
/// file cannot be used; no error is reported.
nonisolated struct History {
  private let path: String?
  /// The lines, oldest first.
  let lines: [String]

  /// The most lines that are read.
  private static let limit = 1000
  /// A longer file is emptied, in bytes.
  private static let sizeLimit = 1_000_000

  /// - Parameter name: the file name, such as the program's name.
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

  /// Appends a line. A line that begins with a space is not kept, as in shells.
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
