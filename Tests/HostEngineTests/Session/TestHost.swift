import ExampleViewModels
import HostProtocol
import JSON
import JSONRPC
import OperatingSystem
import Reactive
import SampleViewModels
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine
@testable import HostLoop

/// A session without pipes or an event loop: lines in, lines out. The main actor is that of the
/// test process.
final class TestHost {
  let loop: TestLoop
  let session: Session

  /// - Parameter isVirtual: whether time passes with ``advance(milliseconds:)``; else it stands
  ///   still.
  init(
    catalog: Catalog? = nil, options: Session.Options = Session.Options(), isVirtual: Bool = false
  ) {
    loop = TestLoop(isVirtual: isVirtual)
    let examples = Catalog {
      Catalog.samples
      Catalog.examples
    }
    let catalog = catalog ?? examples
    session = Session(
      HostInformation(name: "test-host", version: "1", catalog: catalog), loop: loop,
      options: options)
  }

  /// Sends lines, and gives what the host writes in answer.
  func send(_ lines: String...) -> [String] {
    Process.noteMainThread()
    MainScheduler.with(loop: loop.scheduler) {
      for line in lines {
        Array(line.utf8).withUnsafeBytes { session.perform(.line(.complete($0))) }
      }
    }
    return take()
  }

  /// Lets time pass, and gives what the host writes meanwhile: each timer that falls due is a turn.
  func advance(milliseconds: Int) -> [String] {
    Process.noteMainThread()
    MainScheduler.with(loop: loop.scheduler) {
      guard let time = loop.virtualTime else { return }
      let end = time.beginAdvance(nanoseconds: Int64(milliseconds) * 1_000_000)
      while time.advanceToNextTimer(before: end) { session.perform(.timer) }
    }
    return take()
  }

  /// What the host has written.
  func take() -> [String] {
    let text = session.outbox.bytes.text
    session.outbox.bytes.removeAll()
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits until something has happened inside a ViewModel, and gives what the host writes.
  func nextTurn() async -> [String] {
    while true {
      await loop.woken()
      Process.noteMainThread()
      session.perform(.arrival)
      let lines = take()
      if !lines.isEmpty { return lines }
    }
  }

  /// Sends an input notification.
  func input(
    _ id: String, _ input: String, _ arguments: JSONValue? = nil, seq: JSONValue? = nil
  ) -> [String] {
    var params: JSONObject = ["id": .string(id), "input": .string(input)]
    if let arguments { params["arguments"] = arguments }
    if let seq { params["seq"] = seq }
    return send(
      #"{"jsonrpc":"2.0","method":"viewModel/input","params":\#(JSONValue.object(params))}"#)
  }

  /// Sends a request.
  func request(_ id: Int, _ method: String, _ params: JSONValue = [:]) -> [String] {
    send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
  }
}

/// Jobs run on the main actor of the test process, so there is nothing to drain but what is set off
/// without a task.
final class TestLoop: TurnLoop {
  private let (wakes, continuation) = AsyncStream<Void>.makeStream()
  private let queue: JobQueue?
  @MainActor let scheduler: any SchedulerType
  let clock: any ClockSource

  @MainActor init(isVirtual: Bool) {
    queue = isVirtual ? (try? Wakeup()).map { JobQueue(.virtual, wakeup: $0) } : nil
    if let queue {
      scheduler = LoopScheduler(queue)
      clock = LoopClock(queue: queue)
    } else {
      scheduler = MainScheduler.loop
      clock = StoppedClock()
    }
  }

  var virtualTime: (any VirtualTime)? { queue.map(TestTime.init) }
  var timeToNextTimer: Int64? { nil }
  var taskCount: Int { 0 }

  func runReadyJobs() -> Bool {
    var jobs: [JobQueue.Job] = []
    while let queue, queue.hasReadyJobs {
      queue.takeReady(into: &jobs)
      for case .call(let call) in jobs { call() }
    }
    return true
  }

  nonisolated func wake() { continuation.yield() }

  func woken() async {
    for await _ in wakes { return }
  }
}

/// Time that the test moves, for all that sets timers of the loop: Reactive's schedulers, what
/// services are waited for, and the clock of a ``ViewModelContext``. A sleeping task continues by
/// way of the test process's main actor, which cannot be drained: for it a test awaits
/// ``TestHost/nextTurn()`` then.
private struct TestTime: VirtualTime {
  let queue: JobQueue

  var time: Int64 { queue.now }

  func beginAdvance(nanoseconds: Int64) -> Int64 { queue.now + nanoseconds }

  func advanceToNextTimer(before end: Int64) -> Bool {
    guard let job = queue.takeTimer(dueAt: end) else {
      queue.moveTime(to: end)
      return false
    }
    queue.enqueue(job)
    return true
  }

  func resumeDeferred() {}

  // There are no tasks on other threads that it knows.
  func holdArrivals() {}
  func run(_ step: RunRequest.Step) -> Bool { false }
  func release(task: Int) -> Bool { false }
}
