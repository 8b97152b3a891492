extension ObservableType {
  /// Sends a state and its iterations while a condition holds, then completes. The scheduler sends
  /// each element, as in ``of(_:scheduler:)``.
  ///
  ///     generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })   1248|
  public static func generate(
    initialState: Element, condition: @escaping (Element) throws -> Bool,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
    iterate: @escaping (Element) throws -> Element
  ) -> Observable<Element> {
    .feeding { sink in
      var state: Element?
      return scheduler.scheduleRepeatedly {
        do {
          let next = try state.map(iterate) ?? initialState
          state = next
          if try condition(next) {
            sink.next(next)
            return !sink.isDisposed
          }
          sink.stop(.completed)
        } catch {
          sink.stop(.error(error))
        }
        return false
      }
    }
  }

  /// Sends an element repeatedly, without end.
  ///
  ///     repeatElement(a)   aaaaaa…
  public static func repeatElement(
    _ element: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    generate(initialState: element, condition: { _ in true }, scheduler: scheduler) { $0 }
  }
}
