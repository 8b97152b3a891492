import OperatingSystem

/// The candidates that can be read from a descriptor, some at a time.
struct LineInput: Sendable {
  private let descriptor: Descriptor
  private var splitter: LineSplitter
  private(set) var isAtEnd = false
  /// Whether candidates have been given.
  private var hasBegun = false

  /// So long more is waited for behind some candidates, in nanoseconds, but for the very first: a program that writes
  /// while this reads gives a few at a time, and each time all that are found are put in order.
  private static let pause: Int64 = 10_000_000

  init(_ descriptor: Descriptor, _ format: LineFormat) {
    self.descriptor = descriptor
    splitter = LineSplitter(format)
  }

  /// The next candidates: those that there are, and about so many at most. It waits for the first of them.
  ///
  /// - Returns: `nil` when there are no more, or when the task is cancelled.
  mutating func next(_ count: Int) -> CandidateChunk? {
    var builder = CandidateChunkBuilder()
    var end: Int64?
    while !isAtEnd, builder.count < count, builder.hasRoom, isReadable(until: end) {
      guard let bytes = read() else { continue }
      if bytes.isEmpty {
        isAtEnd = true
        splitter.finish(into: &builder)
      } else {
        splitter.take(bytes, into: &builder)
        if end == nil, builder.count > 0 {
          end = Process.nanoseconds() + (hasBegun ? Self.pause : 0)
        }
      }
    }
    hasBegun = true
    return builder.count == 0 ? nil : builder.finish()
  }

  /// Whether something can be read, be it the end.
  ///
  /// - Parameter end: how long to wait for it; `nil` for until the task is cancelled.
  private func isReadable(until end: Int64?) -> Bool {
    let entries = [Poll.Entry(descriptor, .read)]
    if Poll.wait(for: entries, milliseconds: 0)[0].isReady { return true }
    return Thread.waiting {
      while !Task.isCancelled {
        let left = end.map { ($0 - Process.nanoseconds()) / 1_000_000 } ?? 100
        if left <= 0 { return false }
        if Poll.wait(for: entries, milliseconds: Int(left))[0].isReady { return true }
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
