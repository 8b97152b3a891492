import JSON
import JSONRPC

/// The params of a message, read member by member. What is missing or of another kind than expected is an
/// `invalidParams` error that names it.
package struct Params {
  private let object: JSONObject
  /// Where in the message's params they stand: in a member of what stands there.
  private let outer: [String]
  private let member: String?
  private var place: [String] { member.map { outer + [$0] } ?? outer }

  package init(_ json: JSONValue?) throws(RPCError) {
    outer = []
    member = nil
    switch json {
    case nil: object = [:]
    case .object(let object)?: self.object = object
    case .array(let array)? where array.isEmpty: object = [:]
    case let other?:
      throw RPCError(
        .invalidParams, "params: expected an object, found \(other.kind)", data: ["path": ""])
    }
  }

  private init(_ object: JSONObject, at outer: [String], _ member: String) {
    self.object = object
    self.outer = outer
    self.member = member
  }

  /// A member as it is.
  package subscript(name: String) -> JSONValue? { object[name] }

  /// A string that must be there.
  package func string(_ name: String) throws(RPCError) -> String {
    guard let string = try optionalString(name) else { throw missing(name, "a string") }
    return string
  }

  /// A string that may be left out.
  package func optionalString(_ name: String) throws(RPCError) -> String? {
    switch object[name] {
    case nil: nil
    case .string(let string)?: string
    case let other?: throw mistyped(name, "a string", other)
    }
  }

  /// An integer that must be there.
  package func integer(_ name: String) throws(RPCError) -> Int64 {
    guard let value = object[name] else { throw missing(name, "an integer") }
    do throws(JSONConversionError) {
      return try Int64(json: value)
    } catch {
      throw invalid(place + [name], error.description)
    }
  }

  /// A number that must be there; it may have a fraction.
  package func number(_ name: String) throws(RPCError) -> Double {
    guard let value = object[name] else { throw missing(name, "a number") }
    guard let number = value.doubleValue else { throw mistyped(name, "a number", value) }
    return number
  }

  /// A list of integers that must be there.
  package func integers(_ name: String) throws(RPCError) -> [Int64] {
    guard let value = object[name] else { throw missing(name, "an array of integers") }
    guard case .array(let array) = value else {
      throw mistyped(name, "an array of integers", value)
    }
    var integers: [Int64] = []
    for (index, element) in array.enumerated() {
      guard let integer = element.integerValue else {
        throw mistyped(name, "an integer", element, at: index)
      }
      integers.append(integer)
    }
    return integers
  }

  /// True or false, if it is there.
  package func optionalBool(_ name: String) throws(RPCError) -> Bool? {
    switch object[name] {
    case nil: nil
    case .bool(let bool)?: bool
    case let other?: throw mistyped(name, "true or false", other)
    }
  }

  /// An object that must be there.
  package func object(_ name: String) throws(RPCError) -> JSONObject {
    guard let value = object[name] else { throw missing(name, "an object") }
    guard case .object(let object) = value else { throw mistyped(name, "an object", value) }
    return object
  }

  /// The members of a member; none when it is left out.
  package func nested(_ name: String) throws(RPCError) -> Params {
    switch object[name] {
    case nil: return Params([:], at: place, name)
    case .object(let object)?: return Params(object, at: place, name)
    case let other?: throw mistyped(name, "an object", other)
    }
  }

  /// A list of strings.
  package func strings(_ name: String) throws(RPCError) -> [String] {
    guard let value = object[name] else { throw missing(name, "an array of strings") }
    guard case .array(let array) = value else {
      throw mistyped(name, "an array of strings", value)
    }
    var strings: [String] = []
    for (index, element) in array.enumerated() {
      guard case .string(let string) = element else {
        throw mistyped(name, "a string", element, at: index)
      }
      strings.append(string)
    }
    return strings
  }

  /// What an entry of a list is.
  package enum Entry {
    case string(String)
    case members(Params)
  }

  /// A list of strings, in which an object may stand for a string of which more is to be said.
  ///
  /// - Parameter expected: what they are, for people.
  package func entries(_ name: String, _ expected: String) throws(RPCError) -> [Entry] {
    guard let value = object[name] else { throw missing(name, "an array of \(expected)") }
    guard case .array(let array) = value else {
      throw mistyped(name, "an array of \(expected)", value)
    }
    var entries: [Entry] = []
    for (index, element) in array.enumerated() {
      switch element {
      case .string(let string): entries.append(.string(string))
      case .object(let object):
        entries.append(.members(Params(object, at: place + [name], String(index))))
      default: throw mistyped(name, "a string or an object", element, at: index)
      }
    }
    return entries
  }

  /// An integer that may be left out.
  package func optionalInteger(_ name: String) throws(RPCError) -> Int64? {
    object[name] == nil ? nil : try integer(name)
  }

  /// How many there are to be of something, which must be there.
  package func count(_ name: String) throws(RPCError) -> Int {
    let count = try integer(name)
    if count < 0 { throw invalid(place + [name], "expected 0 or more, found \(count)") }
    return Int(clamping: count)
  }

  /// All members, in order.
  package var members: JSONObject { object }

  /// An error about a member that is there but not what it should be.
  package func mistyped(
    _ name: String, _ expected: String, _ found: JSONValue, at index: Int? = nil
  ) -> RPCError {
    let path = place + [name] + (index.map { [String($0)] } ?? [])
    return invalid(path, "expected \(expected), found \(found.kind)")
  }

  private func missing(_ name: String, _ expected: String) -> RPCError {
    invalid(place + [name], "missing, expected \(expected)")
  }

  private func invalid(_ path: [String], _ reason: String) -> RPCError {
    RPCError(invalidParamsAt: path, reason)
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
