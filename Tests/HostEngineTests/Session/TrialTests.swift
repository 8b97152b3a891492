import JSON
import Reactive
import Testing
import ViewModelKit

@testable import HostEngine
@testable import SampleViewModels

/// `viewModel/try`, but for the copy of the process that it takes.
@Suite struct TrialTests {
  @Test func whereThereIsNoCopyOfAProcessAnErrorSaysSo() {
    let host = TestHost()
    _ = host.request(1, "viewModel/create", ["name": "counter", "id": "c"])
    #expect(
      host.request(2, "viewModel/try", ["id": "c", "input": "plusButtonDidTap"]) == [
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"viewModel/try needs Linux, and a program that runs all tasks of its process by Host.main()"}}"#
      ])
  }

  /// Asking would do something.
  @Test(arguments: [false, true])
  func aServiceThatSwiftAnswersIsAskedUnlessItIsOnlyTried(isTrial: Bool) {
    var asked: [Int] = []
    let host = TestHost(
      catalog: Catalog {
        service(ItemsRequest.self) { request -> Observable<ItemsPage> in
          asked.append(request.page)
          return .never()
        }
        ArticleListScreen.entry("list.article")
      })
    _ = host.request(1, "viewModel/create", ["name": "list.article", "id": "l"])
    #expect(asked.isEmpty)
    host.session.services.takesAll = isTrial
    let said = host.input("l", "reload")
    #expect(asked.isEmpty == isTrial)
    #expect(said.contains { $0.contains(#""method":"service/call""#) } == isTrial)
  }
}
