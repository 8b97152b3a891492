/// Reads a text where it lies, member by member, without a tree of it: for messages of a known form that come so often
/// that their trees would be most of the work.
///
///     var cursor = JSONCursor(line)
///     cursor.openObject()
///     while let key = cursor.nextKey() {
///       if key.elementsEqual("id".utf8) { id = cursor.plainString() } else { value = cursor.value() }
///     }
///     guard cursor.isAtEnd else { return nil }  // `JSONValue(parsing:)` knows what is wrong, if anything is
///
/// It accepts nothing that ``JSONValue/init(parsing:depthLimit:)-(UnsafeRawBufferPointer,_)`` does not, but not all
/// that it does: keys and strings with escapes, or not in ASCII, are left to it. After the first thing that is not as
/// it was asked for, all that is asked for is nil. Whether a key comes twice is the caller's to find out.
package struct JSONCursor: ~Copyable {
  private var parser: Parser
  private var isValid = true
  /// Whether a member of the innermost open object has been read.
  private var hasMember = false
  private var depth = 0

  /// A cursor at the beginning of a text, which must outlive it.
  package init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = JSONValue.defaultDepthLimit) {
    parser = Parser(bytes.assumingMemoryBound(to: UInt8.self), depthLimit: depthLimit)
  }

  /// Goes into the object that is next.
  package mutating func openObject() {
    guard take(UInt8(ascii: "{")), parser.depthLimit > 0 else { return fail() }
    parser.depthLimit -= 1
    depth += 1
    hasMember = false
  }

  /// The key of the next member, whose value is to be read then; `nil` at the end of the object, which is left.
  package mutating func nextKey() -> UnsafeRawBufferPointer? {
    guard isValid, depth > 0 else { return nil }
    if take(UInt8(ascii: "}")) {
      parser.depthLimit += 1
      depth -= 1
      hasMember = true
      return nil
    }
    if hasMember {
      guard take(UInt8(ascii: ",")) else { return none() }
    }
    hasMember = true
    guard let key = plainString(), take(UInt8(ascii: ":")) else { return none() }
    return key
  }

  /// The string that is next, valid as long as the text.
  package mutating func plainString() -> UnsafeRawBufferPointer? {
    guard take(UInt8(ascii: "\"")) else { return none() }
    let text = parser.next
    guard parser.skipText(), parser.byte == UInt8(ascii: "\"") else { return none() }
    let count = parser.next - text
    parser.next += 1
    return UnsafeRawBufferPointer(start: text, count: count)
  }

  /// Goes past a text, if that is what is next, byte for byte; it may be any part of a message.
  ///
  /// - Returns: whether it was.
  package mutating func skip(_ text: StaticString) -> Bool {
    let rest = UnsafeRawBufferPointer(start: parser.next, count: parser.end - parser.next)
    guard isValid, rest.begins(with: text) else { return false }
    parser.next += text.utf8CodeUnitCount
    return true
  }

  /// The value that is next, of any kind.
  package mutating func value() -> JSONValue? {
    guard isValid else { return nil }
    do throws(ParseFault) {
      return try parser.parseValue()
    } catch {
      return none()
    }
  }

  /// Whether all was as it was asked for, and nothing but whitespace is left.
  package var isAtEnd: Bool {
    mutating get {
      parser.skipWhitespace()
      return isValid && depth == 0 && parser.next == parser.end
    }
  }

  /// Goes past whitespace and a byte, if that is next.
  private mutating func take(_ byte: UInt8) -> Bool {
    guard isValid else { return false }
    parser.skipWhitespace()
    guard parser.byte == byte else { return false }
    parser.next += 1
    return true
  }

  private mutating func fail() { isValid = false }

  private mutating func none<Result>() -> Result? {
    fail()
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a text is what comes first.
  @inlinable @inline(__always)
  package func begins(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length, let start = baseAddress else { return false }
    let other = UnsafeRawPointer(text.utf8Start)
    var offset = 0
    while offset + 8 <= length {
      let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < length {
      let byte = start.load(fromByteOffset: offset, as: UInt8.self)
      if byte != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset += 1
    }
    return true
  }
}
