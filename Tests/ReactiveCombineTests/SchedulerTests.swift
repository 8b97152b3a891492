import Dispatch
import Reactive
import ReactiveCombine
import ReactiveTesting
import Testing

/// `Scheduler` as authors write against it: by Combine's documentation, and by OpenCombine's
/// declarations.
struct SchedulerTests {
  /// The times of what a publisher made of a subject sends, when the subject sends 1, 2 and 3 at 0,
  /// 100 and 1000.
  private func times(
    _ make: (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>
  ) -> [String] {
    let loop = TestScheduler()
    return MainScheduler.with(loop: loop) {
      let subject = PassthroughSubject<Int, Never>()
      var lines: [String] = []
      let subscription = make(subject).sink { lines.append("\(loop.clock) \($0)") }
      for (time, element) in [(0, 1), (100, 2), (1_000, 3)] {
        loop.schedule(at: time) { subject.send(element) }
      }
      loop.advance(to: 5_000)
      subscription.cancel()
      return lines
    }
  }

  @Test func operatorsThatAreGenericOverTheScheduler() {
    #expect(times { $0.settled(for: .milliseconds(300), on: Queue.main) } == ["400 2", "1300 3"])
    #expect(times { $0.late(by: 2, on: Queue.main) } == ["2000 1", "2100 2", "3000 3"])
    #expect(times { $0.limited(to: .seconds(0.5), on: Queue.main) } == ["0 1", "500 2", "1000 3"])
    #expect(times { $0.moved(to: Queue.main) } == ["0 1", "100 2", "1000 3"])
    #expect(times { $0.impatient(after: .milliseconds(300), on: Queue.main) } == ["0 1", "100 2"])
  }

  /// "A scheduler for performing synchronous actions": the time is always the same.
  @Test func anImmediateSchedulerHasNoTime() {
    let scheduler = ImmediateScheduler.shared
    #expect(times { $0.settled(for: .seconds(1), on: scheduler) } == ["0 1", "100 2", "1000 3"])
    #expect(times { $0.moved(to: scheduler) } == ["0 1", "100 2", "1000 3"])
    var count = 0
    scheduler.schedule { count += 1 }
    scheduler.schedule(after: scheduler.now.advanced(by: 10)) { count += 1 }
    #expect(count == 2)
    #expect(scheduler.now.distance(to: scheduler.now) == 0)
  }

  @Test func oneThatIsStoredBehindATypeOfTheAuthors() {
    let scheduler: AnySchedulerOf<Queue> = AnyScheduler(Queue.main)
    #expect(times { $0.settled(for: .milliseconds(300), on: scheduler) } == ["400 2", "1300 3"])
    #expect(
      times { $0.moved(to: AnyScheduler(ImmediateScheduler.shared)) } == ["0 1", "100 2", "1000 3"])
  }

  @Test func anyAndSome() {
    let stored: any Scheduler = Queue.main
    let hidden: some Scheduler<SchedulerTime> = Queue.main
    #expect(
      times { $0.receive(on: stored).delay(for: 1, scheduler: hidden).eraseToAnyPublisher() }
        == ["1000 1", "1100 2", "2000 3"])
  }

  @Test func workOfTheAuthors() {
    let loop = TestScheduler()
    MainScheduler.with(loop: loop) {
      let queue = Queue.main
      var lines: [String] = []
      let note: (String) -> () -> Void = { name in { lines.append("\(loop.clock) \(name)") } }
      queue.schedule(note("soon"))
      queue.schedule(options: nil, note("soon, too"))
      queue.schedule(after: queue.now.advanced(by: .milliseconds(20)), note("later"))
      queue.schedule(after: queue.now, tolerance: queue.minimumTolerance, note("now"))
      let ticks = queue.schedule(
        after: queue.now.advanced(by: .seconds(1)), interval: .milliseconds(500), note("tick"))
      #expect(lines.isEmpty)
      loop.advance(to: 1_900)
      ticks.cancel()
      loop.advance(to: 5_000)
      #expect(
        lines == ["0 soon", "0 soon, too", "0 now", "20 later", "1000 tick", "1500 tick"])
    }
  }

  /// Time that an author's own scheduler keeps.
  @Test func oneOfTheAuthors() {
    let manual = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var elements: [Int] = []
    let subscription = subject.settled(for: .milliseconds(300), on: manual).sink {
      elements.append($0)
    }
    subject.send(1)
    manual.advance(by: .milliseconds(299))
    subject.send(2)
    manual.advance(by: .milliseconds(299))
    #expect(elements == [])
    manual.advance(by: .milliseconds(1))
    #expect(elements == [2])
    subject.send(3)
    subscription.cancel()
    manual.advance(by: 1)
    #expect(elements == [2])
  }

  /// More nanoseconds than an integer has room for.
  @Test func aSpanOfOneOfTheAuthorsMayBeLong() {
    let manual = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    var elements: [Int] = []
    let subscription = subject.settled(for: .seconds(10_000_000_000), on: manual).sink {
      elements.append($0)
    }
    subject.send(1)
    manual.advance(by: .seconds(1_000_000))
    #expect(elements == [])
    subscription.cancel()
  }

  @Test func spansOfTime() {
    #expect(SchedulerInterval.seconds(2) - .milliseconds(500) == .seconds(1.5))
    #expect(SchedulerInterval.milliseconds(1) < .microseconds(1_001))
    #expect([SchedulerInterval.seconds(1), 2].reduce(.zero, +) == 3)
    #expect(SchedulerInterval(exactly: 3) == .seconds(3))
    #expect((-SchedulerInterval.seconds(3)).magnitude == 3)
  }
}

