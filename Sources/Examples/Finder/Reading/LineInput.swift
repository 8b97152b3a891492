import OperatingSystem

/// The candidates that can be read from a descriptor, some at a time.
struct LineInput: Sendable {
  private let descriptor: Descriptor
  private var splitter: LineSplitter
  private(set) var isAtEnd = false

  init(_ descriptor: Descriptor, _ format: LineFormat) {
    self.descriptor = descriptor
    splitter = LineSplitter(format)
  }

  /// The next candidates: those that there are, and about so many at most. It waits for the first of them.
  ///
  /// - Returns: `nil` when there are no more, or when the task is cancelled.
  mutating func next(_ count: Int) -> CandidateChunk? {
    var builder = CandidateChunkBuilder()
    while !isAtEnd, builder.count < count, builder.hasRoom, isReadable(waiting: builder.count == 0)
    {
      guard let bytes = read() else { continue }
      if bytes.isEmpty {
        isAtEnd = true
        splitter.finish(into: &builder)
      } else {
        splitter.take(bytes, into: &builder)
      }
    }
    return builder.count == 0 ? nil : builder.finish()
  }

  /// Whether something can be read, be it the end.
  ///
  /// - Parameter isWaiting: whether to wait for it, until the task is cancelled.
  private func isReadable(waiting isWaiting: Bool) -> Bool {
    let entries = [Poll.Entry(descriptor, .read)]
    if Poll.wait(for: entries, milliseconds: 0)[0].isReady { return true }
    if !isWaiting { return false }
    return Thread.waiting {
      while !Task.isCancelled {
        if Poll.wait(for: entries, milliseconds: 100)[0].isReady { return true }
      }
      return false
    }
  }

  /// What can be read; nothing at the end, and `nil` when somebody else has read it.
  private func read() -> [UInt8]? {
    var isThere = true
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      switch descriptor.read(into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let read): count = read
      case .wouldBlock: isThere = false
      case .closed: break
      }
    }
    return isThere ? bytes : nil
  }
}
