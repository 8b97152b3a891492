extension ObservableType {
  /// Collects elements into arrays. It sends an array when it is full or when its time span ends
  /// (it may be empty); then a new time span starts. The completion of the source sends the
  /// collected elements; an error drops them.
  ///
  ///     source         ─1─2─3─────4─|
  ///     buffer(60, 2)  ───[12]──[3]─[4]|
  public func buffer(
    timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
  ) -> Observable<[Element]> {
    let source = asObservable()
    return .feeding { sink in
      let buffer = Buffer<Element>(sink, timeSpan: timeSpan, scheduler: scheduler)
      buffer.restart()
      let subscription = source.attach(
        sink.receiver(
          onStop: { stop in
            if case .completed = stop { sink.next(buffer.elements) }
            sink.stop(stop)
          },
          onNext: { element in
            buffer.elements.append(element)
            if buffer.elements.count == count { buffer.flush() }
          }))
      return Disposables.create(subscription, buffer.timer)
    }
  }
}

private final class Buffer<Element> {
  var elements: [Element] = []
  let timer = SerialDisposable()
  private let sink: Sink<[Element]>
  private let timeSpan: RxTimeInterval
  private let scheduler: any SchedulerType

  init(_ sink: Sink<[Element]>, timeSpan: RxTimeInterval, scheduler: any SchedulerType) {
    self.sink = sink
    self.timeSpan = timeSpan
    self.scheduler = scheduler
  }

  func restart() {
    timer.hold { scheduler.schedule(after: timeSpan) { self.flush() } }
  }

  func flush() {
    let full = elements
    elements = []
    timer.clear()
    sink.next(full)
    restart()
  }
}
