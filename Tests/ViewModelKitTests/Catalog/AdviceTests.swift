import Hosting
import JSON
import Observation
import Reactive
import ReactiveCombine
import Testing

@testable import ViewModelKit

/// What cannot be followed is said as soon as the types show it.
struct AdviceTests {
  final class Forgetful {
    var todos: [String] = []
    var openCount: Int { todos.count }
    let name = "a"
  }

  @Observable class Followed { var count = 0 }
  final class Inheriting: Followed {}
  final class Relays {
    let relay = BehaviorRelay(value: 0)
    var double: Int { relay.value * 2 }
  }
  final class Published: ObservableObject { @ReactiveCombine.Published var count = 0 }
  final class Facade {
    private let inner = Followed()
    var count: Int { inner.count }
  }
  final class Behind {
    private let inner: any AnyObject = Followed()
    var count: Int { (inner as? Followed)?.count ?? 0 }
  }
  final class Constants { let version = "1" }

  private func advice<VM>(_ make: @escaping @MainActor () -> VM, _ interface: Interface<VM>)
    -> [String]
  {
    Catalog { viewModel("vm", make, interface: interface) }.advice.map(\.sentence)
  }

  @Test func aClassWithoutNotificationsIsNamedWithItsOutputs() throws {
    let catalog = Catalog {
      viewModel(
        "todo", Forgetful.init,
        interface: Interface {
          output("todos", \.todos)
          output("openCount", \.openCount)
          output("name", constant: \.name)
        })
    }
    let advice = try #require(catalog.advice.first)
    #expect(catalog.advice.count == 1)
    #expect(
      advice.sentence == """
        todo: Forgetful sends no notification when its outputs (todos, openCount) change, so they are read again in every \
        turn: make the class @Observable, and say output("…", constant: …) of what never changes
        """)
    #expect(advice.outputs == ["todos", "openCount"])
  }

  @Test func whoeverNotifiesIsLeftAlone() {
    #expect(advice(Followed.init, Interface { output("count", \.count) }) == [])
    #expect(advice(Inheriting.init, Interface { output("count", \.count) }) == [])
    #expect(advice(Published.init, Interface { output("count", \.count) }) == [])
    #expect(
      advice(
        Relays.init,
        Interface {
          output("value", \.relay)
          output("double", \.double)
        }) == [])
    #expect(advice(Facade.init, Interface { output("count", \.count) }) == [])
    #expect(advice(Constants.init, Interface { output("version", constant: \.version) }) == [])
  }

  @Test func whatATypeHidesIsGivenTheBenefitOfTheDoubt() {
    #expect(advice(Behind.init, Interface { output("count", \.count) }) == [])
  }
}
