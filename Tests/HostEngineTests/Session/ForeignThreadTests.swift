import JSON
import Observation
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// A ViewModel that is isolated to nothing may change on another thread. Where Observation reports
/// that before the value is set, the host looks again.
@Suite struct ForeignThreadTests {
  /// Does what `@Observable` writes, with time between the two halves of a change.
  nonisolated final class Slow: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private var stored = 0

    var value: Int {
      registrar.access(self, keyPath: \.value)
      return stored
    }

    func announce() { registrar.willSet(self, keyPath: \.value) }
    func set(_ value: Int) {
      stored = value
      registrar.didSet(self, keyPath: \.value)
    }

    /// An input that changes the value on another thread, after the change was reported and looked
    /// for.
    @concurrent func change(to value: Int) async {
      announce()
      await MainActor.run { settle?() }
      set(value)
    }

    nonisolated(unsafe) var settle: (@MainActor () -> Void)?
  }

  private let slow = Slow()
  private let host: TestHost

  init() {
    let slow = slow
    let interface = Interface<Slow> {
      input("change", Slow.change, "value")
      output("value", \.value)
    }
    // A test must not depend on how long anything takes.
    host = TestHost(
      catalog: Catalog { viewModel("slow", { slow }, interface: interface) },
      options: Session.Options(uncertainty: .max / 2))
    _ = host.request(1, "viewModel/create", ["name": "slow", "id": "s"])
  }

  private func update(_ revision: Int, _ value: Int) -> String {
    HostLine.update("s", revision, patch: HostLine.replace("/value", "\(value)"))
  }

  @Test func aValueThatIsSetAfterItWasReadIsFoundWhenItIsQuiet() async {
    let slow = slow
    await Task.detached { slow.announce() }.value
    host.session.perform(.arrival)
    #expect(host.take() == [])
    await Task.detached { slow.set(7) }.value
    #expect(
      host.session.timeToQuiet != nil || !host.session.changes.isEmpty, "the loop is to look again")
    host.session.perform(.quiet)
    #expect(host.take() == [update(1, 7)])
  }

  @Test func theAnswerOfAnInputHasTheStateWithIt() async {
    let host = host
    slow.settle = { host.session.perform(.arrival) }
    var lines = host.request(2, "viewModel/call", ["id": "s", "input": "change", "arguments": [5]])
    while lines.last?.contains(#""id":2"#) != true { lines += await host.nextTurn() }
    #expect(lines == [update(1, 5), #"{"jsonrpc":"2.0","id":2,"result":{"value":null}}"#])
  }

  @Test func aChangeOnTheMainThreadIsCertain() {
    slow.announce()
    slow.set(3)
    host.session.perform(.arrival)
    #expect(host.take() == [update(1, 3)])
    #expect(host.session.timeToQuiet == nil)
  }
}
