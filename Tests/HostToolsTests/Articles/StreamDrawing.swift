import Reactive
import ReactiveTesting
@testable import HostTools

/// A stream test as a drawing: sources, and what operators make of them.
final class StreamDrawing {
  /// What holds the drawings to what the streams do.
  nonisolated static let command = "swift test --filter StreamDrawingsTests"

  /// What a page calls it: `<!-- stream NAME -->`, and `](stream-NAME.svg)`.
  let name: String
  let title: String
  let scheduler = TestScheduler()
  private var rows: [() -> MarbleDiagram.Stream] = []

  /// - Parameter draw: adds the rows.
  init(_ name: String, _ title: String, _ draw: (StreamDrawing) -> Void) {
    self.name = name
    self.title = title
    draw(self)
  }

  /// A source that sends at given times, in milliseconds.
  func source<Element>(
    _ label: String, _ elements: [(time: Int, element: Element)]
  ) -> Observable<Element> {
    let source = scheduler.createHotObservable(
      elements.map { Recorded<Event<Element>>.next($0.time, $0.element) }
    ).asObservable()
    add(source, as: label, .input)
    return source
  }

  /// What comes of it.
  func result<Element>(_ label: String, _ stream: Observable<Element>) {
    add(stream, as: label, .output)
  }

  private func add<Element>(
    _ stream: Observable<Element>, as label: String, _ sort: MarbleDiagram.Sort
  ) {
    let observer = scheduler.createObserver(Element.self)
    _ = stream.subscribe(observer)
    rows.append {
      MarbleDiagram.Stream(sort, label, observer.events.map { ($0.time, $0.value.mark) })
    }
  }

  /// Lets all of it happen.
  lazy var diagram: MarbleDiagram = {
    scheduler.start()
    return MarbleDiagram(rows.map { $0() })
  }()
}

extension Event {
  /// How it looks in its row.
  fileprivate var mark: MarbleDiagram.Mark {
    switch self {
    case .next(let element): MarbleDiagram.Mark(text: "\(element)")
    case .error(let error): MarbleDiagram.Mark(.failure, " \(error)", isError: true)
    case .completed: MarbleDiagram.Mark(.completion)
    }
  }
}
