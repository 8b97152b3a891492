/// An index of a message's members, built in one pass without a tree.
///
/// It indexes the text's object, or the objects in its array, and in those the objects under one
/// key. Every other value is read at once: a string without escapes stays in the text, all others
/// become trees.
package struct MemberIndex: ~Copyable {
  private var entries: ParserStack<IndexEntry>
  /// Whether a tree exists that must be freed.
  private var hasTree = false
  /// Copies of the strings that have escapes or are not ASCII.
  private var copies = ParserStack<UnsafeMutableRawPointer>()
  private let innerKey: StaticString

  /// Most messages, including their params, have fewer members.
  private static let usualCount = 16

  /// Parses a text and passes its value to the closure; throws as
  /// ``JSONValue/init(parsing:depthLimit:)-(UnsafeRawBufferPointer,_)`` does.
  ///
  /// - Parameters:
  ///   - innerKey: The key whose objects are indexed too.
  ///   - body: Also receives the offset of the first string, or key, with more than
  ///     ``Swift/String/markLimit`` consecutive combining marks.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, goingInto innerKey: StaticString,
    depthLimit: Int = JSONValue.defaultDepthLimit,
    _ body: (Result<IndexedValue, JSONParseError>, _ offsetOfMarks: Int?) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: IndexEntry.self, capacity: usualCount) { room in
      var index = MemberIndex(goingInto: innerKey, room)
      defer { index.free() }
      do throws(ParseFault) {
        let offsetOfMarks = try index.add(bytes, depthLimit: depthLimit)
        body(.success(IndexedValue(entry: UnsafePointer(index.entries[at: 0]))), offsetOfMarks)
      } catch {
        body(.failure(JSONParseError(error, in: bytes)), nil)
      }
    }
  }

  /// Passes the value of an object's last member to the closure, if the object begins with the
  /// given text and ends after that value.
  ///
  /// - Parameter head: The text before the value, with the object's opening brace.
  /// - Returns: False, without a call of the closure, in all other cases: a different text, a
  ///   syntax error, or a string with too many marks.
  package static func readMember(
    _ bytes: UnsafeRawBufferPointer, after head: StaticString, _ body: (IndexedValue) -> Void
  ) -> Bool {
    let count = head.utf8CodeUnitCount
    guard bytes.count > count, let start = bytes.baseAddress,
      start.hasSameBytes(as: head.utf8Start, count: count)
    else { return false }
    return withUnsafeTemporaryAllocation(of: IndexEntry.self, capacity: usualCount) { room in
      var index = MemberIndex(goingInto: "", room)
      defer { index.free() }
      var parser = Parser(
        UnsafeRawBufferPointer(rebasing: bytes[count...]).assumingMemoryBound(to: UInt8.self),
        depthLimit: JSONValue.defaultDepthLimit)
      // The object counts as one open container.
      parser.outerCount = 1
      parser.findsMarks = true
      do throws(ParseFault) {
        try index.add(JSONText(start: start, count: 0), from: &parser, to: .object)
        guard parser.byte == UInt8(ascii: "}") else { return false }
        parser.next += 1
        parser.skipWhitespace()
        guard parser.next == parser.end, parser.offsetOfMarks == nil else { return false }
      } catch {
        return false
      }
      body(IndexedValue(entry: UnsafePointer(index.entries[at: 0])))
      return true
    }
  }

  private init(goingInto innerKey: StaticString, _ room: UnsafeMutableBufferPointer<IndexEntry>) {
    self.innerKey = innerKey
    entries = ParserStack(in: room)
  }

  private mutating func free() {
    // Most indices have no tree; their entries need no other cleanup.
    if !hasTree { entries.forgetAll() }
    while copies.count > 0 { copies.pop().deallocate() }
  }

  /// Adds a whole text. Returns the offset of a string with too many marks.
  private mutating func add(
    _ bytes: UnsafeRawBufferPointer, depthLimit: Int
  ) throws(ParseFault) -> Int? {
    var parser = Parser(bytes.assumingMemoryBound(to: UInt8.self), depthLimit: depthLimit)
    parser.findsMarks = true
    try add(JSONText(start: parser.next, count: 0), from: &parser, to: .nothing)
    guard parser.next == parser.end else { throw parser.fault(.end) }
    return parser.offsetOfMarks
  }

  /// The container of a value, which decides whether the value is indexed.
  private enum Container {
    case nothing, array, object, innerObject
  }

  /// Adds the next value, with the surrounding whitespace. It has the same syntax errors as
  /// ``JSONValue``.
  @inline(__always)
  private mutating func add(
    _ key: JSONText, from parser: inout Parser, to container: Container
  ) throws(ParseFault) {
    parser.skipWhitespace()
    switch parser.byte {
    case UInt8(ascii: "\""):
      entries.push(IndexEntry(key: key, content: .text(try readString(from: &parser))))
    case UInt8(ascii: "{") where container == .nothing || container == .array:
      try add(.object, key, from: &parser)
    case UInt8(ascii: "{") where container == .object && innerKey ~= key:
      try add(.innerObject, key, from: &parser)
    case UInt8(ascii: "[") where container == .nothing: try add(.array, key, from: &parser)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      entries.push(IndexEntry(key: key, content: .tree(try parser.parseNumber())))
    default: try addTree(key, from: &parser)
    }
    parser.skipWhitespace()
  }

  private mutating func addTree(_ key: JSONText, from parser: inout Parser) throws(ParseFault) {
    let value = try parser.parseValue()
    switch value {
    case .array, .object, .string: hasTree = true
    case .null, .bool, .integer, .double: break
    }
    entries.push(IndexEntry(key: key, content: .tree(value)))
  }

  private mutating func add(
    _ container: Container, _ key: JSONText, from parser: inout Parser
  ) throws(ParseFault) {
    let containerIndex = entries.count
    let isArray = container == .array
    entries.push(IndexEntry(key: key, content: isArray ? .array : .object))
    try parser.skipOpeningBracket()
    parser.outerCount += 1
    let end = isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")
    if parser.byte != end {
      var expectation = ParseFault.Expectation.keyOrClosingBrace
      while true {
        var inner = key
        if !isArray {
          guard parser.byte == UInt8(ascii: "\"") else { throw parser.fault(expectation) }
          inner = try readString(from: &parser)
          try parser.parseColon()
        }
        let (index, start) = (entries.count, parser.next)
        try add(inner, from: &parser, to: container)
        if isArray {
          entries[at: index].pointee.key = JSONText(start: start, count: parser.next - start)
        }
        guard parser.byte == UInt8(ascii: ",") else { break }
        parser.next += 1
        parser.skipWhitespace()
        expectation = .key
      }
    }
    guard parser.byte == end else {
      throw parser.fault(isArray ? .commaOrClosingBracket : .commaOrClosingBrace)
    }
    parser.next += 1
    parser.outerCount -= 1
    entries[at: containerIndex].pointee.count = entries.count - containerIndex
  }

  /// Reads the next string: in the text itself if it is ASCII without escapes, otherwise as a copy.
  @inline(__always)
  private mutating func readString(from parser: inout Parser) throws(ParseFault) -> JSONText {
    let start = parser.next + 1
    parser.next = start
    parser.skipText(onlyASCII: true)
    guard parser.byte == UInt8(ascii: "\"") else {
      parser.next = start - 1
      return try copyString(from: &parser)
    }
    parser.next += 1
    return JSONText(start: start, count: parser.next - start - 1)
  }

  @inline(never)
  private mutating func copyString(from parser: inout Parser) throws(ParseFault) -> JSONText {
    var string = try parser.parseString()
    return string.withUTF8 { utf8 in
      let copy = UnsafeMutableRawPointer.allocate(byteCount: utf8.count, alignment: 1)
      UnsafeMutableRawBufferPointer(start: copy, count: utf8.count).copyBytes(from: utf8)
      copies.push(copy)
      return JSONText(start: copy, count: utf8.count)
    }
  }
}

