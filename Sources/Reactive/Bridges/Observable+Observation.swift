import Observation

extension ObservableType {
  /// What the closure reads from `@Observable` objects: at once, and again after every change of what it has read.
  ///
  ///     Observable.observing { [model] in model.user }
  ///
  /// A change is told in a later job of the main actor, when the new value is there; so of several changes in one go
  /// there is one element, the last.
  public static func observing(_ read: @escaping () -> Element) -> Observable<Element> {
    .feeding { sink in
      let tracking = Tracking(sink, read)
      tracking.send()
      return tracking
    }
  }
}

private final class Tracking<Element>: Disposable {
  private let sink: Sink<Element>
  private let read: () -> Element
  private var next: (any Disposable)?

  init(_ sink: Sink<Element>, _ read: @escaping () -> Element) {
    self.sink = sink
    self.read = read
  }

  func send() {
    if sink.isDisposed { return }
    let element = withObservationTracking(read) { [weak self] in
      Task.immediate { @MainActor in self?.changed() }
    }
    sink.next(element)
  }

  func dispose() { next?.dispose() }

  private func changed() {
    if sink.isDisposed { return }
    next = MainScheduler.loop.schedule { [weak self] in self?.send() }
  }
}
