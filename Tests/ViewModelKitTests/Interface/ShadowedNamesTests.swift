import Hosting
import JSON
import Reactive
import TestSupport
import Testing

@testable import ViewModelKit

/// Classes whose members, or whose own name, hide the names of this module, and generic ones.
@Suite struct ShadowedNamesTests {
  /// In many apps the members of a ViewModel are called so.
  final class Search {
    struct Input {
      let tap = PublishRelay<Void>()
      let text = BehaviorRelay(value: "")
    }
    struct Output {
      let title: Driver<String>
      let tapped: Signal<Void>
    }
    let input = Input()
    let output: Output
    var event: (() -> Void)?

    init() {
      output = Output(
        title: input.text.asDriver().map { $0.uppercased() }, tapped: input.tap.asSignal())
    }
  }

  enum App {
    final class ViewModel {
      let count = BehaviorRelay(value: 1)
    }
  }

  final class Pages<Item: Codable & Equatable> {
    let items: BehaviorRelay<[Item]>
    init(first: Item) { items = BehaviorRelay(value: [first]) }
  }

  private func state(_ entry: CatalogEntry, _ parameters: JSONValue? = nil) throws -> [JSONValue] {
    let hosted = try Catalog { entry }.make("it", parameters)
    #expect(hosted.activate(NotingObserver()).isEmpty)
    return hosted.outputs.map(\.json)
  }

  @Test func membersAreNamedWithTheModule() throws {
    #expect(try state(viewModel("it", Search.init)) == [""])
    #expect(Search.interface.inputs.map(\.name) == ["tap", "text"])
    #expect(Search.interface.events.map(\.name) == ["tapped", "other"])
  }

  @Test func inTheCatalogThePlainNamesDo() throws {
    let entry = viewModel(
      "it", Search.init,
      interface: Interface {
        input("text", \.input.text, "text")
        output("title", \.output.title)
      })
    #expect(try state(entry) == [""])
  }

  @Test func aClassMayBeCalledViewModel() throws {
    #expect(try state(viewModel("it", App.ViewModel.init)) == [1])
  }

  @Test func aClassMayBeGeneric() throws {
    #expect(try state(viewModel("it", Pages<Int>.init, "first"), ["first": 3]) == [[3]])
  }
}

extension ShadowedNamesTests.Search: ViewModel {
  static let interface = Interface<ShadowedNamesTests.Search> {
    ViewModelKit.input("tap", \.input.tap)
    ViewModelKit.input("text", \.input.text, "text")
    ViewModelKit.output("title", \.output.title)
    ViewModelKit.event("tapped", \.output.tapped)
    ViewModelKit.event("other", \.event)
  }
}

extension ShadowedNamesTests.App.ViewModel: ViewModelKit.ViewModel {
  static let interface = Interface<ShadowedNamesTests.App.ViewModel> { output("count", \.count) }
}

extension ShadowedNamesTests.Pages: ViewModel {
  static var interface: Interface<ShadowedNamesTests.Pages<Item>> {
    Interface { output("items", \.items) }
  }
}
