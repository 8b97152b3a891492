import Reactive
import ReactiveTesting

/// A chain of operators twice: as it is built, and as a function from the time of subscription to
/// what comes of it.
///
/// No two sources send at the same time, and no source is used twice; so at one time there is the
/// order of subscription alone, which each operator with several sources defines.
struct Pipeline {
  let description: String
  let build: (TestScheduler) -> Observable<Int>
  let trace: (_ subscribed: Int) -> Trace

  /// A source whose events come at their times, with or without an observer.
  static func hot(_ name: String, _ events: Trace) -> Pipeline {
    Pipeline(description: name) { scheduler in
      scheduler.createHotObservable(events).asObservable()
    } trace: { start in
      events.filter { $0.time > start }
    }
  }

  /// A source that sends all inside `subscribe`.
  static func cold(_ name: String, _ source: Observable<Int>, _ events: [Event<Int>]) -> Pipeline {
    Pipeline(description: name) { _ in
      source
    } trace: { start in
      events.map { Recorded(time: start, value: $0) }
    }
  }

  /// An operator that makes nothing else of the same source.
  func same(
    _ name: String, _ build: @escaping (Observable<Int>) -> Observable<Int>
  ) -> Pipeline {
    with(name, build) { $0 }
  }

  /// An operator that looks at the trace of its source alone.
  func with(
    _ name: String, _ build: @escaping (Observable<Int>) -> Observable<Int>,
    _ transform: @escaping (Trace) -> Trace
  ) -> Pipeline {
    Pipeline(description: "\(description).\(name)") {
      build(self.build($0))
    } trace: {
      transform(self.trace($0))
    }
  }

  /// An operator with a scheduler.
  func timed(
    _ name: String, _ build: @escaping (Observable<Int>, TestScheduler) -> Observable<Int>,
    _ transform: @escaping (Trace) -> Trace
  ) -> Pipeline {
    Pipeline(description: "\(description).\(name)") {
      build(self.build($0), $0)
    } trace: {
      transform(self.trace($0))
    }
  }

  /// An operator that subscribes both at once, and looks at both traces.
  func and(
    _ other: Pipeline, _ name: String,
    _ build: @escaping (Observable<Int>, Observable<Int>) -> Observable<Int>,
    _ combine: @escaping (Trace, Trace) -> Trace
  ) -> Pipeline {
    self.then(other, name, build) { combine(self.trace($0), other.trace($0)) }
  }

  /// An operator that subscribes the other one when it wants.
  func then(
    _ other: Pipeline, _ name: String,
    _ build: @escaping (Observable<Int>, Observable<Int>) -> Observable<Int>,
    _ trace: @escaping (_ subscribed: Int) -> Trace
  ) -> Pipeline {
    Pipeline(description: "\(description).\(name)(\(other.description))") {
      build(self.build($0), other.build($0))
    } trace: {
      trace($0)
    }
  }
}
