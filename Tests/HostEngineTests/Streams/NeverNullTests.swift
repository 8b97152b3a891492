import Reactive
import Testing
import ViewModelKit

@testable import HostEngine

/// A ViewModel with an output that is never null is created only if it has a value.
@Suite struct NeverNullTests {
  private let late = BehaviorSubject(value: 1)

  private func host() -> TestHost {
    let late = late
    return TestHost(
      catalog: Catalog {
        viewModel(
          "late", { late.skip(1) },
          interface: Interface { output("number", immediate: \.self) })
        viewModel("ended", { late }, interface: Interface { output("number", { $0 }) })
      })
  }

  private func refused(_ id: Int, _ name: String, _ outcome: String) -> [String] {
    [
      #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32006,"message":""#
        + "\(name) was not created: the output number is never null, so its stream has to send an "
        + "element when it is subscribed, but it \(outcome); "
        + #"output(\"number\", …, initially: …) gives it a value before the first element"}}"#
    ]
  }

  @Test func creationFailsWithoutAnElementAndLeavesNothing() {
    let host = host()
    #expect(
      host.request(1, "viewModel/create", ["name": "late", "id": "l"])
        == refused(1, "late", "sent none"))
    #expect(!late.hasObservers)
    #expect(
      host.request(2, "viewModel/snapshot", ["id": "l"]) == [
        #"{"jsonrpc":"2.0","id":2,"error":{"code":-32003,"message":"There is no instance l"}}"#
      ])
  }

  @Test func creationFailsWithAStreamThatHasEnded() {
    struct Fault: Error {}
    let host = host()
    late.onError(Fault())
    #expect(
      host.request(1, "viewModel/create", ["name": "ended", "id": "e"])
        == refused(1, "ended", "failed: Fault()"))
  }

  @Test func anOutputThatIsNotObservedNeedsNoElement() {
    #expect(
      host().request(1, "viewModel/create", ["name": "late", "id": "l", "observe": []]) == [
        #"{"jsonrpc":"2.0","id":1,"result":{"id":"l","revision":0,"state":{}}}"#
      ])
  }
}
