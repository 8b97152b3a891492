import Reactive
import Testing
import ViewModelKit

@testable import HostEngine

/// What an interface has done when an instance is disposed.
@Suite struct DisposalTests {
  /// Counts the ViewModels that are alive.
  private final class Census {
    var count = 0
    var log: [String] = []
    /// What outlives all of them, as the service of an app does.
    let changes = PublishSubject<Int>()
  }

  /// As in apps whose view controllers notify a ViewModel at their end: it has no bag.
  private class Screen {
    let viewDidDeallocate = PublishSubject<Void>()
    let sum = BehaviorRelay(value: 0)
    let census: Census

    init(_ census: Census) {
      self.census = census
      census.count += 1
      _ = census.changes.take(until: viewDidDeallocate)
        .subscribe(onNext: { [self] in sum.accept(sum.value + $0) })
    }

    isolated deinit { census.count -= 1 }

    func note(_ word: String) { census.log.append(word) }
    func close() { note("closed") }
  }

  private final class Detail: Screen {}

  private let census = Census()

  private func host(_ members: @escaping () -> Interface<Screen>) -> TestHost {
    let census = census
    return TestHost(catalog: Catalog { viewModel("it", { Screen(census) }, interface: members()) })
  }

  /// Creates an instance, sends something, and disposes it, so many times.
  private func rounds(_ count: Int, _ host: TestHost) {
    for number in 0..<count {
      _ = host.request(2 * number, "viewModel/create", ["name": "it", "id": "i"])
      census.changes.onNext(1)
      #expect(
        host.request(2 * number + 1, "viewModel/dispose", ["id": "i"]).last
          == #"{"jsonrpc":"2.0","id":\#(2 * number + 1),"result":{}}"#)
    }
  }

  @Test func nothingIsLeftOfSixHundredInstances() {
    let host = host {
      Interface {
        output("sum", \.sum)
        onDispose { $0.viewDidDeallocate.onNext(()) }
      }
    }
    rounds(600, host)
    #expect(census.count == 0)
    #expect(!census.changes.hasObservers)
  }

  @Test func whatIsSubscribedWithoutItStays() {
    rounds(3, host { Interface { output("sum", \.sum) } })
    #expect(census.count == 3)
  }

  @Test func nothingIsPublishedAfterIt() {
    let host = host {
      Interface {
        output("sum", \.sum)
        event("sums", \.sum)
        onDispose { $0.sum.accept(7) }
      }
    }
    _ = host.request(1, "viewModel/create", ["name": "it", "id": "i"])
    #expect(
      host.request(2, "viewModel/dispose", ["id": "i"]) == [
        #"{"jsonrpc":"2.0","id":2,"result":{}}"#
      ])
  }

  @Test func theLinesOfABaseClassComeInTheirOrderAndEachOnce() {
    let census = census
    let screen = Interface<Screen> {
      onDispose { $0.note("screen") }
      onDispose(Screen.close)
    }
    let host = TestHost(
      catalog: Catalog {
        viewModel(
          "it", { Detail(census) },
          interface: Interface<Detail> {
            screen
            onDispose { $0.note("detail") }
            onDispose { $0.viewDidDeallocate.onNext(()) }
          })
      })
    _ = host.request(1, "viewModel/create", ["name": "it", "id": "i"])
    host.session.perform(.end)
    #expect(census.log == ["screen", "closed", "detail"])
    #expect(census.count == 0)
  }
}
