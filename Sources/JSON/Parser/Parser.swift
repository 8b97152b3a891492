/// A parser that reads a text (RFC 8259) in one pass.
///
/// Open arrays and objects are on the parser's own stack, so only the limit bounds the depth, not
/// the thread's stack. Complete values stay on a common stack until their container is closed; it
/// is then allocated once with its known size.
struct Parser: ~Copyable {
  /// The next byte to read; all bytes before `end` are readable.
  var next: UnsafePointer<UInt8>
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  private let depthLimit: Int
  /// Whether to find ``offsetOfMarks``.
  var findsMarks = false
  /// The offset of the first string with more than ``Swift/String/markLimit`` consecutive combining
  /// marks.
  var offsetOfMarks: Int?
  /// The number of open containers that the caller reads, not this parser.
  var outerCount = 0
  private var containers = ParserStack<Container>()
  private var elements = ParserStack<JSONValue>()
  /// The members of all open objects. The last member of each object has its key, and `null` until
  /// its value is complete.
  private var members = ParserStack<JSONObject.Member>()

  /// An open array or object.
  struct Container {
    let isObject: Bool
    /// The start of its elements or members on their stack.
    let first: Int
  }

  /// Creates a parser of bytes that must outlive it. Inlining creates it in its final memory,
  /// without a copy.
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    // An empty buffer may have no address; any other works, as it is not read.
    start = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    next = start
    end = start + bytes.count
    self.depthLimit = depthLimit
  }

  /// The next byte, or 0 at the end, which the grammar never accepts.
  @inline(__always)
  var byte: UInt8 { next < end ? next.pointee : 0 }

  func fault(
    _ expectation: ParseFault.Expectation,
    at position: UnsafePointer<UInt8>? = nil
  ) -> ParseFault {
    ParseFault(offset: (position ?? next) - start, expectation: expectation)
  }

  @inline(__always)
  mutating func skipWhitespace() {
    // Most bytes are not whitespace, and no whitespace has a greater code.
    while next < end, next.pointee <= UInt8(ascii: " ") {
      switch next.pointee {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): next += 1
      default: return
      }
    }
  }

  /// Parses the whole text: one value surrounded only by whitespace.
  mutating func parseText() throws(ParseFault) -> JSONValue {
    let value = try parseValue()
    guard next == end else { throw fault(.end) }
    return value
  }

  /// Parses one value and the surrounding whitespace.
  @inline(__always)
  mutating func parseValue() throws(ParseFault) -> JSONValue {
    while true {
      skipWhitespace()
      var value: JSONValue
      switch byte {
      case UInt8(ascii: "\""): value = .string(try parseString())
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = try parseNumber()
      case UInt8(ascii: "["):
        guard try openArray() else { continue }
        value = .array([])
      case UInt8(ascii: "{"):
        guard try openObject() else { continue }
        value = .object([:])
      case UInt8(ascii: "t"):
        try parseLiteral("true")
        value = .bool(true)
      case UInt8(ascii: "f"):
        try parseLiteral("false")
        value = .bool(false)
      case UInt8(ascii: "n"):
        try parseLiteral("null")
        value = .null
      default: throw fault(.value)
      }
      // A value is complete, and may complete its containers.
      while true {
        skipWhitespace()
        if containers.count == 0 { return value }
        if containers.last.pointee.isObject {
          members.last.pointee.value = consume value
          guard let object = try closeObject() else { break }
          value = .object(object)
        } else {
          elements.push(consume value)
          guard let array = try closeArray() else { break }
          value = .array(array)
        }
      }
    }
  }

  /// Opens an array. Returns whether it is empty.
  private mutating func openArray() throws(ParseFault) -> Bool {
    try open(Container(isObject: false, first: elements.count))
    guard byte == UInt8(ascii: "]") else { return false }
    next += 1
    containers.pop()
    return true
  }

  /// Opens an object. Returns whether it is empty; otherwise reads the first key.
  private mutating func openObject() throws(ParseFault) -> Bool {
    try open(Container(isObject: true, first: members.count))
    guard byte == UInt8(ascii: "}") else {
      try parseKey(or: .keyOrClosingBrace)
      return false
    }
    next += 1
    containers.pop()
    return true
  }

  private mutating func open(_ container: Container) throws(ParseFault) {
    try skipOpeningBracket()
    containers.push(container)
  }

  /// Skips the bracket that opens an array or object, and the whitespace after it.
  @inline(__always)
  mutating func skipOpeningBracket() throws(ParseFault) {
    guard outerCount + containers.count < depthLimit else {
      throw fault(.lessNesting(limit: depthLimit))
    }
    next += 1
    skipWhitespace()
  }

  /// Returns the array if it ends after the present element.
  private mutating func closeArray() throws(ParseFault) -> [JSONValue]? {
    switch byte {
    case UInt8(ascii: ","):
      next += 1
      return nil
    case UInt8(ascii: "]"):
      next += 1
      let taken = elements.take(from: containers.pop().first)
      return Array(unsafeUninitializedCapacity: taken.count) { buffer, count in
        count = buffer.moveInitialize(fromContentsOf: taken)
      }
    default: throw fault(.commaOrClosingBracket)
    }
  }

  /// Returns the object if it ends after the present member; otherwise reads the next key.
  private mutating func closeObject() throws(ParseFault) -> JSONObject? {
    switch byte {
    case UInt8(ascii: ","):
      next += 1
      skipWhitespace()
      try parseKey(or: .key)
      return nil
    case UInt8(ascii: "}"):
      next += 1
      return JSONObject(uniquing: members.take(from: containers.pop().first))
    default: throw fault(.commaOrClosingBrace)
    }
  }

  private mutating func parseKey(or expectation: ParseFault.Expectation) throws(ParseFault) {
    guard byte == UInt8(ascii: "\"") else { throw fault(expectation) }
    members.push(JSONObject.Member(key: try parseString(), value: .null))
    try parseColon()
  }

  @inline(__always)
  mutating func parseColon() throws(ParseFault) {
    skipWhitespace()
    guard byte == UInt8(ascii: ":") else { throw fault(.colon) }
    next += 1
  }

  private mutating func parseLiteral(_ text: StaticString) throws(ParseFault) {
    let position = next
    for expected in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) {
      guard byte == expected else { throw fault(.literal(text), at: position) }
      next += 1
    }
  }
}
