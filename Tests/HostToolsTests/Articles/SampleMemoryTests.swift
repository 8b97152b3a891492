#if os(Linux)
  import JSON
  import OperatingSystem
  import SampleViewModels
  import TestSupport
  import Testing
  import ViewModelKit

  @testable import ViewModelHost

  /// What is disposed is gone: an instance that a cycle kept alive would be there for as long as
  /// the host.
  @Suite(.waitsForProcesses) nonisolated struct SampleMemoryTests {
    /// How many bytes memory may grow in a thousand rounds. Were one object left of each, it would
    /// be more.
    private static let tolerance = 32 * 1024

    @Test(arguments: await MainActor.run { Catalog.samples.entries.map { $0.name } })
    func memoryReturnsAfterAThousandRounds(viewModel: String) throws {
      let host = try HostProcess("viewmodel-host", ["--clock", "virtual"])
      let reader = LineReader(host.child.output)
      host.write(
        Self.line("initialize", ["protocolVersions": ["1"], "capabilities": Self.services]))
      try Self.expectResults(1, from: reader)
      let round = Self.round(of: viewModel)
      func play(_ count: Int) throws {
        // What is sent and what comes of it fit into the pipes.
        for _ in 0..<(count / 50) {
          host.write((0..<50).map { _ in round.joined() }.joined())
          try Self.expectResults(50 * round.count, from: reader)
        }
      }
      // Buffers grow once in a while to what the largest turn needs. What is left of each instance
      // grows every time.
      var growths: [Int] = []
      repeat {
        let before = try Self.memory(of: host.child)
        try play(1_000)
        growths.append(try Self.memory(of: host.child) - before)
      } while growths.count < 10 && growths[growths.count - 1] > Self.tolerance
      #expect(growths[growths.count - 1] <= Self.tolerance, "\(growths)")
      #expect(host.finish().end == .status(0))
    }

    private static let services: JSONValue = [
      "services": [
        "example", "fetchUser", "foos", "items", "part", "processUser", "search", "user",
      ]
    ]

    /// Lines that create and dispose an instance, with the list that it belongs to, if it is a
    /// pager.
    private static func round(of viewModel: String) -> [String] {
      func create(_ name: String, _ id: String, _ more: [String: JSONValue] = [:]) -> String {
        var params: JSONObject = ["name": .string(name), "id": .string(id)]
        for (key, value) in more { params[key] = value }
        return line("viewModel/create", .object(params))
      }
      func dispose(_ id: String) -> String { line("viewModel/dispose", ["id": .string(id)]) }
      switch viewModel {
      case "pager", "pager.article":
        let list = viewModel == "pager" ? "list" : "list.article"
        let more: [String: JSONValue] = [
          "uses": ["list": "l"], "parameters": ["selectedId": "a"],
        ]
        return [create(list, "l"), create(viewModel, "x", more), dispose("x"), dispose("l")]
      case "finder":
        return [create(viewModel, "x", ["parameters": ["lines": ["a", "b"]]]), dispose("x")]
      case "lines":
        let file: JSONValue = .string(Repository.path("LICENSE"))
        return [create(viewModel, "x", ["parameters": ["path": file]]), dispose("x")]
      default: return [create(viewModel, "x"), dispose("x")]
      }
    }

    private static func line(_ method: String, _ params: JSONValue) -> String {
      let message: JSONValue = [
        "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
      ]
      return "\(message)\n"
    }

    /// Reads so many answers, none of which is an error.
    private static func expectResults(_ count: Int, from reader: LineReader) throws {
      var missing = count
      while missing > 0 {
        try #require(!reader.hasEnded && reader.isReady(within: 600))
        reader.read()
        while let line = reader.next() {
          if line.hasPrefix(#"{"jsonrpc":"2.0","method":"#) { continue }
          try #require(line.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":"#), "\(line)")
          missing -= 1
        }
      }
    }

    /// How many bytes the process has written to that are its own.
    private static func memory(of child: ChildProcess) throws -> Int {
      let text = String(decoding: try Files.read("/proc/\(child.id)/smaps_rollup"), as: UTF8.self)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") })
      return 1024 * (try #require(Int(line.split(separator: " ")[1])))
    }
  }
#endif
