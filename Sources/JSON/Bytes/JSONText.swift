/// A string of a text that has been read, as UTF-8. It is valid as long as the ``IndexedValue`` that gave it.
package struct JSONText {
  let start: UnsafeRawPointer
  let count: Int

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Compares the code units.
  @inline(__always)
  package static func ~= (pattern: StaticString, text: JSONText) -> Bool {
    text.count == pattern.utf8CodeUnitCount
      && text.start.hasSameBytes(as: pattern.utf8Start, count: text.count)
  }

  /// Compares the code units.
  package static func ~= (pattern: String, text: JSONText) -> Bool {
    var pattern = pattern
    return pattern.withUTF8 { text.bytes.hasSameBytes(as: UnsafeRawBufferPointer($0)) }
  }
}
