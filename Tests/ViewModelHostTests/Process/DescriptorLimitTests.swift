import OperatingSystem
import TestSupport
import Testing

/// A host that gets too few descriptors says so, and does not end as if all were well.
@Suite(.waitsForProcesses) nonisolated struct DescriptorLimitTests {
  /// From so few that nothing can be done to enough.
  @Test(arguments: 4...24)
  func itServesOrSaysWhatIsMissing(limit: Int) throws {
    Process.ignoreBrokenPipes()
    let script = "ulimit -n \(limit); exec \"$1\" 2>&1"
    let host = HostProcess(
      try ChildProcess("/bin/sh", ["-c", script, "sh", HostProcess.path("viewmodel-host")]))
    host.write("\(Line.ping(1))\n")
    let (lines, end) = host.finish()
    if end == .status(0) {
      #expect(lines == [Line.pong(1)])
    } else {
      #expect(lines.count == 1 && lines[0].hasSuffix("Too many open files"), "\(lines)")
    }
    #expect(end == .status(0) || limit < 24)
  }
}
