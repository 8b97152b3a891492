import JSON
import Reactive
import Testing
import ViewModelKit

@testable import SampleViewModels
@testable import HostEngine

/// Pages that arrive at once, as from a cache. A frontend cannot answer so fast.
@Suite struct CachedPagesTests {
  private let host: TestHost

  init() {
    host = TestHost(
      catalog: Catalog {
        service(ItemsRequest.self) { request -> Observable<ItemsPage> in
          .just(
            ItemsPage(
              items: [Item(id: "a", name: "A")],
              pages: ItemsPage.Pages(currentPage: request.page, nextPage: nil)))
        }
        ArticleListScreen.entry("list.article")
        ListViewModel.entry("list")
      })
  }

  private var state: JSONValue? {
    let answer = host.request(2, "viewModel/snapshot", ["id": "l"])
    return answer.first.flatMap { try? JSONValue(parsing: $0)["result"]?["state"] }
  }

  private let items: JSONValue = [["id": "a", "name": "A"]]

  /// That it loads is sent after the page, and that it is empty too.
  @Test func theArticlesListLoadsForEverAndAReloadEmptiesIt() {
    _ = host.request(1, "viewModel/create", ["name": "list.article", "id": "l"])
    _ = host.input("l", "viewWillAppear")
    #expect(state == ["items": items, "loading": true])
    _ = host.input("l", "reload")
    #expect(state == ["items": [], "loading": true])
  }

  /// The corrected one has its page, and then no longer loads.
  @Test func theListHasItsPage() async {
    _ = host.request(1, "viewModel/create", ["name": "list", "id": "l"])
    for input in ["viewWillAppear", "reload"] {
      _ = host.input("l", input)
      #expect(state?["loading"] == true)
      _ = await host.nextTurn()
      #expect(state == ["items": items, "loading": false])
    }
  }
}
