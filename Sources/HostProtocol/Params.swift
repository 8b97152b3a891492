import JSON
import JSONRPC

package struct Params: MemberReader {
  /// The object; `nil` for none.
  private let object: IndexedValue?

  /// Reads the params of a message, which are optional. They are valid as long as their
  /// ``MemberIndex``.
  package init(_ value: IndexedValue?) throws(RPCError) {
    object = value
    guard let value, !value.isObject else { return }
    let json = value.json
    guard json.arrayValue?.isEmpty == true else {
      throw RPCError(invalidParamsAt: [], "expected an object, found \(json.kind)")
    }
  }

  package var path: [String] { [] }

  package var json: JSONValue { object?.json ?? [:] }

  @inline(__always)
  package subscript(name: StaticString) -> JSONValue? { object?[name]?.json }

  /// Reads a required string without a copy.
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

/// An object that is read member by member. ``nested(_:)`` and the readers whose names begin with
/// `optional` allow a member to be absent or null. A member that is missing, or of another kind
/// than expected, is an `invalidParams` error that names it.
package protocol MemberReader {
  /// The path of the object in the message's params.
  var path: [String] { get }
  /// The value of a member.
  subscript(name: StaticString) -> JSONValue? { get }
}

extension MemberReader {
  /// Reads an optional member of any kind.
  @inline(__always)
  package func optional(_ name: StaticString) -> JSONValue? {
    let value = self[name]
    return if case .null? = value { nil } else { value }
  }

  package func string(_ name: StaticString) throws(RPCError) -> String {
    try value(name, "a string") { $0.stringValue }
  }

  package func optionalString(_ name: StaticString) throws(RPCError) -> String? {
    try optionalValue(name, "a string") { $0.stringValue }
  }

  package func integer(_ name: StaticString) throws(RPCError) -> Int64 {
    let value = try value(name, "an integer") { $0 }
    do throws(JSONConversionError) {
      return try Int64(json: value)
    } catch {
      throw invalid(name, error.description)
    }
  }

  package func optionalInteger(_ name: StaticString) throws(RPCError) -> Int64? {
    optional(name) == nil ? nil : try integer(name)
  }

  /// Reads a required count: an integer that is 0 or more.
  package func count(_ name: StaticString) throws(RPCError) -> Int {
    let count = try integer(name)
    if count < 0 { throw invalid(name, "expected 0 or more, found \(count)") }
    return Int(clamping: count)
  }

  /// Reads an optional count: an integer that is 0 or more.
  package func optionalCount(_ name: StaticString) throws(RPCError) -> Int? {
    optional(name) == nil ? nil : try count(name)
  }

  /// Reads a required number, which may have a fraction.
  package func number(_ name: StaticString) throws(RPCError) -> Double {
    try value(name, "a number") { $0.doubleValue }
  }

  package func optionalBool(_ name: StaticString) throws(RPCError) -> Bool? {
    try optionalValue(name, "true or false") { $0.boolValue }
  }

  /// Reads an optional string that is one of some choices.
  package func optionalChoice(
    _ name: StaticString, of choices: [String]
  ) throws(RPCError) -> String? {
    guard let found = optional(name) else { return nil }
    let text = found.stringValue ?? ""
    if let choice = choices.first(where: { $0.hasSameCodeUnits(as: text) }) { return choice }
    let words = choices.map { "\"\($0)\"" }.joined(separator: ", ")
    throw invalid(name, "expected one of \(words), found \(found.description.prefix(40))")
  }

  package func object(_ name: StaticString) throws(RPCError) -> JSONObject {
    try value(name, "an object") { $0.objectValue }
  }

  package func optionalObject(_ name: StaticString) throws(RPCError) -> JSONObject? {
    try optionalValue(name, "an object") { $0.objectValue }
  }

  /// Reads the members of an optional object; none if it is absent.
  package func nested(_ name: StaticString) throws(RPCError) -> NestedParams {
    NestedParams(try optionalObject(name) ?? [:], at: path + [name.description])
  }

  package func integers(_ name: StaticString) throws(RPCError) -> [Int64] {
    try elements(name, "integers", each: "an integer") { element, _ in element.integerValue }
  }

  package func strings(_ name: StaticString) throws(RPCError) -> [String] {
    try elements(name, "strings", each: "a string") { element, _ in element.stringValue }
  }

  /// Reads a required list.
  ///
  /// - Parameters:
  ///   - expected: the kind of its elements in the plural, for people.
  ///   - each: the kind of an element, for people.
  ///   - read: reads an element at a path; `nil` when it is of another kind.
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

  /// - Parameter read: returns `nil` for a value of another kind.
  private func optionalValue<Value>(
    _ name: StaticString, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(RPCError) -> Value? {
    optional(name) == nil ? nil : try value(name, expected, read)
  }

  func missing(_ name: StaticString, _ expected: String) -> RPCError {
    invalid(name, "missing, expected \(expected)")
  }

  /// Returns an error about a member of another kind than expected.
  func mistyped(_ name: StaticString, _ expected: String, _ found: JSONValue) -> RPCError {
    invalid(name, "expected \(expected), found \(found.kind)")
  }

  private func invalid(_ name: StaticString, _ reason: String) -> RPCError {
    RPCError(invalidParamsAt: path + [name.description], reason)
  }
}

extension RPCError {
  /// - Parameter path: the path of the faulty member, within `params`.
  package init(invalidParamsAt path: [String], _ reason: String) {
    self.init(
      .invalidParams, "\(JSONPointer(tokens: ["params"] + path).path): \(reason)",
      data: ["path": .string(JSONPointer(tokens: path).description)])
  }
}
