import JSON
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// A ViewModel whose interface its author has written wrongly cannot be used, and all others can.
struct FaultyInterfaceTests {
  final class Todos {
    var count = 0
    func add(title: String) {}
  }

  private static let line = #line + 6

  private static let catalog = Catalog {
    viewModel(
      "todos", Todos.init,
      interface: Interface {
        input("add", Todos.add)
        output("count", \.count)
      })
    viewModel("other", Todos.init, interface: Interface { output("count", constant: \.count) })
  }

  private static let sentence = """
    todos cannot be used: Tests/HostEngineTests/Session/FaultyInterfaceTests.swift:\(line): input add of Todos takes 1 \
    argument, but 0 are named
    """

  @Test(arguments: ["viewModel/create", "viewModel/describe"])
  func whoeverAsksForItReceivesTheLine(method: String) throws {
    let host = TestHost(catalog: Self.catalog)
    var warnings: [String] = []
    host.session.advice.show = { warnings.append($0) }
    for id in 1...2 {
      let lines = host.request(id, method, ["name": "todos"])
      try #require(lines.count == 1)
      let error = try JSONValue(parsing: lines[0])["error"]
      #expect(error?["code"] == -32603)
      let message = try #require(error?["message"]?.stringValue)
      // The path is absolute where the tests run in another folder.
      #expect(message.hasPrefix("todos cannot be used: "))
      #expect(message.hasSuffix(Self.sentence.dropFirst("todos cannot be used: ".count)))
    }
    // The author reads standard error, where it stands once.
    #expect(warnings.count == 1)
    #expect(
      host.request(3, "viewModel/create", ["name": "other", "id": "o"]) == [
        #"{"jsonrpc":"2.0","id":3,"result":{"id":"o","revision":0,"state":{"count":0}}}"#
      ])
    #expect(host.request(4, "viewModel/list").first?.contains(#"{"name":"todos"}"#) == true)
  }
}
