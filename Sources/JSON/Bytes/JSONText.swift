/// A string in a parsed text, as UTF-8. It is valid as long as its ``IndexedValue``.
@usableFromInline
package struct JSONText {
  @usableFromInline let start: UnsafeRawPointer
  @usableFromInline let count: Int

  @inlinable
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Compares the code units.
  @inlinable @inline(__always)
  package static func ~= (pattern: StaticString, text: JSONText) -> Bool {
    text.count == pattern.utf8CodeUnitCount
      && text.start.hasSameBytes(as: pattern.utf8Start, count: text.count)
  }
}
