import HostProtocol
import JSON

/// What is to be sent to the frontend, in order, and whether there is room for more.
package struct Outbox: ~Copyable {
  /// Whole lines, but for the first, of which some may have been sent.
  package var bytes = JSONWriter(minimumCapacity: 4096)
  /// Whether the reader is slow: bytes wait that could not be sent.
  package var isBackedUp = false
  /// Whether what has been said is to be sent, and others are to have their turn, before the next line is handled.
  package var wantsFlush = false
  /// Stands for the pipe to the frontend while a session with a slow reader is replayed.
  var replayedPipe: PipeRequest?
  /// Waits until the frontend has taken what is to be sent.
  var makeRoom: (() -> Void)?
  /// How many bytes may wait before nothing more is read.
  package let limit: Int

  package init(limit: Int) { self.limit = limit }

  /// Whether as much waits as may wait.
  package var isFull: Bool { bytes.count >= limit }
}
