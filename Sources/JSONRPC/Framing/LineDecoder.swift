import JSON

/// Cuts a stream of bytes into lines, however the bytes arrive.
///
/// A line ends with LF, a CR before it does not count, and empty lines are skipped. A line longer than the limit
/// is reported once and thrown away as it arrives, so memory stays bounded. No I/O: the caller reads into the
/// decoder's own buffer, and looks at the lines where they lie.
///
///     decoder.fill { read(descriptor, $0.baseAddress, $0.count) }
///     while let line = decoder.next() { … }
public struct LineDecoder: ~Copyable {
  /// The greatest length of a line in bytes, without its end.
  public var limit: Int
  private var buffer: UnsafeMutableRawBufferPointer
  /// Bytes before `start` are done with; bytes from `start` to `end` are unread; there is no LF before `scanned`.
  private var start = 0
  private var scanned = 0
  private var end = 0
  private var isDiscarding = false
  /// Whether a line of length 0 is none.
  var skipsEmptyLines = true

  /// - Parameters:
  ///   - limit: the greatest length of a line in bytes, without its end.
  ///   - capacity: how many bytes one ``fill(_:)`` can take at least.
  public init(limit: Int, capacity: Int = 65_536) {
    self.limit = limit
    buffer = .allocate(byteCount: max(capacity, 1), alignment: 1)
  }

  deinit { buffer.deallocate() }

  /// Gives `body` room for more bytes; it writes some and returns how many, or 0 or less for none.
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

  /// The next line that has ended, if there is one.
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

  /// The last line, when the stream has ended without a line feed; call it once, after ``next()`` gave nothing.
  public mutating func finish() -> Frame? {
    let line = start..<end
    start = end
    scanned = end
    return isDiscarding ? nil : complete(line)
  }

  /// The bytes that were not given: a line without its end, after ``next()`` gave nothing.
  package var unread: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[start..<end])
  }

  /// Whether all bytes that have come are part of lines that were given.
  var isBetweenLines: Bool { start == end && !isDiscarding }

  /// So many bytes, whatever they are, when they are all there.
  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard end - start >= count else { return nil }
    defer { _ = skip(count) }
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + count])
  }

  /// Throws away so many bytes, or those that are there.
  ///
  /// - Returns: how many that were.
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

  /// One byte over the limit may be the CR of a line that is just as long as it may be.
  private mutating func discardIfTooLong() -> Frame? {
    guard end - start - 1 > limit else { return nil }
    start = end
    defer { isDiscarding = true }
    return isDiscarding ? nil : .tooLong
  }

  /// Moves what is unread to the beginning, or to more memory.
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
