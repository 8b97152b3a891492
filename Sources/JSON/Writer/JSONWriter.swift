/// A growing buffer: JSON text is appended at the end, and sent bytes are removed at the front.
public struct JSONWriter: ~Copyable {
  @usableFromInline var storage: UnsafeMutableRawBufferPointer
  /// The bytes before this offset have been removed; those from `end` are free.
  @usableFromInline var start = 0
  @usableFromInline var end = 0

  /// Whether integers that a double cannot hold exactly, outside of -(2^53 - 1) to 2^53 - 1, are
  /// written as strings, as in the JSON form of Protocol Buffers.
  public var quotesLargeIntegers: Bool

  /// Creates an empty buffer with a minimum capacity in bytes.
  public init(minimumCapacity: Int = 256, quotingLargeIntegers: Bool = false) {
    quotesLargeIntegers = quotingLargeIntegers
    storage = .allocate(byteCount: max(minimumCapacity, 16), alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// The number of bytes in the buffer.
  @inlinable public var count: Int { end - start }

  /// Passes the bytes to the closure. They are valid only during the call.
  public func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(rebasing: storage[start..<end]))
  }

  /// The bytes as a text.
  package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Empties the buffer and keeps its capacity.
  public mutating func removeAll() {
    start = 0
    end = 0
  }

  /// Removes bytes at the front in constant time; the rest is moved later, when the space is
  /// needed.
  public mutating func removeFirst(_ n: Int) {
    precondition(0...count ~= n, "removing more bytes than there are")
    start += n
    if start == end { removeAll() }
  }

  /// Removes the bytes that were appended after the buffer had `count` bytes.
  @inlinable
  public mutating func truncate(to count: Int) {
    precondition(0...self.count ~= count, "truncating to more bytes than there are")
    end = start + count
  }

  /// Returns at least `n` free bytes; written bytes count only after ``advance(by:)``.
  @inlinable @inline(__always)
  mutating func reserve(_ n: Int) -> UnsafeMutableRawPointer {
    if storage.count - end < n { makeRoom(for: n) }
    return storage.baseAddress.unsafelyUnwrapped + end
  }

  /// Adds bytes that were written into the space from ``reserve(_:)``.
  @inlinable @inline(__always)
  mutating func advance(by n: Int) {
    end += n
  }

  @inline(never) @usableFromInline
  mutating func makeRoom(for n: Int) {
    let waiting = UnsafeRawBufferPointer(rebasing: storage[start..<end])
    // Moves the bytes down only if that frees at least half of the buffer, so that it is rare.
    if waiting.count + n <= storage.count / 2 {
      storage.copyMemory(from: waiting)
    } else {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(storage.count * 2, waiting.count + n),
        alignment: 16
      )
      larger.copyMemory(from: waiting)
      storage.deallocate()
      storage = larger
    }
    end = waiting.count
    start = 0
  }
}

extension JSONWriter {
  /// Appends one byte.
  @inlinable @inline(__always)
  public mutating func writeByte(_ byte: UInt8) {
    reserve(1).storeBytes(of: byte, as: UInt8.self)
    advance(by: 1)
  }

  /// Appends a text unchanged.
  @inlinable @inline(__always)
  public mutating func writeRaw(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    reserve(count).copyMemory(from: text.utf8Start, byteCount: count)
    advance(by: count)
  }

  /// Appends bytes unchanged.
  @inlinable
  public mutating func writeRaw(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    advance(by: bytes.count)
  }

  /// Appends a text unchanged, as UTF-8.
  public mutating func writeRaw(utf8 text: String) {
    var text = text
    text.withUTF8 { writeRaw(UnsafeRawBufferPointer($0)) }
  }
}
