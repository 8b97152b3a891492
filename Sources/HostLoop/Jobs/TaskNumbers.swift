@_spi(Host) import Reactive

/// Numbers for tasks that are on no actor. They are equal when a session is replayed.
///
/// A task that the loop starts gets the next number; a task that another one starts has the number
/// of that. So numbers do not depend on the timing of threads. Where instances are noted, each
/// counts separately, so that numbers do not depend on other instances.
nonisolated struct TaskNumbers {
  private var numbers: [UInt64: Int] = [:]
  /// The last count of each instance.
  private var last: [Int: Int] = [:]
  /// The ids in the table, in the order in which they came.
  private var ids = Queue<UInt64>()

  /// The most tasks in the table. The oldest is removed first, and gets another number if it comes
  /// again.
  private static let limit = 100_000

  /// - Parameters:
  ///   - id: the runtime's id of the task.
  ///   - task: the number of the task that starts it; 0 for the loop.
  ///   - instance: the number of the instance that starts it, or 0.
  mutating func number(of id: UInt64, in task: Int, of instance: Int = 0) -> Int {
    if let number = numbers[id] { return number }
    let number = task == 0 ? next(of: instance) : task
    numbers[id] = number
    ids.append(id)
    if numbers.count > Self.limit, let oldest = ids.popFirst() { numbers[oldest] = nil }
    return number
  }

  private mutating func next(of instance: Int) -> Int {
    func count(_ last: inout Int) -> Int {
      last += 1
      return last
    }
    return instance << Self.countBits | count(&last[instance, default: 0])
  }

  private static let countBits = 32

  /// Returns the number of the instance that has started a task; 0 where that is not noted.
  static func instance(of task: Int) -> Int { task >> countBits }

  /// Returns the number of an instance, a hash (FNV-1a) of its id, which is equal in each process.
  /// Instances with one number count together.
  static func number(ofInstance id: String) -> Int {
    var (id, hash): (String, UInt64) = (id, 0xCBF2_9CE4_8422_2325)
    id.withUTF8 { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    return Int(hash >> 34) | 1
  }
}
