import OperatingSystem
import TestSupport
import Testing

/// A host that gets too few descriptors says so, and does not end as if all were well.
@Suite(.waitsForProcesses) nonisolated struct DescriptorLimitTests {
  /// From so few that nothing can be done to enough. A supervised host needs more.
  @Test(arguments: ["", "--supervised"])
  func itServesOrSaysWhatIsMissing(option: String) throws {
    for limit in Array(4...40) + Array(60...80) + [256] { try expect(option, limit: limit) }
  }

  @Test func soDoesOneThatRecords() throws {
    let folder = try TemporaryFolder()
    for limit in Array(4...20) + [256] {
      try expect("--record=\(folder.path("recordings"))/", limit: limit)
    }
  }

  private func expect(_ option: String, limit: Int) throws {
    Process.ignoreBrokenPipes()
    // A shell that redirects under the limit may have no room for that itself.
    let script = "exec 2>&1; ulimit -n \(limit); exec \"$1\" $2"
    let host = HostProcess(
      try ChildProcess("/bin/sh", ["-c", script, "sh", HostProcess.path("viewmodel-host"), option]))
    host.write("\(Line.ping(1))\n")
    let (lines, end) = host.finish()
    if end == .status(0) {
      #expect(lines == [Line.pong(1)])
    } else {
      let isSaid = lines.count == 1 && lines[0].hasSuffix("Too many open files")
      #expect(isSaid, "\(option) \(limit): \(lines)")
    }
    #expect(end == .status(0) || limit < 256)
  }
}
