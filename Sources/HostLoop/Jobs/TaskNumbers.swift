@_spi(Host) import Reactive

/// Numbers for tasks that are on no actor, which are the same when a session is replayed.
///
/// A task gets the next number when it is first set off by the loop itself; one that other such work sets off has the
/// number of that. So they do not depend on what the threads do. Each instance counts its own, where instances are
/// noted, so that they do not depend on what other instances do.
nonisolated struct TaskNumbers {
  private var numbers: [UInt64: Int] = [:]
  /// The last count of each instance.
  private var last: [Int: Int] = [:]
  /// Those in the table, in the order in which they came.
  private var ids = Queue<UInt64>()

  /// How many tasks are known. A task that has not been heard of while so many others came gets another number.
  private static let limit = 100_000

  /// - Parameters:
  ///   - id: what the runtime calls it.
  ///   - task: the number of the task that sets it off; 0 for the loop.
  ///   - instance: the number of the instance that sets it off, or 0.
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

  /// The number of the instance that has set a task off; 0 where that is not noted.
  static func instance(of task: Int) -> Int { task >> countBits }

  /// The number of an instance, from its id: the same in each process. Two with one number count together.
  static func number(ofInstance id: String) -> Int {
    var (id, hash): (String, UInt64) = (id, 0xCBF2_9CE4_8422_2325)
    id.withUTF8 { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    return Int(hash >> 34) | 1
  }
}
