/// An observer that passes elements to an object without retaining it. It ignores elements after
/// the object's release.
///
/// Elements go through the scheduler. A completion is ignored; an error is reported to the
/// ``BindingScope`` in which the binder was made.
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

  /// Receives an event.
  public func on(_ event: Event<Value>) { handler(event) }
}
