import JSON
import JSONRPC

/// The params of a message, read member by member. What is missing or of another kind than expected is an
/// `invalidParams` error that names it.
struct Params {
  private let object: JSONObject

  init(_ json: JSONValue?) throws(RPCError) {
    switch json {
    case nil: object = [:]
    case .object(let object)?: self.object = object
    case .array(let array)? where array.isEmpty: object = [:]
    case let other?:
      throw RPCError(
        .invalidParams, "params: expected an object, found \(other.kind)", data: ["path": ""])
    }
  }

  /// A member as it is.
  subscript(name: String) -> JSONValue? { object[name] }

  func string(_ name: String) throws(RPCError) -> String {
    guard let string = try optionalString(name) else { throw missing(name, "a string") }
    return string
  }

  func optionalString(_ name: String) throws(RPCError) -> String? {
    switch object[name] {
    case nil: nil
    case .string(let string)?: string
    case let other?: throw mistyped(name, "a string", other)
    }
  }

  func integer(_ name: String) throws(RPCError) -> Int64 {
    switch object[name] {
    case nil: throw missing(name, "an integer")
    case .integer(let integer)?: return integer
    case let other?: throw mistyped(name, "an integer", other)
    }
  }

  func optionalBool(_ name: String) throws(RPCError) -> Bool? {
    switch object[name] {
    case nil: nil
    case .bool(let bool)?: bool
    case let other?: throw mistyped(name, "true or false", other)
    }
  }

  /// The members of a member; none when it is left out.
  func nested(_ name: String) throws(RPCError) -> Params {
    switch object[name] {
    case nil: return try Params(nil)
    case .object(let object)?: return try Params(.object(object))
    case let other?: throw mistyped(name, "an object", other)
    }
  }

  /// A list of strings.
  func strings(_ name: String) throws(RPCError) -> [String] {
    guard let value = object[name] else { throw missing(name, "an array of strings") }
    guard case .array(let array) = value else {
      throw mistyped(name, "an array of strings", value)
    }
    var strings: [String] = []
    for (index, element) in array.enumerated() {
      guard case .string(let string) = element else {
        throw mistyped("\(name)/\(index)", "a string", element)
      }
      strings.append(string)
    }
    return strings
  }

  /// All members, in order.
  var members: JSONObject { object }

  /// An error about a member that is there but not what it should be.
  func mistyped(_ name: String, _ expected: String, _ found: JSONValue) -> RPCError {
    RPCError(
      .invalidParams, "params.\(name): expected \(expected), found \(found.kind)",
      data: ["path": .string("/\(name)")])
  }

  private func missing(_ name: String, _ expected: String) -> RPCError {
    RPCError(
      .invalidParams, "params.\(name): missing, expected \(expected)",
      data: ["path": .string("/\(name)")])
  }
}
