import Observation
import ViewModelKit

/// Measures time with the host's clock, and does things on its own.
@Observable
package final class StopwatchViewModel {
  package private(set) var elapsed = 0
  package private(set) var ticks = 0
  @ObservationIgnored private let context: ViewModelContext
  @ObservationIgnored private var start: HostClock.Instant

  package struct Broken: Error {}

  package init(context: ViewModelContext) {
    self.context = context
    start = context.clock.now
  }

  /// Milliseconds since the last reset.
  package func measure() {
    elapsed = Int(start.duration(to: context.clock.now) / .milliseconds(1))
  }

  package func reset() { start = context.clock.now }

  /// Sleeps as code does that knows nothing of the host, and measures that with the system's clock.
  ///
  /// - Returns: the microseconds that it took.
  package func nap(microseconds: Int) async throws -> Int {
    let start = ContinuousClock.now
    try await Task.sleep(for: .microseconds(microseconds))
    return Int(start.duration(to: .now) / .microseconds(1))
  }

  /// Ticks every 100 ms for ever, in work of its own.
  package func tick() {
    context.task { [self] in
      while true {
        try await context.clock.sleep(for: .milliseconds(100))
        ticks += 1
      }
    }
  }

  /// Fails in work of its own.
  package func breakDown() {
    context.task { [self] in
      try await context.clock.sleep(for: .microseconds(500))
      throw Broken()
    }
  }
}

extension StopwatchViewModel: ViewModel {
  package static let interface = Interface<StopwatchViewModel> {
    input("measure", StopwatchViewModel.measure)
    input("reset", StopwatchViewModel.reset)
    input("nap", StopwatchViewModel.nap, "microseconds")
    input("tick", StopwatchViewModel.tick)
    input("breakDown", StopwatchViewModel.breakDown)
    output("elapsed", \.elapsed)
    output("ticks", \.ticks)
  }
}
