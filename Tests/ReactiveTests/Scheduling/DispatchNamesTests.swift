import Dispatch
import Foundation
import Reactive
import ReactiveTesting
import Testing

/// The same spellings where the author imports Dispatch and Foundation too: nothing is ambiguous.
struct DispatchNamesTests {
  @Test func queuesOfDispatchAndFoundationAreTaken() {
    let quality: DispatchQoS = .background
    let queues: [any SchedulerType] = [
      ConcurrentDispatchQueueScheduler(qos: .background),
      ConcurrentDispatchQueueScheduler(qos: DispatchQoS.userInitiated),
      ConcurrentDispatchQueueScheduler(qos: quality),
      ConcurrentDispatchQueueScheduler(queue: DispatchQueue.global(qos: .utility)),
      SerialDispatchQueueScheduler(qos: .userInteractive),
      SerialDispatchQueueScheduler(qos: DispatchQoS(qosClass: .utility, relativePriority: 0)),
      SerialDispatchQueueScheduler(
        queue: DispatchQueue(label: "db"), internalSerialQueueName: "db"),
      OperationQueueScheduler(operationQueue: OperationQueue()),
    ]
    let loop = TestScheduler()
    var count = 0
    MainScheduler.with(loop: loop) {
      for queue in queues { _ = queue.schedule { count += 1 } }
      #expect(count == 0)
      loop.start()
    }
    #expect(count == queues.count)
  }

  /// `DispatchTimeInterval` and `Duration` share their literals.
  @Test func durationsAreWrittenAlike() {
    let loop = TestScheduler()
    let source = loop.hot("-1-2-----3-|")
    let events = loop.record {
      source.debounce(.milliseconds(30), scheduler: loop).delay(.seconds(0), scheduler: loop)
    }
    #expect(events == marbles("------2----(3|)"))
  }
}
