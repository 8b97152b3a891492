import HostEngine
import JSON
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

  /// What `schema` shows of these ViewModels, or of all: their names, how many warnings, and the
  /// status.
  private func shown(
    _ names: String...
  ) throws -> (names: [String]?, warnings: Int, status: OperatingSystem.ExitStatus) {
    let shown = try SchemaCommand.show(names, of: about, isStrict: false)
    let described = shown.contract?.json["viewModels"]?.arrayValue
    return (described?.map { $0["name"]?.stringValue ?? "" }, shown.warnings.count, shown.status)
  }

  @Test func theOthersAreDescribedAndTheStatusReportsIt() throws {
    #expect(try shown() == (["other"], 1, .faulty))
  }

  @Test func whoNamesTheFaultyOneGetsTheStatus() throws {
    #expect(try shown("todos") == (nil, 1, .faulty))
  }

  @Test func whoNamesOnlySoundOnesGetsThem() throws {
    #expect(try shown("other") == (["other"], 0, .success))
  }

  @Test func aFaultIsNamed() {
    #expect(about.catalog.faults.count == 1)
    let fault = "input add of Todos takes 1 argument, but 0 are named"
    #expect(about.catalog.faults.first?.hasSuffix(fault) == true)
  }
}
