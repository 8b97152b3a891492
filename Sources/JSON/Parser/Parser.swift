/// One pass over the bytes of a text.
///
/// The open arrays and objects are on a stack of the parser's own, so depth is bounded by the limit
/// and never by the thread's stack. Finished values wait on one common stack until the container
/// that they belong to is closed: then its size is known, and it is made in one allocation.
struct Parser {
  typealias Failure = ParseFault

  let bytes: UnsafeRawBufferPointer
  let depthLimit: Int
  var position = 0
  private var containers: [Container] = []
  private var values: [JSONValue] = []
  private var keys: [String] = []

  private struct Container {
    let isObject: Bool
    let firstValue: Int
  }

  init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  func fault(_ expectation: ParseFault.Expectation, at offset: Int? = nil) -> ParseFault {
    ParseFault(offset: offset ?? position, expectation: expectation)
  }

  /// The byte at the position, or 0, which no rule of the grammar accepts, at the end.
  var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
      default: return
      }
    }
  }

  mutating func parseText() throws(ParseFault) -> JSONValue {
    while true {
      if var value = try parseScalarOrOpen() {
        while true {
          guard let container = containers.last else {
            skipWhitespace()
            guard position == bytes.count else { throw fault(.end) }
            return value
          }
          values.append(value)
          guard let closed = try parseSeparator(in: container) else { break }
          value = closed
        }
      }
    }
  }

  /// A complete value; or nil when a container was opened and its first element is next.
  private mutating func parseScalarOrOpen() throws(ParseFault) -> JSONValue? {
    skipWhitespace()
    switch current {
    case UInt8(ascii: "\""):
      return .string(try parseString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try parseNumber()
    case UInt8(ascii: "["):
      try open(isObject: false)
      guard current == UInt8(ascii: "]") else { return nil }
      position += 1
      containers.removeLast()
      return .array([])
    case UInt8(ascii: "{"):
      try open(isObject: true)
      guard current == UInt8(ascii: "}") else {
        try parseKey(or: .keyOrClosingBrace)
        return nil
      }
      position += 1
      containers.removeLast()
      return .object([:])
    case UInt8(ascii: "t"):
      try parseLiteral("true")
      return true
    case UInt8(ascii: "f"):
      try parseLiteral("false")
      return false
    case UInt8(ascii: "n"):
      try parseLiteral("null")
      return .null
    default:
      throw fault(.value)
    }
  }

  private mutating func open(isObject: Bool) throws(ParseFault) {
    guard containers.count < depthLimit else { throw fault(.lessNesting(limit: depthLimit)) }
    containers.append(Container(isObject: isObject, firstValue: values.count))
    position += 1
    skipWhitespace()
  }

  /// After a value in a container: nil when another one follows, else the container, now complete.
  private mutating func parseSeparator(in container: Container) throws(ParseFault) -> JSONValue? {
    skipWhitespace()
    switch current {
    case UInt8(ascii: ","):
      position += 1
      if container.isObject {
        skipWhitespace()
        try parseKey(or: .key)
      }
      return nil
    case UInt8(ascii: "]") where !container.isObject:
      position += 1
      containers.removeLast()
      let elements = Array(values[container.firstValue...])
      values.removeSubrange(container.firstValue...)
      return .array(elements)
    case UInt8(ascii: "}") where container.isObject:
      position += 1
      containers.removeLast()
      return .object(closeObject(firstValue: container.firstValue))
    default:
      throw fault(container.isObject ? .commaOrClosingBrace : .commaOrClosingBracket)
    }
  }

  private mutating func closeObject(firstValue: Int) -> JSONObject {
    let count = values.count - firstValue
    var members = ContiguousArray<JSONObject.Member>()
    members.reserveCapacity(count)
    for (key, value) in zip(keys.suffix(count), values.suffix(count)) {
      members.append((key, value))
    }
    keys.removeLast(count)
    values.removeLast(count)
    return JSONObject(uniquing: members)
  }

  private mutating func parseKey(or expectation: ParseFault.Expectation) throws(ParseFault) {
    guard current == UInt8(ascii: "\"") else { throw fault(expectation) }
    keys.append(try parseString())
    skipWhitespace()
    guard current == UInt8(ascii: ":") else { throw fault(.colon) }
    position += 1
  }

  private mutating func parseLiteral(_ text: StaticString) throws(ParseFault) {
    let start = position
    for expected in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) {
      guard current == expected else { throw fault(.literal(text), at: start) }
      position += 1
    }
  }
}
