import LibC
import OperatingSystem

/// A built host, spawned over real pipes as a frontend does it.
package struct HostProcess {
  package let child: ChildProcess

  /// - Parameters:
  ///   - name: `viewmodel-host` or `example-host`, which are built beside the tests.
  package init(_ name: String = "example-host", _ arguments: [String] = []) throws {
    Process.ignoreBrokenPipes()
    child = try ChildProcess(Self.path(name), arguments, heeding: [SIGHUP, SIGINT, SIGTERM])
  }

  /// A host that was started otherwise.
  package init(_ child: ChildProcess) { self.child = child }

  package static func path(_ name: String) -> String {
    let folder = Process.executable.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)/\(name)"
  }

  package func write(_ text: String) { try? child.input.writeAll(text, as: "the host") }

  package func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty, case .bytes(let count) = child.input.write(rest) {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Ends the input, reads all output that is left, and waits for the end.
  package func finish() -> (lines: [String], end: ChildProcess.End) {
    child.input.close()
    let text = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    return (text.split(separator: "\n").map(String.init), child.wait())
  }

  /// Runs a host with all its input at once.
  package static func run(
    _ name: String = "example-host", _ arguments: [String] = [], input: String
  ) throws -> (lines: [String], end: ChildProcess.End) {
    let host = try HostProcess(name, arguments)
    host.write(input)
    return host.finish()
  }
}
