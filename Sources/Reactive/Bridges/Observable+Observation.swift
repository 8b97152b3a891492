import Observation

extension ObservableType {
  /// Sends the closure's result at once, and again after each change of an `@Observable` property
  /// that the closure has read.
  ///
  ///     Observable.observing { [model] in model.user }
  ///
  /// A change is sent in a later job of the main actor, with the new value; several changes in one
  /// job give one element, the last.
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
