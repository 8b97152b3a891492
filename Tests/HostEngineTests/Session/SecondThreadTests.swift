import ExampleViewModels
import JSON
import Testing
import ViewModelKit

@testable import HostEngine

/// A ViewModel of which something is set on another thread, as Swift's rules allow it, is hosted
/// without a fault. `Tests/Threads` does the same with a million inputs.
struct SecondThreadTests {
  @Test func everyInputIsCounted() async throws {
    for entry in Catalog.threads.entries { try await count(entry.name) }
  }

  private func count(_ name: String) async throws {
    let host = TestHost(catalog: Catalog.threads)
    _ = host.request(1, "viewModel/create", ["name": .string(name), "id": "vm"])
    _ = host.request(2, "viewModel/call", ["id": "vm", "input": "begin"])
    for number in 1...500 {
      _ = host.input("vm", "tap")
      // What only feeds the main actor waits for its turn; the others would never stop meanwhile.
      if number.isMultiple(of: 50) && ["threads.actor", "threads.detached"].contains(name) {
        await Task.yield()
        host.session.perform(.arrival)
        _ = host.take()
      }
    }
    let answer = try #require(host.request(3, "viewModel/snapshot", ["id": "vm"]).last)
    #expect(try JSONValue(parsing: answer)["result"]?["state"]?["count"] == 500, "\(name)")
    _ = host.request(4, "viewModel/call", ["id": "vm", "input": "end"])
    _ = host.request(5, "viewModel/dispose", ["id": "vm"])
  }
}
