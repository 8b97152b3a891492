public import Foundation
public import ReactiveCombine

// The schedulers that apps name. All of them run on the main actor's loop.

extension DispatchQueue: @retroactive LoopScheduler {
  /// The options, all of which are ignored.
  public struct SchedulerOptions {}
}

extension RunLoop: @retroactive LoopScheduler {
  /// The options, all of which are ignored.
  public struct SchedulerOptions {}
}

extension OperationQueue: @retroactive LoopScheduler {
  /// The options, all of which are ignored.
  public struct SchedulerOptions {}
}