/// A value in an index. The entries of its contents follow.
@usableFromInline
struct IndexEntry {
  @usableFromInline
  enum Content {
    case text(JSONText)
    case object
    case array
    case tree(JSONValue)
  }

  /// The key of a member, or the text of an array's element; otherwise undefined.
  @usableFromInline var key: JSONText
  @usableFromInline let content: Content
  /// The number of its entries, including this one.
  @usableFromInline var count = 1
}

/// A value of a ``MemberIndex``, valid as long as the index. The functions that every message uses
/// are inlinable: keys are then compared as constants.
@usableFromInline
package struct IndexedValue {
  @usableFromInline let entry: UnsafePointer<IndexEntry>

  @inlinable
  init(entry: UnsafePointer<IndexEntry>) { self.entry = entry }

  /// The value of an object's member, the last one with that key; nil if it does not exist or this
  /// is not an object.
  @inlinable @inline(__always)
  package subscript(key: StaticString) -> IndexedValue? {
    var found: IndexedValue?
    forEachMember { if key ~= $0 { found = $1 } }
    return found
  }

  /// Calls the closure for each member in order; does not call it if this is not an object.
  @inlinable @inline(__always)
  package func forEachMember(_ body: (_ key: JSONText, IndexedValue) -> Void) {
    guard isObject else { return }
    forEachChild { body($0.entry.pointee.key, $0) }
  }

  /// The elements, or nil if this is not an array.
  package var elements: [IndexedValue]? {
    guard case .array = entry.pointee.content else { return nil }
    var elements: [IndexedValue] = []
    forEachChild { elements.append($0) }
    return elements
  }

  /// The text of an element of an array, with the whitespace around it.
  package var source: JSONText { entry.pointee.key }

  /// The string, or nil if this is not a string.
  @inlinable
  package var text: JSONText? {
    if case .text(let text) = entry.pointee.content { text } else { nil }
  }

  @inlinable
  package var isObject: Bool {
    if case .object = entry.pointee.content { true } else { false }
  }

  /// The value as a tree.
  package var json: JSONValue {
    switch entry.pointee.content {
    case .text(let text): return .string(text.string)
    case .tree(let json): return json
    case .array: return .array((elements ?? []).map(\.json))
    case .object:
      var object = JSONObject()
      forEachMember { object[$0.string] = $1.json }
      return .object(object)
    }
  }

  /// Calls the closure for each element or member.
  @inlinable @inline(__always)
  func forEachChild(_ body: (IndexedValue) -> Void) {
    let end = entry + entry.pointee.count
    var child = entry + 1
    while child < end {
      body(IndexedValue(entry: child))
      child += child.pointee.count
    }
  }
}
