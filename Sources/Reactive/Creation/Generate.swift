extension ObservableType {
  /// A state, and what becomes of it step by step, as long as a condition holds; then completed. Like
  /// ``of(_:scheduler:)``, each element is sent by the scheduler.
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

  /// An element again and again, for ever.
  ///
  ///     repeatElement(a)   aaaaaa…
  public static func repeatElement(
    _ element: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    generate(initialState: element, condition: { _ in true }, scheduler: scheduler) { $0 }
  }
}
