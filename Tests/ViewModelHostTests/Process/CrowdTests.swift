#if os(Linux) && !MAIN_QUEUE
  import JSON
  import LibC
  import OperatingSystem
  import TestSupport
  import Testing

  @testable import ViewModelHost

  /// What comes from other threads, and lines that come meanwhile.
  @Suite(.waitsForProcesses) nonisolated struct CrowdTests {
    private static let count = 1_000

    @Test func aLineDoesNotWaitForAllThatComesFromOtherThreads() throws {
      let folder = try TemporaryFolder()
      let path = folder.path("pipe")
      #expect(mkfifo(path, 0o600) == 0)
      let host = try HostProcess("example-host")
      host.write(
        """
        {"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"example.crowded","id":"c"}}
        {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"gather","arguments":[\(Self.count),"\(path)"]}}

        """)
      // The host is in the input, so it has not read what follows.
      let pipe = try #require(Descriptor.open(path, O_WRONLY))
      host.write(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n")
      pipe.close()
      let reader = LineReader(host.child.output)
      var (last, atPing): (Int64, Int64?) = (0, nil)
      while last < Self.count, reader.isReady(within: 600) {
        reader.read()
        while let line = reader.next() {
          let message = try JSONValue(parsing: line)
          if message["id"] == 2 { atPing = last }
          let patch = message["params"]?["updates"]?.arrayValue?.first?["patch"]?.arrayValue
          last = patch?.first?["value"]?.integerValue ?? last
        }
        if reader.hasEnded { break }
      }
      #expect(last == Self.count)
      #expect(try #require(atPing) < Self.count / 2)
      #expect(host.finish().end == .status(0))
    }
  }
#endif
