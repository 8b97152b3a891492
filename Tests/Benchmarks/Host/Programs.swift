import Foundation
import OperatingSystem

/// The programs under measurement, and what the command line chose of the benchmarks.
struct Programs {
  /// This program, which can also be a host: see ``serveProbe()``.
  let itself: String
  private(set) var host: String
  /// The host that is linked statically, if there is one.
  private(set) var staticHost: String?
  private(set) var prefixes: [String] = []
  /// Set in the environment when this program is to be a host: its command line is then the host's.
  private static let probe = "BENCHMARKS_PROBE"
  var servesProbe: Bool { OperatingSystem.Process.environment(Self.probe) != nil }

  /// Starts this program as a host of the probes.
  func startProbe() throws -> Peer {
    setenv(Self.probe, "1", 1)
    defer { unsetenv(Self.probe) }
    return try Peer(itself)
  }

  /// What the limit is measured with: a program that does nothing but read and write.
  let cat = "/bin/cat"

  init(_ arguments: [String]) {
    itself = OperatingSystem.Process.executable
    host = itself.dropLast(itself.split(separator: "/").last?.count ?? 0) + "viewmodel-host"
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--host": host = rest.popFirst() ?? host
      case "--static": staticHost = rest.popFirst()
      default: prefixes.append(argument)
      }
    }
  }
}
