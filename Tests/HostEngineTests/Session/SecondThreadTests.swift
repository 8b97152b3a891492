import ExampleViewModels
import JSON
import Testing
import ViewModelKit

@testable import HostEngine

/// A ViewModel of which something is set on another thread, as Swift's rules allow it, is hosted without a fault.
/// `Tests/Threads` does the same with a million inputs.
struct SecondThreadTests {
  @Test func everyInputIsCounted() async throws {
    for entry in Catalog.threads.entries { try await count(entry.name) }
  }

  private func count(_ name: String) async throws {
    let host = TestHost(catalog: Catalog.threads)
    _ = host.request(1, "viewModel/create", ["name": .string(name), "id": "vm"])
    _ = host.request(2, "viewModel/call", ["id": "vm", "input": "begin"])
    for number in 1...100 {
      _ = host.input("vm", "tap")
      // What feeds the main actor has its turn.
      if number.isMultiple(of: 50) {
        await Task.yield()
        host.session.perform(.arrival)
        _ = host.take()
      }
    }
    let answer = try #require(host.request(3, "viewModel/snapshot", ["id": "vm"]).last)
    #expect(try JSONValue(parsing: answer)["result"]?["state"]?["count"] == 100, "\(name)")
    _ = host.request(4, "viewModel/call", ["id": "vm", "input": "end"])
    _ = host.request(5, "viewModel/dispose", ["id": "vm"])
  }
}
