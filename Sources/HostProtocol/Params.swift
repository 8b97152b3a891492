import JSON
import JSONRPC

/// The params of a message.
package struct Params: MemberReader {
  /// `nil` for none.
  private let object: IndexedValue?

  /// The params of a message, which may be left out. They are valid as long as their ``MemberIndex``.
  package init(_ value: IndexedValue?) throws(RPCError) {
    object = value
    guard let value, !value.isObject else { return }
    let json = value.json
    guard json.arrayValue?.isEmpty == true else {
      throw RPCError(invalidParamsAt: [], "expected an object, found \(json.kind)")
    }
  }

  package var path: [String] { [] }

  /// All of them.
  package var json: JSONValue { object?.json ?? [:] }

  @inline(__always)
  package subscript(name: StaticString) -> JSONValue? { object?[name]?.json }

  /// A string that must be there, where it stands.
  @inline(__always)
  package func text(_ name: StaticString) throws(RPCError) -> JSONText {
    guard let value = object?[name] else { throw missing(name, "a string") }
    guard let text = value.text else { throw mistyped(name, "a string", value.json) }
    return text
  }
}

/// The members of an object that is part of the params of a message.
package struct NestedParams: MemberReader {
  private let object: JSONObject
  package let path: [String]

  init(_ object: JSONObject, at path: [String]) {
    self.object = object
    self.path = path
  }

  package subscript(name: StaticString) -> JSONValue? { object[name.description] }
}

/// An object that is read member by member. A member that may be left out may also be null, which is the same. What is
/// missing or of another kind than expected is an `invalidParams` error that names it.
package protocol MemberReader {
  /// Where in the message's params the object stands.
  var path: [String] { get }
  /// A member as it is.
  subscript(name: StaticString) -> JSONValue? { get }
}

extension MemberReader {
  /// A member of any kind that may be left out.
  @inline(__always)
  package func optional(_ name: StaticString) -> JSONValue? {
    let value = self[name]
    return if case .null? = value { nil } else { value }
  }

  /// A string that must be there.
  package func string(_ name: StaticString) throws(RPCError) -> String {
    try value(name, "a string") { $0.stringValue }
  }

  /// A string that may be left out.
  package func optionalString(_ name: StaticString) throws(RPCError) -> String? {
    try optionalValue(name, "a string") { $0.stringValue }
  }

  /// An integer that must be there.
  package func integer(_ name: StaticString) throws(RPCError) -> Int64 {
    let value = try value(name, "an integer") { $0 }
    do throws(JSONConversionError) {
      return try Int64(json: value)
    } catch {
      throw invalid(name, error.description)
    }
  }

  /// An integer that may be left out.
  package func optionalInteger(_ name: StaticString) throws(RPCError) -> Int64? {
    optional(name) == nil ? nil : try integer(name)
  }

  /// How many there are to be of something, which must be there.
  package func count(_ name: StaticString) throws(RPCError) -> Int {
    let count = try integer(name)
    if count < 0 { throw invalid(name, "expected 0 or more, found \(count)") }
    return Int(clamping: count)
  }

  /// The same where it may be left out.
  package func optionalCount(_ name: StaticString) throws(RPCError) -> Int? {
    optional(name) == nil ? nil : try count(name)
  }

  /// A number that must be there; it may have a fraction.
  package func number(_ name: StaticString) throws(RPCError) -> Double {
    try value(name, "a number") { $0.doubleValue }
  }

  /// True or false, if it is there.
  package func optionalBool(_ name: StaticString) throws(RPCError) -> Bool? {
    try optionalValue(name, "true or false") { $0.boolValue }
  }

  /// One of some words, if it is there.
  package func optionalChoice(
    _ name: StaticString, of choices: [String]
  ) throws(RPCError) -> String? {
    guard let found = optional(name) else { return nil }
    let text = found.stringValue ?? ""
    if let choice = choices.first(where: { $0.hasSameCodeUnits(as: text) }) { return choice }
    let words = choices.map { "\"\($0)\"" }.joined(separator: ", ")
    throw invalid(name, "expected one of \(words), found \(found.description.prefix(40))")
  }

  /// An object that must be there.
  package func object(_ name: StaticString) throws(RPCError) -> JSONObject {
    try value(name, "an object") { $0.objectValue }
  }

  /// An object that may be left out.
  package func optionalObject(_ name: StaticString) throws(RPCError) -> JSONObject? {
    try optionalValue(name, "an object") { $0.objectValue }
  }

  /// The members of a member; none when it is left out.
  package func nested(_ name: StaticString) throws(RPCError) -> NestedParams {
    NestedParams(try optionalObject(name) ?? [:], at: path + [name.description])
  }

  /// A list of integers that must be there.
  package func integers(_ name: StaticString) throws(RPCError) -> [Int64] {
    try elements(name, "integers", each: "an integer") { element, _ in element.integerValue }
  }

  /// A list of strings that must be there.
  package func strings(_ name: StaticString) throws(RPCError) -> [String] {
    try elements(name, "strings", each: "a string") { element, _ in element.stringValue }
  }

  /// A list that must be there.
  ///
  /// - Parameters:
  ///   - expected: what its elements are, for people.
  ///   - each: what one of them is.
  ///   - read: reads an element, which stands at a path; `nil` when it is of another kind.
  func elements<Element>(
    _ name: StaticString, _ expected: String, each: String,
    _ read: (JSONValue, _ path: [String]) throws(RPCError) -> Element?
  ) throws(RPCError) -> [Element] {
    let array = try value(name, "an array of \(expected)") { $0.arrayValue }
    var elements: [Element] = []
    for (index, json) in array.enumerated() {
      let path = path + [name.description, String(index)]
      guard let element = try read(json, path) else {
        throw RPCError(invalidParamsAt: path, "expected \(each), found \(json.kind)")
      }
      elements.append(element)
    }
    return elements
  }

  private func value<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(RPCError) -> Value {
    guard let json = self[name] else { throw missing(name, expected) }
    guard let value = read(json) else { throw mistyped(name, expected, json) }
    return value
  }

  /// - Parameter read: gives `nil` for what is of another kind.
  private func optionalValue<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(RPCError) -> Value? {
    optional(name) == nil ? nil : try value(name, expected, read)
  }

  func missing(_ name: StaticString, _ expected: String) -> RPCError {
    invalid(name, "missing, expected \(expected)")
  }

  /// An error about a member that is there but not what it should be.
  func mistyped(_ name: StaticString, _ expected: String, _ found: JSONValue) -> RPCError {
    invalid(name, "expected \(expected), found \(found.kind)")
  }

  private func invalid(_ name: StaticString, _ reason: String) -> RPCError {
    RPCError(invalidParamsAt: path + [name.description], reason)
  }
}

extension RPCError {
  /// - Parameter path: what is wrong, within `params`.
  package init(invalidParamsAt path: [String], _ reason: String) {
    self.init(
      .invalidParams, "\(JSONPointer(tokens: ["params"] + path).path): \(reason)",
      data: ["path": .string(JSONPointer(tokens: path).description)])
  }
}
