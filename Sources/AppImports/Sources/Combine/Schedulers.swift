public import Foundation
public import ReactiveCombine

// What an app names as schedulers. All of them stand for the main actor's loop.

extension DispatchQueue: @retroactive LoopScheduler {
  /// Nothing that it can be told means anything here.
  public struct SchedulerOptions {}
}

extension RunLoop: @retroactive LoopScheduler {
  /// Nothing that it can be told means anything here.
  public struct SchedulerOptions {}
}

extension OperationQueue: @retroactive LoopScheduler {
  /// Nothing that it can be told means anything here.
  public struct SchedulerOptions {}
}
