import Observation
import Reactive
import ReactiveCombine
import Testing

/// How Observation is notified of objects and properties by the names of Combine.
struct ObservationTests {
  private final class ViewModel: ObservableObject {
    @Published var first = "a"
    @Published var last = "b"
    var full: String { "\(first) \(last)" }
  }

  private final class ByHand: ObservableObject {
    var count = 0 { willSet { objectWillChange.send() } }
  }

  private func changes(
    of read: () -> Void, during body: () -> Void
  ) -> Int {
    final class Counter { var count = 0 }
    let counter = Counter()
    withObservationTracking(read) {
      MainActor.assumeIsolated { counter.count += 1 }
    }
    body()
    return counter.count
  }

  @Test func aPublishedPropertyIsFollowed() {
    let viewModel = ViewModel()
    #expect(changes(of: { _ = viewModel.full }) { viewModel.last = "c" } == 1)
    #expect(changes(of: { _ = viewModel.full }) { viewModel.first = "a" } == 1)
    #expect(changes(of: { _ = viewModel.first }) { viewModel.last = "d" } == 0)
    #expect(viewModel.full == "a d")
  }

  /// A sink that looks again sees the old value, and receives the new one all the same.
  @Test func aSinkThatLooksAgainReceivesTheNewValue() {
    let viewModel = ViewModel()
    var told = 0
    let subscription = viewModel.$first.dropFirst().sink { _ in
      withObservationTracking {
        _ = viewModel.first
      } onChange: {
        MainActor.assumeIsolated { told += 1 }
      }
    }
    viewModel.first = "c"
    #expect(told == 1)
    subscription.cancel()
  }

  @Test func assigningAPublisherIsAChange() {
    let viewModel = ViewModel()
    let subject = PassthroughSubject<String, Never>()
    subject.assign(to: &viewModel.$first)
    #expect(changes(of: { _ = viewModel.full }) { subject.send("z") } == 1)
  }

  private class Base: ObservableObject {
    @Published var first = 1
    /// Who reads it when that is gone dies.
    unowned var unread: AnyObject
    init(_ unread: AnyObject) { self.unread = unread }
  }

  private final class Derived: Base {
    unowned let alsoUnread: AnyObject
    @Published var last = 2
    override init(_ unread: AnyObject) {
      alsoUnread = unread
      super.init(unread)
    }
  }

  /// Another thread may be about to set them, under a lock.
  @Test func propertiesThatAreNotPublishedAreNotRead() {
    final class Short {}
    let object = Derived(Short())
    var count = 0
    let subscription = object.objectWillChange.sink { count += 1 }
    object.first += 1
    object.last += 1
    #expect(count == 2)
    subscription.cancel()
  }

  @Test func aCurrentValueIsFollowed() {
    let subject = CurrentValueSubject<Int, Never>(1)
    #expect(changes(of: { _ = subject.value }) { subject.send(2) } == 1)
    #expect(changes(of: { _ = subject.value }) { subject.value = 2 } == 1)
  }

  @Test func aNotificationByHandIsAChangeOfTheObject() {
    let object = ByHand()
    #expect(changes(of: { object.registerObservationAccess() }) { object.count = 1 } == 1)
    #expect(changes(of: { object.registerObservationAccess() }) {} == 0)
    #expect(changes(of: { _ = object.count }) { object.count = 2 } == 0)
  }

  @Test func theHostReachesItThroughReactiveAlone() {
    let object: any WholeObjectObservable = ByHand()
    let change = { (object as? ByHand)?.count += 1 }
    #expect(changes(of: object.registerObservationAccess, during: { change() }) == 1)
  }

  @Test func aPublishedPropertyIsAChangeOfTheObjectToo() {
    let viewModel = ViewModel()
    #expect(changes(of: viewModel.registerObservationAccess) { viewModel.last = "c" } == 1)
  }

  /// An object without `@Published` properties has nowhere to keep its publisher.
  @Test func thePublisherOfAnObjectIsOneAndTheSame() {
    let (object, other) = (ByHand(), ByHand())
    #expect(object.objectWillChange === object.objectWillChange)
    #expect(object.objectWillChange !== other.objectWillChange)
    var sent = 0
    let subscription = object.objectWillChange.sink { sent += 1 }
    object.count = 1
    other.count = 1
    #expect(sent == 1)
    subscription.cancel()
  }

  @Test func aPublisherGoesWithItsObjects() {
    weak var publisher: ObservableObjectPublisher?
    // One after the other, they get the same address.
    for _ in 0..<200 {
      let object = ByHand()
      #expect(object.objectWillChange !== publisher)
      publisher = object.objectWillChange
      var sent = 0
      let subscription = object.objectWillChange.sink { sent += 1 }
      object.count = 1
      #expect(sent == 1)
      subscription.cancel()
    }
    do {
      let viewModel = ViewModel()
      publisher = viewModel.objectWillChange
      #expect(publisher != nil)
    }
    #expect(publisher == nil)
  }
}
