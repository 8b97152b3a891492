/// Runs work in a later job of the main actor, in order, and never inside `schedule`. It stands in
/// for every queue.
///
/// It has RxSwift's names for the schedulers of background queues. A ViewModel runs on the main
/// actor only, so all that remains of such a queue is that work comes later. Put long work into a
/// `@concurrent` function and await it with ``ObservableType/task(_:)``.
public final class QueueScheduler: SchedulerType {
  /// Creates a queue. The quality of service and the leeway have no effect: the time is exact.
  public init(
    qos: SchedulerQoS, internalSerialQueueName: String = "", leeway: RxTimeInterval = .zero
  ) {}

  /// Creates a queue from Dispatch's own type, such as `DispatchQoS.background`.
  @_disfavoredOverload
  public init<QoS>(
    qos: QoS, internalSerialQueueName: String = "", leeway: RxTimeInterval = .zero
  ) {}

  /// Creates a queue. The name has no effect.
  public init(internalSerialQueueName: String, leeway: RxTimeInterval = .zero) {}

  /// Stands for a queue of Dispatch.
  public init<Queue>(
    queue: Queue, internalSerialQueueName: String = "", leeway: RxTimeInterval = .zero
  ) {}

  /// Stands for an operation queue of Foundation.
  public init<Queue>(operationQueue: Queue, queuePriority: SchedulerPriority = .normal) {}

  /// Creates a stand-in with Foundation's own type, such as `Operation.QueuePriority.high`.
  @_disfavoredOverload
  public init<Queue, Priority>(operationQueue: Queue, queuePriority: Priority) {}

  /// The time since the loop's start.
  public var now: RxTime { MainScheduler.loop.now }

  /// Runs the work in a later job of the main actor.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    MainScheduler.loop.schedule(BindingScope.bound(work))
  }

  /// Runs the work after the delay.
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

/// The names of Dispatch's qualities of service, so that `qos: .background` needs no import. They
/// have no effect.
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

/// The names of Foundation's operation priorities, so that `queuePriority: .high` needs no import.
/// They have no effect.
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
