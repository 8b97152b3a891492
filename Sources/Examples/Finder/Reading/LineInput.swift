import OperatingSystem

/// The candidates in a descriptor's input, in portions.
struct LineInput: Sendable {
  private let descriptor: Descriptor
  private var splitter: LineSplitter
  private(set) var isAtEnd = false
  /// Whether candidates have been returned.
  private var hasBegun = false

  /// The time to wait for more candidates after the first of a portion, in nanoseconds, except for
  /// the very first portion. A concurrent writer delivers a few at a time, and each portion is
  /// sorted into the results.
  private static let pause: Int64 = 10_000_000

  init(_ descriptor: Descriptor, _ format: LineFormat) {
    self.descriptor = descriptor
    splitter = LineSplitter(format)
  }

  /// Returns the next candidates, as many as are available but about `count` at most. It waits for
  /// the first.
  ///
  /// - Returns: nil at the end, or if the task is cancelled.
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

  /// Whether bytes or the end can be read.
  ///
  /// - Parameter end: The deadline; nil to wait until the task is cancelled.
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

  /// Returns the available bytes; none at the end, and nil if another reader has consumed them.
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