extension Publisher {
  fileprivate func settled<S: Scheduler>(
    for time: S.SchedulerTimeType.Stride, on scheduler: S
  ) -> AnyPublisher<Output, Failure> {
    debounce(for: time, scheduler: scheduler).eraseToAnyPublisher()
  }

  fileprivate func late<S: Scheduler>(
    by time: S.SchedulerTimeType.Stride, on scheduler: S
  ) -> AnyPublisher<Output, Failure> {
    delay(for: time, tolerance: scheduler.minimumTolerance, scheduler: scheduler)
      .eraseToAnyPublisher()
  }

  fileprivate func limited<S: Scheduler>(
    to time: S.SchedulerTimeType.Stride, on scheduler: S
  ) -> AnyPublisher<Output, Failure> {
    throttle(for: time, scheduler: scheduler, latest: true).eraseToAnyPublisher()
  }

  fileprivate func impatient<S: Scheduler>(
    after time: S.SchedulerTimeType.Stride, on scheduler: S
  ) -> AnyPublisher<Output, Failure> {
    timeout(time, scheduler: scheduler, customError: nil).eraseToAnyPublisher()
  }

  fileprivate func moved(to scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    subscribe(on: scheduler).receive(on: scheduler).eraseToAnyPublisher()
  }
}

/// As `DispatchQueue` is where it is a scheduler.
private final class Queue: LoopScheduler {
  struct SchedulerOptions {}
  static let main = Queue()
}

private typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

/// A scheduler of which the types of its times are known.
private struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  typealias Stride = SchedulerTimeType.Stride
  private let time: () -> SchedulerTimeType
  private let tolerance: () -> Stride
  private let soon: (SchedulerOptions?, @escaping () -> Void) -> Void
  private let once: (SchedulerTimeType, Stride, SchedulerOptions?, @escaping () -> Void) -> Void
  private let often:
    (SchedulerTimeType, Stride, Stride, SchedulerOptions?, @escaping () -> Void) -> Cancellable

  init<S: Scheduler<SchedulerTimeType>>(_ scheduler: S)
  where S.SchedulerOptions == SchedulerOptions {
    time = { scheduler.now }
    tolerance = { scheduler.minimumTolerance }
    soon = scheduler.schedule
    once = scheduler.schedule
    often = scheduler.schedule
  }

  var now: SchedulerTimeType { time() }
  var minimumTolerance: Stride { tolerance() }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    soon(options, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { once(date, tolerance, options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: Stride, tolerance: Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> Cancellable { often(date, interval, tolerance, options, action) }
}

/// Moves its time when the test says so.
private final class ManualScheduler: Scheduler {
  private(set) var now = SchedulerTime(.seconds(50))
  let minimumTolerance = SchedulerInterval.zero
  private var waiting: [(due: SchedulerTime, action: () -> Void)] = []

  func advance(by interval: SchedulerInterval) {
    now = now.advanced(by: interval)
    let due = waiting.filter { $0.due <= now }
    waiting.removeAll { $0.due <= now }
    for item in due { item.action() }
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: SchedulerTime, tolerance: SchedulerInterval, options: Never?,
    _ action: @escaping () -> Void
  ) { waiting.append((date, action)) }

  func schedule(
    after date: SchedulerTime, interval: SchedulerInterval, tolerance: SchedulerInterval,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable { AnyCancellable {} }
}
