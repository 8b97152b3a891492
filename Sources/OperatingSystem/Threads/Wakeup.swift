import Synchronization

/// Ends the sleep of a loop from any thread, through a pipe that the loop polls.
///
/// While the loop is awake, a wakeup costs one atomic load. The loop checks for work once more
/// after it has announced its sleep, so no wakeup is lost.
package final class Wakeup: Sendable {
  /// The end to poll.
  package let descriptor: Descriptor
  /// The end to which a byte may be written to end the sleep, also from a signal handler.
  package let writing: Descriptor
  private let isAsleep = Atomic(false)

  package init() throws {
    let pipe = try Descriptor.pipe()
    descriptor = pipe.reading
    writing = pipe.writing
  }

  package func wake() {
    guard isAsleep.load(ordering: .sequentiallyConsistent),
      isAsleep.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    withUnsafeBytes(of: UInt8(1)) { _ = writing.write($0) }
  }

  /// Call it before the last check for work.
  package func prepareToSleep() { isAsleep.store(true, ordering: .sequentiallyConsistent) }

  /// Call it after the sleep, or instead of it.
  package func endSleep() { isAsleep.store(false, ordering: .sequentiallyConsistent) }

  /// Removes the bytes after polling has reported some.
  package func drain() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { _ = descriptor.read(into: $0) }
  }
}
