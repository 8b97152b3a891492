@_spi(Host) import Reactive

/// Numbers for tasks that are on no actor, which are the same when a session is replayed.
///
/// A task gets the next number when it is first set off by the loop itself; one that other such work sets off has the
/// number of that. So they do not depend on what the threads do.
nonisolated struct TaskNumbers {
  private var numbers: [UInt64: Int] = [:]
  private var last = 0
  /// Those in the table, in the order in which they came.
  private var ids = Queue<UInt64>()

  /// How many tasks are known. A task that has not been heard of while so many others came gets another number.
  private static let limit = 100_000

  /// - Parameters:
  ///   - id: what the runtime calls it.
  ///   - task: the number of the task that sets it off; 0 for the loop.
  mutating func number(of id: UInt64, in task: Int) -> Int {
    if let number = numbers[id] { return number }
    if task == 0 { last += 1 }
    let number = task == 0 ? last : task
    numbers[id] = number
    ids.append(id)
    if numbers.count > Self.limit, let oldest = ids.popFirst() { numbers[oldest] = nil }
    return number
  }
}
