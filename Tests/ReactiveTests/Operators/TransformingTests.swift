import Reactive
import ReactiveTesting
import Testing

struct TransformingTests {
  /// An operator drawn: the source, and what becomes of it.
  struct Drawing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: String
    let result: String
    let apply: @MainActor (Observable<Int>) -> Observable<Int>

    nonisolated init(
      _ name: String, _ source: String, _ result: String,
      _ apply: @escaping @MainActor (Observable<Int>) -> Observable<Int>
    ) {
      testDescription = "\(name): \(source)"
      self.source = source
      self.result = result
      self.apply = apply
    }
  }

  nonisolated static let drawings = [
    Drawing("map", "-1--2--3-|", "-2--4--6-|") { $0.map { $0 * 2 } },
    Drawing("map", "-1--2#", "-2--4#") { $0.map { $0 * 2 } },
    Drawing("map", "---", "---") { $0.map { $0 * 2 } },
    Drawing("map", "---|", "---|") { $0.map { $0 * 2 } },
    Drawing("filter", "-1--2--3-|", "----2--3-|") { $0.filter { $0 > 1 } },
    Drawing("compactMap", "-1--2--3-|", "-1-----3-|") { $0.compactMap { $0 == 2 ? nil : $0 } },
    Drawing("scan", "-1--2--3-|", "-1--3--6-|") { $0.scan(0, accumulator: +) },
    Drawing("scan(into:)", "-1--2--3-|", "-1--3--6-|") { $0.scan(into: 0) { $0 += $1 } },
    Drawing("reduce", "-1--2--3-|", "---------(6|)") { $0.reduce(0, accumulator: +) },
    Drawing("toArray", "-1--2--3-|", "---------(3|)") { $0.toArray().map(\.count).asObservable() },
    Drawing("enumerated", "-5--5--5-|", "-0--1--2-|") { $0.enumerated().map(\.index) },
    Drawing("distinctUntilChanged", "-1-1-2-1|", "-1---2-1|") { $0.distinctUntilChanged() },
    Drawing("distinctUntilChanged, key", "-1-3-2-4|", "-1---2--|") {
      $0.distinctUntilChanged { $0 % 2 }
    },
    Drawing("take", "-1--2--3-|", "-1--(2|)") { $0.take(2) },
    Drawing("take", "-1--2|", "-1--2|") { $0.take(3) },
    Drawing("take(0)", "-1--2|", "|") { $0.take(0) },
    Drawing("takeLast", "-1--2--3-|", "---------(23|)") { $0.takeLast(2) },
    Drawing("take(while:)", "-1-2-3-1|", "-1-2-|") { $0.take(while: { $0 < 3 }) },
    Drawing("take(while:), inclusive", "-1-2-3-1|", "-1-2-(3|)") {
      $0.take(while: { $0 < 3 }, behavior: .inclusive)
    },
    Drawing("skip", "-1-2-3-|", "-----3-|") { $0.skip(2) },
    Drawing("skip(while:)", "-1-2-3-1|", "-----3-1|") { $0.skip(while: { $0 < 3 }) },
    Drawing("element(at:)", "-1-2-3-|", "---(2|)") { $0.element(at: 1) },
    Drawing("ifEmpty", "---|", "---(7|)") { $0.ifEmpty(default: 7) },
    Drawing("ifEmpty", "-1-|", "-1-|") { $0.ifEmpty(default: 7) },
    Drawing("first", "-1-2|", "-(1|)") { $0.first().map { $0 ?? 0 }.asObservable() },
    Drawing("first", "---|", "---(0|)") { $0.first().map { $0 ?? 0 }.asObservable() },
    Drawing("single", "-1-|", "-1-|") { $0.single() },
    Drawing("dematerialize", "-1-2|", "-1-2|") { $0.materialize().dematerialize() },
    Drawing("ignoreElements", "-1-2|", "----(1|)") {
      $0.ignoreElements().materialize().map { $0.isCompleted ? 1 : 0 }
    },
  ]

  @Test(arguments: drawings)
  func becomesWhatIsDrawn(_ drawing: Drawing) {
    let scheduler = TestScheduler()
    let source = scheduler.hot(drawing.source)
    let events = scheduler.record { drawing.apply(source.asObservable()) }
    #expect(events == marbles(drawing.result))
  }

  @Test func elementOfTooShortASequenceIsAnError() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1|")
    let events = scheduler.record { source.element(at: 1) }
    #expect(events == [.error(20, RxError.argumentOutOfRange)])
  }

  @Test(
    arguments: [
      ("---|", [Recorded<Event<Int>>.error(30, RxError.noElements)]),
      ("-1-2-", [.next(10, 1), .error(30, RxError.moreThanOneElement)]),
    ])
  func singleAllowsOneElement(_ source: String, _ expected: [Recorded<Event<Int>>]) {
    let scheduler = TestScheduler()
    let source = scheduler.hot(source)
    #expect(scheduler.record { source.single() } == expected)
  }

  /// One element more than the source has, or one in place of the error.
  @Test(
    arguments: [
      ("-1-|", [Event<Int>.next(1), .completed]),
      ("-#", [.error(TestError())]),
    ])
  func materializeCompletesAfterTheStopEvent(_ source: String, _ expected: [Event<Int>]) {
    let scheduler = TestScheduler()
    let source = scheduler.hot(source)
    let events = scheduler.record { source.materialize() }
    #expect(events.compactMap(\.value.element) == expected)
    #expect(events.last?.value.isCompleted == true)
  }

  @Test func compactMapTakesOneLevelOfOptionalAway() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-2|")
    let events = scheduler.record { source.map { _ in Int??.some(nil) }.compactMap { $0 } }
    #expect(events == [.next(10, nil), .next(30, nil), .completed(40)])
  }

  @Test func bufferSendsWhatIsFullAndWhatIsDue() {
    let scheduler = TestScheduler()
    let source = scheduler.hot("-1-2-3------------4|")
    let events = scheduler.record {
      source.buffer(timeSpan: .milliseconds(70), count: 2, scheduler: scheduler)
    }
    #expect(
      events == [
        .next(30, [1, 2]), .next(100, [3]), .next(170, []), .next(190, [4]), .completed(190),
      ])
  }
}
