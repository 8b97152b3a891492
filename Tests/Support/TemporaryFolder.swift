import OperatingSystem

/// A folder that is removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "mktemp -d"])
    child.input.close()
    let output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    _ = child.wait()
    guard let path = output.split(separator: "\n").first else { throw NoFolder() }
    self.path = String(path)
  }

  deinit {
    guard let child = try? ChildProcess("/bin/rm", ["-r", path]) else { return }
    child.input.close()
    child.output.close()
    _ = child.wait()
  }

  /// The path of a file in it.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and gives its path.
  package func file(_ name: String, _ text: String) throws -> String {
    try Files.write(text, to: path(name))
    return path(name)
  }

  /// The content of a file.
  package func text(_ name: String) throws -> String {
    String(decoding: try Files.read(path(name)), as: UTF8.self)
  }

  private struct NoFolder: Error {}
}
