import HostEngine
import OperatingSystem
import Testing
import ViewModelKit

@testable import ViewModelHost

/// A catalog in which one ViewModel has a wrong interface.
struct FaultySchemaTests {
  final class Todos {
    var count = 0
    func add(title: String) {}
  }

  private let about = HostInformation(
    name: "todo-host", version: "1",
    catalog: Catalog {
      viewModel("todos", Todos.init, interface: Interface { input("add", Todos.add) })
      viewModel("other", Todos.init, interface: Interface { output("count", \.count) })
    })

  private func run(_ words: String...) throws {
    var arguments = Arguments(words)
    arguments.viewModels = ["todos", "other"]
    _ = try SchemaCommand(&arguments).run(about)
  }

  @Test func whoWantsAllIsToldToNameTheOthers() {
    let failure = #expect(throws: CommandFailure.self) { try run() }
    let text = failure.map { "\($0)" } ?? ""
    #expect(text.contains("input add of Todos takes 1 argument, but 0 are named"), "\(text)")
    #expect(text.hasSuffix("; name the ViewModels that you want, to leave this one out"), "\(text)")
  }

  @Test func whoNamesTheFaultyOneIsToldOnlyWhatIsWrong() {
    let failure = #expect(throws: CommandFailure.self) { try run("todos") }
    #expect(failure.map { "\($0)" }?.hasSuffix("but 0 are named") == true)
  }
}
