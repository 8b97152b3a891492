import ExampleViewModels
import JSON
import Testing
import ViewModelKit

@testable import HostEngine

/// A ViewModel of which something is set on another thread, as Swift's rules allow it, is hosted without a fault.
/// `Tests/Threads` does the same with more inputs, and has those wait that feed the main actor.
struct SecondThreadTests {
  @Test func everyInputIsCounted() throws {
    for entry in Catalog.threads.entries { try count(entry.name) }
  }

  private func count(_ name: String) throws {
    let host = TestHost(catalog: Catalog.threads)
    _ = host.request(1, "viewModel/create", ["name": .string(name), "id": "vm"])
    _ = host.request(2, "viewModel/call", ["id": "vm", "input": "begin"])
    // Without a pause, so that other tests do not wait for the threads.
    for _ in 1...100 { _ = host.input("vm", "tap") }
    let answer = try #require(host.request(3, "viewModel/snapshot", ["id": "vm"]).last)
    #expect(try JSONValue(parsing: answer)["result"]?["state"]?["count"] == 100, "\(name)")
    _ = host.request(4, "viewModel/call", ["id": "vm", "input": "end"])
    _ = host.request(5, "viewModel/dispose", ["id": "vm"])
  }
}
