import Reactive
import ReactiveTesting
@testable import HostTools

/// What the pages say of operators, as stream tests.
extension StreamDrawing {
  static var all: [StreamDrawing] { [relays, searching, throttling, paging, catching, flattening] }

  /// 000: who subscribes late gets the last value of one kind of relay, and nothing of the other.
  private static var relays: StreamDrawing {
    StreamDrawing("relays", "A BehaviorRelay keeps its last value for late subscribers.") {
      drawing in
      let values = drawing.source("accept", [(0, "a"), (200, "b"), (600, "c")])
      let behavior = BehaviorRelay(value: "")
      let publish = PublishRelay<String>()
      _ = values.bind(to: behavior)
      _ = values.bind(to: publish)
      let late = drawing.source("subscribe", [(400, "late")])
      drawing.result("BehaviorRelay", late.flatMap { _ in behavior })
      drawing.result("PublishRelay", late.flatMap { _ in publish })
    }
  }

  /// 001: attempts, of which some come too soon. RxSwift rounds what is left of the interval in the
  /// unit of that, and lets pass when nothing is left.
  private static var throttling: StreamDrawing {
    StreamDrawing("throttle", "RxSwift rounds: throttle(.seconds(1)) is half a second.") {
      drawing in
      let attempts = drawing.source(
        "bottom", [0, 400, 600, 1_000, 1_100, 2_100].map { (time: $0, element: "●") })
      drawing.result(
        ".milliseconds(1000)",
        attempts.throttle(.milliseconds(1_000), latest: false, scheduler: drawing.scheduler))
      var last: Int?
      drawing.result(
        "RxSwift, .seconds(1)",
        attempts.filter { _ in
          let now = drawing.scheduler.clock
          if let last, (1 - Double(now - last) / 1_000).rounded() > 0 { return false }
          last = now
          return true
        })
    }
  }

  /// 001: what the article's list makes of its pages. The second request fails, and the last page
  /// undoes the edit.
  private static var paging: StreamDrawing {
    StreamDrawing("paging", "The article's list by operators; the last page undoes the edit.") {
      drawing in
      let load = drawing.source("load", [(0, 1), (500, 2), (1_000, 2), (1_900, 3)])
      let edit = drawing.source("changeItem", [(1_600, "A")])
      var failures = 1
      let replies = load.flatMapLatest { page -> Observable<Event<String>> in
        let fails = page == 2 && failures > 0
        if fails { failures -= 1 }
        let event: Event<String> =
          fails ? .error(TestError("net")) : .next(["a", "b", "c"][page - 1])
        return drawing.answer(after: 300, event).materialize()
      }.share()
      let paged = replies.compactMap(\.element).scan("") { $0 + $1 }.startWith("").share(replay: 1)
      let changed = edit.withLatestFrom(paged) { edit, items in
        String(items.map { $0.uppercased() == edit ? Character(edit) : $0 })
      }
      drawing.result("materialize", replies.filter { !$0.isCompleted }.map(\.word))
      drawing.result("error", replies.compactMap { $0.error.map { "\($0)" } })
      drawing.result("scan", paged.map { "[\($0)]" })
      drawing.result("changed", changed.map { "[\($0)]" })
      drawing.result("merge", Observable.merge(paged, changed).map { "[\($0)]" })
    }
  }

  /// 003: the second of three requests fails, and the error is caught in one of two places, or
  /// nowhere.
  private static var catching: StreamDrawing {
    StreamDrawing("catch", "Caught inside flatMap, an error ends one request; behind it, all.") {
      drawing in
      let refresh = drawing.source("refresh", [(0, 1), (200, 2), (400, 3)])
      @MainActor func request(_ number: Int) -> Observable<String> {
        drawing.answer(after: 100, number == 2 ? .error(TestError("net")) : .next("f\(number)"))
      }
      drawing.result(
        "flatMap { catch }", refresh.flatMap { request($0).catch { _ in .empty() } })
      drawing.result("flatMap, catch", refresh.flatMap(request).catch { _ in .empty() })
      drawing.result("flatMap", refresh.flatMap(request))
    }
  }

  /// 003 and 004: what becomes of a request when the next one comes before it is answered, the
  /// first being the slower.
  private static var flattening: StreamDrawing {
    StreamDrawing("flatten", "Two requests overlap, and the second is answered first.") { drawing in
      let refresh = drawing.source("refresh", [(0, 1), (100, 2)])
      @MainActor func request(_ number: Int) -> Observable<String> {
        drawing.answer(after: number == 1 ? 300 : 100, .next("f\(number)"))
      }
      drawing.result("flatMap", refresh.flatMap(request))
      drawing.result("flatMapLatest", refresh.flatMapLatest(request))
      drawing.result("flatMapFirst", refresh.flatMapFirst(request))
      drawing.result("concatMap", refresh.concatMap(request))
    }
  }

  /// 000: a search step by step. A request takes 600 ms.
  private static var searching: StreamDrawing {
    StreamDrawing("search", "A search, operator by operator: what is typed, and what is found.") {
      drawing in
      let text = drawing.source(
        "text", [(0, "a"), (100, "ab"), (700, "abc"), (800, "ab"), (1400, "abc"), (1900, "abcd")])
      let paused = text.debounce(.milliseconds(300), scheduler: drawing.scheduler)
      let new = paused.distinctUntilChanged()
      drawing.result("debounce", paused)
      drawing.result("distinctUntilChanged", new)
      drawing.result(
        "flatMapLatest",
        new.flatMapLatest { text in drawing.answer(after: 600, .next("[\(text)]")) })
    }
  }

  /// A request: it fails, or sends an element and completes.
  private func answer(after milliseconds: Int, _ event: Event<String>) -> Observable<String> {
    let events = [Recorded(time: milliseconds, value: event)]
    let end = event.element.map { _ in Recorded<Event<String>>.completed(milliseconds) }
    return scheduler.createColdObservable(events + [end].compactMap { $0 }).asObservable()
  }
}

extension Event<String> {
  /// What `materialize` makes an element of.
  fileprivate var word: String {
    switch self {
    case .next(let element): "next \(element)"
    case .error(let error): "error \(error)"
    case .completed: "completed"
    }
  }
}
