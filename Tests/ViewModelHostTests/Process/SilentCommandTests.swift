import TestSupport
import Testing

/// Programs that a host waits for hold up nothing else.
@Suite(.waitsForProcesses) nonisolated struct SilentCommandTests {
  /// As many as a small machine has processors, and far more.
  @Test(arguments: [2, 8, 64])
  func whatIsOffTheMainActorContinues(count: Int) throws {
    let host = try HostProcess("viewmodel-host")
    for number in 1...count {
      host.write(create("silent-\(number)", #"{"command":["sleep","600"]}"#, observe: "[]"))
    }
    host.write(create("lines", #"{"lines":["a"]}"#, observe: #"["total","isSearching"]"#))
    let output = try host.readUp(to: #""path":"/isSearching","value":false"#)
    #expect(output.contains(#""path":"/total","value":1"#))
    #expect(host.finish().end == .status(0))
  }

  private func create(_ id: String, _ parameters: String, observe: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(id)","method":"viewModel/create","params":{"name":"finder","id":"\#(id)","#
      + #""parameters":\#(parameters),"observe":\#(observe)}}"# + "\n"
  }
}
