import Synchronization

/// Ends the sleep of a loop from any thread, through a pipe that the loop polls.
///
/// While the loop is not asleep waking it costs one atomic load; the loop looks at everything once more
/// after it has said that it is going to sleep, so nothing is missed.
package final class Wakeup: Sendable {
  /// The end to poll.
  package let descriptor: Descriptor
  /// Where a byte may be written to end the sleep, also from a signal handler.
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

  /// To be called before the last look at what there is to do.
  package func prepareToSleep() { isAsleep.store(true, ordering: .sequentiallyConsistent) }

  /// To be called after the sleep, or instead of it.
  package func endSleep() { isAsleep.store(false, ordering: .sequentiallyConsistent) }

  /// Removes the bytes, when polling has found some.
  package func drain() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { _ = descriptor.read(into: $0) }
  }
}
