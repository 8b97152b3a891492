/// Runs work in a later job of the main actor, in order, and never inside `schedule`: what stands for every queue.
///
/// It has the names that RxSwift gives to schedulers of background queues. All of a ViewModel runs on the main actor
/// here, so there are no other queues; what is left of them is that work put there comes later. Work that takes long
/// belongs into a `@concurrent` function, for which ``ObservableType/task(_:)`` waits.
public final class QueueScheduler: SchedulerType {
  /// A queue of that quality of service; all are the same. A leeway means nothing: the time is exact.
  public init(
    qos: SchedulerQoS, internalSerialQueueName: String = "", leeway: RxTimeInterval = .zero
  ) {}

  /// The same for Dispatch's own type, `DispatchQoS.background`.
  @_disfavoredOverload
  public init<QoS>(
    qos: QoS, internalSerialQueueName: String = "", leeway: RxTimeInterval = .zero
  ) {}

  /// A queue with a name.
  public init(internalSerialQueueName: String, leeway: RxTimeInterval = .zero) {}

  /// Stands for a queue of Dispatch.
  public init<Queue>(
    queue: Queue, internalSerialQueueName: String = "", leeway: RxTimeInterval = .zero
  ) {}

  /// Stands for an operation queue of Foundation.
  public init<Queue>(operationQueue: Queue, queuePriority: SchedulerPriority = .normal) {}

  /// The same for Foundation's own type, `Operation.QueuePriority.high`.
  @_disfavoredOverload
  public init<Queue, Priority>(operationQueue: Queue, queuePriority: Priority) {}

  /// The time since the loop's beginning.
  public var now: RxTime { MainScheduler.loop.now }

  /// Runs the work in a later job of the main actor.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    MainScheduler.loop.schedule(BindingScope.bound(work))
  }

  /// Runs the work when so much time has passed.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    MainScheduler.loop.schedule(after: delay, BindingScope.bound(work))
  }
}

/// RxSwift's name for a scheduler of a concurrent queue; see ``QueueScheduler``.
public typealias ConcurrentDispatchQueueScheduler = QueueScheduler

/// RxSwift's name for a scheduler of a serial queue; see ``QueueScheduler``.
public typealias SerialDispatchQueueScheduler = QueueScheduler

/// RxSwift's name for a scheduler of an operation queue; see ``QueueScheduler``.
public typealias OperationQueueScheduler = QueueScheduler

/// The names of Dispatch's qualities of service, so that `qos: .background` needs no import. They mean nothing here.
public enum SchedulerQoS {
  /// Work that the user does not see.
  case background
  /// No quality in particular.
  case `default`
  /// No quality at all.
  case unspecified
  /// What the user waits for.
  case userInitiated
  /// What the user sees at once.
  case userInteractive
  /// What the user may watch.
  case utility
}

/// The names of Foundation's priorities of operations, so that `queuePriority: .high` means something without it. They
/// mean nothing here.
public enum SchedulerPriority {
  /// After all others.
  case veryLow
  /// After most others.
  case low
  /// No priority in particular.
  case normal
  /// Before most others.
  case high
  /// Before all others.
  case veryHigh
}
