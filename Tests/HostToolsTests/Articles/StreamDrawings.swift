import Reactive
import ReactiveTesting
@testable import HostTools

/// What the pages say of operators, as stream tests.
extension StreamDrawing {
  static var all: [StreamDrawing] { [catching, flattening, searching] }

  /// 003: the second of three requests fails, and the error is caught in one of two places, or nowhere.
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

  /// 003 and 004: what becomes of a request when the next one comes before it is answered, the first being the slower.
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
