/// An observer that hands elements to an object, which it does not keep alive: once that is gone, they are ignored.
///
/// Elements go through the scheduler. A completion is ignored; an error is reported to the ``BindingScope`` in which
/// the binder was made.
public struct Binder<Value>: ObserverType {
  private let handler: (Event<Value>) -> Void

  /// A binder that calls the closure with the object and the element.
  public init<Target: AnyObject>(
    _ target: Target,
    scheduler: any ImmediateSchedulerType = MainScheduler(),
    binding: @escaping (Target, Value) -> Void
  ) {
    let report = BindingScope.reporter()
    handler = { [weak target] event in
      switch event {
      case .next(let element):
        _ = scheduler.schedule { if let target { binding(target, element) } }
      case .error(let error): report(error)
      case .completed: break
      }
    }
  }

  /// Takes an event.
  public func on(_ event: Event<Value>) { handler(event) }
}
