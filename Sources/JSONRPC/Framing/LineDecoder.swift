import JSON

/// Splits a stream of bytes into lines, however the bytes arrive.
///
/// A line ends with LF, a CR before it does not count, and empty lines are skipped. A line longer
/// than the limit is reported once, and dropped as it arrives, so memory stays bounded. It does no
/// I/O: the caller reads into the decoder's buffer, and gets lines as parts of it.
///
///     decoder.fill { read(descriptor, $0.baseAddress, $0.count) }
///     while let line = decoder.next() { … }
public struct LineDecoder: ~Copyable {
  /// The greatest length of a line in bytes, without its end.
  public var limit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  /// Bytes before `start` are consumed, those from `start` to `end` are unread, and there is no LF
  /// before `scanned`.
  private var start = 0
  private var scanned = 0
  private var end = 0
  private var isDiscarding = false
  var skipsEmptyLines = true

  /// - Parameters:
  ///   - limit: the greatest length of a line in bytes, without its end.
  ///   - capacity: the least room for one ``fill(_:)``, in bytes.
  public init(limit: Int, capacity: Int = 65_536) {
    self.limit = limit
    buffer = .allocate(byteCount: max(capacity, 1), alignment: 1)
  }

  deinit { buffer.deallocate() }

  /// Calls `body` with room for more bytes; it writes some and returns how many, or 0 or less for
  /// none.
  ///
  /// - Returns: what `body` returned.
  public mutating func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    if start == end || isDiscarding {
      start = 0
      scanned = 0
      end = 0
    }
    if buffer.count - end <= buffer.count / 2 { makeRoom() }
    let count = body(UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    if count > 0 { end += count }
    return count
  }

  /// Returns the next complete line, if any.
  @inline(__always)
  public mutating func next() -> Frame? {
    while scanned < end {
      let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: end)
      guard let newline = bytes.firstOffset(of: 0x0A, from: scanned) else {
        scanned = end
        return discardIfTooLong()
      }
      let line = start..<newline
      start = newline &+ 1
      scanned = start
      if isDiscarding {
        isDiscarding = false
      } else if let complete = complete(line) {
        return complete
      }
    }
    return nil
  }

  /// Returns the last line, if the stream has ended without a line feed. Call it once, after
  /// ``next()`` has returned `nil`.
  public mutating func finish() -> Frame? {
    let line = start..<end
    start = end
    scanned = end
    return isDiscarding ? nil : complete(line)
  }

  /// The remaining bytes, a line without its end, after ``next()`` has returned `nil`.
  package var unread: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[start..<end])
  }

  /// Whether all bytes belong to lines that were returned.
  var isBetweenLines: Bool { start == end && !isDiscarding }

  /// Returns a number of bytes, of any value, once all of them have come.
  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard end - start >= count else { return nil }
    defer { _ = skip(count) }
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
  }

  /// Drops a number of bytes, or those that have come.
  ///
  /// - Returns: how many bytes were dropped.
  mutating func skip(_ count: Int) -> Int {
    let count = min(count, end - start)
    start += count
    scanned = start
    return count
  }

  private func complete(_ range: Range<Int>) -> Frame? {
    var range = range
    if range.last.map({ buffer[$0] == 0x0D }) == true { range.removeLast() }
    if range.isEmpty && skipsEmptyLines { return nil }
    if range.count > limit { return .tooLong }
    return .complete(UnsafeRawBufferPointer(rebasing: buffer[range]))
  }

  /// One byte over the limit may be the CR of a line of the greatest length.
  private mutating func discardIfTooLong() -> Frame? {
    guard end - start - 1 > limit else { return nil }
    start = end
    defer { isDiscarding = true }
    return isDiscarding ? nil : .tooLong
  }

  /// Moves unread bytes to the beginning of the buffer, or to a larger one.
  private mutating func makeRoom() {
    let unread = end - start
    if unread <= buffer.count / 2 {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
    } else {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: buffer.count * 2, alignment: 1)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      buffer.deallocate()
      buffer = larger
    }
    scanned -= start
    start = 0
    end = unread
  }
}
