/// One pass over the bytes of a text.
///
/// The open arrays and objects are on a stack of the parser's own, so depth is bounded by the limit
/// and never by the thread's stack. Finished values wait on one common stack until the container
/// that they belong to is closed: then its size is known, and it is made in one allocation.
struct Parser: ~Copyable {
  /// The next byte to look at; all bytes before `end` may be read.
  var next: UnsafePointer<UInt8>
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  private let depthLimit: Int
  /// Whether ``offsetOfMarks`` is wanted.
  var findsMarks = false
  /// Where the first string with more than ``Swift/String/markLimit`` combining marks in a row begins, if wanted.
  var offsetOfMarks: Int?
  /// How many containers are open that are not read here, but by the caller.
  var outerCount = 0
  private var containers = ParserStack<Container>()
  private var elements = ParserStack<JSONValue>()
  /// The members of all open objects. The last one of each has its key, and `null` until its value
  /// is complete.
  private var members = ParserStack<JSONObject.Member>()

  /// An array or object that is open.
  struct Container {
    let isObject: Bool
    /// Where on the stack of elements or members its own begin.
    let first: Int
  }

  /// A parser of bytes that must outlive it. Inlined, it is made where it stays, and not copied there.
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    // An empty buffer may have no address; any other will do, as it is not read.
    start = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    next = start
    end = start + bytes.count
    self.depthLimit = depthLimit
  }

  /// The byte that is next, or 0, which no rule of the grammar accepts, at the end.
  @inline(__always)
  var byte: UInt8 { next < end ? next.pointee : 0 }

  func fault(
    _ expectation: ParseFault.Expectation,
    at place: UnsafePointer<UInt8>? = nil
  ) -> ParseFault {
    ParseFault(offset: (place ?? next) - start, expectation: expectation)
  }

  @inline(__always)
  mutating func skipWhitespace() {
    // Most bytes that are asked about are not whitespace, and all that is has no greater code.
    while next < end, next.pointee <= UInt8(ascii: " ") {
      switch next.pointee {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): next += 1
      default: return
      }
    }
  }

  /// The whole text: one value, with nothing but whitespace around it.
  mutating func parseText() throws(ParseFault) -> JSONValue {
    let value = try parseValue()
    guard next == end else { throw fault(.end) }
    return value
  }

  /// One value, with the whitespace around it.
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
      // A value is complete, and so may be the containers that it ends.
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

  /// Opens an array; whether it is closed at once.
  private mutating func openArray() throws(ParseFault) -> Bool {
    try open(Container(isObject: false, first: elements.count))
    guard byte == UInt8(ascii: "]") else { return false }
    next += 1
    containers.pop()
    return true
  }

  /// Opens an object; whether it is closed at once. Else its first key has been read.
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
    try passOpeningBracket()
    containers.push(container)
  }

  /// Goes past the bracket that opens an array or object, and the whitespace behind it.
  @inline(__always)
  mutating func passOpeningBracket() throws(ParseFault) {
    guard outerCount + containers.count < depthLimit else {
      throw fault(.lessNesting(limit: depthLimit))
    }
    next += 1
    skipWhitespace()
  }

  /// After an element: the array, if it ends here.
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

  /// After a member: the object, if it ends here. Else the next key has been read.
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
    let place = next
    for expected in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) {
      guard byte == expected else { throw fault(.literal(text), at: place) }
      next += 1
    }
  }
}
