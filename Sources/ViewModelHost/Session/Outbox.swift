import JSON

/// What is to be sent to the frontend, in order, and whether there is room for more.
struct Outbox: ~Copyable {
  /// Whole lines, but for the first, of which some may have been sent.
  var bytes = JSONWriter(minimumCapacity: 4096)
  /// Whether the reader is slow: bytes wait that could not be sent.
  var isBackedUp = false
  /// How many bytes may wait before nothing more is read.
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Whether as much waits as may wait.
  var isFull: Bool { bytes.count >= limit }
}
