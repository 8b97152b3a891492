/// A growing buffer of bytes to which JSON text is appended at the end, and from which what has
/// been sent is removed at the front.
public struct JSONWriter: ~Copyable {
  @usableFromInline var storage: UnsafeMutableRawBufferPointer
  /// The bytes before this offset have been removed; those from `end` are free.
  @usableFromInline var start = 0
  @usableFromInline var end = 0

  /// Whether integers beyond those that a double holds exactly, from -(2^53 - 1) to 2^53 - 1, are written as strings, as
  /// the JSON form of Protocol Buffers has them.
  public var quotesLargeIntegers: Bool

  /// An empty buffer with room for some bytes.
  public init(minimumCapacity: Int = 256, quotingLargeIntegers: Bool = false) {
    quotesLargeIntegers = quotingLargeIntegers
    storage = .allocate(byteCount: max(minimumCapacity, 16), alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// The number of bytes that are waiting.
  @inlinable public var count: Int { end - start }

  /// Lends the bytes for the time of the call.
  public func withBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(rebasing: storage[start..<end]))
  }

  /// A copy of the bytes as a text.
  package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Empties the buffer and keeps its capacity.
  public mutating func removeAll() {
    start = 0
    end = 0
  }

  /// Removes bytes at the front, in constant time: they are only counted as removed, and the rest is
  /// moved when the room is needed.
  public mutating func removeFirst(_ n: Int) {
    precondition(0...count ~= n, "removing more bytes than there are")
    start += n
    if start == end { removeAll() }
  }

  /// Drops what was appended after the buffer had `count` bytes.
  @inlinable
  public mutating func truncate(to count: Int) {
    precondition(0...self.count ~= count, "truncating to more bytes than there are")
    end = start + count
  }

  /// The free room, of at least so many bytes; what is written there counts once `advance` says so.
  @inlinable @inline(__always)
  mutating func reserve(_ n: Int) -> UnsafeMutableRawPointer {
    if storage.count - end < n { makeRoom(for: n) }
    return storage.baseAddress.unsafelyUnwrapped + end
  }

  /// Counts bytes that were written to the room that ``reserve(_:)`` gave.
  @inlinable @inline(__always)
  mutating func advance(by n: Int) {
    end += n
  }

  @inline(never) @usableFromInline
  mutating func makeRoom(for n: Int) {
    let waiting = UnsafeRawBufferPointer(rebasing: storage[start..<end])
    // Moving down is worth it only when that frees at least half; else it would be done too often.
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

  /// Appends a text as it is.
  @inlinable @inline(__always)
  public mutating func writeRaw(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    reserve(count).copyMemory(from: text.utf8Start, byteCount: count)
    advance(by: count)
  }

  /// Appends bytes as they are.
  @inlinable
  public mutating func writeRaw(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    advance(by: bytes.count)
  }

  /// Appends a text as it is, in UTF-8.
  public mutating func writeRaw(utf8 text: String) {
    var text = text
    text.withUTF8 { writeRaw(UnsafeRawBufferPointer($0)) }
  }
}
