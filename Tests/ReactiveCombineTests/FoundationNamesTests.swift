import Dispatch
import Foundation
import ReactiveCombine
import ReactiveTesting
import Testing

import class Reactive.MainScheduler

/// The same spellings where the author imports Dispatch and Foundation too.
struct FoundationNamesTests {
  @Test func aTimerOnARunLoop() {
    let scheduler = TestScheduler()
    MainScheduler.with(loop: scheduler) {
      var ticks = 0
      var subscriptions = Set<AnyCancellable>()
      let tick: (Duration) -> Void = { _ in ticks += 1 }
      Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink(receiveValue: tick)
        .store(in: &subscriptions)
      Timer.publish(every: 1.0, on: RunLoop.main, in: .default).autoconnect()
        .sink(receiveValue: tick).store(in: &subscriptions)
      Timer.publish(every: 1.0, on: RunLoop.current, in: RunLoop.Mode.common).autoconnect()
        .sink(receiveValue: tick).store(in: &subscriptions)
      scheduler.advance(to: 2_000)
      #expect(ticks == 6)
    }
  }

  /// Foundation's own timer is still there.
  @Test func foundationsTimerIsStillThere() {
    let timer: Timer = Timer(timeInterval: 1, repeats: false) { _ in }
    #expect(timer.isValid)
    timer.invalidate()
  }

  @Test func queuesAndRunLoops() {
    let scheduler = TestScheduler()
    MainScheduler.with(loop: scheduler) {
      let search = PassthroughSubject<String, Never>()
      var lines: [String] = []
      let subscription =
        search
        .debounce(for: .milliseconds(300), scheduler: RunLoop.main)
        .removeDuplicates()
        .flatMap { text in
          Just(text.count).delay(for: 1, scheduler: DispatchQueue.main)
            .setFailureType(to: Error.self)
        }
        .subscribe(on: DispatchQueue.global(qos: .userInitiated))
        .throttle(for: 0.5, scheduler: DispatchQueue.main, latest: true)
        .receive(on: DispatchQueue.main)
        .sink(
          receiveCompletion: { _ in }, receiveValue: { lines.append("\(scheduler.clock) \($0)") })
      scheduler.advance(to: 10)
      for text in ["a", "ab", "abc"] { search.send(text) }
      scheduler.advance(to: 5_000)
      #expect(lines == ["1310 3"])
      subscription.cancel()
    }
  }
}
