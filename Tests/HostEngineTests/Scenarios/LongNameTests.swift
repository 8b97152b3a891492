import JSON
import Testing

@testable import HostEngine

/// What a frontend sends comes back once, and not a second time in the message.
@Suite struct LongNameTests {
  private let name = String(repeating: "x", count: 100_000)

  @Test func anInputForAnUnknownInstance() {
    let lines = TestHost().input(name, "add", [:])
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""id":"\#(name)""#) == true)
    #expect((lines.first?.utf8.count ?? 0) < name.utf8.count + 1_000)
  }

  @Test func anUnknownViewModel() {
    let lines = TestHost().request(1, "viewModel/create", ["name": .string(name)])
    #expect(lines.first?.contains("has no ViewModel") == true)
    #expect((lines.first?.utf8.count ?? 0) < 1_000)
  }
}
