import JSON
import Observation
import Testing
import ViewModelKit

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

  /// Each update repeats the id (`protocol.md`, `viewModel/create`).
  @Test func theIDOfAnInstance() {
    let host = TestHost()
    let longest = String(repeating: "x", count: 1_024)
    #expect(
      host.request(1, "viewModel/create", ["name": "counter", "id": .string(longest + "x")]) == [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.id: expected at "#
          + #"most 1024 bytes, found 1025","data":{"path":"/id"}}}"#
      ])
    let lines = host.request(2, "viewModel/create", ["name": "counter", "id": .string(longest)])
    #expect(lines.first?.contains(#""revision":0"#) == true)
  }

  @Test func anUnknownMethod() {
    let lines = TestHost().request(1, name, [:])
    #expect(lines.first?.contains("There is no method xxx") == true)
    #expect((lines.first?.utf8.count ?? 0) < 1_000)
  }

  @Test func anUnknownArgument() {
    let host = TestHost()
    _ = host.request(1, "viewModel/create", ["name": "user", "id": "u"])
    let lines = host.request(
      2, "viewModel/call", ["id": "u", "input": "fetch", "arguments": [name: 1]])
    #expect(lines.first?.contains("unknown") == true)
    // Once as the path of the error.
    #expect((lines.first?.utf8.count ?? 0) < name.utf8.count + 1_000)
  }
}

/// Names are compared by their code units. Swift's own comparison takes é and e with an accent for
/// equal, and puts combining marks in order for that: with a name of many marks it would take for
/// ever.
@Suite struct ExactNameTests {
  private let host = TestHost(catalog: Catalog { viewModel("menu", Menu.init) })
  private static let decomposed = "cafe\u{301}"

  @Test func theNameOfAnOutputComesBackOnce() {
    let lines = host.request(
      1, "viewModel/create", ["name": "menu", "observe": [.string(Self.decomposed)]])
    #expect(lines.first?.contains("menu has no output \(Self.decomposed)") == true)
  }

  @Test func theNameOfAnArgumentComesBackOnce() {
    _ = host.request(1, "viewModel/create", ["name": "menu", "id": "m"])
    let lines = host.request(
      2, "viewModel/call", ["id": "m", "input": "order", "arguments": [Self.decomposed: 1]])
    #expect(lines.first?.contains(#""error":{"code":-32602"#) == true)
  }
}

@Observable private final class Menu {
  private(set) var café = 0
  func order(café: Int) { self.café = café }
}

extension Menu: ViewModel {
  static let interface = Interface<Menu> {
    input("order", Menu.order, "café")
    output("café", \.café)
  }
}
