import OperatingSystem
import TestSupport
import Testing

/// Some C libraries give threads 128 KiB for their stacks; here the user's limit does.
@Suite(.waitsForProcesses) nonisolated struct SmallStackTests {
  @Test(arguments: [128, 256])
  func workOnOtherThreadsHasTheStackThatItNeeds(limit: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "a line\n", count: 100_000)
    let path = try folder.file("file", text)
    Process.ignoreBrokenPipes()
    let host = HostProcess(
      try ChildProcess(
        "/bin/sh",
        ["-c", "ulimit -s \(limit); exec \"$1\"", "sh", HostProcess.path("viewmodel-host")]))
    host.write(create("lines", #"{"path":"\#(path)"}"#, observe: "indexed"))
    try host.readUp(to: #""path":"/indexed","value":\#(text.utf8.count)"#)
    host.write(create("finder", #"{"folder":"\#(folder.path)"}"#, observe: "preview"))
    try host.readUp(to: #""isTruncated":true"#)
    #expect(host.finish().end == .status(0))
  }

  private func create(_ name: String, _ parameters: String, observe output: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"\#(name)","#
      + #""parameters":\#(parameters),"observe":["\#(output)"]}}"# + "\n"
  }
}
