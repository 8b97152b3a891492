import Reactive
import ReactiveTesting
import Testing

struct MapTests {
  @Test func transformsEachElement() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1--2--3-|")
    let events = scheduler.record { source.map { $0 * 2 } }
    #expect(events == marbles("-2--4--6-|"))
    #expect(source.subscriptions == [Subscription(0, 90)])
  }
}
