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

  private func run(_ words: String...) throws -> OperatingSystem.ExitStatus {
    var arguments = Arguments(words)
    arguments.viewModels = ["todos", "other"]
    return try SchemaCommand(&arguments).run(about)
  }

  @Test func theOthersAreDescribedAndTheStatusTells() throws { #expect(try run() == .faulty) }

  @Test func whoNamesTheFaultyOneGetsTheStatus() throws { #expect(try run("todos") == .faulty) }

  @Test func whoNamesOnlySoundOnesGetsThem() throws { #expect(try run("other") == .success) }

  @Test func aFaultIsNamed() {
    #expect(about.catalog.faults.count == 1)
    let fault = "input add of Todos takes 1 argument, but 0 are named"
    #expect(about.catalog.faults.first?.hasSuffix(fault) == true)
  }
}
