import Observation
import Reactive
import ReactiveTesting
import Testing

/// How Observation is notified of the values of relays and subjects.
struct ObservationTests {
  /// How often a change was reported; each time what the closure reads is tracked again.
  private final class Follower<Value> {
    private(set) var changes = 0
    private(set) var value: Value
    private let read: () -> Value

    init(_ read: @escaping () -> Value) {
      self.read = read
      value = read()
      follow()
    }

    func follow() {
      value = withObservationTracking(read) { [weak self] in
        MainActor.assumeIsolated { self?.changes += 1 }
      }
    }
  }

  private final class ViewModel {
    let name = BehaviorRelay(value: "a")
    let count = BehaviorRelay(value: 1)
    var title: String { "\(name.value) \(count.value)" }
  }

  @Test func whatIsComputedFromRelaysIsFollowed() {
    let viewModel = ViewModel()
    let follower = Follower { viewModel.title }
    viewModel.count.accept(2)
    #expect(follower.changes == 1)
    viewModel.name.accept("b")
    #expect(follower.changes == 1, "It is told once.")
    follower.follow()
    #expect(follower.value == "b 2")
    viewModel.name.accept("c")
    #expect(follower.changes == 2)
  }

  @Test func onlyTheRelayThatWasReadNotifies() {
    let viewModel = ViewModel()
    let follower = Follower { viewModel.name.value }
    viewModel.count.accept(2)
    #expect(follower.changes == 0)
    viewModel.name.accept("b")
    #expect(follower.changes == 1)
  }

  @Test func anEqualValueIsPublishedToo() {
    let relay = BehaviorRelay(value: 1)
    let follower = Follower { relay.value }
    relay.accept(1)
    #expect(follower.changes == 1)
  }

  /// An observer that receives the element and looks again, sees the new value, and receives the
  /// next one.
  @Test func itIsPublishedBeforeTheElementIsSent() {
    let relay = BehaviorRelay(value: 0)
    let follower = Follower { relay.value }
    var seen: [String] = []
    let subscription = relay.skip(1).subscribe(onNext: { _ in
      seen.append("\(follower.changes) \(follower.value)")
      follower.follow()
      seen.append("\(follower.changes) \(follower.value)")
    })
    relay.accept(1)
    relay.accept(2)
    subscription.dispose()
    #expect(seen == ["1 0", "1 1", "2 1", "2 2"])
  }

  @Test func aBehaviorSubjectsValueIsFollowedToItsEnd() throws {
    let subject = BehaviorSubject(value: 1)
    let follower = Follower { Result { try subject.value() } }
    subject.onNext(2)
    #expect(follower.changes == 1)
    follower.follow()
    #expect(try follower.value.get() == 2)
    subject.onError(TestError())
    #expect(follower.changes == 2)
    follower.follow()
    #expect(throws: TestError.self) { try follower.value.get() }
  }

  @Test func observingFollowsRelays() async throws {
    let relay = BehaviorRelay(value: 1)
    var elements = Observable.observing { relay.value * 10 }.values.makeAsyncIterator()
    #expect(try await elements.next() == 10)
    relay.accept(2)
    #expect(try await elements.next() == 20)
  }
}
